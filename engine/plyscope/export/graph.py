"""The tree as a graph: what every node and edge says, for the three forms that hold graphs, and how XML is written.

A node has the facts that tables have. A fact that is not known is absent: GraphML and GEXF have no word for nothing.
Names are data, and XML cannot hold control characters: they are written as people see them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import inf
from xml.sax.saxutils import escape, quoteattr

from plyscope.export.node_facts import Column, NodeFacts
from plyscope.export.repeated import Known, Texts
from plyscope.export.selection import Node, Selection
from plyscope.messages import plain_options, shown

Fact = str | int | float | bool
Facts = dict[str, Fact]
Columns = Iterator[tuple[list[Node], dict[str, Column]]]

XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
GRAPH_TYPES = {
    "game": "string", "position": "string", "max": "string", "algorithm": "string", "options": "string",
    "complete": "boolean",
}  # fmt: skip
NODE_TYPES = {
    "frame": "long", "move": "string", "ply": "long", "kind": "string", "status": "string", "state": "string",
    "alpha": "double", "beta": "double", "value": "double", "bound": "string", "best": "boolean", "cutoff": "boolean",
    "pruned": "long", "size": "long", "label": "string", "board": "string", "note": "string",
}  # fmt: skip
EDGE_TYPES = {"move": "string", "best": "boolean", "pruned": "boolean"}
"""The facts by name, with the types that GraphML and GEXF call them by."""


def graph_facts(selection: Selection) -> Facts:
    """Return the facts about the graph: game, position, MAX's side, search, options, and whether it is complete."""
    trace = selection.trace
    return {
        "game": trace.position.game.name,
        "position": shown(trace.position.text),
        "max": trace.position.max,
        "algorithm": trace.search.name,
        "options": json.dumps(plain_options(dict(trace.options)), ensure_ascii=False, sort_keys=True),
        "complete": trace.complete,
    }


class NodeColumns(NodeFacts):
    """The facts of nodes in columns, with their labels, boards and notes."""

    def __init__(self, selection: Selection) -> None:
        super().__init__(selection)
        self.values = Known[str]()
        """The texts of values, by these and how they are to be read."""

    def of(self, nodes: Sequence[Node]) -> dict[str, Column]:
        """Return the columns for some nodes, by their names."""
        found, extent = super().of(nodes), self.selection.extent
        values = map(self.value_text, nodes, found["value"], found["bound"])
        found["label"] = [
            f"{move} = {value}" if move and value else f"= {value}" if value else move or ""
            for move, value in zip(found["move"], values, strict=True)
        ]
        if extent.boards and self.selection.has_boards:
            found["board"] = [shown(self.selection.board_text(node)) for node in nodes]
        if extent.notes:
            notes = {frame: shown(note) for frame, note in extent.notes.items()}
            found["note"] = [notes.get(node.frame) for node in nodes]
        return found

    def value_text(self, node: Node, value: Fact | None, bound: Fact | None) -> str:
        """Return a node's value as its label has it; values of old brains and user code may be no number."""
        if value is None or self.trace.search.undecided_is_none:
            return shown(self.selection.value_text(node))
        key = value, bound
        return self.values.get(key) or self.values.keep(key, shown(self.selection.value_text(node)))


def node_columns(selection: Selection) -> Columns:
    """Iterate over batches of nodes, each with their facts in columns."""
    facts = NodeColumns(selection)
    for nodes in selection.batches():
        yield nodes, facts.of(nodes)


def edge_columns(selection: Selection, batches: Iterable[list[Node]]) -> Columns:
    """Iterate over batches of edges, by the nodes that they lead to, each with their facts in columns."""
    facts = NodeFacts(selection)
    for batch in batches:
        nodes = [node for node in batch if node.parent >= 0]
        moves: Column = list(facts.move_texts(nodes))
        best: Column = [node.is_best for node in nodes]
        yield nodes, {"move": moves, "best": best, "pruned": [node.is_stub for node in nodes]}


def by_node(columns: Columns) -> Iterator[tuple[Node, Facts]]:
    """Iterate over nodes or edges, each with its known facts by name."""
    for nodes, facts in columns:
        for node, row in zip(nodes, zip(*facts.values(), strict=True), strict=True):
            yield node, {name: fact for name, fact in zip(facts, row, strict=True) if fact is not None}


def as_lines(columns: Columns, texts: Mapping[str, Texts]) -> Iterator[tuple[Node, str]]:
    """Iterate over nodes or edges, each with its facts as lines; `texts` write them by name."""
    for nodes, facts in columns:
        lines = [texts[name].of(column) for name, column in facts.items()]
        yield from zip(nodes, map("".join, zip(*lines, strict=True)), strict=True)


def fact_line(head: str, tail: str, quoted: Callable[[str], str]) -> Texts:
    """Return the writer of a fact's line, which is empty for an unknown fact."""
    return Texts(lambda fact: "" if fact is None else f"{head}{quoted(fact_text(fact))}{tail}")


def element(level: int, tag: str, text: str | None = None, /, **attributes: Fact) -> str:
    """Return an XML element on its own line, with a text in it or empty."""
    if text is None:
        return f"{start_tag(level, tag, **attributes)[:-2]} />\n"
    return f"{start_tag(level, tag, **attributes)[:-1]}{escape(text)}</{tag}>\n"


def start_tag(level: int, tag: str, /, **attributes: Fact) -> str:
    """Return the line that begins an XML element. An underscore at the end of an attribute's name is dropped, and one
    inside it stands for a dot."""
    named = ((key.removesuffix("_").replace("_", "."), value) for key, value in attributes.items())
    return f"{'  ' * level}<{tag}" + "".join(f" {key}={quoteattr(fact_text(value))}" for key, value in named) + ">\n"


def end_tag(level: int, tag: str) -> str:
    """Return the line that ends an XML element."""
    return f"{'  ' * level}</{tag}>\n"


def fact_text(fact: Fact) -> str:
    """Return a fact as XML Schema writes it."""
    if isinstance(fact, bool):
        return "true" if fact else "false"
    if isinstance(fact, float) and abs(fact) == inf:
        return "INF" if fact > 0 else "-INF"
    return str(fact)

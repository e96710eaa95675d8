"""The tree as a graph: what every node and edge says, for the three forms that hold graphs, and how XML is written.

A node has the facts that tables have. A fact that is not known is absent: GraphML and GEXF have no word for nothing.
Names are data, and XML cannot hold control characters: they are written as people see them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import inf
from xml.sax.saxutils import escape, quoteattr

from plyscope.export.node_facts import facts_of
from plyscope.export.selection import Node, Selection
from plyscope.messages import plain_options, shown

Fact = str | int | float | bool
Facts = dict[str, Fact]

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
    trace = selection.trace
    return {
        "game": trace.position.game.name,
        "position": shown(trace.position.text),
        "max": trace.position.max,
        "algorithm": trace.search.name,
        "options": json.dumps(plain_options(dict(trace.options)), ensure_ascii=False, sort_keys=True),
        "complete": trace.complete,
    }


def node_facts(selection: Selection, node: Node) -> Facts:
    facts = facts_of(selection, node)
    found: Facts = {name: value for name, value in facts._asdict().items() if value is not None}
    value = shown(selection.value_text(node))
    found["label"] = " ".join(part for part in (facts.move, value and f"= {value}") if part)
    if selection.extent.boards and selection.has_boards:
        found["board"] = shown(selection.board_text(node))
    if node.frame in selection.extent.notes:
        found["note"] = shown(selection.extent.notes[node.frame])
    return found


def edges(selection: Selection) -> Iterator[tuple[int, int, Facts]]:
    """From parents to children, by their numbers."""
    for node in selection:
        if node.parent >= 0:
            move = shown(selection.move_text(node))
            yield node.parent, node.number, {"move": move, "best": node.is_best, "pruned": node.is_stub}


def element(level: int, tag: str, text: str | None = None, /, **attributes: Fact) -> str:
    """An element in a line of its own, with a text in it or with nothing."""
    if text is None:
        return f"{start(level, tag, **attributes)[:-2]} />\n"
    return f"{start(level, tag, **attributes)[:-1]}{escape(text)}</{tag}>\n"


def start(level: int, tag: str, /, **attributes: Fact) -> str:
    """The line that begins an element. An underscore at the end of an attribute's name only keeps it apart from words
    of Python, and one inside stands for a dot."""
    named = ((key.removesuffix("_").replace("_", "."), value) for key, value in attributes.items())
    return f"{'  ' * level}<{tag}" + "".join(f" {key}={quoteattr(fact_text(value))}" for key, value in named) + ">\n"


def end(level: int, tag: str) -> str:
    return f"{'  ' * level}</{tag}>\n"


def fact_text(fact: Fact) -> str:
    """As XML Schema writes it."""
    if isinstance(fact, bool):
        return "true" if fact else "false"
    if isinstance(fact, float) and abs(fact) == inf:
        return "INF" if fact > 0 else "-INF"
    return str(fact)

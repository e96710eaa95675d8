"""The tree as a graph of networkx, which graph programs read in the forms that networkx writes.

Every node has the facts that tables have, an absent one left out: GraphML and GEXF have no word for nothing.
Names are data, and no XML can hold control characters: they are written as people see them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from engine.export.node_facts import FACTS, facts_of
from engine.export.selection import Selection
from engine.messages import shown
from engine.stats import plain

if TYPE_CHECKING:
    import networkx


def graph_of(selection: Selection) -> networkx.DiGraph[int]:
    """Nodes by their numbers, edges from parents to children, the facts of the recording on the graph itself."""
    graph = empty_graph(selection)
    for _ in growing(graph, selection):
        pass
    return graph


def empty_graph(selection: Selection) -> networkx.DiGraph[int]:
    import networkx

    trace = selection.trace
    return networkx.DiGraph(
        game=trace.position.game.name,
        position=shown(trace.position.text),
        max=trace.position.max,
        algorithm=trace.search.name,
        options=json.dumps(plain(dict(trace.options)), ensure_ascii=False, sort_keys=True),
        complete=trace.complete,
    )


def growing(graph: networkx.DiGraph[int], selection: Selection) -> Iterator[str]:
    """Adds all nodes; after each of them a piece without text, so that whoever writes sees how far it is."""
    notes, has_boards = selection.extent.notes, selection.extent.boards and selection.has_boards
    for node in selection:
        facts = facts_of(selection, node)
        told: dict[str, Any] = {name: value for name, value in zip(FACTS, facts, strict=True) if value is not None}
        value = shown(selection.value_text(node))
        told["label"] = " ".join(part for part in (facts.move, value and f"= {value}") if part)
        if has_boards:
            told["board"] = shown(selection.board_text(node))
        if node.frame in notes:
            told["note"] = shown(notes[node.frame])
        graph.add_node(node.number, **told)
        if node.parent >= 0:
            graph.add_edge(node.parent, node.number, move=facts.move or "", best=facts.best, pruned=node.is_stub)
        yield ""

"""The tree as a graph of networkx, which graph programs read in the forms that networkx writes.

Every node has the facts that tables have, an absent one left out: GraphML and GEXF have no word for nothing.
Names are data, and no XML can hold control characters: they are written as people see them.

A graph as XML, some nodes at a time: networkx makes the elements, and here they are written one by one.

networkx does both in one go, during which nobody would hear how far it is, and nobody could stop it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element, indent, tostring

from plyscope.export.node_facts import FACTS, facts_of
from plyscope.export.selection import Selection
from plyscope.messages import plain_options, shown

if TYPE_CHECKING:
    import networkx

AT_ONCE = 200
"""Nodes, or edges, that networkx makes elements of between two looks at how far it is."""
LONG = frozenset({"graphml", "gexf", "graph", "nodes", "edges"})
"""Elements that have as many children as the graph has nodes, or such elements in them."""
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'


def parts_of_nodes(graph: networkx.DiGraph[int]) -> Iterator[networkx.DiGraph[int]]:
    """The nodes without the edges, some at a time."""
    nodes = iter(graph.nodes(data=True))
    while some := list(islice(nodes, AT_ONCE)):
        part = graph.__class__()
        part.add_nodes_from(some)
        yield part


def parts_of_edges(graph: networkx.DiGraph[int]) -> Iterator[networkx.DiGraph[int]]:
    """The edges, some at a time, between nodes that say nothing of themselves."""
    edges = iter(graph.edges(data=True))
    while some := list(islice(edges, AT_ONCE)):
        part = graph.__class__()
        part.add_edges_from(some)
        yield part


def serialised(root: Element, *, spaces: Iterable[tuple[str, str]] = ()) -> Iterator[str]:
    """The document, about a piece for every node and every edge. `spaces` are prefixes and the names they stand for."""
    for prefix, name in spaces:
        root.set(f"xmlns:{prefix}", name)
    declared = [f' xmlns:{prefix}="{name}"' for prefix, name in spaces]
    yield DECLARATION
    yield from lines_of(root, 0, declared)


def lines_of(element: Element, level: int, declared: list[str]) -> Iterator[str]:
    before = "  " * level
    if element.tag not in LONG:
        indent(element, level=level)
        text = tostring(element, encoding="unicode").strip()
        for already in declared:
            # No data looks like this: within an attribute, quotes are written otherwise.
            text = text.replace(already, "")
        yield f"{before}{text}\n"
        return
    alone = tostring(Element(element.tag, element.attrib), encoding="unicode")
    yield f"{before}{alone.removesuffix(' />')}>\n"
    for child in element:
        yield from lines_of(child, level + 1, declared)
    yield f"{before}</{element.tag}>\n"


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
        options=json.dumps(plain_options(dict(trace.options)), ensure_ascii=False, sort_keys=True),
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

"""A graph as XML, some nodes at a time: networkx makes the elements, and here they are written one by one.

networkx does both in one go, during which nobody would hear how far it is, and nobody could stop it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, indent, tostring

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

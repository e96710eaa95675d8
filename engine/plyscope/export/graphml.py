"""GraphML, for yEd, Cytoscape, igraph and other programs that read XML, written node by node."""

from __future__ import annotations

from collections.abc import Iterator

from plyscope.export.graph import (
    EDGE_TYPES,
    GRAPH_TYPES,
    NODE_TYPES,
    XML,
    Facts,
    edges,
    element,
    end,
    fact_text,
    graph_facts,
    node_facts,
    start,
)
from plyscope.export.selection import Selection

SPACE = "http://graphml.graphdrawing.org/xmlns"
KEYS = {
    (scope, name): f"{scope[0]}.{name}"
    for scope, types in (("graph", GRAPH_TYPES), ("node", NODE_TYPES), ("edge", EDGE_TYPES))
    for name in types
}
"""The ids of the facts of graphs, nodes and edges."""


def pieces(selection: Selection) -> Iterator[str]:
    yield XML
    yield (
        f'<graphml xmlns="{SPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
        f' xsi:schemaLocation="{SPACE} {SPACE}/1.0/graphml.xsd">\n'
    )
    for scope, types in (("graph", GRAPH_TYPES), ("node", NODE_TYPES), ("edge", EDGE_TYPES)):
        for name, kind in types.items():
            yield element(1, "key", id=KEYS[scope, name], for_=scope, attr_name=name, attr_type=kind)
    yield start(1, "graph", edgedefault="directed")
    yield from data(2, "graph", graph_facts(selection))
    for node in selection:
        facts_lines = "".join(data(3, "node", node_facts(selection, node)))
        yield start(2, "node", id=node.number) + facts_lines + end(2, "node")
    for source, target, facts in edges(selection):
        facts_lines = "".join(data(3, "edge", facts))
        yield start(2, "edge", source=source, target=target) + facts_lines + end(2, "edge")
    yield end(1, "graph") + end(0, "graphml")


def data(level: int, scope: str, facts: Facts) -> Iterator[str]:
    for name, fact in facts.items():
        yield element(level, "data", fact_text(fact), key=KEYS[scope, name])

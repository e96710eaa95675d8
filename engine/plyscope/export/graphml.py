"""GraphML, for yEd, Cytoscape, igraph and other programs that read XML."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from plyscope.export.graph import (
    EDGE_TYPES,
    GRAPH_TYPES,
    NODE_TYPES,
    XML,
    as_lines,
    edge_columns,
    element,
    end_tag,
    fact_line,
    graph_facts,
    node_columns,
    start_tag,
)
from plyscope.export.repeated import Texts
from plyscope.export.selection import Selection

NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
KEYS = {
    (scope, name): f"{scope[0]}.{name}"
    for scope, types in (("graph", GRAPH_TYPES), ("node", NODE_TYPES), ("edge", EDGE_TYPES))
    for name in types
}
"""The ids of the facts of graphs, nodes and edges."""


def pieces(selection: Selection) -> Iterator[str]:
    """Iterate over the file: the declared keys, the nodes, and the edges."""
    yield XML
    yield (
        f'<graphml xmlns="{NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
        f' xsi:schemaLocation="{NAMESPACE} {NAMESPACE}/1.0/graphml.xsd">\n'
    )
    for scope, types in (("graph", GRAPH_TYPES), ("node", NODE_TYPES), ("edge", EDGE_TYPES)):
        for name, kind in types.items():
            yield element(1, "key", id=KEYS[scope, name], for_=scope, attr_name=name, attr_type=kind)
    yield start_tag(1, "graph", edgedefault="directed")
    yield from (texts_of("graph", 2)[name][fact] for name, fact in graph_facts(selection).items())
    for node, facts in as_lines(node_columns(selection), texts_of("node", 3)):
        yield f'    <node id="{node.number}">\n{facts}    </node>\n'
    for node, facts in as_lines(edge_columns(selection, selection.batches()), texts_of("edge", 3)):
        yield f'    <edge source="{node.parent}" target="{node.number}">\n{facts}    </edge>\n'
    yield end_tag(1, "graph") + end_tag(0, "graphml")


def texts_of(scope: str, level: int) -> dict[str, Texts]:
    """Return the writers of the facts of graphs, nodes or edges, by their names."""
    return {
        name: fact_line(start_tag(level, "data", key=key)[:-1], "</data>\n", escape)
        for (which, name), key in KEYS.items()
        if which == scope
    }

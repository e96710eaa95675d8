"""GraphML, for yEd, Cytoscape, igraph and whoever reads XML.

An infinite value is written as XML Schema wants it, INF, which networkx writes in GEXF and here does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plyscope.export.graph import empty_graph, growing, parts_of_edges, parts_of_nodes, serialised
from plyscope.export.selection import Selection

INFINITIES = {"inf": "INF", "-inf": "-INF"}


def pieces(selection: Selection) -> Iterator[str]:
    from networkx.readwrite.graphml import GraphMLWriter

    graph = empty_graph(selection)
    yield from growing(graph, selection)
    writer = GraphMLWriter()
    element = writer.myElement("graph", edgedefault="directed")
    writer.add_attributes("graph", element, graph.graph, {})
    for part in parts_of_nodes(graph):
        writer.add_nodes(part, element)
        yield ""
    for part in parts_of_edges(graph):
        writer.add_edges(part, element)
        yield ""
    yield from with_data(writer)
    writer.xml.append(element)
    yield from serialised(writer.xml)


def with_data(writer: Any) -> Iterator[str]:
    """What networkx has noted of all elements goes into them."""
    for element, told in writer.attributes.items():
        for name, value, scope, default in told:
            text = INFINITIES.get(str(value), str(value)) if isinstance(value, float) else str(value)
            element.append(writer.add_data(name, type(value), text, scope, default))
        yield ""

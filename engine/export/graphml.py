"""GraphML, for yEd, Cytoscape, igraph and whoever reads XML.

An infinite value is written as XML Schema wants it, INF, which networkx writes in GEXF and here does not.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.export.graph import empty_graph, growing
from engine.export.selection import Selection

INFINITIES = {"inf": "INF", "-inf": "-INF"}


def pieces(selection: Selection) -> Iterator[str]:
    from networkx.readwrite.graphml import GraphMLWriter

    graph = empty_graph(selection)
    yield from growing(graph, selection)
    writer = GraphMLWriter(graph)
    doubles = {key.get("id") for key in writer.xml.iter("key") if key.get("attr.type") == "double"}
    for data in writer.xml.iter("data"):
        if data.get("key") in doubles:
            data.text = INFINITIES.get(data.text, data.text)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield str(writer) + "\n"

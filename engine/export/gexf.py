"""GEXF, for Gephi: the same graph, and where its nodes stand and what colour they have.

networkx writes the day on which it did so into the file; the same recording gives the same bytes here.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.export.graph import graph_of
from engine.export.selection import Selection


def pieces(selection: Selection) -> Iterator[str]:
    from networkx.readwrite.gexf import GEXFWriter

    writer = GEXFWriter(graph_of(selection))
    for meta in writer.xml.iter("meta"):
        meta.attrib.pop("lastmodifieddate", None)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield str(writer) + "\n"

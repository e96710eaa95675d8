"""GEXF, for Gephi: the same graph, and where its nodes stand and what colour they have.

networkx writes the day on which it did so into the file; the same recording gives the same bytes here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element, SubElement

from plyscope.export.drawing import Figure, Look, draw_in_parts
from plyscope.export.graph import empty_graph, growing, parts_of_edges, parts_of_nodes, serialised
from plyscope.export.palette import PALETTES, Palette, channels
from plyscope.export.selection import Selection

if TYPE_CHECKING:
    import networkx


def pieces(selection: Selection) -> Iterator[str]:
    from networkx.readwrite.gexf import GEXFWriter

    graph = empty_graph(selection)
    yield from growing(graph, selection)
    palette = PALETTES[selection.extent.theme]
    drawing = yield from draw_in_parts(selection)
    for figure in drawing.figures:
        red, green, blue = channels(colour(figure, palette))
        graph.nodes[figure.node.number]["viz"] = {
            "position": {"x": round(figure.x, 1), "y": round(drawing.height - figure.y, 1), "z": 0.0},
            "color": {"r": red, "g": green, "b": blue, "a": 1.0},
        }
    writer = GEXFWriter()
    for meta in writer.xml.iter("meta"):
        meta.attrib.pop("lastmodifieddate", None)
    yield from with_elements(writer, graph)
    yield from serialised(writer.xml, spaces=[("viz", writer.NS_VIZ)])


def with_elements(writer: Any, graph: networkx.DiGraph[int]) -> Iterator[str]:
    """The writer's document gets its graph. networkx puts each part into an element of its own; here they are one."""
    element = Element("graph", defaultedgetype="directed", mode="static", name="")
    writer.graph_element = element
    nodes, edges = SubElement(element, "nodes"), SubElement(element, "edges")
    for part in parts_of_nodes(graph):
        made = Element("made")
        writer.add_nodes(part, made)
        nodes.extend(made[0])
        yield ""
    for part in parts_of_edges(graph):
        made = Element("made")
        writer.add_edges(part, made)
        edges.extend(made[0])
        yield ""
    writer.xml.append(element)


def colour(figure: Figure, palette: Palette) -> str:
    """That of its value; of what has none, how it stands."""
    known = {Look.STUB: palette.pruned, Look.FUTURE: palette.hairline, Look.OPEN: palette.ink}
    return known.get(figure.look) or palette.of_shade(figure.shade)

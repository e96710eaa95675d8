"""GEXF, for Gephi: the same graph, and where its nodes stand and what colour they have.

networkx writes the day on which it did so into the file; the same recording gives the same bytes here.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.export.drawing import Figure, Look, draw
from engine.export.graph import empty_graph, growing
from engine.export.palette import PALETTES, Palette, channels
from engine.export.selection import Selection


def pieces(selection: Selection) -> Iterator[str]:
    from networkx.readwrite.gexf import GEXFWriter

    graph = empty_graph(selection)
    yield from growing(graph, selection)
    drawing, palette = draw(selection), PALETTES[selection.extent.theme]
    for figure in drawing.figures:
        red, green, blue = channels(colour(figure, palette))
        graph.nodes[figure.node.number]["viz"] = {
            "position": {"x": round(figure.x, 1), "y": round(drawing.height - figure.y, 1), "z": 0.0},
            "color": {"r": red, "g": green, "b": blue, "a": 1.0},
        }
    writer = GEXFWriter(graph)
    for meta in writer.xml.iter("meta"):
        meta.attrib.pop("lastmodifieddate", None)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield str(writer) + "\n"


def colour(figure: Figure, palette: Palette) -> str:
    """That of its value; of what has none, how it stands."""
    known = {Look.STUB: palette.pruned, Look.FUTURE: palette.hairline, Look.OPEN: palette.ink}
    return known.get(figure.look) or palette.of_shade(figure.shade)

"""GEXF, for Gephi: the same graph, and where its nodes stand and what colour they have.

Up to a size the nodes are where our own drawings have them. Larger graphs are written node by node, in the same memory
whatever their size, and all who open one of these lay it out anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from plyscope.export.drawing import Figure, Look, draw_in_parts, figures_one_by_one
from plyscope.export.graph import EDGE_TYPES, NODE_TYPES, XML, Facts, edges, element, end, node_facts, start
from plyscope.export.palette import PALETTES, Palette, channels
from plyscope.export.selection import Selection

SPACE = "http://www.gexf.net/1.2draft"
NODE_IDS = {name: number for number, name in enumerate(name for name in NODE_TYPES if name != "label")}
EDGE_IDS = {name: len(NODE_IDS) + number for number, name in enumerate(EDGE_TYPES)}
"""The numbers of the facts. The label of a node is no fact but an attribute of its own."""
MAX_LAID_OUT = 50_000
"""The largest number of nodes that are laid out as in our own drawings."""


def pieces(selection: Selection) -> Iterator[str]:
    figures: Iterable[Figure]
    if len(selection) > MAX_LAID_OUT:
        figures, height = (figure for figure, _ in figures_one_by_one(selection)), 0.0
    else:
        drawing = yield from draw_in_parts(selection)
        figures, height = drawing.figures, drawing.height
    palette = PALETTES[selection.extent.theme]
    yield XML
    yield (
        f'<gexf xmlns="{SPACE}" xmlns:viz="{SPACE}/viz" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
        f' xsi:schemaLocation="{SPACE} {SPACE}/gexf.xsd" version="1.2">\n'
    )
    yield start(1, "meta") + element(2, "creator", "Plyscope") + end(1, "meta")
    yield start(1, "graph", defaultedgetype="directed", mode="static", name="")
    for scope, types, ids in (("node", NODE_TYPES, NODE_IDS), ("edge", EDGE_TYPES, EDGE_IDS)):
        yield start(2, "attributes", mode="static", class_=scope)
        for name, number in ids.items():
            yield element(3, "attribute", id=number, title=name, type=types[name])
        yield end(2, "attributes")
    yield start(2, "nodes")
    for figure in figures:
        yield node_element(selection, figure, palette, height)
    yield end(2, "nodes") + start(2, "edges")
    for source, target, facts in edges(selection):
        values = "".join(attribute_values(facts, EDGE_IDS))
        yield start(3, "edge", source=source, target=target, id=target) + values + end(3, "edge")
    yield end(2, "edges") + end(1, "graph") + end(0, "gexf")


def node_element(selection: Selection, figure: Figure, palette: Palette, height: float) -> str:
    """A node; in Gephi y grows upwards from the drawing's bottom."""
    facts = node_facts(selection, figure.node)
    red, green, blue = channels(colour(figure, palette))
    return "".join(
        [
            start(3, "node", id=figure.node.number, label=facts.pop("label")),
            element(4, "viz:color", r=red, g=green, b=blue, a=1.0),
            element(4, "viz:position", x=round(figure.x, 1), y=round(height - figure.y, 1), z=0.0),
            *attribute_values(facts, NODE_IDS),
            end(3, "node"),
        ]
    )


def attribute_values(facts: Facts, ids: dict[str, int]) -> Iterator[str]:
    yield start(4, "attvalues")
    for name, fact in facts.items():
        yield element(5, "attvalue", for_=ids[name], value=fact)
    yield end(4, "attvalues")


def colour(figure: Figure, palette: Palette) -> str:
    """Of its value; of a node without one, of its state."""
    without_value = {Look.STUB: palette.pruned, Look.FUTURE: palette.hairline, Look.OPEN: palette.ink}
    return without_value.get(figure.look) or palette.of_shade(figure.shade)

"""GEXF, for Gephi: the same graph, and where its nodes stand and what colour they have.

Up to a size the nodes are where our own drawings have them. Larger graphs are written as they are read, in the same
memory whatever their size, and all who open one of these lay it out anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import quoteattr

from plyscope.export.drawing import Look, Spot, draw_in_parts, spots_one_by_one
from plyscope.export.graph import (
    EDGE_TYPES,
    NODE_TYPES,
    XML,
    Columns,
    NodeColumns,
    as_lines,
    edge_columns,
    element,
    end_tag,
    fact_line,
    start_tag,
)
from plyscope.export.node_facts import Column
from plyscope.export.palette import PALETTES, channels
from plyscope.export.repeated import Texts
from plyscope.export.selection import Selection, in_batches

NAMESPACE = "http://www.gexf.net/1.2draft"
NODE_IDS = {name: number for number, name in enumerate(name for name in NODE_TYPES if name != "label")}
EDGE_IDS = {name: len(NODE_IDS) + number for number, name in enumerate(EDGE_TYPES)}
"""The numbers of the facts. The label of a node is no fact but an attribute of its own."""
MAX_LAID_OUT = 50_000
"""The largest number of nodes that are laid out as in our own drawings."""


def pieces(selection: Selection) -> Iterator[str]:
    """Iterate over the file: its head, the nodes with their places, and the edges."""
    drawing = None if len(selection) > MAX_LAID_OUT else (yield from draw_in_parts(selection))
    height = 0.0 if drawing is None else drawing.height

    def spots() -> Iterator[Spot]:
        return spots_one_by_one(selection) if drawing is None else (figure.spot for figure in drawing.figures)

    yield XML
    yield (
        f'<gexf xmlns="{NAMESPACE}" xmlns:viz="{NAMESPACE}/viz" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
        f' xsi:schemaLocation="{NAMESPACE} {NAMESPACE}/gexf.xsd" version="1.2">\n'
    )
    yield start_tag(1, "meta") + element(2, "creator", "Plyscope") + end_tag(1, "meta")
    yield start_tag(1, "graph", defaultedgetype="directed", mode="static", name="")
    for scope, types, ids in (("node", NODE_TYPES, NODE_IDS), ("edge", EDGE_TYPES, EDGE_IDS)):
        yield start_tag(2, "attributes", mode="static", class_=scope)
        for name, number in ids.items():
            yield element(3, "attribute", id=number, title=name, type=types[name])
        yield end_tag(2, "attributes")
    yield start_tag(2, "nodes")
    for node, lines in as_lines(placed_columns(selection, spots(), height), node_texts()):
        yield f'      <node id="{node.number}"{lines}        </attvalues>\n      </node>\n'
    yield end_tag(2, "nodes") + start_tag(2, "edges")
    # A picture has more nodes than the search has called: what is given below pruned moves, too.
    drawn = in_batches(spot.node for spot in spots())
    for node, lines in as_lines(edge_columns(selection, drawn), fact_texts(EDGE_IDS)):
        ends = f'source="{node.parent}" target="{node.number}" id="{node.number}"'
        yield f"      <edge {ends}>\n        <attvalues>\n{lines}        </attvalues>\n      </edge>\n"
    yield end_tag(2, "edges") + end_tag(1, "graph") + end_tag(0, "gexf")


def placed_columns(selection: Selection, spots: Iterable[Spot], height: float) -> Columns:
    """Iterate over batches of nodes with their facts and the lines of colour and place."""
    facts, palette = NodeColumns(selection), PALETTES[selection.extent.theme]
    without_value = {Look.STUB: palette.pruned, Look.FUTURE: palette.hairline, Look.OPEN: palette.ink}
    for batch in in_batches(spots):
        nodes = [spot.node for spot in batch]
        found = facts.of(nodes)
        places: Column = [place(spot, height) for spot in batch]
        # The colour is that of the value; of a node without one, that of its state.
        colours: Column = [without_value.get(spot.look) or palette.of_shade(spot.shade) for spot in batch]
        yield nodes, {"label": found.pop("label"), "colour": colours, "place": places, **found}


def place(spot: Spot, height: float) -> str:
    """Return the line of a node's place; in Gephi y grows upwards."""
    return f'        <viz:position x="{round(spot.x, 1)}" y="{round(height - spot.y, 1)}" z="0.0" />\n'


def node_texts() -> dict[str, Texts]:
    """Return the writers of a node's facts, by their names."""
    return {
        "label": Texts(lambda label: f" label={quoteattr(label)}>\n"),
        "colour": Texts(colour_line),
        "place": Texts(lambda place: f"{place}        <attvalues>\n"),
        **fact_texts(NODE_IDS),
    }


def fact_texts(ids: dict[str, int]) -> dict[str, Texts]:
    """Return the writers of facts that the head has declared under numbers."""
    return {name: fact_line(f'          <attvalue for="{key}" value=', " />\n", quoteattr) for name, key in ids.items()}


def colour_line(colour: str) -> str:
    """Return the line of a colour."""
    red, green, blue = channels(colour)
    return element(4, "viz:color", r=red, g=green, b=blue, a=1.0)

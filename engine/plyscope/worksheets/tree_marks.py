"""The tree at a step as marks: the picture of the drawn exports, for paper that is photocopied.

Nothing is shown by a fill alone: what runs has a thick outline, what is best a thick edge, what is pruned dashes and a
severed edge, and what has not been searched yet is thin.
"""

from __future__ import annotations

from collections.abc import Iterator

from plyscope.export.drawing import TIGHT, Drawing, Edge, Figure, Look, Shape, corners, draw, height_of
from plyscope.export.extent import Extent
from plyscope.export.node_texts import Label
from plyscope.export.selection import Selection
from plyscope.model.steps import Steps
from plyscope.model.trace import Trace
from plyscope.worksheets.pages import INK, Box, Mark, Stroke, Text, circle

PALE = "#9AA0A6"
"""What is still to come."""
LINES = {Look.DONE: 0.9, Look.OPEN: 1.9, Look.BEST: 2.0, Look.FUTURE: 0.5}
"""The widths of outlines and edges; all others are drawn with the usual one, dashed."""
USUAL_LINE = 0.7
QUIET = ("quiet", "edge")


class TreePicture:
    """The tree of a recording at any of its steps, always of one size and with every node in its place."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        last = self.drawing(Steps(trace).count - 1)
        self.width, self.high = last.width, last.height
        """In units of the drawing, of which a letter of a value has twelve."""

    def drawing(self, step: int) -> Drawing:
        return draw(Selection(self.trace, Extent(step=step)), TIGHT)

    def marks(self, step: int, left: float, top: float, scale: float, tint: str) -> list[Mark]:
        """The marks at a step, from a top left corner, so many points to a unit; `tint` is behind what runs now."""
        return list(Pen(left, top, scale, tint).marks(self.drawing(step)))


class Pen:
    """Drawing at a place, in a size."""

    def __init__(self, left: float, top: float, scale: float, tint: str) -> None:
        self.left, self.top, self.scale, self.tint = left, top, scale, tint

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.left + x * self.scale, self.top + y * self.scale

    def marks(self, drawing: Drawing) -> Iterator[Mark]:
        for figure in drawing.figures:
            if figure.is_now:
                x, y, width, high = figure.ring
                yield self.box(x, y, width, high, 0.0, 5.0, fill=self.tint)
        for link in drawing.links:
            curve, head = (tuple(self.at(x, y) for x, y in points) for points in (link.points, link.head))
            yield Stroke(curve, USUAL_LINE, dashed=True)
            yield Stroke(head, 0.0, closed=True, fill=INK)
        for edge in drawing.edges:
            yield from self.edge(edge)
        for figure in drawing.figures:
            yield self.shape(figure)
            yield from map(self.text, figure.labels)

    def edge(self, edge: Edge) -> Iterator[Mark]:
        yield self.stroke(((edge.x, edge.y), (edge.to_x, edge.to_y)), edge.look)
        if edge.look is Look.STUB:
            for x, y, to_x, to_y in edge.severed():
                yield Stroke((self.at(x, y), self.at(to_x, to_y)), 1.1)
        if edge.label is not None:
            yield self.text(edge.label)

    def shape(self, figure: Figure) -> Mark:
        x, y, look = figure.x, figure.y, figure.look
        half = height_of(figure.shape, look) / 2
        if figure.shape is Shape.SQUARE:
            return self.box(x - half, y - half, 2 * half, 2 * half, line_of(look), 2.0, look, "#FFFFFF")
        if figure.shape is Shape.CIRCLE:
            return self.stroke(circle(x, y, half), look, is_closed=True)
        return self.stroke(tuple((x + dx, y + dy) for dx, dy in corners(figure.shape, look)), look, is_closed=True)

    def text(self, label: Label) -> Text:
        is_quiet = label.style.colour in QUIET
        align = "center" if label.is_centred else "left"
        size = label.letter_size * self.scale
        return Text(*self.at(label.x, label.y), label.text, size, label.style.bold, is_quiet, align)

    def stroke(self, points: tuple[tuple[float, float], ...], look: Look, *, is_closed: bool = False) -> Stroke:
        fill = "#FFFFFF" if is_closed else ""
        placed = tuple(self.at(x, y) for x, y in points)
        return Stroke(placed, line_of(look), look not in LINES, is_closed, colour_of(look), fill)

    def box(
        self, x: float, y: float, width: float, high: float, line: float, radius: float, look: Look = Look.DONE,
        fill: str = "",
    ) -> Box:  # fmt: skip
        left, top = self.at(x, y)
        size, is_dashed = self.scale, look not in LINES
        return Box(left, top, width * size, high * size, line, radius * size, is_dashed, fill, colour_of(look))


def line_of(look: Look) -> float:
    return LINES.get(look, USUAL_LINE)


def colour_of(look: Look) -> str:
    return PALE if look is Look.FUTURE else INK

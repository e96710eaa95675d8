"""The tree at a step as marks: the picture of the drawn exports, for paper that is photocopied.

Nothing is shown by a fill alone: what runs has a thick outline, what is best a thick edge, what is pruned dashes and a
severed edge, and what has not been searched yet is thin.
"""

from __future__ import annotations

from collections.abc import Iterator

from plyscope.export.drawing import TIGHT, Drawing, Edge, Figure, Look, draw
from plyscope.export.extent import Extent
from plyscope.export.marks import DASHES, INK, QUIET, Box, DrawingMarks, Line, Mark, placed
from plyscope.export.node_texts import Label
from plyscope.export.selection import Selection
from plyscope.model.steps import Steps
from plyscope.model.trace import Trace

PALE = "#9AA0A6"
"""What is still to come."""
LINES = {Look.DONE: 0.9, Look.OPEN: 1.9, Look.BEST: 2.0, Look.FUTURE: 0.5}
"""The widths of outlines and edges; all others are drawn with the usual one, dashed."""
USUAL_LINE = 0.7


class TreePicture:
    """The tree of a recording at any step, always with the same size and places."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        last = self.drawing(Steps(trace).count - 1)
        self.width, self.high = last.width, last.height
        """In units of the drawing, of which a letter of a value has twelve."""

    def drawing(self, step: int) -> Drawing:
        """Return the drawing at a step."""
        return draw(Selection(self.trace, Extent(step=step)), TIGHT)

    def marks(self, step: int, left: float, top: float, scale: float, tint: str) -> list[Mark]:
        """Return the marks at a step, moved and scaled; `tint` is behind what runs now."""
        return placed(PrintedMarks(self.drawing(step), tint).marks(), left, top, scale)


class PrintedMarks(DrawingMarks):
    """The marks of a drawing for paper that is photocopied."""

    severed_width = 1.1

    def __init__(self, drawing: Drawing, tint: str) -> None:
        super().__init__(drawing)
        self.tint, self.now = tint, ""

    def marks(self) -> Iterator[Mark]:
        """Iterate over the marks; what is behind a running node lies below its edges, too."""
        yield from (Box(*figure.ring, 0.0, 8.0, fill=self.tint) for figure in self.drawing.figures if figure.is_now)
        yield from self.parts()

    def link_line(self) -> Line:
        return Line(USUAL_LINE, INK, DASHES)

    def edge_lines(self, edge: Edge) -> list[Line]:
        return [self._line(edge.look)]

    def figure_look(self, figure: Figure) -> tuple[Line, str]:
        return self._line(figure.look), "#FFFFFF"

    def _line(self, look: Look) -> Line:
        """Return the line for a look, told apart by width and dashes."""
        dashes = None if look in LINES else DASHES
        return Line(LINES.get(look, USUAL_LINE), PALE if look is Look.FUTURE else INK, dashes)

    def text_colour(self, label: Label) -> str:
        return QUIET if label.style.colour in ("quiet", "edge") else INK

"""Marks: the texts, strokes and boxes of which pictures and pages consist, each with its place and all of its look.

Drawings of trees, boards and the pages of worksheets become marks here, once; a format that has nothing but lines and
letters is a pen for the three kinds of them. y grows downwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from plyscope.export.boards import (
    CORE_RADIUS,
    CROSS_ARM,
    DISC_RADIUS,
    LAST_RING_RADIUS,
    RING_RADIUS,
    BoardColours,
    BoardDrawing,
    CellDrawing,
    Pen,
    draw_board,
    hexagon,
    piece_outlines,
)
from plyscope.export.drawing import Drawing, Edge, Figure, Look, Shape, corners, height_of
from plyscope.export.node_texts import Label, Role
from plyscope.export.palette import DISCS, mixed
from plyscope.model.position import FIRST

INK, QUIET = "#1B1D21", "#646A72"
"""The colours of what is printed."""
DASHES = (3.0, 2.4)
PALE_SHARE = 0.35
"""The share of their colour that boards have which the search has not reached."""
ROLES_ON_EDGES = (Role.MOVE, Role.BEST_MOVE, Role.OPEN_MOVE, Role.FUTURE_MOVE)
"""Texts with a ground of their own, so that no edge runs through them."""

Points = tuple[tuple[float, float], ...]


class Text(NamedTuple):
    """A line of text; y is its baseline."""

    x: float
    y: float
    text: str
    size: float = 10.0
    bold: bool = False
    colour: str = INK
    align: str = "left"
    """left, center or right of x."""
    fixed: bool = False
    """In letters that are all equally wide."""
    ground: str = ""
    """A colour behind it; empty for none."""


class Stroke(NamedTuple):
    """A line from point to point."""

    points: Points
    width: float = 0.7
    """0 for none, where only the inside is filled."""
    dashes: tuple[float, float] | None = None
    """The lengths of a dash and of the gap after it."""
    closed: bool = False
    colour: str = INK
    fill: str = ""
    """A colour for the inside of a closed line; empty for none."""


class Box(NamedTuple):
    """A rectangle with round corners, or a circle."""

    x: float
    y: float
    width: float
    high: float
    line: float = 0.7
    """The width of its outline; 0 for none."""
    radius: float = 2.0
    dashes: tuple[float, float] | None = None
    fill: str = ""
    colour: str = INK
    """Of its outline."""


Mark = Text | Stroke | Box


def circle(x: float, y: float, radius: float, line: float, colour: str = INK, fill: str = "") -> Box:
    """Return a circle as a box with round corners."""
    return Box(x - radius, y - radius, 2 * radius, 2 * radius, line, radius, None, fill, colour)


def placed(marks: Iterable[Mark], left: float, top: float, scale: float = 1.0) -> list[Mark]:
    """Return marks moved and scaled; their lines stay as wide as they are."""

    def put(mark: Mark) -> Mark:
        if isinstance(mark, Stroke):
            return mark._replace(points=tuple((left + x * scale, top + y * scale) for x, y in mark.points))
        x, y = left + mark.x * scale, top + mark.y * scale
        if isinstance(mark, Text):
            return mark._replace(x=x, y=y, size=mark.size * scale)
        wide, high = mark.width * scale, mark.high * scale
        return mark._replace(x=x, y=y, width=wide, high=high, radius=mark.radius * scale)

    return [put(mark) for mark in marks]


class Line(NamedTuple):
    """The width, colour and dashes of a line."""

    width: float
    colour: str
    dashes: tuple[float, float] | None = None


class DrawingMarks:
    """The marks of a drawing in the colours of its palette, as the SVG shows it."""

    severed_width = 1.4

    def __init__(self, drawing: Drawing) -> None:
        self.drawing, self.palette, self.now = drawing, drawing.palette, drawing.palette.now

    def marks(self) -> Iterator[Mark]:
        """Iterate over all marks with the paper behind them, in the order of painting."""
        yield Box(0, 0, self.drawing.width, self.drawing.height, 0.0, 0.0, fill=self.palette.paper)
        yield from self.parts()

    def parts(self) -> Iterator[Mark]:
        """Iterate over the marks on the paper."""
        drawing, link_line = self.drawing, self.link_line()
        for link in drawing.links:
            yield Stroke(link.points, link_line.width, link_line.dashes, colour=link_line.colour)
            yield Stroke(link.head, 0.0, closed=True, fill=link_line.colour)
        for edge in drawing.edges:
            yield from self.edge(edge)
        for edge in drawing.edges:
            if edge.label is not None:
                yield self.text(edge.label)
        for figure in drawing.figures:
            yield from self.figure(figure)

    def edge(self, edge: Edge) -> Iterator[Mark]:
        """Iterate over the marks of an edge."""
        ends = ((edge.x, edge.y), (edge.to_x, edge.to_y))
        for line in self.edge_lines(edge):
            yield Stroke(ends, line.width, line.dashes, colour=line.colour)
        if edge.look is Look.STUB:
            for x, y, to_x, to_y in edge.severed():
                yield Stroke(((x, y), (to_x, to_y)), self.severed_width, colour=self.palette.ink)

    def figure(self, figure: Figure) -> Iterator[Mark]:
        """Iterate over the marks of a node: cursor, board, shape and texts."""
        if figure.is_now and self.now:
            yield Box(*figure.ring, 0.0, 8.0, fill=self.now)
        if figure.board is not None:
            pen = BoardMarks(self.drawing.board_colours, figure.board_at, is_pale=figure.is_pale)
            draw_board(figure.board, pen)
            yield from pen.marks
        yield self.shape(figure)
        yield from map(self.text, figure.labels)

    def shape(self, figure: Figure) -> Mark:
        """Return the mark of a node's shape."""
        x, y, (line, fill) = figure.x, figure.y, self.figure_look(figure)
        half = height_of(figure.shape, figure.look) / 2
        if figure.shape is Shape.SQUARE:
            return Box(x - half, y - half, 2 * half, 2 * half, line.width, 3.0, line.dashes, fill, line.colour)
        if figure.shape is Shape.CIRCLE:
            return circle(x, y, half, line.width, line.colour, fill)._replace(dashes=line.dashes)
        points = tuple((x + right, y + down) for right, down in corners(figure.shape, figure.look))
        return Stroke(points, line.width, line.dashes, True, line.colour, fill)

    def text(self, label: Label) -> Text:
        """Return the mark of a label."""
        align, ground = "center" if label.is_centred else "left", label.role in ROLES_ON_EDGES
        return Text(label.x, label.y, label.text, label.letter_size, label.style.bold, self.text_colour(label), align,
                    ground=self.palette.paper if ground else "")  # fmt: skip

    # How it looks

    def link_line(self) -> Line:
        """Return the look of links."""
        return Line(1.2, self.palette.quiet, (4, 3))

    def edge_lines(self, edge: Edge) -> list[Line]:
        """Return the lines of an edge, from the lowest to the uppermost."""
        palette, look = self.palette, edge.look
        if look is Look.OPEN:
            return [Line(11, palette.now), Line(2.4, palette.ink)]
        if look is Look.BEST:
            return [Line(3.2, palette.of_shade(edge.shade))]
        dashes = {Look.LEFT_OUT: (1, 3), Look.STUB: (3, 3), Look.GHOST: (3, 3)}.get(look)
        return [
            Line(1.3, palette.pruned if dashes else palette.hairline if look is Look.FUTURE else palette.edge, dashes)
        ]

    def figure_look(self, figure: Figure) -> tuple[Line, str]:
        """Return the outline of a node, and its fill."""
        palette, look = self.palette, figure.look
        if look in (Look.STUB, Look.PRUNED):
            return Line(1.2, palette.pruned, (2.5, 2)), palette.paper
        if look is Look.GHOST:
            return Line(1.2, palette.quiet, (2.5, 2)), palette.pale_of_shade(figure.shade)
        if look is Look.DONE:
            return Line(0, palette.ink), palette.of_shade(figure.shade)
        return (Line(1.3, palette.hairline) if look is Look.FUTURE else Line(2.2, palette.ink)), palette.card

    def text_colour(self, label: Label) -> str:
        """Return the colour of a label."""
        return str(getattr(self.palette, label.style.colour))


class BoardMarks(Pen):
    """The pen that draws a board as marks, as the SVG shows it."""

    grid_width = 0.8

    def __init__(self, colours: BoardColours, at: tuple[float, float] = (0.0, 0.0), *, is_pale: bool = False) -> None:
        """The board's own places begin at a point."""
        self.colours, self.palette, self.at, self.is_pale = colours, colours.palette, at, is_pale
        self.marks: list[Mark] = []

    # Putting marks

    def shown(self, colour: str) -> str:
        """Return a colour, paler on a pale board."""
        return mixed(self.palette.paper, colour, PALE_SHARE) if self.is_pale and colour else colour

    def box(self, left: float, top: float, width: float, high: float, fill: str, line: float = 0.0, radius: float = 0.0,
            colour: str = INK) -> None:  # fmt: skip
        """Add a rectangle by its place on the board."""
        x, y = self.at[0] + left, self.at[1] + top
        self.marks.append(Box(x, y, width, high, line, radius, None, self.shown(fill), self.shown(colour)))

    def square(self, board: BoardDrawing, cell: CellDrawing, fill: str, gap: float) -> None:
        """Add the ground of a cell, smaller by a gap on every side."""
        wide, high = board.cell_width - 2 * gap, board.cell - 2 * gap
        self.box(cell.x - wide / 2, cell.y - high / 2, wide, high, fill)

    def circle(self, board: BoardDrawing, cell: CellDrawing, radius: float, fill: str, line: float = 0.0,
               colour: str = INK) -> None:  # fmt: skip
        """Add a circle in the middle of a cell; its radius is a share of the cell."""
        reach = board.cell * radius
        self.box(cell.x - reach, cell.y - reach, 2 * reach, 2 * reach, fill, line, reach, colour)

    def stroke(self, points: Iterable[tuple[float, float]], width: float, colour: str, fill: str | None = None) -> None:
        """Add a line, closed where it has a fill."""
        at = tuple((self.at[0] + x, self.at[1] + y) for x, y in points)
        self.marks.append(Stroke(at, width, None, fill is not None, self.shown(colour), self.shown(fill or "")))

    def hexagon(self, board: BoardDrawing, cell: CellDrawing, width: float, colour: str, fill: str) -> None:
        """Add the hexagon of a cell."""
        self.stroke(((cell.x + x, cell.y + y) for x, y in hexagon(board.cell)), width, colour, fill)

    # The parts of a board

    def frame(self, board: BoardDrawing) -> None:
        palette = self.palette
        self.box(board.left, board.top, board.width, board.height, palette.card, 0.8, 2.0, palette.hairline)

    def grid(self, board: BoardDrawing, across: list[float], down: list[float]) -> None:
        left, top, right, bottom = board.left, board.top, board.left + board.width, board.top + board.height
        for x in across:
            self.stroke(((left + x, top + 1), (left + x, bottom - 1)), self.grid_width, self.palette.hairline)
        for y in down:
            self.stroke(((left + 1, top + y), (right - 1, top + y)), self.grid_width, self.palette.hairline)

    def dark_square(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.square(board, cell, self.colours.dark_square, 0.0)

    def free_cell(self, board: BoardDrawing, cell: CellDrawing) -> None:
        if board.is_hexagonal:
            self.hexagon(board, cell, self.grid_width, self.palette.hairline, self.palette.card)
        elif board.has_discs:
            self.circle(board, cell, DISC_RADIUS, self.colours.hole)

    def tint(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.square(board, cell, self.colours.tint(cell.owner), 0.0 if board.is_text else 0.5)

    def taken_hexagon(self, board: BoardDrawing, cell: CellDrawing) -> None:
        owner, colours = cell.owner, self.colours
        rim = (1.6, colours.side(owner)) if cell.is_last else (1.0, colours.taken_rim(owner))
        self.hexagon(board, cell, *rim, colours.taken(owner))

    def mark(self, board: BoardDrawing, cell: CellDrawing, is_hot: bool) -> None:
        x, y, reach = cell.x, cell.y, board.cell * CROSS_ARM
        colour = self.colours.side(cell.owner) if is_hot else self.palette.quiet
        if cell.owner == FIRST:
            for lean in (reach, -reach):
                self.stroke(((x - reach, y - lean), (x + reach, y + lean)), board.line_width, colour)
        else:
            self.circle(board, cell, RING_RADIUS, "", board.line_width, colour)

    def piece(self, board: BoardDrawing, cell: CellDrawing) -> None:
        fill, line = self.palette.of_piece(cell.owner == FIRST)
        for outline in piece_outlines(board, cell):
            self.stroke(outline, max(0.4, board.cell * 0.03), line, fill)

    def letter(self, board: BoardDrawing, cell: CellDrawing) -> None:
        x, y, is_text = self.at[0] + cell.x, self.at[1] + cell.y + board.letter_down, board.is_text
        self.marks.append(
            Text(x, y, cell.label, board.letter_size, not is_text, self.shown(self.palette.ink), "center", is_text)
        )

    def last_ring(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.circle(board, cell, LAST_RING_RADIUS, self.palette.card, 1.0, self.palette.ink)

    def disc(self, board: BoardDrawing, cell: CellDrawing) -> None:
        disc = DISCS[cell.owner - 1]
        self.circle(board, cell, DISC_RADIUS, disc.fill, 0.8, disc.outline)
        if cell.owner == FIRST:
            self.circle(board, cell, CORE_RADIUS, disc.outline)

    def winning_line(self, board: BoardDrawing, line: tuple[float, float, float, float]) -> None:
        self.stroke((line[:2], line[2:]), board.line_width * 1.3, self.colours.line(board))

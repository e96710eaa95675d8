"""A board as marks on a page."""

from __future__ import annotations

from plyscope.export.boards import (
    CORE,
    CROSS_ARM,
    DISC,
    LAST_RING,
    RING,
    BoardColours,
    BoardDrawing,
    CellDrawing,
    Pen,
    describe_board,
    draw_board,
    hexagon,
)
from plyscope.export.chess_pieces import outlines
from plyscope.export.extent import LIGHT
from plyscope.export.palette import PALETTES
from plyscope.games.board_names import edge_names, free_squares
from plyscope.model.position import FIRST, Board, Position
from plyscope.worksheets.pages import Box, Mark, Stroke, Text, circle

PALETTE = PALETTES[LIGHT]


TINT = "#FFF0BF"
"""The colour of the square that the last move has changed."""
EDGE_ROOM, EDGE_NAME = 10.0, 7.5
"""Room beside a board for the names of its columns and rows, and the size of their letters."""


def named_board_marks(
    position: Position, size: float, at: tuple[float, float], last: int | None = None
) -> tuple[list[Mark], float]:
    """A board with the names of its columns and rows in the notation of the moves; and how high it all is.

    It is so wide and high at most, with the names.
    """
    board, game, notation = position.board(last), position.game, position.coordinates
    columns, rows = edge_names(board, game, notation)
    aside, below = EDGE_ROOM * bool(rows), EDGE_ROOM * bool(columns)
    unit = describe_board(board, 1.0)
    cell = min((size - aside) / unit.width, (size - below) / unit.height)
    drawing = describe_board(board, cell, (at[0] + aside, at[1]))
    marks, high = board_marks(board, max(drawing.width, drawing.height), (at[0] + aside, at[1]), position.max_side)
    middles = {one.place: (one.x, one.y) for one in drawing.cells}
    # A row or a column may have no cells.
    of_row = {row: y for (_, row), (_, y) in middles.items()}
    of_column = {column: x for (column, _), (x, _) in middles.items()}
    for row, y in sorted(of_row.items()) if rows else ():
        marks.append(Text(at[0] + aside - 4, y + EDGE_NAME * 0.36, rows[row], EDGE_NAME, quiet=True, align="right"))
    for column, x in sorted(of_column.items()) if columns else ():
        marks.append(Text(x, at[1] + high + EDGE_NAME + 1, columns[column], EDGE_NAME, quiet=True, align="center"))
    for place, name in free_squares(board, game, notation).items():
        x, y = middles[place]
        marks.append(Text(x, y + EDGE_NAME * 0.36, name, EDGE_NAME, quiet=True, align="center"))
    return marks, high + below


def board_marks(board: Board, size: float, at: tuple[float, float], max_side: int) -> tuple[list[Mark], float]:
    """The marks of a board that is so wide and high at most, its top left at a point; and how high it is."""
    unit = describe_board(board, 1.0)
    drawing = describe_board(board, size / max(unit.width, unit.height), at)
    pen = PagePen(BoardColours(PALETTE, max_side))
    draw_board(drawing, pen)
    return pen.marks, drawing.height


class PagePen(Pen):
    """The pen that makes marks."""

    def __init__(self, colours: BoardColours) -> None:
        self.colours = colours
        self.marks: list[Mark] = []

    def frame(self, board: BoardDrawing) -> None:
        box = Box(board.left, board.top, board.width, board.height, 0.9, 2.0, fill=PALETTE.card)
        self.marks.append(box)

    def grid(self, board: BoardDrawing, across: list[float], down: list[float]) -> None:
        for x in across:
            ends = ((board.left + x, board.top + 1), (board.left + x, board.top + board.height - 1))
            self.marks.append(Stroke(ends, 0.6, colour=PALETTE.hairline))
        for y in down:
            ends = ((board.left + 1, board.top + y), (board.left + board.width - 1, board.top + y))
            self.marks.append(Stroke(ends, 0.6, colour=PALETTE.hairline))

    def _square(self, board: BoardDrawing, cell: CellDrawing, fill: str) -> None:
        wide, high = board.cell_width - 1, board.cell - 1
        self.marks.append(Box(cell.x - wide / 2, cell.y - high / 2, wide, high, 0, 0, fill=fill))

    def dark_square(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self._square(board, cell, self.colours.dark_square)

    def tint(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self._square(board, cell, TINT)

    def left_behind(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self._square(board, cell, PALETTE.even_tint)

    def free_cell(self, board: BoardDrawing, cell: CellDrawing) -> None:
        if board.is_hexagonal:
            self._hexagon(board, cell, PALETTE.hairline, PALETTE.card)
        elif board.has_discs:
            self._disc(board, cell, DISC, 0, self.colours.hole)

    def _hexagon(self, board: BoardDrawing, cell: CellDrawing, colour: str, fill: str, width: float = 0.6) -> None:
        corners = tuple((cell.x + x, cell.y + y) for x, y in hexagon(board.cell))
        self.marks.append(Stroke(corners, width, closed=True, colour=colour, fill=fill))

    def _disc(self, board: BoardDrawing, cell: CellDrawing, radius: float, width: float, fill: str) -> None:
        points = circle(cell.x, cell.y, board.cell * radius)
        self.marks.append(Stroke(points, width, closed=True, colour=PALETTE.ink, fill=fill))

    def taken_hexagon(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self._hexagon(
            board,
            cell,
            self.colours.taken_rim(cell.owner),
            TINT if cell.is_last else self.colours.taken(cell.owner),
        )

    def last_hexagon(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self._hexagon(board, cell, self.colours.side(cell.owner), "", 1.4)

    def mark(self, board: BoardDrawing, cell: CellDrawing, is_hot: bool) -> None:
        colour, width, reach = self.colours.side(cell.owner), board.line_width, board.cell * CROSS_ARM
        if cell.owner == FIRST:
            for lean in (1, -1):
                ends = ((cell.x - reach, cell.y - lean * reach), (cell.x + reach, cell.y + lean * reach))
                self.marks.append(Stroke(ends, width, colour=colour))
        else:
            self.marks.append(Stroke(circle(cell.x, cell.y, board.cell * RING), width, closed=True, colour=colour))

    def last_ring(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self._disc(board, cell, LAST_RING, 0.8, TINT)

    def disc(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self._disc(board, cell, DISC, 0.6, self.colours.side(cell.owner))
        if cell.owner == FIRST:
            self._disc(board, cell, CORE, 0, PALETTE.card)

    def letter(self, board: BoardDrawing, cell: CellDrawing) -> None:
        place = (cell.x, cell.y + board.letter_down)
        self.marks.append(Text(*place, cell.label, board.letter_size, align="center", fixed=board.is_text))

    def piece(self, board: BoardDrawing, cell: CellDrawing) -> None:
        ink, card = (PALETTE.ink, PALETTE.card) if cell.owner == FIRST else (PALETTE.card, PALETTE.ink)
        for outline in outlines(cell.label):
            points = tuple((cell.x + x * board.cell, cell.y + y * board.cell) for x, y in outline)
            self.marks.append(Stroke(points, max(0.4, board.cell * 0.03), closed=True, colour=ink, fill=card))

    def winning_line(self, board: BoardDrawing, line: tuple[float, float, float, float]) -> None:
        x, y, to_x, to_y = line
        self.marks.append(Stroke(((x, y), (to_x, to_y)), board.line_width * 1.3, colour=PALETTE.ink))

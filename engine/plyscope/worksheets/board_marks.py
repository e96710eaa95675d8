"""A board as marks on a page."""

from __future__ import annotations

from plyscope.export.boards import (
    CORE_RADIUS,
    DISC_RADIUS,
    LAST_RING_RADIUS,
    BoardColours,
    BoardDrawing,
    CellDrawing,
    describe_board,
    draw_board,
)
from plyscope.export.extent import LIGHT
from plyscope.export.marks import QUIET, BoardMarks, Mark, Text
from plyscope.export.palette import PALETTES
from plyscope.games.board_names import edge_names, free_squares
from plyscope.model.position import FIRST, Board, Position

PALETTE = PALETTES[LIGHT]


TINT = "#FFF0BF"
"""The colour of the square that the last move has changed."""
EDGE_ROOM, EDGE_NAME = 10.0, 7.5
"""Room beside a board for the names of its columns and rows, and the size of their letters."""


def named_board_marks(
    position: Position, size: float, at: tuple[float, float], last: int | None = None
) -> tuple[list[Mark], float]:
    """Return the marks of a board with names of columns and rows, and the height of it all, in points.

    It is at most `size` wide and high, with the names; its top left is `at`.
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
        marks.append(Text(at[0] + aside - 4, y + EDGE_NAME * 0.36, rows[row], EDGE_NAME, colour=QUIET, align="right"))
    for column, x in sorted(of_column.items()) if columns else ():
        marks.append(Text(x, at[1] + high + EDGE_NAME + 1, columns[column], EDGE_NAME, colour=QUIET, align="center"))
    for place, name in free_squares(board, game, notation).items():
        x, y = middles[place]
        marks.append(Text(x, y + EDGE_NAME * 0.36, name, EDGE_NAME, colour=QUIET, align="center"))
    return marks, high + below


def board_marks(board: Board, size: float, at: tuple[float, float], max_side: int) -> tuple[list[Mark], float]:
    """Return the marks of a board of a size, its top left at a point, and its height."""
    unit = describe_board(board, 1.0)
    drawing = describe_board(board, size / max(unit.width, unit.height), at)
    pen = PrintedBoard(BoardColours(PALETTE, max_side))
    draw_board(drawing, pen)
    return pen.marks, drawing.height


class PrintedBoard(BoardMarks):
    """The pen for paper: the last move has a tint, and sides differ without colours."""

    grid_width = 0.6

    def frame(self, board: BoardDrawing) -> None:
        self.box(board.left, board.top, board.width, board.height, PALETTE.card, 0.9, 2.0)

    def dark_square(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.square(board, cell, self.colours.dark_square, 0.5)

    def tint(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.square(board, cell, TINT, 0.5)

    def left_behind(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.square(board, cell, PALETTE.even_tint, 0.5)

    def taken_hexagon(self, board: BoardDrawing, cell: CellDrawing) -> None:
        fill = TINT if cell.is_last else self.colours.taken(cell.owner)
        self.hexagon(board, cell, 0.6, self.colours.taken_rim(cell.owner), fill)

    def last_hexagon(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.hexagon(board, cell, 1.4, self.colours.side(cell.owner), "")

    def mark(self, board: BoardDrawing, cell: CellDrawing, is_hot: bool) -> None:
        super().mark(board, cell, True)

    def last_ring(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.circle(board, cell, LAST_RING_RADIUS, TINT, 0.8, PALETTE.ink)

    def disc(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.circle(board, cell, DISC_RADIUS, self.colours.side(cell.owner), 0.6, PALETTE.ink)
        if cell.owner == FIRST:
            self.circle(board, cell, CORE_RADIUS, PALETTE.card)

    def winning_line(self, board: BoardDrawing, line: tuple[float, float, float, float]) -> None:
        self.stroke((line[:2], line[2:]), board.line_width * 1.3, PALETTE.ink)

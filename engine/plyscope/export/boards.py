"""A small board in plain numbers: where each cell's middle is and what is in it.

A board as rows of cells, for forms that have no drawings in them but tables or lines of letters.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor

from plyscope.model.position import FIRST, Board, Cell

ROW_PITCH, CORNER_TO_CORNER = 0.866, 1.155
"""Of hexagons that are one wide and stand on a corner: from row to row, and their height."""
LARGEST, SMALLEST, SIDE = 15.0, 8.0, 54.0
"""A cell's size, and that of a board which it is chosen for."""


@dataclass(frozen=True, slots=True)
class CellDrawing:
    """One cell by its middle, from the top left of its board."""

    x: float
    y: float
    owner: int
    is_last: bool
    is_winning: bool
    place: Cell
    """Its column and its row."""


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """One board, from 0, 0 at its top left."""

    shape: str
    pieces: str
    width: float
    height: float
    cell: float
    columns: int
    rows: int
    cells: tuple[CellDrawing, ...]
    line: tuple[float, float, float, float] | None
    """Through the winning cells, from end to end."""
    winner: int
    """The side whose line it is; 0 without one."""


def draw_board(board: Board) -> BoardDrawing:
    hexagons = board.shape == "hex"
    high = CORNER_TO_CORNER if hexagons else 1.0
    middles = {place: middle(place, hexagons) for place in board.owners}
    left, right = min(x for x, _ in middles.values()) - 0.5, max(x for x, _ in middles.values()) + 0.5
    top, bottom = min(y for _, y in middles.values()) - high / 2, max(y for _, y in middles.values()) + high / 2
    cell = max(SMALLEST, min(LARGEST, floor(2 * SIDE / max(right - left, bottom - top)) / 2))
    placed = {place: ((x - left) * cell, (y - top) * cell) for place, (x, y) in middles.items()}
    winning = board.winning_line if len(board.winning_line) > 1 else ()
    return BoardDrawing(
        board.shape, board.pieces, (right - left) * cell, ceil((bottom - top) * cell), cell, board.columns, board.rows,
        tuple(
            CellDrawing(*placed[place], owner, place in board.last_move, place in winning, place)
            for place, owner in board.owners.items()
        ),
        through(placed[winning[0]], placed[winning[-1]], len(winning)) if winning else None,
        board.owners[winning[0]] if winning else 0,
    )  # fmt: skip


def middle(cell: Cell, is_hexagon: bool) -> tuple[float, float]:
    """Where every cell is one wide."""
    column, row = cell
    if not is_hexagon:
        return column + 0.5, row + 0.5
    return column + (1.0 if row % 2 else 0.5), row * ROW_PITCH + CORNER_TO_CORNER / 2


def through(start: tuple[float, float], end: tuple[float, float], cells: int) -> tuple[float, float, float, float]:
    """From a little before the first cell's middle to a little behind the last one's."""
    x, y = ((to - at) / max(1, cells - 1) * 0.33 for at, to in zip(start, end, strict=True))
    return start[0] - x, start[1] - y, end[0] + x, end[1] + y


FREE, NO_CELL = "·", "\u00a0"
"""The letter of a free cell, and that of a place that is none, which no program joins with the space beside it."""


def board_rows(board: BoardDrawing) -> list[list[CellDrawing | None]]:
    """From the top; None where a place is no cell of the board."""
    rows: list[list[CellDrawing | None]] = [[None] * board.columns for _ in range(board.rows)]
    for cell in board.cells:
        column, row = cell.place
        rows[row][column] = cell
    return rows


def board_lines(board: BoardDrawing) -> list[str]:
    """In letters that are all as wide: crosses and rings, full discs and empty ones. Odd rows of hexagons stand half
    a cell further right.
    """
    marks = ("●", "○") if board.pieces == "discs" else ("X", "O")
    lines = []
    for number, row in enumerate(board_rows(board)):
        letters = [letter_of(cell, marks) for cell in row]
        indent = NO_CELL * (board.shape == "hex" and number % 2)
        lines.append(indent + " ".join(letters))
    return lines


def letter_of(cell: CellDrawing | None, marks: tuple[str, str]) -> str:
    if cell is None:
        return NO_CELL
    if not cell.owner:
        return FREE
    return marks[0] if cell.owner == FIRST else marks[1]

"""A board as rows of cells, for forms that have no drawings in them but tables or lines of letters."""

from __future__ import annotations

from engine.export.board_drawing import BoardDrawing, CellDrawing
from engine.position import FIRST

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

"""Boards as rows of cells and as letters."""

from __future__ import annotations

import pytest
from plyscope.export.boards import NO_CELL, board_lines, board_rows, draw_board
from plyscope.files.sources import load


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("tictactoe:.OO/XXO/.X. o", ["· O O", "X X O", "· X ·"]),
        ("connectfour:4,3,3 12", ["· · · ·", "· · · ·", "● ○ · ·"]),
        ("hexline:..../....", ["· · · ·", f"{NO_CELL}· · · ·"]),
    ],
)
def test_a_board_in_letters(source: str, lines: list[str]) -> None:
    assert board_lines(draw_board(load(source).board())) == lines


def test_places_that_are_no_cells_are_left_free() -> None:
    position = load("hexline:#../...")
    board = draw_board(position.board())
    rows = board_rows(board)
    assert (len(rows), {len(row) for row in rows}) == (board.rows, {board.columns})
    cells = {cell.place for row in rows for cell in row if cell}
    assert cells == set(position.board().owners)
    assert sum(cell is None for row in rows for cell in row) == board.rows * board.columns - len(cells)

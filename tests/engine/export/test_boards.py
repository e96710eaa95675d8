"""Boards in plain numbers, as rows of cells and as letters."""

from __future__ import annotations

from math import hypot

import pytest
from plyscope.export.boards import MAX_CELL, NO_CELL, board_lines, describe_on_paper
from plyscope.files.sources import load

BOARDS = ("tictactoe:XO./.X./..O", "connectfour:4453", "hexline:..1/#2./...", "tictactoe:4,3,3 ..../..../....")


@pytest.mark.parametrize("source", BOARDS)
def test_every_cell_is_there_once_within_the_board(source: str) -> None:
    board = load(source).board()
    drawing = describe_on_paper(board)
    assert [cell.owner for cell in drawing.cells] == list(board.owners.values())
    middles = [(cell.x, cell.y) for cell in drawing.cells]
    for x, y in middles:
        assert drawing.cell / 2 <= x + 1e-9 <= drawing.width - drawing.cell / 2 + 2e-9
        assert drawing.cell / 2 <= y + 1e-9 <= drawing.height - drawing.cell / 2 + 2e-9
    apart = [hypot(a[0] - b[0], a[1] - b[1]) for n, a in enumerate(middles) for b in middles[:n]]
    assert min(apart) == pytest.approx(drawing.cell, abs=0.01)
    assert drawing.cell <= MAX_CELL


def test_the_winning_line_goes_through_its_cells_and_beyond() -> None:
    drawing = describe_on_paper(load("tictactoe:XXX/OO./...").board())
    assert drawing.line is not None
    x, y, to_x, to_y = drawing.line
    winning = [cell for cell in drawing.cells if cell.is_winning]
    assert [cell.owner for cell in winning] == [1, 1, 1]
    assert x < winning[0].x < winning[-1].x < to_x
    assert y == to_y == winning[0].y
    assert drawing.winner == 1


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("tictactoe:.OO/XXO/.X. o", ["· O O", "X X O", "· X ·"]),
        ("connectfour:4,3,3 12", ["· · · ·", "· · · ·", "● ○ · ·"]),
        ("hexline:..../....", ["· · · ·", f"{NO_CELL}· · · ·"]),
    ],
)
def test_a_board_in_letters(source: str, lines: list[str]) -> None:
    assert board_lines(describe_on_paper(load(source).board())) == lines


def test_places_that_are_no_cells_are_left_free() -> None:
    position = load("hexline:#../...")
    board = describe_on_paper(position.board())
    rows = board.row_cells
    assert (len(rows), {len(row) for row in rows}) == (board.rows, {board.columns})
    cells = {cell.place for row in rows for cell in row if cell}
    assert cells == set(position.board().owners)
    assert sum(cell is None for row in rows for cell in row) == board.rows * board.columns - len(cells)

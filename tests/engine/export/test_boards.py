"""Small boards in plain numbers."""

from __future__ import annotations

from math import hypot

import pytest
from plyscope.export.boards import LARGEST, draw_board
from plyscope.files.sources import load

BOARDS = ("tictactoe:XO./.X./..O", "connectfour:4453", "hexline:..1/#2./...", "tictactoe:4,3,3 ..../..../....")


@pytest.mark.parametrize("source", BOARDS)
def test_every_cell_is_there_once_within_the_board(source: str) -> None:
    board = load(source).board()
    drawing = draw_board(board)
    assert [cell.owner for cell in drawing.cells] == list(board.owners.values())
    middles = [(cell.x, cell.y) for cell in drawing.cells]
    for x, y in middles:
        assert drawing.cell / 2 <= x + 1e-9 <= drawing.width - drawing.cell / 2 + 2e-9
        assert drawing.cell / 2 <= y + 1e-9 <= drawing.height - drawing.cell / 2 + 2e-9
    apart = [hypot(a[0] - b[0], a[1] - b[1]) for n, a in enumerate(middles) for b in middles[:n]]
    assert min(apart) == pytest.approx(drawing.cell, abs=0.01)
    assert drawing.cell <= LARGEST


def test_the_winning_line_goes_through_its_cells_and_beyond() -> None:
    drawing = draw_board(load("tictactoe:XXX/OO./...").board())
    assert drawing.line is not None
    x, y, to_x, to_y = drawing.line
    winning = [cell for cell in drawing.cells if cell.is_winning]
    assert [cell.owner for cell in winning] == [1, 1, 1]
    assert x < winning[0].x < winning[-1].x < to_x
    assert y == to_y == winning[0].y
    assert drawing.winner == 1

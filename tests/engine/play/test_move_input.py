"""Moves by cells, and why some are refused."""

from __future__ import annotations

import pytest
from plyscope.files.sources import load
from plyscope.messages import InputError
from plyscope.model.position import Position
from plyscope.play.move_input import cells_of_moves, move_by_cells, refusal

HEXLINE = load("hexline:....#/....#/.1...")


@pytest.mark.parametrize("source", ["tictactoe:X../.O./...", "connectfour:445311", "hexline:....#/....#/.1..."])
def test_every_move_is_found_by_the_cells_it_takes(source: str) -> None:
    position = load(source)
    found = cells_of_moves(position)
    assert list(found) == position.moves()
    assert len(set(found.values())) == len(found)
    assert all(move_by_cells(position, cells) == move for move, cells in found.items())


def test_any_cell_of_a_column_means_the_column() -> None:
    position = load("connectfour:4444")
    assert [move_by_cells(position, [(3, row)]) for row in range(6)] == ["4"] * 6
    assert move_by_cells(position, [(0, 0)]) == "1"


@pytest.mark.parametrize(
    ("position", "cells", "reason", "at_fault"),
    [
        (load("tictactoe:X../.O./..."), [(1, 1)], "b2 is taken", ((1, 1),)),
        (load("connectfour:444444"), [(3, 0)], "column 4 is full", ((3, 0),)),
        (HEXLINE, [(4, 0)], "4,0 is not part of the board", ((4, 0),)),
        (HEXLINE, [(0, 2), (1, 2)], "1,2 is taken", ((1, 2),)),
        (HEXLINE, [(0, 0), (2, 0)], "not a straight line of neighbours", ((0, 0), (2, 0))),
        (HEXLINE, [(0, 0), (1, 0), (1, 1)], "not a straight line of neighbours", None),
        (HEXLINE, [(0, 0), (1, 0), (2, 0), (3, 0)], "4 cells are too many, 3 at most", None),
        (HEXLINE, [], "no cell was chosen", ()),
        (load("tictactoe:XXX/OO./..."), [(2, 2)], "the game is over", ()),
        (load("connectfour:1212121"), [(2, 2)], "the game is over", ()),
    ],
)
def test_a_refusal_says_why_and_where(
    position: Position, cells: list[tuple[int, int]], reason: str, at_fault: tuple[tuple[int, int], ...] | None
) -> None:
    with pytest.raises(InputError, match=reason) as refused:
        move_by_cells(position, cells)
    if at_fault is not None:
        assert tuple(sorted(refused.value.places)) == at_fault


@pytest.mark.parametrize(
    ("source", "text", "reason"),
    [
        ("tictactoe:X../.O./...", "5", "5 cannot be played: b2 is taken"),
        ("tictactoe:X../.O./...", "foo", "foo is not a legal move here"),
        ("connectfour:444444", "4", "column 4 is full"),
        ("connectfour:", "8", "8 is not a legal move here; legal are 1 2 3 4 5 6 7"),
        ("hexline:....#/....#/.1...", "9,9", "9,9 cannot be played: 9,9 is not part of the board"),
        ("hexline:....#/....#/.1...", "1,2:2:1", "1,2:2:1 cannot be played: 1,2 is taken"),
        ("hexline:....#/....#/.1...", "0,0:9:1", "a line is x,y:length:direction with a length up to 3"),
        ("hexline:....#/....#/.1...", "3,0:3:4", "all its cells are on the board and free"),
        ("hexline:....#/....#/.1...", "foo", "foo is not a legal move here"),
        ("connectfour:1212121", "3", "the game is over"),
    ],
)
def test_a_typed_move_that_is_refused(source: str, text: str, reason: str) -> None:
    assert reason in str(refusal(load(source), text))


def test_a_line_that_was_free_at_the_start() -> None:
    position = load("hexline:...../.....").play("1,0")
    assert "1,0 is taken" in str(refusal(position, "1,0"))

"""A board that is not undone is named also where no call has a second try on which it could be seen."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.usercode.bugs import bugs

from tests.engine.tracer.searching import WINNER, negamax, searched

RESTORED = (
    WINNER
    + """
def search(board, square, player):
    if square is not None:
        board[square] = -player
    if winner(board):
        return winner(board)
    values = []
    for i in [i for i in range(9) if not board[i]]:
        before = board[:]
        values.append(search(board, i, -player))
        board[:] = before
    return 0 if not values else max(values) if player == 1 else min(values)
"""
)


@pytest.mark.parametrize("lines", [None, False])
def test_marks_that_stay(tmp_path: Path, lines: bool | None) -> None:
    call = "Player().negamax([1, -1, 0, 0, 1, 0, 0, 0, -1], 9, -99, 99, 1)"
    found = bugs(searched(tmp_path, negamax(undo="pass"), call, lines=lines))
    shown = [bug.frame for bug in found if bug.name == "board not undone"]
    assert shown == ([1] if lines is None else []), "it is the lines that show it"


def test_a_call_that_leaves_its_mark_may_be_undone_by_its_caller(tmp_path: Path) -> None:
    trace = searched(tmp_path, RESTORED, "search([1, -1, 0, 0, 1, -1, 0, 0, 0], None, 1)")
    assert bugs(trace) == []

"""What follows from a finding is shown by the same run: marks that were left, values that were taken over, the move."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.tracer.running import Limits, debug
from plyscope.usercode.findings import findings
from plyscope.usercode.left_marks import left_marks_of
from plyscope.usercode.reading import read_as_search

from tests.engine.usercode.faulty_programs import FAULTY, PROGRAMS

LEAVES_X = """
SQUARES = [(row, column) for row in range(3) for column in range(3)]
LINES = [[(0, 0), (0, 1), (0, 2)], [(1, 0), (1, 1), (1, 2)], [(2, 0), (2, 1), (2, 2)], [(0, 0), (1, 1), (2, 2)]]

def winner(board):
    for line in LINES:
        marks = {board[row][column] for row, column in line}
        if len(marks) == 1 and marks != {"."}:
            return marks.pop()

def search(board, player):
    won = winner(board)
    if won or all(board[row][column] != "." for row, column in SQUARES):
        return 1 if won == "O" else -1 if won == "X" else 0
    best = None
    for row, column in SQUARES:
        if board[row][column] == ".":
            board[row][column] = player
            value = search(board, "X" if player == "O" else "O")
            if player == "O":
                board[row][column] = "."
                best = value if best is None else max(best, value)
            else:
                best = value if best is None else min(best, value)
    return best
"""
CALL = "search([list('OX.'), list('.X.'), list('...')], 'O')"


def test_marks_that_were_left_are_those_that_no_move_on_the_way_has_put(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(LEAVES_X, encoding="utf-8")
    trace = read_as_search(debug(path, CALL))
    (found,) = findings(trace)
    left = left_marks_of(trace)
    assert left is not None
    assert found.so is not None
    assert f"frame {found.frame} starts with X on " in str(found.so)
    assert left.on(found.frame)
    assert not left.on(1), "the first call has no marks of others"
    for frame in range(1, len(trace)):
        text = trace.user_code.arguments(frame)["board"]
        rows = [row.strip("[]").replace("'", "").split(", ") for row in text.split("], [")]
        assert {rows[y][x] for x, y in left.on(frame)} <= {"X"}, "moves of O are taken back"
        moves = trace.ancestors(frame)
        assert sum(row.count("X") for row in rows) - len(left.on(frame)) <= 2 + len(moves) // 2


def test_marks_are_left_only_as_far_as_is_known(tmp_path: Path) -> None:
    """What is said of the first calls is what a recording says that ends after them."""
    path = tmp_path / "own.py"
    path.write_text(LEAVES_X, encoding="utf-8")
    trace = read_as_search(debug(path, CALL))
    left = left_marks_of(trace)
    assert left is not None
    assert not left.kinds(1)
    known = next(entered for entered in range(len(trace)) if left.kinds(entered))
    for entered in (known - 1, known, known + 7):
        begun = read_as_search(debug(path, CALL, limits=Limits(frames=entered)))
        cut_short = left_marks_of(begun)
        for frame in range(len(begun)):
            expected = frozenset() if cut_short is None else cut_short.on(frame)
            assert left.on(frame, len(begun)) == expected


def test_a_program_that_takes_its_moves_back_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    last = "                best = value if best is None else min"
    undo = '                board[row][column] = "."\n'
    path.write_text(LEAVES_X.replace(last, undo + last), encoding="utf-8")
    trace = read_as_search(debug(path, CALL))
    assert left_marks_of(trace) is None
    assert findings(trace) == []


@pytest.mark.parametrize(("program", "finding", "follows"), [
    ("negamax", "negamax without its minus", "the program chooses a2, which loses, although another move does not"),
    ("row, column, score", "leaf of the wrong side", "frame 17 above it returns this value too"),
    ("row, column, score", "depth not decreased", "frame 6, 5 plies below the first call, still has the depth 2"),
    ("class", "same piece for both sides", None),
])  # fmt: skip
def test_what_follows_from_a_bug_is_said_where_it_is_known(
    tmp_path: Path, program: str, finding: str, follows: str | None
) -> None:
    one = next(fault for fault in FAULTY if (fault.program, fault.finding) == (program, finding))
    right, call = PROGRAMS[one.program]
    path = tmp_path / "own.py"
    count = -1 if finding == "depth not decreased" else 1
    path.write_text(right.replace(one.right, one.wrong, count), encoding="utf-8")
    found = next(bug for bug in findings(read_as_search(debug(path, one.call or call))) if bug.name == finding)
    assert (None if found.so is None else str(found.so)) == follows
    assert found.facts["so"] == follows

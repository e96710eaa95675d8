"""Ends of games that a search does not see, and rules by which they are none."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.tracer.running import debug
from plyscope.usercode.evidence import BUG, REMARK, Finding
from plyscope.usercode.findings import findings
from plyscope.usercode.reading import read_as_search

LINES = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def row(b, mark):
    return any(all(b[i] == mark for i in line) for line in LINES)

def search(b, mark):
"""
ENDS = """    if row(b, "X"):
        return 1
    if row(b, "O"):
        return -1
    if "." not in b:
        return 0
"""
LOOP = """    best = -2 if mark == "X" else 2
    for i in range(9):
        if b[i] == ".":
            b[i] = mark
            v = search(b, "O" if mark == "X" else "X")
            b[i] = "."
            best = max(best, v) if mark == "X" else min(best, v)
    return best
"""


def found(tmp_path: Path, text: str, board: str = "X.O.X...O") -> list[tuple[str, str, str]]:
    path = tmp_path / "own.py"
    path.write_text(text, encoding="utf-8")
    one: list[Finding] = findings(read_as_search(debug(path, f"search(list({board!r}), 'X')")))
    return [(each.kind, each.name, text.splitlines()[each.line - 1].strip()) for each in one]


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("right", "wrong", "line"),
    [
        ('row(b, "O")', 'row(b, "0")', "return -1"),
        ('row(b, "X")', "False", "return 1"),
        ('"." not in b', "len(b) > 9", "return 0"),
    ],
)
def test_an_end_that_the_text_returns_for_and_no_call_comes_to(
    tmp_path: Path, right: str, wrong: str, line: str
) -> None:
    assert found(tmp_path, LINES + ENDS + LOOP) == []
    assert found(tmp_path, LINES + ENDS.replace(right, wrong) + LOOP) == [(REMARK, "leaf", line)]


def test_a_row_that_goes_on_where_another_one_ends_may_be_none(tmp_path: Path) -> None:
    text = LINES.replace(", (2, 4, 6)", "") + ENDS + LOOP
    assert [one[:2] for one in found(tmp_path, text, ".X.OXO...")] == [(REMARK, "leaf")]


@pytest.mark.parametrize(
    ("lines", "ends", "board"),
    [
        (LINES.replace(", (0, 4, 8), (2, 4, 6)", ""), ENDS, "O...XOXOX"),
        (LINES, '    if row(b, "X"):\n        return 1\n    if "." not in b:\n        return -1\n', ".OOX..XOX"),
    ],
    ids=["diagonals are none", "one side alone makes rows"],
)
def test_by_rules_that_a_short_run_does_not_show_a_row_may_go_on(
    tmp_path: Path, lines: str, ends: str, board: str
) -> None:
    assert [one[:2] for one in found(tmp_path, lines + ends + LOOP, board)] == [(REMARK, "leaf")]


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    "ends",
    [
        ENDS.replace("1", "2 - 3").replace("-2 - 3", "1"),
        '    if row(b, "X"):\n        return 1\n    if "." not in b:\n        return -1\n',
        '    if "." not in b:\n        return sum(b[i] == "X" for i in (0, 2, 6, 8)) - 2\n',
    ],
    ids=["a row loses", "one side alone makes rows", "corners count"],
)
def test_other_rules_are_not_accused(tmp_path: Path, ends: str) -> None:
    assert [one for one in found(tmp_path, LINES + ends + LOOP) if one[0] == BUG] == []


def test_a_result_is_no_bound_because_its_name_begins_as_that_of_one(tmp_path: Path) -> None:
    text = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def row(cells, mark):
    return any(all(cells[i] == mark for i in line) for line in LINES)

def balance(cells):
    return row(cells, "X") + row(cells, "O")

def search(cells, mark, a, b):
    if row(cells, "X") or row(cells, "O") or "." not in cells:
        return balance(cells)
    best = -2 if mark == "X" else 2
    for i in range(9):
        if cells[i] == ".":
            cells[i] = mark
            v = search(cells, "O" if mark == "X" else "X", a, b)
            cells[i] = "."
            if mark == "X":
                best = max(best, v)
                a = max(a, best)
            else:
                best = min(best, v)
                b = min(b, best)
            if a >= b:
                break
    return best
"""
    path = tmp_path / "own.py"
    path.write_text(text, encoding="utf-8")
    trace = read_as_search(debug(path, "search(list('X.O.X...O'), 'X', -2, 2)"))
    assert [(one.kind, one.name) for one in findings(trace)] == [(BUG, "leaf")]

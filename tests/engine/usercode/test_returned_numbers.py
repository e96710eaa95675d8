"""What a caller returns: a move, a value, or a number that it has counted."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.usercode.chosen_search import move_played
from plyscope.usercode.findings import findings
from plyscope.usercode.returned_numbers import MOVE, VALUE, number_kinds

from tests.engine.tracer.searching import minimax, searched

SEARCH = "def search(b, p):\n    return -search(b, p) if b else 1\n"
HELPERS = """
def most(values):
    return max(values, key=values.get)

def first_won(b):
    for i in b:
        if search(b, i) == 1:
            return i

def count_won(b):
    won = 0
    for i in b:
        won += search(b, i) == 1
    return won
"""
COUNT = "n = 0\nfor i in b:\n    value = search(b, i)\n    if value == 1:\n        n += 1\nreturn n"
BOTH = {MOVE, VALUE}


@pytest.mark.parametrize(
    ("body", "kinds"),
    [
        (COUNT, set()),
        (COUNT.replace("n += 1", "n = n + 1"), set()),
        (COUNT.replace("n += 1", "kept.append(i)").replace("return n", "return len(kept)"), set()),
        (COUNT.replace("n += 1", "kept.append(i)").replace("return n", "return kept[0]"), {MOVE}),
        (COUNT.replace("n += 1", "n = value").replace("return n", "return -n"), {VALUE}),
        (COUNT.replace("n += 1", "n, best = i, value"), {MOVE}),
        ("return sum(search(b, i) == 1 for i in b)", set()),
        ("global nodes\nsearch(b, 1)\nreturn nodes", set()),
        ("return max(b.moves(), key=lambda i: search(b, i))", {MOVE}),
        ("values = [search(b, i) for i in b.moves()]\nreturn values.index(max(values))", {MOVE}),
        ("return max((search(b, i), i) for i in b)[1]", BOTH),
        ("return most({i: search(b, i) for i in b})", BOTH),
        ("return first_won(b)", {MOVE}),
        ("return count_won(b)", set()),
        ("i = move = 0\nwhile i < 9:\n    if search(b, i) > 0:\n        move = i\n    i += 1\nreturn move + 1", {MOVE}),
        ("f = 0\nfor _ in range(9):\n    f = search(b, f)\nreturn f", {VALUE}),
    ],
)
def test_what_a_returned_number_may_be(body: str, kinds: set[str]) -> None:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    text = f"{SEARCH}{HELPERS}\ndef choose(b):\n{lines}"
    assert number_kinds("choose([1, 2])", text, {"search"}, return_numbers=True) == kinds


CALLERS = """
def count_lost(board):
    lost = 0
    for i in [i for i in range(9) if not board[i]]:
        if minimax([*board[:i], -1, *board[i + 1:]], 1) == 1:
            lost += 1
    return lost

def last_lost(board):
    for i in [i for i in range(9) if not board[i]]:
        if minimax([*board[:i], -1, *board[i + 1:]], 1) == 1:
            lost = i
    return lost
"""


@pytest.mark.parametrize(("call", "result", "move", "value"), [("count", "3", None, None), ("last", "6", "6", 1.0)])
def test_a_count_is_no_square(tmp_path: Path, call: str, result: str, move: str | None, value: float | None) -> None:
    trace = searched(tmp_path, minimax() + CALLERS, f"{call}_lost([1, -1, -1, 0, 1, 0, 0, -1, 0])")
    assert (trace.user_code.ended.text, move_played(trace), trace.value) == (result, move, value)
    assert [one.name for one in findings(trace)] == ([] if move is None else ["played"])

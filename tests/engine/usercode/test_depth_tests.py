"""Which `return`s stand below a test of the depth, by the text alone."""

from __future__ import annotations

import pytest
from plyscope.model.leaf_ends import Part
from plyscope.usercode.depth_tests import DepthTests
from plyscope.usercode.window_places import facts_in

SEARCH = """
LIMIT = 3
MOVED = 3

def deepen():
    global MOVED
    MOVED += 1

def search(node, depth, limit, last):
    last -= 1
    if TEST:
        return 0
    values = [search(one, depth - 1, limit, last) for one in node]
    return max(values)
"""
TESTED = 12
"""The line of the `return` below the test."""


def lines(text: str, *, falls: bool = True, stored: tuple[int, ...] = ()) -> list[tuple[int, list[Part]]]:
    return DepthTests(facts_in(text, ("search",), False)["search"], "depth", falls).lines(stored)


@pytest.mark.parametrize(
    ("test", "parts"),
    [
        ("over(node)", []),
        ("depth == 0", [("==", "depth")]),
        ("depth % 3 == 0", None),
        ("depth > 0", None),
        ("depth == 0 and node", [("==", 0)]),
        ("depth < 1 and node", [("<", 1)]),
        ("not depth and node", [("==", 0)]),
        ("depth == 1 and node", None),
        ("depth < 2 and node", None),
        ("depth <= 0 and depth > -9", None),
        ("depth == 0 or over(node)", [("==", 0), None]),
        ("over(node) or 0 >= depth", [None, ("<=", 0)]),
        ("not (depth > 0 and node)", [("<=", 0), None]),
        ("depth == 0 and node or over(node)", None),
    ],
)
def test_a_test_that_says_whether_the_depth_has_run_out(test: str, parts: list[Part] | None) -> None:
    found = lines(SEARCH.replace("TEST", test))
    assert found == ([] if parts is None else [(TESTED, parts)])


@pytest.mark.parametrize(
    ("limit", "expected"),
    [("0", 0), ("LIMIT", 3), ("limit", "limit"), ("MOVED", None), ("last", None), ("2 - 1", None), ("len(node)", None)],
)
def test_a_limit_is_a_number_or_a_parameter_that_stays(limit: str, expected: float | str | None) -> None:
    found = lines(SEARCH.replace("TEST", f"depth <= {limit} or over(node)"))
    assert found == ([] if expected is None else [(TESTED, [("<=", expected), None])])


@pytest.mark.parametrize(
    ("test", "parts"),
    [
        ("depth >= LIMIT or over(node)", [(">=", 3), None]),
        ("depth <= LIMIT or over(node)", None),
        ("depth == 0 and node", None),
    ],
)
def test_a_depth_that_counts_up_runs_out_above_its_limit(test: str, parts: list[Part] | None) -> None:
    found = lines(SEARCH.replace("TEST", test), falls=False)
    assert found == ([] if parts is None else [(TESTED, parts)])


def test_what_may_come_from_a_table_does_not_say_that_the_depth_has_run_out() -> None:
    by_depth, by_game = (SEARCH.replace("TEST", test) for test in ("depth == 0 or over(node)", "over(node)"))
    assert lines(by_depth, stored=(TESTED,)) == []
    assert lines(by_game, stored=(TESTED,)) == [(TESTED, [])]


@pytest.mark.parametrize(
    ("test", "within", "parts"),
    [
        ("depth == 0 or over(node)", "over(node)", [None, ("==", 0)]),
        ("depth == 0 or over(node)", "not over(node)", [("==", 0)]),
        ("depth == 0 or over(node)", "won(node)", [None, ("==", 0)]),
        ("depth == 0 or over(node)", "last", [("==", 0), None]),
        ("not (depth > 0 and node)", "node", [("<=", 0)]),
        ("not (depth > 0 and node)", "not node", [None, ("<=", 0)]),
        ("depth <= 0 and node", "over(node)", [("<=", 0)]),
    ],
)
def test_a_test_below_says_which_part_held(test: str, within: str, parts: list[Part]) -> None:
    text = SEARCH.replace("if TEST:\n        return 0", f"if {test}:\n        if {within}:\n            return 0")
    found = DepthTests(facts_in(text, ("search",), False)["search"], "depth", True, frozenset({"last"})).lines(())
    assert found == [(TESTED + 1, parts)]


def test_a_depth_that_has_moved_is_not_the_one_that_was_given() -> None:
    moved = SEARCH.replace("last -= 1", "depth -= 1")
    assert lines(moved.replace("TEST", "depth == 0 or over(node)")) == []
    assert lines(moved.replace("TEST", "depth == 0")) == [(TESTED, [("==", "depth")])]
    inside = SEARCH.replace("last -= 1", "rest = lambda: depth - 1")
    assert lines(inside.replace("TEST", "over(node)")) == []

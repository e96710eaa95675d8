"""Finding cuts, new best values and changes of α and β: against a test of every step of the whole recording."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from plyscope.files.sources import load
from plyscope.model import cursor as cursor_module
from plyscope.model.cursor import changes_window, find_change, find_cut, is_new_best
from plyscope.model.steps import Moment

from tests.full_traces import Cursor, Trace, record

TRACES: dict[str, Callable[[], Trace]] = {
    "nine leaves": lambda: record(load("sample:tree/nine-leaves")),
    "deep cutoff": lambda: record(load("sample:tree/deep-cutoff")),
    "probed": lambda: record(load("sample:tree/probes"), "pvs"),
    "strict": lambda: record(load("sample:tree/equal-values"), cut=">"),
    "no windows": lambda: record("tree:[[3,12,8],[2,4,6]]", "minimax"),
    "sum": lambda: record("tree:[[9,8],[7,6]]", "accumulate"),
    "tic-tac-toe": lambda: record("tictactoe:XO./.X./..O"),
    "cut short": lambda: record("tictactoe:XO./.../...", limit=60),
    "one frame": lambda: record("tree:5"),
}


@pytest.fixture(params=TRACES)
def cursor(request: pytest.FixtureRequest) -> Cursor:
    return Cursor(TRACES[request.param]())


def locals_before_and_after(cursor: Cursor, number: int) -> tuple[tuple[float | None, ...], tuple[float | None, ...]]:
    """α, β and the best value of the running frame as the stack has them: before its child answered, and after."""
    cursor.go(number)
    frame, after = cursor.frame, cursor.stack[-1]
    cursor.back_over()
    assert cursor.frame == frame, "what comes before a return is a step of the same frame"
    before = cursor.stack[-1]
    return (before.alpha, before.beta, before.best), (after.alpha, after.beta, after.best)


def returns(cursor: Cursor) -> list[int]:
    return [number for number in range(cursor.steps.count) if cursor.steps.at(number).moment is Moment.BACK]


def narrated(cursor: Cursor, number: int) -> str:
    cursor.go(number)
    return str(cursor.sentence)


def window_changes(cursor: Cursor) -> list[int]:
    found = []
    for number in returns(cursor):
        before, after = locals_before_and_after(cursor, number)
        if before[:2] != after[:2]:
            found.append(number)
    return found


def cuts(cursor: Cursor) -> list[int]:
    words = ("no move is left to prune", "cannot matter")
    return [number for number in returns(cursor) if any(word in narrated(cursor, number) for word in words)]


def new_bests(cursor: Cursor) -> list[int]:
    """Where a sentence says so; a sentence about a cut does not, there the best value tells."""
    words = ("α rises", "β falls", "largest so far", "smallest so far")
    is_cut = set(cuts(cursor))
    found = []
    for number in returns(cursor):
        before, after = locals_before_and_after(cursor, number)
        if any(word in narrated(cursor, number) for word in words) or (number in is_cut and before[2] != after[2]):
            found.append(number)
    return found


SEARCHES: dict[str, tuple[Callable[..., int | None], Callable[[Cursor], list[int]]]] = {
    "cut": (find_cut, cuts),
    "best": (lambda cursor, forwards: find_change(cursor, is_new_best, forwards=forwards), new_bests),
    "window": (lambda cursor, forwards: find_change(cursor, changes_window, forwards=forwards), window_changes),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_the_nearest_step_is_found_in_both_directions_from_everywhere(cursor: Cursor, name: str) -> None:
    search, find_all = SEARCHES[name]
    expected = find_all(cursor)
    for start in range(cursor.steps.count):
        cursor.go(start)
        assert search(cursor, forwards=True) == min((step for step in expected if step > start), default=None)
        assert search(cursor, forwards=False) == max((step for step in expected if step < start), default=None)
        assert cursor.step == start, "finding does not move the cursor"


def test_there_is_something_to_find() -> None:
    cursor = Cursor(TRACES["tic-tac-toe"]())
    assert len(cuts(cursor)) > 10
    assert len(window_changes(cursor)) > 10


def test_a_search_that_takes_too_long_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    cursor = Cursor(TRACES["tic-tac-toe"]())
    first = find_change(cursor, is_new_best, forwards=True)
    assert first is not None
    monkeypatch.setattr(cursor_module, "MAX_TESTED_STEPS", first - 1)
    assert find_change(cursor, is_new_best, forwards=True) is None

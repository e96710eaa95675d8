"""The log of a whole program split into recordings, wherever its batches end."""

from __future__ import annotations

import marshal
import sys
from collections.abc import Iterator, Sequence
from itertools import count, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.model.user_code import NO_PARTS, Ended
from plyscope.tracer import plain_events, split_log
from plyscope.tracer.log_reader import RowBuilder
from plyscope.tracer.split_log import LogSplitter, Recording
from plyscope.tracer.target.caller_moves import MOVE
from plyscope.tracer.target.log import (
    CUT,
    FACT,
    FIRST_KEY,
    FUNCTIONS,
    LEFT,
    LINE,
    LINES_ENDED,
    MARKED,
    MAX_PARTS,
    PRINTED,
    RAISED,
    RESUMED,
    SITE,
    TIME,
)

K = FIRST_KEY
DESCRIBED = (
    FUNCTIONS, "own.py", "text", [("f", ("n", "m"), ("n", "m"), 1, 2, NO_PARTS, 0, False),
    ("g", ("n",), ("n",), 3, 4, NO_PARTS, 1, False)],
)  # fmt: skip


def split(*batches: Sequence[Any], limit: int = 1000) -> list[Recording]:
    found: list[Recording] = []
    splitter = LogSplitter(limit, found.append, lambda one: None)
    splitter.append([DESCRIBED])
    for batch in batches:
        splitter.append(batch)
    splitter.finish(Ended("returned", ""))
    return found


def said(recordings: list[Recording]) -> list[tuple[str, int, str, str]]:
    return [(one.call, one.frames, one.ended.how, one.ended.text) for one in recordings if one.ended]


ITEMS = [(0,), 2, 7, (1,), 5, 50, (0,), 1, 8, (1,), 6, (1,), 4, 40, 60, 10, 20]
"""f calls g, and f that calls g, which calls itself."""
EXPECTED = [
    ("f(2, 7)", 2, "returned", "20"), ("g(5)", 1, "returned", "50"), ("g(6)", 2, "returned", "60"),
]  # fmt: skip


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5, len(ITEMS)])
def test_batches_may_end_anywhere(length: int) -> None:
    batches = [ITEMS[at : at + length] for at in range(0, len(ITEMS), length)]
    assert said(split(*batches)) == EXPECTED
    stamped = [batch for one in batches for batch in (one, [(TIME, 1.0, 0.5)])]
    assert said(split(*stamped)) == EXPECTED


CALLS: st.SearchStrategy[Any] = st.recursive(
    st.builds(list), lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=30
)


def items_of(calls: Any, numbers: Iterator[int]) -> Iterator[Any]:
    """Calls below each other, of two functions that call each other, one of them with its move.

    Their facts stand between them, with values and without, and executed lines.
    """
    function = next(numbers) % 2
    yield (function,)
    for _ in range(1 + function):
        yield next(numbers)
    for one in calls or ():
        parts: list[tuple[Any, ...]] = [(), ((SITE, 1),), ((FACT, 2), 7.5), ((FACT, MAX_PARTS), (MARKED, 4))]
        line = (LINE, next(numbers) % 2, 3, marshal.dumps({"n": next(numbers)}))
        others = [((MARKED, 5), (SITE, 6)), (line,), (line, line), (line, (LINE, 0, 4, {"n": 1})), ((SITE, 7), line)]
        yield from [*parts, *others][next(numbers) % 9]
        yield from items_of(one, numbers)
    yield next(numbers)


def columns_of(rows: RowBuilder) -> list[Any]:
    names = (
        "functions", "sizes", "results", "arguments", "moves", "sites", "fact_steps", "fact_parts", "fact_frames",
        "line_steps", "line_numbers", "line_values", "line_functions",
    )  # fmt: skip
    return [*(getattr(rows, name).tolist() for name in names), rows.texts, [*rows.statuses], str(rows.fact_values)]


@given(calls=st.lists(CALLS, min_size=1, max_size=6), data=st.data())
def test_calls_may_be_taken_at_once_or_one_by_one(calls: list[Any], data: st.DataObject) -> None:
    numbers = count()
    items = [item for one in calls for item in items_of(one, numbers)]
    ends = sorted(data.draw(st.sets(st.integers(0, len(items)), max_size=5)) | {0, len(items)})
    functions = [
        ("f", ("n",), ("n",), 1, 2, NO_PARTS, 0, False),
        ("g", ("n", MOVE), ("n", "m"), 3, 4, NO_PARTS, 0, False),
    ]
    described = (FUNCTIONS, "own.py", "text", functions)
    found = []
    for length in (1, sys.maxsize):
        with pytest.MonkeyPatch.context() as monkeypatch:
            monkeypatch.setattr(plain_events, "MIN_ITEMS", length)
            recordings = split([described], *(items[begin:end] for begin, end in pairwise(ends)))
        found.append(
            [(*one, each.is_deep, each.number) for one, each in zip(said(recordings), recordings, strict=True)]
        )
        found[-1] += [columns_of(each.rows) for each in recordings]
    assert found[0] == found[1]


@pytest.mark.parametrize("room", [1, 4, 9])
def test_rows_may_be_built_at_any_time(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(split_log, "MAX_UNREAD_ITEMS", room)
    assert said(split(*([item] for item in ITEMS))) == EXPECTED


def test_no_rows_are_built_of_what_nobody_looks_at(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[Any] = []
    real = split_log.RowBuilder
    monkeypatch.setattr(split_log, "RowBuilder", lambda *given: built.append(given) or real(*given))
    recordings = split(ITEMS * 50)
    assert [one.frames for one in recordings] == [2, 1, 2] * 50
    assert not built
    assert said(recordings[-3:]) == EXPECTED
    assert len(built) == 3


@pytest.mark.parametrize("other", [(PRINTED, "x"), (LINES_ENDED, "seconds")])
def test_another_event_may_stand_between_arguments(other: tuple[Any, ...]) -> None:
    assert said(split([(0,), 1, other, 2, 3], [(1,)], [other, 4, 9])) == [
        ("f(1, 2)", 1, "returned", "3"), ("g(4)", 1, "returned", "9"),
    ]  # fmt: skip


def test_a_cut_ends_what_is_open_and_an_outermost_call_goes_on() -> None:
    items = [(1,), 0, (0,), 1, 2, (0,), 3, (CUT, "seconds"), 99, (RESUMED, [1], 5.0, 2.0), (0,), 5, 6, (1,), 7, 70, 8]
    recordings = split([*items, (1,), 4, 40, 9, (1,), 2, 20])
    assert said(recordings) == [
        ("g(0)", 1, "limit", "seconds"), ("f(1, 2)", 1, "limit", "seconds"), ("f(5, 6)", 1, "returned", "8"),
        ("g(2)", 1, "returned", "20"),
    ]  # fmt: skip
    assert [(one.began, one.seconds) for one in recordings[2:]] == [(5.0, 0.0), (5.0, 0.0)]


def test_calls_below_one_without_a_recording_are_not_outermost_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(split_log, "MAX_NESTED", 1)
    nested = [(0,), 5, 6, (0,), 7, 8, 1, 2]
    assert said(split([(1,), 0, *nested, *nested, *nested, 9])) == [
        ("g(0)", 1, "returned", "9"), ("f(5, 6)", 2, "returned", "2"),
    ]  # fmt: skip


def test_exceptions_leave_one_call_or_many() -> None:
    assert said(split([(1,), 2, (1,), 1, (RAISED, "E", 4), 5])) == [("g(2)", 2, "returned", "5")]
    assert said(split([(1,), 2, (1,), 1, (RAISED, "E", 4), (RAISED, "E", 3)])) == [("g(2)", 2, "exception", "E")]
    many = [(1,), 3, (1,), 2, (1,), 1, (RAISED, "RecursionError", 4, -1, 1), (1,), 0, 0]
    assert said(split(many)) == [("g(3)", 3, "exception", "RecursionError"), ("g(0)", 1, "returned", "0")]


def test_calls_with_keys_belong_to_the_nearest_of_their_group() -> None:
    items = [
        (1,), 9, (1, K, 1), 8, (0, K + 1, K), 1, 2, (1, K + 2, K + 1), 7, (1, K + 3, 0), 5, (LEFT, K + 3, 50),
        (LEFT, K + 2, 70), (LEFT, K + 1, 12), (LEFT, K, 80), 90,
    ]  # fmt: skip
    assert said(split(items)) == [
        ("g(9)", 3, "returned", "90"), ("f(1, 2)", 1, "returned", "12"), ("g(5)", 1, "returned", "50"),
    ]  # fmt: skip


def test_a_limit_of_frames_ends_a_recording_alone() -> None:
    items = [(1,), 3, (1,), 2, (1,), 1, 1, 2, 3, (1,), 0, 0]
    assert said(split(items, limit=2)) == [("g(3)", 2, "limit", "frames"), ("g(0)", 1, "returned", "0")]


DECIDING = (
    FUNCTIONS, "own.py", "text",
    [("f", ("n",), ("n",), 1, 2, NO_PARTS, 0, False), ("best", ("b",), ("b",), 3, 9, NO_PARTS, 0, True),
     ("g", (), (), 3, 4, NO_PARTS, 1, False)],
)  # fmt: skip


def decided(*batches: Sequence[Any]) -> list[tuple[str, int, str, str]]:
    found: list[Recording] = []
    splitter = LogSplitter(1000, found.append, lambda one: None)
    splitter.append([DECIDING])
    for batch in batches:
        splitter.append(batch)
    splitter.finish(Ended("killed", "gone"))
    assert [one.number for one in found] == list(range(1, len(found) + 1))
    return said(found)


@pytest.mark.parametrize("length", [1, 2, 3, 50])
def test_the_calls_of_a_decision_are_one_recording(length: int) -> None:
    items = [(1,), 7, (0,), 1, (0,), 0, 10, 11, (PRINTED, "x"), (0,), 2, 12, 5, (0,), 3, 13, (1,), 8, 6]
    batches = [items[at : at + length] for at in range(0, len(items), length)]
    assert decided(*batches) == [("best(7)", 3, "returned", "5"), ("f(3)", 1, "returned", "13")]


def test_a_decision_has_a_trace_with_its_root() -> None:
    found: list[Recording] = []
    splitter = LogSplitter(1000, found.append, lambda one: None)
    splitter.append([DECIDING, (1,), 7, (0,), 1, 11, 5])
    trace = found[0].trace()
    assert (len(trace), trace.user_code.call, trace.user_code.ended.text, trace.user_code.has_caller) == (
        2, "best(7)", "5", True,
    )  # fmt: skip
    assert not found[0].is_deep


def test_an_exception_leaves_a_decision() -> None:
    before = [(1,), 7, (0,), 1, 11]
    assert decided([*before, (RAISED, "E", 8)]) == [("best(7)", 1, "exception", "E")]
    through = [*before, (0,), 2, (RAISED, "E", 4), (RAISED, "E", 8), (0,), 3, 13]
    assert decided(through) == [("best(7)", 2, "exception", "E"), ("f(3)", 1, "returned", "13")]
    caught = [*before, (0,), 2, (RAISED, "E", 4), 9]
    assert decided(caught) == [("best(7)", 2, "returned", "9")]


def test_a_decision_that_is_cut_or_open_ends_as_the_program_does() -> None:
    cut = [(1,), 7, (0,), 1, 11, (CUT, "seconds"), 5, (RESUMED, [], 0.0, 0.0), (1,), 8, (0,), 1, 11]
    assert decided(cut) == [("best(7)", 1, "limit", "seconds"), ("best(8)", 1, "killed", "gone")]


def test_a_decision_within_another_group_or_within_its_own() -> None:
    within = [(2,), (1,), 7, (0,), 1, 11, 5, (2,), 21, 20]
    assert decided(within) == [("g()", 2, "returned", "20"), ("best(7)", 1, "returned", "5")]
    own = [(0,), 1, (1,), 7, (0,), 0, 10, 5, 11]
    assert decided(own) == [("f(1)", 2, "returned", "11")]


def test_decisions_of_several_threads() -> None:
    items = [
        (1, K, 0), 7, (1, K + 1, 0), 8, (0, K + 2, K), 1, (0, K + 3, K + 1), 2, (0, K + 4, K + 2), 0,
        (PRINTED, "x", K), (LEFT, K + 4, 10), (LEFT, K + 3, 12), (LEFT, K + 2, 11), (PRINTED, "x", K), (LEFT, K + 1, 6),
        (LEFT, K, 5),
    ]  # fmt: skip
    assert decided(items) == [("best(7)", 2, "returned", "5"), ("best(8)", 1, "returned", "6")]
    assert decided([(1,), 7, (0,), 1, 11, (0, K, 1), 2, (LEFT, K, 12), 5]) == [("best(7)", 2, "returned", "5")]

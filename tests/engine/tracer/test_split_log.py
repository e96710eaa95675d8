"""The log of a whole program split into recordings, wherever its batches end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from plyscope.model.user_code import Ended
from plyscope.tracer import split_log
from plyscope.tracer.split_log import LogSplitter, Recording
from plyscope.tracer.target.log import CUT, FIRST_KEY, FUNCTIONS, LEFT, PRINTED, RAISED, RESUMED, TIME

K = FIRST_KEY
DESCRIBED = (
    FUNCTIONS, "own.py", "text", [("f", ("n", "m"), ("n", "m"), 1, 2, 0), ("g", ("n",), ("n",), 3, 4, 1)],
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


@pytest.mark.parametrize("room", [1, 4, 9])
def test_rows_may_be_built_at_any_time(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(split_log, "MAX_UNREAD", room)
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


def test_printed_text_may_stand_between_arguments() -> None:
    assert said(split([(0,), 1, (PRINTED, "x"), 2, 3], [(1,)], [(PRINTED, "x"), 4, 9])) == [
        ("f(1, 2)", 1, "returned", "3"), ("g(4)", 1, "returned", "9"),
    ]  # fmt: skip


def test_a_cut_ends_what_is_open_and_an_outermost_call_goes_on() -> None:
    items = [(1,), 0, (0,), 1, 2, (0,), 3, (CUT, "seconds"), 99, (RESUMED, 1), (0,), 5, 6, (1,), 7, 70, 8, 9]
    assert said(split(items)) == [
        ("g(0)", 1, "limit", "seconds"), ("f(1, 2)", 1, "limit", "seconds"),
        ("f(5, 6)", 1, "returned", "8"), ("g(7)", 1, "returned", "70"),
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

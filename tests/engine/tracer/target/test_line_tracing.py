"""Executed lines take a bounded room and time; after that calls are recorded, and it is said."""

from __future__ import annotations

import math
import operator
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from types import FrameType
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.files.trace_file import save_trace
from plyscope.tracer import watch
from plyscope.tracer.ending import ending
from plyscope.tracer.running import debug
from plyscope.tracer.target import line_tracing
from plyscope.tracer.target.injected_names import Codes
from plyscope.tracer.target.log import LINE, LINES_ENDED, Log
from plyscope.tracer.target.plain_locals import variables_in
from plyscope.tracer.target.snapshots import keep, text_of
from plyscope.tracer.watch import Tracing

from tests import full_traces
from tests.full_traces import Trace

FIB = "def fib(n):\n    if n < 2:\n        return n\n    return fib(n - 1) + fib(n - 2)\n"
CELLS = (
    "class Cell:\n    def __init__(self):\n        self.value = ''\n"
    "class Board:\n    def __init__(self):\n        self.cells = [Cell() for _ in range(42)]\n"
)


def fib(n: int) -> int:
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


@pytest.mark.parametrize(
    ("limit", "most", "reason"),
    [("MAX_LINES", 60, "rows"), ("MAX_LINE_BYTES", 6000, "bytes"), ("MAX_LINE_SECONDS", 0.0001, "seconds")],
)
def test_lines_end_and_calls_go_on(
    limit: str, most: float, reason: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    recorder = line_tracing.LineRecorder.__init__
    monkeypatch.setattr(line_tracing, limit, most)
    rows = most if limit == "MAX_LINES" else line_tracing.MAX_LINES
    monkeypatch.setattr(recorder, "__defaults__", (rows,))
    monkeypatch.setattr(watch, "MAX_LINES_WATCHED", rows)
    with full_traces.watch(fib, lines=True) as tracing:
        assert fib(10) == 55
    trace = tracing.trace
    lines = len(trace.user_code.tables.line_step)
    assert (len(trace), trace.value, trace.complete) == (177, 55.0, True)
    assert 0 < lines < 300
    assert trace.user_code.ended.lines_ended == reason
    assert f"only the first {lines} are recorded" in str(ending(trace))
    save_trace(trace, tmp_path / "t.plytrace")
    assert Trace.open(tmp_path / "t.plytrace").user_code.ended == trace.user_code.ended


def test_all_lines_of_a_short_run_are_recorded() -> None:
    with full_traces.watch(fib, lines=True) as tracing:
        fib(5)
    assert tracing.trace.user_code.ended.lines_ended == ""
    assert "lines" not in str(ending(tracing.trace))


def test_lines_of_one_call_and_of_those_below_it(tmp_path: Path) -> None:
    path = tmp_path / "fib.py"
    path.write_text(FIB, encoding="utf-8")
    whole, part = debug(path, "fib(6)", lines=True), debug(path, "fib(6)", lines_of=3)
    assert part.user_code.arguments(3) == {"n": "3"}

    def executed(trace: Trace) -> list[tuple[int, int]]:
        tables = trace.user_code.tables
        return list(zip(tables.line_step.tolist(), tables.line_number.tolist(), strict=True))

    found = executed(part)
    assert found
    assert found == [row for row in executed(whole) if row in found]
    assert len(found) == 10


class Alike:
    """Equals everything that it is asked about, which is not ours to do."""

    asked: ClassVar[list[object]] = []

    def __eq__(self, other: object) -> bool:
        self.asked.append(other)
        return True

    def __hash__(self) -> int:
        return 0


def recorded_rows(tracing: Tracing) -> list[dict[str, str]]:
    """The texts of all local variables before each executed line."""
    events = tracing._log.take_unwritten()
    rows = [variables_in(event[3]) for event in events if type(event) is tuple and event[0] == LINE]
    return [{name: text_of(kept) for name, kept in row.items()} for row in rows]


def changing(n: int) -> int:
    items: list[object] = [1, 2, 3]
    items[0] = True
    items[0] = 1.0
    items[1] = None
    items[1] = "2"
    items[1] = [2]
    items[1] = 2
    items[2] = float(n)
    items[2] = -0.0
    items[2] = 0.0
    items[2] = 10**30
    items = []
    items = [0] * 600
    items[599] = n
    items = [1, 2.5, 1j]
    items[0] = Alike()
    items = ["a", "b"]
    items[1] = "c"
    pair = [items, items]
    items.append("d")
    del pair
    return n and changing(n - 1)


@pytest.mark.full
def test_values_that_are_changed_in_place_are_kept_as_they_are_before_each_line() -> None:
    shown: list[dict[str, str]] = []

    def follow(frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code is not code:
            return None
        if event == "line":
            shown.append({name: text_of(keep(value)) for name, value in frame.f_locals.items()})
        return follow

    code, before = changing.__code__, sys.gettrace()
    sys.settrace(follow)
    try:
        changing(2)
    finally:
        sys.settrace(before)
    with full_traces.watch(changing, lines=True) as tracing:
        changing(2)
    found = recorded_rows(tracing)
    assert not Alike.asked
    assert len(found) == 3 * 22
    assert found == shown
    assert {"[True, 2, 3]", "[1.0, 2, 3]", "[1.0, 2, -0.0]"} <= {row.get("items") for row in found}


Change = Callable[[list[Any], list[Any], list[Any]], object]
CHANGES: list[Change] = []
VALUES = (0, 1, -1, True, False, 0.0, -0.0, 1.0, math.nan, None, 1j, 10**30, "x", (1, True), [1.0, 1], {"a": 1})
MUTATIONS: dict[str, Callable[[list[Any], Any], object]] = {
    "first item": lambda items, value: operator.setitem(items, slice(0, 1), [value]),
    "last item": lambda items, value: operator.setitem(items, slice(-1, None), [value]),
    "all items": lambda items, value: operator.setitem(items, slice(None), [value] * 3 if value == 1 else [value]),
    "append": lambda items, value: items.append(value),
    "insert": lambda items, value: items.insert(1, value),
    "shorten": lambda items, _: operator.delitem(items, slice(1)),
    "reverse": lambda items, _: items.reverse(),
    "sort": lambda items, _: items.sort(key=repr),
    "truth for number": lambda items, _: operator.setitem(
        items, slice(None), [bool(one) if one == 1 and type(one) is int else one for one in items]
    ),
    "float for number": lambda items, _: operator.setitem(
        items, slice(None), [float(one) if one == 0 and type(one) is int else one for one in items]
    ),
}


def mutation(name: str, value: Any, which: int) -> Change:
    return lambda *lists: MUTATIONS[name](lists[which], deepcopy(value))


def driven(n: int) -> int:
    first = [0, 1, -1]
    alias, board, nested = first, [1, 0, 0, -1], [[0, 1], [1, 0]]
    while CHANGES:
        CHANGES.pop()(alias, board, nested)
        if len(CHANGES) == 2:
            alias = nested[0] if nested and type(nested[0]) is list else board
    return n and driven(n - 1)


@given(
    st.lists(
        st.builds(mutation, st.sampled_from(sorted(MUTATIONS)), st.sampled_from(VALUES), st.integers(0, 2)), max_size=12
    ),
)
def test_lists_that_are_changed_in_any_way_are_recorded_as_a_copier_of_everything_sees_them(
    changes: list[Change],
) -> None:
    shown: list[dict[str, str]] = []

    def follow(frame: FrameType, event: str, _: object) -> Any:
        if event == "line":
            shown.append({name: repr(value) for name, value in frame.f_locals.items()})
        return follow if frame.f_code is code else None

    code, before = driven.__code__, sys.gettrace()
    CHANGES[:] = changes
    sys.settrace(follow)
    try:
        driven(1)
    finally:
        sys.settrace(before)
    CHANGES[:] = changes
    with full_traces.watch(driven, lines=True) as tracing:
        driven(1)
    assert recorded_rows(tracing) == shown


@pytest.mark.full
def test_a_board_of_objects_that_change_is_recorded_within_the_budget(tmp_path: Path) -> None:
    """Each call has a board of 42 objects of its own."""
    path = tmp_path / "own.py"
    text = f"{CELLS}import copy\ndef f(board, n):\n    if n == 0:\n        return 1\n    total = 0\n"
    text += (
        "    for square in range(3):\n        other = copy.deepcopy(board)\n        other.cells[square].value = 'X'\n"
    )
    text += "        total += f(other, n - 1)\n    return total\ndef run(n):\n    return f(Board(), n)\n"
    path.write_text(text, encoding="utf-8")
    trace = debug(path, "run(5)")
    assert (trace.value, trace.complete) == (243.0, True)
    assert "Cell(value='X')" in trace.user_code.arguments(1)["board"]
    assert "Cell(value='X')" not in trace.user_code.arguments(0)["board"]


class Recorder(line_tracing.LineRecorder):
    """Follows nothing; the program has waited for so many seconds."""

    seconds = 0.0
    is_stopped = False

    def stop(self) -> None:
        self.is_stopped = True

    def waited(self) -> float:
        return self.seconds


@pytest.mark.parametrize(("seconds", "goes_on"), [(0.0, False), (1000.0, True)])
def test_the_recordings_of_a_program_share_the_seconds_unless_it_waits(
    seconds: float, goes_on: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Recorder, "seconds", seconds)
    with (tmp_path / "log").open("wb") as file:
        recorder = Recorder(Codes(), Log(file), renews=True)
        given = []
        for _ in range(3):
            given.append(recorder.seconds_left)
            recorder.seconds_left = 0.0
            recorder.root_is_over()
            if recorder.is_stopped:
                break
    assert given == pytest.approx([0.4, 0.4, 0.4] if goes_on else [0.4, 0.4, 0.2], abs=0.01)
    assert (LINES_ENDED, "session") not in recorder.log.events or not goes_on
    assert recorder.is_stopped is not goes_on

"""Executed lines with their variables: checked against the lines that `sys.settrace` reports in the plain run."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from plyscope.model.executed_lines import Executed, Printed
from plyscope.model.steps import Moment
from plyscope.model.user_code_lines import UserCodeLines
from plyscope.tracer.running import debug

from tests import full_traces
from tests.full_traces import Cursor, Trace


def hanoi(n: int, a: str, b: str, c: str) -> int:
    moves = 0
    if n:
        moves = hanoi(n - 1, a, c, b)
        moves += 1
        moves += hanoi(n - 1, c, b, a)
    return moves


@pytest.fixture(scope="module")
def trace() -> Trace:
    with full_traces.watch(hanoi, lines=True) as watched:
        hanoi(3, "a", "b", "c")
    return watched.trace


def lines_of_plain_run() -> list[tuple[int, dict[str, str]]]:
    rows: list[tuple[int, dict[str, str]]] = []

    def look(frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code is not hanoi.__code__:
            return None
        if event == "line":
            rows.append((frame.f_lineno, {name: repr(value) for name, value in frame.f_locals.items()}))
        return look

    sys.settrace(look)
    try:
        hanoi(3, "a", "b", "c")
    finally:
        sys.settrace(None)
    return rows


def executed_in(trace: Trace) -> tuple[Cursor, Executed]:
    cursor = Cursor(trace)
    assert isinstance(cursor.lines, UserCodeLines)
    return cursor, cursor.lines.executed


def test_lines_are_those_of_the_plain_run(trace: Trace) -> None:
    _, executed = executed_in(trace)
    found = [
        (executed.number(row), {one.name: one.text for one in executed.variables(row) if one.text})
        for row in range(len(executed))
    ]
    assert found == lines_of_plain_run()


def test_walking_comes_by_every_line_in_the_order_of_the_plain_run(trace: Trace) -> None:
    cursor, _ = executed_in(trace)
    walked = []
    while True:
        if cursor.now.moment is Moment.LINE:
            held = {one.name: one.text for one in cursor.variables(cursor.frame) if one.text}
            walked.append((cursor.line, held))
        if not cursor.into():
            break
    assert walked == lines_of_plain_run()
    while cursor.back():
        if cursor.now.moment is Moment.LINE:
            held = {one.name: one.text for one in cursor.variables(cursor.frame) if one.text}
            assert (cursor.line, held) == walked.pop()
    assert not walked


def test_changes_are_reported(trace: Trace) -> None:
    _, executed = executed_in(trace)
    changed = [{one.name for one in executed.variables(row) if one.changed} for row in range(len(executed))]
    assert all(names <= {"moves"} for names in changed)
    assert sum(map(bool, changed)) > 10


def test_every_open_frame_has_the_variables_of_the_line_it_waits_at(trace: Trace) -> None:
    cursor, _ = executed_in(trace)
    cursor.go_to_frame(2)
    assert [[one.text for one in cursor.variables(frame)] for frame in (0, 1, 2)] == [
        ["3", "'a'", "'b'", "'c'", "0"],
        ["2", "'a'", "'c'", "'b'", "0"],
        ["1", "'a'", "'b'", "'c'"],
    ]
    assert not any(one.changed for frame in (0, 1, 2) for one in cursor.variables(frame))


def test_a_step_is_at_the_line_that_was_executed(trace: Trace) -> None:
    cursor, _ = executed_in(trace)
    start = hanoi.__code__.co_firstlineno
    seen = set()
    while True:
        if cursor.now.moment is not Moment.LINE:
            seen.add((cursor.now.moment.value, cursor.line - start))
        if not cursor.into():
            break
    assert seen == {("enter", 0), ("leave", 6), ("back", 3), ("back", 5)}


def test_a_breakpoint_stops_before_its_line_is_executed(trace: Trace) -> None:
    cursor, _ = executed_in(trace)
    line = hanoi.__code__.co_firstlineno + 4
    assert isinstance(cursor.lines, UserCodeLines)
    hits = cursor.lines.hits(line).tolist()
    assert len(hits) == 7
    for hit in hits:
        cursor.go(hit)
        assert (cursor.now.moment, cursor.line) == (Moment.LINE, line)


def test_from_line_to_line_of_one_call_and_back(trace: Trace) -> None:
    cursor, _ = executed_in(trace)
    start = hanoi.__code__.co_firstlineno
    ways = []
    while cursor.next_line() and cursor.step < cursor.last_step:
        assert cursor.frame == 0
        ways.append(cursor.line - start)
    assert ways == [1, 2, 3, 4, 5, 6]
    cursor.go_to_frame(1)
    assert cursor.previous_line()
    assert (cursor.frame, cursor.line - start) == (0, 3)
    while cursor.previous_line():
        assert cursor.frame == 0
    assert cursor.step == 0
    cursor.go_to_frame(2)
    for _ in range(6):
        assert cursor.next_line()
    assert cursor.frame == 2
    assert cursor.next_line()
    assert (cursor.frame, cursor.line - start) == (1, 4)


def test_over_goes_by_the_lines_of_the_running_call(trace: Trace) -> None:
    cursor, _ = executed_in(trace)
    seen = []
    while True:
        seen.append((cursor.now.moment.value, cursor.frame))
        if not cursor.over():
            break
    lines = [("line", 0)] * 3
    assert seen == [("enter", 0), *lines, ("back", 0), *[("line", 0)] * 2, ("back", 0), ("line", 0), ("leave", 0)]
    back = [(cursor.now.moment.value, cursor.frame)]
    while cursor.back_over():
        back.append((cursor.now.moment.value, cursor.frame))
    assert back[::-1] == seen


TEXT = """def f(n):
    print("going", end=" ")
    if n:
        print("down")
        f(n - 1)
    print("up", n)
"""
OUTPUT = "going down\ngoing down\ngoing up 0\nup 1\nup 2\n"


@pytest.mark.parametrize("lines", [True, False])
def test_output_grows_with_the_steps(tmp_path: Path, lines: bool) -> None:
    path = tmp_path / "own.py"
    path.write_text(TEXT)
    trace = debug(path, "f(2)", lines=lines)
    cursor = Cursor(trace)
    printed = Printed(trace.user_code, cursor.steps)
    assert printed.text == OUTPUT
    assert "".join(printed.at(step) for step in range(cursor.last_step + 1)) == OUTPUT
    assert printed.count_at(cursor.last_step) == 5
    for step in range(cursor.last_step + 1):
        so_far = OUTPUT[: printed.length_at(step)]
        shown = [printed.line(number, step) for number in range(printed.count_at(step))]
        assert "\n".join(one.text for one in shown) == so_far.rstrip("\n")
        assert any(one.is_new for one in shown) == bool(printed.at(step))
        cursor.go(step)
        if lines and printed.at(step):
            assert cursor.now.moment is Moment.LINE
            assert "print" in trace.text.splitlines()[cursor.line - 1]
    assert [printed.line(number, cursor.last_step).text for number in range(5)] == OUTPUT.splitlines()


def test_a_program_that_prints_nothing_has_no_lines() -> None:
    trace = debug("sample:recursion/fibonacci", "fib(3)")
    printed = Printed(trace.user_code, Cursor(trace).steps)
    assert (printed.text, printed.count_at(5), printed.at(3)) == ("", 0, "")

"""Steps and executed lines in one count: checked against the lines that `sys.settrace` reports in the plain run."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

import pytest

import engine
from engine.trace import Trace
from engine.watching.moments import Moments


def hanoi(n: int, a: str, b: str, c: str) -> int:
    moves = 0
    if n:
        moves = hanoi(n - 1, a, c, b)
        moves += 1
        moves += hanoi(n - 1, c, b, a)
    return moves


@pytest.fixture(scope="module")
def trace() -> Trace:
    with engine.watch(hanoi, lines=True) as watched:
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


def test_lines_are_those_of_the_plain_run(trace: Trace) -> None:
    moments = Moments(trace)
    found = [
        (moments.lines.number(row), {one.name: one.text for one in moments.lines.variables(row) if one.text})
        for row in range(len(moments.lines))
    ]
    assert found == lines_of_plain_run()


def test_moments_and_steps_lead_to_each_other(trace: Trace) -> None:
    moments = Moments(trace)
    assert len(moments) == moments.steps.count + len(moments.lines)
    seen_steps, seen_lines = [], []
    for moment in range(len(moments)):
        at = moments.at(moment)
        if at.line < 0:
            assert moments.of_step(at.step) == moment
            seen_steps.append(at.step)
        else:
            assert moments.of_line(at.line) == moment
            assert seen_steps[-1] == at.step
            seen_lines.append(at.line)
    assert seen_steps == list(range(moments.steps.count))
    assert seen_lines == list(range(len(moments.lines)))


def test_what_changed_is_told(trace: Trace) -> None:
    moments = Moments(trace)
    changed = [{one.name for one in moments.lines.variables(row) if one.changed} for row in range(len(moments.lines))]
    assert all(names <= {"moves"} for names in changed)
    assert sum(map(bool, changed)) > 10


def test_a_step_is_at_the_line_that_was_executed(trace: Trace) -> None:
    cursor = engine.Cursor(trace)
    start = hanoi.__code__.co_firstlineno
    seen = set()
    while True:
        seen.add((cursor.now.moment.value, cursor.line - start))
        if not cursor.into():
            break
    assert seen == {("enter", 0), ("leave", 6), ("back", 3), ("back", 5)}
    cursor.first()
    cursor.marks = cursor.marks
    assert len(cursor.lines.hits(start + 4)) == 7  # type: ignore[attr-defined]

"""The stack at a step: what is kept from the step before is what would be worked out anew."""

from __future__ import annotations

import random

import pytest
from plyscope.files.sources import load
from plyscope.model.stack import OpenFrames

from tests import full_traces
from tests.full_traces import Cursor, Trace, record


def power(base: int, n: int) -> int:
    if n < 2:
        return base**n
    half = power(base, n // 2)
    rest = power(base, n - n // 2)
    return half * rest


def user_code(*, lines: bool) -> Trace:
    with full_traces.watch(power, lines=lines) as watched:
        power(3, 11)
    return watched.trace


def broken() -> Trace:
    def count_down(n: int) -> float:
        return 1 / n + count_down(n - 1)

    with pytest.raises(ZeroDivisionError), full_traces.watch(count_down) as watched:
        count_down(9)
    return watched.trace


TRACES = {
    "pruned": lambda: record("tictactoe:XO./.X./..O x"),
    "probed": lambda: record("tree:[[9,8,7],[6,[5,1],4],[3,2,1]]", "pvs"),
    "cut short": lambda: record("tictactoe:XO./.../...", limit=200),
    "unplayed": lambda: record("connectfour:445", "tutorial-random"),
    "by hand": lambda: record(load("tictactoe:.OO/XXO/.X. o", max="o"), "maxmin"),
    "user code": lambda: user_code(lines=False),
    "user code with lines": lambda: user_code(lines=True),
    "exception": broken,
}


@pytest.mark.spread(3)
@pytest.mark.parametrize("name", TRACES)
def test_a_stack_does_not_depend_on_the_previous_step(name: str) -> None:
    trace = TRACES[name]()
    cursor, draw = Cursor(trace), random.Random(name)
    walked = OpenFrames(trace, cursor.lines)
    step = 0
    for _ in range(1500):
        step = draw.choice([step + 1, step + 1, step - 1, step + 7, draw.randrange(cursor.steps.count)])
        step = max(0, min(step, cursor.last_step))
        now = cursor.steps.at(step)
        assert walked.at(now) == OpenFrames(trace, cursor.lines).at(now)


def test_a_list_that_was_handed_out_stays_as_it_was() -> None:
    trace = record("tictactoe:XO./.X./..O x")
    cursor = Cursor(trace)
    kept = [(step, cursor.stack) for step in range(40) if cursor.go(step) or True]
    for step, stack in reversed(kept):
        cursor.go(step)
        assert cursor.stack == stack

"""The lines that a step ran, against the lines that Python itself runs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from plyscope.model.steps import Moment
from plyscope.text.inline_values import InlineValues, inline_values
from plyscope.text.lines_run import lines_run

from tests import full_traces

TREE = "tree:[[3,12,8],[2,4,6],[14,5,2]]"


def steps_with_lines(algorithm: str, **options: Any) -> list[tuple[Any, Any]]:
    trace = full_traces.record(TREE, algorithm, **options)
    cursor = full_traces.Cursor(trace)
    values = inline_values(trace, cursor.lines)
    assert isinstance(values, InlineValues)
    found = []
    for step in range(cursor.last_step + 1):
        cursor.go(step)
        found.append((cursor.now, lines_run(trace, values, cursor.now, cursor.line)))
    return found


def test_at_a_cut_its_test_and_its_break_are_at_work() -> None:
    now, lines = steps_with_lines("alphabeta")[16]
    assert now.moment is Moment.BACK
    assert (sorted(lines.at_work), sorted(lines.run)) == ([26, 27], [18, 19, 20, 23, 24, 25])


def executed_after_calls(text: str, name: str) -> list[set[int]]:
    """For each return of a recursive call, the lines that Python runs in the caller until its next call or its end."""
    from math import inf

    state: list[Any] = [[[3, 12, 8], [2, 4, 6], [14, 5, 2]]]

    def is_over(s: list[Any]) -> bool:
        return isinstance(s[-1], int)

    names: dict[str, Any] = {
        "is_over": is_over,
        "moves": lambda s: range(len(s[-1])),
        "play": lambda s, move: s.append(s[-1][move]),
        "undo": lambda s, move: s.pop(),
        "score": lambda s, depth: s[-1],
        "State": list,
    }
    body = "\n".join(
        "" if line.startswith(("from plyscope", "import plyscope")) else line for line in text.splitlines()
    )
    exec(compile(body, "<search>", "exec"), names)
    runs: list[set[int]] = []
    open_runs: dict[FrameType, set[int]] = {}

    def trace(frame: FrameType, event: str, argument: object) -> Callable[..., Any] | None:
        if frame.f_code.co_name != name:
            return None
        if event == "call":
            caller = frame.f_back
            if caller is not None and caller in open_runs:
                runs.append(open_runs.pop(caller))
        elif event == "line" and frame in open_runs:
            open_runs[frame].add(frame.f_lineno)
        elif event == "return":
            if frame in open_runs:
                runs.append(open_runs.pop(frame))
            if frame.f_back is not None and frame.f_back.f_code.co_name == name:
                open_runs[frame.f_back] = {frame.f_back.f_lineno}
        return trace

    sys.settrace(trace)
    try:
        arguments = {"alphabeta": (state, inf, -inf, inf, True), "minimax": (state, inf, True)}[name]
        names[name](*arguments)
    finally:
        sys.settrace(None)
    return runs


@pytest.mark.parametrize("algorithm", ["alphabeta", "minimax"])
def test_the_lines_are_those_that_python_runs(algorithm: str) -> None:
    """Nothing is marked that did not run, and of what ran only what comes after the loop's end may be missing."""
    text = full_traces.record(TREE, algorithm).text
    real = executed_after_calls(text, algorithm)
    ours = [lines.at_work | lines.run for now, lines in steps_with_lines(algorithm) if now.moment is Moment.BACK]
    assert len(real) == len(ours)
    structure = {number for number, line in enumerate(text.splitlines(), 1) if line.strip() == "else:"}
    loop = next(number for number, line in enumerate(text.splitlines(), 1) if line.strip().startswith("for "))
    for marked, run in zip(ours, real, strict=True):
        assert marked - structure <= run
        later = {line for line in run if line < min(marked) or line > max(marked)}
        assert run - marked <= later | {loop}


@pytest.mark.parametrize("algorithm", ["alphabeta", "negamax", "pvs", "minimax"])
def test_every_step_has_a_line_at_work(algorithm: str) -> None:
    for now, lines in steps_with_lines(algorithm):
        assert lines.at_work
        assert not lines.at_work & lines.run
        if now.moment is Moment.LEAVE:
            assert not lines.run

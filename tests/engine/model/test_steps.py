"""Step numbers against a log of events that was really kept."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from plyscope.files.sources import load
from plyscope.model.plan import Plan
from plyscope.model.steps import Moment, Steps
from plyscope.recording.plan import plan
from plyscope.recording.record import run
from plyscope.search.binding import run_text

from tests import full_traces, naive
from tests.examples import examples
from tests.full_traces import record
from tests.trees import NOISY, as_text, nested


@examples(200)
@given(nested)
def test_steps_are_the_events_of_a_log(tree: Any) -> None:
    steps = Steps(record("tree:" + as_text(tree)))
    events = naive.logged_alphabeta(tree).events
    assert steps.count == len(events)
    found = [steps.at(number) for number in range(steps.count)]
    assert [(step.moment.value, step.frame, step.child) for step in found] == events


@pytest.mark.parametrize(
    ("source", "algorithm"),
    [("tictactoe:", "minimax"), ("tictactoe:", "alphabeta"), ("tree:" + "[" * 900 + "1" + "]" * 900, "minimax")],
)
def test_number_to_moment_and_back(source: str, algorithm: str) -> None:
    steps = Steps(record(source, algorithm))
    assert steps.count == 3 * len(steps.trace) - 1
    for number in [*range(0, steps.count, 397), steps.count - 1]:
        step = steps.at(number)
        again = {
            Moment.ENTER: lambda s=step: steps.enter(s.frame),
            Moment.LEAVE: lambda s=step: steps.leave(s.frame),
            Moment.BACK: lambda s=step: steps.back(s.child),
        }[step.moment]()
        assert (again, step.number) == (number, number)
        if step.moment is Moment.BACK:
            assert steps.trace.parents[step.child] == step.frame


def test_whole_columns_of_steps_are_the_single_ones() -> None:
    for trace in (record("tictactoe:XO./.../..."), record("tictactoe:XO./.../...", limit=100)):
        steps = Steps(trace)
        frames = range(len(trace))
        assert steps.enters().tolist() == [steps.enter(frame) for frame in frames]
        expected = [steps.count if steps.leave(frame) is None else steps.leave(frame) for frame in frames]
        assert steps.leaves().tolist() == expected


@pytest.mark.parametrize("limit", [1, 2, 3, 10, 57])
def test_a_recording_cut_short_has_the_steps_that_happened(limit: int) -> None:
    whole, part = Steps(record("tictactoe:")), Steps(record("tictactoe:", limit=limit))
    assert [part.at(number) for number in range(part.count)] == [whole.at(number) for number in range(part.count)]
    with pytest.raises(IndexError):
        part.at(part.count)
    with pytest.raises(IndexError):
        part.at(-1)


LOGGED: list[tuple[str, str, dict[str, Any]]] = [
    ("table", "tictactoe:X../.O./...", {}),
    ("deepening", "tictactoe:XO./.../...", {"depth": 3}),
    ("mtdf", "tictactoe:XO./.X./...", {}),
    ("quiescence", NOISY, {"depth": 1}),
    ("quiescence-minimax", NOISY, {"depth": 1}),
    ("expectimax", "pig:8", {"depth": 3}),
    ("expectimax", "pig:8", {"depth": 3, "star1": True}),
    ("mcts", "pig:8", {"depth": 5, "simulations": 30}),
    ("alphabeta", "kalah:3,3", {"depth": 4, "order": "history"}),
]
"""Frames that a table answers, that have no move, that go on below depth 0, and those of chance."""


def logged_events(ready: Plan) -> list[tuple[str, int, int]]:
    """The events of a search that runs without a recorder: inside its text, its functions lead to ones that log."""
    events: list[tuple[str, int, int]] = []
    running, count = [-1], itertools.count()
    scope = run_text(ready.search.text(ready.options), ready.search.file, ready.names_of_run)

    def logging(function: Callable[..., Any]) -> Callable[..., Any]:
        def called(*arguments: Any) -> Any:
            number = next(count)
            events.append(("enter", number, -1))
            running.append(number)
            answer = function(*arguments)
            running.pop()
            events.append(("leave", number, -1))
            if running[-1] >= 0:
                events.append(("back", running[-1], number))
            return answer

        return called

    for name in {call.function for call in ready.search.calls}:
        scope[name] = logging(scope[name])
    state, *rest = ready.arguments
    scope[ready.root](list(state), *rest)
    return events


@pytest.mark.parametrize(("algorithm", "source", "options"), LOGGED)
def test_the_law_of_time_holds_for_every_kind_of_frame(algorithm: str, source: str, options: dict[str, Any]) -> None:
    ready = plan(load(source), {"algorithm": algorithm, **options})
    steps = Steps(run(ready))
    found = [steps.at(number) for number in range(steps.count)]
    assert [(step.moment.value, step.frame, step.child) for step in found] == logged_events(ready)


def fib(n: int) -> int:
    if n > 1:
        return fib(n - 1) + fib(n - 2)
    return n


def test_executed_lines_are_steps_between_those_of_calls() -> None:
    with full_traces.watch(fib, lines=True) as watched:
        fib(6)
    trace = watched.trace
    steps = Steps(trace)
    found = [steps.at(number) for number in range(steps.count)]
    rows = [step.row for step in found if step.moment is Moment.LINE]
    assert rows == list(range(len(steps.before_lines)))
    assert steps.count == 3 * len(trace) - 1 + len(rows)
    running = steps.running()
    for number, step in enumerate(found):
        again = {
            Moment.ENTER: lambda s=step: steps.enter(s.frame),
            Moment.LEAVE: lambda s=step: steps.leave(s.frame),
            Moment.BACK: lambda s=step: steps.back(s.child),
            Moment.LINE: lambda s=step: steps.line(s.row),
        }[step.moment]()
        assert again == number == step.number
        if step.moment is Moment.LINE:
            before = found[number - 1]
            assert (before.frame, before.moment is Moment.LEAVE) == (step.frame, False)
            assert step.of_call[1:4] == before.of_call[1:4]
            assert running[steps.before_lines[step.row]] == step.frame
        assert steps.last_entered(number) == max(frame for frame in range(len(trace)) if steps.enter(frame) <= number)
    frames = range(len(trace))
    assert steps.enters().tolist() == [steps.enter(frame) for frame in frames]
    assert steps.leaves().tolist() == [steps.leave(frame) for frame in frames]
    assert steps.backs()[1:].tolist() == [steps.back(frame) for frame in frames[1:]]
    assert steps.lines().tolist() == [steps.line(row) for row in rows]

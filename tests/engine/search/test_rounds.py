"""Searches of the root's position in rounds: values, windows, intervals, positions, and what is refused."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import chain, repeat
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from plyscope.analysis.ghosts import ghost
from plyscope.audit.verification import verify
from plyscope.cli.main import run_command
from plyscope.files.sources import load
from plyscope.messages import InputError, OptionError
from plyscope.model.columns import HORIZON, INNER, OPEN, TERMINAL
from plyscope.model.trace import Trace
from plyscope.recording import clock
from plyscope.recording.plan import plan
from plyscope.text.inline_values import InlineValues
from plyscope.text.listing import listing

from tests import full_traces

ROUNDS = ("deepening", "mtdf")
BOARDS: Mapping[str, int | None] = {
    "tictactoe:X../.O./...": 4,
    "connectfour:5,4,3 33": 4,
    "hexline:random 8 2": 3,
    "nim:3,4,2": 4,
}
OPTIONS: tuple[dict[str, Any], ...] = ({}, {"cut": ">"}, {"order": "killer"}, {"order": "random", "seed": 5})


TREE = '{"value":1,"children":[{"value":3,"children":[4,{"value":0,"children":[1,7]}]},{"value":2,"children":[5,3]}]}'


def random_tree(rng: random.Random, depth: int) -> str:
    """A tree whose nodes all have values, as text."""
    value = rng.choice([*range(-4, 5), 0.5, "inf", "-inf"])
    if depth == 0 or rng.random() < 0.15:
        return f'"{value}"' if isinstance(value, str) else str(value)
    children = ",".join(random_tree(rng, depth - 1) for _ in range(rng.randrange(1, 4)))
    return f'{{"value":{rng.randrange(-4, 5)},"children":[{children}]}}'


def brute_force(trace: Trace, state: list[int], depth: float, known: dict[Any, float]) -> float:
    """What a position is worth to MAX by plain minimax to a depth; it knows nothing of recordings."""
    rules = trace.position.game.rules
    key = tuple(state), depth
    if key not in known:
        if rules.is_over(state) or depth == 0:
            known[key] = trace.plan.names["score"](state, depth)
        else:
            below = []
            for move in list(rules.moves(state)):
                rules.play(state, move)
                below.append(brute_force(trace, state, depth - 1, known))
                rules.undo(state, move)
            known[key] = max(below) if rules.to_move(state) == trace.position.max_side else min(below)
    return known[key]


def check_all(trace: Trace, *, intervals: bool = True) -> None:
    """The value, the move and every interval against brute force, and the law of steps."""
    known: dict[Any, float] = {}
    state, depth = list(trace.position.state), trace.plan.depth
    assert trace.complete
    assert trace.value == brute_force(trace, state, depth, known)
    if depth and not trace.position.is_over:
        after = trace.position.play(str(trace.best_move))
        assert brute_force(trace, list(after.state), depth - 1, known) == trace.value
    if not intervals:
        return
    for frame in range(1, len(trace)):
        low, high = trace.interval_of(frame)
        assert low <= brute_force(trace, trace.state(frame), trace.depth_left(frame), known) <= high, frame
    assert trace.interval == (trace.value, trace.value)
    assert trace.bound == "exact"


@pytest.mark.spread(3)
@pytest.mark.parametrize("name", ROUNDS)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("source", BOARDS)
def test_value_move_and_intervals_against_brute_force(name: str, source: str, options: dict[str, Any]) -> None:
    for max_side in ("first", "second"):
        trace = full_traces.record(load(source).with_max(max_side), algorithm=name, depth=BOARDS[source], **options)
        check_all(trace)
        verify(trace)


def trees_against_brute_force(name: str, count: int) -> None:
    rng = random.Random(f"{name} {count}")
    for _ in range(count):
        text = random_tree(rng, rng.randrange(1, 6))
        position = load(f"tree:{text}").with_max(rng.choice(("first", "second")))
        options = {"depth": rng.choice((None, 0, 1, 2, 3)), "cut": rng.choice((">=", ">"))}
        check_all(
            full_traces.record(position, algorithm=name, order=rng.choice(("given", "killer", "best")), **options)
        )


def boards_against_brute_force(name: str, count: int) -> None:
    rng = random.Random(f"{name} boards {count}")
    for _ in range(count):
        position = load(rng.choice(("tictactoe:", "connectfour:5,4,3 ", "hexline:random 9 5", "nim:3,4,2")))
        for _ in range(rng.randrange(1, 6)):
            if position.is_over:
                break
            position = position.after(rng.choice(position.legal_moves()))
        options: dict[str, Any] = {"depth": rng.randrange(5), "order": rng.choice(("given", "random", "history"))}
        if name == "mtdf":
            options["table_size"] = rng.choice((None, 1, 20))
        trace = full_traces.record(position, algorithm=name, **options)
        check_all(trace, intervals=len(trace) < 2000)
        verify(trace)


@pytest.mark.spread(2, 1)
@pytest.mark.parametrize("name", ROUNDS)
def test_random_trees_and_positions_against_brute_force(name: str) -> None:
    trees_against_brute_force(name, 60)
    boards_against_brute_force(name, 20)


@pytest.mark.full
@pytest.mark.parametrize("name", ROUNDS)
def test_five_hundred_trees_and_positions_against_brute_force(name: str) -> None:
    trees_against_brute_force(name, 500)
    boards_against_brute_force(name, 500)


def test_depths_rise_and_each_round_tries_the_line_before_first() -> None:
    trace = full_traces.record("connectfour:5,4,3 33", algorithm="deepening", depth=4)
    assert [trace.depth_left(frame) for frame in trace.rounds] == [1, 2, 3, 4]
    assert trace.facts.depth_left.tolist() == [trace.depth_left(frame) for frame in range(len(trace))]
    for before, now in zip(trace.rounds, trace.rounds[1:], strict=False):
        line, frame = trace.line_from(before), now
        assert len(line) >= 1
        for best in line:
            frame += 1
            assert trace.moves[frame] == trace.moves[best]
            if trace.sizes[frame] == 1:
                break
    horizon = np.flatnonzero(trace.column("status") == HORIZON)
    assert {trace.depth_left(frame) for frame in horizon.tolist()} == {0}


def test_the_bounds_close_in_on_the_value_probe_by_probe() -> None:
    trace = full_traces.record("connectfour:5,4,4 33", algorithm="mtdf", depth=4, score="lines")
    assert len(trace.rounds) > 2
    cursor, width = full_traces.Cursor(trace), inf
    for frame in trace.rounds:
        assert trace.betas[frame] == np.nextafter(trace.alphas[frame], inf)
        step = cursor.steps.back(frame)
        assert step is not None
        cursor.go(step)
        low, high = cursor.intervals[0]
        assert low <= trace.values[0] <= high
        assert high - low < width or width == inf
        width = high - low
    assert width == 0


@pytest.mark.parametrize("name", ROUNDS)
def test_a_frame_without_a_move_stands_on_the_position_of_the_root(name: str) -> None:
    trace = full_traces.record("tictactoe:X../.O./...", algorithm=name, depth=3)
    assert [trace.path(frame) for frame in trace.rounds] == [[f"#{n}"] for n in range(1, len(trace.rounds) + 1)]
    for frame in trace.rounds:
        assert trace.state(frame) == list(trace.position.state)
        assert trace.kinds[frame] == trace.kinds[0]
        assert trace.moves_made(frame) == 0
        assert trace.last_move(frame) is None
    table = trace.facts.position_table
    assert all(list(table.states[table.of_frame[frame]]) == trace.state(frame) for frame in range(len(trace)))
    assert trace.format_version == 2


@pytest.mark.parametrize("name", ROUNDS)
def test_a_limit_leaves_the_answer_of_the_last_search_that_has_returned(name: str, tmp_path: Path) -> None:
    source = "connectfour:5,4,3 33"
    whole = full_traces.record(source, algorithm=name, depth=4)
    for limit in (1, 2, *(frame + shift for frame in whole.rounds[1:] for shift in (0, 1, 7))):
        trace = full_traces.record(source, algorithm=name, depth=4, limit=limit)
        verify(trace)
        assert len(trace) == limit
        returned = [frame for frame in trace.rounds if trace.statuses[frame] != OPEN]
        assert trace.statuses[0] == OPEN
        assert (trace.value is None) == (not returned)
        if returned:
            assert trace.value == trace.values[trace.answer]
            assert trace.best_move == trace.pv[0]
            low, high = trace.interval
            assert low <= trace.value <= high
        trace.save(tmp_path / f"{limit}.plytrace")
        again = full_traces.Trace.open(tmp_path / f"{limit}.plytrace")
        verify(again)
        assert again.signature == trace.signature
        assert again.intervals.of(0) == trace.intervals.of(0)


@pytest.mark.parametrize("name", ROUNDS)
def test_roots_that_are_finished_or_searched_to_depth_0_have_no_rounds(name: str) -> None:
    over = full_traces.record("tictactoe:XXX/OO./...", algorithm=name)
    assert (over.statuses[0], len(over), over.value) == (TERMINAL, 1, 1)
    none = full_traces.record("tictactoe:", algorithm=name, depth=0)
    assert (none.statuses[0], len(none), none.rounds) == (HORIZON, 1, ())
    for trace in (over, none):
        verify(trace)
        assert trace.root_moves == []
        assert full_traces.Cursor(trace).stack[0].left in ((), tuple(trace.position.moves()))


# What is refused


def changed(trace: Trace, rng: random.Random) -> Trace:
    """The recording with one thing in it that cannot be."""
    columns = {name: trace.column(name).copy() for name in trace.columns}
    rounds, inner = list(trace.rounds), np.flatnonzero(trace.column("status") == INNER).tolist()
    frame = rng.choice(rounds)
    match rng.randrange(7):
        case 0:
            columns["value"][rng.choice([0, *inner])] += rng.choice((1, -1, 0.5))
        case 1:
            columns["alpha"][frame] = rng.choice((-0.25, 5.0))
        case 2:
            columns["beta"][frame] = rng.choice((-7.0, 0.125))
        case 3:
            columns["kind"][rng.choice([*rounds, *inner])] ^= 1
        case 4:
            columns["move"][frame] = rng.choice(trace.position.legal_moves())
        case 5:
            below = [one for one in range(len(trace)) if one not in rounds and one > 0]
            columns["move"][rng.choice(below)] = -1
        case _:
            columns["skipped"][rng.choice([0, *rounds])] += 1
    return Trace(columns, trace.plan, origin=trace.origin)


def refuses(name: str, times: int) -> None:
    trace, rng = full_traces.record("connectfour:5,4,3 33", algorithm=name, depth=3), random.Random(times)
    verify(trace)
    for _ in range(times):
        with pytest.raises(InputError, match="damaged"):
            verify(changed(trace, rng))


@pytest.mark.parametrize("name", ROUNDS)
def test_what_cannot_be_is_refused(name: str) -> None:
    refuses(name, 30)


@pytest.mark.full
@pytest.mark.parametrize("name", ROUNDS)
def test_a_thousand_things_that_cannot_be_are_refused(name: str) -> None:
    refuses(name, 1000)


def test_a_search_that_ends_too_early_or_too_late_is_refused() -> None:
    trace = full_traces.record("tictactoe:X../.O./...", algorithm="deepening", depth=2)
    deeper = plan(trace.position, {"algorithm": "deepening", "depth": 3})
    with pytest.raises(InputError, match="it returns before the search has its answer"):
        verify(Trace(trace.columns, deeper, origin=trace.origin))
    with pytest.raises(InputError, match="the search had its answer before it"):
        verify(Trace(trace.columns, plan(trace.position, {"algorithm": "deepening", "depth": 1}), origin=trace.origin))


# Options and facts


def test_bad_options_are_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InputError, match="has no value of its own"):
        plan(load("tree:[[1,2],[3,4]]"), {"algorithm": "deepening"})
    plan(load("tree:[[1,2],[3,4]]"), {"algorithm": "mtdf"})
    with pytest.raises(OptionError, match="a table has from 1 to"):
        plan(load("tictactoe:"), {"algorithm": "mtdf", "table_size": 0})
    for arguments in (["--fail", "hard"], ["--limit", "0"]):
        assert run_command(["solve", "tictactoe:", "--algorithm", "deepening", *arguments]) in (1, 2)
        assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("name", ROUNDS)
def test_compared_is_the_search_that_answers(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    source = "tictactoe:X../.O./..."
    trace, plain = (full_traces.record(source, algorithm=one, depth=3) for one in (name, "minimax"))
    facts = full_traces.compare(trace, plain)
    assert facts["value_differs"] == 0
    assert facts["a"]["frames"] == trace.sizes[trace.answer]
    assert facts["a"]["round"] == {
        "number": trace.round_number(trace.answer),
        "of": len(trace.rounds),
        "frames_in_all": len(trace),
    }
    assert facts["matched"] == facts["a"]["frames"]
    assert run_command(["compare", source, f"{name}:depth=3", "alphabeta:depth=3"]) == 0
    number, count = trace.round_number(trace.answer), len(trace.rounds)
    counted = f"round {number} of {count}: {trace.sizes[trace.answer]} of {len(trace)} frames"
    assert counted in capsys.readouterr().out


@pytest.mark.spread(2)
@pytest.mark.parametrize("name", ROUNDS)
def test_every_command_takes_a_root_in_rounds(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for source, depth in (("tictactoe:X../.O./...", "2"), (f"tree:{TREE}", "2")):
        path = tmp_path / f"{len(source)}.plytrace"
        assert run_command(["record", source, "--algorithm", name, "--depth", depth, "-o", str(path)]) == 0
        assert run_command(["solve", source, "--algorithm", name, "--depth", depth, "--check"]) == 0
        assert "agrees" in capsys.readouterr().out
        assert run_command(["solve", str(path), "--verify"]) == 0
        assert run_command(["stats", str(path)]) == 0
        assert run_command(["trace", str(path)]) == 0
        trace = full_traces.Trace.open(path)
        for frame in (0, *trace.rounds, len(trace) - 1):
            assert run_command(["why", str(path), "--frame", str(frame)]) == 0
        for kind in ("svg", "tex", "json", "html", "txt", "csv", "dot", "mmd", "efg", "graphml", "speedscope.json"):
            assert run_command(["export", str(path), "-o", str(tmp_path / f"x.{kind}"), "--force"]) == 0, kind
        cursor = full_traces.Cursor(trace)
        sentences = [str(cursor.sentence)]
        while cursor.into():
            sentences.append(str(cursor.sentence))
        assert any(("depth 1" if name == "deepening" else "A probe asks") in sentence for sentence in sentences)


def test_a_ghost_has_the_depth_that_its_search_had_left() -> None:
    trace = full_traces.record("tictactoe:X../.O./...", algorithm="deepening", depth=3)
    frame = next(frame for frame in range(len(trace)) if trace.skips[frame])
    found = ghost(trace, frame, trace.pruned_moves(frame)[0])
    assert found.trace.plan.depth == trace.depth_left(frame) - 1
    assert trace.round_number(frame) == 2


@pytest.mark.parametrize("name", ROUNDS)
def test_a_function_that_is_called_without_a_window_shows_none(name: str) -> None:
    trace = full_traces.record("tictactoe:X../.O./...", algorithm=name, depth=2)
    shown = InlineValues(trace, full_traces.Cursor(trace).lines)
    assert shown.called(0) == []
    assert "α" in str(shown.called(trace.rounds[0])[0].message)


def test_a_returned_line_is_not_spelled_out() -> None:
    trace = full_traces.record("tictactoe:X../.O./...", algorithm="deepening", depth=1)
    cursor = full_traces.Cursor(trace)
    cursor.go(cursor.last_step)
    assert any("[0,…]" in str(line.message) for line in listing(trace, 0, cursor.last_step))


def test_a_budget_of_time_is_kept_as_the_frames_reached_which_repeat_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = chain([0.0, 0.0], repeat(2.0))
    monkeypatch.setattr(clock, "perf_counter", lambda: next(times))
    timed = full_traces.record("connectfour:44", "deepening", seconds=1)
    assert (timed.complete, timed.limit) == (False, len(timed))
    verify(timed)
    again = full_traces.record("connectfour:44", "deepening", limit=len(timed))
    for name, trace in (("timed", timed), ("again", again)):
        trace.save(tmp_path / name)
    assert (tmp_path / "timed").read_bytes() == (tmp_path / "again").read_bytes()
    finished = [frame for frame in timed.rounds if timed.statuses[frame] != OPEN]
    assert timed.answer == finished[-1]
    assert timed.value == timed.values[finished[-1]]


def test_a_budget_of_nothing_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for options, complaint in (
        (("--seconds", "0"), "a budget of 0 seconds leaves no time to search"),
        (("--seconds", "-1"), "a budget of -1 seconds leaves no time to search"),
        (("--seconds", "nan"), "a budget is a number of seconds, not nan"),
        (("--limit", "0"), "Invalid value for '--limit': 0 is not in the range x>=1."),
    ):
        assert run_command(["solve", "tictactoe:", "--algorithm", "deepening", *options]) == 2
        assert capsys.readouterr().err.splitlines()[-1] == f"plyscope: {complaint}"


@pytest.mark.full
def test_within_a_budget_no_depth_is_needed_where_a_game_does_not_know_its_end() -> None:
    pytest.importorskip("chess", reason="the extra chess is not installed")
    with pytest.raises(OptionError, match="a depth is needed"):
        full_traces.record("chess:", "deepening")
    trace = full_traces.record("chess:", "deepening", score="material", limit=3000)
    assert (trace.complete, len(trace)) == (False, 3000)
    assert trace.value is not None
    with pytest.raises(OptionError, match="a depth is needed"):
        full_traces.record("chess:", "alphabeta", limit=3000)

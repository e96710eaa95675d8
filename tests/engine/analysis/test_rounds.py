"""What each search of a root's position has cost and found, up to a step; and the table that `stats` prints of it."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.analysis.rounds import by_round, by_simulations
from plyscope.analysis.stats import statistics
from plyscope.cli.main import run_command
from plyscope.messages import written
from plyscope.model.trace import Trace
from plyscope.text.narration import sentence

from tests import full_traces
from tests.examples import examples
from tests.random_recordings import extremes, random_recording

SOURCE = "connectfour:5,4,3 33"
PROBED = "tree:[[[0,1],[1,0]],[[1,0],[-1,-1]]]"


def recorded(name: str, limit: int | None = None) -> Trace:
    options: dict[str, Any] = {} if limit is None else {"limit": limit}
    return full_traces.record(SOURCE, algorithm=name, depth=4, **options)


def test_depths_have_their_values_and_grow() -> None:
    rows = by_round(recorded("deepening"))
    for depth, row in enumerate(rows, 1):
        alone = full_traces.record(SOURCE, algorithm="minimax", depth=depth)
        assert (row["round"], row["depth"], row["value"]) == (depth, depth, alone.value)
        assert row["best_move"] in [move for move, value, *_ in alone.root_moves if value == alone.value]
        assert (row["low"], row["high"]) == (None, None)
    factors = [row["branching_factor"] for row in rows]
    assert factors == [None, *(now["frames"] / before["frames"] for before, now in pairwise(rows))]


def test_the_bounds_of_probes_close_in() -> None:
    trace = full_traces.record(PROBED, algorithm="mtdf")
    rows = by_round(trace)
    assert [(row["low"], row["high"]) for row in rows] == [(0, inf), (1, inf), (1, 1)]
    assert [row["best_move"] for row in rows] == [trace.best_move, trace.best_move, None]
    assert [row["branching_factor"] for row in rows] == [None, None, None]


@pytest.mark.parametrize("name", ["deepening", "mtdf"])
def test_up_to_a_step_only_what_has_happened_counts(name: str) -> None:
    trace = recorded(name)
    steps, whole = full_traces.Cursor(trace).steps, by_round(trace)
    assert sum(row["frames"] for row in whole) == len(trace) - 1
    for step in (*range(12), *range(12, steps.count, 7), steps.count - 1):
        rows = by_round(trace, step)
        assert sum(row["frames"] for row in rows) == steps.last_entered(step)
        for row, end in zip(rows, whole, strict=False):
            left = steps.leave(row["frame"])
            assert left is not None
            assert row == end if left <= step else row["value"] is None and not row["returned"]
    assert by_round(trace, 0) == []


@pytest.mark.parametrize("name", ["deepening", "mtdf"])
def test_a_round_that_was_cut_short_has_no_value(name: str) -> None:
    *_, last = by_round(recorded(name, limit=40))
    assert (last["returned"], last["value"], last["best_move"]) == (False, None, None)


@pytest.mark.parametrize(("name", "first", "last"), [("deepening", "depth", "branching"), ("mtdf", "window", "bounds")])
def test_stats_prints_a_table_of_rounds(name: str, first: str, last: str, capsys: pytest.CaptureFixture[str]) -> None:
    for limit in ([], ["--limit", "40"]):
        run_command(["stats", SOURCE, "--algorithm", name, "--depth", "4", *limit])
        printed = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
        assert f"round {first} frames value best move {last}" in printed
        assert any("not finished" in line for line in printed) == bool(limit)
    run_command(["stats", SOURCE, "--algorithm", name, "--depth", "4", "--json"])
    found = json.loads(capsys.readouterr().out)["by_round"]
    assert [row["round"] for row in found] == list(range(1, len(found) + 1))
    assert found == statistics(recorded(name))["by_round"]
    assert "by_round" not in statistics(recorded("alphabeta"))


@pytest.mark.spread(4)
@pytest.mark.parametrize(("simulations", "group"), [(7, 1), (20, 1), (21, 2), (90, 5), (200, 10), (201, 20), (330, 20)])
def test_simulations_are_counted_in_groups(simulations: int, group: int) -> None:
    trace = full_traces.record(SOURCE, algorithm="mcts", simulations=simulations, seed=3)
    rows = by_simulations(trace)
    assert [row["simulations"] for row in rows] == [*range(group, simulations, group), simulations]
    assert sum(row["frames"] for row in rows) == len(trace) - 1
    for row in rows:
        alone = full_traces.record(SOURCE, algorithm="mcts", simulations=row["simulations"], seed=3)
        assert (row["value"], row["best_move"]) == (alone.value, alone.best_move)
        visits = [len(alone.simulations.nodes[node].frames) for node in alone.simulations.children(0)]
        assert row["visits"] == max(visits)
    steps = full_traces.Cursor(trace).steps
    for step in range(0, steps.count, 97):
        finished = sum(steps.leave(frame) < step for frame in trace.rounds)
        found = by_simulations(trace, step)
        assert (found[-1]["simulations"] if found else 0) == finished
        assert found[:-1] == rows[: len(found[:-1])]


def test_stats_prints_what_simulations_had_found(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["stats", SOURCE, "--algorithm", "mcts", "--simulations", "60"]
    run_command(arguments)
    printed = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    at = printed.index("simulations frames mean best move visits")
    run_command([*arguments, "--json"])
    found = json.loads(capsys.readouterr().out)
    assert "by_round" not in found
    rows = found["by_simulations"]
    assert [row["simulations"] for row in rows] == list(range(5, 61, 5))
    assert [line.split()[0] for line in printed[at + 2 : at + 14]] == [str(row["simulations"]) for row in rows]
    assert (rows[-1]["value"], rows[-1]["best_move"]) == (found["value"], found["best_move"])


def test_sentences_tell_the_bounds_that_the_search_has() -> None:
    """The first probe finds the value without asking for it, and is followed by another."""
    trace = full_traces.record("tictactoe:X../.O./..X", algorithm="mtdf", depth=3)
    cursor, said = full_traces.Cursor(trace), []
    for frame in trace.rounds:
        step = cursor.steps.back(frame)
        assert step is not None
        cursor.go(step)
        said.append(str(cursor.sentence))
    assert "the value is 0 or more" in said[0]
    assert said[1].endswith("the value is 0.")


@pytest.mark.full
@examples(600)
@given(draw=st.randoms(use_true_random=False))
def test_the_value_lies_within_the_bounds_of_every_round(draw: random.Random) -> None:
    """And these within the extremes of the scoring; the value is that of a plain minimax."""
    trace = random_recording(draw, ("mtdf",))
    if not trace.complete or not trace.rounds:
        return
    options = {name: trace.options[name] for name in ("depth", "score")}
    value, (bottom, top) = full_traces.record(trace.position, "minimax", **options).value, extremes(trace)
    steps = full_traces.Cursor(trace).steps
    for row in by_round(trace):
        assert bottom <= row["low"] <= value <= row["high"] <= top
        step = steps.back(row["frame"])
        assert step is not None
        said = str(sentence(trace, steps.at(step)))
        if row["low"] == row["high"]:
            ending = f"the value is {written(value)}."
        elif row["low"] == bottom:
            ending = f"the value is {written(row['high'])} or less."
        elif row["high"] == top:
            ending = f"the value is {written(row['low'])} or more."
        else:
            ending = f"the value lies from {written(row['low'])} to {written(row['high'])}."
        assert said.endswith(ending)

"""Alpha-beta with a transposition table: its values, what is answered from where, and what is proved."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.analysis.proof import proof
from plyscope.audit.verification import verify
from plyscope.cli.main import run_command
from plyscope.files.sources import load
from plyscope.messages import InputError, OptionError
from plyscope.model.columns import HORIZON, INNER, TABLE
from plyscope.model.origin import Hits, Origin
from plyscope.model.trace import Trace
from plyscope.recording.plan import plan
from plyscope.search.transpositions import TranspositionTable
from plyscope.text.explanation import reasons

from tests import full_traces
from tests.engine.search.test_rounds import check_all, random_tree
from tests.trees import as_text, inner_nested

BOARDS: Mapping[str, int | None] = {
    "tictactoe:X../.O./...": None,
    "connectfour:": 5,
    "connectfour:5,4,3 33": 6,
    "hexline:random 8 2": None,
    "nim:3,4,2": None,
}


def searched(source: str, **options: Any) -> Trace:
    return full_traces.record(source, algorithm="table", **options)


@pytest.fixture(scope="module")
def recorded() -> Trace:
    return searched("tictactoe:X../.O./...")


@pytest.mark.spread(6)
@pytest.mark.parametrize("options", [{}, {"cut": ">"}, {"table_size": 7}, {"order": "killer"}, {"order": "random"}])
@pytest.mark.parametrize("source", BOARDS)
def test_value_and_best_moves_are_those_of_minimax(source: str, options: dict[str, Any]) -> None:
    depth = BOARDS[source]
    minimax = full_traces.record(source, algorithm="minimax", depth=depth)
    trace = searched(source, depth=depth, **options)
    verify(trace)
    assert (trace.value, trace.bound) == (minimax.value, "exact")
    values = {move: value for move, value, _, _ in minimax.root_moves}
    assert values[str(trace.best_move)] == trace.value


def true_values(trace: Trace) -> dict[int, float]:
    """What every frame is worth by plain minimax to the end of the game, each position once."""
    rules, sign = trace.position.game.rules, 1 if trace.position.max_side == 1 else -1
    known: dict[tuple[int, ...], float] = {}

    def value(state: list[int]) -> float:
        key = tuple(state)
        if key not in known:
            if rules.is_over(state):
                known[key] = sign * rules.outcome(state)
            else:
                below = []
                for move in list(rules.moves(state)):
                    rules.play(state, move)
                    below.append(value(state))
                    rules.undo(state, move)
                known[key] = max(below) if rules.to_move(state) == trace.position.max_side else min(below)
        return known[key]

    return {frame: value(list(trace.state(frame))) for frame in range(len(trace))}


def test_every_interval_holds_and_hits_have_that_of_their_source(recorded: Trace) -> None:
    values = true_values(recorded)
    hits = recorded.origin.hits
    assert len(hits.frames) > 50
    for frame, value in values.items():
        low, high = recorded.interval_of(frame)
        assert low <= value <= high, frame
    for frame, source in zip(hits.frames.tolist(), hits.sources.tolist(), strict=True):
        assert source < frame
        assert recorded.interval_of(frame) == recorded.interval_of(source)
        assert recorded.state(frame) == recorded.state(source)
        assert hits.source(frame) == source
    assert hits.source(0) == -1


def test_leaves_are_finished_at_the_horizon_or_answered() -> None:
    trace = searched("connectfour:", depth=5)
    ply, status = trace.column("ply"), trace.column("status")
    assert set(status[ply == 5].tolist()) == {HORIZON}
    assert np.array_equal(np.flatnonzero(status == TABLE), trace.origin.hits.frames)
    assert not np.any(status[ply < 5] == HORIZON)


@given(inner_nested, st.sampled_from((">=", ">")))
def test_a_tree_repeats_no_position(tree: object, cut: str) -> None:
    source = f"tree:{as_text(tree)}"
    trace, plain = searched(source, cut=cut), full_traces.record(source, cut=cut)
    assert [trace.column(name).tolist() for name in ("move", "value", "size")] == [
        plain.column(name).tolist() for name in ("move", "value", "size")
    ]


def test_a_newer_entry_has_the_place_of_an_older_one() -> None:
    table = TranspositionTable(1)
    table.store([1, 2], 3, 0.5, "exact")
    assert table.look_up([1, 2], 3) == (0.5, "exact")
    assert table.look_up([1, 2], 4) is None, "another depth is another entry"
    table.store([2, 1], 3, 0.25, "lower")
    assert table.look_up([1, 2], 3) is None
    assert table.look_up([2, 1], 3) == (0.25, "lower")


def test_a_file_keeps_what_the_table_has_answered(recorded: Trace, tmp_path: Path) -> None:
    path = tmp_path / "t.plytrace"
    recorded.save(path)
    opened = full_traces.Trace.open(path)
    verify(opened)
    assert opened.origin.hits.pairs.tolist() == recorded.origin.hits.pairs.tolist()
    assert [opened.interval_of(frame) for frame in range(len(opened))] == [
        recorded.interval_of(frame) for frame in range(len(recorded))
    ]
    assert opened.signature == recorded.signature
    assert run_command(["stats", str(path), "--verify"]) == 0


def test_a_limit_leaves_a_recording_that_is_verified() -> None:
    for limit in (1, 2, 50, 400):
        trace = searched("tictactoe:X../.O./...", limit=limit)
        assert not trace.complete
        verify(trace)


def test_the_proof_rests_on_what_was_proved_when_it_was_stored(recorded: Trace) -> None:
    found = proof(recorded)
    for frame in np.flatnonzero((found.needs > 0) & (recorded.column("status") == TABLE)).tolist():
        low, high = recorded.interval_of(frame)
        needs = int(found.needs[frame])
        assert not needs & 1 or low >= recorded.values[0]
        assert not needs & 2 or high <= recorded.values[0]


def test_the_reason_names_the_frame_that_stored_the_answer(recorded: Trace) -> None:
    frame, source = int(recorded.origin.hits.frames[0]), int(recorded.origin.hits.sources[0])
    reason = reasons(recorded, frame)[0]
    assert f"frame {source} (" in str(reason.sentence)
    assert reason.frame == source
    cursor = full_traces.Cursor(recorded)
    cursor.go(cursor.steps.leave(frame))
    shown = recorded.value_text(frame).replace("≥", "at least ").replace("≤", "at most ")
    assert f"The table holds {shown}, from frame" in str(cursor.sentence)
    assert "look_up" not in recorded.text.splitlines()[cursor.line - 1]
    assert "return value" in recorded.text.splitlines()[cursor.line - 1]


def changed(trace: Trace, rng: random.Random) -> Trace:
    """The recording with one thing in it that cannot be."""
    columns = {name: trace.column(name).copy() for name in trace.columns}
    pairs = trace.origin.hits.pairs.copy()
    hit = rng.randrange(len(pairs) // 2)
    frame = int(pairs[2 * hit])
    match rng.randrange(5):
        case 0:
            columns["value"][frame] += rng.choice((1, -1, 0.5))
        case 1:
            pairs[2 * hit + 1] = (pairs[2 * hit + 1] + rng.randrange(1, frame)) % frame
        case 2:
            columns["status"][frame] = rng.choice((HORIZON, 1))
        case 3:
            other = int(
                rng.choice(np.flatnonzero((columns["status"] != INNER) & (columns["status"] != TABLE)).tolist())
            )
            columns["status"][other] = TABLE
        case _:
            pairs = np.delete(pairs, [2 * hit, 2 * hit + 1])
    return Trace(columns, trace.plan, origin=Origin(hits=Hits(pairs)))


def refuses(trace: Trace, times: int) -> None:
    rng = random.Random(times)
    for _ in range(times):
        with pytest.raises(InputError, match="damaged"):
            verify(changed(trace, rng))


def test_what_cannot_be_is_refused() -> None:
    refuses(searched("connectfour:5,4,3 33", depth=4), 30)


@pytest.mark.full
def test_a_thousand_things_that_cannot_be_are_refused() -> None:
    refuses(searched("connectfour:5,4,3 33", depth=5), 1000)


@pytest.mark.full
@pytest.mark.parametrize("board", ["tictactoe:", "connectfour:5,4,3 ", "hexline:random 9 5", "nim:3,4,2"])
def test_five_hundred_positions_against_brute_force(board: str) -> None:
    rng = random.Random(board)
    for _ in range(500):
        position = load(board)
        for _ in range(rng.randrange(1, 6)):
            if position.is_over or len(position.legal_moves()) == 1:
                break
            position = position.after(rng.choice(position.legal_moves()))
        options = {"depth": rng.randrange(6), "order": rng.choice(("given", "random", "killer", "history"))}
        table_size, cut = rng.choice((None, 1, 20, 300)), rng.choice((">=", ">"))
        trace = full_traces.record(position, algorithm="table", table_size=table_size, cut=cut, **options)
        check_all(trace, intervals=len(trace) < 2000)
        verify(trace)


@pytest.mark.full
def test_two_thousand_trees_against_brute_force() -> None:
    rng = random.Random("table")
    for _ in range(2000):
        position = load(f"tree:{random_tree(rng, rng.randrange(1, 6))}").with_max(rng.choice(("first", "second")))
        options = {"depth": rng.choice((None, 0, 1, 2, 3)), "cut": rng.choice((">=", ">"))}
        order, table_size = rng.choice(("given", "killer", "best")), rng.choice((None, 1, 20))
        trace = full_traces.record(position, algorithm="table", order=order, table_size=table_size, **options)
        check_all(trace)
        verify(trace)


def test_options_of_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    for size in (0, -1, True, 1 << 40):
        with pytest.raises(OptionError, match="a table has from 1 to"):
            plan(load("tictactoe:"), {"algorithm": "table", "table_size": size})
    assert run_command(["solve", "tictactoe:", "--table-size", "8"]) == 2
    assert "alphabeta does not read the option table_size" in capsys.readouterr().err
    assert run_command(["solve", "tictactoe:", "--algorithm", "table", "--table-size", "50", "--check"]) == 0
    assert "agrees" in capsys.readouterr().out
    assert run_command(["compare", "tictactoe:X../.O./...", "alphabeta", "table:table_size=50"]) == 0

"""Searches from plug-in files that reduce, extend, pass and look ahead, against plain runs that write their calls."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import ceil
from pathlib import Path

import numpy as np
import plyscope
import pytest
from plyscope.audit.verification import verify
from plyscope.model.columns import INNER, OPEN
from plyscope.search import SEARCHES
from plyscope.search.binding import calls_with_moves_alone

from tests import full_traces
from tests.unusual import FILE, SEARCHES_HERE, loaded, minimax, plain_calls, plugged, record


@pytest.fixture(autouse=True)
def plugin() -> Iterator[None]:
    with loaded():
        yield


def positions(count: int) -> Iterator[tuple[plyscope.Position, int]]:
    """Random ones, each with a depth."""
    draw = random.Random(5)
    for _ in range(count):
        text = f"numbers:{draw.randrange(101)} {draw.choice('ab')} {draw.randrange(2, 7)}"
        yield plyscope.load(text, max=draw.choice("ab")), draw.randrange(1, 6)


@pytest.mark.spread(2)
@pytest.mark.parametrize("search", SEARCHES_HERE)
def test_every_call_is_recorded_as_it_was_made(search: str, tmp_path: Path) -> None:
    for number, (position, depth) in enumerate(positions(12)):
        trace, calls = record(position, search, depth), plain_calls(position, search, depth)
        assert len(trace) == len(calls)
        depths = trace.column("depth")
        for frame, call in enumerate(calls):
            low, high, value = call.alpha, call.beta, call.value[0]
            if call.side < 0:
                low, high, value = -high, -low, -value
            found = trace.alphas[frame], trace.betas[frame], trace.values[frame], trace.kinds[frame]
            assert found == (low, high, value, int(call.side > 0))
            assert trace.depth_left(frame) == depths[frame] == call.depth
            assert tuple(trace.state(frame)[:3]) == call.position
        verify(trace)
        path = tmp_path / f"{number}.plytrace"
        trace.save(path)
        again = full_traces.Trace.open(path)
        verify(again)
        assert again.signature == trace.signature
        assert np.array_equal(again.column("depth"), depths)
        assert np.array_equal(again.column("tags"), trace.column("tags"))


def test_what_a_rule_leaves_out_is_no_cut_where_sides_pass_too() -> None:
    left_out = passed = 0
    for position, depth in positions(30):
        trace = record(position, "null-move-pruning", depth)
        cut = trace.facts.cutoff
        # Of three moves the third is left out wherever a frame with less than 2 left has not been cut.
        is_due = (trace.column("status") == INNER) & ~cut & (trace.facts.depth_left < 2)
        assert trace.facts.forward_pruned.tolist() == is_due.tolist()
        assert [trace.prunes_forward(frame) for frame in range(len(trace))] == is_due.tolist()
        assert trace.forward_pruned == int(is_due.sum())
        left_out += trace.forward_pruned
        passed += int(trace.facts.has_tag("null").any())
    assert left_out > 50
    assert passed > 3


@pytest.mark.parametrize("name", ["tictactoe:X../.O./...", "numbers:8 b 6"])
def test_less_than_an_unlimited_depth_is_recorded_and_verified_all_the_same(name: str, tmp_path: Path) -> None:
    trace = full_traces.record(name, algorithm="reductions")
    again = np.flatnonzero(trace.facts.is_again)
    before = [trace.sibling_before(frame) for frame in again.tolist()]
    assert np.any((trace.column("alpha")[again] == trace.column("alpha")[before])
                  & (trace.column("beta")[again] == trace.column("beta")[before]))  # fmt: skip
    verify(trace)
    assert trace.value == full_traces.record(name, algorithm="minimax").value
    assert trace.interval == (trace.value, trace.value)
    trace.save(tmp_path / "x.plytrace")
    verify(full_traces.Trace.open(tmp_path / "x.plytrace"))


@pytest.mark.spread(2)
@pytest.mark.parametrize("search", SEARCHES_HERE)
def test_what_is_proved_holds_for_the_value_at_the_depth_that_was_given(search: str) -> None:
    proved = 0
    for position, depth in positions(15):
        for limit in (None, 25):
            trace = record(position, search, depth, limit)
            low, high = trace.intervals.columns
            for frame in range(len(trace)):
                left = trace.depth_left(frame)
                if trace.statuses[frame] == OPEN and left != round(left):
                    continue
                # A search with half plies goes no deeper below 1.
                truth = minimax(
                    position, tuple(trace.state(frame)[:3]), int(left) if search == "extensions" else ceil(left)
                )
                assert low[frame] <= truth <= high[frame], (position, frame)
                assert trace.interval_of(frame) == (low[frame], high[frame])
                proved += low[frame] == high[frame]
    assert proved > 100


def test_undo_is_watched_only_where_calls_may_have_no_move() -> None:
    for search in SEARCHES.values():
        # Which move a simulation plays, a function of its own selects.
        may_lack = search.name in ("null-move", "null-move-pruning", "internal-deepening", "mcts")
        assert calls_with_moves_alone(search.text({}), search.file) is not may_lack, search.name


def test_a_call_after_the_loop_has_no_move(tmp_path: Path) -> None:
    """Neither before the first move, nor after one was taken back: here the last two, one under another name."""
    text = FILE.with_name("internal_deepening.py").read_text().replace("internal_deepening", "twice")
    text = text.replace("import is_over, moves, play, score, undo", "import is_over, moves, play as make, score, undo")
    text = text.replace("play(s, move)", "make(s, move)")
    text = text.replace("    return best", "    twice(s, depth - 4, alpha, beta, side)\n    return best")
    (tmp_path / "twice.py").write_text(text)
    (tmp_path / "plugin.py").write_text(DECLARED)
    with plugged(tmp_path / "plugin.py"):
        trace = record(plyscope.load("numbers:7 a 6"), "twice", 4)
    verify(trace)
    for frame in np.flatnonzero(trace.column("status") == INNER).tolist():
        moves = [trace.moves[child] for child in trace.children(frame)]
        assert moves[-1] == -1
        assert [move for move in moves if move >= 0] == [1, 2, 3][: 3 - trace.skips[frame]]
        assert moves.count(-1) == (1 if trace.depth_left(frame) < 3 else 2 + (len(moves) > 3))


DECLARED = """
from plyscope.messages import Message
from plyscope.model.declaration import Calls, Search, Value, Windows
from plyscope.search import EVERY_SEARCH_READS

calls = Calls("twice", side="side", value=Value.NEGATED, without_move="iid")
S = Search("twice", "twice.py", (calls,), Message("twice"), reads=EVERY_SEARCH_READS, windows=Windows.WHOLE)
"""

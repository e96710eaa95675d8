"""Orders of moves that are learned while a search runs."""

from __future__ import annotations

import random
from itertools import pairwise
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.audit.verification import verify
from plyscope.cli.main import run_command
from plyscope.files.sources import load
from plyscope.messages import InputError, OptionError
from plyscope.model.position import State
from plyscope.model.trace import Trace
from plyscope.recording.plan import plan
from plyscope.search.binding import run_text
from plyscope.search.learned_orders import LEARNED_ORDERS, LearnedOrder

from tests import full_traces
from tests.engine.search.test_rounds import check_all, random_tree
from tests.trees import as_text, inner_nested

SEARCHES = ("alphabeta", "negamax", "pvs")
BOARDS = ("connectfour:", "tictactoe:.../.X./... o", "hexline:random 9 2", "nim:3,4,2")


def test_killers_are_the_two_that_last_pruned_at_the_ply() -> None:
    order = LearnedOrder("killer", 9)
    for move in (5, 3, 5, 7):
        order.offer(0, 1, [1, 2])
        order.try_moves(0)
        offered = order.offer(1, 2, [1, 3, 5, 7])
        order.try_moves(1, offered.index(move) + 1)
    order.offer(0, 1, [1, 2])
    assert order.offer(1, 2, [1, 3, 5, 7]) == [5, 3, 1, 7], "7 was the last that was offered, and pruned nothing"


def test_history_weighs_a_cut_by_what_is_below_it() -> None:
    order = LearnedOrder("history", 4)
    assert order.offer(0, 1, [1, 2, 3]) == [1, 2, 3]
    order.try_moves(0)
    order.offer(1, 2, [1, 2, 3])
    order.try_moves(1, 2)  # 2 prunes 3, three plies above the leaves
    order.offer(0, 1, [1, 2, 3])
    assert order.offer(1, 2, [1, 2, 3]) == [2, 1, 3]
    assert order.offer(2, 1, [1, 2, 3]) == [1, 2, 3], "of the other side nothing is known"


@pytest.mark.spread(5)
@pytest.mark.parametrize("order", LEARNED_ORDERS)
@pytest.mark.parametrize("algorithm", SEARCHES)
@pytest.mark.parametrize("source", BOARDS)
def test_the_value_is_that_of_minimax_and_the_recording_is_verified(source: str, algorithm: str, order: str) -> None:
    minimax = full_traces.record(source, algorithm="minimax", depth=4)
    trace = full_traces.record(source, algorithm=algorithm, depth=4, order=order)
    assert trace.value == minimax.value
    values = {move: value for move, value, _, _ in minimax.root_moves}
    assert values[str(trace.best_move)] == trace.value
    verify(trace)
    assert trace.signature == full_traces.record(source, algorithm=algorithm, depth=4, order=order).signature


@given(inner_nested, st.sampled_from(SEARCHES), st.sampled_from(tuple(LEARNED_ORDERS)), st.sampled_from((">=", ">")))
def test_any_tree(tree: object, algorithm: str, order: str, cut: str) -> None:
    source = f"tree:{as_text(tree)}"
    trace = full_traces.record(source, algorithm=algorithm, order=order, cut=cut)
    assert trace.value == full_traces.record(source, algorithm="minimax").value
    verify(trace)


@pytest.mark.full
@pytest.mark.parametrize("order", LEARNED_ORDERS)
def test_five_hundred_trees_and_positions_against_brute_force(order: str) -> None:
    rng = random.Random(order)
    for number in range(500):
        if number % 2:
            position = load(f"tree:{random_tree(rng, rng.randrange(1, 6))}")
        else:
            position = load(rng.choice((*BOARDS, "kalah:3,2")))
            for _ in range(rng.randrange(6)):
                if position.is_over:
                    break
                position = position.after(rng.choice(position.legal_moves()))
        takes_turns = position.game.rules.alternates
        algorithm, cut = rng.choice(SEARCHES if takes_turns else ("alphabeta",)), rng.choice((">=", ">"))
        position = position.with_max(rng.choice(("first", "second")))
        trace = full_traces.record(position, algorithm, order=order, depth=rng.randrange(5), cut=cut)
        check_all(trace, intervals=len(trace) < 1000)
        verify(trace)


def test_a_learned_order_saves_frames() -> None:
    frames = {
        order: len(full_traces.record("connectfour:", depth=8, order=order)) for order in ("given", *LEARNED_ORDERS)
    }
    assert frames["killer"] < frames["given"]
    assert frames["history"] < frames["given"]


@pytest.mark.parametrize("order", LEARNED_ORDERS)
def test_the_search_does_the_same_unrecorded(order: str) -> None:
    """Its calls are counted in the scope in which it runs, without a recorder."""
    ready = plan(load("connectfour:44"), {"depth": 6, "order": order})
    calls = 0
    scope = run_text(ready.search.text(ready.options), ready.search.file, ready.names_of_run)
    body = scope["alphabeta"]

    def counted(s: State, depth: float, alpha: float, beta: float, maximizing: bool) -> float:
        nonlocal calls
        calls += 1
        found: float = body(s, depth, alpha, beta, maximizing)
        return found

    scope["alphabeta"] = counted
    value = counted(list(ready.position.state), ready.depth, -inf, inf, True)
    trace = full_traces.record("connectfour:44", depth=6, order=order)
    assert (value, calls) == (trace.value, len(trace))


def test_pruned_moves_are_those_that_were_not_tried() -> None:
    trace = full_traces.record("connectfour:", depth=5, order="killer")
    for frame in np.flatnonzero(trace.column("skipped")).tolist():
        tried = [trace.moves[child] for child in trace.children(frame)]
        pruned = trace.pruned_moves(frame)
        assert sorted([*tried, *pruned]) == sorted(trace.offered(frame))
        assert all(a < b for a, b in pairwise(pruned)), "in the order of the game"


def test_verification_refuses_siblings_in_another_order() -> None:
    """Two children of a frame without a cut change places, with all that is below them: only the order is wrong."""
    trace = full_traces.record("connectfour:", depth=4, order="killer")
    verify(trace)
    refused = 0
    for frame in np.flatnonzero(trace.column("size") > 1).tolist()[:200]:
        children = list(trace.children(frame))
        if len(children) < 2 or trace.sizes[children[0]] != trace.sizes[children[1]]:
            continue
        columns = {name: trace.column(name).copy() for name in trace.columns}
        columns["move"][children[:2]] = columns["move"][children[1::-1]]
        with pytest.raises(InputError, match="damaged"):
            verify(Trace(columns, trace.plan, complete=True, limit=None, made_by="search"))
        refused += 1
    assert refused > 10


def changed(trace: Trace, rng: random.Random) -> Trace:
    """The recording with one number in it that cannot be."""
    columns = {name: trace.column(name).copy() for name in trace.columns}
    frame = rng.randrange(1, len(trace))
    match rng.randrange(5):
        case 0:
            columns["value"][frame] += rng.choice((1, -1, 0.5))
        case 1:
            others = [move for move in trace.offered(trace.parents[frame]) if move != trace.moves[frame]]
            columns["move"][frame] = rng.choice([*others, trace.moves[frame] + 1000])
        case 2:
            columns["kind"][frame] ^= 1
        case 3:
            columns["skipped"][frame] += 1
        case _:
            columns[rng.choice(("alpha", "beta"))][frame] = rng.choice((0.25, -0.75))
    return Trace(columns, trace.plan, origin=trace.origin)


@pytest.mark.parametrize("times", [20, pytest.param(1_000, marks=pytest.mark.full)])
@pytest.mark.parametrize("order", LEARNED_ORDERS)
def test_what_cannot_be_is_refused(order: str, times: int) -> None:
    rng = random.Random(f"{order} {times}")
    found = [full_traces.record(source, depth=3, order=order) for source in ("connectfour:", "kalah:3,2")]
    for trace in found:
        verify(trace)
    for _ in range(times):
        with pytest.raises(InputError, match="damaged"):
            verify(changed(rng.choice(found), rng))


def test_a_search_that_never_cuts_has_nothing_to_learn_from(capsys: pytest.CaptureFixture[str]) -> None:
    for algorithm in ("minimax", "maxmin", "accumulate"):
        with pytest.raises(OptionError, match="never cuts"):
            plan(load("tictactoe:"), {"algorithm": algorithm, "order": "killer"})
    position = load("tictactoe:.OO/XXO/.X.")
    assert plan(position, {"order": "history"}).options["order"] == "history"
    assert run_command(["solve", "tictactoe:.OO/XXO/.X.", "--order", "history", "--check"]) == 0
    assert "agrees" in capsys.readouterr().out
    assert run_command(["solve", "tictactoe:", "--order", "killer", "--algorithm", "minimax"]) == 2
    assert "minimax never cuts, so there is nothing" in capsys.readouterr().err


def test_a_ghost_has_the_order_of_the_game() -> None:
    from plyscope.analysis.ghosts import ghost

    trace = full_traces.record("connectfour:", depth=4, order="killer")
    frame = int(np.flatnonzero(trace.column("skipped"))[0])
    found = ghost(trace, frame, trace.pruned_moves(frame)[0])
    assert found.trace.options["order"] == "given"

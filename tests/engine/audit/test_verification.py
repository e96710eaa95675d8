"""A recording that says anything false is caught: one number at a time is changed, and each change is seen."""

from __future__ import annotations

import random
from math import inf, nan
from typing import Any

import numpy as np
import pytest
from plyscope.audit.verification import check, verify
from plyscope.messages import InputError
from plyscope.model.columns import COLUMNS

from tests.full_traces import Trace, record

TRACES = {
    "alphabeta": lambda: record("tictactoe:X../.O./..X", "alphabeta"),
    "hard": lambda: record("tictactoe:X../.O./..X", "negamax", cut=">", fail="hard"),
    "pvs": lambda: record("tree:[[5,[6,1],7],[6,9,8],[3,[2,7],1],[8,9]]", "pvs"),
    "minimax": lambda: record("hexline:.../..#", "minimax"),
    "cut short": lambda: record("tictactoe:X../.O./..X", "alphabeta", limit=60),
    "brain": lambda: record("connectfour:4,4,3 1", "tutorial-sum", depth=2),
    "turned brain": lambda: record("connectfour:4,4,3 12", "tutorial-max", depth=2),
    "sum": lambda: record("tree:[[1,2],[3,[4,5]]]", "accumulate"),
}


def with_columns(trace: Trace, **changed: Any) -> Trace:
    columns = {name: changed.get(name, trace.column(name)).copy() for name in COLUMNS}
    return Trace(columns, trace.plan, complete=trace.complete, limit=trace.limit, played=trace.played)


def other_values(name: str, value: float) -> list[float]:
    if name in ("alpha", "beta", "value"):
        return [other for other in (value + 1, -value, inf, -inf, nan, 0.5) if repr(other) != repr(value)]
    top = {"ply": 65_535, "kind": 255, "status": 255, "skipped": 65_535}.get(name, 2**31 - 1)
    lowest = -(2**31) if name in ("parent", "move", "size") else 0
    return [other for other in (value + 1, value - 1, top, lowest, 0) if lowest <= other <= top and other != value]


@pytest.mark.parametrize("name", TRACES)
def test_a_true_recording_is_accepted(name: str) -> None:
    trace = TRACES[name]()
    verify(trace)
    verify(with_columns(trace))


@pytest.mark.spread(4)
@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("name", TRACES)
def test_every_changed_number_is_noticed(name: str, column: str) -> None:
    trace = TRACES[name]()
    draw = random.Random(f"{name}{column}")
    frames = {0, 1, len(trace) - 1, *(draw.randrange(len(trace)) for _ in range(12))}
    for frame in frames:
        for other in other_values(column, trace.column(column)[frame].item()):
            changed = trace.column(column).copy()
            changed[frame] = other
            noticed = is_refused(with_columns(trace, **{column: changed}))
            assert noticed, f"{column}[{frame}] = {other} instead of {trace.column(column)[frame]}"


def is_refused(trace: Trace) -> bool:
    try:
        verify(trace)
    except InputError:
        return True
    return False


@pytest.mark.parametrize("name", ["brain", "turned brain"])
def test_the_move_played_is_derived_again(name: str) -> None:
    trace = TRACES[name]()
    assert trace.played is not None
    other = {"move": next(move for move in "1234" if move != trace.best_move), "fallback": not trace.played["fallback"]}
    for played in (None, {}, *({**trace.played, name: value} for name, value in other.items())):
        with pytest.raises(InputError, match="the move played does not follow"):
            verify(Trace(trace.columns, trace.plan, played=played))
    with pytest.raises(InputError, match="the move played"):
        verify(Trace(TRACES["sum"]().columns, TRACES["sum"]().plan, played=trace.played))


@pytest.mark.parametrize("name", ["brain", "pvs", "cut short"])
def test_no_move_is_so_large_that_it_passes_for_another(name: str) -> None:
    trace = TRACES[name]()
    for frame in range(1, len(trace)):
        for move in (2**31 - 1, 2**31 - 2, -(2**31)):
            changed = trace.column("move").copy()
            changed[frame] = move
            with pytest.raises(InputError):
                check(with_columns(trace, move=changed))


def test_a_sum_beyond_all_numbers_is_no_reason_to_complain() -> None:
    trace = record("tree:[1e308,[1e308,1e308],-1e308]", "accumulate")
    assert trace.value == inf
    verify(trace)


def test_only_the_first_thing_wrong_is_named() -> None:
    trace = TRACES["alphabeta"]()
    ply = trace.column("ply").copy()
    ply[3:] += 1
    with pytest.raises(InputError, match="damaged: frame 3: the ply is not one more than the parent's"):
        check(with_columns(trace, ply=ply))


def test_whole_columns_of_nonsense_do_not_hang_or_crash() -> None:
    trace = TRACES["alphabeta"]()
    draw = np.random.default_rng(1)
    for _ in range(200):
        columns = {
            name: np.frombuffer(draw.bytes(len(trace) * np.dtype(kind).itemsize), kind).copy()
            for name, kind in COLUMNS.items()
        }
        with pytest.raises(InputError):
            check(with_columns(trace, **columns))

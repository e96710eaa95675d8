"""Compares the user's search with a reference search of the same position: value, move, and first divergence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from plyscope.analysis.comparison import compare
from plyscope.games import GAMES
from plyscope.messages import InputError
from plyscope.model import preorder
from plyscope.model.columns import COLUMNS, HORIZON, INNER
from plyscope.model.declaration import Windows
from plyscope.model.position import Position
from plyscope.model.roles import Proposal
from plyscope.model.trace import Trace
from plyscope.recording.plan import plan
from plyscope.recording.record import run
from plyscope.search.ordering import ordered_moves
from plyscope.usercode.boards import boards_of, cell_moves
from plyscope.usercode.chosen_search import move_played
from plyscope.usercode.matching_games import game_of, trees_of
from plyscope.usercode.win_values import counted_like, has_estimates, wins_of


def reference_position(trace: Trace) -> Position:
    """The position that was searched, also where the search made illegal moves from there."""
    proposal = Proposal.of(trace)
    if proposal is not None and proposal.game:
        return trace.position
    for position in possible_positions(trace, proposal):
        return position
    raise InputError("the boards of the recording are of no game that could be searched here")


def possible_positions(trace: Trace, proposal: Proposal | None) -> Iterator[Position]:
    """The positions that the first boards, or the first lists of leaves, may show."""
    if not trace.origin.is_user_code:
        return
    boards = None if proposal is None else boards_of(trace, trace.user_code, proposal)
    columns = {name: trace.column(name) for name in COLUMNS}
    if boards is None:
        yield from (position for position, *_ in trees_of(trace.user_code, columns))
    else:
        yield from (
            position for position, *_ in game_of(columns, boards, cell_moves(trace, trace.user_code, boards)[0])
        )


def reference_search(trace: Trace) -> dict[str, Any]:
    """The reference search for a recording: alpha-beta if windows were passed on, else minimax.

    It cuts on >=, whatever the user's search does: where that one goes on is where they diverge. In everything that is
    no bug it does as the user's search does: the order of moves, the value of a win, fail-hard values.
    """
    has_window = trace.search.windows is not Windows.NONE
    depth = int(trace.column("ply").max()) if (trace.column("status") == HORIZON).any() else None
    wins = wins_of(trace)
    asked = {
        "algorithm": "alphabeta" if has_window else "minimax",
        "depth": depth,
        "order": order_of(trace),
        "score": None if wins is None or wins.score == "result" else wins.score,
        "fail": "hard" if has_window and stays_in_windows(trace) else None,
    }
    return {name: value for name, value in asked.items() if value is not None}


def order_of(trace: Trace) -> str | None:
    """The order of moves at the root, by our name for it; None for the given order and for unknown ones."""
    position = trace.position
    if position.game.name not in GAMES:
        return None
    tried = list(dict.fromkeys(trace.moves[child] for child in trace.children(0)))
    for order in ("given", "center", "reverse"):
        offered = ordered_moves(order, position.game, 0, position.max_side, lambda state, depth: 0.0)
        if list(offered(list(position.state)))[: len(tried)] == tried:
            return None if order == "given" else order
    return None


def stays_in_windows(trace: Trace) -> bool:
    """Whether values are fail-hard: clipped to the window although those of children are beyond it."""
    columns = {name: trace.column(name) for name in ("size", "value", "kind")}
    inner = (trace.column("status") == INNER) & ~np.isnan(columns["value"])
    best = preorder.best_values(columns)[inner]
    value, alpha, beta = (trace.column(name)[inner] for name in ("value", "alpha", "beta"))
    return bool(np.all((alpha <= value) & (value <= beta)) and np.any((best < alpha) | (best > beta)))


def reference(trace: Trace) -> Trace:
    """The recording of the reference search."""
    return run(plan(reference_position(trace), reference_search(trace)))


def to_be_compared(trace: Trace) -> tuple[Trace, dict[str, Any]]:
    """The recording with wins valued as in the reference, and the options of the reference search."""
    asked = reference_search(trace)
    return counted_like(trace, plan(replace(reference_position(trace), options={}), asked)), asked


def compare_with_reference(trace: Trace) -> dict[str, Any]:
    """The facts of the comparison; in each pair the user's search comes first.

    Calls are not aligned where the search makes illegal moves. Where it estimates positions at the horizon, values and
    moves are not compared.
    """
    ours = reference(trace)
    counted = counted_like(trace, ours.plan)
    is_aligned = trace.position.game.name == ours.position.game.name
    facts: dict[str, Any] = compare(counted, ours) if is_aligned else {"first_divergence": None}
    played, estimates = move_played(trace), has_estimates(trace)
    return {
        "reference": ours.search.name,
        "same_value": None if estimates or trace.value is None else counted.value == ours.value,
        "same_move": None if estimates or played is None else played == ours.best_move,
        "value": [trace.value, ours.value],
        "best_move": [played, ours.best_move],
        "frames": [len(trace), len(ours)],
        "aligned": is_aligned,
        "own_estimates": estimates,
        "first_divergence": facts["first_divergence"],
    }

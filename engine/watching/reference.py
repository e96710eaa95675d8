"""Somebody's own search against the reference on the same position: same value, same move, and where they part."""

from __future__ import annotations

from typing import Any

from engine.columns import COLUMNS, HORIZON
from engine.comparison import compare
from engine.messages import InputError
from engine.position import Position
from engine.recording import record
from engine.search.declaration import Windows
from engine.trace import Trace
from engine.watching.boards import boards_of, cell_moves
from engine.watching.chosen import own_move
from engine.watching.own_games import game_of
from engine.watching.proposal import Proposal


def reference_position(trace: Trace) -> Position:
    """The position that was searched, also where the search then made moves that its game does not have."""
    own = trace.own
    proposal = Proposal.read(own) if own is not None else None
    if proposal is not None and proposal.game:
        return trace.position
    boards = boards_of(trace, own, proposal) if own is not None and proposal is not None else None
    if boards is not None and own is not None:
        columns = {name: trace.column(name) for name in COLUMNS}
        found = next(game_of(columns, boards, cell_moves(trace, own, boards)[0]), None)
        if found is not None:
            return found[0]
    raise InputError("the boards of the recording are of no game that could be searched here")


def reference_search(trace: Trace) -> dict[str, Any]:
    """The search that somebody's own is to be held against: alpha-beta where windows were handed down, else minimax.

    It cuts on >=, whatever the other one does: what that one searches beyond a cut is where they part.
    """
    has_window = trace.search.windows is not Windows.NONE
    depth = int(trace.column("ply").max()) if (trace.column("status") == HORIZON).any() else None
    largest = max((abs(value) for value in trace.column("value").tolist() if value == value), default=0.0)
    score = "ten" if largest == 10 else None
    asked = {"algorithm": "alphabeta" if has_window else "minimax", "depth": depth, "score": score}
    return {name: value for name, value in asked.items() if value is not None}


def reference(trace: Trace) -> Trace:
    """What our own search makes of the position."""
    return record(reference_position(trace), **reference_search(trace))


def compare_with_reference(trace: Trace) -> dict[str, Any]:
    """The facts of the comparison; `a` is somebody's own search and `b` the reference.

    Where a search makes moves that its game does not have, its calls cannot be laid beside those of the reference.
    """
    ours = reference(trace)
    is_aligned = trace.position.game.name == ours.position.game.name
    facts: dict[str, Any] = compare(trace, ours) if is_aligned else {"first_divergence": None}
    played = own_move(trace)
    return {
        "reference": ours.search.name,
        "same_value": None if trace.value is None else trace.value == ours.value,
        "same_move": None if played is None else played == ours.best_move,
        "value": [trace.value, ours.value],
        "best_move": [played, ours.best_move],
        "frames": [len(trace), len(ours)],
        "aligned": is_aligned,
        "first_divergence": facts["first_divergence"],
    }

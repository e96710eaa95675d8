"""Somebody's own search against the reference on the same position: same value, same move, and where they part."""

from __future__ import annotations

from typing import Any

from engine.columns import HORIZON
from engine.comparison import compare
from engine.messages import InputError
from engine.recording import record
from engine.search.declaration import Windows
from engine.trace import Trace
from engine.watching.proposal import Proposal


def reference_search(trace: Trace) -> dict[str, Any]:
    """The search that somebody's own is to be held against: alpha-beta where windows were handed down, else minimax.

    It cuts on >=, whatever the other one does: what that one searches beyond a cut is where they part.
    """
    proposal = Proposal.read(trace.own) if trace.own is not None else None
    if proposal is None or not proposal.game:
        raise InputError("the boards of the recording are of no game that could be searched here")
    has_window = trace.search.windows is not Windows.NONE
    depth = int(trace.column("ply").max()) if (trace.column("status") == HORIZON).any() else None
    largest = max((abs(value) for value in trace.column("value").tolist() if value == value), default=0.0)
    score = "ten" if largest == 10 else None
    asked = {"algorithm": "alphabeta" if has_window else "minimax", "depth": depth, "score": score}
    return {name: value for name, value in asked.items() if value is not None}


def reference(trace: Trace) -> Trace:
    """What our own search makes of the position."""
    return record(trace.position, **reference_search(trace))


def compare_with_reference(trace: Trace) -> dict[str, Any]:
    """The facts of the comparison; `a` is somebody's own search and `b` the reference."""
    ours = reference(trace)
    facts = compare(trace, ours)
    same_moves = trace.best_move == ours.best_move
    return {
        "reference": ours.search.name,
        "same_value": trace.value == ours.value,
        "same_move": same_moves,
        "value": [trace.value, ours.value],
        "best_move": [trace.best_move, ours.best_move],
        "frames": [len(trace), len(ours)],
        "first_divergence": facts["first_divergence"],
    }

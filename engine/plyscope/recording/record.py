"""Running a plan: the recorder records it, and its columns become a trace."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.brains.brain import drawn_column
from plyscope.messages import InputError, OptionError
from plyscope.model.columns import OPEN
from plyscope.model.plan import Plan
from plyscope.model.trace import Trace
from plyscope.recording.recorder import Progress, record_columns


def run(ready: Plan, limit: int | None = None, progress: Progress | None = None) -> Trace:
    """Run a plan and record every call."""
    check_limit(limit)
    replay = ready.search.repeats and ready.position.game.rules.transposes
    columns, complete = record_columns(
        ready.search,
        ready.names,
        ready.options,
        ready.root,
        ready.arguments,
        limit=limit,
        progress=progress,
        replay=replay,
    )
    if np.any(np.isnan(columns["value"]) & (columns["status"] != OPEN)):
        raise InputError("the search adds ∞ and -∞, which gives no number")
    if ready.is_exchanged:
        exchange_back(columns)
    made_by = "block replay" if replay else "search"
    trace = Trace(columns, ready, complete=complete, limit=limit, made_by=made_by)
    return trace.with_played(choice(trace)) if ready.search.is_brain and complete else trace


def check_limit(limit: object) -> None:
    if limit is None:
        return
    if isinstance(limit, bool) or not isinstance(limit, int):
        raise OptionError("a limit is a whole number of frames, not {limit}", limit=str(limit))
    if limit < 1:
        raise OptionError("a limit of {limit} frames leaves nothing to record", limit=limit)


def exchange_back(columns: dict[str, NDArray[Any]]) -> None:
    """Exchange the colours back in the columns of a brain that ran with exchanged colours."""
    columns["kind"] = 1 - columns["kind"]
    columns["value"] = 0.0 - columns["value"]
    columns["alpha"], columns["beta"] = 0.0 - columns["beta"], 0.0 - columns["alpha"]


def choice(trace: Trace) -> dict[str, Any]:
    """The move that a brain plays: its best, or its fallback where no move beats the start value."""
    name = trace.position.game.move_text
    best = trace.best_child(0)
    move = trace.plan.fallback_move
    if best >= 0 or move is None:
        return {"move": name(trace.moves[best]) if best >= 0 else None, "fallback": False}
    state = trace.plan.as_run(trace.position.state)
    drawn = drawn_column(trace.position.game, trace.options["seed"], state)
    full = {} if move == drawn else {"full_column": name(drawn)}
    return {"move": name(move), "fallback": True, **full}

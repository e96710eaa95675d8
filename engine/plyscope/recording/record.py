"""Running a plan: the recorder records it, and its columns become a trace."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.brains.brain import Brain, drawn_column
from plyscope.messages import InputError, OptionError
from plyscope.model.columns import HORIZON, INNER, MAX_SKIPPED, OPEN
from plyscope.model.declaration import Fold, Value
from plyscope.model.origin import OUR_SEARCH, Hits, Origin
from plyscope.model.plan import Plan
from plyscope.model.trace import Trace
from plyscope.recording.clock import Clock
from plyscope.recording.recorder import STOPPED, Progress, record_columns, too_many_untried


def run(
    ready: Plan,
    limit: int | None = None,
    progress: Progress | None = None,
    *,
    seconds: float | None = None,
    replays: bool = True,
) -> Trace:
    """Run a plan and return the recording of every call.

    After so many seconds the recording ends as if its frames had been the limit, with which it can be repeated to the
    byte. Unless a search's own time is measured it `replays`: calls that occur again are copied where they can be.
    """
    check_limit(limit)
    clock = Clock(seconds, progress)
    rules = ready.position.game.rules
    replays = replays and ready.search.repeats and rules.transposes and not ready.begin

    recorded = record_columns(
        ready.search,
        ready.names_of_run,
        ready.options,
        ready.root,
        ready.arguments,
        limit=limit,
        progress=clock.progress,
        replay=rules.key if replays else None,
    )
    columns, complete = recorded.columns, recorded.answer is not STOPPED
    if clock.has_run_out and not complete:
        limit = len(columns["value"])
    if np.any(np.isnan(columns["value"]) & (columns["status"] != OPEN)):
        raise InputError("the search adds ∞ and -∞, or scores a node that has no value, which gives no number")
    if ready.is_exchanged:
        exchange_back(columns)
    made_by = "block replay" if replays else "search"
    origin = Origin(hits=Hits(recorded.hits)) if ready.search.has_table else OUR_SEARCH
    trace = Trace(columns, ready, complete=complete, limit=limit, made_by=made_by, origin=origin)
    trace = trace.with_depths(recorded.depths).with_passes(recorded.passed)
    if ready.search.picks_moves:
        trace = Trace(**{**trace.parts, "columns": {**trace.columns, "skipped": untried(trace)}})
    trace = trace.with_untried().with_chances().with_static_scores()
    if complete:
        check_answer(trace, recorded.answer)
    return trace.with_played(played_move(trace)) if ready.search.is_brain and complete else trace


def untried(trace: Trace) -> NDArray[np.uint16]:
    """Return for each frame how many of the moves that it was offered it has not tried; refuse a number too large.

    A search that picks its moves has looked at all of them before, so that how many it has asked for says nothing.
    """
    table, status, parent, move = trace.facts.position_table, *map(trace.column, ("status", "parent", "move"))
    is_noisy = (trace.facts.depth_left <= 0) & trace.search.stands_pat
    chooses = (status == INNER) | (status == HORIZON) & is_noisy
    chooses[0] &= not trace.rounds
    kinds, which = np.unique(table.of_frame[chooses] * 2 + is_noisy[chooses], return_inverse=True)
    offered = [sum(1 for _ in trace.plan.offer(table.states[kind // 2], 1 - kind % 2)) for kind in kinds.tolist()]
    tried = np.unique(np.stack([parent, move])[:, move >= 0], axis=1)[0]
    found = np.zeros(len(trace), np.int64)
    found[chooses] = np.array(offered, np.int64)[which] - np.bincount(tried, minlength=len(trace))[chooses]
    if found.max() > MAX_SKIPPED:
        raise too_many_untried()
    return found.astype(np.uint16)


def check_answer(trace: Trace, answer: Any) -> None:
    """Raise InputError if a search returns a move whose child has another value, or no move though one is best.

    A recording shows the first child that gives a frame its value as the best move, and has no place for another.
    """
    calls = trace.calls(0)
    if calls.value is not Value.FIRST_ITEM or calls.fold is not Fold.BEST or len(answer) != 2:
        return
    move, best, search = answer[1], trace.best_child(0), trace.search
    if isinstance(search, Brain) and search.fallback is not None and best < 0:
        return  # the move is drawn at random
    if move is None:
        if best >= 0:
            raise InputError(
                "{search} returns no move, but {move} is best", search=search.name, move=trace.move_text(best)
            )
        return
    values = [trace.values[child] for child in trace.children(0) if trace.moves[child] == move]
    if not values:
        raise InputError(
            "{search} returns {move} as the best move, which it has not tried", search=search.name, move=str(move)
        )
    if values[-1] != trace.values[0]:
        raise InputError(
            "{search} returns {move} as the best move, with the value {value}; the value of that move is {found}",
            search=search.name,
            move=trace.game_at(0).move_text(move),
            value=trace.values[0],
            found=values[-1],
        )


def check_limit(limit: object) -> None:
    """Raise OptionError unless a limit is a positive number of frames, or None."""
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


def played_move(trace: Trace) -> dict[str, Any]:
    """Return the move that a brain plays: its best, or its fallback where no move beats the start value."""
    name = trace.game_at(0).move_text
    best = trace.best_child(0)
    move = trace.plan.fallback_move
    if best >= 0 or move is None:
        return {"move": name(trace.moves[best]) if best >= 0 else None, "fallback": False}
    state = trace.plan.as_run(trace.position.state)
    drawn = drawn_column(trace.position.game, trace.options["seed"], state)
    full = {} if move == drawn else {"full_column": name(drawn)}
    return {"move": name(move), "fallback": True, **full}

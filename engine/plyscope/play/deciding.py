"""Choosing a move by a search, which is recorded at the same time: the recording explains the move.

A search without a depth would read to the end of the game, which is seldom possible. Here it deepens, ply by
ply, as long as a depth takes `MAX_FRAMES` frames at most: the same position has the same answer on every
machine, whatever its speed. On a request to move at once, it plays the move of the last finished depth; a search
to a fixed depth is then replaced by a shallower one, since it has only tried the first moves of a list; one that
deepens by itself or simulates has its answer. A brain plays the best of the moves that it has tried. A player with a
budget of seconds requests that of itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from time import perf_counter
from typing import TYPE_CHECKING, Any

from plyscope.model.columns import HORIZON
from plyscope.model.plan import Plan
from plyscope.model.position import Position
from plyscope.play.decision import Decision
from plyscope.play.players import Version, time_and_options, without_options
from plyscope.recording.clock import Clock
from plyscope.recording.plan import deepens, plan, with_depth
from plyscope.recording.record import run

if TYPE_CHECKING:
    from plyscope.model.trace import Trace

MAX_FRAMES = 600_000
"""Frames for one depth, which are enough for all of tic-tac-toe with plain minimax."""
MAX_FRAMES_AT_ONCE = 20_000
"""The same for a search that has to move at once: about a tenth of a second."""

OnProgress = Callable[[int, int], object]
"""Called regularly with the depth and the frames so far; returning False means: move now."""


def decide(position: Position, version: Version, seed: int = 0, on_progress: OnProgress | None = None) -> Decision:
    """Return the move that a search chooses, with its recording."""
    began = perf_counter()
    position = without_options(position)
    seconds, options = time_and_options(version.seeded(seed))
    on_progress = with_time_limit(seconds, on_progress)
    checked = with_depth(position, options)
    ready = plan(position, checked)
    search = ready.search
    if checked is options and (search.is_brain or search.simulates or ready.options["depth"] is not None):
        trace = recorded_at(ready, on_progress, None)
        complete = trace.complete
        has_answer = search.is_brain or ((deepens(search) or search.simulates) and trace.best_move is not None)
        if not complete and not has_answer:
            trace, _ = deepened(position, options, None, MAX_FRAMES_AT_ONCE)
    else:
        trace, complete = deepened(position, options, on_progress, MAX_FRAMES)
    move = trace.best_move or first_offered(trace.plan)
    return Decision(
        move,
        tuple(trace.root_moves),
        len(trace),
        trace.options.get("depth"),
        complete,
        perf_counter() - began,
        recorded=trace,
    )


def with_time_limit(seconds: float | None, on_progress: OnProgress | None) -> OnProgress | None:
    """Return a report that also asks to move now after so many seconds from here; for None the report as it is."""
    if seconds is None:
        return on_progress
    clock = Clock(seconds, None)

    def report(depth: int, frames: int) -> bool:
        return clock.go_on(frames) and (on_progress is None or on_progress(depth, frames) is not False)

    return report


def recorded_at(ready: Plan, on_progress: OnProgress | None, limit: int | None) -> Trace:
    """Record a search at its depth, reporting depth and frames."""
    depth = ready.options.get("depth")
    return run(ready, limit, None if on_progress is None else lambda frames: on_progress(depth or 0, frames))


def deepened(
    position: Position, options: Mapping[str, Any], on_progress: OnProgress | None, enough: int
) -> tuple[Trace, bool]:
    """Return the deepest recording of at most `enough` frames, and whether it ran uninterrupted."""
    deepest = position.game.rules.longest(list(position.state))
    kept: Trace | None = None
    before, is_hurried = 1, False

    def report(depth: int, frames: int) -> bool:
        nonlocal is_hurried
        is_hurried = is_hurried or (on_progress is not None and on_progress(depth, frames) is False)
        return not is_hurried

    for depth in count(1) if deepest is None else range(1, deepest + 1):
        trace = recorded_at(plan(position, {**options, "depth": depth}), report, enough)
        if trace.complete or kept is None:
            kept = trace
        if not trace.complete or is_whole(trace) or len(trace) ** 2 / before > 2 * enough:
            break
        before = len(trace)
    assert kept is not None, "an unfinished game has a move"
    return kept, not is_hurried


def is_whole(trace: Trace) -> bool:
    """Whether every leaf is the end of a game, so that a deeper search finds nothing else."""
    return not bool((trace.column("status") == HORIZON).any())


def first_offered(ready: Plan) -> str:
    """Return the first legal move, for a search stopped before it finished any."""
    return ready.position.here.move_text(next(ready.offer(ready.position.state)))

"""A search is asked for a move, and recorded while it finds it: the recording is the answer to "why that one?".

A search without a depth would read to the end of the game, which is seldom possible. Here it deepens, ply by
ply, as long as a depth takes no more than `MAX_FRAMES` frames: the same position has the same answer on every
machine, whatever its speed. Told to move at once, it plays what the last finished depth says; a search to a fixed
depth is then replaced by a shallower one, since the moves that it has seen are but the first of a list. A brain
plays the best of those that it has looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

from plyscope.files.opening import open_trace
from plyscope.messages import Message
from plyscope.model.columns import HORIZON
from plyscope.model.plan import Plan
from plyscope.model.position import Position
from plyscope.play.players import Version, without_options
from plyscope.recording.plan import plan
from plyscope.recording.record import run

if TYPE_CHECKING:
    from plyscope.model.trace import Trace

MAX_FRAMES = 600_000
"""Frames for one depth, which are enough for all of tic-tac-toe with plain minimax."""
AT_ONCE = 20_000
"""The same for a search that has no time: about a tenth of a second."""

Told = Callable[[int, int], object]
"""Called now and then with the depth and the frames so far; False means: move now."""

RootMove = tuple[str, float | None, str | None, int]


@dataclass(frozen=True)
class Decision:
    """A move, and how it was found."""

    move: str
    values: tuple[RootMove, ...] = ()
    """Move, value for MAX, bound and frames of each move that was tried, as in `Trace.root_moves`."""
    calls: int | None = None
    """The frames of the search, its root among them; None where they cannot be counted."""
    depth: int | None = None
    """The depth of the search; None to the end of the game, or where it is unknown."""
    complete: bool = True
    """Whether it has finished what it was asked for."""
    seconds: float = 0.0
    remark: Message | None = None
    """Why this move, where it is not the player's own choice."""
    trace_path: str = ""
    """The file in which a player of another process has left its recording."""
    recorded: Trace | None = None

    @property
    def count(self) -> int | None:
        """The calls below the root, which is what the notebook counts."""
        return None if self.calls is None else self.calls - 1

    @property
    def trace(self) -> Trace | None:
        """The recording of this very decision."""
        if self.recorded is None and self.trace_path:
            return open_trace(self.trace_path)
        return self.recorded


def decide(position: Position, version: Version, seed: int = 0, told: Told | None = None) -> Decision:
    """The move that a search plays, with its recording."""
    began = perf_counter()
    position, options = without_options(position), version.seeded(seed)
    ready = plan(position, options)
    if ready.search.is_brain or ready.options["depth"] is not None:
        trace = recorded_at(ready, told, None)
        complete = trace.complete
        if not complete and not ready.search.is_brain:
            trace, _ = deepened(position, options, None, AT_ONCE)
    else:
        trace, complete = deepened(position, options, told, MAX_FRAMES)
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


def recorded_at(ready: Plan, told: Told | None, limit: int | None) -> Trace:
    depth = ready.options.get("depth")
    return run(ready, limit, None if told is None else lambda frames: told(depth or 0, frames))


def deepened(position: Position, options: Mapping[str, Any], told: Told | None, enough: int) -> tuple[Trace, bool]:
    """The deepest recording that is not too large; and whether it was not interrupted."""
    deepest = position.game.rules.longest(list(position.state))
    kept: Trace | None = None
    before, asked_to_move = 1, False

    def telling(depth: int, frames: int) -> bool:
        nonlocal asked_to_move
        asked_to_move = asked_to_move or (told is not None and told(depth, frames) is False)
        return not asked_to_move

    for depth in range(1, deepest + 1):
        trace = recorded_at(plan(position, {**options, "depth": depth}), telling, enough)
        if trace.complete or kept is None:
            kept = trace
        if not trace.complete or is_whole(trace) or len(trace) ** 2 / before > 2 * enough:
            break
        before = len(trace)
    assert kept is not None, "an unfinished game has a move"
    return kept, not asked_to_move


def is_whole(trace: Trace) -> bool:
    """Whether it has stopped nowhere but at the ends of games: then there is nothing deeper to see."""
    return not bool((trace.column("status") == HORIZON).any())


def first_offered(ready: Plan) -> str:
    """Where a search was stopped before it had looked at a single move to its end."""
    return ready.position.game.move_text(next(ready.offer(ready.position.state)))

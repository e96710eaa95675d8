"""Ghosts: the subtrees of pruned moves, searched afterwards by the search's unpruned form, mostly plain minimax.

A ghost is a recording of its own. It has the scoring, the order and the remaining depth of the search that pruned
the move, so that its value is the one that this search would have found without pruning.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite

from plyscope.messages import InputError
from plyscope.model.plan import Plan
from plyscope.model.trace import Trace
from plyscope.recording.plan import every_scoring, options_of_unpruned, plan
from plyscope.recording.record import run
from plyscope.recording.recorder import Progress

MAX_FRAMES = 1_000_000
"""The most frames of the search of a ghost."""
MAX_DRAWN, MAX_DRAWN_TOGETHER = 400, 2_000
"""The most frames of a ghost that is drawn frame by frame, and of all such ghosts together."""


@dataclass(frozen=True)
class Ghost:
    """A pruned move, and the recording of the search below it that was done afterwards."""

    frame: int
    """The frame that pruned it."""
    move: int
    trace: Trace

    @property
    def value(self) -> float | None:
        """The value of the move by that search; None where it is incomplete."""
        return self.trace.value if self.trace.complete else None

    @property
    def saved(self) -> int:
        """The number of frames that plain minimax needs for the move."""
        return len(self.trace)


def drawn_by_frames(ghosts: Mapping[tuple[int, int], Ghost]) -> list[tuple[int, int]]:
    """Return frame and move of the ghosts drawn frame by frame: complete, small, and not too large together."""
    drawn, left = list[tuple[int, int]](), MAX_DRAWN_TOGETHER
    for stub, found in ghosts.items():
        if found.trace.complete and 1 < found.saved <= min(MAX_DRAWN, left):
            drawn.append(stub)
            left -= found.saved
    return drawn


def ghost(
    trace: Trace, frame: int, move: int, limit: int | None = MAX_FRAMES, progress: Progress | None = None
) -> Ghost:
    """Search a move that a frame has pruned; raise InputError for any other move."""
    if move not in trace.pruned_moves(frame):
        raise InputError("frame {frame} has not pruned {move}", frame=frame, move=trace.game_at(frame).move_text(move))
    found = run(plan_of_ghost(trace, frame, move), limit, progress)
    found.coordinates = trace.coordinates
    return Ghost(frame, move, found)


def plan_of_ghost(trace: Trace, frame: int, move: int) -> Plan:
    """Return the plan of the search of a pruned move, with the options of the search that pruned it."""
    position = trace.position_at(frame).after(move)
    options = options_of_unpruned(trace.search, trace.options)
    if trace.search.name in every_scoring():
        # A brain with a scoring of its own has the scoring's name.
        options["score"] = trace.search.name
    left = trace.depth_left(frame) - 1
    return plan(position, {**options, "depth": max(int(left), 0) if isfinite(left) else None})

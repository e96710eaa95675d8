"""Ghosts: what would have been under a move that was never tried, searched afterwards by plain minimax.

A ghost is a recording of its own. It has the scoring, the order and the remaining depth of the search that left the
move out, so that its value is the one that search would have found there without any pruning.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isinf
from typing import Any

from plyscope.messages import InputError
from plyscope.model.plan import Plan
from plyscope.model.trace import Trace
from plyscope.recording.plan import every_scoring, plan
from plyscope.recording.record import run
from plyscope.recording.recorder import Progress

MAX_FRAMES = 1_000_000
"""Frames at which a ghost is given up."""
MAX_DRAWN, MAX_DRAWN_TOGETHER = 400, 2_000
"""Frames up to which a ghost is drawn frame by frame, and of all those together."""
KEPT_OPTIONS = ("order", "seed", "score", "weights")
"""The options of the search that left the move out which its ghost has too."""


@dataclass(frozen=True)
class Ghost:
    """A pruned move, and what would have been under it."""

    frame: int
    """The frame that left it out."""
    move: int
    trace: Trace

    @property
    def value(self) -> float | None:
        """What the move would have been worth; None where that could not be found out."""
        return self.trace.value if self.trace.complete else None

    @property
    def saved(self) -> int:
        """How many frames plain minimax spends on it."""
        return len(self.trace)


def drawn_by_frames(ghosts: Mapping[tuple[int, int], Ghost]) -> list[tuple[int, int]]:
    """Those of which more than the value is drawn: small ones, as long as they are not too many."""
    drawn, left = list[tuple[int, int]](), MAX_DRAWN_TOGETHER
    for stub, found in ghosts.items():
        if found.trace.complete and 1 < found.saved <= min(MAX_DRAWN, left):
            drawn.append(stub)
            left -= found.saved
    return drawn


def ghost(
    trace: Trace, frame: int, move: int, limit: int | None = MAX_FRAMES, progress: Progress | None = None
) -> Ghost:
    """Searches a move that a frame has pruned."""
    if move not in trace.pruned_moves(frame):
        raise InputError("frame {frame} has not pruned {move}", frame=frame, move=trace.position.game.move_text(move))
    return Ghost(frame, move, run(plan_of_ghost(trace, frame, move), limit, progress))


def plan_of_ghost(trace: Trace, frame: int, move: int) -> Plan:
    position = trace.position_at(frame).after(move)
    options: dict[str, Any] = {
        name: trace.options[name] for name in KEPT_OPTIONS if trace.options.get(name) is not None
    }
    if trace.search.name in every_scoring():
        # A brain that judges positions in a way of its own has given that its name.
        options["score"] = trace.search.name
    left = trace.plan.depth_left(trace.plies[frame] + 1)
    return plan(position, {"algorithm": "minimax", "depth": None if isinf(left) else int(left), **options})

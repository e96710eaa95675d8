"""Steps: the moments of a recording, numbered, by arithmetic on its columns. There is no log of events.

A frame has three steps: it is entered, it leaves with a value, and its parent is back with that value. In
preorder, with i the number of the frame,

    enter(i) = 3 i - 2 ply(i)      leave(i) = enter(i) + 3 size(i) - 2      back(i) = leave(i) + 1

so that N frames make 3 N - 1 steps (the root has no parent to be back in). In a recording that was cut
short, k frames are still open. They are one path, the last one, and only 3 N - 2 k steps exist.
"""

from __future__ import annotations

from bisect import bisect_right
from enum import Enum
from typing import NamedTuple

import numpy as np

from engine.columns import OPEN
from engine.derive import Column
from engine.trace import Trace


class Moment(Enum):
    ENTER = "enter"
    LEAVE = "leave"
    BACK = "back"


class Step(NamedTuple):
    """What a step number stands for."""

    number: int
    moment: Moment
    frame: int
    """The frame that is running: of an enter or a leave itself, of a back the parent."""
    child: int
    """Of a back, the frame whose value has come; otherwise -1."""


class Steps:
    """The steps of one trace."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.open_frames = int(np.count_nonzero(trace.column("status") == OPEN))
        frames = len(trace)
        self.count = 3 * frames - 2 * self.open_frames if self.open_frames else 3 * frames - 1
        self._deepest = int(trace.column("ply").max())

    def enter(self, frame: int) -> int:
        return 3 * frame - 2 * self.trace.plies[frame]

    def leave(self, frame: int) -> int | None:
        """The step at which the frame returns; None for a frame that never did."""
        if self.trace.statuses[frame] == OPEN:
            return None
        return self.enter(frame) + 3 * self.trace.sizes[frame] - 2

    def back(self, frame: int) -> int | None:
        """The step at which its parent has the frame's value; None for the root and where it never came."""
        left = self.leave(frame)
        return None if left is None or frame == 0 else left + 1

    def at(self, number: int) -> Step:
        """What happens at a step. After the enter of a frame, frames only end until the next one is entered."""
        if not 0 <= number < self.count:
            raise IndexError(f"there is no step {number}, the last is {self.count - 1}")
        frame = self.last_entered(number)
        since = number - self.enter(frame)
        if since == 0:
            return Step(number, Moment.ENTER, frame, -1)
        parents = self.trace.parents
        for _ in range((since - 1) // 2):
            frame = parents[frame]
        if since % 2:
            return Step(number, Moment.LEAVE, frame, -1)
        return Step(number, Moment.BACK, parents[frame], frame)

    def last_entered(self, number: int) -> int:
        """The last frame that has been entered by a step.

        It lies near number / 3: at most as many frames further on as two thirds of the deepest ply. Numbers of
        enters ascend, since a frame is one ply deeper than the one before it at most.
        """
        first, last = number // 3, min(len(self.trace) - 1, (number + 2 * self._deepest) // 3)
        return first + bisect_right(range(first, last + 1), number, key=self.enter) - 1

    # Whole columns of steps, for searching

    def enters(self) -> Column:
        return 3 * np.arange(len(self.trace), dtype=np.int64) - 2 * self.trace.column("ply").astype(np.int64)

    def leaves(self) -> Column:
        """As `leave`; frames that never returned have a number beyond the last step."""
        left = self.enters() + 3 * self.trace.column("size").astype(np.int64) - 2
        left[self.trace.column("status") == OPEN] = self.count
        return left

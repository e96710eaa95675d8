"""Steps: the moments of a recording, numbered, by arithmetic on its columns. There is no log of events.

A frame has three steps: it is entered, it leaves with a value, and its parent is back with that value. In
preorder, with i the number of the frame,

    enter(i) = 3 i - 2 ply(i)      leave(i) = enter(i) + 3 size(i) - 2      back(i) = leave(i) + 1

so that N frames make 3 N - 1 steps (the root has no parent to be back in). In a recording that was cut
short, k frames are still open. They are one path, the last one, and only 3 N - 2 k steps exist.

A recording of user code may have executed lines besides. They are steps as well, and lie between those of
calls: each row of their table, sorted by time, has the number that the step of a call before it has by the formulas
above. With `lines(s)` the rows that come before step s of a call, everything moves on by that many:

    number(s) = s + lines(s)      number(row) = step before it + 1 + row
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.model.columns import OPEN
from plyscope.model.facts import FramesWithFacts
from plyscope.model.preorder import Column
from plyscope.model.user_code_facts import with_lines_before


class Moment(Enum):
    """The kinds of steps."""

    ENTER = "enter"
    LEAVE = "leave"
    BACK = "back"
    LINE = "line"
    """A line of user code is about to be executed."""


class Step(NamedTuple):
    """A step of a recording: its number, and what happens in which frame."""

    number: int
    moment: Moment
    frame: int
    """The frame that is running: of an enter or a leave itself, of a back the parent."""
    child: int
    """Of a back, the frame whose value has come; otherwise -1."""
    row: int = -1
    """Of an executed line, its row in the table of those; otherwise -1."""
    last_child: int = -1
    """Of an executed line, the child whose value was returned last; -1 before any was."""

    @property
    def of_call(self) -> Step:
        """The step without executed lines: a line changes nothing in the values of its frame."""
        if self.moment is not Moment.LINE:
            return self
        return Step(self.number, Moment.ENTER if self.last_child < 0 else Moment.BACK, self.frame, self.last_child)


def with_lines(trace: FramesWithFacts, steps: Column) -> Column:
    """Return numbers of steps of calls with all executed lines before them counted; no `Steps` are made for it."""
    return steps + np.searchsorted(trace.origin.line_steps, steps)


def in_order(steps: Column) -> Column:
    """Return steps of frames, sorted: most frames return soon after they are entered, so a stable sort is quick."""
    return np.sort(steps, kind="stable")


class Steps:
    """The steps of one trace."""

    def __init__(self, trace: FramesWithFacts) -> None:
        self.trace = trace
        self.open_frames = trace.facts.open_frames
        frames = len(trace)
        self.of_calls = 3 * frames - 2 * self.open_frames if self.open_frames else 3 * frames - 1
        """How many steps there are without the lines between them."""
        lines = trace.origin.line_steps
        self.before_lines: Column = np.clip(lines, 0, self.of_calls - 1)
        """For each executed line the step of a call before it, by the formulas for calls alone."""
        self._before_lines: Sequence[int] = self.before_lines.data
        self.count = self.of_calls + len(lines)
        self.deepest = trace.facts.deepest
        self.enter_of_call = trace.enter_of_call

    # From calls and lines to numbers

    def enter(self, frame: int) -> int:
        """Return the step at which a frame is entered."""
        return self.with_lines(self.enter_of_call(frame))

    def leave(self, frame: int) -> int | None:
        """Return the step at which the frame returns; None for a frame that never did."""
        left = self.leave_of_call(frame)
        return None if left is None else self.with_lines(left)

    def leave_of_call(self, frame: int) -> int | None:
        """Return the step at which the frame returns, counted without executed lines; None where it never does."""
        if self.trace.statuses[frame] == OPEN:
            return None
        return self.enter_of_call(frame) + 3 * self.trace.sizes[frame] - 2

    def back(self, frame: int) -> int | None:
        """Return the step at which its parent has the frame's value; None for the root and where it never came."""
        left = self.leave_of_call(frame)
        return None if left is None or frame == 0 else self.with_lines(left + 1)

    def line(self, row: int) -> int:
        """Return the step at which a line is about to be executed."""
        return self._before_lines[row] + 1 + row

    def with_lines(self, step: int) -> int:
        """Return the number of a step of a call, with all lines before it counted."""
        return step + self.lines_before(step)

    def lines_before(self, step: int) -> int:
        """Return how many lines are executed before a step of a call."""
        return bisect_left(self._before_lines, step)

    # From numbers to calls and lines

    def at(self, number: int) -> Step:
        """Return what happens at a step."""
        if not 0 <= number < self.count:
            raise IndexError(f"there is no step {number}, the last is {self.count - 1}")
        step, row = self.place(number)
        moment, frame, child = self.call_at(step)
        return Step(number, moment, frame, child) if row < 0 else Step(number, Moment.LINE, frame, -1, row, child)

    def place(self, number: int) -> tuple[int, int]:
        """Return the step of a call that a number is or that comes before it, and the row of its line, or -1."""
        rows = len(self._before_lines)
        before = bisect_right(range(rows), number, key=self.line) if rows else 0
        if before and self.line(before - 1) == number:
            return self._before_lines[before - 1], before - 1
        return number - before, -1

    def call_at(self, step: int) -> tuple[Moment, int, int]:
        """Return moment, frame and child of a step, counted without executed lines.

        After the enter of a frame, frames only end until the next one is entered.
        """
        frame = self._last_entered(step)
        since = step - self.enter_of_call(frame)
        if since == 0:
            return Moment.ENTER, frame, -1
        parents = self.trace.parents
        for _ in range((since - 1) // 2):
            frame = parents[frame]
        if since % 2:
            return Moment.LEAVE, frame, -1
        return Moment.BACK, parents[frame], frame

    def last_entered(self, number: int) -> int:
        """Return the last frame that has been entered by a step."""
        return self._last_entered(self.place(number)[0])

    def _last_entered(self, step: int) -> int:
        """Return the last frame that has been entered by a step, counted without executed lines.

        It lies near step / 3: at most as many frames further on as two thirds of the deepest ply.
        Numbers of enters ascend, since a frame is one ply deeper than the one before it at most.
        """
        first, last = step // 3, min(len(self.trace) - 1, (step + 2 * self.deepest) // 3)
        return first + bisect_right(range(first, last + 1), step, key=self.enter_of_call) - 1

    # Whole columns of steps, for searching

    def enters(self) -> Column:
        """Return the steps at which all frames are entered."""
        return self.all_with_lines(self._enters())

    def _enters(self) -> Column:
        """Return the steps at which all frames are entered, counted without executed lines."""
        return 3 * np.arange(len(self.trace), dtype=np.int64) - 2 * self.trace.column("ply").astype(np.int64)

    def leaves(self) -> Column:
        """Return the steps at which all frames return; for those that never did a number beyond the last step."""
        left = self.all_with_lines(self._enters() + 3 * self.trace.column("size").astype(np.int64) - 2)
        left[self.trace.column("status") == OPEN] = self.count
        return left

    def leaves_of(self, frames: Column) -> Column:
        """Return the steps at which some frames return, which costs less than picking them from all."""
        left = self.all_with_lines(self._leaves_of_calls(frames))
        left[self.trace.column("status")[frames] == OPEN] = self.count
        return left

    def _leaves_of_calls(self, frames: Column) -> Column:
        """Return the steps at which some frames return, counted without executed lines."""
        ply, size = (self.trace.column(name)[frames] for name in ("ply", "size"))
        left: Column = 3 * (frames.astype(np.int64) + size) - 2 * ply.astype(np.int64) - 2
        return left

    def last_backs_of(self, frames: Column) -> Column:
        """Return the steps at which some frames, not leaves, had the values of their last children."""
        left = self._leaves_of_calls(frames) - 1
        left = self.all_with_lines(left)
        left[self.trace.column("status")[frames] == OPEN] = self.count
        return left

    def cuts(self) -> Column:
        """Return the steps at which cut tests fire, ascending: back with the value of the last child."""
        recorded = self.trace.recorded_bounds
        if recorded is None:
            steps = self.last_backs_of(np.flatnonzero(self.trace.facts.cutoff))
        else:
            steps = self.of_facts(recorded.cutoffs.tolist())
        steps = in_order(steps)
        return steps[steps < self.count]

    def of_facts(self, rows: Sequence[int]) -> Column:
        """Return the steps at which facts of user code are told: with executed lines, at the next of these."""
        user_code, places = self.trace.user_code, np.array(rows, np.int64)
        facts, lines = user_code.facts, user_code.tables.line_number
        after = facts.step[places]
        found = self.all_with_lines(after)
        first, end = (np.searchsorted(self.before_lines, after, side) for side in ("left", "right"))
        for place in np.flatnonzero(first < end).tolist():
            site = facts.site_of(self.call_at(int(after[place]))[2])
            ran = lines[first[place] : end[place]].tolist()
            told = with_lines_before(facts.after(int(after[place])), ran, 0 if site is None else site.line)
            before = next(number for fact, number in told if fact.row == rows[place])
            found[place] = self.line(int(min(first[place] + before, end[place] - 1)))
        return found

    def backs(self) -> Column:
        """Return the steps at which parents have all frames' values; where none came a number beyond the last step."""
        left = self._enters() + 3 * self.trace.column("size").astype(np.int64) - 1
        left[self.trace.column("status") == OPEN] = self.of_calls
        left[0] = self.of_calls
        return self.all_with_lines(left)

    def lines(self) -> Column:
        """Return the steps of all executed lines."""
        return self.before_lines + 1 + np.arange(len(self.before_lines), dtype=np.int64)

    def all_with_lines(self, steps: Column) -> Column:
        """Return the numbers of steps of calls, with all lines before each counted."""
        return steps + np.searchsorted(self.before_lines, steps) if len(self.before_lines) else steps

    def running(self) -> NDArray[np.int32]:
        """Return for each step of a call up to the last with a line after it, the frame that runs after it."""
        if not len(self.before_lines):
            return np.zeros(0, np.int32)
        last = int(self.before_lines[-1])
        frames = np.arange(self._last_entered(last) + 1)
        enters = 3 * frames - 2 * self.trace.column("ply")[: len(frames)].astype(np.int64)
        left = enters + 3 * self.trace.column("size")[: len(frames)].astype(np.int64) - 2
        over = (self.trace.column("status")[: len(frames)] != OPEN) & (left <= last)
        found = np.zeros(last + 2, np.int32)
        found[enters] = frames
        found[left[over]] = frames[over]
        found[left[over] + 1] = np.maximum(self.trace.column("parent")[: len(frames)][over], 0)
        return found[: last + 1]

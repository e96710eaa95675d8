"""The cursor: a step of a trace, and the ways to go to another one.

Every command has its mirror backwards in time. A command that cannot move changes nothing and returns False.

`find_change` and `find_cut` find the next step at which something happens: a new best value, a change of α or β, a
cutoff. Changes follow from how a frame folds its children. The next one is nearly always near, so steps are tested one
by one from the cursor, without computing all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from plyscope.model.breakpoints import hits
from plyscope.model.distinct_numbers import next_number
from plyscope.model.executed_lines import Executed, Variable
from plyscope.model.folding import Folded
from plyscope.model.intervals import Interval, OpenIntervals
from plyscope.model.marks import Breakpoint, Marks, On
from plyscope.model.position import Position
from plyscope.model.stack import OpenFrames, StackFrame, line_of
from plyscope.model.steps import Moment, Step, Steps
from plyscope.model.trace import Trace
from plyscope.model.user_code_lines import UserCodeLines, source_lines

MAX_UNDO = 1000
"""The most steps that undo can return to."""
CACHED_HITS, CACHED_BYTES = 8, 64 * 1024 * 1024
"""Lists of hits that are always kept, and the bytes that all of them together may take."""


class Cursor:
    """A step of a trace, the marks on it, and where the cursor has been before."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.steps = Steps(trace)
        self.lines = source_lines(trace, self.steps)
        self.marks = Marks()
        self.now = self.steps.at(0)
        """The step it is at."""
        self._open_frames = OpenFrames(trace, self.lines)
        self._open_intervals = OpenIntervals(trace.intervals)
        self._undo_steps: list[int] = []
        self._redo_steps: list[int] = []

    # Where it is

    @property
    def step(self) -> int:
        """The number of the step."""
        return self.now.number

    @property
    def last_step(self) -> int:
        return self.steps.count - 1

    @property
    def frame(self) -> int:
        """The frame that is running."""
        return self.now.frame

    @property
    def line(self) -> int:
        """The line of the text that the step belongs to."""
        return line_of(self.trace, self.lines, self.now)

    @property
    def position(self) -> Position:
        """The position of the running frame."""
        return self.trace.position_at(self.frame)

    @property
    def stack(self) -> list[StackFrame]:
        """The open frames from the root to the running one, with all their local variables."""
        return self._open_frames.at(self.now)

    @property
    def intervals(self) -> list[Interval]:
        """What is proved at this step of the true value of each open frame, as they are on the stack."""
        now = self.now.of_call
        leaves = now.moment is Moment.LEAVE
        return self._open_intervals.at(self.trace.ancestors(now.frame), now.child, leaves=leaves)

    def interval_of(self, frame: int) -> Interval | None:
        """Return what is proved of a frame's true value at this step; None before it is entered."""
        steps, path = self.steps, self.trace.ancestors(self.frame)
        if steps.enter(frame) > self.step:
            return None
        ply = self.trace.plies[frame]
        is_open = ply < len(path) and path[ply] == frame
        return self.intervals[ply] if is_open else self.trace.interval_of(frame)

    # Going step by step

    def into(self) -> bool:
        """Go to the next step."""
        return self._go(self.step + 1)

    def back(self) -> bool:
        """Go to the previous step."""
        return self._go(self.step - 1)

    def over(self) -> bool:
        """Go to the next step of the running frame itself; from its leave, into the frame that called it."""
        if self.now.moment is Moment.LEAVE:
            return self.out()
        if self.step == self.last_step:
            return False
        following = self.steps.at(self.step + 1)
        calls = following.moment is Moment.ENTER
        return self._go_or_end(self.steps.back(following.frame) if calls else following.number)

    def out(self) -> bool:
        """Go to where the caller has the running frame's value; from the root, to the last step."""
        return self._go_or_end(self.steps.back(self.frame))

    def back_over(self) -> bool:
        """Go to the previous step of the running frame itself; from its enter, into the frame that called it."""
        steps, now = self.steps, self.now
        if now.moment is Moment.ENTER:
            return self.back_out()
        return self._go(steps.enter(now.child) - 1 if now.moment is Moment.BACK else self.step - 1)

    def back_out(self) -> bool:
        """Go to where the caller was just before it called the running frame; from the root, to the first step."""
        return self._go(max(0, self.steps.enter(self.frame) - 1))

    def next_line(self) -> bool:
        """Go to where the running frame executes its next line; where it has none, the frame that called it does."""
        executed = self._executed
        return executed is not None and self._go_or_end(executed.next_line(self.now))

    def previous_line(self) -> bool:
        """Go to where the running frame executed its previous line; from the first line of all, to the first step."""
        executed = self._executed
        return executed is not None and self._go(executed.previous_line(self.now) or 0)

    @property
    def _executed(self) -> Executed | None:
        """The executed lines; None where the recording has none."""
        found = self.lines.executed if isinstance(self.lines, UserCodeLines) else None
        return found if found is not None and len(found) else None

    @property
    def has_lines(self) -> bool:
        """Whether the recording has executed lines."""
        return self._executed is not None

    def variables(self, frame: int) -> list[Variable]:
        """Return the local variables of an open frame of user code; none for other searches."""
        return self.lines.executed.variables_at(frame, self.now) if isinstance(self.lines, UserCodeLines) else []

    def go(self, step: int) -> bool:
        """Go to a step by its number; a number beyond either end means that end."""
        return self._go(min(max(step, 0), self.last_step))

    def begin_at(self, step: int) -> None:
        """Start at a step, with nothing to undo."""
        self.now = self.steps.at(min(max(step, 0), self.last_step))

    def go_to_frame(self, frame: int) -> bool:
        """Go to where a frame is entered."""
        return self._go(self.steps.enter(frame))

    def first(self) -> bool:
        return self._go(0)

    def last(self) -> bool:
        return self._go(self.last_step)

    # Running

    def run(self) -> bool:
        """Go to the next step at which an enabled breakpoint stops."""
        step = self.next_stop(forwards=True)
        return step is not None and self._go(step)

    def run_back(self) -> bool:
        """Go to the previous step at which an enabled breakpoint stops."""
        step = self.next_stop(forwards=False)
        return step is not None and self._go(step)

    def next_stop(self, *, forwards: bool) -> int | None:
        """Return the nearest step in one direction at which an enabled breakpoint stops, after those it lets pass."""
        enabled = [self.hits(one)[one.passes :] for one in self.marks.breakpoints if one.enabled]
        steps = [next_number(hits, self.step, forwards=forwards) for hits in enabled]
        found = [step for step in steps if step is not None]
        return (min if forwards else max)(found, default=None)

    def run_to(self, condition: str) -> bool:
        """Go to the next step at which a frame leaves that fulfils a condition."""
        return self.go_among(self.hits(Breakpoint(On.CONDITION, condition)), forwards=True)

    def hits(self, breakpoint: Breakpoint) -> NDArray[np.int64]:
        """Return the steps at which a breakpoint is hit, ascending; the last used lists of them are kept."""
        key = replace(breakpoint, passes=0, enabled=True)
        found = self._hits.pop(key, None)
        if found is None:
            found = hits(key, self.trace, self.steps, self.lines)
        self._hits[key] = found
        while len(self._hits) > CACHED_HITS and sum(kept.nbytes for kept in self._hits.values()) > CACHED_BYTES:
            del self._hits[next(iter(self._hits))]
        return found

    @cached_property
    def _hits(self) -> dict[Breakpoint, NDArray[np.int64]]:
        """Hits by breakpoint, the most recently used last; when they grow large, the oldest are dropped."""
        return {}

    # Marks

    def next_bookmark(self) -> bool:
        return self.go_among(np.array(sorted(self.marks.bookmarks), np.int64), forwards=True)

    def previous_bookmark(self) -> bool:
        return self.go_among(np.array(sorted(self.marks.bookmarks), np.int64), forwards=False)

    # Undo and redo

    @property
    def can_undo(self) -> bool:
        return bool(self._undo_steps)

    @property
    def can_redo(self) -> bool:
        return bool(self._redo_steps)

    def undo(self) -> bool:
        """Go back to the step before the last command."""
        return self._swap(self._undo_steps, self._redo_steps)

    def redo(self) -> bool:
        """Go to the step that was left by `undo`."""
        return self._swap(self._redo_steps, self._undo_steps)

    def _swap(self, source: list[int], target: list[int]) -> bool:
        """Go to the last step of one history, and note this step in the other one."""
        if not source:
            return False
        target.append(self.step)
        self.now = self.steps.at(source.pop())
        return True

    def _go(self, step: int) -> bool:
        """Go to a step and note the one before for undo; return False where there is none such, or it is there."""
        if step == self.step or not 0 <= step < self.steps.count:
            return False
        self._undo_steps.append(self.step)
        del self._undo_steps[:-MAX_UNDO]
        self._redo_steps.clear()
        self.now = self.steps.at(step)
        return True

    def _go_or_end(self, step: int | None) -> bool:
        """Go to a step, or to the last one where an incomplete recording ends before it."""
        return self._go(self.last_step if step is None else step)

    def go_among(self, steps: NDArray[np.int64], *, forwards: bool) -> bool:
        """Go to the nearest of some ascending steps in one direction."""
        step = next_number(steps, self.step, forwards=forwards)
        return step is not None and self._go(step)


# Finding steps

Window = tuple[float, float]
Test = Callable[[Window, Folded], bool]
"""A test of the window before a child's value came back, and of the frame after that."""

MAX_TESTED_STEPS = 200_000
"""Steps after which `find_change` gives up."""


def is_new_best(_window: Window, after: Folded) -> bool:
    """Whether a child's value became the frame's best: a test for `find_change`."""
    return after.is_better


def changes_window(window: Window, after: Folded) -> bool:
    """Whether α rose or β fell: a test for `find_change`."""
    return window != (after.alpha, after.beta)


def find_change(cursor: Cursor, test: Test, *, forwards: bool) -> int | None:
    """Return the next or previous step whose change passes the test; None where none of MAX_TESTED_STEPS does."""
    direction = 1 if forwards else -1
    number = cursor.step + direction
    for _ in range(MAX_TESTED_STEPS):
        if not 0 <= number < cursor.steps.count:
            return None
        step = cursor.steps.at(number)
        if step.moment is Moment.BACK and passes_test(cursor, step, test):
            return number
        number += direction
    return None


def passes_test(cursor: Cursor, step: Step, test: Test) -> bool:
    """Whether the change to a frame passes the test, at a step at which a child's value comes back."""
    trace, frame = cursor.trace, step.frame
    before, after = trace.fold_at(frame, step.child)
    window = (trace.alphas[frame], trace.betas[frame]) if before is None else (before.alpha, before.beta)
    return test(window, after)


def find_cut(cursor: Cursor, *, forwards: bool) -> int | None:
    """Return the next or previous step at which a frame is cut off, as its last child's value comes back; or None."""
    return next_number(cursor.steps.cuts(), cursor.step, forwards=forwards)

"""The next step at which something happens: a cutoff, a new best value, a change of α or β.

Such steps follow from how a frame folds its children. The next one is nearly always near, so it is searched
for step by step from the cursor, without computing all of them.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from plyscope.model.cursor import Cursor
from plyscope.model.folding import Folded
from plyscope.model.steps import Moment, Step

Window = tuple[float, float]
Test = Callable[[Window, Folded], bool]
"""A test of the window before a child's value came back, and of the frame after that."""

MAX_STEPS = 200_000
"""Steps after which the search for one gives up."""


def is_new_best(_window: Window, after: Folded) -> bool:
    return after.is_better


def changes_window(window: Window, after: Folded) -> bool:
    """Whether α rose or β fell."""
    return window != (after.alpha, after.beta)


def find(cursor: Cursor, test: Test, *, forwards: bool) -> int | None:
    """The next or the previous step at which the test holds; None where there is none within MAX_STEPS."""
    direction = 1 if forwards else -1
    number = cursor.step + direction
    for _ in range(MAX_STEPS):
        if not 0 <= number < cursor.steps.count:
            return None
        step = cursor.steps.at(number)
        if step.moment is Moment.BACK and holds(cursor, step, test):
            return number
        number += direction
    return None


def holds(cursor: Cursor, step: Step, test: Test) -> bool:
    trace, frame = cursor.trace, step.frame
    before, after = trace.fold_at(frame, step.child)
    window = (trace.alphas[frame], trace.betas[frame]) if before is None else (before.alpha, before.beta)
    return test(window, after)


def find_cut(cursor: Cursor, *, forwards: bool) -> int | None:
    """The next or the previous step at which a frame is cut: its last child's value comes back."""
    trace = cursor.trace
    ends, parent = np.arange(len(trace)) + trace.column("size"), np.maximum(trace.column("parent"), 0)
    is_last = (ends == ends[parent]) & trace.facts.cutoff[parent]
    cuts = np.sort(cursor.steps.backs()[is_last])
    place = int(np.searchsorted(cuts, cursor.step, "right" if forwards else "left")) - (not forwards)
    return int(cuts[place]) if 0 <= place < len(cuts) else None

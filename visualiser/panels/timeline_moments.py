"""Between moments and places on the timeline: x grows with time, and a row index says which frame is where."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engine.columns import OPEN
from engine.layout.rows import Ints, Rows
from engine.steps import Moment, Step
from engine.trace import Trace
from visualiser.background import Answer, in_background

LARGE = 300_000
"""Frames from which on whole columns are looked through in another thread."""
Mask = NDArray[np.bool_]


def unit_of_step(trace: Trace, rows: Rows, step: Step) -> float:
    """Up to where the search has come at a step, in units. It never goes back as the steps go on."""
    step = step.of_call
    if step.moment is Moment.ENTER:
        return begin_of(rows, step.frame)
    if step.moment is Moment.LEAVE or trace.fold_at(step.frame, step.child)[1].is_cut:
        return end_of(rows, step.frame)
    return end_of(rows, step.child)


def begin_of(rows: Rows, frame: int) -> float:
    """Where a frame begins; one that is not shown stands where the next one shown begins."""
    begin = rows.width
    for row in rows.rows:
        place = int(np.searchsorted(row.frames, np.int32(frame)))
        if place < len(row):
            begin = min(begin, int(row.starts[place]))
    return float(begin)


def end_of(rows: Rows, frame: int) -> float:
    span = rows.span(frame)
    return float(span[1]) if span is not None else begin_of(rows, frame + rows.trace.sizes[frame])


def frame_at(rows: Rows, unit: float) -> int:
    """The last frame that begins at or before a point, which is the deepest one there."""
    last = 0
    for row in rows.rows:
        place = int(np.searchsorted(row.starts, np.int32(min(max(unit, 0.0), rows.width)), "right")) - 1
        if place >= 0:
            last = max(last, int(row.frames[place]))
    return last


def ends_of(rows: Rows, chosen: Mask) -> Ints:
    """Where the chosen frames end, ascending; those that never returned have no end."""
    ended = chosen & (rows.trace.column("status") != OPEN)
    return np.sort(np.concatenate([row.ends[ended[row.frames]] for row in rows.rows]))


def per_column(ends: Ints, units: int, columns: int) -> NDArray[np.int64]:
    """How many of them fall to each of so many columns, which share all units between them.

    The points get the type of what is searched: mixing is slow.
    """
    edges = np.floor(np.arange(columns + 1) * (units / columns)).astype(np.int32)
    edges[-1] = units
    return np.asarray(np.diff(np.searchsorted(ends, edges, "right")))


class Ends:
    """Where frames of one kind end, found once; of a large recording in another thread."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.units: Ints | None = None
        """None while it is not known."""
        self.version = 0
        """Another number whenever `units` is something else."""
        self._changed = changed
        self._rows: Rows | None = None
        self._reason: object = None
        self._answer: Answer | None = None

    def turn_to(self, rows: Rows, reason: object, choose: Callable[[], Mask]) -> None:
        """Finds them for a row index, unless it has done so for the same `reason`."""
        if rows is self._rows and reason is self._reason:
            return
        self.forget()
        self._rows, self._reason = rows, reason
        if len(rows.trace) <= LARGE:
            self.units = ends_of(rows, choose())
        else:
            self._answer = in_background(lambda: ends_of(rows, choose()), self._take)

    def forget(self) -> None:
        if self._rows is None:
            return
        if self._answer is not None:
            self._answer.is_wanted = False
        self.units = self._rows = self._reason = self._answer = None
        self.version += 1

    def _take(self, units: Ints) -> None:
        self.units, self._answer = units, None
        self.version += 1
        self._changed()

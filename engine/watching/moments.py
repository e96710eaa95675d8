"""Moments: the steps of a recording of somebody's own code, with the lines that were executed between them.

Executed lines are a table of their own, sorted by time, each with the number of the step before it. So steps keep
their numbers whether or not lines are there, and a moment is found by one search in that table:

    moment(step) = step + lines before it      moment(line) = step before it + 1 + lines before it
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.messages import InputError
from engine.steps import Moment, Steps
from engine.trace import Trace
from engine.watching.own_code import OwnCode


class Variable(NamedTuple):
    """A local variable at an executed line."""

    name: str
    text: str | None
    """None where it has no value yet."""
    changed: bool
    """Whether its value is another one than at the line before, in the same call."""


class At(NamedTuple):
    """What a moment is."""

    step: int
    """The step that it is, or that comes before it."""
    line: int
    """The number of the executed line that it is; -1 for a step."""


class OwnLines:
    """The executed lines of a recording."""

    def __init__(self, own: OwnCode) -> None:
        self.own = own

    def __len__(self) -> int:
        return len(self.own.tables.line_step)

    def bind(self, steps: Steps) -> None:
        self.steps = steps

    @cached_property
    def functions(self) -> NDArray[np.int64]:
        """For each executed line its function: that of the frame that runs after the step before it."""
        return np.asarray(self.own.tables.function, np.int64)[self.frames]

    @cached_property
    def frames(self) -> NDArray[np.int64]:
        """For each executed line the frame that it belongs to."""
        steps = np.unique(self.own.tables.line_step)
        found = np.array([self.steps.at(int(step)).frame for step in steps], np.int64)
        return found[np.searchsorted(steps, self.own.tables.line_step)]

    @cached_property
    def _ends(self) -> NDArray[np.int64]:
        counts = np.array([len(function.variables) for function in self.own.functions] or [0])
        return np.cumsum(counts[self.functions], dtype=np.int64)

    @property
    def are_sound(self) -> bool:
        """Whether every line comes after a step that there is, and has as many values as its function has variables."""
        after = self.own.tables.line_step
        if not len(after):
            return not len(self.own.tables.line_values)
        if int(after[0]) < 0 or int(after[-1]) >= self.steps.count:
            return False
        return int(self._ends[-1]) == len(self.own.tables.line_values)

    def number(self, row: int) -> int:
        """The line of the text."""
        return int(self.own.tables.line_number[row])

    def values(self, row: int) -> list[int]:
        end = int(self._ends[row])
        count = len(self.own.functions[self.functions[row]].variables)
        found: list[int] = self.own.tables.line_values[end - count : end].tolist()
        return found

    def variables(self, row: int) -> list[Variable]:
        """The local variables as they were before the line was executed."""
        before = self.before(row)
        old = self.values(before) if before is not None else None
        names = self.own.functions[self.functions[row]].variables
        return [
            Variable(name, None if now < 0 else self.own.texts[now], old is not None and old[place] != now)
            for place, (name, now) in enumerate(zip(names, self.values(row), strict=True))
        ]

    def before(self, row: int) -> int | None:
        """The line that was executed before in the same call."""
        frame = self.frames[row]
        first = int(np.searchsorted(self.own.tables.line_step, self.steps.enter(int(frame))))
        rows = np.flatnonzero(self.frames[first:row] == frame)
        return first + int(rows[-1]) if len(rows) else None


class Moments:
    """Steps and executed lines of one recording, in one count."""

    def __init__(self, trace: Trace) -> None:
        if trace.own is None:
            raise InputError("only recordings of somebody's own code have executed lines")
        self.steps = Steps(trace)
        self.lines = OwnLines(trace.own)
        self.lines.bind(self.steps)
        self._line_steps = trace.own.tables.line_step

    def __len__(self) -> int:
        return self.steps.count + len(self.lines)

    @cached_property
    def _line_moments(self) -> NDArray[np.int64]:
        return self._line_steps + 1 + np.arange(len(self._line_steps), dtype=np.int64)

    def at(self, moment: int) -> At:
        """The step or the executed line that a moment is."""
        if not 0 <= moment < len(self):
            raise IndexError(f"there is no moment {moment}, the last is {len(self) - 1}")
        before = int(np.searchsorted(self._line_moments, moment, "right"))
        if before and int(self._line_moments[before - 1]) == moment:
            return At(int(self._line_steps[before - 1]), before - 1)
        return At(moment - before, -1)

    def of_step(self, step: int) -> int:
        return step + int(np.searchsorted(self._line_steps, step, "left"))

    def of_line(self, row: int) -> int:
        return int(self._line_moments[row])

    def line_at(self, step: int) -> int:
        """The line of the text that a step is at, as it was executed; 0 where that is not known.

        A frame is entered at its definition; it leaves, and waits, at the line it executed last.
        """
        now = self.steps.at(step)
        if now.moment is Moment.ENTER:
            return 0
        until = step if now.moment is Moment.LEAVE else self.steps.enter(now.child)
        row = int(np.searchsorted(self._line_steps, until, "left")) - 1
        if row >= 0 and int(self.lines.frames[row]) == now.frame:
            return self.lines.number(row)
        return 0

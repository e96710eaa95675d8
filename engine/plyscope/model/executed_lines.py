"""The executed lines of user code with all local variables, in the order of time, and the text that it printed.

A row stands for the moment just before its line was executed. `steps` gives these moments their step numbers; this
module says what is known at them.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.model.distinct_numbers import next_number
from plyscope.model.steps import Moment, Step, Steps
from plyscope.model.user_code import UserCode


class Variable(NamedTuple):
    """A local variable of an open frame."""

    name: str
    text: str | None
    """None if it has no value yet."""
    changed: bool = False
    """Whether its value differs from that at the previous line of the same call."""


class Executed:
    """The executed lines of a recording."""

    def __init__(self, user_code: UserCode, steps: Steps) -> None:
        self.user_code = user_code
        self.steps = steps

    def __len__(self) -> int:
        return len(self.user_code.tables.line_step)

    @cached_property
    def frames(self) -> NDArray[np.int32]:
        """For each row the frame that executed the line: the one that is running after the step before it."""
        return self.steps.running()[self.steps.before_lines]

    @cached_property
    def functions(self) -> NDArray[np.int64]:
        """For each row the function of its frame."""
        return np.asarray(self.user_code.tables.function[self.frames], np.int64)

    @cached_property
    def _ends(self) -> NDArray[np.int64]:
        """For each row the place behind its values in the column of all values."""
        counts = np.array([len(function.variables) for function in self.user_code.functions] or [0])
        return np.cumsum(counts[self.functions], dtype=np.int64)

    @cached_property
    def _by_frame(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The rows sorted by frame, and the frame of each."""
        order = np.argsort(self.frames, kind="stable")
        return order, self.frames[order]

    @property
    def are_sound(self) -> bool:
        """Whether every line follows an existing step, and has a value for each variable of its function."""
        after = self.user_code.tables.line_step
        if not len(after):
            return not len(self.user_code.tables.line_values)
        if int(after[0]) < 0 or int(after[-1]) >= self.steps.of_calls:
            return False
        return int(self._ends[-1]) == len(self.user_code.tables.line_values)

    # One row

    def number(self, row: int) -> int:
        """Return the line of the text that a row executed."""
        return int(self.user_code.tables.line_number[row])

    def values(self, row: int) -> list[int]:
        """Return the numbers of the texts of a row's local variables; -1 for one that has no value yet."""
        end = int(self._ends[row])
        count = len(self.user_code.functions[self.functions[row]].variables)
        found: list[int] = self.user_code.tables.line_values[end - count : end].tolist()
        return found

    def variables(self, row: int) -> list[Variable]:
        """Return the local variables as they were before the line of a row was executed."""
        before = self.before(row)
        old = self.values(before) if before is not None else None
        names = self.user_code.functions[self.functions[row]].variables
        return [
            Variable(name, None if now < 0 else self.user_code.texts[now], old is not None and old[place] != now)
            for place, (name, now) in enumerate(zip(names, self.values(row), strict=True))
        ]

    # The rows of a frame

    def rows_of(self, frame: int) -> NDArray[np.int64]:
        """Return the rows that a frame executed, ascending."""
        order, frames = self._by_frame
        # In the column's own type: mixing is slow.
        first, last = frames.searchsorted(np.array([frame, frame + 1], np.int32))
        return order[int(first) : int(last)]

    def values_of(self, frame: int, place: int) -> dict[int, int]:
        """Return for each row of a frame the number of the text of the local variable at a place; -1: no value."""
        rows = self.rows_of(frame)
        from_end = len(self.user_code.function_of(frame).variables) - place
        values = self.user_code.tables.line_values[self._ends[rows] - from_end]
        return dict(zip(rows.tolist(), values.tolist(), strict=True))

    def before(self, row: int) -> int | None:
        """Return the row of the previous line of the same call, or None."""
        return self.last_of(int(self.frames[row]), row)

    def last_of(self, frame: int, row: int) -> int | None:
        """Return the row of the last line that a frame executed before a row, or None."""
        rows = self.rows_of(frame)
        place = int(np.searchsorted(rows, row))
        return int(rows[place - 1]) if place else None

    def last_until(self, frame: int, step: Step) -> int | None:
        """Return the row of the last line that a frame has executed or is about to execute at a step, or None."""
        if step.moment is Moment.LINE:
            return self.last_of(frame, step.row + 1)
        return self.last_before_call(frame, self.steps.place(step.number)[0])

    def last_before_call(self, frame: int, step: int) -> int | None:
        """Return the row of the last line that a frame executed before a step of a call, or None."""
        return self.last_of(frame, self.steps.lines_before(step))

    # What is known at a step

    def variables_at(self, frame: int, step: Step) -> list[Variable]:
        """Return the local variables of an open frame: those at its last line, or its arguments if it has none yet.

        Only variables at the line that is about to be executed can be marked as changed.
        """
        row = self.last_until(frame, step) if len(self) else None
        if row is None:
            return [Variable(name, text) for name, text in self.user_code.arguments(frame).items()]
        if row == step.row:
            return self.variables(row)
        return [one._replace(changed=False) for one in self.variables(row)]

    # From line to line

    def next_line(self, now: Step) -> int | None:
        """Return the step of the next line of the running call, or of its caller if it has no more, or None."""
        return self._line_beside(now, forwards=True)

    def previous_line(self, now: Step) -> int | None:
        """Return the step of the previous line of the running call, or of its caller if it has none, or None."""
        return self._line_beside(now, forwards=False)

    def _line_beside(self, now: Step, *, forwards: bool) -> int | None:
        """Return the step of the line after or before a step, in the running call or the nearest caller with one."""
        frame = now.frame
        while frame >= 0:
            rows = self.rows_of(frame)
            number = next_number(self.steps.before_lines[rows] + 1 + rows, now.number, forwards=forwards)
            if number is not None:
                return number
            frame = self.steps.trace.parents[frame]
        return None


class PrintedLine(NamedTuple):
    """A line of the output, as far as it was there at a step."""

    text: str
    step: int
    """The step that began it."""
    is_new: bool
    """Whether the current step printed some of it."""


class Printed:
    """The output of a recording."""

    def __init__(self, user_code: UserCode, steps: Steps) -> None:
        self.text = "".join(user_code.printed)
        self._ends = np.cumsum([0, *map(len, user_code.printed)], dtype=np.int64)
        self.steps = self._steps(user_code, steps)
        """For each printed text the step that printed it: an executed line, or a step of a call."""
        self._starts = line_starts(self.text)

    @staticmethod
    def _steps(user_code: UserCode, steps: Steps) -> NDArray[np.int64]:
        """Return for each printed text the step that printed it."""
        found = steps.all_with_lines(np.clip(user_code.tables.printed_step, 0, steps.of_calls - 1))
        if len(steps.before_lines):
            lines = np.clip(user_code.tables.printed_line, 0, len(steps.before_lines))
            executed = np.concatenate([[-1], steps.lines()])[lines]
            found = np.maximum(found, executed)
        return np.maximum.accumulate(found)

    def length_at(self, step: int) -> int:
        """Return how many characters had been printed when a step was over."""
        return int(self._ends[np.searchsorted(self.steps, step, "right")])

    def at(self, step: int) -> str:
        """Return the text that a step printed."""
        return self.text[self.length_at(step - 1) : self.length_at(step)]

    def count_at(self, step: int) -> int:
        """Return how many lines had been begun when a step was over."""
        return int(np.searchsorted(self._starts, self.length_at(step)))

    def line(self, number: int, step: int) -> PrintedLine:
        """Return a line of the output, by its number, as it stood when a step was over."""
        start, length = int(self._starts[number]), self.length_at(step)
        end = int(self._starts[number + 1]) if number + 1 < len(self._starts) else len(self.text)
        text = self.text[start : min(end, length)].rstrip("\n")
        return PrintedLine(text, self._step_of(start), self.length_at(step - 1) < min(end, length))

    def _step_of(self, place: int) -> int:
        """Return the step that printed the character at a place."""
        return int(self.steps[np.searchsorted(self._ends, place, "right") - 1])


def line_starts(text: str) -> NDArray[np.int64]:
    """Return where the lines of a text begin; the text after the last line break is a line only if it is not empty."""
    breaks = np.array([found.end() for found in re.finditer("\n", text)], np.int64)
    starts = np.concatenate([np.zeros(min(1, len(text)), np.int64), breaks])
    return starts[starts < len(text)]

"""The printed output of user code, line by line, each with the step that printed it."""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.model.steps import Steps
from plyscope.model.user_code import UserCode


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
        found = steps.all_with_lines(np.clip(user_code.tables.printed_step, 0, steps.of_calls - 1))
        if len(steps.before_lines):
            lines = np.clip(user_code.tables.printed_line, 0, len(steps.before_lines))
            executed = np.concatenate([[-1], steps.lines()])[lines]
            found = np.maximum(found, executed)
        return np.maximum.accumulate(found)

    def length_at(self, step: int) -> int:
        """How many characters had been printed when a step was over."""
        return int(self._ends[np.searchsorted(self.steps, step, "right")])

    def at(self, step: int) -> str:
        """The text that a step printed."""
        return self.text[self.length_at(step - 1) : self.length_at(step)]

    def count_at(self, step: int) -> int:
        """How many lines had been begun when a step was over."""
        return int(np.searchsorted(self._starts, self.length_at(step)))

    def line(self, number: int, step: int) -> PrintedLine:
        """One line of the output as it stood when a step was over."""
        start, length = int(self._starts[number]), self.length_at(step)
        end = int(self._starts[number + 1]) if number + 1 < len(self._starts) else len(self.text)
        text = self.text[start : min(end, length)].rstrip("\n")
        return PrintedLine(text, self._step_of(start), self.length_at(step - 1) < min(end, length))

    def _step_of(self, place: int) -> int:
        """The step that printed a character."""
        return int(self.steps[np.searchsorted(self._ends, place, "right") - 1])


def line_starts(text: str) -> NDArray[np.int64]:
    """Where the lines of a text begin; the text after the last line break is a line only if it is not empty."""
    breaks = np.array([found.end() for found in re.finditer("\n", text)], np.int64)
    starts = np.concatenate([np.zeros(min(1, len(text)), np.int64), breaks])
    return starts[starts < len(text)]

"""Marks that a person sets on a recording: breakpoints and bookmarks. They are never part of it.

Every breakpoint comes down to the numbers of the steps at which it stops, found in whole columns at once,
so that running to the next one is a search in a sorted list and works in both directions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from engine.condition import parse
from engine.messages import InputError
from engine.source_lines import SourceLines, line_columns
from engine.steps import Steps

StepNumbers = NDArray[np.int64]


class On(Enum):
    """What a breakpoint stops at: entering a frame, or coming by a line, or leaving with a condition fulfilled."""

    FRAME = "frame"
    PLY = "ply"
    MOVE = "move"
    POSITION = "position"
    LINE = "line"
    CONDITION = "condition"


@dataclass(frozen=True)
class Breakpoint:
    """One breakpoint. It lets the first `passes` hits of the recording go by."""

    on: On
    target: str
    """A number for frame, ply and line; else a text."""
    passes: int = 0
    enabled: bool = True


@dataclass(frozen=True)
class Bookmark:
    """A step with a name and a note."""

    step: int
    name: str = ""
    note: str = ""


@dataclass
class Marks:
    """All marks on one recording."""

    breakpoints: list[Breakpoint] = field(default_factory=list)
    bookmarks: dict[int, Bookmark] = field(default_factory=dict)

    def toggle_bookmark(self, step: int, name: str = "", note: str = "") -> bool:
        """Sets a bookmark, or takes it away; says whether there is one now."""
        if step in self.bookmarks:
            del self.bookmarks[step]
            return False
        self.bookmarks[step] = Bookmark(step, name, note)
        return True

    def toggle_breakpoint(self, breakpoint: Breakpoint) -> bool:
        """Sets a breakpoint, or takes an equal one away; says whether there is one now."""
        if breakpoint in self.breakpoints:
            self.breakpoints.remove(breakpoint)
            return False
        self.breakpoints.append(breakpoint)
        return True


def hits(breakpoint: Breakpoint, steps: Steps, lines: SourceLines) -> StepNumbers:
    """The steps at which a breakpoint is hit, ascending, whether it is enabled or lets them pass."""
    trace = steps.trace
    if breakpoint.on is On.CONDITION:
        return within(steps, steps.leaves()[parse(breakpoint.target).frames(trace)])
    if breakpoint.on is On.LINE:
        return line_hits(whole_number(breakpoint), steps, lines)
    masks: dict[On, Callable[[], NDArray[np.bool_]]] = {
        On.FRAME: lambda: np.arange(len(trace)) == whole_number(breakpoint),
        On.PLY: lambda: np.asarray(trace.column("ply") == whole_number(breakpoint)),
        On.MOVE: lambda: trace.facts.has_move(breakpoint.target),
        On.POSITION: lambda: trace.facts.has_position(breakpoint.target),
    }
    return within(steps, steps.enters()[masks[breakpoint.on]()])


def line_hits(line: int, steps: Steps, lines: SourceLines) -> StepNumbers:
    """The steps at which a line of the text is at work."""
    at = line_columns(steps.trace, lines)
    leaves = steps.leaves()
    return within(
        steps,
        np.concatenate([steps.enters()[at.enter == line], leaves[at.leave == line], leaves[at.back == line] + 1]),
    )


def within(steps: Steps, numbers: StepNumbers) -> StepNumbers:
    """Those that exist, in order: what never happened in a recording cut short has a number beyond its end."""
    return np.sort(numbers[numbers < steps.count])


def whole_number(breakpoint: Breakpoint) -> int:
    if not (breakpoint.target.isascii() and breakpoint.target.isdigit()):
        raise InputError(
            "a breakpoint on a {what} needs its number, not {target}",
            what=breakpoint.on.value,
            target=breakpoint.target,
        )
    return int(breakpoint.target[:18])

"""At which steps breakpoints stop.

Each breakpoint becomes a sorted list of step numbers, computed in whole columns at once,
so that running to the next one is a binary search, forwards and backwards alike.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.messages import InputError
from plyscope.model.columns import HORIZON, OPEN
from plyscope.model.conditions import parse
from plyscope.model.distinct_positions import PASS
from plyscope.model.facts import FramesWithFacts
from plyscope.model.marks import Breakpoint, On
from plyscope.model.source_lines import PASS_TURN, PLAY, CallSite, SourceLines
from plyscope.model.steps import Steps, in_order
from plyscope.model.trace import Trace
from plyscope.model.user_code_lines import UserCodeLines

StepNumbers = NDArray[np.int64]


def hits(breakpoint: Breakpoint, trace: Trace, steps: Steps, lines: SourceLines) -> StepNumbers:
    """Return the steps at which a breakpoint is hit, ascending, whether or not it is enabled or skips hits."""
    if breakpoint.on is On.CONDITION:
        return existing_steps(steps, steps.leaves_of(parse(breakpoint.target).frames(trace)))
    if breakpoint.on is On.LINE:
        return line_hits(whole_number(breakpoint), steps, lines)
    masks: dict[On, Callable[[], NDArray[np.bool_]]] = {
        On.FRAME: lambda: np.arange(len(trace)) == whole_number(breakpoint),
        On.PLY: lambda: np.asarray(trace.column("ply") == whole_number(breakpoint)),
        On.MOVE: lambda: trace.facts.has_move(breakpoint.target),
        On.POSITION: lambda: trace.facts.has_position(breakpoint.target),
    }
    return existing_steps(steps, steps.enters()[masks[breakpoint.on]()])


def line_hits(line: int, steps: Steps, lines: SourceLines) -> StepNumbers:
    """Return the steps that belong to a line of the search's text."""
    if isinstance(lines, UserCodeLines):
        return lines.hits(line)
    at = line_columns(steps.trace, lines)
    leaves = steps.leaves()
    return existing_steps(
        steps,
        np.concatenate([steps.enters()[at.enter == line], leaves[at.leave == line], leaves[at.back == line] + 1]),
    )


def existing_steps(steps: Steps, numbers: StepNumbers) -> StepNumbers:
    """Return the step numbers that exist, in order: an open frame of an incomplete recording never leaves."""
    return in_order(numbers[numbers < steps.count])


def whole_number(breakpoint: Breakpoint) -> int:
    """Return the frame, ply or line of a breakpoint; refuse a target that is no number."""
    if not (breakpoint.target.isascii() and breakpoint.target.isdigit()):
        raise InputError(
            "a breakpoint on a {what} needs its number, not {target}",
            what=breakpoint.on.value,
            target=breakpoint.target,
        )
    return int(breakpoint.target[:18])


@dataclass(frozen=True)
class LineColumns:
    """The lines of the three steps of each frame: enter, leave, and back in its parent; 0 where a step is missing."""

    enter: NDArray[np.int64]
    leave: NDArray[np.int64]
    back: NDArray[np.int64]


def line_columns(trace: FramesWithFacts, lines: SourceLines) -> LineColumns:
    """Return the lines of the steps of all frames, each combination of function, kind and status looked up once."""
    function, status = trace.facts.function, trace.column("status")
    kind = trace.column("kind") ^ np.uint8(trace.plan.is_exchanged)
    parent = trace.column("parent")
    names = [calls.function for calls in trace.search.calls]
    move, first, frames = trace.column("move"), trace.facts.first_try, np.arange(len(trace))
    is_first = np.where(move >= 0, first[parent] == frames, parent == frames - 1)
    is_again, is_deeper = trace.facts.is_again, np.zeros(len(trace), np.bool_)
    if trace.origin.depths is not None and trace.facts.probe is not None:
        probes = np.flatnonzero(trace.facts.probe)
        again = probes + trace.column("size")[probes]
        is_deeper[again] = trace.origin.depths[again] > trace.origin.depths[probes]
    after = np.where(move >= 0, 2, np.where(trace.facts.moves_and_passes == PASS, 1, 0))

    def line_of_codes(find: Callable[..., int], *codes: NDArray[Any]) -> NDArray[np.int64]:
        distinct, which = np.unique(np.stack(codes), axis=1, return_inverse=True)
        return np.array([find(*map(int, column)) for column in distinct.T])[which.reshape(-1)]

    def line_of_leave(place: int, kind: int, status: int, stood_pat: int, has_tried_none: int) -> int:
        if status == HORIZON and trace.search.stands_pat:
            return lines.of_standing(names[place], kind, is_cut=bool(stood_pat))
        return 0 if status == OPEN else lines.of_leave(names[place], kind, status, has_tried_none=bool(has_tried_none))

    def line_of_call(place: int, kind: int, is_first: int, is_again: int, is_deeper: int, after: int) -> int:
        site = CallSite(bool(is_first), bool(is_again), bool(is_deeper), ("", PASS_TURN, PLAY)[after])
        return lines.of_call(names[place], kind, site)

    leave = line_of_codes(line_of_leave, function, kind, status, trace.facts.stood_pat, first < 0)
    codes = function[parent], kind[parent], is_first, is_again, is_deeper, after
    back = line_of_codes(line_of_call, *(code[1:] for code in codes))
    return LineColumns(
        enter=line_of_codes(lambda f: lines.of_enter(names[f]), function),
        leave=leave,
        back=np.where(leave == 0, 0, np.concatenate([[0], back])),
    )

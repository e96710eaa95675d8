"""Both lanes at once: the interpreter records, a second process compiles and records; whichever is done first is kept.

Both write the same columns. That is not taken for granted: before a compiled recording is kept, its first frames are
compared with those that the interpreter has recorded in the meantime. On a single processor, which the two would only
take from each other, the interpreter waits as soon as the other lane has begun.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from math import inf
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.messages import InputError, Message, OptionError
from plyscope.model.columns import OPEN
from plyscope.model.plan import Plan
from plyscope.operating_system import usable_processors
from plyscope.recording.lanes import AUTO, COMPILED, INTERPRETED, LANES
from plyscope.recording.lanes.program import NotCompilable, program_of
from plyscope.recording.lanes.second_process import CompiledRun, Recorded

WORTH_COMPILING = 500_000
"""Frames that a search must be expected to have."""
SLOW_SECONDS = 4.0
"""How long the interpreter must be expected to go on: about as long as compiling takes."""
PATIENCE, PATIENCE_UNKNOWING = 0.2, 2.0
"""Seconds before a second process is started: with an estimate of the frames, and without one."""
COMPARED_FRAMES = 5_000
"""How many frames the interpreter records for comparison, where it does not record all."""
POLL_SECONDS = 0.05

Columns = dict[str, NDArray[Any]]
Progress = Callable[[int], object]
Interpret = Callable[[int | None, Progress | None], Recorded]
"""The interpreted lane: limit and progress -> the recording."""

INSTALL = "pip install 'plyscope[fast]'"


def has_compiler() -> bool:
    return find_spec("numba") is not None


def why_interpreted(plan: Plan) -> Message | None:
    """Why a plan cannot be compiled, as far as that is seen from its code; None where it can."""
    try:
        program_of(plan)
    except NotCompilable as reason:
        return reason.reason
    return None


def record_in_lanes(
    plan: Plan,
    interpret: Interpret,
    limit: int,
    progress: Progress | None,
    lane: str = AUTO,
    expected: float | None = None,
) -> Recorded:
    """Record in the requested lane, or in both; `expected` is the estimated number of frames."""
    if lane not in LANES:
        raise OptionError("lane is one of {choices}, not {value}", choices=" ".join(LANES), value=str(lane))
    if lane == COMPILED:
        return record_compiled(plan, interpret, limit, progress)
    if lane == INTERPRETED or not has_compiler() or min(limit, inf if expected is None else expected) < WORTH_COMPILING:
        return interpret(limit, progress)
    return Race(plan, interpret, limit, progress, expected).run()


def record_compiled(plan: Plan, interpret: Interpret, limit: int, progress: Progress | None) -> Recorded:
    """Record in the compiled lane alone. Cancelled while it is being compiled, it keeps the first frames."""
    if not has_compiler():
        raise OptionError("the compiled lane needs numba: {install}", install=INSTALL)
    try:
        program = program_of(plan)
    except NotCompilable as reason:
        raise OptionError(
            "{search} on {game} is not compiled: {reason}",
            search=plan.search.name,
            game=plan.position.game.name,
            reason=reason.reason,
        ) from None
    run = CompiledRun(program, limit)
    try:
        first = interpret(min(COMPARED_FRAMES, limit), None)
        while not run.ended.wait(POLL_SECONDS):
            if progress is not None and progress(run.frames) is False:
                if not run.frames:
                    return first
                run.keep()
                break
        if run.recorded is None:
            raise InputError("compiled: {reason}", reason=run.problem or Message("it ended without a result"))
        refuse_difference(first.columns, run.recorded.columns)
        return run.recorded
    finally:
        run.end()


class Race:
    """A recording by both lanes."""

    def __init__(
        self, plan: Plan, interpret: Interpret, limit: int, progress: Progress | None, expected: float | None
    ) -> None:
        self.plan, self.interpret, self.limit, self.progress = plan, interpret, limit, progress
        self.at_most = min(limit, inf if expected is None else expected)
        self.patience = PATIENCE_UNKNOWING if expected is None else PATIENCE
        self.began = perf_counter()
        self.compiled: CompiledRun | None = None
        self.is_cancelled = False
        self.is_compilable = True
        self.is_alone = usable_processors() == 1

    def run(self) -> Recorded:
        try:
            interpreted = self.interpret(self.limit, self.watch)
            recorded = self.compiled_recording(len(interpreted.columns["parent"]))
            if recorded is None or interpreted.is_complete:
                return interpreted
            if not is_same_start(interpreted.columns, recorded.columns):
                return interpreted if self.is_cancelled else self.interpret(self.limit, self.progress)
            return recorded
        finally:
            if self.compiled is not None:
                self.compiled.end()

    def watch(self, frames: int) -> bool:
        """Called by the interpreter; False stops it."""
        if self.compiled is None and self.is_compilable and self.is_due(frames):
            self.start()
        goes_on = self.report(frames)
        while goes_on and self.compiled is not None and self.is_alone and not self.compiled.ended.wait(POLL_SECONDS):
            goes_on = self.report(frames)
        return goes_on and (self.compiled is None or self.compiled.recorded is None)

    def report(self, frames: int) -> bool:
        """Report how many frames the lane has that is ahead; False where that stops both."""
        if self.compiled is not None and self.compiled.recorded is not None:
            return False
        so_far = max(frames, self.compiled.frames if self.compiled is not None else 0)
        if self.progress is not None and self.progress(so_far) is False:
            self.is_cancelled = True
            return False
        return True

    def is_due(self, frames: int) -> bool:
        """Whether the interpreter is expected to take longer than a compiler needs."""
        seconds = perf_counter() - self.began
        return seconds >= self.patience and (self.at_most - frames) * seconds >= SLOW_SECONDS * max(1, frames)

    def start(self) -> None:
        self.is_compilable = False  # whatever comes, this is tried once
        with suppress(NotCompilable, OSError):
            self.compiled = CompiledRun(program_of(self.plan), self.limit)

    def compiled_recording(self, frames: int) -> Recorded | None:
        """What the compiled lane has recorded: all, or more than so many frames where the recording was cancelled."""
        if self.compiled is None:
            return None
        if self.is_cancelled and self.compiled.recorded is None and self.compiled.frames > frames:
            self.compiled.keep()
        recorded = self.compiled.recorded
        return recorded if recorded is not None and len(recorded.columns["parent"]) > frames else None


def is_same_start(first: Columns, columns: Columns) -> bool:
    """Whether a recording begins as one that was stopped earlier: in all that was known of its frames by then."""
    count = min(len(first["parent"]), len(columns["parent"]))
    for name in ("parent", "move", "ply", "kind", "alpha", "beta"):
        if not np.array_equal(first[name][:count], columns[name][:count]):
            return False
    closed = np.flatnonzero(first["status"][:count] != OPEN)
    return all(
        np.array_equal(first[name][closed], columns[name][closed]) for name in ("value", "size", "status", "skipped")
    )


def refuse_difference(first: Columns, columns: Columns) -> None:
    if not is_same_start(first, columns):
        raise InputError(
            "the compiled search does not do what the interpreted one does; record it with --lane interpreted"
        )

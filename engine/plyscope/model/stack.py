"""The stack: the open frames at a step, each with its local variables.

A frame that waits for a child looks the same until that child has returned. So most of a stack is that of the
previous step, and is reused: stepping ten thousand calls deep costs little more than stepping at the root.
"""

from __future__ import annotations

from itertools import pairwise
from math import isnan
from typing import NamedTuple

from plyscope.model.columns import LEAVES
from plyscope.model.intervals import NOTHING, Interval, OpenIntervals, common
from plyscope.model.position import State
from plyscope.model.source_lines import SourceLines
from plyscope.model.steps import Moment, Step
from plyscope.model.trace import Trace
from plyscope.model.user_code_lines import UserCodeLines

AT_ANY_STEP = -1
"""A step number for questions whose answer is the same at every step."""


class StackFrame(NamedTuple):
    """One open frame with its local variables as they are at a step."""

    frame: int
    function: str
    kind: int
    ply: int
    move: str
    """The move that led to it; empty at the root."""
    alpha: float
    beta: float
    best: float | None
    """The best value so far, or the sum; None before the first."""
    best_move: str | None
    tried: tuple[str, ...]
    """Moves whose values have been returned."""
    trying: str | None
    """The move that is being searched, or whose value has just been returned."""
    left: tuple[str, ...]
    """Moves not tried yet."""
    value: float | None
    """What the frame returns, in the step in which it does."""
    line: int
    """The line of the text that it is at."""
    interval: Interval = NOTHING
    """What is proved of its true value at the step."""


class OpenFrames:
    """The stacks of one recording. The last one is kept."""

    def __init__(self, trace: Trace, lines: SourceLines) -> None:
        self.trace, self.lines = trace, lines
        self._waits: list[tuple[int, int]] = []
        """The frames of the last stack that waited for a child, each with that child."""
        self._waiting: list[StackFrame] = []
        self._open_intervals = OpenIntervals(trace.intervals)
        self._intervals: list[Interval] = []
        """The intervals of the last stack."""

    def at(self, now: Step) -> list[StackFrame]:
        """Every open frame, root first, with its local variables as they are at a step."""
        trace = self.trace
        frames = trace.ancestors(now.frame)
        waits = list(pairwise(frames))
        same = next((i for i, (old, new) in enumerate(zip(self._waits, waits, strict=False)) if old != new), None)
        kept = min(len(self._waits), len(waits)) if same is None else same
        self._waits, self._waiting = waits, self._waiting[:kept]
        state, rules = trace.state(frames[kept]), trace.position.game.rules
        for frame, child in waits[kept:]:
            line = line_of(trace, self.lines, Step(AT_ANY_STEP, Moment.BACK, frame, child))
            self._waiting.append(stack_frame(trace, frame, state, child, line, now, returned=False))
            if not trace.search.moves_unplayed:
                rules.play(state, trace.moves[child])
        call = now.of_call
        line, returned = line_of(trace, self.lines, now), call.moment is Moment.BACK
        intervals = self._open_intervals.at(frames, call.child, leaves=call.moment is Moment.LEAVE)
        same = common(self._intervals[: min(kept, len(self._intervals))], intervals)
        for place in range(same, len(self._waiting)):
            self._waiting[place] = self._waiting[place]._replace(interval=intervals[place])
        self._intervals = intervals
        running = stack_frame(trace, now.frame, state, call.child, line, now, returned=returned)
        return [*self._waiting, running._replace(interval=intervals[-1])]


def line_of(trace: Trace, lines: SourceLines, step: Step) -> int:
    """The line of the search's text at which a step is."""
    if isinstance(lines, UserCodeLines):
        return lines.at(step)
    function, kind = trace.calls(step.frame).function, trace.plan.kind_in_text(trace.kinds[step.frame])
    if step.moment is Moment.ENTER:
        return lines.of_enter(function)
    if step.moment is Moment.LEAVE:
        return lines.of_leave(function, kind, trace.statuses[step.frame])
    return lines.of_call(function, kind, step.child == step.frame + 1, trace.is_again(step.child))


def stack_frame(
    trace: Trace, frame: int, state: State, pending: int, line: int, now: Step, *, returned: bool
) -> StackFrame:
    """One open frame. `pending` is the child it waits for, or the one whose value has just `returned`."""
    name = trace.position.game.move_text
    leaves = now.moment is Moment.LEAVE and now.frame == frame
    best: float | None = trace.start_value(trace.calls(frame))
    best_child, alpha, beta = -1, trace.alphas[frame], trace.betas[frame]
    tried: list[int] = []
    if pending >= 0 or leaves:
        for folded in trace.folds(frame):
            if folded.child == pending and not returned:
                break
            best, best_child, alpha, beta = folded.best, folded.best_child, folded.alpha, folded.beta
            if not folded.is_probe:
                tried.append(trace.moves[folded.child])
            if folded.child == pending:
                break
    trying = trace.moves[pending] if pending >= 0 else None
    started = {*tried, trying}
    # Which calls a program that searches nothing will make is not known before.
    has_moves = trace.statuses[frame] not in LEAVES and (trace.origin.is_search or not trace.origin.is_user_code)
    offered = trace.plan.offer(state) if has_moves else []
    return StackFrame(
        frame=frame,
        function=trace.function_name(frame),
        kind=trace.kinds[frame],
        ply=trace.plies[frame],
        move=trace.move_text(frame),
        alpha=alpha,
        beta=beta,
        best=None if best is None or isnan(best) else best,
        best_move=trace.best_move_variable(frame, best_child),
        tried=tuple(map(name, tried)),
        trying=None if trying is None else name(trying),
        left=tuple(name(move) for move in offered if move not in started),
        value=trace.values[frame] if leaves else None,
        line=line,
    )

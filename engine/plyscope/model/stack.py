"""The stack: the open frames at a step, each with its local variables.

A frame that waits for a child looks the same until that child has returned. So most of a stack is that of the
previous step, and is reused: stepping ten thousand calls deep costs little more than stepping at the root.
"""

from __future__ import annotations

from itertools import pairwise
from math import isfinite, isnan
from typing import NamedTuple

from plyscope.model.columns import HORIZON, INNER, LEAVES
from plyscope.model.declaration import Fold, Windows
from plyscope.model.facts_by_step import first_untold, step_of_call
from plyscope.model.folding import states
from plyscope.model.intervals import UNBOUNDED_INTERVAL, Interval, OpenIntervals, common_length
from plyscope.model.position import State
from plyscope.model.source_lines import PASS_TURN, CallSite, SourceLines
from plyscope.model.steps import Moment, Step
from plyscope.model.trace import Trace
from plyscope.model.user_code_lines import UserCodeLines

MAX_KEPT_FRAMES, MAX_KEPT_MOVES = 16_000, 100
"""About how many waiting frames are kept for later steps, and the most moves of such a frame."""
AT_ANY_STEP = -1
"""The step number in a `Step` where nothing depends on it."""


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
    interval: Interval = UNBOUNDED_INTERVAL
    """What is proved of its true value at the step."""


def with_interval(found: StackFrame, interval: Interval) -> StackFrame:
    """Return the stack frame with another interval, which is its last item."""
    return StackFrame._make((*found[:-1], interval))


class OpenFrames:
    """The stacks of one recording. The last one is kept."""

    def __init__(self, trace: Trace, lines: SourceLines) -> None:
        self.trace, self.lines = trace, lines
        self._smallest_kept = len(trace) / MAX_KEPT_FRAMES
        """The size of a child from which on a frame that waits for it is kept."""
        self._path: list[int] = []
        """The frames of the last stack."""
        self._waiting: list[StackFrame] = []
        """Those of them that waited for a child."""
        self._open_intervals = OpenIntervals(trace.intervals)
        self._intervals: list[Interval] = []
        """The intervals of the last stack."""
        self._known: dict[tuple[int, int], tuple[StackFrame, tuple[int, ...]]] = {}
        """Frames of earlier stacks that waited for a child, and its state: those that far jumps have in common."""
        self._lines_of_calls: dict[tuple[bool, int, CallSite], int] = {}
        """The lines at which frames of a search wait, by what they depend on."""

    def at(self, now: Step) -> list[StackFrame]:
        """Return every open frame, root first, with its local variables as they are at a step."""
        trace = self.trace
        frames = trace.ancestors(now.frame)
        kept = max(0, common_length(self._path, frames) - 1)
        self._path = frames
        del self._waiting[kept:]
        call = now.of_call
        intervals = self._open_intervals.at(frames, call.child, leaves=call.moment is Moment.LEAVE)
        same = common_length(self._intervals[:kept], intervals)
        self._intervals = intervals
        for place in range(same, kept):
            self._waiting[place] = with_interval(self._waiting[place], intervals[place])
        state = self._wait_below(kept, frames, now, intervals)
        line, returned = line_of(trace, self.lines, now), call.moment is Moment.BACK
        running = stack_frame(trace, now.frame, state, call.child, line, now, returned=returned, interval=intervals[-1])
        return [*self._waiting, running]

    def _wait_below(self, kept: int, frames: list[int], now: Step, intervals: list[Interval]) -> State:
        """Add the frames of the stack that wait, below those that are kept; return the state of the running one."""
        trace, known, place, waits = self.trace, self._known, kept, list(pairwise(frames))
        below: tuple[int, ...] | None = None
        while place < len(waits) and (found := known.get(waits[place])) is not None:
            made, below = found
            is_same = made.interval == intervals[place]
            self._waiting.append(made if is_same else with_interval(made, intervals[place]))
            place += 1
        state = trace.state(frames[place]) if below is None else list(below)
        if len(known) + len(waits) - place > 2 * MAX_KEPT_FRAMES:
            known.clear()
        for number in range(place, len(waits)):
            frame, child = wait = waits[number]
            line = self._line_of_call(frame, child)
            made = stack_frame(trace, frame, state, child, line, now, returned=False, interval=intervals[number])
            self._waiting.append(made)
            trace.play_to(state, child)
            recurs = trace.sizes[child] >= self._smallest_kept
            if recurs and len(made.tried) + len(made.left) <= MAX_KEPT_MOVES and len(known) < 2 * MAX_KEPT_FRAMES:
                known[wait] = made, tuple(state)
        return state

    def _line_of_call(self, frame: int, child: int) -> int:
        """Return the line at which a frame waits for a child, kept for frames of its kind."""
        trace, known = self.trace, self._lines_of_calls
        key = frame > 0, trace.kinds[frame], site_of(trace, frame, child)
        is_known = key in known and not isinstance(self.lines, UserCodeLines)
        if not is_known:
            known[key] = line_of(trace, self.lines, Step(AT_ANY_STEP, Moment.BACK, frame, child))
        return known[key]


def line_of(trace: Trace, lines: SourceLines, step: Step) -> int:
    """Return the line of the search's text at which a step is."""
    if isinstance(lines, UserCodeLines):
        return lines.at(step)
    frame = step.frame
    function, kind = trace.calls(frame).function, trace.plan.kind_in_text(trace.kinds[frame])
    if step.moment is Moment.ENTER:
        return lines.of_enter(function)
    if step.moment is Moment.LEAVE and trace.search.stands_pat and trace.statuses[frame] == HORIZON:
        return lines.of_standing(function, kind, is_cut=trace.stood_pat(frame))
    if step.moment is Moment.LEAVE:
        status, returned = trace.statuses[frame], returned_name(trace, frame)
        return lines.of_leave(function, kind, status, returned, has_tried_none=trace.first_try(frame) < 0)
    return lines.of_call(function, kind, site_of(trace, frame, step.child))


def site_of(trace: Trace, frame: int, child: int) -> CallSite:
    """Return the properties that tell the call of a child from others in the text of its frame."""
    if trace.moves[child] < 0:
        return CallSite(child == frame + 1, after=PASS_TURN if trace.passes(child) else "")
    return CallSite(child == trace.first_try(frame), trace.is_again(child), trace.is_deeper_again(child))


def returned_name(trace: Trace, frame: int) -> str:
    """Return the name that a frame of chance returns in the text: the end of its window after a cutoff; else empty."""
    if trace.calls(frame).fold is not Fold.MEAN or trace.statuses[frame] != INNER:
        return ""
    if not trace.is_cutoff(frame):
        return trace.calls(frame).best
    return "alpha" if trace.values[frame] == trace.alphas[frame] else "beta"


def tries_moves(trace: Trace, frame: int) -> bool:
    """Whether a frame tries one move after the other; which calls other programs will make is not known before."""
    is_chooser = trace.statuses[frame] not in LEAVES and trace.calls(frame).fold is not Fold.ONLY
    return is_chooser and (trace.origin.is_search or not trace.origin.is_user_code)


def stack_frame(
    trace: Trace, frame: int, state: State, pending: int, line: int, now: Step, *, returned: bool, interval: Interval
) -> StackFrame:
    """Return an open frame. `pending` is the child it waits for, or the one whose value has just `returned`."""
    moves, game = trace.moves, trace.game_at(frame)
    leaves = now.moment is Moment.LEAVE and now.frame == frame
    best: float | None = trace.start_value(frame)
    best_child, (alpha, beta) = -1, trace.window_at_first(frame)
    # What standing pat is worth is not known before it returns.
    if trace.statuses[frame] == HORIZON and trace.search.stands_pat and not leaves:
        best, alpha, beta = None, trace.alphas[frame], trace.betas[frame]
    tried: list[int] = []
    if leaves or returned or pending > frame + 1:
        for child, _, is_probe, _, alpha_now, beta_now, best_now, best_child_now, _ in states(trace, frame):
            if child == pending and not returned:
                break
            best, best_child, alpha, beta = best_now, best_child_now, alpha_now, beta_now
            if not is_probe and not trace.is_aside(child):
                tried.append(child)
            if child == pending:
                break
    if trace.recorded_bounds is not None and now.moment is not Moment.LEAVE and frame == now.frame:
        bounds = next(trace.recorded_bounds.after(frame, [step_of_call(trace, now)], first_untold(trace, now)))
        alpha, beta = (alpha, beta) if trace.search.windows is Windows.NONE else bounds[:2]
        if tried and not isnan(bounds.best):
            best, best_child = (bounds.best, best_child) if isfinite(bounds.best) else (None, -1)
    offered = trace.offered(frame, state) if tries_moves(trace, frame) else []
    started = {moves[child] for child in (*tried, pending) if child >= 0}
    # By places: with names it would take twice as long, and a far jump makes many.
    return StackFrame(
        frame,
        trace.function_name(frame),
        trace.kinds[frame],
        trace.plies[frame],
        trace.move_text(frame),
        alpha,
        beta,
        None if best is None or isnan(best) else best,
        trace.best_move_variable(frame, best_child),
        tuple([trace.move_text(child) if moves[child] < 0 else game.move_text(moves[child]) for child in tried]),
        None if pending < 0 or trace.is_aside(pending) else trace.move_text(pending),
        tuple([game.move_text(move) for move in offered if move not in started]) if offered else (),
        trace.values[frame] if leaves else None,
        line,
        interval,
    )

"""Why a value, an α or a β is what it is, and why a branch was cut: who set it, and at which step.

A frame is handed α and β from above. Each of them was set by one child of one frame on the way down from the root,
the *owner* of the bound: the lowest frame above that has changed it. A cut happens where what a child gives meets
such a bound; the cut is *shallow* where the owner is the parent, and *deep* where it is farther up.

The empty window of a probe is an exception: one of its ends is not a guaranteed value, but lies right next
to the bound that the probed move would have to beat. There the origin is that bound's, and the probe is named.

Another program may call a frame with any window. Where that is not the one in effect above, and no probe of a search
that makes some, the frame that was called with it is named, and the bound that was not handed down.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from math import inf, isinf, isnan, nan, nextafter
from typing import NamedTuple

import numpy as np

from plyscope.model.columns import INNER, OPEN
from plyscope.model.declaration import CHANCE, MAX, Fold, Windows
from plyscope.model.folding import Folded
from plyscope.model.recorded_bounds import without_rounding
from plyscope.model.trace import Trace


class Side(Enum):
    """The two ends of a window."""

    ALPHA = "α"
    BETA = "β"

    @property
    def other(self) -> Side:
        """The other end of a window."""
        return Side.BETA if self is Side.ALPHA else Side.ALPHA


class Origin(NamedTuple):
    """The origin of a frame's α or β: the frame above that has set it, and the step at which it did."""

    side: Side
    """The end of the frame's window to be explained."""
    value: float
    owner: int
    """The frame that owns the bound; -1 where none does, and the bound is as wide as at the root."""
    child: int
    """The child of the owner whose value set it; -1 where no frame owns it, or where the owner has it by standing
    pat."""
    step: int
    """The step at which the owner was back with that value, or was entered; -1 where no frame owns it."""
    sure_side: Side
    """The end of its own window that the owner had moved: α is MAX's, β is MIN's."""
    sure: float
    """The bound that the owner had: the value itself; for a probe the bound that is to be beaten, and where a bound was
    not handed down that bound, NaN where it is not known."""
    probe: int = -1
    """The frame that was called with an empty window; -1 where none was."""
    called: int = -1
    """The frame that was called with the bound although another one was in effect above; -1 where none was."""
    mean: int = -1
    """The frame of chance from whose window and outcomes the bound was computed, where no frame owns it; else -1."""
    round: int = -1
    """The round of a root that began with the bound; -1 where none did."""
    is_extreme: bool = False
    """Whether it is the least or the largest value that there is, because no outcome can take the mean to its end."""

    @property
    def stands_pat(self) -> bool:
        """Whether the owner has the bound without a move: by standing pat, or by a line of a program."""
        return self.owner >= 0 > self.child


class Cut(NamedTuple):
    """A cut: the child after which a frame stopped before its last move, or would have, and the bound that it met."""

    frame: int
    child: int
    """The child after whose value the test fired; -1 where standing pat was enough."""
    step: int
    """The step at which that happened."""
    alpha: float
    beta: float
    """The window at that moment, which has closed."""
    origin: Origin
    """The origin of the bound that came from above."""
    distance: int
    """Plies from the frame up to the bound's owner; 0 where no frame owns it."""
    pruned: int
    """The number of moves that were never tried."""

    @property
    def is_deep(self) -> bool:
        """Whether the bound that was met comes from above the parent."""
        return self.distance > 1

    @property
    def is_equal(self) -> bool:
        """Whether α has only met β, and not passed it."""
        return self.alpha == self.beta


class ValueOrigin(NamedTuple):
    """The origin of a frame's value: the child that gave it, and the leaf where the number was first found."""

    child: int
    """The child that gave it; -1 where the frame has no child, adds up, or no child beat what it starts from."""
    step: int
    """The step at which the frame was back with it; -1 where there is no such child."""
    source: int
    """The frame at the end of the chain of such children, in which the number was first found: a leaf, or a frame
    that gave the end of its window instead of a value beyond it."""
    clipped: bool
    """Whether the child gave more than the frame may return, and a hard search gave the bound instead."""


def why_cut(trace: Trace, frame: int) -> Cut | None:
    """Return why the frame was cut; None where it was not."""
    if trace.search.windows is Windows.NONE:
        return None
    if trace.stood_pat(frame):
        return cut_standing(trace, frame)
    if trace.statuses[frame] != INNER:
        return None
    for folded in trace.folds(frame):
        if folded.is_cut:
            origin = why_bound(trace, frame, reached_side(trace, frame))
            step = back(trace, folded.child)
            skipped, plies = trace.skips[frame], distance(trace, frame, origin)
            return Cut(frame, folded.child, step, *window_met(trace, frame, folded), origin, plies, skipped)
    return None


def window_met(trace: Trace, frame: int, folded: Folded) -> tuple[float, float]:
    """Return α and β after the child that a frame was cut by.

    A program may hold its best or the child's value against the other bound and never move its own: then the first of
    these that meets it counts.
    """
    alpha, beta = folded.alpha, folded.beta
    reached = (
        [nan] if trace.recorded_bounds is None or trace.is_aside(folded.child) else [nan, folded.best, folded.value]
    )
    for value in reached:
        if trace.kinds[frame] == MAX:
            alpha = max(alpha, value)  # of what is no number, the bound stays
        else:
            beta = min(beta, value)
        if alpha > beta or (alpha == beta and trace.options.get("cut") != ">"):
            break
    return alpha, beta


def cut_standing(trace: Trace, frame: int) -> Cut:
    """Return why a frame stood pat instead of trying its noisy moves."""
    origin = why_bound(trace, frame, reached_side(trace, frame))
    window, plies = trace.window_at_first(frame), distance(trace, frame, origin)
    return Cut(frame, -1, trace.enter_of_call(frame) + 1, *window, origin, plies, trace.skips[frame])


def distance(trace: Trace, frame: int, origin: Origin) -> int:
    """Return the plies from a frame up to the owner of a bound that it was handed; 0 where no frame owns it."""
    return trace.plies[frame] - trace.plies[origin.owner] if origin.owner >= 0 > origin.called else 0


def reached_side(trace: Trace, frame: int) -> Side:
    """Return the end of its window that a frame was cut by: MAX reaches β, MIN reaches α, and chance either."""
    if trace.kinds[frame] == CHANCE:
        return Side.ALPHA if trace.values[frame] == trace.alphas[frame] else Side.BETA
    return Side.BETA if trace.kinds[frame] == MAX else Side.ALPHA


def why_bound(trace: Trace, frame: int, side: Side) -> Origin:
    """Return where the α or β that the frame was called with comes from."""
    value = bound = handed(trace, frame, side)
    now, probe, looked_for = frame, -1, side
    parents = trace.parents
    while (parent := parents[now]) >= 0 and not trace.is_round(now):
        if trace.calls(parent).fold is Fold.MEAN:
            is_extreme = is_out_of_reach(trace, now, looked_for)
            return Origin(side, value, -1, -1, -1, looked_for, bound, probe, mean=parent, is_extreme=is_extreme)
        # Nearly all frames of our searches have the bound from above, as it was handed to the frame that called them.
        if handed(trace, parent, looked_for) != bound or trace.search.is_imported:
            if trace.is_aside(now):
                return Origin(side, value, -1, -1, -1, looked_for, bound, probe, round=now)
            before = trace.fold_before(parent, now)
            ends = ends_in_effect(trace, parent, before, looked_for)
            if trace.recorded_bounds is not None:
                bound = without_rounding(bound, *ends)
            if bound not in ends:
                asked = in_effect(trace, parent, before, looked_for.other)
                if not is_beside(trace, bound, asked, looked_for):
                    return not_handed_down(trace, side, value, now if probe < 0 else probe)
                # This end belongs to a probe, right next to the other one.
                probe, looked_for, bound = (now if probe < 0 else probe), looked_for.other, asked
            if handed(trace, parent, looked_for) != bound:
                if end_at_first(trace, parent, looked_for) == bound and not trace.origin.is_user_code:
                    return standing(trace, parent, side, value, probe)
                child = setter(trace, parent, looked_for, bound)
                if child < 0:
                    return Origin(side, value, -1, -1, -1, side, nan, called=now)
                return Origin(side, value, parent, child, back(trace, child), looked_for, bound, probe)
        now = parent
    return Origin(side, value, -1, -1, -1, looked_for, bound, probe, round=now if now and not isinf(bound) else -1)


def in_effect(trace: Trace, frame: int, before: Folded | None, side: Side) -> float:
    """Return one end of a frame's window when it called a child, from its state before that, None for the first."""
    return ends_in_effect(trace, frame, before, side)[0]


def ends_in_effect(trace: Trace, frame: int, before: Folded | None, side: Side) -> tuple[float, ...]:
    """Return the numbers that a frame may hand down as one end of its window, the strongest first.

    A program may hand down the better of its bound and its best value, `max(alpha, best)`, and move no bound.
    """
    end = end_at_first(trace, frame, side) if before is None else end_of(before, side)
    recorded = trace.recorded_at_first(frame)
    if recorded is None or side is reached_side(trace, frame):
        return (end,)
    best = recorded.best if before is None else before.best
    strongest = max if side is Side.ALPHA else min
    return (end,) if isnan(best) else (strongest(end, best) if before and before.best_child >= 0 else end, end, best)


def is_beside(trace: Trace, bound: float, asked: float, side: Side) -> bool:
    """Whether a bound is the made-up end of a probe, with no number between it and the end that is asked about."""
    return trace.search.windows is Windows.PROBE and bound == nextafter(asked, inf if side is Side.BETA else -inf)


def not_handed_down(trace: Trace, side: Side, value: float, called: int) -> Origin:
    """Return the origin of a bound that a frame was called with although another one was in effect above."""
    parent = trace.parents[called]
    unknown = Origin(side, value, -1, -1, -1, side, nan, called=called)
    if trace.calls(parent).fold is not Fold.BEST or trace.has_no_number(parent):
        return unknown
    recorded = trace.recorded_bounds
    if recorded is not None and not recorded.events.knows_window(int(trace.user_code.tables.function[parent])):
        return unknown
    due = in_effect(trace, parent, trace.fold_before(parent, called), side)
    if due != handed(trace, parent, side):
        child = setter(trace, parent, side, due)
        if child < 0:
            return unknown._replace(sure=due)
        return Origin(side, value, parent, child, back(trace, child), side, due, called=called)
    above = why_bound(trace, parent, side)
    if above.probe >= 0 or above.called >= 0 or above.owner < 0:
        return unknown._replace(sure=due)
    return above._replace(value=value, called=called)


def is_out_of_reach(trace: Trace, outcome: int, side: Side) -> bool:
    """Whether no value of an outcome takes the mean of its frame to an end of that frame's window on its own."""
    assert trace.means is not None
    bottom, top = trace.plan.extremes
    low, high = trace.means.low[outcome], trace.means.high[outcome]
    return bool(low < bottom if side is Side.ALPHA else high > top)


def why_bound_at(trace: Trace, frame: int, side: Side, step: int) -> Origin:
    """Return where the α or β comes from that the frame has at a step; it may have set it itself by then."""
    now, at_first = None, end_at_first(trace, frame, side)
    for folded in trace.folds(frame):
        if back(trace, folded.child) > step:
            break
        now = folded
    bound = at_first if now is None else end_of(now, side)
    if bound == handed(trace, frame, side):
        return why_bound(trace, frame, side)
    if bound == at_first:
        return standing(trace, frame, side, bound)
    child = setter(trace, frame, side, bound)
    return Origin(side, bound, frame, child, back(trace, child), side, bound)


def why_value(trace: Trace, frame: int) -> ValueOrigin:
    """Return where the frame's value comes from."""
    child = giver(trace, frame)
    source = frame
    while (below := giver(trace, source)) >= 0 and trace.values[below] == trace.values[frame]:
        source = below
    value, window = trace.values[frame], (trace.alphas[frame], trace.betas[frame])
    returns_bound = trace.origin.returns_bound
    may_clip = child >= 0 and (returns_bound is None or bool(returns_bound[frame]))
    clipped = may_clip and value == min(max(trace.values[child], window[0]), window[1]) != trace.values[child]
    return ValueOrigin(child, back(trace, child) if child >= 0 else -1, source, clipped)


def giver(trace: Trace, frame: int) -> int:
    """Return the child that gave the frame its value; -1 where no single one did, or the frame has not returned."""
    if trace.statuses[frame] == OPEN or trace.calls(frame).fold not in (Fold.BEST, Fold.LAST):
        return -1
    return trace.best_child(frame)


def handed(trace: Trace, frame: int, side: Side) -> float:
    """Return one end of the window that the frame was called with."""
    return ends_of(trace, side)[frame]


def is_given(trace: Trace, frame: int, side: Side) -> bool:
    """Whether a frame was called with that end of a window: a program's function may take no such bound."""
    if trace.recorded_bounds is None or not isinf(handed(trace, frame, side)):
        return True
    return trace.recorded_bounds.events.has_both(int(trace.user_code.tables.function[frame]))


def ends_of(trace: Trace, side: Side) -> Sequence[float]:
    """Return one end of the window of every frame."""
    return trace.alphas if side is Side.ALPHA else trace.betas


def end_of(folded: Folded, side: Side) -> float:
    """Return one end of the window in a state of a frame."""
    return folded.alpha if side is Side.ALPHA else folded.beta


def end_at_first(trace: Trace, frame: int, side: Side) -> float:
    """Return one end of the window with which the frame tries its first move."""
    return trace.window_at_first(frame)[side is Side.BETA]


def standing(trace: Trace, owner: int, side: Side, value: float, probe: int = -1) -> Origin:
    """Return the origin of a bound that its owner has from the start, since it may stand pat."""
    return Origin(side, value, owner, -1, trace.enter_of_call(owner), side, value, probe)


def setter(trace: Trace, owner: int, side: Side, bound: float) -> int:
    """Return the first child after whose value the owner's bound stood where it did; -1 where a program set it."""
    if trace.origin.is_user_code and end_at_first(trace, owner, side) == bound:
        return -1  # before any child
    folds = trace.folds(owner)
    return next((one.child for one in folds if bound in ends_in_effect(trace, owner, one, side)), -1)


def back(trace: Trace, child: int) -> int:
    """Return the step at which the parent was back with the child's value."""
    step = trace.back_of_call(child)
    lines = trace.origin.line_steps
    return step + int(np.searchsorted(lines, step)) if len(lines) else step

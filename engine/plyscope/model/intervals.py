"""What a whole recording proves about the true value of each frame, at the depth it was searched to: [L, U].

A frame where the search stopped is worth its value. In a MAX frame L is the largest L among the moves tried, and U the
largest U if every legal move was tried, else the top of the scale; MIN mirrors this. Two frames of one move count
together only in a probing search, where the second searches the move again. Values are seen from MAX's side.
"""

from __future__ import annotations

from math import inf

import numpy as np
from numpy.typing import NDArray

from plyscope.model.columns import INNER, OPEN
from plyscope.model.declaration import MAX, Fold
from plyscope.model.trace import Trace

EXTREMES = {"result": 1.0, "ten": 10.0}
"""The largest score of a game with a winner, by the name of the scoring; others have no top."""

Bounds = NDArray[np.float64]


def intervals(trace: Trace) -> tuple[Bounds, Bounds]:
    """L and U of every frame, from the deepest ply upwards."""
    top = EXTREMES.get(str(trace.options.get("score")), inf) if trace.position.game.has_winner else inf
    low, high = np.full(len(trace), -top), np.full(len(trace), top)
    value, parent, ply = trace.column("value"), trace.column("parent"), trace.column("ply")
    known = trace.facts.is_leaf & ~np.isnan(value)
    low[known] = high[known] = value[known]
    is_max, all_tried = trace.column("kind") == MAX, every_move_tried(trace)
    for depth in range(int(ply.max()), 0, -1):
        children = np.flatnonzero(ply == depth)
        above = np.unique(parent[children])
        meet_probes(trace, children, low, high)
        best_low, best_high = start_values(trace, above)
        place = np.searchsorted(above, parent[children])
        for mine, bounds in ((best_low, low), (best_high, high)):
            largest = is_max[parent[children]]
            np.maximum.at(mine, place[largest], bounds[children[largest]])
            np.minimum.at(mine, place[~largest], bounds[children[~largest]])
        # A move that was not tried may be worth anything that its frame's side would prefer.
        missing = ~all_tried[above]
        low[above] = np.where(missing & ~is_max[above], -top, best_low)
        high[above] = np.where(missing & is_max[above], top, best_high)
        settle(trace, above, low, high)
    return low, high


def every_move_tried(trace: Trace) -> NDArray[np.bool_]:
    """Frames of which every legal move was tried. Of the few open ones the game is asked."""
    tried: NDArray[np.bool_] = trace.column("skipped") == 0
    if trace.search.is_imported:
        tried &= ~trace.facts.cutoff
    for frame in np.flatnonzero(trace.column("status") == OPEN).tolist():
        moves = {trace.moves[child] for child in trace.children(frame)}
        tried[frame] = moves >= set(trace.offered(frame))
    return tried


def meet_probes(trace: Trace, children: NDArray[np.int64], low: Bounds, high: Bounds) -> None:
    """What a probe and the search after it prove of one move holds for both."""
    if trace.facts.probe is None:
        return
    probes = children[trace.facts.probe[children]]
    again = probes + trace.column("size")[probes]
    low[probes] = low[again] = np.maximum(low[probes], low[again])
    high[probes] = high[again] = np.minimum(high[probes], high[again])


def start_values(trace: Trace, frames: NDArray[np.int64]) -> tuple[Bounds, Bounds]:
    """What frames have before their first child: the declared start, which counts as one more child, or nothing."""
    none = np.where(trace.column("kind")[frames] == MAX, -inf, inf)
    declared = [trace.start_value(calls) for calls in trace.search.calls]
    start = np.array([np.nan if one is None else one for one in declared])[trace.facts.function[frames]]
    start = np.where(np.isnan(start), none, start)
    return start, start.copy()


def settle(trace: Trace, frames: NDArray[np.int64], low: Bounds, high: Bounds) -> None:
    """Set the interval of sums to their values, and that of frames whose folding is unknown or contradictory to all."""
    folds = np.array([list(Fold).index(calls.fold) for calls in trace.search.calls])[trace.facts.function[frames]]
    value = trace.column("value")[frames]
    sums = folds == list(Fold).index(Fold.SUM)
    unknown = (folds == list(Fold).index(Fold.NONE)) | (sums & np.isnan(value))
    if trace.search.is_imported:
        inner = trace.column("status")[frames] == INNER
        unknown |= inner & ~((low[frames] <= value) & (value <= high[frames]))
    low[frames] = np.where(unknown, -inf, np.where(sums, value, low[frames]))
    high[frames] = np.where(unknown, inf, np.where(sums, value, high[frames]))

"""Rounds: a root that searches its position several times, looked at one search after the other.

What is compared with other recordings is the round whose move is played, as a recording of its own: there the root's
moves are moves, and the frames stand at the same plies as in a search without rounds. Statistics count by round, too.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from math import inf
from typing import Any

import numpy as np

from plyscope.analysis.grown_tree import GrownTree, beginning_below_root
from plyscope.model.columns import OPEN
from plyscope.model.intervals import Interval, Intervals
from plyscope.model.origin import Hits, Origin
from plyscope.model.steps import Steps
from plyscope.model.trace import Trace

MAX_GROUPS = 20
"""The most rows in a table of simulations, of which there may be thousands."""


class Round(Trace):
    """A round of a recording, as a recording of its own; its intervals are those of the whole recording."""

    def __init__(self, whole: Trace, frame: int) -> None:
        self.whole, self.number = whole, whole.round_number(frame)
        part = slice(frame, frame + whole.sizes[frame])
        columns = {name: whole.column(name)[part].copy() for name in whole.columns}
        columns["parent"] -= frame
        columns["parent"][0] = -1
        columns["ply"] -= whole.plies[frame]
        search = beginning_below_root(whole.search)
        root = search.root_calls(whole.kinds[frame]).function
        plan = replace(whole.plan, search=search, root=root, depth=whole.depth_of_round(self.number))
        hits = whole.origin.hits
        here = (hits.frames >= part.start) & (hits.frames < part.stop) & (hits.sources >= frame)
        pairs = np.stack([hits.frames[here], hits.sources[here]], axis=1).reshape(-1) - frame
        origin = Origin(hits=Hits(pairs.astype(np.int32)))
        super().__init__(columns, plan, made_by=whole.made_by, text=whole.text, origin=origin)
        self.coordinates = whole.coordinates
        low, high = (ends[part] for ends in whole.intervals.columns)
        self.intervals = KnownIntervals(self, low, high)


class KnownIntervals(Intervals):
    """What a round has proved, partly by what rounds before it had stored in a table."""

    def __init__(self, trace: Round, low: np.ndarray, high: np.ndarray) -> None:
        super().__init__(trace, trace.facts)
        self.columns = low, high


def answering(trace: Trace) -> Trace:
    """Return the round that answers for a root, as a recording of its own; any other recording as it is.

    Simulations answer together, by the tree that they have grown.
    """
    if trace.search.simulates and any(trace.statuses[frame] != OPEN for frame in trace.rounds[:1]):
        return GrownTree(trace)
    return Round(trace, trace.answer) if trace.answer > 0 else trace


def by_round(trace: Trace, step: int | None = None) -> list[dict[str, Any]]:
    """Return the cost and the result of each round that had begun by a `step`, else of all rounds.

    Where rounds have narrow windows, `low` and `high` are the bounds that those of its depth have found by then. The
    branching factor is how many times as many frames a round has as the one before, which went one ply less deep.
    """
    steps = Steps(trace)
    last = steps.count - 1 if step is None else step
    entered, narrow = steps.last_entered(last) + 1, shown_of_rounds(trace)["bounds"]
    rows: list[dict[str, Any]] = []
    for number, frame in enumerate(trace.rounds, 1):
        if frame >= entered:
            break
        left = steps.leave(frame)
        has_returned = trace.statuses[frame] != OPEN and left is not None and left <= last
        frames = min(entered, frame + trace.sizes[frame]) - frame
        row: dict[str, Any] = {"round": number, "frame": frame, "depth": trace.depth_left(frame), "frames": frames}
        row |= {"alpha": trace.alphas[frame], "beta": trace.betas[frame], "returned": has_returned}
        row |= dict.fromkeys(("value", "bound", "best_move", "low", "high", "branching_factor"))
        if has_returned:
            low, high = bounds_after(trace, frame) if narrow else (None, None)
            row |= {"value": trace.values[frame], "bound": trace.bound_of(frame), "best_move": move_found(trace, frame)}
            row |= {"low": low, "high": high, "branching_factor": factor(trace, rows, frames)}
        rows.append(row)
    return rows


def shown_of_rounds(trace: Trace) -> dict[str, bool]:
    """Return which columns a table of rounds has: windows and bounds if they are narrow, depths if they differ."""
    narrow, depths = any(map(trace.has_narrow_window, trace.rounds)), {asked.depth for asked in trace.asked}
    has_depths = not narrow or len(depths) > 1
    return {"window": narrow, "bounds": narrow, "depth": has_depths, "branching": has_depths}


def group_of_simulations(trace: Trace) -> int:
    """Return how many simulations are counted together: 1, 2, 5, 10, 20 … for at most `MAX_GROUPS` rows."""
    size, steps = 1, cycle((2, 2.5, 2))
    while size * MAX_GROUPS < len(trace.rounds):
        size = int(size * next(steps))
    return size


def by_simulations(trace: Trace, step: int | None = None) -> list[dict[str, Any]]:
    """Return the results after some numbers of simulations: those finished by a `step`, else all, in equal groups.

    The value is the mean of all results until then, the best move the one visited most until then; `frame` and `frames`
    are those of the group.
    """
    tree, size = trace.simulations, group_of_simulations(trace)
    root, found = tree.nodes[0], list[dict[str, Any]]()
    finished = root.visits(step)
    for first in range(0, finished, size):
        last = min(first + size, finished)
        then, simulation = root.counted[last - 1], trace.rounds[last - 1]
        best, begins = tree.most_visited(0, then), trace.rounds[first]
        row: dict[str, Any] = {
            "simulations": last,
            "frame": begins,
            "frames": simulation + trace.sizes[simulation] - begins,
            "value": root.totals[last - 1] / last,
            "best_move": None,
            "visits": None,
        }
        if best >= 0:
            node = tree.nodes[best]
            row |= {"best_move": trace.move_text(node.frames[0]), "visits": node.visits(then)}
        found.append(row)
    return found


def bounds_after(trace: Trace, frame: int) -> Interval:
    """Return the bounds of the root's value after a round, as a search has them that looks at values and windows alone.

    Each round of its depth has moved one of them, or both where its value lies inside its window. More may be proved by
    then, for a round can find the value itself without asking for it.
    """
    low, high = trace.plan.extremes
    for one in trace.rounds[: trace.round_number(frame)]:
        if trace.depth_left(one) != trace.depth_left(frame):
            continue
        value, alpha, beta = trace.values[one], trace.alphas[one], trace.betas[one]
        if value < beta or beta == inf:
            high = value
        if value > alpha or alpha == -inf:
            low = value
    return low, high


def move_found(trace: Trace, frame: int) -> str | None:
    """Return the best move of a round; None where it failed low for the side to move, and none is best."""
    best = trace.best_child(frame)
    return None if best < 0 or trace.fails_low(frame) else trace.move_text(best)


def factor(trace: Trace, before: list[dict[str, Any]], frames: int) -> float | None:
    """Return how many times as many frames a round has as the one before, where it goes a ply deeper; else None."""
    is_deeper = before and trace.depth_of_round(len(before) + 1) == before[-1]["depth"] + 1
    return frames / before[-1]["frames"] if is_deeper else None

"""What a win is worth in somebody's own search, and the same recording with wins counted as one of our scorings does.

A win may be worth 1, 100, or 10 less the plies until it comes. All of these are one order of values, so that a search
that is right does the same with each; only the numbers differ, and numbers that differ are no difference.
"""

from __future__ import annotations

from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from plyscope.model.columns import COLUMNS, HORIZON, TERMINAL
from plyscope.model.plan import Plan
from plyscope.model.trace import Trace


class Wins(NamedTuple):
    """What wins are worth."""

    at_once: float
    """To whoever has won at the root."""
    by_ply: float
    """What each ply until then adds."""

    @property
    def score(self) -> str:
        """The scoring of ours that puts values in the same order."""
        return "sooner" if self.by_ply < 0 else "ten" if self.at_once == 10 else "result"


_COUNTED: WeakKeyDictionary[Trace, dict[tuple[float, float], Trace]] = WeakKeyDictionary()
"""The recordings made of others, by what values are moved by and how many times as much they are."""


def wins_of(trace: Trace) -> Wins | None:
    """What finished games are worth, by the ply they end at; None where that is no rule of ours."""
    value, ply = trace.column("value"), trace.column("ply")
    won = (trace.column("status") == TERMINAL) & np.isfinite(value) & (value != 0)
    plies, first = np.unique(ply[won], return_index=True)
    worth = np.abs(value[won])
    if not len(plies) or not trace.position.game.has_winner:
        return None
    by_ply = 0.0
    if len(plies) > 1:
        by_ply = float((worth[first[1]] - worth[first[0]]) / (plies[1] - plies[0]))
    at_once = float(worth[first[0]] - by_ply * plies[0])
    if by_ply not in (0.0, -1.0) or np.any(worth != at_once + by_ply * ply[won]):
        return None
    return Wins(at_once, by_ply)


def has_estimates(trace: Trace) -> bool:
    """Whether it stops at a depth, and says of positions there that they are worth something else than games are.

    What it has remembered of a position, or has seen without a call, is no estimate.
    """
    value, ply = trace.column("value"), trace.column("ply")
    estimated = (trace.column("status") == HORIZON) & np.isfinite(value) & (value != 0)
    over = (trace.column("status") == TERMINAL) & np.isfinite(value) & (value != 0)
    worth = np.unique(np.abs(value[estimated]))
    if not len(worth) or np.any(ply[estimated] != ply.max()):
        return False
    return len(worth) > 1 or bool(np.any(over) and not np.isin(worth, np.abs(value[over])).all())


def is_counted(trace: Trace) -> bool:
    """Whether its wins have been counted as another search counts them."""
    return any(trace is one for made in _COUNTED.values() for one in made.values())


def counted_like(trace: Trace, ours: Plan) -> Trace:
    """Somebody's own recording with wins that are worth what they are in the reference; itself where they are."""
    wins = wins_of(trace)
    if wins is None or ours.options.get("score") != wins.score or has_estimates(trace):
        return trace
    if wins.score == "sooner":
        # There a win is worth 1 and the depth that is left.
        more, times = 1.0 + ours.depth - wins.at_once, 1.0
    else:
        more, times = 0.0, (10.0 if wins.score == "ten" else 1.0) / wins.at_once
    if (more, times) == (0.0, 1.0):
        return trace
    made = _COUNTED.setdefault(trace, {})
    if (more, times) not in made:
        columns = {name: trace.column(name) for name in COLUMNS}
        for name in ("value", "alpha", "beta"):
            columns[name] = counted(columns[name], more, times)
        made[more, times] = Trace(
            columns,
            trace.plan,
            complete=trace.complete,
            limit=trace.limit,
            made_by=trace.made_by,
            text=trace.text,
            origin=trace.origin,
        )
    return made[more, times]


def counted(values: NDArray[np.float64], more: float, times: float) -> NDArray[np.float64]:
    return np.where(np.isfinite(values), values * times + np.sign(values) * more, values) + 0.0

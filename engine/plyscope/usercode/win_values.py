"""The value of a win in user code, and the same recording with wins valued as one of our scorings does.

A win may be worth 1, 100, or 10 less the plies until it. All of these order positions in the same way, so a correct
search visits the same frames with each; different numbers alone are no divergence.
"""

from __future__ import annotations

from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from plyscope.model.columns import COLUMNS, HORIZON, TERMINAL
from plyscope.model.distinct_numbers import distinct_numbers
from plyscope.model.plan import Plan
from plyscope.model.roles import DEPTH, Proposal
from plyscope.model.trace import Trace
from plyscope.usercode.chess_boards import CHESS
from plyscope.usercode.result_values import argument_values


class Wins(NamedTuple):
    """The value of a win by ply."""

    at_once: float
    """The value of a win at the root."""
    by_ply: float
    """What each ply before the win adds."""
    by_worth: tuple[tuple[float, int], ...] = ()
    """Where each ply adds something else, as in 1 / depth: the values in ascending order, each with its ply."""
    times_loss: float = 1.0
    """How many times as much as a loss a win is worth, where each of them has one value."""

    @property
    def score(self) -> str:
        """Return our scoring with the same order of values."""
        return "sooner" if self.by_ply < 0 else "ten" if self.at_once == 10 else "result"


MAX_CHECKED_LEAVES = 50
"""Leaves that are looked at for whether the game is over there."""
_CONVERTED: WeakKeyDictionary[Trace, dict[tuple[float, ...], Trace]] = WeakKeyDictionary()
"""The converted recordings of each recording, by what is added to values and what they are multiplied by."""


def even_value(trace: Trace) -> float:
    """Return the value of a position that is good for neither side: 0, a half where values are chances of winning.

    In a known game it is what a draw is worth, where games end with one of three values.
    """
    proposal, over = Proposal.of(trace), trace.column("status") == TERMINAL
    worth = distinct_numbers(trace.column("value")[over & np.isfinite(trace.column("value"))])
    if proposal is not None and proposal.game and trace.position.game.has_winner and len(worth) == 3:
        draw = int(np.flatnonzero(over & (trace.column("value") == worth[1]))[0])
        if trace.position.game.rules.outcome(list(trace.state(draw))) == 0:
            return float(worth[1])
    return 0.0 if proposal is None else proposal.total / 2


def wins_of(trace: Trace) -> Wins | None:
    """Return the values of finished games by the ply they end at; None if they follow no such rule."""
    value, ply = trace.column("value") - even_value(trace), trace.column("ply")
    won = (trace.column("status") == TERMINAL) & np.isfinite(value) & (value != 0)
    plies, first = np.unique(ply[won], return_index=True)
    worth = np.abs(value[won])
    if not len(plies) or not trace.position.game.has_winner:
        return None
    by_side = [distinct_numbers(worth[value[won] > 0]), distinct_numbers(worth[value[won] < 0])]
    if [*map(len, by_side)] == [1, 1] and by_side[0] != by_side[1]:
        return Wins(float(by_side[0][0]), 0.0, (), float(by_side[0][0] / by_side[1][0]))
    by_ply = 0.0
    if len(plies) > 1:
        by_ply = float((worth[first[1]] - worth[first[0]]) / (plies[1] - plies[0]))
    at_once = float(worth[first[0]] - by_ply * plies[0])
    if by_ply not in (0.0, -1.0) or np.any(worth != at_once + by_ply * ply[won]):
        return wins_by_worth(worth, ply[won])
    return Wins(at_once, by_ply)


def wins_by_worth(worth: NDArray[np.float64], plies: NDArray[np.int64]) -> Wins | None:
    """Return wins whose values fall with each ply, by any amounts; None where they do not, or a value has two plies."""
    pairs = sorted(set(zip(worth.tolist(), plies.tolist(), strict=True)))
    falling = [ply for _, ply in pairs]
    if len({value for value, _ in pairs}) < len(pairs) or falling != sorted(set(falling), reverse=True):
        return None
    return Wins(pairs[-1][0], -1.0, tuple(pairs))


def has_estimates(trace: Trace) -> bool:
    """Whether the search stops at a depth and estimates positions there, by values that finished games do not have.

    A remembered value, or one found without a call, is no estimate, unless no depth is left where it stands. A game of
    chess that goes on is worth what the search says, also where a quiescence search tries no further moves.
    """
    if trace.position.game.name == CHESS and ends_open_games(trace):
        return True
    value, ply = trace.column("value") - even_value(trace), trace.column("ply")
    estimated = (trace.column("status") == HORIZON) & np.isfinite(value) & (value != 0)
    over = (trace.column("status") == TERMINAL) & np.isfinite(value) & (value != 0)
    worth = distinct_numbers(np.abs(value[estimated]))
    if not len(worth) or np.any(ply[estimated] != ply.max()):
        return False
    if len(worth) > 1 or bool(np.any(over) and not np.isin(worth, np.abs(value[over])).all()):
        return True
    proposal = Proposal.of(trace)
    depth = None if proposal is None else argument_values(trace, proposal, DEPTH)
    return depth is not None and bool(np.all(depth[estimated] <= 0)) and bool(np.any(depth > 0))


def ends_open_games(trace: Trace) -> bool:
    """Whether one of the first leaves above the last ply, or that are no horizon, is not over by the rules."""
    status, ply = trace.column("status"), trace.column("ply")
    value = trace.column("value") - even_value(trace)
    is_above = (status == HORIZON) & (ply < ply.max()) & np.isfinite(value) & (value != 0)
    leaves = np.flatnonzero((status == TERMINAL) | is_above)[:MAX_CHECKED_LEAVES].tolist()
    return not all(trace.position.game.rules.is_over(list(trace.state(leaf))) for leaf in leaves)


def has_converted_values(trace: Trace) -> bool:
    """Whether the wins of a recording were converted to those of a reference search."""
    return unconverted(trace) is not trace


def unconverted(trace: Trace) -> Trace:
    """Return the recording of which one with converted values was made; itself if it is as it was recorded."""
    own = (own for own, made in _CONVERTED.items() if any(trace is converted for converted in made.values()))
    return next(own, trace)


def with_wins_valued_like(trace: Trace, ours: Plan) -> Trace:
    """Return the user's recording with wins valued as in the reference; itself if they are already, or cannot be."""
    wins = wins_of(trace)
    if wins is None or ours.options.get("score") != wins.score or has_estimates(trace):
        return trace
    if wins.score == "sooner":
        # There a win is worth 1 and the depth that is left.
        more, times = 1.0 + ours.depth - (0.0 if wins.by_worth else wins.at_once), 1.0
    else:
        more, times = 0.0, (10.0 if wins.score == "ten" else 1.0) / wins.at_once
    even = even_value(trace)
    if (even, more, times, wins.times_loss) == (0.0, 0.0, 1.0, 1.0) and not wins.by_worth:
        return trace
    of_trace = _CONVERTED.setdefault(trace, {})
    key = (more, times, wins.times_loss)
    if key not in of_trace:
        columns = {name: trace.column(name) for name in COLUMNS}
        for name in ("value", "alpha", "beta"):
            columns[name] = columns[name] - even
            columns[name] = np.where(columns[name] < 0, columns[name] * wins.times_loss, columns[name])
            if wins.by_worth:
                columns[name] = converted_by_ply(columns[name], wins.by_worth, more)
            else:
                columns[name] = converted(columns[name], more, times)
        of_trace[key] = Trace(**{**trace.parts, "columns": columns, "claimed_signature": None})
    return of_trace[key]


def converted_by_ply(
    values: NDArray[np.float64], by_worth: tuple[tuple[float, int], ...], more: float
) -> NDArray[np.float64]:
    """Return values with each win worth `more` less the ply it comes at; others in the same order."""
    worth, plies = (np.array(column, np.float64) for column in zip(*by_worth, strict=True))
    size = np.where(np.isfinite(values), np.abs(values), 0.0)
    beyond = np.maximum(size - worth[-1], 0.0)
    by_ply = np.sign(values) * (more + np.interp(size, worth, -plies) + beyond)
    return np.where(np.isfinite(values) & (values != 0), by_ply, values) + 0.0


def converted(values: NDArray[np.float64], more: float, times: float) -> NDArray[np.float64]:
    """Return values times a factor, each then moved away from 0 by `more`."""
    return np.where(np.isfinite(values), values * times + np.sign(values) * more, values) + 0.0

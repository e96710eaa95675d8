"""Estimating the size of a search before it is recorded.

A full tree is estimated by random walks (Knuth, 1975): the product of the numbers of moves along a walk is,
on average, the number of positions at its end. The part of it that a search with cutoffs visits is
measured: the search is run at depths 0, 1, 2 … as long as that is quick. The number of its frames is a power of that
of the full tree (Knuth and Moore, 1975); the larger power of the last two depths is assumed for greater depths.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, log
from typing import Any

from plyscope.messages import Message, roughly
from plyscope.model.declaration import Windows
from plyscope.model.plan import Plan
from plyscope.model.position import Position
from plyscope.model.shuffle import random_below, random_words
from plyscope.recording.plan import deepens, plan, with_budget
from plyscope.recording.record import run

MAX_FRAMES_WITHOUT_DEPTH = 5_000_000
"""The largest search that runs to the end of the game if no depth is requested; otherwise a depth is set."""
MAX_WALKS = 400
MIN_WALKS = 10
WALK_BUDGET = 40_000
"""The cost of all walks together, in about a microsecond. No clock is read, so that the estimate is the same
on every machine."""
TRIAL_BUDGET = 2_000_000
"""The cost of the trial runs of a search, in units of a tenth of a move."""


@dataclass(frozen=True)
class Fitted:
    """A plan that is expected to be not too large, with its estimated number of frames."""

    plan: Plan
    frames: float
    """The estimated frames of the plan."""
    whole: float | None = None
    """The estimated frames of the search to the end of the game, if that is too large and a depth was set."""


@dataclass(frozen=True)
class Fitting:
    """The largest depth at which a search is expected to stay within a limit."""

    depth: int
    frames: float

    @property
    def message(self) -> Message:
        """The depth and its frames in words."""
        return Message("depth {depth} fits, with about {frames} frames", depth=self.depth, frames=roughly(self.frames))


def depth_within(large: Plan, limit: float) -> Fitting | None:
    """Return the largest depth at which a search that passed a limit may stay within it; None if there is none."""
    if large.search.is_brain or large.search.simulates or "depth" not in large.search.reads:
        return None
    typed = {**large.options, "algorithm": large.search.name}
    by_ply = estimated_positions(large.position, large.depth)
    smaller = by_ply[: int(min(large.depth, len(by_ply) - 1))]
    frames = frames_by_depth(large.position, typed, smaller, large.search.windows is not Windows.NONE)
    fitting = [depth for depth, count in enumerate(frames) if count <= limit]
    return Fitting(fitting[-1], frames[fitting[-1]]) if fitting else None


def estimated_positions(position: Position, depth: float, quiet: float = inf) -> list[float]:
    """Return an estimate of the positions at each ply, the root's first: as far as the longest game there can be.

    Where no longest game is known, that is the given depth. After so many `quiet` plies only noisy moves are made.
    """
    rules = position.game.rules
    state = list(position.state)
    longest = rules.longest(state)
    plies = int(depth) if longest is None else longest
    totals = [0.0] * (plies + 1)
    words = random_words(0, state, "estimate")
    cost_of_walk = len(totals) * (1 + len(position.legal_moves()) / 10)
    walks = min(MAX_WALKS, max(MIN_WALKS, int(WALK_BUDGET / cost_of_walk)))
    for _ in range(walks):
        weight, ply = 1.0, 0
        played = []
        totals[0] += 1
        while ply < plies and not rules.is_over(state) and weight < 1e15:
            moves = list(rules.moves(state) if ply < quiet else rules.noisy(state))
            if not moves:
                break
            weight *= len(moves)
            ply += 1
            totals[ply] += weight
            played.append(moves[random_below(len(moves), words)])
            rules.play(state, played[-1])
        for move in reversed(played):
            rules.undo(state, move)
    return [total / walks for total in totals]


def fit(position: Position, typed: Mapping[str, Any], *, has_budget: bool = False) -> Fitted:
    """Return the requested plan; without a depth, the deepest plan of at most about five million frames.

    A search that deepens within a budget of frames or seconds needs no depth.
    """
    requested = plan(position, with_budget(position, typed) if has_budget else typed)
    if has_budget and deepens(requested.search):
        return Fitted(requested, MAX_FRAMES_WITHOUT_DEPTH)
    if requested.search.simulates:
        return Fitted(requested, 1 + requested.options["simulations"] * (1 + requested.depth))
    by_ply = estimated_positions(position, requested.depth)
    if requested.search.is_brain or requested.options["depth"] is not None:
        return Fitted(requested, sum(by_ply[: int(min(requested.depth, len(by_ply) - 1)) + 1]))
    if sum(by_ply) <= MAX_FRAMES_WITHOUT_DEPTH or not position.game.has_winner:
        return Fitted(requested, sum(by_ply))
    cumulative = frames_by_depth(position, typed, by_ply, requested.search.windows is not Windows.NONE)
    deepest = max((depth for depth, frames in enumerate(cumulative) if frames <= MAX_FRAMES_WITHOUT_DEPTH), default=0)
    if deepest == len(cumulative) - 1:
        return Fitted(requested, cumulative[-1])
    return Fitted(plan(position, {**typed, "depth": deepest}), cumulative[deepest], cumulative[-1])


def frames_by_depth(position: Position, typed: Mapping[str, Any], by_ply: list[float], cuts: bool) -> list[float]:
    """Return the estimated frames of the search at depth 0, 1, 2 …; with cutoffs, measured as far as that is quick."""
    full = [sum(by_ply[: depth + 1]) for depth in range(len(by_ply))]
    if not cuts:
        return full
    limit = max(1, TRIAL_BUDGET // (10 + len(position.legal_moves())))
    tried: list[float] = []
    for depth in range(len(by_ply)):
        trace = run(plan(position, {**typed, "depth": depth}), limit=limit)
        if not trace.complete:
            break
        tried.append(float(len(trace)))
    # A search with cutoffs visits a power of the full tree: the square root at best, all of it at worst.
    powers = [log(tried[depth]) / log(full[depth]) for depth in range(max(1, len(tried) - 2), len(tried))]
    return tried + [frames ** max(powers, default=1.0) for frames in full[len(tried) :]]

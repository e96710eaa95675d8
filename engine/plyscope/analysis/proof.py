"""The proof in a search: the fewest of its frames that justify the root's value, and how good the move order was.

That MAX gets at least v is shown by one reply wherever MAX moves and by all replies wherever MIN moves, down to
leaves that are worth v or more; that MAX gets at most v, by all replies of MAX and one of MIN, down to leaves
that are worth v or less. The root needs both, and so do the frames of the principal variation. Below them, a frame
of which one reply is enough is a CUT node and one that needs all is an ALL node (Knuth and Moore, 1975).

In a tree where every node has b moves and every leaf is d plies deep, the two together have at least
b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves. No search can do with fewer; a search with the best move always first visits just those.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.messages import InputError
from plyscope.model.columns import INNER, TABLE
from plyscope.model.declaration import CHANCE, MAX, Fold
from plyscope.model.preorder import Column
from plyscope.model.trace import Trace

AT_LEAST, AT_MOST, BOTH = 1, 2, 3
"""What a frame of the proof has to show about the root's value; 0 for the other frames."""

Needs = NDArray[np.uint8]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Proof:
    """The frames that are needed, and what each of them has to show."""

    needs: Needs
    """One entry for each frame of the recording."""
    cut_nodes: Column
    """The frames where one reply is enough: CUT nodes."""
    all_nodes: Column
    """The frames where all replies are needed: ALL nodes."""
    variation: Column
    """The frames that show both: those of the principal variation."""
    leaves: int
    """How many of the needed frames are leaves."""
    minimum: int | None
    """The leaves that any search of this tree must visit by Knuth and Moore; None where the tree is not uniform."""

    @property
    def frames(self) -> int:
        return int(np.count_nonzero(self.needs))

    @property
    def share(self) -> float:
        """The share of the visited frames that was necessary."""
        return self.frames / len(self.needs)


class Costs(NamedTuple):
    """For each frame, how many frames show that it is worth at least the root's value, at most that, or both.

    Infinite where the recording below the frame does not show it.
    """

    at_least: Floats
    at_most: Floats
    both: Floats


class Level(NamedTuple):
    """The frames of one ply, grouped by their parents."""

    frames: Column
    moves: Column
    """The place in `frames` where each move begins: a move that was searched twice has two frames."""
    parents: Column
    """The place in `moves` where the moves of each parent begin."""
    above: Column
    """The parents."""


def proof(trace: Trace) -> Proof:
    """The smallest proof of the root's value in a recording."""
    if not trace.complete:
        raise InputError("the search has not come to its end, so there is no value to be justified")
    if any(calls.fold is Fold.SUM for calls in trace.search.calls):
        raise InputError("{search} adds values up: no part of them justifies the sum", search=trace.search.name)
    if trace.search.simulates:
        raise InputError("a mean of simulations is no proof: {search} only samples the moves", search=trace.search.name)
    if trace.search.takes_chance and np.any(trace.column("kind") == CHANCE):
        raise InputError("every outcome of chance counts for the mean, so no part of them justifies it")
    if np.any(trace.column("kind") > MAX):
        raise InputError("the recording does not say whose moves they are, so there is no proof of its value")
    if trace.facts.aside is not None or (trace.facts.depth_step is not None and trace.facts.depth_step.any()):
        raise InputError("the calls were not all given the usual depth, so they are no proof at one depth")
    levels = list(by_level(trace))
    costs = found_costs(trace, levels)
    # Nothing is more than ∞ or less than -∞: that half needs no proof.
    root_needs = {inf: AT_LEAST, -inf: AT_MOST}.get(trace.values[0], BOTH)
    if costs[root_needs - 1][0] == inf:
        raise InputError("the root's value does not follow from values below it, so there is no proof of it")
    needs = spread(trace, levels, costs, root_needs)
    maximizing = trace.column("kind") == MAX
    inner = trace.column("status") == INNER
    one = np.where(maximizing, AT_LEAST, AT_MOST)
    return Proof(
        needs,
        cut_nodes=np.flatnonzero(inner & (needs == one)),
        all_nodes=np.flatnonzero(inner & (needs == BOTH - one)),
        variation=np.flatnonzero(needs == BOTH),
        leaves=int(np.count_nonzero((needs > 0) & ~inner)),
        minimum=fewest_leaves(trace),
    )


def by_level(trace: Trace) -> Iterator[Level]:
    """The plies below the root, from the top. In the order of entering, the children of a frame are neighbours."""
    by_ply = np.argsort(trace.column("ply"), kind="stable")
    ends = np.cumsum(np.bincount(trace.column("ply")))
    parent, again = trace.column("parent"), trace.facts.is_again
    for start, end in pairwise(ends):
        frames = by_ply[start:end]
        moves = np.flatnonzero(~again[frames])
        above = parent[frames[moves]]
        parents = np.flatnonzero(np.concatenate([[True], above[1:] != above[:-1]]))
        yield Level(frames, moves, parents, above[parents])


def found_costs(trace: Trace, levels: list[Level]) -> Costs:
    """For all frames how many frames prove a bound of theirs: found from the deepest ply upwards."""
    value, root = trace.column("value"), trace.values[0]
    kind, skipped = trace.column("kind"), trace.column("skipped")
    at_least, at_most = np.where(value >= root, 1.0, inf), np.where(value <= root, 1.0, inf)
    both = np.where(value == root, 1.0, inf)
    answered = np.flatnonzero((trace.column("status") == TABLE) | trace.facts.stood_pat)
    low, high = (ends[answered] for ends in trace.intervals.columns)
    at_least[answered], at_most[answered] = np.where(low >= root, 1.0, inf), np.where(high <= root, 1.0, inf)
    both[answered] = np.maximum(at_least[answered], at_most[answered])
    for level in reversed(levels):
        low, high, exact = costs_of_moves(level, Costs(at_least, at_most, both))
        above, maximizing = level.above, kind[level.above] == MAX
        standing = costs_of_standing(trace, above)
        owner = np.repeat(maximizing, np.diff(np.append(level.parents, len(level.moves))))
        # For the side to move: what one move shows, and what takes all moves.
        one, every = np.where(owner, low, high), np.where(owner, high, low)
        cheapest = np.minimum(np.minimum.reduceat(one, level.parents), standing.of_one)
        total = np.add.reduceat(every, level.parents) + standing.of_every
        total[skipped[above] > 0] = inf
        with np.errstate(invalid="ignore"):  # what is not shown for one move makes the total infinite anyway
            extra = np.minimum(np.minimum.reduceat(exact - every, level.parents), standing.beyond)
            joint = np.where(total < inf, 1 + total + extra, inf)
        at_least[above] = 1 + np.where(maximizing, cheapest, total)
        at_most[above] = 1 + np.where(maximizing, total, cheapest)
        both[above] = joint
        if trace.has_rounds(int(above[0])):
            costs_of_rounds(trace, at_least, at_most, both)
    return Costs(at_least, at_most, both)


class Standing(NamedTuple):
    """What standing pat adds to the costs of frames: 0 where it shows what is needed without a move, else infinite."""

    of_one: Floats
    """As the one reply of the side to move that is enough."""
    of_every: Floats
    """As one of all its replies; 0 where it has to move."""
    beyond: Floats
    """As that one, where all replies are needed anyway."""


def costs_of_standing(trace: Trace, frames: Column) -> Standing:
    """Standing pat is one more reply of a frame's side, where it may, and needs no frames."""
    static, root = trace.origin.static_scores, trace.values[0]
    if static is None:
        never = np.full(len(frames), inf)
        return Standing(never, np.zeros(len(frames)), never)
    score, maximizing = static[frames], trace.column("kind")[frames] == MAX
    shows_one = np.where(maximizing, score >= root, score <= root)
    shows_all = np.isnan(score) | np.where(maximizing, score <= root, score >= root)
    of_one = np.where(shows_one, 0.0, inf)
    return Standing(of_one, np.where(shows_all, 0.0, inf), np.where(score == root, 0.0, inf))


def costs_of_rounds(trace: Trace, at_least: Floats, at_most: Floats, both: Floats) -> None:
    """The costs of a root that searches its position in rounds, of which each shows something by itself.

    Where a later round takes the place of an earlier one only the last one shows something: it has the full depth.
    """
    rounds, declared = np.array(trace.rounds), trace.search.rounds
    if declared is not None and not declared.closes_in:
        for column in (at_least, at_most, both):
            column[rounds[:-1]] = inf
    at_least[0], at_most[0] = 1 + at_least[rounds].min(), 1 + at_most[rounds].min()
    both[0] = min(1 + both[rounds].min(), at_least[0] + at_most[0] - 1)


def share_out_rounds(needs: Needs, trace: Trace, costs: Costs) -> None:
    """Assign what such a root has to show to its cheapest rounds."""
    rounds = np.array(trace.rounds)
    low, high, both = (rounds[int(np.argmin(column[rounds]))] for column in costs)
    if needs[0] == BOTH and 1 + costs.both[both] <= costs.both[0]:
        needs[both] = BOTH
        return
    for bit, frame in ((AT_LEAST, low), (AT_MOST, high)):
        if needs[0] & bit:
            needs[frame] |= bit


def costs_of_moves(level: Level, costs: Costs) -> Costs:
    """The costs of each move: of the cheaper frame where it was searched twice, or of both frames together."""
    low, high, exact = (np.minimum.reduceat(column[level.frames], level.moves) for column in costs)
    return Costs(low, high, np.minimum(exact, low + high))


def spread(trace: Trace, levels: list[Level], costs: Costs, root_needs: int) -> Needs:
    """What each frame has to show, from the root downwards: as cheaply as the costs allow."""
    needs = np.zeros(len(trace), np.uint8)
    needs[0] = root_needs
    kind = trace.column("kind")
    for level in levels:
        if trace.has_rounds(int(level.above[0])):
            share_out_rounds(needs, trace, costs)
            continue
        low, high, exact = costs_of_moves(level, costs)
        counts = np.diff(np.append(level.parents, len(level.moves)))
        needed = needs[level.above]
        one = np.where(kind[level.above] == MAX, AT_LEAST, AT_MOST).astype(np.uint8)
        is_max = np.repeat(one, counts) == AT_LEAST
        # Where all replies are needed anyway, what counts is what the chosen one costs beyond that.
        with np.errstate(invalid="ignore"):
            beyond = np.nan_to_num(exact - np.where(is_max, high, low), nan=inf, posinf=inf)
        price = np.where(np.repeat(needed == BOTH, counts), beyond, np.where(is_max, low, high))
        chosen = first_smallest(price, level.parents)
        standing = costs_of_standing(trace, level.above)
        stands = np.where(needed == BOTH, standing.beyond, standing.of_one) <= price[chosen]
        of_moves = np.repeat(needed & ~one, counts)
        of_moves[chosen] |= np.where(stands & (standing.of_one == 0), 0, needed & one).astype(np.uint8)
        share_out(needs, level, of_moves, costs, exact)
    return needs


def share_out(needs: Needs, level: Level, of_moves: Needs, costs: Costs, exact: Floats) -> None:
    """Assign what a move has to show to its frame; of a move searched twice, to the cheapest frame."""
    low, high, both = (level.frames[first_smallest(column[level.frames], level.moves)] for column in costs)
    together = (of_moves == BOTH) & (costs.both[both] <= exact)
    needs[both[together]] = BOTH
    for bit, frames in ((AT_LEAST, low), (AT_MOST, high)):
        needed = frames[~together & (of_moves & bit > 0)]
        needs[needed] |= bit


def first_smallest(values: Floats, starts: Column) -> Column:
    """The place of the first smallest value of each group."""
    groups = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(values))))
    places = np.flatnonzero(values == np.minimum.reduceat(values, starts)[groups])
    return places[np.unique(groups[places], return_index=True)[1]]


def fewest_leaves(trace: Trace) -> int | None:
    """The fewest leaves that any search must visit, by the formula of Knuth and Moore; None where it does not hold.

    It holds where all leaves are at one depth and all other nodes have equally many moves. It counts two proofs, that
    the value is at least and at most what it is. An infinite value needs one of them only, so that it does not hold.
    """
    if abs(trace.values[0]) == inf:
        return None
    static = trace.origin.static_scores
    if static is not None and not np.isnan(static[trace.column("status") == INNER]).all():
        return None  # a side that may stand pat has one more reply
    root = trace.rounds[-1] if trace.rounds else 0
    inner = trace.column("status") == INNER
    depths = np.unique(trace.column("ply")[root:][~inner[root:]])
    if len(depths) != 1:
        return None
    if not inner[root:].any():
        return 1
    children = np.bincount(trace.column("parent")[1:][~trace.facts.is_again[1:]], minlength=len(trace))
    branching = np.unique((children + trace.column("skipped"))[root:][inner[root:]])
    if len(branching) != 1:
        return None
    b, d = int(branching[0]), int(depths[0]) - trace.plies[root]
    minimum: int = b ** ((d + 1) // 2) + b ** (d // 2) - 1
    return minimum

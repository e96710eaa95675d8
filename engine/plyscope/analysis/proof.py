"""The proof in a search: frames of it that are enough to prove the root's value.

That MAX gets at least v is shown by one reply wherever MAX moves and by all replies wherever MIN moves, down to
leaves that are worth v or more; that MAX gets at most v, by all replies of MAX and one of MIN, down to leaves
that are worth v or less. The root needs both, unless v is the largest or the least value of the scoring: then one of
them needs no proof. So do the frames of the principal variation. Below them, a frame of which one reply is enough is
a CUT node and one that needs all is an ALL node (Knuth and Moore, 1975). Where a table has answered, the frame that
had stored the answer belongs to the proof, with what it rests on.

Without a table there is no smaller proof in the recording. With one, frames that several others rest on make the
smallest proof hard to find, and the one found is only a small one.

In a tree where every node has b moves and every leaf is d plies deep, the two halves together have at least
b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves (Knuth and Moore). That is a law of trees of distinct nodes and of leaves that may have
any number: it does not hold where moves lead to the same positions, or where the scoring has a largest value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, isinf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.messages import InputError
from plyscope.model.columns import INNER
from plyscope.model.declaration import CHANCE, MAX, Fold
from plyscope.model.position import Rules
from plyscope.model.preorder import Column
from plyscope.model.trace import Trace

AT_LEAST, AT_MOST, BOTH = 1, 2, 3
"""What a frame of the proof has to show about the root's value, as bits; 0 for the other frames."""

MAX_NODES = 100_000
"""The most nodes of a tree that is walked to see whether it is uniform. No clock is read: all machines agree."""

Needs = NDArray[np.uint8]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Proof:
    """The frames that are enough to prove the root's value, and what each of them has to show."""

    needs: Needs
    """What each frame of the recording has to show."""
    cut_nodes: Column
    """The frames where one reply is enough: CUT nodes."""
    all_nodes: Column
    """The frames where all replies are needed: ALL nodes."""
    variation: Column
    """The frames that show both, from the root downwards: those of the principal variation."""
    leaves: int
    """The number of frames of the proof that are leaves."""
    minimum: int | None
    """The fewest leaves that prove the value of this tree, by Knuth and Moore; None where their formula does not
    hold."""

    @property
    def frames(self) -> int:
        """The number of frames of the proof."""
        return int(np.count_nonzero(self.needs))

    @property
    def share(self) -> float:
        """The share of the visited frames that belongs to the proof."""
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
    answered: Column
    """The frames of this ply that a table has answered."""
    sources: Column
    """For each of them the frame that had stored the answer; it had as much depth left, and is of the same ply."""


def proof(trace: Trace) -> Proof:
    """Return a proof of the root's value in a recording; raise InputError where there can be none."""
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
    levels, root_needs = list(by_level(trace)), needs_of_root(trace)
    costs = found_costs(trace, levels)
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
        variation=variation(trace, needs),
        leaves=int(np.count_nonzero((needs > 0) & trace.facts.is_leaf)),
        minimum=fewest_leaves(trace),
    )


def needs_of_root(trace: Trace) -> int:
    """Return what the root has to show: no value is more than the largest one, or less than the least one."""
    bottom, top = trace.plan.extremes
    value = trace.values[0]
    return AT_LEAST if value >= top else AT_MOST if value <= bottom else BOTH


def variation(trace: Trace, needs: Needs) -> Column:
    """Return the frames from the root downwards that have to show both; a table may ask both of others, too."""
    found, frame = list[int](), 0 if needs[0] == BOTH else -1
    while frame >= 0:
        found.append(frame)
        frame = next((child for child in trace.children(frame) if needs[child] == BOTH), -1)
    return np.array(found, np.int64)


def by_level(trace: Trace) -> Iterator[Level]:
    """Yield the plies below the root, from the top, with the frames grouped by parent and move."""
    by_ply = np.argsort(trace.column("ply"), kind="stable")
    ends = np.cumsum(np.bincount(trace.column("ply")))
    parent, again = trace.column("parent"), trace.facts.is_again
    hits, superseded = trace.origin.hits, trace.intervals.superseded
    ply_of_hit = trace.column("ply")[hits.frames]
    for ply, (start, end) in enumerate(pairwise(ends), 1):
        frames = by_ply[start:end]
        if trace.search.is_imported and superseded is not None:
            # Nothing says that another program has searched a move twice with the same depth.
            frames = frames[~superseded[frames]]
        moves = np.flatnonzero(~again[frames])
        above = parent[frames[moves]]
        parents = np.flatnonzero(np.concatenate([[True], above[1:] != above[:-1]]))
        here = ply_of_hit == ply
        yield Level(frames, moves, parents, above[parents], hits.frames[here], hits.sources[here])


def found_costs(trace: Trace, levels: list[Level]) -> Costs:
    """Return for all frames how many frames prove a bound of theirs, found from the deepest ply upwards."""
    root, (low, high) = trace.values[0], trace.intervals.columns
    kind, skipped = trace.column("kind"), trace.column("skipped")
    shows = low >= root, high <= root, (low >= root) & (high <= root)
    is_leaf = trace.column("status") != INNER
    is_leaf[trace.origin.hits.frames] = False
    at_least, at_most, both = costs = Costs(*(np.where(is_leaf & shown, 1.0, inf) for shown in shows))
    for level in reversed(levels):
        for column in costs:
            column[level.answered] = 1 + column[level.sources]
        at_least_of, at_most_of, exact = costs_of_moves(level, costs)
        above, maximizing = level.above, kind[level.above] == MAX
        standing = costs_of_standing(trace, above)
        owner = np.repeat(maximizing, np.diff(np.append(level.parents, len(level.moves))))
        # For the side to move: what one move shows, and what takes all moves.
        one, every = np.where(owner, at_least_of, at_most_of), np.where(owner, at_most_of, at_least_of)
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
        # Not all that the children show is shown of a frame of user code or of another program's search.
        for column, shown in zip(costs, shows, strict=True):
            column[above[~shown[above]]] = inf
    return costs


class Standing(NamedTuple):
    """The costs that a start value has for frames: 0 where it shows what is needed without a move, else infinite."""

    of_one: Floats
    """As the one reply of the side to move that is enough."""
    of_every: Floats
    """As one of all its replies; 0 where it starts from nothing."""
    beyond: Floats
    """As that one, where all replies are needed anyway."""


def costs_of_standing(trace: Trace, frames: Column) -> Standing:
    """Return the costs of start values, such as standing pat: one more reply of its side that needs no frames."""
    score, root = trace.facts.start_values(frames, trace.facts.function[frames]), trace.values[0]
    maximizing = trace.column("kind")[frames] == MAX
    shows_one = np.where(maximizing, score >= root, score <= root)
    shows_all = np.isnan(score) | np.where(maximizing, score <= root, score >= root)
    of_one = np.where(shows_one, 0.0, inf)
    return Standing(of_one, np.where(shows_all, 0.0, inf), np.where(score == root, 0.0, inf))


def costs_of_rounds(trace: Trace, at_least: Floats, at_most: Floats, both: Floats) -> None:
    """Set the costs of a root that searches its position in rounds, of which each shows something by itself.

    Those to another depth than the last show nothing of its value.
    """
    rounds = np.array(trace.rounds)
    others = np.setdiff1d(rounds, trace.intervals.standing(trace.rounds))
    for column in (at_least, at_most, both):
        column[others] = inf
    at_least[0], at_most[0] = 1 + at_least[rounds].min(), 1 + at_most[rounds].min()
    both[0] = min(1 + both[rounds].min(), at_least[0] + at_most[0] - 1)


def share_out_rounds(needs: Needs, trace: Trace, costs: Costs) -> None:
    """Assign what a root with rounds has to show to its cheapest rounds."""
    rounds = np.array(trace.rounds)
    low, high, both = (rounds[int(np.argmin(column[rounds]))] for column in costs)
    if needs[0] == BOTH and 1 + costs.both[both] <= costs.both[0]:
        needs[both] = BOTH
        return
    for bit, frame in ((AT_LEAST, low), (AT_MOST, high)):
        if needs[0] & bit:
            needs[frame] |= bit


def costs_of_moves(level: Level, costs: Costs) -> Costs:
    """Return the costs of each move: of the cheaper frame where it was searched twice, or of both together."""
    low, high, exact = (np.minimum.reduceat(column[level.frames], level.moves) for column in costs)
    return Costs(low, high, np.minimum(exact, low + high))


def spread(trace: Trace, levels: list[Level], costs: Costs, root_needs: int) -> Needs:
    """Return what each frame has to show, from the root downwards: as cheaply as the costs allow."""
    needs = np.zeros(len(trace), np.uint8)
    needs[0] = root_needs
    kind = trace.column("kind")
    for level in levels:
        if trace.has_rounds(int(level.above[0])):
            share_out_rounds(needs, trace, costs)
            np.bitwise_or.at(needs, level.sources, needs[level.answered])
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
        np.bitwise_or.at(needs, level.sources, needs[level.answered])
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
    """Return the place of the first smallest value of each group."""
    groups = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(values))))
    places = np.flatnonzero(values == np.minimum.reduceat(values, starts)[groups])
    return places[np.unique(groups[places], return_index=True)[1]]


def fewest_leaves(trace: Trace) -> int | None:
    """Return the fewest leaves that prove the root's value, by Knuth and Moore; None where their formula does not hold.

    It holds of trees of distinct nodes, pruned ones included, in which all leaves are at one depth and all other nodes
    have equally many moves. It counts two proofs, that the value is at least and at most what it is; where the scoring
    has a least and a largest value, or a side may stand pat, fewer leaves can do.
    """
    position = trace.position
    is_open_ended = all(map(isinf, trace.plan.extremes)) and not isinf(trace.values[0])
    if trace.search.is_imported or trace.search.stands_pat or position.game.rules.transposes or not is_open_ended:
        return None
    shape = uniform_shape(position.game.rules, position.state, trace.plan.depth)
    if shape is None:
        return None
    b, d = shape
    minimum: int = b ** ((d + 1) // 2) + b ** (d // 2) - 1
    return minimum


def uniform_shape(rules: Rules, state: Sequence[int], depth: float) -> tuple[int, int] | None:
    """Return the moves at each node of a game tree and its plies; None where these differ, or the tree is large."""
    level, branching, nodes, plies = [list(state)], 1, 0, 0
    while plies < depth:
        is_over = [rules.is_over(s) for s in level]
        if any(is_over):
            return (branching, plies) if all(is_over) else None
        offered = [list(rules.moves(s)) for s in level]
        if plies == 0:
            branching = len(offered[0])
        nodes += len(level) * branching
        if nodes > MAX_NODES or any(len(moves) != branching for moves in offered):
            return None
        level = [played(rules, s, move) for s, moves in zip(level, offered, strict=True) for move in moves]
        plies += 1
    return branching, plies


def played(rules: Rules, state: Sequence[int], move: int) -> list[int]:
    """Return the state after a move."""
    following = list(state)
    rules.play(following, move)
    return following

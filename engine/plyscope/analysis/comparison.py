"""Two recordings of one position side by side: what is the same, what differs, and what only one of them has.

A bound is no mistake. A value is read by what its recording proves, so that `3` is the number 3, `≤3` any number up to
3 and `≥3` any from 3 on; two values differ only where no number fits both. The windows of two frames are compared where
both searches hand windows down: minimax has none that could differ.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import pairwise
from math import inf, nan
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.analysis.alignment import PRUNED as REASON_PRUNED
from plyscope.analysis.alignment import Branches, align, common_moves
from plyscope.analysis.rounds import answering
from plyscope.model.columns import INNER, OPEN, TERMINAL
from plyscope.model.declaration import Windows
from plyscope.model.position import Position
from plyscope.model.preorder import Column
from plyscope.model.steps import with_lines
from plyscope.model.trace import Trace
from plyscope.recording import estimate

Codes = NDArray[np.uint8]

SAME, BOUNDS_AGREE, VALUE_DIFFERS, WINDOW_DIFFERS, ONLY_HERE, PRUNED_THERE = range(6)
"""How a frame compares with the other recording. Where bounds agree, the values read differently and can both hold.
A pair with different values counts as VALUE_DIFFERS, whatever its windows; PRUNED_THERE stands for all frames below a
move that the other search pruned."""

EQUAL, COMPATIBLE, CONTRADICTORY = range(3)
"""How the values of a pair fit: they read alike; they read differently but can both be true; they cannot."""


class Divergence(NamedTuple):
    """The first step that differs, what differs there, and the frame of either recording."""

    step: int
    what: str
    """`pruned in a`, `only in b`, `order differs`, `window differs` or `value differs`, for facts and for `text`."""
    frame_a: int
    """-1 where the frame is not in A."""
    frame_b: int


class Comparison:
    """Two aligned recordings, with columns that are computed on first use.

    Of a root that searches its position in rounds, the one that answers is compared.
    """

    def __init__(self, a: Trace, b: Trace) -> None:
        self.a, self.b = answering(a), answering(b)
        self.alignment = align(self.a, self.b)

    # Of every pair

    @cached_property
    def value_agreement(self) -> Codes:
        """How the values of each pair fit: EQUAL, COMPATIBLE or CONTRADICTORY; an open frame contradicts nothing."""
        low_a, high_a = possible_values(self.a, self.alignment.frames_a)
        low_b, high_b = possible_values(self.b, self.alignment.frames_b)
        contradict = (low_a > high_b) | (low_b > high_a)
        value_a = self.a.column("value")[self.alignment.frames_a]
        value_b = self.b.column("value")[self.alignment.frames_b]
        same_value = (value_a == value_b) | (np.isnan(value_a) & np.isnan(value_b))
        equal = (low_a == low_b) & (high_a == high_b) & same_value
        return np.where(contradict, CONTRADICTORY, np.where(equal, EQUAL, COMPATIBLE)).astype(np.uint8)

    @cached_property
    def window_differs(self) -> NDArray[np.bool_]:
        """Whether the two frames of each pair were given different windows.

        A program's bound beyond all of its values bounds nothing: what one begins with may be 1000 or infinite.
        """
        pairs_a, pairs_b = self.alignment.frames_a, self.alignment.frames_b
        if Windows.NONE in (self.a.search.windows, self.b.search.windows):
            return np.zeros(len(pairs_a), np.bool_)
        same = np.ones(len(pairs_a), np.bool_)
        for of_a, of_b in zip(bounds_in_effect(self.a), bounds_in_effect(self.b), strict=True):
            same &= of_a[pairs_a] == of_b[pairs_b]
        return ~same

    @cached_property
    def verdicts(self) -> Codes:
        """The verdict on each pair: SAME, BOUNDS_AGREE, VALUE_DIFFERS or WINDOW_DIFFERS."""
        found = np.where(self.value_agreement == COMPATIBLE, BOUNDS_AGREE, SAME).astype(np.uint8)
        found[self.window_differs] = WINDOW_DIFFERS
        found[self.value_agreement == CONTRADICTORY] = VALUE_DIFFERS
        return found

    # Of every frame

    @cached_property
    def verdicts_a(self) -> Codes:
        """The verdict on each frame of A, also where B does not have it."""
        return self._verdicts_of(self.a, self.alignment.frames_a, self.alignment.branches_a)

    @cached_property
    def verdicts_b(self) -> Codes:
        """The verdict on each frame of B, also where A does not have it."""
        return self._verdicts_of(self.b, self.alignment.frames_b, self.alignment.branches_b)

    def _verdicts_of(self, trace: Trace, pairs: Column, branches: Branches) -> Codes:
        """Return the verdict on each frame of a recording, by its pairs and its branches."""
        found = np.full(len(trace), ONLY_HERE, np.uint8)
        tops = branches.frames[branches.reasons == REASON_PRUNED]
        begun = np.zeros(len(trace) + 1, np.int8)
        begun[tops] += 1
        # Two branches may end at one frame, so that ends have to be counted.
        ended = np.bincount(tops + trace.column("size")[tops], minlength=len(trace) + 1)
        found[np.cumsum(begun - ended)[:-1] > 0] = PRUNED_THERE
        found[pairs] = self.verdicts
        return found

    @cached_property
    def partners_a(self) -> Column:
        """For each frame of A the frame of B with the same path; -1 where there is none."""
        return partners(len(self.a), self.alignment.frames_a, self.alignment.frames_b)

    @cached_property
    def partners_b(self) -> Column:
        """For each frame of B the frame of A with the same path; -1 where there is none."""
        return partners(len(self.b), self.alignment.frames_b, self.alignment.frames_a)

    # Where they differ

    @cached_property
    def first_divergence(self) -> Divergence | None:
        """The first step that is not the same in both recordings; None where all are.

        Up to that step both have the same numbers of frames and steps, so the earliest in either is the one.
        """
        return min(self._divergences, key=lambda event: event.step, default=None)

    @cached_property
    def first_divergence_of_calls(self) -> Divergence | None:
        """The first step that is not the same in both recordings, whatever the calls return, or None."""
        found = [event for event in self._divergences if event.what != "value differs"]
        return min(found, key=lambda event: event.step, default=None)

    @cached_property
    def _divergences(self) -> list[Divergence]:
        """The first step of each kind of difference."""
        pairs = self.alignment.frames_a, self.alignment.frames_b
        enter_a, enter_b = enters(self.a, pairs[0]), enters(self.b, pairs[1])
        earlier = np.minimum(enter_a, enter_b)
        left = np.minimum(leaves(self.a, pairs[0], enter_a), leaves(self.b, pairs[1], enter_b))
        return [
            *self._first_branch(self.a, self.alignment.branches_a, "b"),
            *self._first_branch(self.b, self.alignment.branches_b, "a"),
            *self._first_pair("order differs", earlier, enter_a != enter_b),
            *self._first_pair("window differs", earlier, self.window_differs),
            *self._first_pair("value differs", left, self.value_agreement == CONTRADICTORY),
        ]

    def _first_branch(self, trace: Trace, branches: Branches, other: str) -> list[Divergence]:
        """Return the divergence at the first branch that only this recording has; none where it has no such branch."""
        if not len(branches.frames):
            return []
        step, frame = int(enters(trace, branches.frames[:1])[0]), int(branches.frames[0])
        is_pruned = branches.reasons[0] == REASON_PRUNED
        if other == "b":
            return [Divergence(step, "pruned in b" if is_pruned else "only in a", frame, -1)]
        return [Divergence(step, "pruned in a" if is_pruned else "only in b", -1, frame)]

    def _first_pair(self, what: str, steps: Column, differs: NDArray[np.bool_]) -> list[Divergence]:
        """Return the divergence at the earliest pair that differs in `what`, by the pairs' steps; none if none does."""
        found = np.flatnonzero(differs)
        if not len(found):
            return []
        pair = found[np.argmin(steps[found])]
        frames = int(self.alignment.frames_a[pair]), int(self.alignment.frames_b[pair])
        return [Divergence(int(steps[pair]), what, *frames)]

    def path_to(self, first: Divergence) -> list[str]:
        """Return the moves to the frame at which the recordings part; of another order, to the frame above."""
        path = self.a.path(first.frame_a) if first.frame_a >= 0 else self.b.path(first.frame_b)
        return path[:-1] if first.what == "order differs" else path


def possible_values(trace: Trace, frames: Column) -> tuple[Column, Column]:
    """Return the least and the largest number that each frame's value can stand for.

    Where nothing is proved of a value, as in some user code, it stands for itself.
    """
    value = trace.column("value")[frames]
    low, high = (bounds[frames] for bounds in trace.intervals.columns)
    says_nothing = (low < value) & (value < high)
    return np.where(says_nothing, value, low), np.where(says_nothing, value, high)


def bounds_in_effect(trace: Trace) -> tuple[Column, Column]:
    """Return α and β of each frame, of a program infinite where they lie beyond all values of the recording."""
    alpha, beta, value = (trace.column(name) for name in ("alpha", "beta", "value"))
    if not trace.origin.is_user_code or np.isnan(value).all():
        return alpha, beta
    return np.where(alpha < np.nanmin(value), -inf, alpha), np.where(beta > np.nanmax(value), inf, beta)


def partners(count: int, pairs: Column, others: Column) -> Column:
    """Return for each frame its partner in the other recording; -1 where it has none."""
    found = np.full(count, -1, np.int64)
    found[pairs] = others
    return found


def enters(trace: Trace, frames: Column) -> Column:
    """Return the steps at which the frames are entered, without executed lines between them."""
    return 3 * frames - 2 * trace.column("ply")[frames].astype(np.int64)


def returns(trace: Trace, frames: Column) -> Column:
    """Return the steps at which the frames return, executed lines counted."""
    left = leaves(trace, frames, enters(trace, frames))
    return np.where(left == BEYOND_ALL_STEPS, BEYOND_ALL_STEPS, with_lines(trace, left))


BEYOND_ALL_STEPS = np.iinfo(np.int64).max
"""The step at which an open frame returns."""


def leaves(trace: Trace, frames: Column, entered: Column) -> Column:
    """Return the steps at which the frames return, without executed lines, or BEYOND_ALL_STEPS."""
    left = entered + 3 * trace.column("size")[frames].astype(np.int64) - 2
    return np.where(trace.column("status")[frames] == OPEN, BEYOND_ALL_STEPS, left)


# Facts


def facts(comparison: Comparison) -> dict[str, Any]:
    """Return what the two have in common, and where they differ, as JSON values.

    `same` counts the pairs whose values read alike, `bounds_agree` those that read differently and can both be true;
    `only_a` counts all frames that B does not have, `pruned_in_b` those of them below a move that was pruned in B.
    """
    rows = by_ply(comparison)
    return {
        **{name: sum(row[name] for row in rows) for name in COUNTED},
        "by_ply": rows,
        "first_divergence": divergence_facts(comparison, comparison.first_divergence),
    }


def divergence_facts(comparison: Comparison, first: Divergence | None) -> dict[str, Any] | None:
    """Return the path to where the two first differ, and in what; None where they never do."""
    return None if first is None else {"path": comparison.path_to(first), "what": first.what}


COUNTED = (
    "matched", "same", "bounds_agree", "value_differs", "window_differs", "only_a", "only_b", "pruned_in_a",
    "pruned_in_b",
)  # fmt: skip


def by_ply(comparison: Comparison) -> list[dict[str, Any]]:
    """Return the counts for each ply, with the frames of both and their share of the full tree."""
    a, b = comparison.a, comparison.b
    plies = 1 + max(int(a.column("ply").max()), int(b.column("ply").max()))
    counts_a = counts_of_verdicts(a, comparison.verdicts_a, plies)
    counts_b = counts_of_verdicts(b, comparison.verdicts_b, plies)
    full, is_exact = full_tree_of(comparison, plies)
    rows = []
    for ply in range(plies):
        of_a, of_b = counts_a[ply], counts_b[ply]
        rows.append(
            {
                "ply": ply,
                "frames_a": sum(of_a),
                "frames_b": sum(of_b),
                "full": round(full[ply]),
                "full_is_exact": is_exact[ply],
                "share_a": part_of_full_tree(sum(of_a), full[ply]),
                "share_b": part_of_full_tree(sum(of_b), full[ply]),
                "matched": sum(of_a[:ONLY_HERE]),
                "same": of_a[SAME],
                "bounds_agree": of_a[BOUNDS_AGREE],
                "value_differs": of_a[VALUE_DIFFERS],
                "window_differs": of_a[WINDOW_DIFFERS],
                "only_a": of_a[ONLY_HERE] + of_a[PRUNED_THERE],
                "only_b": of_b[ONLY_HERE] + of_b[PRUNED_THERE],
                "pruned_in_a": of_b[PRUNED_THERE],
                "pruned_in_b": of_a[PRUNED_THERE],
            }
        )
    return rows


def counts_of_verdicts(trace: Trace, verdicts: Codes, plies: int) -> list[list[int]]:
    """Return for each ply how many frames have each verdict."""
    kinds = PRUNED_THERE + 1
    found = np.bincount(trace.column("ply").astype(np.int64) * kinds + verdicts, minlength=plies * kinds)
    counts: list[list[int]] = found.reshape(plies, kinds).tolist()
    return counts


def part_of_full_tree(frames: int, full: float) -> float | None:
    """Return the share of the full tree that some frames are, more than 1 where moves are searched again; None of 0."""
    part = frames / full if full else nan
    return None if part != part else round(part, 6)


MAX_POSITIONS = 30_000
"""The most distinct positions that are counted before an estimate is used. No clock is read: the result is the same on
every machine."""


def quiet_plies(a: Trace, b: Trace) -> float:
    """Return the plies at which all moves are offered: where a search stands pat, those above the horizon."""
    return max(a.plan.depth, b.plan.depth) if a.search.stands_pat or b.search.stands_pat else inf


def full_tree_of(comparison: Comparison, plies: int) -> tuple[list[float], list[bool]]:
    """Return the number of frames of the full tree at each ply, and which of these numbers are exact.

    Where the rules are not enough to count them, what both recordings show together is: all of it where every node was
    searched by one of them, else no more than there is.
    """
    a, b = comparison.a, comparison.b
    full, exact = full_tree(a.position, plies, quiet_plies(a, b))
    is_exact = [ply < exact for ply in range(plies)]
    if exact < plies:
        for ply, (nodes, is_all) in enumerate(recorded_tree(comparison, plies)):
            if not is_exact[ply]:
                full[ply], is_exact[ply] = float(nodes) if is_all else max(full[ply], float(nodes)), is_all
    return full, is_exact


def recorded_tree(comparison: Comparison, plies: int) -> list[tuple[int, bool]]:
    """Return the nodes at each ply that the two recordings show together, and whether these are all.

    Pruned nodes are counted, too. Frames of both with the same moves before them are one node, however often it was
    searched.
    """
    a, b = comparison.a, comparison.b
    move = np.concatenate([a.column("move"), common_moves(a, b)]).astype(np.int64) + 1
    parent, ply, skipped = (
        np.concatenate([a.column(name), b.column(name)]).astype(np.int64) for name in ("parent", "ply", "skipped")
    )
    parent[len(a) :] += len(a)
    knows_moves = np.concatenate([knows_every_move(trace, quiet_plies(a, b)) for trace in (a, b)])
    by_ply, ends = np.argsort(ply, kind="stable"), np.cumsum(np.bincount(ply, minlength=plies))
    node, span = np.zeros(len(move), np.int64), int(move.max()) + 1
    found, frames, nodes, number, is_all = list[tuple[int, bool]](), by_ply[: ends[0]], 1, 1, True
    for start, end in pairwise([*ends, len(move)]):
        found.append((number, is_all))
        below = by_ply[start:end]
        keys, node[below] = np.unique(node[parent[below]] * span + move[below], return_inverse=True)
        tried = np.unique(parent[below] * span + move[below]) // span
        moves_of_frame = np.bincount(tried, minlength=len(move))[frames] + skipped[frames]
        moves_of_node = np.bincount(keys // span, minlength=nodes)
        np.maximum.at(moves_of_node, node[frames], moves_of_frame)
        is_known = np.zeros(nodes, np.bool_)
        is_known[node[frames[knows_moves[frames]]]] = True
        is_all = is_all and nodes == number and bool(is_known.all())
        frames, nodes, number = below, len(keys), int(moves_of_node.sum())
    return found


def knows_every_move(trace: Trace, quiet: float) -> NDArray[np.bool_]:
    """Return for each frame whether the recording shows every move that it has in the full tree.

    From ply `quiet` on, that has noisy moves only.
    """
    found = (trace.column("status") == INNER) & trace.intervals.knows_every_move
    if trace.search.stands_pat:
        found &= (trace.facts.depth_left > 0) | (trace.column("ply") >= quiet)
    return np.asarray(found | (trace.column("status") == TERMINAL))


def full_tree(position: Position, plies: int, quiet: float = inf) -> tuple[list[float], int]:
    """Return the number of frames at plies 0, 1, 2 …, and how many of these numbers are exact rather than estimated.

    After so many `quiet` plies only noisy moves are made.
    """
    counts = counted_plies(position, plies, quiet)
    if len(counts) == plies:
        return counts, plies if position.game.rules.knows_all else 0
    estimated = estimate.estimated_positions(position, plies, quiet)
    last = len(counts) - 1
    # The walks' own number at the last ply that was counted says how far off they are up to that ply.
    correction = counts[last] / estimated[last] if estimated[last] else 1.0
    beyond = [correction * estimated[ply] if ply < len(estimated) else 0.0 for ply in range(last + 1, plies)]
    return counts + beyond, len(counts) if position.game.rules.knows_all else 0


def counted_plies(position: Position, plies: int, quiet: float) -> list[float]:
    """Return the numbers of frames at as many plies as can be counted quickly.

    After so many `quiet` plies only noisy moves are made. A position that is reached in several ways is visited once.
    """
    rules = position.game.rules
    level = Counter({position.state: 1})
    counts = [1.0]
    positions = 0
    while len(counts) < plies:
        offered = rules.moves if len(counts) <= quiet else rules.noisy
        following: Counter[tuple[int, ...]] = Counter()
        for known, ways in level.items():
            state = list(known)
            if rules.is_over(state):
                continue
            for move in list(offered(state)):
                rules.play(state, move)
                following[rules.key(state)] += ways
                rules.undo(state, move)
            if len(following) + positions > MAX_POSITIONS:
                return counts
        positions += len(following)
        level = following
        counts.append(float(level.total()))
    return counts

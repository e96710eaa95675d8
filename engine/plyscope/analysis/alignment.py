"""Which frame of one recording is which frame of another: the same path of moves from the same root.

A step of a path is a move and, since a probe and the full search after it are two frames with one move, which
of them it is. The recordings are gone through ply by ply, in whole columns, and only below frames that both of
them have; so the order of moves plays no part, and what only one of them has costs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.games import TREE
from plyscope.messages import InputError
from plyscope.model.columns import INNER, LEFT_OUT, OPEN
from plyscope.model.preorder import Column
from plyscope.model.trace import Trace

PRUNED, STOPPED, UNFINISHED, SEARCHED_ONCE, NOT_OFFERED, FORWARD, NOT_RECORDED = range(7)
"""Why a branch is missing: the move was pruned; the search stopped at this position; the recording stops here;
the move was tried fewer times; the search does not know the move; it has left it out without searching it; what was
called here is not in the recording."""


@dataclass(frozen=True)
class Branches:
    """The branches that only one recording has: their top frames, in the order of entering."""

    frames: Column
    parents: Column
    """The frame of the other recording in which the branch is missing."""
    reasons: NDArray[np.uint8]
    """The reason why each is missing there, as one of the codes above."""


@dataclass(frozen=True)
class Alignment:
    """Pairs of frames with the same path, in the order in which the first recording entered them."""

    frames_a: Column
    frames_b: Column
    branches_a: Branches
    """The branches that only the first recording has."""
    branches_b: Branches


def align(a: Trace, b: Trace) -> Alignment:
    """Return the frames that both recordings have, and the branches that only one has."""
    check_same_root(a, b)
    moves_a, moves_b = a.column("move"), common_moves(a, b)
    span = 1 + max(int(moves_a.max()), int(moves_b.max()), 0)
    level_a = level_b = np.zeros(1, np.int64)
    levels, only_a, only_b = [(level_a, level_b)], [], []
    while len(level_a):
        below_a, owner_a = children(a.column("size"), level_a)
        below_b, owner_b = children(b.column("size"), level_b)
        keys_a, keys_b = owner_a * span + moves_a[below_a], owner_b * span + moves_b[below_b]
        if not np.array_equal(keys_a, keys_b):
            (order_a, place), (order_b, back) = match(keys_a, keys_b)
            below_a, owner_a, below_b, owner_b = below_a[order_a], owner_a[order_a], below_b[order_b], owner_b[order_b]
            missing_a, missing_b = np.flatnonzero(place < 0), np.flatnonzero(back < 0)
            only_a.append((below_a[missing_a], level_b[owner_a[missing_a]]))
            only_b.append((below_b[missing_b], level_a[owner_b[missing_b]]))
            below_a, below_b = below_a[place >= 0], below_b[place[place >= 0]]
        level_a, level_b = below_a, below_b
        levels.append((level_a, level_b))
    pairs_a, pairs_b = together(levels)
    order = np.argsort(pairs_a, kind="stable")
    return Alignment(
        pairs_a[order],
        pairs_b[order],
        branches(a, moves_a, b, moves_b, only_a),
        branches(b, moves_b, a, moves_a, only_b),
    )


def children(size: Column, parents: Column) -> tuple[Column, Column]:
    """Return the children of the frames, and for each of them the place of its parent among those frames.

    All first children come first, then all second ones; so two siblings stand in the order of entering.
    """
    owners = np.flatnonzero(size[parents] > 1)
    frames = parents[owners] + 1
    ends = (parents + size[parents])[owners]
    found = [(frames, owners)]
    while len(frames):
        frames = frames + size[frames]
        more = frames < ends
        frames, owners, ends = frames[more], owners[more], ends[more]
        found.append((frames, owners))
    return together(found)


def together(pieces: Sequence[tuple[Column, Column]]) -> tuple[Column, Column]:
    """Return pairs of columns joined into one pair."""
    if not pieces:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    first, second = zip(*pieces, strict=True)
    return np.concatenate(first), np.concatenate(second)


def match(keys_a: Column, keys_b: Column) -> tuple[tuple[Column, Column], tuple[Column, Column]]:
    """Return for each side an order of its keys, and the place of each key in the other side's order, or -1.

    A repeated key counts as another key.
    """
    order_a, order_b = np.argsort(keys_a, kind="stable"), np.argsort(keys_b, kind="stable")
    sorted_a, sorted_b = keys_a[order_a], keys_b[order_b]
    times_a, times_b = times_before(sorted_a), times_before(sorted_b)
    most = 1 + max(int(times_a.max(initial=0)), int(times_b.max(initial=0)))
    sorted_a, sorted_b = sorted_a * most + times_a, sorted_b * most + times_b
    return (order_a, places(sorted_a, sorted_b)), (order_b, places(sorted_b, sorted_a))


def times_before(ascending: Column) -> Column:
    """Return how many times each number occurred before, in an ascending column."""
    numbers = np.arange(len(ascending))
    is_new = np.ones(len(ascending), np.bool_)
    is_new[1:] = ascending[1:] != ascending[:-1]
    return numbers - np.maximum.accumulate(np.where(is_new, numbers, 0))


def places(numbers: Column, ascending: Column) -> Column:
    """Return the place of each number in an ascending column; -1 where it is missing."""
    if not len(ascending):
        return np.full(len(numbers), -1)
    place = np.searchsorted(ascending, numbers)
    found = ascending[np.minimum(place, len(ascending) - 1)] == numbers
    return np.where(found, place, -1)


def branches(
    trace: Trace, moves: Column, other: Trace, others_moves: Column, found: Sequence[tuple[Column, Column]]
) -> Branches:
    """Return the branches in the order of entering, with the reasons why the other recording lacks them."""
    frames, parents = together(found)
    order = np.argsort(frames, kind="stable")
    frames, parents = frames[order], parents[order]
    status = other.column("status")[parents]
    reasons = np.full(len(frames), NOT_OFFERED, np.uint8)
    is_pruned = prunes(trace, frames, other, parents)
    reasons[is_pruned] = PRUNED
    reasons[is_pruned & other.facts.forward_pruned[parents]] = FORWARD
    reasons[tries(other, others_moves, parents, moves[frames])] = SEARCHED_ONCE
    reasons[status == OPEN] = UNFINISHED
    reasons[(status != INNER) & (status != OPEN) & ~is_pruned] = STOPPED
    reasons[status == LEFT_OUT] = NOT_RECORDED
    return Branches(frames, parents, reasons)


def prunes(trace: Trace, frames: Column, other: Trace, parents: Column) -> NDArray[np.bool_]:
    """Return whether the other recording prunes the moves of the frames: it has moves left, and offers these.

    A call without a move is not pruned. Below the horizon some searches offer only noisy moves, and may prune them by
    standing pat.
    """
    pruned = (other.column("skipped")[parents] > 0) & (trace.column("move")[frames] >= 0)
    if other.search.stands_pat:
        for place in np.flatnonzero(pruned & (other.column("ply")[parents] >= other.plan.depth)).tolist():
            frame = int(parents[place])
            text = other.game_at(frame).move_text
            pruned[place] = trace.move_text(int(frames[place])) in map(text, other.pruned_moves(frame))
    return pruned


def tries(trace: Trace, moves: Column, frames: Column, expected: Column) -> NDArray[np.bool_]:
    """Return whether each frame tries the move that is expected there."""
    below, owners = children(trace.column("size"), frames)
    tried = np.zeros(len(frames), np.bool_)
    tried[owners[moves[below] == expected[owners]]] = True
    return tried


# The same root


def check_same_root(a: Trace, b: Trace) -> None:
    """Raise InputError for recordings with different root positions or with different sides as MAX."""
    if str(a.position) != str(b.position):
        raise InputError(
            "only recordings of the same position can be compared; these begin with {a} and {b}",
            a=str(a.position),
            b=str(b.position),
        )
    if (a.origin.move_texts is None) != (b.origin.move_texts is None):
        raise InputError("one of the recordings has moves that its game does not allow, so they cannot be compared")
    if a.position.max_side != b.position.max_side:
        raise InputError(
            "only recordings with the same MAX can be compared; MAX is {a} in one and {b} in the other",
            a=a.position.max,
            b=b.position.max,
        )


def common_moves(a: Trace, b: Trace) -> Column:
    """Return the second recording's moves by the numbers that they have in the first.

    On a board a move has one number. Where a game is not known, its text is all there is to a move. In a tree it is
    the node's number, level by level from the top; where one of the two roots is a node inside a larger tree, the
    nodes below both come in the same order still.
    """
    moves = b.column("move")
    texts_a, texts_b = a.origin.move_texts, b.origin.move_texts
    if texts_a is not None and texts_b is not None:
        return by_texts(texts_a, texts_b, moves)
    if a.position.game.name != TREE or a.position.state == b.position.state:
        return moves
    here, there = nodes_below(a), nodes_below(b)
    translated = here[np.searchsorted(there, np.maximum(moves, there[0]))]
    return np.where(moves < 0, moves, translated)


def by_texts(here: Sequence[str], there: Sequence[str], moves: Column) -> Column:
    """Return moves of one recording by the numbers of their texts in another; texts unknown there come last."""
    numbers = {text: number for number, text in enumerate(here)}
    translated = np.array([numbers.get(text, len(here) + place) for place, text in enumerate(there)] or [0], np.int64)
    return np.where(moves < 0, moves, translated[np.maximum(moves, 0)])


def nodes_below(trace: Trace) -> NDArray[np.int64]:
    """Return the root's node and all below it, in ascending order."""
    tables: Any = trace.position.game.rules.tables
    found = [trace.position.state[0]]
    for node in found:
        first = tables["FIRST_CHILD"][node]
        found.extend(range(first, first + tables["CHILDREN"][node]))
    return np.array(found, np.int64)

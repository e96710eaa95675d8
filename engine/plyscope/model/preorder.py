"""What follows from the sizes of the frames, in whole columns at once.

Frames are numbered in preorder, and the subtree of frame f is the slice f : f + size[f]. From that alone
follow plies, parents, children and, with the values, the best child of every frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.model.columns import INNER
from plyscope.model.declaration import MAX

Column = NDArray[Any]

FRAMES_IN_BLOCK = 1 << 16
"""Frames handled at a time, where whole columns of 64-bit numbers would take too much memory, and time to get it."""
MAX_PLIES_LISTED_TOGETHER = 40
"""Up to so many plies it is quicker to look for the frames of each than to sort them all."""


def plies(size: Column) -> Column:
    """Return the distance of each frame from the root: the frames before it minus those that have ended before it."""
    count = len(size)
    ended = np.zeros(count + 1, np.int32)
    for part in parts(count):
        ends = np.arange(part.stop - part.start) + size[part]
        found = np.bincount(ends)
        ended[part.start : part.start + len(found)] += found.astype(np.int32)
    np.cumsum(ended, out=ended)
    ply = np.empty(count, "<u2")
    for part in parts(count):
        ply[part] = np.arange(part.start, part.stop) - ended[part]
    return ply


def parts(count: int) -> Iterator[slice]:
    """Yield the slices of a column of so many frames, a block each."""
    return (slice(start, min(start + FRAMES_IN_BLOCK, count)) for start in range(0, count, FRAMES_IN_BLOCK))


def levels(ply: Column, *, from_deepest: bool = False) -> Iterator[Column]:
    """Yield the frames of each ply, from the root's or from the deepest on, in the order of entering."""
    counts = np.bincount(ply)
    numbers = range(len(counts))[:: -1 if from_deepest else 1]
    if len(counts) <= MAX_PLIES_LISTED_TOGETHER:
        for number in numbers:
            yield np.flatnonzero(ply == number)
        return
    ends, by_ply = np.cumsum(counts), np.argsort(ply, kind="stable")
    for number in numbers:
        yield by_ply[ends[number] - counts[number] : ends[number]]


def sizes(parent: Column, ply: Column) -> Column:
    """Return the number of frames in each subtree, counted by parents from the deepest ply upwards."""
    size = np.ones(len(parent), np.int64)
    for frames in levels(ply, from_deepest=True):
        if frames[0]:
            np.add.at(size, parent[frames], size[frames])
    return size


def siblings(size: Column, first: int = 0, last: int | None = None) -> Iterator[tuple[Column, Column]]:
    """Yield all first children with their parents, then all second children with theirs, and so on.

    The pairs are columns of frame numbers, parents first; both ascend. `first` and `last` bound the parents.
    """
    parents = first + np.flatnonzero(size[first:last] > 1)
    children = parents + 1
    ends = parents + size[parents]
    while len(parents):
        yield parents, children
        children = children + size[children]
        has_more = children < ends
        parents, children, ends = parents[has_more], children[has_more], ends[has_more]


def siblings_by_block(size: Column) -> Iterator[tuple[Column, Column]]:
    """Yield the columns of `siblings` for one block of parents after the other, so that little memory is needed."""
    for part in parts(len(size)):
        yield from siblings(size, part.start, part.stop)


def parents(size: Column) -> Column:
    """Return the frame that called each frame; -1 for the root."""
    parent = np.full(len(size), -1, "<i4")
    for above, children in siblings_by_block(size):
        parent[children] = above
    return parent


def probes(size: Column, parent: Column, move: Column) -> NDArray[np.bool_]:
    """Return for each frame whether its move is searched again in the next sibling."""
    probe = np.zeros(len(size), np.bool_)
    for here in parts(len(size)):
        following = np.arange(here.start, here.stop) + size[here]
        is_inside = following < len(size)
        np.minimum(following, len(size) - 1, out=following)
        is_same = (parent[following] == parent[here]) & (move[following] == move[here])
        probe[here] = is_inside & is_same & (move[here] >= 0)
    return probe


def probe_width(columns: Mapping[str, Column]) -> float:
    """Return the width of the widest window of a move that is searched again in one around it; NaN where none is."""
    first = np.flatnonzero(probes(columns["size"], columns["parent"], columns["move"]))
    alpha, beta, again = columns["alpha"][first], columns["beta"][first], first + columns["size"][first]
    low, high = columns["alpha"][again], columns["beta"][again]
    is_wider = (
        (low <= alpha) & (beta <= high) & ((low < alpha) | (beta < high)) & np.isfinite(alpha) & np.isfinite(beta)
    )
    return float((beta[is_wider] - alpha[is_wider]).max()) if is_wider.any() else np.nan


def best_values(columns: Mapping[str, Column]) -> Column:
    """Return for each frame the best value among its children, for its side; NaN where it has none.

    Children that have not returned are skipped.
    """
    value, maximizing = columns["value"], columns["kind"] == MAX
    best = np.full(len(value), np.nan)
    for above, children in siblings_by_block(columns["size"]):
        # fmax and fmin ignore NaN.
        largest, so_far, found = maximizing[above], best[above], value[children]
        best[above] = np.where(largest, np.fmax(so_far, found), np.fmin(so_far, found))
    return best


def cutoffs(columns: Mapping[str, Column], strict: bool, excluded: NDArray[np.bool_] | None) -> NDArray[np.bool_]:
    """Return for each frame whether the test of alpha against beta fired in it.

    It did where some child's value reaches the bound that this side must not pass, or where the window was empty from
    the start and any child returned. Children in `excluded`, and children that have not returned, are skipped.
    """
    alpha, beta, value, kind, parent = (columns[name] for name in ("alpha", "beta", "value", "kind", "parent"))
    is_empty = alpha > beta if strict else alpha >= beta
    fired = np.zeros(len(value), np.bool_)
    for start in range(1, len(value), FRAMES_IN_BLOCK):
        children = slice(start, start + FRAMES_IN_BLOCK)
        above, found = parent[children], value[children]
        largest = kind[above] == MAX
        bound = np.where(largest, beta[above], alpha[above])
        reaches = np.where(largest, found > bound, found < bound)
        if not strict:
            reaches |= found == bound
        reaches |= is_empty[above] & ~np.isnan(found)
        if excluded is not None:
            reaches &= ~excluded[children]
        fired[above[reaches]] = True
    fired &= (columns["status"] == INNER) & (kind <= MAX) & ~np.isnan(value)
    return fired


def best_children(
    columns: Mapping[str, Column], parents: Column, start: Column, excluded: NDArray[np.bool_] | None
) -> Column:
    """Return the child that gave its value to each of these frames, which choose; -1 where none did.

    It is the first whose value is the largest (MAX) or smallest (MIN), and beats the frame's start
    value; where that is NaN any child will do.
    """
    value, size, maximizing = columns["value"], columns["size"], columns["kind"][parents] == MAX
    best, child = start.copy(), np.full(len(parents), -1, np.int64)
    here = np.flatnonzero(size[parents] > 1)
    children, ends = parents[here] + 1, parents[here] + size[parents[here]]
    while len(here):
        found, so_far = value[children], best[here]
        beats = np.where(maximizing[here], found > so_far, found < so_far) | (np.isnan(so_far) & ~np.isnan(found))
        if excluded is not None:
            beats &= ~excluded[children]
        best[here[beats]], child[here[beats]] = found[beats], children[beats]
        children = children + size[children]
        has_more = children < ends
        here, children, ends = here[has_more], children[has_more], ends[has_more]
    return child

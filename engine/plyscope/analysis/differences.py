"""Every place where two recordings differ, in columns that can be sorted, filtered, and read in part.

A place is a node of their union: one whose value or window differs, or the top of a branch that only one has.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

import numpy as np

from plyscope.analysis.union import CUT_IN_A, CUT_IN_B, ONLY_A, ONLY_B, VALUE_DIFFERS, WINDOW_DIFFERS, Union
from plyscope.model.distinct_numbers import next_number
from plyscope.model.preorder import Column

KINDS = (VALUE_DIFFERS, CUT_IN_A, CUT_IN_B, ONLY_A, ONLY_B, WINDOW_DIFFERS)
"""Kinds of differences, the most important first."""
COLUMNS = ("what", "path", "a", "b", "size")


class Differences:
    """The differences of two recordings, in columns."""

    def __init__(self, union: Union) -> None:
        self.union = union
        pairs = np.flatnonzero(np.isin(union.verdicts, (VALUE_DIFFERS, WINDOW_DIFFERS)))
        self.nodes: Column = np.sort(np.concatenate([pairs, union.branch_tops]))
        """The places, in the order of the tree."""
        self.kinds = union.verdicts[self.nodes]

    def __len__(self) -> int:
        return len(self.nodes)

    @cached_property
    def sizes(self) -> Column:
        """The size of each: of a branch its frames, of two values their distance, of a window 0."""
        union = self.union
        sizes = union.column("size")[self.nodes].astype(np.float64)
        value_a = union.a.column("value")[union.frames_a[self.nodes]]
        value_b = union.b.column("value")[union.frames_b[self.nodes]]
        with np.errstate(invalid="ignore"):
            apart = np.abs(value_a - value_b)
        sizes = np.where(self.kinds == VALUE_DIFFERS, apart, sizes)
        return np.where(self.kinds == WINDOW_DIFFERS, 0.0, sizes)

    def size_of(self, node: int) -> float:
        """Return the size of the difference at a node."""
        return float(self.sizes[np.searchsorted(self.nodes, node)])

    def count(self, kind: int) -> int:
        """Return the number of differences of a kind."""
        return int(np.count_nonzero(self.kinds == kind))

    def chosen(self, kinds: Collection[int] = KINDS, by: str = "size", *, descending: bool = True) -> Column:
        """Return the nodes with differences of some kinds, sorted by a column; by size more important kinds first."""
        places = np.flatnonzero(np.isin(self.kinds, list(kinds)))
        rank = np.zeros(256, np.int64)
        rank[list(KINDS)] = [0, 1, 1, 1, 1, 2]
        keys: list[Column]
        if by == "size":
            keys = [self.sizes[places], -rank[self.kinds[places]]]
        elif by == "what":
            rank[list(KINDS)] = range(len(KINDS))
            keys = [self.sizes[places] if descending else -self.sizes[places], -rank[self.kinds[places]]]
        elif by == "path":
            keys = [self.nodes[places]]
        else:
            trace, frames = (self.union.a, self.union.frames_a) if by == "a" else (self.union.b, self.union.frames_b)
            here = frames[self.nodes[places]]
            keys = [np.where(here < 0, -np.inf, np.nan_to_num(trace.column("value")[here], nan=-np.inf)), here >= 0]
        order = np.lexsort(tuple(-key.astype(np.float64) if descending else key for key in keys))
        return self.nodes[places[order]]

    def next_after(self, node: int, *, forwards: bool) -> int:
        """Return the next node with a difference in the order of the tree; -1 where there is none."""
        found = next_number(self.nodes, node, forwards=forwards)
        return -1 if found is None else found

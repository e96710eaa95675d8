"""Two aligned recordings as one tree: every frame that either of them has, once.

The tree has A's frames in A's order; what only B has comes at the end of the frame that A has too. It is made of
whole columns: a branch of B is one slice, put in where its caller's slice ends. It has the
interface of a recording as far as drawing needs it; it can be neither run nor saved.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.analysis.alignment import PRUNED, Branches, common_moves
from plyscope.analysis.comparison import PRUNED_THERE, Codes, Comparison
from plyscope.model.columns import COLUMNS, INNER, OPEN
from plyscope.model.declaration import Windows
from plyscope.model.facts import Facts, Mask
from plyscope.model.imported import imported_plan
from plyscope.model.intervals import Bounds, Intervals
from plyscope.model.preorder import Column
from plyscope.model.trace import Trace

VERDICTS = SAME, VALUE_DIFFERS, WINDOW_DIFFERS, ONLY_A, ONLY_B, CUT_IN_A, CUT_IN_B, BOUNDS_AGREE = tuple(range(8))
"""How a node stands in the two. CUT_IN_B stands for everything that only A has below a move that was pruned in B;
BOUNDS_AGREE for values that read differently and can both be true."""


class Union(Trace):
    """Two recordings as one tree. A node's value and window are A's, where A has them."""

    def __init__(self, comparison: Comparison) -> None:
        self.comparison = comparison
        self.a, self.b = comparison.a, comparison.b
        self.nodes_a, self.nodes_b = nodes_of(comparison)
        count = 1 + max(int(self.nodes_a.max()), int(self.nodes_b.max()))
        self.frames_a, self.frames_b = frames_at(count, self.nodes_a), frames_at(count, self.nodes_b)
        plan = imported_plan(self.a.position, {"windows": Windows.NONE.value})
        plan = replace(plan, search=replace(plan.search, name="union"))
        super().__init__(self._merged(), plan, made_by="union", text="")

    def _merged(self) -> dict[str, NDArray[Any]]:
        """Note which nodes have their value from B, and return the columns, filled from the recording of the value."""
        by_b = self.frames_a < 0
        by_b |= self._is_open(self.a, self.frames_a) & ~self._is_open(self.b, self.frames_b)
        self.by_b = by_b
        found = {}
        for name in ("ply", "kind", "alpha", "beta", "value"):
            found[name] = np.where(by_b, self.b.column(name)[self.frames_b], self.a.column(name)[self.frames_a])
        status_a, status_b = self.a.column("status")[self.frames_a], self.b.column("status")[self.frames_b]
        status = np.where(by_b, status_b, status_a)
        goes_on = (self.frames_a >= 0) & np.isin(status_a, (INNER, OPEN))
        goes_on |= (self.frames_b >= 0) & np.isin(status_b, (INNER, OPEN))
        # Where one stops and the other goes on there are children; the value is that of a leaf all the same.
        found["alpha"][status != INNER], found["beta"][status != INNER] = -inf, inf
        found["status"] = np.where(goes_on, INNER, status)
        found["move"] = np.where(
            self.frames_a < 0, common_moves(self.a, self.b)[self.frames_b], self.a.column("move")[self.frames_a]
        )
        found["parent"] = np.where(
            self.frames_a < 0,
            self.nodes_b[self.b.column("parent")[self.frames_b]],
            self.nodes_a[self.a.column("parent")[self.frames_a]],
        )
        found["parent"][0] = -1
        found["size"], found["skipped"] = self._sizes(), self._skipped()
        return {name: np.ascontiguousarray(found[name], np.dtype(kind)) for name, kind in COLUMNS.items()}

    @staticmethod
    def _is_open(trace: Trace, frames: Column) -> NDArray[np.bool_]:
        """Return whether a recording knows no value of a node: its frame never returned, or is not there."""
        return np.asarray((frames < 0) | (trace.column("status")[frames] == OPEN))

    def _sizes(self) -> Column:
        """Return the number of nodes in each subtree."""
        size_a, size_b = (trace.column("size").astype(np.int64) for trace in (self.a, self.b))
        branches = self.comparison.alignment.branches_b
        more = np.bincount(branches.parents, weights=size_b[branches.frames], minlength=len(size_a))
        before = np.concatenate([[0], np.cumsum(more).astype(np.int64)])
        own = np.arange(len(size_a))
        grown = size_a + before[own + size_a] - before[own]
        return np.where(self.frames_a < 0, size_b[self.frames_b], grown[self.frames_a])

    def _skipped(self) -> Column:
        """Return how many moves of each node neither tries; those that a cut in A leaves out and B tries are nodes."""
        branches = self.comparison.alignment.branches_b
        cut = branches.reasons == PRUNED
        span = 1 + int(self.b.column("move").max(initial=0))
        moves = np.unique(branches.parents[cut] * span + self.b.column("move")[branches.frames[cut]])
        tried = np.bincount(moves // span, minlength=len(self.a))
        left = self.a.column("skipped").astype(np.int64) - tried
        stopped = (self.frames_a >= 0) & (self.frames_b >= 0) & (self.a.column("status")[self.frames_a] != INNER)
        of_b = (self.frames_a < 0) | stopped
        return np.where(of_b, self.b.column("skipped")[self.frames_b], left[self.frames_a])

    # Nodes

    @cached_property
    def verdicts(self) -> Codes:
        """The verdict on each node, one of `VERDICTS`."""
        of_a = np.array([SAME, BOUNDS_AGREE, VALUE_DIFFERS, WINDOW_DIFFERS, ONLY_A, CUT_IN_B], np.uint8)
        found = of_a[self.comparison.verdicts_a[self.frames_a]]
        only_b = self.frames_a < 0
        pruned = self.comparison.verdicts_b[self.frames_b] == PRUNED_THERE
        found[only_b & pruned], found[only_b & ~pruned] = CUT_IN_A, ONLY_B
        return found

    @cached_property
    def differing_before(self) -> Column:
        """The number of nodes before each that are not the same in both; one longer than the tree."""
        return np.concatenate([[0], np.cumsum(self.verdicts != SAME, dtype=np.int64)])

    @cached_property
    def is_same_below(self) -> Mask:
        """Whether a node and all below it are the same in both."""
        nodes = np.arange(len(self))
        return np.asarray(self.differing_before[nodes + self.column("size")] == self.differing_before[nodes])

    @cached_property
    def same_throughout(self) -> Column:
        """The largest subtrees that are the same in both, by their tops; never the root."""
        return self._tops(self.is_same_below)

    @cached_property
    def is_pruned(self) -> Mask:
        """Whether a cutoff in one of the two prunes a node that the other has."""
        return np.isin(self.verdicts, (CUT_IN_A, CUT_IN_B))

    @cached_property
    def unpruned_throughout(self) -> Column:
        """The largest subtrees in which neither pruned what the other has, by their tops; never the root."""
        return self._tops(self._nowhere_below(self.is_pruned))

    def known_throughout(self, differs: Mask, known: Mask) -> Column:
        """Return the tops of the largest subtrees of which all is known not to differ; never the root."""
        return self._tops(self._nowhere_below(differs | ~known))

    def _nowhere_below(self, holds: Mask) -> Mask:
        """Return whether something holds neither for a node nor for any node below it."""
        before = np.concatenate([[0], np.cumsum(holds, dtype=np.int64)])
        nodes = np.arange(len(self))
        return np.asarray(before[nodes + self.column("size")] == before[nodes])

    def _tops(self, holds_below: Mask) -> Column:
        """Return the uppermost nodes for which something holds together with all below them; never the root."""
        tops = holds_below & ~holds_below[np.maximum(self.column("parent"), 0)]
        if holds_below[0]:
            tops = self.column("ply") == 1
        return np.flatnonzero(tops[1:]) + 1

    @cached_property
    def branch_tops(self) -> Column:
        """The nodes at which something begins that only one of them has."""
        alignment = self.comparison.alignment

        def tops(nodes: Column, branches: Branches) -> Column:
            return nodes[branches.frames]

        return np.concatenate([tops(self.nodes_a, alignment.branches_a), tops(self.nodes_b, alignment.branches_b)])

    def values_of(self, node: int) -> tuple[str | None, str | None]:
        """Return a node's values in A and in B, as people read them; None where one is missing or never returned."""
        found = []
        for trace, frames in ((self.a, self.frames_a), (self.b, self.frames_b)):
            frame = int(frames[node])
            found.append(None if frame < 0 or trace.statuses[frame] == OPEN else trace.value_text(frame))
        return found[0], found[1]

    # The interface of a recording, answered by the recording that represents the node

    def speaker(self, node: int) -> tuple[Trace, int]:
        """Return the recording whose value the node has, and its frame there."""
        return (self.b, int(self.frames_b[node])) if self.by_b[node] else (self.a, int(self.frames_a[node]))

    def move_text(self, frame: int) -> str:
        trace, own = self.speaker(frame)
        return trace.move_text(own)

    def shown_move_to(self, frame: int) -> str:
        return self.shown_text(self.move_text(frame))

    def state(self, frame: int) -> list[int]:
        trace, own = self.speaker(frame)
        return list(trace.state(own))

    def value_text(self, frame: int) -> str:
        trace, own = self.speaker(frame)
        return trace.value_text(own)

    def is_undecided(self, frame: int) -> bool:
        trace, own = self.speaker(frame)
        return trace.statuses[own] == OPEN or trace.is_undecided(own)

    def best_child(self, frame: int) -> int:
        """Return the node that gave a node its value, in the recording whose value it has; -1 where none did."""
        trace, own = self.speaker(frame)
        best = trace.best_child(own)
        return -1 if best < 0 else int((self.nodes_b if trace is self.b else self.nodes_a)[best])

    def pruned_moves(self, frame: int) -> list[int]:
        """Return the moves that neither tries, by the numbers that they have for the one that left them out."""
        return [move for move, _ in self._pruned(frame)]

    def pruned_texts(self, frame: int) -> list[str]:
        return [text for _, text in self._pruned(frame)]

    def _pruned(self, frame: int) -> list[tuple[int, str]]:
        """Return the moves that neither tries, with their texts."""
        if not self.skips[frame]:
            return []
        in_a, in_b = int(self.frames_a[frame]), int(self.frames_b[frame])
        trace, own = (self.a, in_a) if in_a >= 0 and self.a.skips[in_a] else (self.b, in_b)
        tried = {self.move_text(child) for child in self.children(frame)}
        both = zip(trace.pruned_moves(own), trace.pruned_texts(own), strict=True)
        return [(move, text) for move, text in both if text not in tried]

    @cached_property
    def facts(self) -> Facts:
        return UnionFacts(self)

    @cached_property
    def intervals(self) -> Intervals:
        return UnionIntervals(self)


class UnionFacts(Facts):
    """The facts of a union: what is best in the recording whose value a node has is best there."""

    def __init__(self, union: Union) -> None:
        super().__init__(union)
        self.union = union

    @cached_property
    def is_best(self) -> Mask:
        union = self.union
        of_a, of_b = union.a.facts.is_best[union.frames_a], union.b.facts.is_best[union.frames_b]
        parents = np.maximum(union.column("parent"), 0)
        return np.asarray(np.where(union.by_b[parents], of_b & (union.frames_b >= 0), of_a & (union.frames_a >= 0)))

    def prepare(self) -> None:
        _ = self.cutoff, self.is_best

    def are_best(self, frames: NDArray[np.int32]) -> Mask:
        return np.asarray(self.is_best[frames], np.bool_)


class UnionIntervals(Intervals):
    """The intervals of a union: those of the recording whose value each node has."""

    def __init__(self, union: Union) -> None:
        super().__init__(union, union.facts)
        self.union = union
        self._every_value_is_exact = False

    @cached_property
    def columns(self) -> tuple[Bounds, Bounds]:
        union = self.union
        both = zip(union.a.intervals.columns, union.b.intervals.columns, strict=True)
        low, high = (np.where(union.by_b, in_b[union.frames_b], in_a[union.frames_a]) for in_a, in_b in both)
        return low, high


def nodes_of(comparison: Comparison) -> tuple[Column, Column]:
    """Return for each frame of A, and each of B, its node.

    Of branches that are put in at one place those of the inner callers come first.
    """
    a, b, alignment = comparison.a, comparison.b, comparison.alignment
    branches = alignment.branches_b
    size_a, size_b = a.column("size").astype(np.int64), b.column("size").astype(np.int64)
    places = branches.parents + size_a[branches.parents]
    order = np.lexsort((branches.frames, -branches.parents, places))
    tops, places = branches.frames[order], places[order]
    sizes = size_b[tops]
    put_in = np.bincount(places, weights=sizes, minlength=len(a) + 1).astype(np.int64)
    nodes_a = np.arange(len(a)) + np.cumsum(put_in)[: len(a)]
    nodes_b = np.full(len(b), -1, np.int64)
    nodes_b[alignment.frames_b] = nodes_a[alignment.frames_a]
    begins = places + np.cumsum(sizes) - sizes
    inside = np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    nodes_b[np.repeat(tops, sizes) + inside] = np.repeat(begins, sizes) + inside
    return nodes_a, nodes_b


def frames_at(count: int, nodes: Column) -> Column:
    """Return for each node its frame; -1 where it has none."""
    found = np.full(count, -1, np.int64)
    found[nodes] = np.arange(len(nodes))
    return found

"""What pruning saved: for every cutoff in one of two recordings, the calls that the other made below the pruned moves.

A cutoff after the last move saves nothing, and is listed all the same. One that both have, with the same pruned moves,
is none of them: it saves nothing of the other's calls.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from plyscope.analysis.alignment import PRUNED
from plyscope.analysis.comparison import Comparison, returns
from plyscope.analysis.linked_cursors import Side, other
from plyscope.model.facts import Mask
from plyscope.model.preorder import Column
from plyscope.model.trace import Trace


class Saving(NamedTuple):
    """A cutoff in one of two recordings, and what it saved of the other's calls."""

    side: Side
    """The recording with the cutoff."""
    frame: int
    """The frame that was cut, in that recording."""
    there: int
    """The same frame in the other one."""
    calls: int
    """The calls of the other below the moves that were pruned here."""
    step: int
    """The step at which it was cut."""


class Savings:
    """The cutoffs of two recordings at places that both have, in columns."""

    def __init__(self, comparison: Comparison) -> None:
        self.comparison = comparison
        parts = [self._of_side(side) for side in ("a", "b")]
        self.of_b, self.frames, self.there, self.calls, self.steps, self.left_there = (
            np.concatenate(columns) for columns in zip(*parts, strict=True)
        )

    def _of_side(self, side: Side) -> tuple[Column, ...]:
        """Return the columns of one recording's cutoffs in frames of both; not where both cut and nothing is saved."""
        comparison = self.comparison
        alignment = comparison.alignment
        trace, there = self.trace(side), self.trace(other(side))
        partners = comparison.partners_a if side == "a" else comparison.partners_b
        branches = alignment.branches_b if side == "a" else alignment.branches_a
        is_pruned = branches.reasons == PRUNED
        sizes = there.column("size")[branches.frames[is_pruned]]
        saved = np.bincount(branches.parents[is_pruned], weights=sizes, minlength=len(trace)).astype(np.int64)
        has_partner = partners >= 0
        in_both = has_partner & there.facts.cutoff[partners] & (saved == 0)
        frames = np.flatnonzero(trace.facts.cutoff & has_partner & ~in_both)
        same = partners[frames]
        return (
            np.full(len(frames), side == "b"), frames, same, saved[frames],
            returns(trace, frames) - 1, returns(there, same),
        )  # fmt: skip

    def trace(self, side: Side) -> Trace:
        """Return the recording of a side."""
        return self.comparison.a if side == "a" else self.comparison.b

    def __len__(self) -> int:
        return len(self.frames)

    def __getitem__(self, place: int) -> Saving:
        side: Side = "b" if self.of_b[place] else "a"
        return Saving(side, *(int(column[place]) for column in (self.frames, self.there, self.calls, self.steps)))

    @cached_property
    def in_time(self) -> Column:
        """The places of all cutoffs in the order of the steps, those of the first recording before the other's."""
        return np.lexsort((self.steps, self.of_b))

    @cached_property
    def by_size(self) -> Column:
        """The places of all cutoffs: what saved most comes first, and of equal ones the earliest."""
        return np.lexsort((self.steps, self.of_b, -self.calls))

    def happened(self, step_a: int, step_b: int) -> Mask:
        """Return which of the cutoffs have happened by a step of each recording."""
        return np.asarray(self.steps <= np.where(self.of_b, step_b, step_a))

    def is_known(self, place: int, step_a: int, step_b: int) -> bool:
        """Whether the other recording has returned from the frame by then, so that what was saved is known."""
        return bool(self.left_there[place] <= (step_a if self.of_b[place] else step_b))

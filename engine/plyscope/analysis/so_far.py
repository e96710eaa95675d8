"""What a recording has counted up to a step: calls, cutoffs and pruned moves.

The tree as it stood at a step is a prefix of the rows. Of the frames in it, those that are still open have not yet
passed over their untried moves: a frame does so when the last child that it calls has returned.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.model.steps import Steps
from plyscope.model.trace import Trace

BLOCK = 1 << 14
"""Rows of a block whose sum is kept, so that a count costs the same at any step."""


class Counts(NamedTuple):
    """How many calls, cutoffs and pruned moves there are by a step."""

    calls: int
    cutoffs: int
    pruned: int
    forward_pruned: int


class Prefix(NamedTuple):
    """The rows that exist at a step."""

    frames: int
    """How many frames have been entered."""
    unsettled: list[int]
    """Those among them that may still prune moves: the open ones but for one whose last child has just returned."""


def prefix_at(steps: Steps, step: int) -> Prefix:
    """Return the rows that exist at a step."""
    last = steps.last_entered(step)
    lefts = ((frame, steps.leave(frame)) for frame in steps.trace.ancestors(last))
    return Prefix(last + 1, [frame for frame, left in lefts if left is None or left - 1 > step])


class Running:
    """The sums of the first rows of a column."""

    def __init__(self, column: NDArray[Any]) -> None:
        self.column = column
        starts = np.arange(0, len(column), BLOCK)
        # Most often there is nothing to be summed, which is found out much faster.
        blocks = np.add.reduceat(column, starts, dtype=np.int64) if column.max() else np.zeros(len(starts), np.int64)
        self.before = np.concatenate([[0], np.cumsum(blocks)])

    def __call__(self, rows: int) -> int:
        """Return the sum of the first rows."""
        block = rows // BLOCK
        return int(self.before[block]) + int(self.column[block * BLOCK : rows].sum(dtype=np.int64))


class SoFar:
    """The counts of a recording at any step."""

    def __init__(self, trace: Trace, steps: Steps) -> None:
        self.trace, self.steps = trace, steps
        skipped, by_rule = trace.column("skipped"), trace.facts.forward_pruned
        pruned, forward_pruned = skipped * ~by_rule, skipped * by_rule
        self._counted = [(column, Running(column)) for column in (trace.facts.cutoffs, pruned, forward_pruned)]

    def at(self, step: int) -> Counts:
        """Return the calls, cutoffs and pruned moves by a step."""
        prefix = prefix_at(self.steps, step)
        settled = (
            running(prefix.frames) - int(column[prefix.unsettled].sum(dtype=np.int64))
            for column, running in self._counted
        )
        calls, (cutoffs, *pruned) = self.trace.calls_among(self.trace.origin.callers, prefix.frames), settled
        return Counts(calls, cutoffs + sum(cutoffs_of_open(self.steps, prefix, step).values()), *pruned)


def cutoffs_of_open(steps: Steps, prefix: Prefix, step: int) -> dict[int, int]:
    """Return the number of cutoffs by a step, of frames that may still prune moves: user code cuts in an inner loop."""
    recorded = steps.trace.recorded_bounds
    if recorded is None or not prefix.unsettled:
        return {}
    rows = recorded.cutoffs[np.isin(recorded.facts.frame[recorded.cutoffs], prefix.unsettled)]
    happened = rows[steps.of_facts(rows.tolist()) <= step]
    return dict(Counter(recorded.facts.frame[happened].tolist()))

"""What has been counted up to a step, against a walk through the steps."""

from __future__ import annotations

import numpy as np
import pytest
from plyscope.analysis import so_far
from plyscope.analysis.so_far import Running, SoFar
from plyscope.analysis.stats import by_ply
from plyscope.model.steps import Moment, Steps

from tests.full_traces import Trace, record

RECORDINGS = {
    "alphabeta": record("tictactoe:XO./.X./..O", "alphabeta"),
    "cut short": record("tictactoe:XO./.../...", "alphabeta", limit=60),
    "textbook": record("tree:[[3,12,8],[2,4,6],[14,5,2]]"),
}


def walked(trace: Trace, until: int) -> tuple[int, int, int]:
    """The counts by going through all steps: a frame is cut where its parent's test fires."""
    steps, calls, cutoffs, pruned = Steps(trace), 0, 0, 0
    for number in range(until + 1):
        step = steps.at(number)
        calls += step.moment is Moment.ENTER
        if step.moment is Moment.BACK and trace.fold_at(step.frame, step.child)[1].is_cut:
            cutoffs, pruned = cutoffs + 1, pruned + trace.skips[step.frame]
    return calls, cutoffs, pruned


@pytest.mark.parametrize("name", RECORDINGS)
def test_counts_are_those_of_a_walk(name: str) -> None:
    trace = RECORDINGS[name]
    steps = Steps(trace)
    counts = SoFar(trace, steps)
    for step in range(0, steps.count, 1 + steps.count // 40):
        assert counts.at(step) == (*walked(trace, step), 0), step
        rows = by_ply(trace, step=step)
        assert sum(row["frames"] for row in rows) == counts.at(step).calls
        assert sum(row["cutoffs"] for row in rows) == counts.at(step).cutoffs
        assert sum(row["pruned"] for row in rows) == counts.at(step).pruned
    assert by_ply(trace, step=steps.count - 1) == by_ply(trace)


def test_sums_of_beginnings_are_the_same_with_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(so_far, "BLOCK", 7)
    column = np.arange(1, 30, dtype=np.uint16)
    running = Running(column)
    assert [running(rows) for rows in range(30)] == [sum(range(1, rows + 1)) for rows in range(30)]

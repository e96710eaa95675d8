"""Finding the frames that fulfil a condition for the first time, as the find bar does, against one numpy scan.

The scan does what the first half of a search must do at least: it compares one column with a number and lists the rows.
The search also says at which step each of these frames returns, in ascending order. Pass another number of frames as
the argument.
"""

from __future__ import annotations

import sys

import numpy as np
from interleaved import measured, milliseconds, report
from plyscope.files.sources import load
from plyscope.model.breakpoints import within
from plyscope.model.conditions import parse
from plyscope.model.steps import Steps
from plyscope.model.trace import Trace
from plyscope.recording.plan import plan
from plyscope.recording.record import run

FRAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 5_000_000
CONDITIONS = ("value == 1", "ply == 3", "terminal and value > 0", "cutoff and ply >= 3")


def find(trace: Trace, steps: Steps, condition: str) -> np.ndarray:
    """A first search: no whole column is kept from an earlier one."""
    trace.__dict__.pop("facts", None)
    return within(steps, steps.leaves_of(np.flatnonzero(parse(condition).matches(trace))))


if __name__ == "__main__":
    trace = run(plan(load("connectfour:"), {"algorithm": "minimax", "depth": 9}), FRAMES)
    for name in trace.columns:
        trace.column(name).sum()
    value, steps = trace.column("value"), Steps(trace)
    rivals = {condition: lambda condition=condition: find(trace, steps, condition) for condition in CONDITIONS}
    times = measured({"scan": lambda: np.flatnonzero(value == 1), **rivals}, rounds=11)
    scan = times["scan"].median
    rows = {
        condition: f"{milliseconds(times[condition].median)}, {times[condition].median / scan:.1f}"
        for condition in CONDITIONS
    }
    report(
        f"to find frames among {FRAMES:,} takes at most 4 times a numpy scan",
        {"np.flatnonzero(value == 1)": milliseconds(scan), **rows},
        all(times[condition].median < 4 * scan for condition in CONDITIONS),
    )

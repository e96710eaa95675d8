"""Facts of some frames, found without the others, against those of whole columns."""

from __future__ import annotations

import numpy as np
import pytest
from plyscope.files.sources import load
from plyscope.model.declaration import MAX, MIN

from tests.full_traces import Trace, record


def traces() -> list[Trace]:
    return [
        record("tictactoe:XO./.X./..O"),
        record("tictactoe:XO./.../...", "minimax", limit=600),
        record("tictactoe:XO./.../...", "negamax", fail="hard"),
        record(load("sample:tree/probes"), "pvs"),
        record("tree:[[[[7]]]]", "minimax"),
        record("tree:5"),
    ]


@pytest.mark.parametrize("number", range(6))
def test_which_of_some_frames_are_best_is_what_the_column_says(number: int) -> None:
    trace, draw = traces()[number], np.random.default_rng(3)
    chosen = [np.sort(draw.choice(len(trace), size, replace=False)) for size in {1, len(trace) // 2, len(trace)}]
    found = [trace.facts.are_best(frames.astype(np.int32)) for frames in chosen]
    assert "is_best" not in vars(trace.facts), "the whole column was not asked for"
    for frames, best in zip(chosen, found, strict=True):
        assert np.array_equal(best, trace.facts.is_best[frames])
        assert np.array_equal(best, trace.facts.are_best(frames.astype(np.int32)))
    assert trace.facts.kinds == set(np.unique(trace.column("kind")).tolist()) <= {MIN, MAX}


@pytest.mark.parametrize("number", range(6))
def test_the_interval_of_a_frame_is_that_of_the_columns(number: int) -> None:
    trace = traces()[number]
    trace.intervals.prepare()
    found = [trace.intervals.of(frame) for frame in range(len(trace))]
    low, high = trace.intervals.columns
    assert found == list(zip(low.tolist(), high.tolist(), strict=True))

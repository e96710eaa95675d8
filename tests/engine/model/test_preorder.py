"""Whole columns that follow from the sizes of frames, against their definitions, frame by frame."""

from __future__ import annotations

from math import inf, nan

import numpy as np
import pytest
from plyscope.model import preorder
from plyscope.model.columns import INNER
from plyscope.model.declaration import MAX
from plyscope.model.trace import Trace

from tests.full_traces import record


def fires(trace: Trace, columns: dict[str, np.ndarray], frame: int, strict: bool, excluded: np.ndarray | None) -> bool:
    """Whether α met β in a frame, by the definition."""
    value, alpha, beta = columns["value"], columns["alpha"][frame], columns["beta"][frame]
    found = [value[child] for child in trace.children(frame) if excluded is None or not excluded[child]]
    found = [one for one in found if not np.isnan(one)]
    if columns["status"][frame] != INNER or not found or np.isnan(value[frame]):
        return False
    if columns["kind"][frame] == MAX:
        alpha = np.fmax(alpha, max(found))
    else:
        beta = np.fmin(beta, min(found))
    return bool(alpha > beta if strict else alpha >= beta)


@pytest.mark.parametrize("block", [5, preorder.FRAMES_IN_BLOCK])
@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("excludes", [False, True])
def test_a_cutoff_is_where_alpha_met_beta(
    excludes: bool, strict: bool, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preorder, "FRAMES_IN_BLOCK", block)
    trace = record("tictactoe:X../.O./..X", "alphabeta")
    draw = np.random.default_rng(1)
    for _ in range(5):
        columns = {name: trace.column(name).copy() for name in trace.columns}
        for name in ("alpha", "beta", "value"):
            columns[name] = draw.choice([nan, -1, 0, 1, inf, -inf], len(trace))
        excluded = draw.random(len(trace)) < 0.3 if excludes else None
        found = preorder.cutoffs(columns, strict, excluded)
        assert found.tolist() == [fires(trace, columns, frame, strict, excluded) for frame in range(len(trace))]


@pytest.mark.parametrize("few", [0, preorder.MAX_PLIES_LISTED_TOGETHER])
def test_the_frames_of_each_ply_stand_in_the_order_of_entering(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preorder, "MAX_PLIES_LISTED_TOGETHER", few)
    ply = np.array([0, 1, 2, 2, 1, 2, 3, 3, 1], np.uint16)
    expected = [[0], [1, 4, 8], [2, 3, 5], [6, 7]]
    assert [frames.tolist() for frames in preorder.levels(ply)] == expected
    assert [frames.tolist() for frames in preorder.levels(ply, from_deepest=True)] == expected[::-1]

"""Sums of what is left away, against counting one by one."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from plyscope.layout.rows import Omitted

from tests.full_traces import record

TRACE = record("tictactoe:XO./XX./..O", "minimax")


@given(st.sets(st.integers(1, len(TRACE) - 1)))
def test_every_parent_counts_its_omitted_frames(tops: set[int]) -> None:
    left = Omitted.of(TRACE, np.array([*tops], np.int32))
    frames = np.arange(len(TRACE), dtype=np.int32)
    for frame in range(len(TRACE)):
        expected = sum(TRACE.sizes[child] for child in TRACE.children(frame) if child in tops)
        assert left.under(frame) == expected
        assert left.among(frames)[frame] == (expected > 0)


def test_no_frames_have_no_omitted_subtrees() -> None:
    assert not len(Omitted.of(TRACE, np.array([1], np.int32)).among(np.empty(0, np.int32)))

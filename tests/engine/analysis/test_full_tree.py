"""The full tree is counted exactly where minimax on it could be recorded, and estimated beyond."""

from __future__ import annotations

import numpy as np
import pytest
from plyscope import record
from plyscope.analysis import full_tree as module
from plyscope.analysis.full_tree import full_tree
from plyscope.files.sources import load


@pytest.mark.parametrize("source", ["tictactoe:", "hexline:.../..#", "tree:[1,[2,[3,4]],5]", "connectfour:4,4,3 12"])
def test_what_is_counted_is_what_minimax_visits(source: str) -> None:
    trace = record(source, "minimax")
    frames = np.bincount(trace.column("ply")).tolist()
    assert full_tree(load(source), len(frames)) == (frames, len(frames))
    assert full_tree(load(source), len(frames) + 2) == ([*frames, 0, 0], len(frames) + 2)


def test_where_counting_is_slow_an_estimate_carries_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_POSITIONS", 500)
    position = load("tictactoe:")
    frames = np.bincount(record(position, "minimax").column("ply"))
    counts, exact = full_tree(position, 10)
    assert 3 <= exact < 10
    assert counts[:exact] == frames[:exact].tolist()
    assert counts[exact:] == pytest.approx(frames[exact:], rel=0.2)
    assert full_tree(position, 10) == (counts, exact)


def test_plies_that_a_game_never_reaches_are_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_POSITIONS", 5)
    counts, exact = full_tree(load("tictactoe:"), 14)
    assert exact == 1
    assert counts[10:] == [0, 0, 0, 0]

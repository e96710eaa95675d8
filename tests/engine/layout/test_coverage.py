"""How much of a ply is marked, counted here unit by unit."""

from __future__ import annotations

import numpy as np
import pytest
from plyscope import record
from plyscope.layout.rows import Rows, Shares


@pytest.mark.parametrize("units", [1.0, 7.3, 40.0])
def test_the_share_of_every_piece(units: float) -> None:
    trace = record("tictactoe:XO./.X./...", "alphabeta")
    rows = Rows(trace)
    marked = np.arange(len(trace)) % 3 == 0
    shares = Shares(rows.rows, marked)
    edges = np.arange(0, rows.width + units, units)
    for ply, row in enumerate(rows.rows):
        fine = np.full(rows.width * 10, np.nan)
        for frame, start, end in zip(row.frames, row.starts, row.ends, strict=True):
            fine[start * 10 : end * 10] = marked[frame]
        found = shares.between(ply, edges)
        for place in range(len(edges) - 1):
            piece = fine[round(edges[place] * 10) : round(edges[place + 1] * 10)]
            there = piece[~np.isnan(piece)]
            assert found[place] == pytest.approx(there.mean() if len(there) else 0.0, abs=0.02)

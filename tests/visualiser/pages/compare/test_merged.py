"""The lines below crowded plies: at every zoom the share that differs, counted here node by node."""

from __future__ import annotations

import numpy as np
import pytest
from plyscope.analysis.comparison import Comparison
from plyscope.analysis.union import SAME, Union
from plyscope.files.sources import load
from plyscope.layout.rows import Rows
from plyscope.layout.viewport import View
from plyscope_window.canvas.strips import Columns
from plyscope_window.pages.compare.merged import DifferenceLines

from tests.full_traces import record

pytestmark = pytest.mark.qt


@pytest.mark.parametrize("zoom", [1.0, 3.0, 40.0])
def test_each_column_says_how_much_of_it_differs(zoom: float) -> None:
    position = load("sample:connectfour/chapter-7-story")
    a, b = (record(position, algorithm=name, depth=4) for name in ("minimax", "alphabeta"))
    union = Union(Comparison(a, b))
    rows = Rows(union)
    lines = DifferenceLines(rows, union, np.ones(len(union), np.bool_))
    view = View(rows.width, len(rows), 700, 500).fitted().zoomed(zoom, 200, 200)
    columns = Columns(view, 1.0)
    for ply, row in enumerate(rows.rows):
        shares = lines.differing.between(ply, columns.edges)
        assert shares.min() >= 0
        assert shares.max() <= 1
        units = np.zeros(rows.width)
        covered = np.zeros(rows.width)
        for frame, start, end in zip(row.frames, row.starts, row.ends, strict=True):
            covered[start:end] = 1
            units[start:end] = union.verdicts[frame] != SAME
        for column in range(0, columns.count, 23):
            left, right = columns.edges[column], columns.edges[column + 1]
            inside = slice(max(0, int(np.ceil(left))), max(0, int(np.floor(right))))
            if inside.stop - inside.start < 20 or not covered[inside].any():
                continue
            expected = units[inside].sum() / covered[inside].sum()
            assert shares[column] == pytest.approx(expected, abs=0.15)

"""A table that grows: what was written is still there when its room has grown."""

from __future__ import annotations

import numpy as np
from plyscope.files.growing_table import MIN_CAPACITY_ROWS, GrowingTable


def test_rows_stay() -> None:
    table = GrowingTable({"number": "i4", "half": "f8"})
    count = 0
    for more in (1, 7, MIN_CAPACITY_ROWS, 5 * MIN_CAPACITY_ROWS):
        rows = table.extend(more)
        rows["number"][:] = np.arange(count, count + more)
        rows["half"][:] = rows["number"] / 2
        count += more
    assert len(table) == count
    assert table.columns["number"].tolist() == list(range(count))
    assert (table.columns["half"] * 2 == table.columns["number"]).all()

"""A table that grows: what was written is still there when its room has grown and when rows have been dropped."""

from __future__ import annotations

import numpy as np
from plyscope.files.growing_table import LEAST_ROOM, GrowingTable


def test_rows_stay() -> None:
    table = GrowingTable({"number": "i4", "half": "f8"})
    count = 0
    for more in (1, 7, LEAST_ROOM, 5 * LEAST_ROOM):
        rows = table.extend(more)
        rows["number"][:] = np.arange(count, count + more)
        rows["half"][:] = rows["number"] / 2
        count += more
    table.keep(np.arange(count) % 3 == 0)
    table.extend(1)["number"][:] = -1
    assert len(table) == len(range(0, count, 3)) + 1
    assert table.columns["number"].tolist() == [*range(0, count, 3), -1]
    assert (table.columns["half"][:-1] * 2 == table.columns["number"][:-1]).all()

"""A table that grows: what was written is still there when its room has grown and when rows have been dropped."""

from __future__ import annotations

import numpy as np
from plyscope.files.growing_table import LEAST_ROOM, GrowingTable


def test_rows_written_one_by_one_and_at_once_stay() -> None:
    table = GrowingTable({"number": "i4", "half": "f8"})
    for number in range(LEAST_ROOM + 1):
        place = table.extend(1)
        table.items["number"][place], table.items["half"][place] = number, number / 2
    first = table.extend(5 * LEAST_ROOM)
    count = first + 5 * LEAST_ROOM
    table.columns["number"][first:] = np.arange(first, count)
    table.columns["half"][first:] = np.arange(first, count) / 2
    table.keep(np.arange(count) % 3 == 0)
    table.items["number"][table.extend(1)] = -1
    assert len(table) == len(range(0, count, 3)) + 1
    assert table.columns["number"].tolist() == [*range(0, count, 3), -1]
    assert (table.columns["half"][:-1] * 2 == table.columns["number"][:-1]).all()

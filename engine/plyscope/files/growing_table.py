"""A table that grows: columns of numpy to which many rows are added at once.

There is room for more rows than it has, twice as much each time: so a row is copied once on average, and room that is
not written yet takes no memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

MIN_CAPACITY_ROWS = 1024
"""Rows."""


class GrowingTable:
    """Columns by name to which many rows can be added at once."""

    def __init__(self, kinds: Mapping[str, str]) -> None:
        self._count, self._room = 0, MIN_CAPACITY_ROWS
        self._columns: dict[str, NDArray[Any]] = {name: np.empty(self._room, kind) for name, kind in kinds.items()}

    def __len__(self) -> int:
        return self._count

    @property
    def columns(self) -> dict[str, NDArray[Any]]:
        """The rows so far, to be read and written."""
        return {name: column[: self._count] for name, column in self._columns.items()}

    def extend(self, count: int) -> dict[str, NDArray[Any]]:
        """Add rows, and return their columns to be filled."""
        first = self._count
        self._count += count
        if self._count > self._room:
            self._room = max(self._count, 2 * self._room)
            for name, column in self._columns.items():
                self._columns[name] = np.empty(self._room, column.dtype)
                self._columns[name][:first] = column[:first]
        return {name: column[first : self._count] for name, column in self._columns.items()}

"""How much of every ply is marked in some way, for any zoom: a shade that is full where frames are, and else none.

What a ply needs for that is summed up when somebody first looks at it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from plyscope.layout.rows import Row

FULL = 127


class Shares:
    """The marked frames among those of one row index."""

    def __init__(self, rows: Sequence[Row], marked: NDArray[np.bool_]) -> None:
        self.rows = rows
        self.marked = marked
        """One entry for each frame of the recording."""
        self._summed: dict[int, Row] = {}

    def between(self, ply: int, edges: NDArray[np.float64]) -> NDArray[np.float64]:
        """Between each two edges, which ascend, how much of what lies there is marked, from 0 to 1."""
        if ply not in self._summed:
            row = self.rows[ply]
            self._summed[ply] = row.shaded(self.marked[row.frames].astype(np.int8) * np.int8(FULL))
        covered, shade = self._summed[ply].averages(edges)
        return np.where(covered > 0, np.clip(shade / FULL, 0, 1), 0.0)

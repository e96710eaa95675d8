"""What is left away because it is the same somewhere else: its sums by parent, so that a note can stand there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.trace import Trace


@dataclass(frozen=True)
class LeftAway:
    """How many frames are left away under which."""

    parents: NDArray[np.int32]
    """The frames under which something is left away, ascending."""
    sums: NDArray[np.int64]
    """How many frames that is, at each of them."""

    @staticmethod
    def of(trace: Trace, tops: NDArray[np.int32]) -> LeftAway:
        """`tops` are the frames at the top of what is left away."""
        parents, places = np.unique(trace.column("parent")[tops], return_inverse=True)
        sums = np.bincount(places, weights=trace.column("size")[tops], minlength=len(parents))
        return LeftAway(parents.astype(np.int32), sums.astype(np.int64))

    def under(self, frame: int) -> int:
        """How many frames are left away under one."""
        place = int(np.searchsorted(self.parents, np.int32(frame)))
        is_there = place < len(self.parents) and self.parents[place] == frame
        return int(self.sums[place]) if is_there else 0

    def among(self, frames: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Under which of these frames something is left away."""
        if not len(self.parents):
            return np.zeros(len(frames), np.bool_)
        places = np.minimum(np.searchsorted(self.parents, frames), len(self.parents) - 1)
        return np.asarray(self.parents[places] == frames)

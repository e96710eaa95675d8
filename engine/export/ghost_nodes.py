"""Which frames of a ghost are written: all of a small one, as far as plies are wanted; of others the first alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from engine.ghosts import Ghost


class GhostNodes:
    """What is written of one ghost."""

    def __init__(self, ghost: Ghost, is_whole: bool, plies: int | None) -> None:
        """`plies` are those that may be written below its first frame."""
        self.ghost = ghost
        self.deepest = 0 if not is_whole else plies
        column = ghost.trace.column("ply")
        found = np.flatnonzero(column <= self.deepest) if self.deepest is not None else np.arange(len(column))
        self.frames: list[int] = found.tolist()

    def __len__(self) -> int:
        return len(self.frames)

    def is_closed(self, frame: int) -> bool:
        """Whether it has children, none of which is written."""
        trace = self.ghost.trace
        return trace.sizes[frame] > 1 and trace.plies[frame] == self.deepest

"""How large everything of the tree view is at a zoom, and where it stands in the window."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from plyscope.layout.detail import Level
from plyscope.layout.viewport import View, share
from PySide6.QtCore import QPointF

from plyscope_window.canvas.near import BOARD

Floats = NDArray[np.float64]
BOARD_ROOM = 84.0
"""Pixels from which a board is drawn."""


@dataclass(frozen=True)
class Style:
    """How close the view is, and what is wanted beside the frames."""

    boards: bool
    labels: bool
    glyph: float
    """The widest glyph."""

    @staticmethod
    def of(view: View, *, has_boards: bool, labels: bool) -> Style:
        close = share(view.slot, 40, 84)
        boards = has_boards and view.slot >= BOARD_ROOM and view.pitch >= 120
        return Style(boards, labels, min(24 + 14 * close, view.pitch * 0.5))

    def widths(self, level: Level) -> Floats:
        return np.clip(level.spans * 0.82, 0, self.glyph)

    def centre(self, view: View, left: float, right: float) -> float:
        """Where the glyph of a frame between two pixels stands: in the middle of what can be seen of it."""
        return (max(left, 0.0) + min(right, view.width)) / 2

    def y(self, view: View, ply: int) -> float:
        """The middle of the glyphs of a ply."""
        return view.y_of(ply) - (BOARD / 2 + 4 if self.boards else 0)

    def foot(self, view: View, ply: int) -> float:
        """Where the edges to the children begin."""
        return self.y(view, ply) + self.glyph * 0.44 + (BOARD + 8 if self.boards else 1)

    def board_corner(self, glyph: QPointF) -> QPointF:
        """Where the board stands that belongs to a glyph."""
        return glyph + QPointF(-BOARD / 2, self.glyph * 0.44 + 5)

    def head(self, view: View, ply: int) -> float:
        """Where the edge from the parent ends."""
        return self.y(view, ply) - self.glyph * 0.44 - 1

"""Where nodes are too small for badges: a line along the foot of each ply, the stronger the more of it differs."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from engine.layout.rows import Rows
from engine.layout.shares import Shares
from engine.layout.view import View
from engine.union import SAME, Union
from visualiser.canvas.strips import Columns
from visualiser.theme import Theme

HEIGHT = 4.0


class DifferenceLines:
    """The lines of one row index."""

    def __init__(self, rows: Rows, union: Union) -> None:
        self.rows = rows
        self.differing = Shares(rows.rows, union.verdicts != SAME)

    def paint(self, painter: QPainter, ply: int, foot: float, view: View, theme: Theme) -> None:
        """The line of a ply, which ends where its blocks, or its glyphs, do."""
        columns = Columns(view, 1.0)
        strength = np.rint(self.differing.between(ply, columns.edges) * 255).astype(np.uint32)
        ink = np.uint32(theme.quiet.rgb() & 0xFFFFFF)
        pixels = np.ascontiguousarray((strength << np.uint32(24)) | ink)
        image = QImage(pixels.data, columns.count, 1, columns.count * 4, QImage.Format.Format_ARGB32)
        high = min(HEIGHT, 0.12 * view.pitch)
        painter.drawImage(QRectF(0, foot - high - 1, columns.count, high), image)

"""Where nodes are too small for badges: a line along the foot of each ply, the stronger the more of it differs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from engine.layout.rows import Row, Rows, running_sum
from engine.layout.view import View
from engine.union import SAME, Union
from visualiser.canvas.strips import Columns
from visualiser.theme import Theme

HEIGHT = 4.0
FULL = 127


class DifferenceLines:
    """The lines of one row index. What they need of a ply is summed up when the ply is first seen."""

    def __init__(self, rows: Rows, union: Union) -> None:
        self.rows = rows
        self.differs = union.verdicts != SAME
        self._summed: dict[int, Row] = {}

    def _row(self, ply: int) -> Row:
        """The ply as a row whose shades say whether a node differs."""
        if ply not in self._summed:
            row = self.rows[ply]
            shades = self.differs[row.frames].astype(np.int8) * np.int8(FULL)
            widths = (row.ends - row.starts).astype(np.int32)
            sums = running_sum(widths * shades.astype(np.int32))
            self._summed[ply] = replace(row, shades=shades, shades_before=sums)
        return self._summed[ply]

    def shares(self, ply: int, columns: Columns) -> NDArray[np.float64]:
        """For each column of pixels how much of what it shows differs, from 0 to 1; 0 where there is nothing."""
        covered, shade = self._row(ply).averages(columns.edges)
        return np.where(covered > 0, np.clip(shade / FULL, 0, 1), 0.0)

    def paint(self, painter: QPainter, ply: int, foot: float, view: View, theme: Theme) -> None:
        """The line of a ply, which ends where its blocks, or its glyphs, do."""
        columns = Columns(view, 1.0)
        strength = np.rint(self.shares(ply, columns) * 255).astype(np.uint32)
        ink = np.uint32(theme.quiet.rgb() & 0xFFFFFF)
        pixels = np.ascontiguousarray((strength << np.uint32(24)) | ink)
        image = QImage(pixels.data, columns.count, 1, columns.count * 4, QImage.Format.Format_ARGB32)
        high = min(HEIGHT, 0.12 * view.pitch)
        painter.drawImage(QRectF(0, foot - high - 1, columns.count, high), image)

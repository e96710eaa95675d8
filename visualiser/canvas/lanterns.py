"""Lanterns: a whole subtree as a small roof over a tiny icicle of it, with its number of calls."""

from __future__ import annotations

from collections import OrderedDict

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPixmap, QPolygonF

from engine.layout.rows import Rows
from visualiser.canvas.colours import COVERAGES, pixel, shade_table
from visualiser.theme import Theme, font, theme
from visualiser.words import count

ROOF = 6.0
KEPT = 3000
NEW_AT_ONCE = 24
"""Lanterns that are drawn anew in one picture; the rest follow in the next."""


class Lanterns:
    """The lanterns of one row index, made once each."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.left_to_make = NEW_AT_ONCE
        self._made: OrderedDict[tuple[int, int, str], QPixmap] = OrderedDict()

    def paint(self, painter: QPainter, frame: int, top: QPointF, size: tuple[float, float], colours: Theme) -> None:
        """A lantern that hangs from a point. The number stands below it."""
        width, height = size
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.hairline)
        x, y = top.x(), top.y()
        roof = [(x - 1.5, y), (x + 1.5, y), (x + width / 2, y + ROOF), (x - width / 2, y + ROOF)]
        painter.drawConvexPolygon(QPolygonF([QPointF(*corner) for corner in roof]))
        made = self._picture(frame, round(width))
        if made is not None:
            area = QRectF(x - width / 2, y + ROOF, width, height - ROOF)
            painter.drawPixmap(area, made, QRectF(made.rect()))
        painter.setFont(font(9.5))
        painter.setPen(colours.quiet)
        number = QRectF(x - 34, y + height + 1, 68, 13)
        painter.drawText(number, Qt.AlignmentFlag.AlignCenter, count(self.rows.trace.sizes[frame]))

    def _picture(self, frame: int, width: int) -> QPixmap | None:
        key = (frame, width, theme().name)
        made = self._made.get(key)
        if made is None:
            if self.left_to_make <= 0:
                return None
            self.left_to_make -= 1
            made = self._made[key] = self._make(frame, width)
            if len(self._made) > KEPT:
                self._made.popitem(last=False)
        self._made.move_to_end(key)
        return made

    def _make(self, frame: int, width: int) -> QPixmap:
        """The plies below the frame, a line of pixels each."""
        colours = theme()
        span = self.rows.span(frame) or (0, 1)
        edges = np.linspace(span[0], span[1], width + 1)
        unit = max(1e-9, (span[1] - span[0]) / width)
        table, lines = shade_table(colours.name), []
        for ply in range(self.rows.trace.plies[frame] + 1, len(self.rows)):
            covered, shade = self.rows[ply].averages(edges)
            if not covered.any():
                break
            coverage = np.rint(np.clip(covered / unit, 0, 1) * (COVERAGES - 1)).astype(np.intp)
            line = table[np.rint(shade).astype(np.intp) + 128, coverage]
            stubs = self.rows[ply - 1].left_out(edges)
            lines.append(line if stubs is None else np.where(stubs > covered, pixel(colours.pruned), line))
        if not lines:
            lines = [np.full(width, pixel(colours.pruned))]
        pixels = np.ascontiguousarray(np.stack(lines).astype(np.uint32))
        image = QImage(pixels.data, width, len(lines), 4 * width, QImage.Format.Format_RGB32)
        return QPixmap.fromImage(image.copy())

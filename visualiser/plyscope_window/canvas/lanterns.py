"""A lantern: a whole subtree as a small roof over a tiny icicle of it, with its number of calls."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from plyscope.layout.rows import Rows
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPolygonF

from plyscope_window.canvas.strips import blended_pixels, pixel_of
from plyscope_window.look.call_colours import theme_for
from plyscope_window.look.theme import font
from plyscope_window.words import count

ROOF_HEIGHT = 6.0
"""The height of the roof, in pixels."""
MAX_LINES = 64
"""The most lines of a lantern's icicle: more than its height in pixels."""


def paint_lantern(
    painter: QPainter, rows: Rows, frame: int, top: QPointF, size: tuple[float, float], *, is_known: bool = True
) -> None:
    """Paint a lantern that hangs from a point, with the number of its calls below."""
    colours = theme_for(rows)
    width, height = size
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colours.hairline)
    x, y = top.x(), top.y()
    roof = [(x - 1.5, y), (x + 1.5, y), (x + width / 2, y + ROOF_HEIGHT), (x - width / 2, y + ROOF_HEIGHT)]
    painter.drawConvexPolygon(QPolygonF([QPointF(*corner) for corner in roof]))
    body = lantern_icicle(rows, frame, round(width), is_known=is_known)
    painter.drawImage(QRectF(x - width / 2, y + ROOF_HEIGHT, width, height - ROOF_HEIGHT), body, QRectF(body.rect()))
    painter.setFont(font(9.5))
    painter.setPen(colours.quiet)
    text = count(rows.trace.sizes[frame])
    metrics = painter.fontMetrics()
    number_width, number_height = metrics.horizontalAdvance(text) + 4, metrics.height()
    number = QRectF(x - number_width / 2, y + height + 1, number_width, number_height)
    # Lines from the path to lower plies may run here.
    painter.fillRect(number, colours.paper)
    painter.drawText(number, Qt.AlignmentFlag.AlignCenter, text)


def lantern_icicle(rows: Rows, frame: int, width: int, *, is_known: bool = True) -> QImage:
    """An image of the plies below a frame, one line of pixels each; grey where values are not known yet."""
    colours = theme_for(rows)
    span = rows.span(frame) or (0, 1)
    edges = np.linspace(span[0], span[1], width + 1)
    unit = max(1e-9, (span[1] - span[0]) / width)
    lines = []
    for ply in lantern_plies(rows, rows.trace.plies[frame] + 1, edges):
        covered, shade = rows[ply].averages(edges)
        if not covered.any():
            break
        line, _ = blended_pixels(rows, ply, edges, covered / unit, shade * is_known, colours)
        stubs = rows[ply - 1].pruned_widths(edges)
        lines.append(line if stubs is None else np.where(stubs > covered, pixel_of(colours.pruned), line))
    if not lines:
        lines = [np.full(width, pixel_of(colours.pruned))]
    pixels = np.ascontiguousarray(np.stack(lines).astype(np.uint32))
    image = QImage(pixels.data, width, len(lines), 4 * width, QImage.Format.Format_RGB32)
    return image.copy()


def lantern_plies(rows: Rows, first: int, edges: NDArray[np.float64]) -> Sequence[int]:
    """The plies below `first` that lines are drawn for: evenly chosen where there are more than lines."""
    if len(rows) - first <= MAX_LINES:
        return range(first, len(rows))
    end = first + bisect_left(range(first, len(rows)), True, key=lambda ply: not rows[ply].averages(edges)[0].any())
    lines = min(MAX_LINES, end - first)
    return [first + (end - first) * line // lines for line in range(lines)]

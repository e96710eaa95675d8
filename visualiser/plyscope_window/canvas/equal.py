"""What the canvas says of equal calls: how often each is made, and which of them a cache had saved."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from plyscope.layout.rows import Rows
from plyscope.layout.viewport import View
from plyscope.model.trace import Trace
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from plyscope_window.canvas.blocks import seen_blocks
from plyscope_window.canvas.style import Style
from plyscope_window.look.theme import Theme, font
from plyscope_window.words import count, tr

MOST_TEXTS = 200
"""Counts that are written on one ply."""
LEAST_GLYPH = 18.0


def times_text(trace: Trace, frame: int) -> str:
    """How often the call of a frame is made; empty where it is made once, or nobody knows."""
    user_code = trace.user_code
    times = 1 if user_code is None else int(user_code.times_called[user_code.call_number(frame)])
    return tr("×{times}", times=count(times)) if times > 1 else ""


def paint_times(painter: QPainter, text: str, left: QPointF, room: float, theme: Theme) -> None:
    """Behind a glyph, below the middle; nothing where there is no room."""
    painter.setFont(font(10))
    wide = QFontMetricsF(painter.font()).horizontalAdvance(text)
    if wide <= room:
        painter.setPen(theme.quiet)
        painter.drawText(QRectF(left, left + QPointF(wide + 2, 13)), Qt.AlignmentFlag.AlignVCenter, text)


def paint_all_times(painter: QPainter, rows: Rows, view: View, style: Style, theme: Theme, until: int) -> None:
    """The counts of the frames before a certain one that are drawn one by one."""
    if rows.trace.user_code is None or style.glyph < LEAST_GLYPH or not style.labels:
        return
    for ply, frames, _, left, right in seen_blocks(rows, view):
        roomy = (right - left >= 2 * style.glyph) & (frames < until)
        for place in np.flatnonzero(roomy)[:MOST_TEXTS].tolist():
            text = times_text(rows.trace, int(frames[place]))
            if text:
                x = style.centre(view, float(left[place]), float(right[place])) + style.glyph / 2 + 3
                room = min(float(right[place]), view.width) - x
                paint_times(painter, text, QPointF(x, style.y(view, ply) + 1), room, theme)


def saved_frames(trace: Trace) -> NDArray[np.bool_] | None:
    """The frames whose results a cache had saved: they are drawn like moves that were not tried. None where none is."""
    if trace.user_code is None or not len(trace.user_code.tables.saved):
        return None
    mask = np.zeros(len(trace), np.bool_)
    mask[trace.user_code.tables.saved] = True
    return mask


def dashed(theme: Theme, width: float = 1.2) -> QPen:
    pen = QPen(theme.quiet, width)
    pen.setDashPattern([2.2, 2.2])
    return pen

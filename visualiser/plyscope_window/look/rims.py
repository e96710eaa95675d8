"""The outermost pixels of widgets that paint their whole area and are not erased first.

At a scale such as 1.25 the last pixel of a widget belongs to it only in part. Painting up to the widget's edge covers
that pixel in part or not at all, and old memory would show.
"""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QPainter


def fill_rim(painter: QPainter, area: QRect, colour: QColor) -> None:
    """Fill the rim of a widget that covers an area; call it before painting anything else."""
    around = area.adjusted(-1, -1, 1, 1)
    for strip in (
        QRect(around.left(), around.top(), around.width(), 2),
        QRect(around.left(), around.bottom() - 2, around.width(), 3),
        QRect(around.left(), around.top(), 2, around.height()),
        QRect(around.right() - 2, around.top(), 3, around.height()),
    ):
        painter.fillRect(strip, colour)

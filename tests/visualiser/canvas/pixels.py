"""Reading pictures: which colour there is most of in a place."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage


def most_common(image: QImage, centre: QPointF, across: float, down: float) -> QColor:
    """The colour of most pixels in a rectangle round a point."""
    counted: Counter[int] = Counter()
    for x in range(round(centre.x() - across / 2), round(centre.x() + across / 2) + 1):
        for y in range(round(centre.y() - down / 2), round(centre.y() + down / 2) + 1):
            if image.rect().contains(x, y):
                counted[image.pixel(x, y)] += 1
    return QColor(counted.most_common(1)[0][0])


def is_close(one: QColor, other: QColor, by: int = 4) -> bool:
    """Whether two colours are the same but for rounding."""
    apart = (one.red() - other.red(), one.green() - other.green(), one.blue() - other.blue())
    return max(map(abs, apart)) <= by

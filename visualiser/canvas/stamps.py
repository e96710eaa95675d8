"""Pictures that are drawn once and then stamped wherever they are wanted again: most of a step is the step before."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap

from visualiser.theme import Current

MOST_BYTES = 16_000_000
"""Of the stamps of one kind, at one pixel of the device for one of the window."""


class Stamps:
    """The stamps of one kind of thing; those not used for longest are forgotten."""

    def __init__(self, kept: int) -> None:
        self.kept = kept
        self.left_to_make = kept
        """How many more may be made before the picture has to be finished."""
        self.bytes = 0
        """What the stamps take up. Stamps of every size that was zoomed to would be kept otherwise."""
        self._made: OrderedDict[tuple[object, ...], QPixmap] = OrderedDict()

    def paint(
        self, painter: QPainter, key: tuple[object, ...], area: QRectF, draw: Callable[[QPainter], object]
    ) -> bool:
        """Stamps an area of the painter, in which `draw` would draw; False where there was no time to make it.

        The key says all that the drawing depends on, but for theme, size of text and resolution.
        """
        ratio = painter.device().devicePixelRatio() * painter.worldTransform().m11()
        whole = (*key, Current.theme.name, Current.text_scale, ratio)
        made = self._made.get(whole)
        if made is None:
            if self.left_to_make <= 0:
                return False
            self.left_to_make -= 1
            made = self._made[whole] = make(area, ratio, draw)
            self.bytes += bytes_of(made)
            most = MOST_BYTES * max(1.0, painter.device().devicePixelRatio()) ** 2
            while len(self._made) > self.kept or (self.bytes > most and len(self._made) > 1):
                self.bytes -= bytes_of(self._made.popitem(last=False)[1])
        self._made.move_to_end(whole)
        painter.drawPixmap(area.topLeft(), made)
        return True


def bytes_of(stamp: QPixmap) -> int:
    return stamp.width() * stamp.height() * 4


def make(area: QRectF, ratio: float, draw: Callable[[QPainter], object]) -> QPixmap:
    made = QPixmap(QSize(round(area.width() * ratio), round(area.height() * ratio)))
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    painter.translate(QPointF(-area.left(), -area.top()))
    draw(painter)
    painter.end()
    return made

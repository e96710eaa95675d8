"""Pictures that are kept: a large one until it would look different, and small stamps that are used many times.

The painter of a picture names everything that its look depends on. Most of what a step shows is the same as in the
step before, so most of it is stamped and not drawn again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from itertools import count
from math import inf

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter, QPixmap

from plyscope_window.look.theme import Current
from plyscope_window.widgets.painting import smooth_painter

MAX_CACHE_BYTES = 16_000_000
"""The memory of all stamps together, at one device pixel for one of the window."""


class StampCache:
    """The cache of all stamps of all canvases; the least recently used are dropped.

    One cache for each canvas would multiply the memory by the number of tabs that were ever in front.
    """

    def __init__(self, max_bytes: int = MAX_CACHE_BYTES) -> None:
        self.max_bytes = max_bytes
        self.bytes = 0
        self._stamps: OrderedDict[tuple[object, ...], tuple[QPixmap, Hashable]] = OrderedDict()

    def take(self, key: tuple[object, ...]) -> tuple[QPixmap, Hashable] | None:
        """A stamp and its version by its key; None where there is none. It was used last now."""
        stamp = self._stamps.get(key)
        if stamp is not None:
            self._stamps.move_to_end(key)
        return stamp

    def put(self, key: tuple[object, ...], stamp: QPixmap, version: Hashable, device_ratio: float) -> None:
        """Keep a stamp in place of its earlier version; the least recently used are dropped for it."""
        earlier = self._stamps.pop(key, None)
        if earlier is not None:
            self.bytes -= stamp_bytes(earlier[0])
        self._stamps[key] = stamp, version
        self.bytes += stamp_bytes(stamp)
        limit = self.max_bytes * max(1.0, device_ratio) ** 2
        while self.bytes > limit and len(self._stamps) > 1:
            self.bytes -= stamp_bytes(self._stamps.popitem(last=False)[1][0])

    def clear(self) -> None:
        """Drop all stamps: everything has to be drawn again."""
        self._stamps.clear()
        self.bytes = 0


STAMP_CACHE = StampCache()


class Stamps:
    """The stamps of one kind, such as boards or nodes, in the common cache."""

    _numbers = count()

    def __init__(self, cache: StampCache = STAMP_CACHE) -> None:
        self.left_to_make = inf
        """How many more may be made before this picture must be finished."""
        self._cache, self._number = cache, next(self._numbers)

    def paint(
        self,
        painter: QPainter,
        key: tuple[object, ...],
        area: QRectF,
        draw: Callable[[QPainter], object],
        *,
        version: Hashable = 0,
    ) -> bool:
        """Stamp what `draw` draws into an area; False where there was no time to draw it.

        The key holds everything the drawing depends on, apart from theme, text size, resolution, and the version. Where
        there was no time, another version is stamped in its place.
        """
        device_ratio = painter.device().devicePixelRatio()
        ratio = device_ratio * painter.worldTransform().m11()
        whole_key = (self._number, *key, Current.theme.name, Current.text_scale, ratio)
        stamp, stamped = self._cache.take(whole_key) or (None, version)
        is_made = True
        if stamp is None or stamped != version:
            if self.left_to_make > 0:
                self.left_to_make -= 1
                stamp = drawn_stamp(area, ratio, draw)
                self._cache.put(whole_key, stamp, version, device_ratio)
            else:
                is_made = False
        if stamp is not None:
            x, y = area.left(), area.top()
            # Qt finds its way from Python to whole pixels four times as fast as to points.
            if x.is_integer() and y.is_integer():
                painter.drawPixmap(int(x), int(y), stamp)
            else:
                painter.drawPixmap(area.topLeft(), stamp)
        return is_made


def stamp_bytes(stamp: QPixmap) -> int:
    """The memory of a stamp."""
    return stamp.width() * stamp.height() * 4


def drawn_stamp(area: QRectF, ratio: float, draw: Callable[[QPainter], object]) -> QPixmap:
    """A stamp of an area with what `draw` draws in it."""
    stamp = QPixmap(QSize(round(area.width() * ratio), round(area.height() * ratio)))
    stamp.setDevicePixelRatio(ratio)
    stamp.fill(Qt.GlobalColor.transparent)
    painter = smooth_painter(stamp, is_from_left=True)
    painter.translate(QPointF(-area.left(), -area.top()))
    draw(painter)
    painter.end()
    # An image that was painted on keeps its paint engine, which can be larger than the image; a copy does not.
    return stamp.copy()


class Picture:
    """The lasting picture of a canvas, and the key that it was drawn for."""

    def __init__(self) -> None:
        self.image: QImage | None = None
        self._drawn_for: tuple[object, ...] | None = None
        self._is_rough = False

    def forget(self) -> None:
        """Mark the picture to be drawn again."""
        self._drawn_for = None

    def take(self, size: QSizeF, ratio: float, key: tuple[object, ...], *, rough: bool) -> tuple[QImage, bool]:
        """The image, and whether the caller has to draw it for this key now; a fine picture serves for a rough one."""
        width, height = max(1, round(size.width() * ratio)), max(1, round(size.height() * ratio))
        if self.image is None or (self.image.width(), self.image.height()) != (width, height):
            self.image = QImage(width, height, QImage.Format.Format_RGB32)
            self.forget()
        self.image.setDevicePixelRatio(ratio)
        is_new = self._drawn_for != key or (self._is_rough and not rough)
        if is_new:
            self._drawn_for, self._is_rough = key, rough
        return self.image, is_new

"""Where everything of a plot lies in an area, in pixels: found once, for painting and for pointing alike."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil, hypot

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QGuiApplication

from plyscope_window.look.theme import font
from plyscope_window.widgets.plots.plot import Kind, Mark, Plot, Series

EDGE = 8.0
SWATCH = 16.0
"""The room of a sign in the legend."""
BETWEEN = 12.0
"""Room between two entries of the legend."""
NEAR = 9.0
"""Pixels from a point at which it is meant."""
WIDEST_BAR = 64.0
ASIDE = 8.0
"""Pixels from slot to slot between points at one place, which would hide each other."""
TITLE, SMALL = 13, 11
"""Letters of the title, and of all else."""


@dataclass(frozen=True)
class Placed:
    """A mark, and where it is drawn."""

    series: int
    mark: Mark
    area: QRectF
    """Of a bar all of it; of a point the middle, without a size."""
    column: QRectF
    """The whole height over a bar, in which pointing means it; empty for points."""


class Geometry:
    """The places of one plot in one area."""

    def __init__(self, plot: Plot, area: QRectF) -> None:
        self.plot, self.area = plot, area
        self.small = QFontMetricsF(font(SMALL))
        self.line = self.small.height()
        self.title = QRectF(area.left() + EDGE, area.top() + 4, area.width() - 2 * EDGE, title_height())
        self.remark = self._remark()
        self.legend = self._legend()
        self.inside = self._inside()

    def _remark(self) -> QRectF:
        """The sentence under the title, in as many lines as it takes."""
        room = QRectF(self.title.left(), self.title.bottom(), self.title.width(), 10 * self.line)
        text = self.plot.remark
        high = self.small.boundingRect(room, WRAPPED, text).height() if text else 0.0
        return QRectF(room.left(), room.top(), room.width(), high)

    def _legend(self) -> list[tuple[Series, QRectF]]:
        """The entries in lines, under the title."""
        found: list[tuple[Series, QRectF]] = []
        left, right = self.area.left() + EDGE, self.area.right() - EDGE
        x, y = left, self.remark.bottom() + 2
        for series in self.plot.series:
            if not series.in_legend or self.plot.is_empty:
                continue
            wide = min(right - left, SWATCH + 6 + self.small.horizontalAdvance(series.name) + 2)
            if x > left and x + wide > right:
                x, y = left, y + self.line + 2
            found.append((series, QRectF(x, y, wide, self.line)))
            x += wide + BETWEEN
        if is_mirrored():
            for _, entry in found:
                entry.moveLeft(left + right - entry.right())
        return found

    def _inside(self) -> QRectF:
        """What is left between the axes."""
        top = (self.legend[-1][1].bottom() if self.legend else self.remark.bottom()) + self.line / 2 + 2
        bottom = self.area.bottom() - 2 * self.line - 8
        labels = [self.plot.scale.text(tick) for tick in self.plot.scale.ticks(self.most_ticks(bottom - top))]
        wide = max((self.small.horizontalAdvance(label) for label in labels), default=0.0)
        left = self.area.left() + EDGE + wide + 6
        return QRectF(left, top, max(10.0, self.area.right() - EDGE - left), max(10.0, bottom - top))

    def most_ticks(self, high: float) -> int:
        return int(high / (2.2 * self.line)) + 1

    # The axes

    @property
    def pitch(self) -> float:
        """From one place to the next."""
        return self.inside.width() / max(1, len(self.plot.places))

    def x_of(self, place: float) -> float:
        return self.inside.left() + (place + 0.5) * self.pitch

    def y_of(self, amount: float) -> float:
        return self.inside.bottom() - self.plot.scale.place(amount) * self.inside.height()

    @cached_property
    def ticks(self) -> list[tuple[float, str]]:
        """Where there are lines across, and what is written beside them."""
        scale = self.plot.scale
        amounts = scale.ticks(self.most_ticks(self.inside.height()))
        return [(self.y_of(amount), scale.text(amount)) for amount in amounts]

    @cached_property
    def named_places(self) -> list[tuple[float, str, int]]:
        """Where names stand under the axis: all of them where there is room, else every second, fifth …"""
        widest = max((self.small.horizontalAdvance(name) for name in self.plot.places), default=1.0) + 8
        needed = max(1, ceil(widest / self.pitch))
        apart = next(step * 10**power for power in range(9) for step in (1, 2, 5) if step * 10**power >= needed)
        return [
            (self.x_of(number), name, number) for number, name in enumerate(self.plot.places) if number % apart == 0
        ]

    # The marks

    @cached_property
    def placed(self) -> list[Placed]:
        """All marks that can be pointed at, from place to place."""
        found = [self._place(number, mark) for number, mark in self.plot.marks]
        return sorted(found, key=lambda placed: (placed.mark.place, placed.series))

    def _place(self, number: int, mark: Mark) -> Placed:
        series = self.plot.series[number]
        if series.kind is not Kind.BARS:
            aside = (series.slot - (self.plot.slots - 1) / 2) * min(ASIDE, self.pitch / (self.plot.slots + 1))
            x = self.x_of(mark.place) + (aside if series.kind is Kind.POINTS else 0.0)
            middle = QPointF(x, self.y_of(mark.high))
            return Placed(number, mark, QRectF(middle, middle), QRectF())
        room = min(self.pitch * 0.84, WIDEST_BAR * self.plot.slots)
        wide = room / self.plot.slots
        left = self.x_of(mark.place) - room / 2 + series.slot * wide
        gap = min(1.0, wide * 0.1)
        top, bottom = self.y_of(mark.high), self.y_of(mark.low)
        bar = QRectF(left + gap, top, wide - 2 * gap, bottom - top)
        column = QRectF(left, self.inside.top(), wide, self.inside.height())
        if self.plot.slots == 1:
            column = QRectF(self.x_of(mark.place) - self.pitch / 2, column.top(), self.pitch, column.height())
        return Placed(number, mark, bar, column)

    def line_between(self, before: Mark, after: Mark) -> QLineF | None:
        """The straight line from mark to mark, as much of it as lies between the axes."""
        scale = self.plot.scale
        first, last = scale.unbounded_place(before.high), scale.unbounded_place(after.high)
        start, end = 0.0, 1.0
        if first != last:
            at_edges = sorted(((edge - first) / (last - first)) for edge in (0.0, 1.0))
            start, end = max(start, at_edges[0]), min(end, at_edges[1])
        if start > end or (first == last and not 0 <= first <= 1):
            return None
        places = [before.place + share * (after.place - before.place) for share in (start, end)]
        heights = [first + share * (last - first) for share in (start, end)]
        points = [
            QPointF(self.x_of(place), self.inside.bottom() - height * self.inside.height())
            for place, height in zip(places, heights, strict=True)
        ]
        return QLineF(points[0], points[1])

    def at(self, point: QPointF) -> Placed | None:
        """The mark that somebody points at: a point nearby, else the nearest bar above or below."""
        if not self.inside.adjusted(-NEAR, -NEAR, NEAR, NEAR).contains(point):
            return None
        near = [(distance(placed.area.center(), point), place) for place, placed in enumerate(self.placed)
                if placed.column.isEmpty()]  # fmt: skip
        closest = min(near, default=(NEAR + 1, -1))
        if closest[0] <= NEAR:
            return self.placed[closest[1]]
        over = [placed for placed in self.placed if placed.column.contains(point)]
        return min(over, key=lambda placed: (beyond(placed.area, point.y()), -placed.area.height()), default=None)


def distance(one: QPointF, other: QPointF) -> float:
    return hypot(one.x() - other.x(), one.y() - other.y())


def beyond(bar: QRectF, y: float) -> float:
    """How far a height lies above or below a bar."""
    return max(bar.top() - y, y - bar.bottom(), 0.0)


def is_mirrored() -> bool:
    """Whether words read from the right. Amounts and places run from the left everywhere."""
    return QGuiApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft


def title_height() -> float:
    return QFontMetricsF(font(TITLE, bold=True)).height() + 2


WRAPPED = 0x1000
"""Qt.TextFlag.TextWordWrap as the number that font metrics take."""


def height_for(plot: Plot, width: float, inside: float) -> float:
    """How high a plot has to be, for so much room between its axes."""
    tried = Geometry(plot, QRectF(0, 0, width, 1000))
    return 1000 - tried.inside.height() + inside

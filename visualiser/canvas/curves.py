"""The bent line of an arrow, from the rim of one glyph to the rim of another: as points, and as a single stroke.

A step has no time for forty short lines with a round joint each: whatever part of the curve is seen is one curve
again, and the points serve only to find that part, and free places beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import hypot
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

if TYPE_CHECKING:
    from visualiser.canvas.places import Place

SAMPLES = 40
"""Points by which a curve is known, beside the first."""
BEND, LEAST_BEND = 0.2, 72.0
"""How far a curve is drawn aside, as a part of its length, and in pixels: siblings stand between siblings."""
RIM = 4.0
"""How far off the rim of an area a curve ends, so that an arrowhead has room."""

Point = tuple[float, float]


class Curve:
    """A curve between two places, bent to one side of the straight line."""

    def __init__(self, start: Place, end: Place, side: int) -> None:
        (x, y), (to_x, to_y) = (start.point.x(), start.point.y()), (end.point.x(), end.point.y())
        length = hypot(to_x - x, to_y - y) or 1.0
        aside = side * max(BEND * length, min(LEAST_BEND, 0.8 * length)) / length
        self._ends = (x, y), (to_x, to_y)
        self._control = ((x + to_x) / 2 - (to_y - y) * aside, (y + to_y) / 2 + (to_x - x) * aside)
        self._first, self._last = min(0.4, (start.reach + 4) / length), 1 - min(0.4, (end.reach + 5) / length)

    def _time(self, sample: int) -> float:
        return self._first + (self._last - self._first) * sample / SAMPLES

    def _blend(self, one: float, other: float) -> Point:
        """Between two times: with both the same it is the point of that time, else what bends the part between."""
        (x, y), (to_x, to_y) = self._ends
        begin, end = (1 - one) * (1 - other), one * other
        middle = 1 - begin - end
        return begin * x + middle * self._control[0] + end * to_x, begin * y + middle * self._control[1] + end * to_y

    def at(self, sample: int) -> Point:
        time = self._time(sample)
        return self._blend(time, time)

    def points(self) -> list[Point]:
        return [self.at(sample) for sample in range(SAMPLES + 1)]

    def part(self, first: int, last: int) -> QPainterPath:
        """The curve from one of its points to another."""
        path = QPainterPath(QPointF(*self.at(first)))
        bend = self._blend(self._time(first), self._time(last))
        path.quadTo(QPointF(*bend), QPointF(*self.at(last)))
        return path


def seen_part(points: Sequence[Point], area: QRectF) -> range:
    """Where the longest run of points inside an area is."""
    left, right = area.left() + RIM, area.right() - RIM
    top, bottom = area.top() + RIM, area.bottom() - RIM
    inside = [left <= x <= right and top <= y <= bottom for x, y in points]
    runs = (list(run) for is_inside, run in groupby(range(len(points)), inside.__getitem__) if is_inside)
    longest = max(runs, key=len, default=[])
    return range(longest[0], longest[-1] + 1) if longest else range(0)

"""The shapes that stand for frames: a triangle up for MAX, down for MIN, a square where the search stopped.

A circle stands for a call whose side is not known, and for a frame of chance.
"""

from __future__ import annotations

from functools import lru_cache
from math import hypot, isnan
from typing import TYPE_CHECKING

from plyscope.messages import shortened
from plyscope.model.columns import BOUND_SIGNS, LEAVES, OPEN
from plyscope.model.declaration import CHANCE, MAX, MIN, NO_SIDE
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from plyscope_window.look.theme import font, text_width
from plyscope_window.words import number, tr

if TYPE_CHECKING:
    from plyscope.model.trace import Trace

LONGEST_RESULT = 6
"""The most characters of a result that is no number."""
SHAPES = UP, DOWN, SQUARE, ROUND, DIE = 0, 1, 2, 3, 4
"""The shapes."""
OF_KIND = {MAX: UP, MIN: DOWN, NO_SIDE: ROUND, CHANCE: DIE}


def shape_of(kind: int, status: int) -> int:
    return SQUARE if status in LEAVES else OF_KIND[kind]


def shape_of_stub(kind: int) -> int:
    """The shape of a pruned move of a frame of this kind."""
    return {MAX: DOWN, MIN: UP}.get(kind, ROUND)


def shape_after(trace: Trace, frame: int, move: int) -> int:
    """The shape of a pruned move of a frame, in any game."""
    kind = trace.kind_after(frame, move, -1)
    return shape_of_stub(trace.kinds[frame]) if kind < 0 else OF_KIND[kind]


def shape_of_frame(trace: Trace, frame: int) -> int:
    return shape_of(trace.kinds[frame], trace.statuses[frame])


def side_of_frame(trace: Trace, frame: int) -> str:
    """Whose turn it is in a frame, or that it is a leaf of the search."""
    return side_name(shape_of_frame(trace, frame))


def side_name(shape: int) -> str:
    return (tr("MAX"), tr("MIN"), tr("LEAF"), tr("CALL"), tr("CHANCE"))[shape]


@lru_cache(maxsize=256)
def outline(shape: int, width: float) -> QPainterPath:
    """A shape of a given width about the origin."""
    height = width * 0.88
    if shape == SQUARE:
        side = width * 0.8
        path = QPainterPath()
        path.addRoundedRect(QRectF(-side / 2, -side / 2, side, side), width * 0.09, width * 0.09)
        return path
    if shape in (ROUND, DIE):
        path = QPainterPath()
        path.addEllipse(QPointF(0, 0), width * 0.42, width * 0.42)
        return path
    turned = 1 if shape == UP else -1
    corners = [
        QPointF(0, -height / 2 * turned),
        QPointF(width / 2, height / 2 * turned),
        QPointF(-width / 2, height / 2 * turned),
    ]
    return rounded(corners, width * 0.07 + 0.01)


def rounded(corners: list[QPointF], radius: float) -> QPainterPath:
    """A polygon with rounded corners."""
    path = QPainterPath()
    for place, corner in enumerate(corners):
        before, after = corners[place - 1], corners[(place + 1) % len(corners)]
        start, end = towards(corner, before, radius), towards(corner, after, radius)
        if place:
            path.lineTo(start)
        else:
            path.moveTo(start)
        path.quadTo(corner, end)
    path.closeSubpath()
    return path


def towards(point: QPointF, other: QPointF, distance: float) -> QPointF:
    length = hypot(other.x() - point.x(), other.y() - point.y()) or 1.0
    return point + (other - point) * (distance / length)


def paint_glyph(painter: QPainter, shape: int, centre: QPointF, width: float, fill: QColor, line: QPen) -> None:
    painter.setPen(line)
    painter.setBrush(fill)
    painter.translate(centre)
    painter.drawPath(outline(shape, width))
    painter.translate(-centre)


def paint_grown(painter: QPainter, shape: int, centre: QPointF, size: QSizeF, fill: QColor, line: QPen) -> None:
    """A glyph that has grown wider than its usual `size.height()` for its text."""
    usual = size.height()
    painter.save()
    painter.translate(centre)
    painter.scale(size.width() / usual, 1.0)
    line.setCosmetic(True)
    painter.setPen(line)
    painter.setBrush(fill)
    painter.drawPath(outline(shape, usual))
    painter.restore()


def grown_width(shape: int, text: str, usual: float, pixels: float, room: float) -> float:
    """The width of a glyph in which a text of so many pixels fits, as far as there is room."""
    wide = text_width(font(pixels, bold=True), text)
    needed = (wide + 8) / 0.8 if shape == SQUARE else wide * 1.75 + 8
    return min(max(usual, needed), max(usual, room))


def text_area(shape: int, centre: QPointF, width: float) -> QRectF:
    """The area in which a text stands in the optical middle of a shape."""
    shift = {UP: width * 0.14, DOWN: -width * 0.14, SQUARE: 0.0, ROUND: 0.0, DIE: 0.0}[shape]
    return QRectF(centre.x() - width, centre.y() - width / 2 + shift, 2 * width, width)


def paint_half(
    painter: QPainter, centre: QPointF, size: float, *, is_right: bool, colour: QColor, ground: QColor
) -> None:
    """Paint the square of a side of a comparison: its left half is filled for the first, its right for the second."""
    painter.setPen(QPen(colour, 1.4))
    painter.setBrush(ground)
    whole = QRectF(centre.x() - size / 2, centre.y() - size / 2, size, size)
    painter.drawRoundedRect(whole, 2.5, 2.5)
    half = QRectF(centre.x() if is_right else whole.left(), whole.top(), size / 2, size)
    painter.fillRect(half, colour)


def no_line() -> QPen:
    return QPen(Qt.PenStyle.NoPen)


def dashed(colour: QColor, width: float, dash: float, gap: float | None = None) -> QPen:
    """A pen of dashes that are so many widths long, with gaps between them that are as long unless it is said."""
    pen = QPen(colour, width)
    pen.setDashPattern([dash, dash if gap is None else gap])
    return pen


def round_pen(colour: QColor, width: float) -> QPen:
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def short_value(trace: Trace, frame: int) -> str:
    """A frame's value with all its digits, with a sign where it is only a bound; no number looks like another one."""
    if trace.statuses[frame] == OPEN:
        return "?"
    if trace.is_undecided(frame):
        return "–"
    if isnan(trace.values[frame]) and (result := trace.origin.result_text(frame)) is not None:
        return shortened(result, LONGEST_RESULT)
    return BOUND_SIGNS.get(trace.bound_of(frame) or "", "") + number(trace.values[frame])

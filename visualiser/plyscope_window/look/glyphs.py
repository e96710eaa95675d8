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

MAX_RESULT_CHARS = 6
"""The most characters of a result that is no number."""
SHAPES = UP, DOWN, SQUARE, ROUND, DIE = 0, 1, 2, 3, 4
"""The shapes, by numbers that index arrays; a die is drawn as a circle."""
SHAPE_OF_KIND = {MAX: UP, MIN: DOWN, NO_SIDE: ROUND, CHANCE: DIE}
"""The shape of an inner frame, by whose turn it is."""


def shape_of(kind: int, status: int) -> int:
    """The shape of a frame of this kind and status: a square for a leaf, else by whose turn it is."""
    return SQUARE if status in LEAVES else SHAPE_OF_KIND[kind]


def shape_of_stub(kind: int) -> int:
    """The shape of a pruned move of a frame of this kind, in a game in which the sides alternate."""
    return {MAX: DOWN, MIN: UP}.get(kind, ROUND)


def shape_after(trace: Trace, frame: int, move: int) -> int:
    """The shape of a pruned move of a frame, by the turn after it; where that is not known, the sides alternate."""
    kind = trace.kind_after(frame, move, -1)
    return shape_of_stub(trace.kinds[frame]) if kind < 0 else SHAPE_OF_KIND[kind]


def shape_of_frame(trace: Trace, frame: int) -> int:
    """The shape of a frame of a recording."""
    return shape_of(trace.kinds[frame], trace.statuses[frame])


def side_of_frame(trace: Trace, frame: int) -> str:
    """Whose turn it is in a frame, or that it is a leaf of the search."""
    return side_name(shape_of_frame(trace, frame))


def side_name(shape: int) -> str:
    """What is written beside a shape: MAX, MIN, LEAF, CALL or CHANCE, in the user's language."""
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
        start, end = point_towards(corner, before, radius), point_towards(corner, after, radius)
        if place:
            path.lineTo(start)
        else:
            path.moveTo(start)
        path.quadTo(corner, end)
    path.closeSubpath()
    return path


def point_towards(point: QPointF, other: QPointF, distance: float) -> QPointF:
    """The point at a distance from a point on the straight way to another."""
    length = hypot(other.x() - point.x(), other.y() - point.y()) or 1.0
    return point + (other - point) * (distance / length)


def paint_glyph(painter: QPainter, shape: int, centre: QPointF, width: float, fill: QColor, line: QPen) -> None:
    """Paint a shape of a width about its centre."""
    painter.setPen(line)
    painter.setBrush(fill)
    painter.translate(centre)
    painter.drawPath(outline(shape, width))
    painter.translate(-centre)


def paint_grown(painter: QPainter, shape: int, centre: QPointF, size: QSizeF, fill: QColor, line: QPen) -> None:
    """Paint a glyph that has grown wider than its usual `size.height()` for its text."""
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
    """The width of a glyph around a bold text of a font size: no less than usual, and no more than there is room."""
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
    """A pen for shapes without an outline."""
    return QPen(Qt.PenStyle.NoPen)


def dashed(colour: QColor, width: float, dash: float, gap: float | None = None) -> QPen:
    """A pen of dashes and gaps, both in widths of the line; gaps are as long as dashes unless given."""
    pen = QPen(colour, width)
    pen.setDashPattern([dash, dash if gap is None else gap])
    return pen


def round_pen(colour: QColor, width: float) -> QPen:
    """A pen whose lines end round and join round."""
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def short_value(trace: Trace, frame: int) -> str:
    """A frame's value, with ≥ or ≤ for a bound, or its result cut short; `?` for an open frame, – for no decision."""
    if trace.statuses[frame] == OPEN:
        return "?"
    if trace.is_undecided(frame):
        return "–"
    if isnan(trace.values[frame]) and (result := trace.origin.result_text(frame)) is not None:
        return shortened(result, MAX_RESULT_CHARS)
    return BOUND_SIGNS.get(trace.bound_of(frame) or "", "") + number(trace.values[frame])

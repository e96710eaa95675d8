"""Paints a plot, in the window or into a picture. Colours are the theme's, and none of them means anything by itself:
series are told apart by fills, dashes and the shapes of their points. Only yellow keeps its meaning, which is now."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from plyscope_window.look.theme import font, mixed, theme
from plyscope_window.widgets.painting import elided, paint_pill
from plyscope_window.widgets.plots.geometry import SMALL, SWATCH, TITLE, Geometry, Placed, is_mirrored
from plyscope_window.widgets.plots.plot import Fill, Kind, Mark, Series

HATCH = 5.0
"""Pixels between the lines of a hatched bar."""
BAR_TONE = 0.58
"""How far bars are from the paper's colour to the ink's: lines have to be seen on them."""
BAND_TONE = 0.16
"""The same of an area that lines and points lie on."""
REACH = 3.5
"""From the middle of a point to its edge."""
CORNERS: dict[str, list[tuple[float, float]]] = {
    "square": [(-1, -1), (1, -1), (1, 1), (-1, 1)],
    "triangle": [(0, -1.2), (1.1, 0.9), (-1.1, 0.9)],
    "diamond": [(0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)],
}
"""Of the points that are polygons, by their reach."""


def colour_of(series: Series) -> QColor:
    return mixed(theme().paper, theme().ink, series.tone)


def paint_plot(
    painter: QPainter,
    geometry: Geometry,
    *,
    pointed: Placed | None = None,
    current: Placed | None = None,
    now: int | None = None,
) -> None:
    """All of a plot. `pointed` is under the pointer, `current` has the keyboard, `now` is the place of the cursor."""
    painter.save()
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_title(painter, geometry)
    if not geometry.plot.is_empty:
        paint_axes(painter, geometry, now)
        paint_bands(painter, geometry)
        for placed in geometry.placed:
            series = geometry.plot.series[placed.series]
            if series.kind is Kind.BARS:
                paint_bar(painter, placed.area, series, is_strong=placed is pointed or placed is current)
        paint_lines(painter, geometry)
        for placed in geometry.placed:
            series = geometry.plot.series[placed.series]
            if series.kind is not Kind.BARS:
                if series.kind is Kind.LINE:
                    paint_disc(painter, placed.area.center(), REACH + 2)
                reach = REACH * (1.6 if placed is pointed or placed is current else 1.0)
                paint_marker(painter, placed.area.center(), series, reach)
        if current is not None:
            paint_ring(painter, current)
    painter.restore()


def paint_title(painter: QPainter, geometry: Geometry) -> None:
    plot = geometry.plot
    if is_mirrored():
        painter.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    leading = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter
    face = font(TITLE, bold=True)
    painter.setFont(face)
    painter.setPen(theme().ink)
    painter.drawText(geometry.title, leading, elided(plot.title, face, geometry.title.width()))
    painter.setFont(font(SMALL))
    painter.setPen(theme().quiet)
    painter.drawText(geometry.remark, Qt.AlignmentFlag.AlignLeading | Qt.TextFlag.TextWordWrap, plot.remark)
    for series, area in geometry.legend:
        swatch = QRectF(area.right() - SWATCH if is_mirrored() else area.left(), area.center().y() - 5, SWATCH, 10)
        if series.kind is Kind.BARS:
            paint_bar(painter, swatch, series, is_strong=False)
        elif series.kind is Kind.BAND:
            painter.fillRect(swatch, band_colour(series))
        else:
            painter.setPen(pen_of(series))
            painter.drawLine(QLineF(swatch.left(), swatch.center().y(), swatch.right(), swatch.center().y()))
            if series.kind is not Kind.CURVE:
                paint_marker(painter, swatch.center(), series, REACH)
        painter.setFont(font(SMALL))
        painter.setPen(theme().ink)
        room = SWATCH + 6
        words = area.adjusted(-2, 0, -room, 0) if is_mirrored() else area.adjusted(room, 0, 2, 0)
        painter.drawText(words, leading, elided(series.name, font(SMALL), words.width()))
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def paint_axes(painter: QPainter, geometry: Geometry, now: int | None) -> None:
    colours, inside = theme(), geometry.inside
    painter.setFont(font(SMALL))
    high = geometry.line
    for y, text in geometry.ticks:
        painter.setPen(QPen(colours.hairline, 1))
        painter.drawLine(QLineF(inside.left(), y, inside.right(), y))
        painter.setPen(colours.quiet)
        label = QRectF(geometry.area.left(), y - high / 2, inside.left() - geometry.area.left() - 6, high)
        painter.drawText(label, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
    painter.setPen(QPen(colours.edge, 1))
    painter.drawLine(QLineF(inside.left(), inside.bottom(), inside.right(), inside.bottom()))
    painter.setPen(colours.quiet)
    for x, name, number in geometry.named_places:
        if number != now:
            reach = geometry.small.horizontalAdvance(name) / 2
            middle = max(geometry.area.left() + reach, min(x, geometry.area.right() - reach))
            area = QRectF(middle - 60, inside.bottom() + 3, 120, high)
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, name)
    across = QRectF(inside.left(), inside.bottom() + high + 5, inside.width(), high)
    painter.drawText(across, Qt.AlignmentFlag.AlignCenter, geometry.plot.across)
    if now is not None and 0 <= now < len(geometry.plot.places):
        wide = geometry.small.horizontalAdvance(geometry.plot.places[now]) + 14
        area = QRectF(geometry.x_of(now) - wide / 2, inside.bottom() + 2, wide, high + 2)
        paint_pill(painter, area, geometry.plot.places[now], colours.now, colours.on_now, font(SMALL))


def pen_of(series: Series) -> QPen:
    return QPen(colour_of(series), 1.6, Qt.PenStyle.DashLine if series.is_dashed else Qt.PenStyle.SolidLine)


def band_colour(series: Series) -> QColor:
    return mixed(theme().paper, theme().ink, BAND_TONE * series.tone)


def paint_bands(painter: QPainter, geometry: Geometry) -> None:
    """Areas under everything else."""
    painter.setPen(Qt.PenStyle.NoPen)
    for series in geometry.plot.series:
        if series.kind is Kind.BAND:
            painter.setBrush(band_colour(series))
            above = [QPointF(geometry.x_of(mark.place), geometry.y_of(mark.high)) for mark in series.marks]
            below = [QPointF(geometry.x_of(mark.place), geometry.y_of(mark.low)) for mark in series.marks]
            painter.drawPolygon(QPolygonF([*above, *reversed(below)]))


def paint_bar(painter: QPainter, area: QRectF, series: Series, *, is_strong: bool) -> None:
    colours = theme()
    if area.height() <= 0:
        return
    ink = mixed(colours.paper, colours.ink, BAR_TONE * series.tone)
    grounds = {Fill.SOLID: ink, Fill.LIGHT: mixed(colours.paper, ink, 0.28), Fill.HATCHED: colours.paper}
    painter.fillRect(area, grounds[series.fill])
    if series.fill is Fill.HATCHED:
        painter.setPen(QPen(ink, 1.2))
        painter.drawLines(list(hatching(area)))
    if min(area.width(), area.height()) > 3 or is_strong:
        painter.setPen(QPen(colours.ink if is_strong else ink, 2.0 if is_strong else 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5) if area.height() > 1 else area)


def hatching(area: QRectF) -> list[QLineF]:
    """Slanting lines that end at the edges of a bar: clipping is not kept in every kind of picture."""
    found = []
    offset = HATCH
    while offset < area.width() + area.height():
        left, right = max(0.0, offset - area.height()), min(area.width(), offset)
        low, high = area.top() + offset - left, area.top() + offset - right
        found.append(QLineF(area.left() + left, low, area.left() + right, high))
        offset += HATCH
    return found


def paint_lines(painter: QPainter, geometry: Geometry) -> None:
    """The lines of each series, broken where a place has no mark, and cut off where they leave the plot."""
    for series in geometry.plot.series:
        if series.kind not in (Kind.LINE, Kind.CURVE):
            continue
        pairs = [pair for pair in pairwise(series.marks) if series.kind is Kind.CURVE or are_neighbours(*pair)]
        lines = [line for pair in pairs if (line := geometry.line_between(*pair)) is not None]
        if series.kind is Kind.LINE:
            # On paper of its own it is seen over bars of any colour.
            painter.setPen(QPen(theme().paper, 4.5))
            painter.drawLines(lines)
        painter.setPen(pen_of(series))
        painter.drawLines(lines)


def are_neighbours(before: Mark, after: Mark) -> bool:
    return after.place - before.place <= 1


def paint_marker(painter: QPainter, middle: QPointF, series: Series, reach: float) -> None:
    """A point in its series' shape."""
    colour = colour_of(series)
    painter.setPen(QPen(colour, 1.6))
    painter.setBrush(theme().paper if series.marker == "ring" else colour)
    x, y = middle.x(), middle.y()
    if series.marker in CORNERS:
        corners = [QPointF(x + across * reach, y + down * reach) for across, down in CORNERS[series.marker]]
        painter.drawPolygon(QPolygonF(corners))
    elif series.marker == "cross":
        painter.drawLine(QLineF(x - reach, y - reach, x + reach, y + reach))
        painter.drawLine(QLineF(x - reach, y + reach, x + reach, y - reach))
    else:
        painter.drawEllipse(middle, reach, reach)


def paint_disc(painter: QPainter, middle: QPointF, reach: float) -> None:
    """Paper under a point, so that it is seen over bars and lines."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme().paper)
    painter.drawEllipse(middle, reach, reach)


def paint_ring(painter: QPainter, placed: Placed) -> None:
    """Round the mark that has the keyboard."""
    painter.setPen(QPen(theme().for_max, 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    room = 3.0 if not placed.column.isEmpty() else 8.0
    painter.drawRoundedRect(placed.area.adjusted(-room, -room, room, room), 3, 3)

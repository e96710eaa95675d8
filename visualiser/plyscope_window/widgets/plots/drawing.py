"""How a plot is drawn, in the window or into a picture.

The geometry says where everything lies in an area, in pixels: found once, for painting and for pointing alike. Colours
are those of the theme, and no meaning rests on colour alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil, hypot

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QGuiApplication, QPainter, QPen, QPolygonF

from plyscope_window.look.theme import font, mixed, theme
from plyscope_window.widgets.painting import elided, paint_pill
from plyscope_window.widgets.plots.plot import Fill, Kind, Mark, Plot, Series

PLOT_MARGIN = 8.0
"""Room beside a plot, in pixels."""
SWATCH_WIDTH = 16.0
"""Width of a symbol in the legend, in pixels."""
LEGEND_GAP = 12.0
"""Room between two entries of the legend, in pixels."""
POINTER_REACH = 9.0
"""How far the pointer may be from a point, in pixels."""
MAX_BAR_WIDTH = 64.0
"""The largest width of a bar, in pixels."""
SLOT_PITCH = 8.0
"""Pixels between the points of one place, which would otherwise hide each other."""
TITLE_SIZE, TEXT_SIZE = 13, 11
"""Text sizes of the title, and of everything else."""


@dataclass(frozen=True)
class PlacedMark:
    """A mark, and where it is drawn."""

    series: int
    mark: Mark
    area: QRectF
    """The rectangle of a bar; for a point its centre, without a size."""
    column: QRectF
    """The column of a bar from bottom to top, in which the pointer selects it; empty for points."""


class Geometry:
    """Where everything of one plot lies in one area, in pixels."""

    def __init__(self, plot: Plot, area: QRectF) -> None:
        self.plot, self.area = plot, area
        self.small = QFontMetricsF(font(TEXT_SIZE))
        self.line = self.small.height()
        self.title = QRectF(area.left() + PLOT_MARGIN, area.top() + 4, area.width() - 2 * PLOT_MARGIN, title_height())
        self.remark = self._remark()
        self.legend = self._legend()
        self.inside = self._inside()

    def _remark(self) -> QRectF:
        """Find the area of the remark below the title."""
        room = QRectF(self.title.left(), self.title.bottom(), self.title.width(), 10 * self.line)
        text = self.plot.remark
        height = self.small.boundingRect(room, WORD_WRAP_FLAG, text).height() if text else 0.0
        return QRectF(room.left(), room.top(), room.width(), height)

    def _legend(self) -> list[tuple[Series, QRectF]]:
        """Find the areas of the legend's entries, in lines below the remark."""
        entries: list[tuple[Series, QRectF]] = []
        left, right = self.area.left() + PLOT_MARGIN, self.area.right() - PLOT_MARGIN
        x, y = left, self.remark.bottom() + 2
        for series in self.plot.series:
            if not series.in_legend or self.plot.is_empty:
                continue
            width = min(right - left, SWATCH_WIDTH + 6 + self.small.horizontalAdvance(series.name) + 2)
            if x > left and x + width > right:
                x, y = left, y + self.line + 2
            entries.append((series, QRectF(x, y, width, self.line)))
            x += width + LEGEND_GAP
        if QGuiApplication.isRightToLeft():
            for _, entry in entries:
                entry.moveLeft(left + right - entry.right())
        return entries

    def _inside(self) -> QRectF:
        """Find the area between the axes."""
        top = (self.legend[-1][1].bottom() if self.legend else self.remark.bottom()) + self.line / 2 + 2
        bottom = self.area.bottom() - 2 * self.line - 8
        labels = [self.plot.scale.text(tick) for tick in self.plot.scale.ticks(self.max_ticks(bottom - top))]
        width = max((self.small.horizontalAdvance(label) for label in labels), default=0.0)
        left = self.area.left() + PLOT_MARGIN + width + 6
        return QRectF(left, top, max(10.0, self.area.right() - PLOT_MARGIN - left), max(10.0, bottom - top))

    def max_ticks(self, height: float) -> int:
        """The most labels that have room on a vertical axis of a height."""
        return int(height / (2.2 * self.line)) + 1

    # The axes

    @property
    def pitch(self) -> float:
        """The distance between two places of the horizontal axis."""
        return self.inside.width() / max(1, len(self.plot.places))

    def x_of(self, place: float) -> float:
        """The x of a place of the horizontal axis."""
        return self.inside.left() + (place + 0.5) * self.pitch

    def y_of(self, amount: float) -> float:
        """The y of an amount; for one beyond the scale, that of its end."""
        return self.inside.bottom() - self.plot.scale.place(amount) * self.inside.height()

    @cached_property
    def ticks(self) -> list[tuple[float, str]]:
        """The y of each horizontal line, and its label."""
        scale = self.plot.scale
        amounts = scale.ticks(self.max_ticks(self.inside.height()))
        return [(self.y_of(amount), scale.text(amount)) for amount in amounts]

    @cached_property
    def named_places(self) -> list[tuple[float, str, int]]:
        """The x, name and number of the places whose names have room: of all, or of every second, fifth, tenth …"""
        widest = max((self.small.horizontalAdvance(name) for name in self.plot.places), default=1.0) + 8
        needed = max(1, ceil(widest / self.pitch))
        apart = next(step * 10**power for power in range(9) for step in (1, 2, 5) if step * 10**power >= needed)
        return [
            (self.x_of(number), name, number) for number, name in enumerate(self.plot.places) if number % apart == 0
        ]

    # The marks

    @cached_property
    def placed(self) -> list[PlacedMark]:
        """All marks that the pointer can select, in the order of places."""
        marks = [self._place(number, mark) for number, mark in self.plot.marks]
        return sorted(marks, key=lambda placed: (placed.mark.place, placed.series))

    def _place(self, number: int, mark: Mark) -> PlacedMark:
        """Find the area of a mark of the series with this number."""
        series = self.plot.series[number]
        if series.kind is not Kind.BARS:
            aside = (series.slot - (self.plot.slots - 1) / 2) * min(SLOT_PITCH, self.pitch / (self.plot.slots + 1))
            x = self.x_of(mark.place) + (aside if series.kind is Kind.POINTS else 0.0)
            middle = QPointF(x, self.y_of(mark.high))
            return PlacedMark(number, mark, QRectF(middle, middle), QRectF())
        room = min(self.pitch * 0.84, MAX_BAR_WIDTH * self.plot.slots)
        width = room / self.plot.slots
        left = self.x_of(mark.place) - room / 2 + series.slot * width
        gap = min(1.0, width * 0.1)
        top, bottom = self.y_of(mark.high), self.y_of(mark.low)
        bar = QRectF(left + gap, top, width - 2 * gap, bottom - top)
        column = QRectF(left, self.inside.top(), width, self.inside.height())
        if self.plot.slots == 1:
            column = QRectF(self.x_of(mark.place) - self.pitch / 2, column.top(), self.pitch, column.height())
        return PlacedMark(number, mark, bar, column)

    def line_between(self, before: Mark, after: Mark) -> QLineF | None:
        """The line between two marks, clipped to the area between the axes; None where it lies outside."""
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

    def at(self, point: QPointF) -> PlacedMark | None:
        """The mark under the pointer: a nearby point, else the nearest bar above or below; None for neither."""
        if not self.inside.adjusted(-POINTER_REACH, -POINTER_REACH, POINTER_REACH, POINTER_REACH).contains(point):
            return None
        near = [(distance(placed.area.center(), point), place) for place, placed in enumerate(self.placed)
                if placed.column.isEmpty()]  # fmt: skip
        closest = min(near, default=(POINTER_REACH + 1, -1))
        if closest[0] <= POINTER_REACH:
            return self.placed[closest[1]]
        over = [placed for placed in self.placed if placed.column.contains(point)]
        return min(
            over, key=lambda placed: (distance_to_bar(placed.area, point.y()), -placed.area.height()), default=None
        )


def distance(point: QPointF, other: QPointF) -> float:
    """The distance between two points."""
    return hypot(point.x() - other.x(), point.y() - other.y())


def distance_to_bar(bar: QRectF, y: float) -> float:
    """The distance of a y above or below a bar."""
    return max(bar.top() - y, y - bar.bottom(), 0.0)


def title_height() -> float:
    """The height of the line with the title."""
    return QFontMetricsF(font(TITLE_SIZE, bold=True)).height() + 2


WORD_WRAP_FLAG = 0x1000
"""Qt.TextFlag.TextWordWrap as a number, for font metrics."""


def plot_height(plot: Plot, width: float, inside: float) -> float:
    """The height of a plot whose area between the axes is `inside` high."""
    geometry = Geometry(plot, QRectF(0, 0, width, 1000))
    return 1000 - geometry.inside.height() + inside


HATCH_PITCH = 5.0
"""Pixels between the lines of a hatched bar."""
BAR_TONE = 0.58
"""The tone of bars, from paper (0) to ink (1): light enough for lines to be visible on them."""
BAND_TONE = 0.16
"""The tone of an area below lines and points."""
POINT_RADIUS = 3.5
"""The radius of a point."""
CORNERS: dict[str, list[tuple[float, float]]] = {
    "square": [(-1, -1), (1, -1), (1, 1), (-1, 1)],
    "triangle": [(0, -1.2), (1.1, 0.9), (-1.1, 0.9)],
    "diamond": [(0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)],
}
"""The corners of the points that are polygons, for a radius of 1."""


def colour_of(series: Series) -> QColor:
    """The colour of the lines and points of a series."""
    return mixed(theme().paper, theme().ink, series.tone)


def paint_plot(
    painter: QPainter,
    geometry: Geometry,
    *,
    pointed: PlacedMark | None = None,
    current: PlacedMark | None = None,
    now: int | None = None,
) -> None:
    """Paint a plot. `pointed` is under the pointer, `current` has the keyboard, `now` is the place of the cursor."""
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
                    paint_disc(painter, placed.area.center(), POINT_RADIUS + 2)
                reach = POINT_RADIUS * (1.6 if placed is pointed or placed is current else 1.0)
                paint_marker(painter, placed.area.center(), series, reach)
        if current is not None:
            paint_ring(painter, current)
    painter.restore()


def paint_title(painter: QPainter, geometry: Geometry) -> None:
    """Paint the title, the remark and the legend."""
    plot, is_mirrored = geometry.plot, QGuiApplication.isRightToLeft()
    painter.setLayoutDirection(QGuiApplication.layoutDirection())
    leading = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter
    face = font(TITLE_SIZE, bold=True)
    painter.setFont(face)
    painter.setPen(theme().ink)
    painter.drawText(geometry.title, leading, elided(plot.title, face, geometry.title.width()))
    painter.setFont(font(TEXT_SIZE))
    painter.setPen(theme().quiet)
    painter.drawText(geometry.remark, Qt.AlignmentFlag.AlignLeading | Qt.TextFlag.TextWordWrap, plot.remark)
    for series, area in geometry.legend:
        left = area.right() - SWATCH_WIDTH if is_mirrored else area.left()
        swatch = QRectF(left, area.center().y() - 5, SWATCH_WIDTH, 10)
        if series.kind is Kind.BARS:
            paint_bar(painter, swatch, series, is_strong=False)
        elif series.kind is Kind.BAND:
            painter.fillRect(swatch, band_colour(series))
        else:
            painter.setPen(pen_of(series))
            painter.drawLine(QLineF(swatch.left(), swatch.center().y(), swatch.right(), swatch.center().y()))
            if series.kind is not Kind.CURVE:
                paint_marker(painter, swatch.center(), series, POINT_RADIUS)
        painter.setFont(font(TEXT_SIZE))
        painter.setPen(theme().ink)
        room = SWATCH_WIDTH + 6
        words = area.adjusted(-2, 0, -room, 0) if is_mirrored else area.adjusted(room, 0, 2, 0)
        painter.drawText(words, leading, elided(series.name, font(TEXT_SIZE), words.width()))
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def paint_axes(painter: QPainter, geometry: Geometry, now: int | None) -> None:
    """Paint the lines and labels of both axes; the place of the cursor stands in a pill."""
    colours, inside = theme(), geometry.inside
    painter.setFont(font(TEXT_SIZE))
    height = geometry.line
    for y, text in geometry.ticks:
        painter.setPen(QPen(colours.hairline, 1))
        painter.drawLine(QLineF(inside.left(), y, inside.right(), y))
        painter.setPen(colours.quiet)
        label = QRectF(geometry.area.left(), y - height / 2, inside.left() - geometry.area.left() - 6, height)
        painter.drawText(label, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
    painter.setPen(QPen(colours.edge, 1))
    painter.drawLine(QLineF(inside.left(), inside.bottom(), inside.right(), inside.bottom()))
    painter.setPen(colours.quiet)
    for x, name, number in geometry.named_places:
        if number != now:
            reach = geometry.small.horizontalAdvance(name) / 2
            middle = max(geometry.area.left() + reach, min(x, geometry.area.right() - reach))
            area = QRectF(middle - 60, inside.bottom() + 3, 120, height)
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, name)
    across = QRectF(inside.left(), inside.bottom() + height + 5, inside.width(), height)
    painter.drawText(across, Qt.AlignmentFlag.AlignCenter, geometry.plot.across)
    if now is not None and 0 <= now < len(geometry.plot.places):
        width = geometry.small.horizontalAdvance(geometry.plot.places[now]) + 14
        area = QRectF(geometry.x_of(now) - width / 2, inside.bottom() + 2, width, height + 2)
        paint_pill(painter, area, geometry.plot.places[now], colours.now, colours.on_now, font(TEXT_SIZE))


def pen_of(series: Series) -> QPen:
    """The pen of the lines of a series."""
    return QPen(colour_of(series), 1.6, Qt.PenStyle.DashLine if series.is_dashed else Qt.PenStyle.SolidLine)


def band_colour(series: Series) -> QColor:
    """The colour of the area of a series that is a band."""
    return mixed(theme().paper, theme().ink, BAND_TONE * series.tone)


def paint_bands(painter: QPainter, geometry: Geometry) -> None:
    """Paint the areas of the series that are bands, below everything else."""
    painter.setPen(Qt.PenStyle.NoPen)
    for series in geometry.plot.series:
        if series.kind is Kind.BAND:
            painter.setBrush(band_colour(series))
            above = [QPointF(geometry.x_of(mark.place), geometry.y_of(mark.high)) for mark in series.marks]
            below = [QPointF(geometry.x_of(mark.place), geometry.y_of(mark.low)) for mark in series.marks]
            painter.drawPolygon(QPolygonF([*above, *reversed(below)]))


def paint_bar(painter: QPainter, area: QRectF, series: Series, *, is_strong: bool) -> None:
    """Paint a bar in the fill of its series; a strong one with an outline in ink."""
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
    """The diagonal lines of a hatched bar, each ending at its edges: not every kind of picture supports clipping."""
    lines = []
    offset = HATCH_PITCH
    while offset < area.width() + area.height():
        left, right = max(0.0, offset - area.height()), min(area.width(), offset)
        low, high = area.top() + offset - left, area.top() + offset - right
        lines.append(QLineF(area.left() + left, low, area.left() + right, high))
        offset += HATCH_PITCH
    return lines


def paint_lines(painter: QPainter, geometry: Geometry) -> None:
    """Paint the lines of each series, clipped to the plot; but for curves they break where a place has no mark."""
    for series in geometry.plot.series:
        if series.kind not in (Kind.LINE, Kind.CURVE):
            continue
        pairs = [pair for pair in pairwise(series.marks) if series.kind is Kind.CURVE or are_neighbours(*pair)]
        lines = [line for pair in pairs if (line := geometry.line_between(*pair)) is not None]
        if series.kind is Kind.LINE:
            # A wider line in the colour of paper makes it visible over bars of any colour.
            painter.setPen(QPen(theme().paper, 4.5))
            painter.drawLines(lines)
        painter.setPen(pen_of(series))
        painter.drawLines(lines)


def are_neighbours(before: Mark, after: Mark) -> bool:
    """Whether no place lies between two marks."""
    return after.place - before.place <= 1


def paint_marker(painter: QPainter, middle: QPointF, series: Series, reach: float) -> None:
    """Paint a point in its series' shape."""
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
    """Paint a disc of paper below a point, so that it is visible over bars and lines."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme().paper)
    painter.drawEllipse(middle, reach, reach)


def paint_ring(painter: QPainter, placed: PlacedMark) -> None:
    """Paint a ring around the mark that has the keyboard."""
    painter.setPen(QPen(theme().ink, 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    room = 3.0 if not placed.column.isEmpty() else 8.0
    painter.drawRoundedRect(placed.area.adjusted(-room, -room, room, room), 3, 3)

"""A number line with α and β on it, as brackets that close on the values between them, and the best so far."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, inf, isfinite, log10

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from visualiser.theme import font, mixed, theme
from visualiser.words import number, tr

SIDE = 26.0
"""Room at both ends of the line: for arrows where it goes on for ever."""


@dataclass(frozen=True)
class Marks:
    """What is to be shown."""

    alpha: float
    beta: float
    best: float | None
    low: float
    high: float
    """The values that the recording has; the line shows at least those, and stands still while one steps."""
    closed: bool


class Scale:
    """Which place on the line a value has."""

    def __init__(self, marks: Marks, width: float) -> None:
        known = [value for value in (marks.alpha, marks.beta, marks.best, marks.low, marks.high) if value is not None]
        finite = [value for value in known if isfinite(value)] or [0.0]
        self.low, self.high = min(finite), max(finite)
        if self.low == self.high:
            apart = max(1.0, abs(self.low) * 0.5)
            self.low, self.high = max(self.low - apart, -1.7e308), min(self.high + apart, 1.7e308)
        self.left, self.right = SIDE, max(SIDE + 1, width - SIDE)

    def place(self, value: float) -> float:
        """Where a value is; the infinite ones lie beyond both ends."""
        if value == inf:
            return self.right + SIDE * 0.6
        if value == -inf:
            return self.left - SIDE * 0.6
        # Halved before they are subtracted, since the whole range may be beyond what a float can hold.
        share = (value / 2 - self.low / 2) / (self.high / 2 - self.low / 2)
        return self.left + (self.right - self.left) * share

    def ticks(self, room: float) -> list[float]:
        """Round numbers, as many as there is room for."""
        span = self.high / 2 - self.low / 2
        wanted = max(1, int((self.right - self.left) / room))
        rough = span / wanted * 2
        if not isfinite(rough) or rough <= 0 or span > 1e300:
            return [self.low, self.high]
        power = 10.0 ** floor(log10(rough))
        step = next((power * times for times in (1, 2, 5, 10) if power * times >= rough * 0.999), power * 10)
        first = floor(self.low / step)
        # Three times 0.2 is a little more than 0.6.
        digits = -floor(log10(step) + 1e-9)
        found = [round((first + place) * step, digits) for place in range(wanted + 3)]
        return [0.0 + value for value in found if self.low - step * 1e-6 <= value <= self.high + step * 1e-6]


class NumberLine(QWidget):
    """Paints the marks it is given. It reads from left to right in every language, as numbers do."""

    def __init__(self) -> None:
        super().__init__()
        self.marks: Marks | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Window of α and β"))

    def show_marks(self, marks: Marks) -> None:
        self.marks = marks
        self.setAccessibleDescription(
            tr(
                "α {alpha}, β {beta}, best so far {best}",
                alpha=number(marks.alpha),
                beta=number(marks.beta),
                best=number(marks.best),
            )
        )
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, int(QFontMetricsF(font(12)).height() * 4 + 34))

    def minimumSizeHint(self) -> QSize:
        return QSize(100, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.marks is None:
            return
        painter = QPainter(self)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale, marks = Scale(self.marks, self.width()), self.marks
        y = QFontMetricsF(font(13, bold=True)).height() * 2 + 16
        self._paint_between(painter, scale, marks, y)
        self._paint_line(painter, scale, y)
        self._paint_bracket(painter, scale.place(marks.alpha), y, 1, theme().for_max)
        self._paint_bracket(painter, scale.place(marks.beta), y, -1, theme().for_min)
        self._paint_names(painter, scale, marks, y)
        if marks.best is not None:
            self._paint_best(painter, scale, marks.best, y)

    def _paint_between(self, painter: QPainter, scale: Scale, marks: Marks, y: float) -> None:
        """The values that still matter, as a band; where none do, hatched between the crossed brackets."""
        start, end = sorted((scale.place(marks.alpha), scale.place(marks.beta)))
        area = QRectF(start, y - 14, end - start, 14)
        if not marks.closed:
            painter.fillRect(area, theme().even_tint)
        elif area.width() > 1:
            painter.setClipRect(area)
            painter.setPen(QPen(theme().edge, 1))
            for x in range(int(area.left()) - 16, int(area.right()) + 16, 6):
                painter.drawLine(QPointF(x, area.bottom()), QPointF(x + 14, area.top()))
            painter.setClipping(False)

    def _paint_line(self, painter: QPainter, scale: Scale, y: float) -> None:
        colours, metrics = theme(), QFontMetricsF(font(11))
        painter.setPen(QPen(colours.edge, 1.2))
        painter.drawLine(QPointF(4, y), QPointF(self.width() - 4, y))
        for x, way in ((3.0, 1), (self.width() - 3.0, -1)):
            painter.drawPolyline(
                QPolygonF([QPointF(x + 5 * way, y - 3.5), QPointF(x, y), QPointF(x + 5 * way, y + 3.5)])
            )
        room = max(metrics.horizontalAdvance(number(value)) for value in (scale.low, scale.high)) + 18
        painter.setFont(font(11))
        for value in scale.ticks(room):
            x = scale.place(value)
            painter.setPen(QPen(colours.edge, 1.2))
            painter.drawLine(QPointF(x, y - 3), QPointF(x, y + 3))
            painter.setPen(colours.quiet)
            text = metrics.elidedText(number(value), Qt.TextElideMode.ElideRight, self.width() / 2)
            wide = metrics.horizontalAdvance(text)
            left = max(0.0, min(x - wide / 2, self.width() - wide))
            painter.drawText(QRectF(left, y + 5, wide + 1, metrics.height()), Qt.AlignmentFlag.AlignLeft, text)

    def _paint_bracket(self, painter: QPainter, x: float, y: float, way: int, colour: QColor) -> None:
        painter.setPen(QPen(colour, 2.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        corners = [QPointF(x + 6 * way, y - 16), QPointF(x, y - 16), QPointF(x, y + 1)]
        painter.drawPolyline(QPolygonF(corners))

    def _paint_names(self, painter: QPainter, scale: Scale, marks: Marks, y: float) -> None:
        """The names of both brackets; one above the other where they would touch."""
        face = font(13, bold=True)
        metrics = QFontMetricsF(face)
        painter.setFont(face)
        places = []
        for name, value in (("α", marks.alpha), ("β", marks.beta)):
            text = metrics.elidedText(f"{name} {number(value)}", Qt.TextElideMode.ElideRight, self.width() - 4)
            wide = metrics.horizontalAdvance(text)
            left = max(0.0, min(scale.place(value) - wide / 2, self.width() - wide))
            places.append((text, QRectF(left, y - 18 - metrics.height(), wide + 2, metrics.height())))
        (alpha, first), (beta, second) = places
        if first.adjusted(-4, 0, 4, 0).intersects(second):
            first.translate(0, -metrics.height() + 2)
        for text, area, colour in ((alpha, first, theme().for_max), (beta, second, theme().for_min)):
            painter.setPen(colour)
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_best(self, painter: QPainter, scale: Scale, best: float, y: float) -> None:
        """A diamond on the line, with a word below it, so that it is never taken for a bound."""
        metrics = QFontMetricsF(font(11, bold=True))
        top = y + metrics.height() + 7
        x = scale.place(best)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().ink)
        painter.drawPolygon(QPolygonF([QPointF(x, y - 5), QPointF(x + 5, y), QPointF(x, y + 5), QPointF(x - 5, y)]))
        text = metrics.elidedText(tr("best {value}", value=number(best)), Qt.TextElideMode.ElideRight, self.width() - 4)
        wide = metrics.horizontalAdvance(text)
        left = max(0.0, min(x - wide / 2, self.width() - wide))
        area = QRectF(left, top, wide + 2, metrics.height())
        painter.setPen(QPen(mixed(theme().paper, theme().ink, 0.9), 1))
        painter.setFont(font(11, bold=True))
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft, text)

"""What every move was worth to the machine: a bar for each, to the right what is good for MAX, to the left for MIN."""

from __future__ import annotations

from math import isfinite, isinf

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.playing.deciding import Decision, RootMove
from visualiser.panels.parts import elided, row_height
from visualiser.theme import font, theme
from visualiser.words import count, number, tr

BOUNDS = {"at least": "≥", "at most": "≤"}
EDGE, APART = 6, 10
"""Pixels to the border, and between two columns."""
WIDEST_NAME = 80
FEW = 50
"""Moves of which every text is measured, and all are told to those who hear the window."""


def value_text(move: RootMove) -> str:
    _, value, bound, _ = move
    return tr("none") if value is None else BOUNDS.get(bound or "", "") + number(value)


def row_words(move: RootMove, value: str, *, is_played: bool) -> str:
    values = {"move": move[0], "value": value, "calls": count(move[3])}
    if is_played:
        return tr("{move}: {value}, {calls} calls, played", **values)
    return tr("{move}: {value}, {calls} calls", **values)


class ValueBars(QWidget):
    """The moves of one decision, in the order in which they were tried."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[RootMove, ...] = ()
        self.played = ""
        self.undecided: frozenset[str] = frozenset()
        """The moves for which the brain's own code has no value, but None."""
        self.setAccessibleName(tr("What every move was worth"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_decision(self, decision: Decision | None, undecided: frozenset[str] = frozenset()) -> None:
        rows, played = (decision.values, decision.move) if decision is not None else ((), "")
        if (rows, played, undecided) == (self.rows, self.played, self.undecided):
            return
        self.rows, self.played, self.undecided = rows, played, undecided
        told = rows if len(rows) <= FEW else [move for move in rows if move[0] == played]
        words = [row_words(move, self.text_of(move), is_played=move[0] == played) for move in told]
        if len(told) < len(rows):
            words.append(tr("{number} moves in all", number=count(len(rows))))
        self.setAccessibleDescription("; ".join(words))
        self.updateGeometry()
        self.update()

    def text_of(self, move: RootMove) -> str:
        return "None" if move[0] in self.undecided else value_text(move)

    def sizeHint(self) -> QSize:
        return QSize(260, row_height() * len(self.rows))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def share(self, value: float | None) -> float:
        """How long a value's bar is, between -1 and 1."""
        if value is None or not value:
            return 0.0
        if isinf(value):
            return 1.0 if value > 0 else -1.0
        finite = [abs(one[1]) for one in self.rows if one[1] is not None and isfinite(one[1])]
        largest = max(finite, default=0.0)
        # A move that is worth infinitely much is worth more than any number.
        reach = 0.8 if any(one[1] is not None and isinf(one[1]) for one in self.rows) else 1.0
        return reach * value / largest if largest else 0.0

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # Signs stand before their numbers wherever people begin to read.
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        height, widths = row_height(), self._widths()
        for place, move in enumerate(self.rows):
            area = QRectF(0, place * height, self.width(), height)
            if area.intersects(QRectF(event.rect())):
                self._paint_row(painter, area, move, widths)

    def _mirrored(self, area: QRectF) -> QRectF:
        """The place of a column where people read from the right."""
        if self.layoutDirection() != Qt.LayoutDirection.RightToLeft:
            return area
        return QRectF(self.width() - area.right(), area.top(), area.width(), area.height())

    def _widths(self) -> tuple[float, float, float]:
        """What the names, the values and the calls take up. Of many moves only the longest texts are measured."""
        bold, small = QFontMetricsF(font(13, bold=True)), QFontMetricsF(font(12))

        def widest(metrics: QFontMetricsF, texts: list[str]) -> float:
            longest = max(map(len, texts), default=0)
            measured = {text for text in texts if len(text) == longest or len(self.rows) < FEW}
            return max(map(metrics.horizontalAdvance, measured), default=0.0) + 1

        names = widest(bold, [move[0] for move in self.rows])
        values = widest(bold, [self.text_of(move) for move in self.rows])
        return min(names, WIDEST_NAME), values, widest(small, [count(move[3]) for move in self.rows])

    def _columns(self, area: QRectF, widths: tuple[float, float, float]) -> list[QRectF]:
        """The places of a move's name, its value, its bar and its calls."""
        names, values, calls = widths
        value = EDGE + names + APART
        bar = value + values + APART
        rest = area.width() - EDGE - calls
        top, height = area.top(), area.height()
        columns = [
            QRectF(EDGE, top, names, height), QRectF(value, top, values, height),
            QRectF(bar, top + 5, max(10.0, rest - APART - bar), height - 10), QRectF(rest, top, calls, height),
        ]  # fmt: skip
        return [self._mirrored(column) for column in columns]

    def _paint_row(self, painter: QPainter, area: QRectF, move: RootMove, widths: tuple[float, float, float]) -> None:
        colours = theme()
        text, value, _, calls = move
        is_played = text == self.played
        name, written, bars, counted = self._columns(area, widths)
        if is_played:
            painter.setPen(QPen(colours.ink, 1.5))
            painter.setBrush(colours.band)
            painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 5, 5)
        painter.setFont(font(13, bold=is_played))
        painter.setPen(colours.ink)
        start, end = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            start, end = end, start
        start, end = start | Qt.AlignmentFlag.AlignVCenter, end | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(name, start, elided(text, painter.font(), name.width()))
        painter.drawText(written, end, self.text_of(move))
        painter.setFont(font(12))
        painter.setPen(colours.quiet)
        painter.drawText(counted, end, count(calls))
        self._paint_bar(painter, bars, None if text in self.undecided else value)

    def _paint_bar(self, painter: QPainter, bars: QRectF, value: float | None) -> None:
        """Good for MAX lies always to the right, as on every line of numbers."""
        colours, middle, share = theme(), bars.center().x(), self.share(value)
        painter.setPen(QPen(colours.hairline, 1))
        painter.drawLine(bars.topLeft(), bars.bottomLeft())
        painter.drawLine(bars.topRight(), bars.bottomRight())
        if value is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.of_shade(share))
            reach = share * bars.width() / 2
            bar = QRectF(middle, bars.top(), reach, bars.height()).normalized()
            painter.drawRoundedRect(
                bar if bar.width() >= 3 else QRectF(middle - 1.5, bars.top(), 3, bars.height()), 2, 2
            )
        painter.setPen(QPen(colours.edge, 1))
        axis = int(middle) + 0.5
        painter.drawLine(QPointF(axis, bars.top() - 3), QPointF(axis, bars.bottom() + 3))

"""The moves that led to a position, in a row that wraps; each leads back to where it was made."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine.trace import Trace
from visualiser.panels.parts import RESTYLED
from visualiser.theme import font, theme
from visualiser.words import tr

LONGEST = 60
"""Moves that are shown of a longer line: its last ones."""


class Stop(NamedTuple):
    """One move of the line."""

    frame: int
    """The frame that it led to."""
    text: str


class MoveLine(QWidget):
    """A row of moves. The arrows walk along it; Enter, or a click, goes to a move's frame."""

    chosen = Signal(int)
    """A frame."""

    def __init__(self) -> None:
        super().__init__()
        self.stops: list[Stop] = []
        self.inspected = -1
        self.last_ply = 0
        """The ply of the last move."""
        self.at = 0
        self._hovered = -1
        self._places: list[QRect] = []
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(tr("The moves that led here"))

    def show_line(self, trace: Trace, frame: int, inspected: int) -> None:
        """The line down to a frame, and which of its frames is looked at."""
        path = trace.ancestors(frame)
        stops = [Stop(0, tr("start"))]
        if len(path) > LONGEST:
            stops.append(Stop(path[-LONGEST], "…"))
        stops += [Stop(above, trace.move_text(above)) for above in path[1:][-LONGEST + 1 :]]
        self.inspected, self.last_ply = inspected, len(path) - 1
        if stops != self.stops:
            self.stops = stops
            self._places = []
            self.updateGeometry()
        self.at = next((place for place, stop in enumerate(stops) if stop.frame == inspected), len(stops) - 1)
        self.setAccessibleDescription(" ".join(stop.text for stop in stops[1:]))
        self.update()

    # Where everything is

    def places(self, width: int) -> list[QRect]:
        metrics = QFontMetrics(font(12, bold=True))
        height = metrics.height() + 6
        x = y = 0
        found = []
        for stop in self.stops:
            wide = min(width, max(height, metrics.horizontalAdvance(stop.text) + 14))
            if x and x + wide > width:
                x, y = 0, y + height + 3
            found.append(QRect(x, y, wide, height))
            x += wide + 3
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            found = [QRect(width - place.right() - 1, place.top(), place.width(), place.height()) for place in found]
        return found

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return max((place.bottom() + 1 for place in self.places(max(40, width))), default=0)

    def sizeHint(self) -> QSize:
        width = self.width() if self.width() > 60 else 200
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(40, self.heightForWidth(max(40, self.width())))

    def stop_at(self, point: QPoint) -> int:
        return next((number for number, place in enumerate(self._laid_out()) if place.contains(point)), -1)

    def _laid_out(self) -> list[QRect]:
        if not self._places:
            self._places = self.places(self.width())
        return self._places

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        # Numbers and moves read from left to right in every language.
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        last = len(self.stops) - 1
        for number, (stop, place) in enumerate(zip(self.stops, self._laid_out(), strict=True)):
            self._paint_stop(painter, number, stop, place, number == last)

    def _paint_stop(self, painter: QPainter, number: int, stop: Stop, place: QRect, is_last: bool) -> None:
        """The last one is where the cursor is; the one that is looked at is framed."""
        colours = theme()
        has_keyboard = self.hasFocus() and number == self.at
        painter.setPen(
            colours.for_max if has_keyboard else colours.ink if stop.frame == self.inspected else colours.hairline
        )
        painter.setBrush(colours.now if is_last else colours.band if number == self._hovered else colours.card)
        painter.drawRoundedRect(place.adjusted(0, 0, -1, -1), 5, 5)
        if has_keyboard:
            painter.drawRoundedRect(place.adjusted(1, 1, -2, -2), 4, 4)
        painter.setPen(colours.on_now if is_last else colours.quiet if number == 0 else colours.ink)
        painter.setFont(font(12, bold=stop.frame == self.inspected))
        text = QFontMetrics(painter.font()).elidedText(stop.text, Qt.TextElideMode.ElideRight, place.width() - 6)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)

    # Mouse and keyboard

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        hovered = self.stop_at(event.position().toPoint())
        self.setCursor(Qt.CursorShape.PointingHandCursor if hovered >= 0 else Qt.CursorShape.ArrowCursor)
        if hovered != self._hovered:
            self._hovered = hovered
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self.stop_at(event.position().toPoint())
        if number >= 0 and event.button() is Qt.MouseButton.LeftButton:
            self.chosen.emit(self.stops[number].frame)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        forwards = Qt.Key.Key_Right if self.layoutDirection() == Qt.LayoutDirection.LeftToRight else Qt.Key.Key_Left
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and not event.modifiers():
            self.at = max(0, min(len(self.stops) - 1, self.at + (1 if event.key() == forwards else -1)))
            self.update()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.stops:
            self.chosen.emit(self.stops[self.at].frame)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Leave:
            self._hovered = -1
            self.update()
        if event.type() is QEvent.Type.ToolTip:
            number = self.stop_at(self.mapFromGlobal(self.cursor().pos()))
            text = tr("A click goes to ply {ply}.", ply=self.ply_of(number)) if number >= 0 else ""
            QToolTip.showText(self.cursor().pos(), text, self)
            return True
        return super().event(event)

    def ply_of(self, number: int) -> int:
        """The ply of a stop: counted from the end where the line is longer than what is shown of it."""
        return 0 if number == 0 else self.last_ply - (len(self.stops) - 1 - number)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._places = []
        self.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLED or event.type() is QEvent.Type.LayoutDirectionChange:
            self._places = []
            self.updateGeometry()

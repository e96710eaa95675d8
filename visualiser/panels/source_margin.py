"""The margin beside a text: line numbers, breakpoints, and the bars of the callers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from visualiser.rims import fill_rim
from visualiser.theme import font, theme
from visualiser.words import count, tr

if TYPE_CHECKING:
    from visualiser.panels.source_text import SourceText

MARK_ROOM = 16
"""The left part of the margin, where breakpoints are."""
GAP = 6


class Margin(QWidget):
    """It shows what the text has been told, and tells it of clicks."""

    def __init__(self, source: SourceText) -> None:
        super().__init__(source)
        self.source = source
        # Else each step would have everything below the margin painted first.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMouseTracking(True)
        self._hovered = 0

    def sizeHint(self) -> QSize:
        digits = QFontMetricsF(font(11, fixed=True)).horizontalAdvance("0") * max(2, len(str(self.source.blockCount())))
        return QSize(int(MARK_ROOM + digits + 2 * GAP), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, source = theme(), self.source
        painter = QPainter(self)
        # Code reads from left to right in every language.
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        fill_rim(painter, self.rect(), colours.paper)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), colours.paper)
        painter.setFont(font(11, fixed=True))
        for _, line, area in source.lines_within(event.region()):
            row = QRectF(0, area.top(), self.width(), area.height())
            if line == source.now:
                painter.fillRect(row, colours.now)
            elif line in source.callers or line == source.looked_at:
                painter.fillRect(row, colours.band)
            if line in source.callers:
                painter.fillRect(QRectF(0, row.top() + 1, 3, row.height() - 2), colours.grip)
            if line == source.looked_at:
                painter.fillRect(QRectF(0, row.top() + 1, 3, row.height() - 2), colours.ink)
            painter.setPen(colours.on_now if line == source.now else colours.quiet)
            painter.drawText(
                row.adjusted(0, 0, -GAP - 4, 0),
                Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight,
                count(line),
            )
            self._paint_breakpoint(painter, line, row)

    def _paint_breakpoint(self, painter: QPainter, line: int, row: QRectF) -> None:
        """A full dot where it stops, a ring where it is switched off or only offered."""
        colours = theme()
        is_set = line in self.source.breakpoints
        if not is_set and (line != self._hovered or line not in self.source.with_steps):
            return
        colour = colours.on_now if line == self.source.now else colours.ink
        painter.setPen(colour if is_set else colours.edge)
        is_enabled = is_set and self.source.breakpoints[line]
        painter.setBrush(colour if is_enabled else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(10, row.center().y()), 4, 4)

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Leave:
            self._hovered = 0
            self.update()
        if event.type() is QEvent.Type.ToolTip:
            point = self.mapFromGlobal(self.cursor().pos())
            QToolTip.showText(self.cursor().pos(), self.meaning(point), self)
            return True
        return super().event(event)

    def meaning(self, point: QPoint) -> str:
        line = self.source.line_at(point.y())
        if not line:
            return ""
        if line in self.source.breakpoints:
            return tr("A breakpoint stands at line {line}. A click takes it away.", line=line)
        if line not in self.source.with_steps:
            return self.source.no_steps(line)
        return tr("A click sets a breakpoint at line {line}.", line=line)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hovered = self.source.line_at(event.position().y())
        can_click = self._hovered in self.source.with_steps or self._hovered in self.source.breakpoints
        self.setCursor(Qt.CursorShape.PointingHandCursor if can_click else Qt.CursorShape.ArrowCursor)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        line = self.source.line_at(event.position().y())
        if line and event.button() is Qt.MouseButton.LeftButton:
            self.source.toggled.emit(line)

"""What is said of a mark, on a card beside it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from visualiser.panels.parts import elided
from visualiser.plots.plot import Mark
from visualiser.theme import font, theme

EDGE, GAP = 10.0, 14.0


class Card(QWidget):
    """The card. It never takes the keyboard or the pointer away, and stays within its window."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.mark: Mark | None = None
        self.hide()

    @property
    def words(self) -> str:
        """All of it in one line, for people who hear it."""
        if self.mark is None:
            return ""
        return ", ".join([self.mark.title, *(f"{label} {text}" for label, text in self.mark.lines)])

    def show_mark(self, mark: Mark, beside: QPoint) -> None:
        """Beside a point of the parent, on whichever side there is room."""
        self.mark = mark
        parent = self.parentWidget()
        assert parent is not None
        small, bold = QFontMetricsF(font(12)), QFontMetricsF(font(13, bold=True))
        labels = max((small.horizontalAdvance(label) for label, _ in mark.lines), default=0.0)
        texts = max((small.horizontalAdvance(text) for _, text in mark.lines), default=0.0)
        wide = 2 * EDGE + max(labels + GAP + texts, bold.horizontalAdvance(mark.title)) + 2
        wide = min(wide, parent.width() - 4)
        high = 2 * EDGE + bold.height() + 2 + small.height() * 1.2 * len(mark.lines)
        self.resize(int(wide), int(high))
        right, left = beside.x() + 14, beside.x() - 14 - self.width()
        x = right if right + self.width() < parent.width() else left
        y = min(beside.y() + 14, parent.height() - self.height() - 2)
        self.move(max(2, x), max(2, y))
        self.show()
        self.raise_()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.mark is None:
            return
        colours = theme()
        painter = QPainter(self)
        painter.setLayoutDirection(self.layoutDirection())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colours.edge, 1))
        painter.setBrush(colours.card)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
        inner = QRectF(self.rect()).adjusted(EDGE, EDGE, -EDGE, -EDGE)
        face = font(13, bold=True)
        line = QRectF(inner.left(), inner.top(), inner.width(), QFontMetricsF(face).height())
        painter.setFont(face)
        painter.setPen(colours.ink)
        painter.drawText(line, Qt.AlignmentFlag.AlignLeading, elided(self.mark.title, face, line.width() + 1))
        painter.setFont(font(12))
        line.moveTop(line.bottom() + 2)
        line.setHeight(QFontMetricsF(font(12)).height() * 1.2)
        for label, text in self.mark.lines:
            painter.setPen(colours.quiet)
            painter.drawText(line, Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter, label)
            painter.setPen(colours.ink)
            painter.drawText(line, Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter, text)
            line.moveTop(line.bottom())

"""A sentence in a box of its own: what is wrong, with a sign before it, or how things stand."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from plyscope_window.look.icons import icon
from plyscope_window.look.theme import theme
from plyscope_window.widgets.labels import Words
from plyscope_window.widgets.painting import RESTYLED

SIGN = 18


class Notice(QWidget):
    """Keeps the height of two lines, so that nothing jumps when the sentence changes; or at most a width in letters."""

    def __init__(self, parent: QWidget | None = None, *, letters: int | None = None) -> None:
        super().__init__(parent)
        self.letters = letters
        self.is_problem = False
        self.sign = QLabel()
        self.words = Words(wrapped=True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading)
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(8)
        layout.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self.words, 1)
        self._dress()

    def say(self, text: str, *, is_problem: bool) -> None:
        self.is_problem = is_problem
        self.words.setText(text)
        self._dress()

    @property
    def text(self) -> str:
        return self.words.text()

    def _dress(self) -> None:
        self.sign.setPixmap(icon("warning" if self.is_problem else "info").pixmap(QSize(SIGN, SIGN)))
        metrics = self.words.fontMetrics()
        self.setMinimumHeight(metrics.lineSpacing() * 2 + 16)
        if self.letters is not None:
            self.setMaximumWidth(metrics.averageCharWidth() * self.letters + SIGN + 32)
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLED:
            self._dress()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().min_tint if self.is_problem else theme().band)
        painter.drawRoundedRect(QRectF(self.rect()), 6, 6)

"""Words in one line, cut short where there is no room for them; all of them are said to whoever points at them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy

from visualiser.debugging.complaint import Complaint


class OneLine(Complaint):
    """A label that asks for no width."""

    def __init__(
        self, text: str = "", *, quiet: bool = False, cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight
    ) -> None:
        super().__init__("", 12, quiet=quiet)
        self._cut = cut
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.say(text)

    def say(self, text: str, *, is_bad: bool = False) -> None:
        self.complain(text, is_bad=is_bad)
        self.setToolTip(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        shown = QFontMetricsF(self.font()).elidedText(self.text(), self._cut, self.width())
        # Qt turns "left" round by itself where the layout runs from right to left.
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)

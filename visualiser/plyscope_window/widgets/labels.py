"""Words in one line, cut short where there is no room for them; all of them are said to whoever points at them.

Words that may say what is wrong, in the colour for that, which follows the theme.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy

from plyscope_window.look.theme import theme
from plyscope_window.widgets.parts import Words


class Complaint(Words):
    """A label that is told whether what it says is bad."""

    is_bad = False

    def complain(self, text: str, *, is_bad: bool = True) -> None:
        self.is_bad = is_bad
        self.setText(text)
        self.dress()

    def dress(self) -> None:
        self._colour = theme().for_min if self.is_bad else None
        super().dress()


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

"""Text in the fonts and colours of the theme: labels that follow it, and labels that are cut short in one line."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QSizePolicy

from plyscope_window.look.theme import font, theme
from plyscope_window.widgets.painting import RESTYLED


class Words(QLabel):
    """Words in a font of the theme, which follows it."""

    def __init__(
        self,
        text: str = "",
        pixels: float = 13,
        *,
        bold: bool = False,
        quiet: bool = False,
        fixed: bool = False,
        wrapped: bool = False,
    ) -> None:
        super().__init__(text)
        self._look = (pixels, bold, fixed)
        self._is_quiet = quiet
        self._colour: QColor | None = None
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrapped)
        if not wrapped:
            self.setMinimumWidth(1)
        else:
            self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.dress()

    def paint_with(self, colour: QColor | None) -> None:
        """Uses a colour that means something; None for the usual one."""
        self._colour = colour
        self.dress()

    def dress(self) -> None:
        pixels, bold, fixed = self._look
        wanted = font(pixels, bold=bold, fixed=fixed)
        if self.font() != wanted:
            self.setFont(wanted)
        colour = self._colour or (theme().quiet if self._is_quiet else theme().ink)
        if self.palette().color(QPalette.ColorRole.WindowText) != colour:
            palette = self.palette()
            palette.setColor(QPalette.ColorRole.WindowText, colour)
            self.setPalette(palette)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in RESTYLED:
            self.dress()
        super().changeEvent(event)


class Problem(Words):
    """What is wrong, in the colour for that; hidden while nothing is."""

    def __init__(self, pixels: float = 12) -> None:
        super().__init__("", pixels, wrapped=True)
        self.hide()

    def say(self, text: str) -> None:
        self.setText(text)
        self.setVisible(bool(text))

    def dress(self) -> None:
        self._colour = theme().for_min
        super().dress()


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

"""Text in the fonts and colours of the theme: labels that follow it, and a sentence in a box of its own."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from plyscope_window.look.icons import icon
from plyscope_window.look.theme import font, theme
from plyscope_window.widgets.layouts import row_layout
from plyscope_window.widgets.painting import Themed, elided, smooth_painter


class Label(Themed, QLabel):
    """A label in a font of the theme. It follows changes of theme and text size."""

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
        self.apply_theme()

    def paint_with(self, colour: QColor | None) -> None:
        """Set the colour of the text; None for the default."""
        self._colour = colour
        self.apply_theme()

    def face(self) -> QFont:
        """The font of the label in the text size of the user."""
        pixels, bold, fixed = self._look
        return font(pixels, bold=bold, fixed=fixed)

    def apply_theme(self) -> None:
        """Set font and colour as the theme and the text size have them now."""
        face = self.face()
        if self.font() != face:
            self.setFont(face)
        colour = self._colour or (theme().quiet if self._is_quiet else theme().ink)
        if self.palette().color(QPalette.ColorRole.WindowText) != colour:
            palette = self.palette()
            palette.setColor(QPalette.ColorRole.WindowText, colour)
            self.setPalette(palette)


class MessageLabel(Label):
    """A label whose text may be a problem, which is shown in the colour of problems."""

    is_problem = False

    def show_message(self, text: str, *, is_problem: bool = True) -> None:
        """Show a text, in the colour of problems if it is one."""
        self.is_problem = is_problem
        self.setText(text)
        self.apply_theme()

    def apply_theme(self) -> None:
        """Set font and colour, which is that of problems if the text is one."""
        self._colour = theme().for_min if self.is_problem else None
        super().apply_theme()


class Problem(MessageLabel):
    """A problem, in the colour of problems; hidden while there is none."""

    is_problem = True

    def __init__(self, pixels: float = 12) -> None:
        super().__init__("", pixels, wrapped=True)
        self.hide()

    def say(self, text: str) -> None:
        """Show a problem; an empty text hides the label."""
        self.show_message(text)
        self.setVisible(bool(text))


class OneLine(MessageLabel):
    """A label that is elided where it does not fit."""

    def __init__(
        self, text: str = "", *, quiet: bool = False, cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight
    ) -> None:
        super().__init__("", 12, quiet=quiet)
        self._cut = cut
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.say(text)

    def say(self, text: str, *, is_problem: bool = False) -> None:
        """Show a text, in the colour of problems if it is one; the tooltip has all of it."""
        self.show_message(text, is_problem=is_problem)
        self.setToolTip(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        shown = elided(self.text(), self.font(), self.width(), self._cut)
        # Qt mirrors "left" itself where the layout runs from right to left.
        painter.drawText(self.rect(), self.alignment() | Qt.AlignmentFlag.AlignVCenter, shown)


SIGN_PIXELS = 18
"""The side of the sign before a notice."""


class Notice(Themed, QWidget):
    """A sentence behind a sign, at least two lines high, so that nothing jumps; `letters` limits its width."""

    def __init__(self, *, letters: int | None = None) -> None:
        super().__init__()
        self.letters = letters
        self.is_problem = False
        self.sign = QLabel()
        self.words = Label(wrapped=True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading)
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        sign = (self.sign, 0, Qt.AlignmentFlag.AlignVCenter)
        self.setLayout(row_layout(sign, (self.words, 1), margins=(12, 8, 12, 8), spacing=8))
        self.apply_theme()

    def say(self, text: str, *, is_problem: bool) -> None:
        """Show a sentence, on the ground of problems if it is one."""
        self.is_problem = is_problem
        self.words.setText(text)
        self.apply_theme()

    @property
    def text(self) -> str:
        """The sentence that is shown."""
        return self.words.text()

    def apply_theme(self) -> None:
        """Set the sign and the size as the theme and the text size have them now."""
        self.sign.setPixmap(icon("warning" if self.is_problem else "info").pixmap(QSize(SIGN_PIXELS, SIGN_PIXELS)))
        metrics = self.words.fontMetrics()
        self.setMinimumHeight(metrics.lineSpacing() * 2 + 16)
        if self.letters is not None:
            self.setMaximumWidth(metrics.averageCharWidth() * self.letters + SIGN_PIXELS + 32)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().min_tint if self.is_problem else theme().band)
        painter.drawRoundedRect(QRectF(self.rect()), 6, 6)

"""Pieces that panels are made of: a panel with an empty state, words in the theme's fonts, pills for values.

What every panel is: a widget that is told to show a session's cursor, and otherwise left alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QFontMetrics, QFontMetricsF, QPainter, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QSizePolicy, QStackedLayout, QVBoxLayout, QWidget

from plyscope_window.look.theme import font, mixed, theme

if TYPE_CHECKING:
    from plyscope_window.session.session import Session


class Panel(QWidget):
    """One panel. It may ask the session to go somewhere; it shows where the cursor is only when it is told to."""

    session: Session | None = None
    """The session it shows; None while no recording is open."""

    def attach(self, session: Session | None) -> None:
        """Turns to another recording, or to none."""
        self.session = session
        self.present()

    def present(self) -> None:
        """Shows the cursor as it is now. Called after every step, and only while the panel can be seen."""
        raise NotImplementedError

    def show_bare(self, is_bare: bool) -> None:
        """Leaves out what stands elsewhere while somebody presents."""

    def take_keyboard(self) -> None:
        """The keyboard goes to the first thing in here that has a use for it."""
        candidates = [self.focusProxy() or self, *self.findChildren(QWidget)]
        wanted = (one for one in candidates if one.focusPolicy() & Qt.FocusPolicy.TabFocus)
        target = next((one for one in wanted if one.isVisible() and one.isEnabled()), self)
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)


EDGE = 10
"""Room between a panel's border and what is in it, in pixels."""
RESTYLED = (QEvent.Type.PaletteChange, QEvent.Type.StyleChange, QEvent.Type.FontChange)
"""What Qt sends when the theme or the size of the text has changed."""


class SessionPanel(Panel):
    """A panel that has something to show only while a recording is open, and says what to do while none is."""

    def __init__(self, empty: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.body = QWidget()
        self.nothing = Words(empty, quiet=True, wrapped=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        self.nothing.setContentsMargins(EDGE, EDGE, EDGE, EDGE)
        self.pages = QStackedLayout(self)
        self.pages.addWidget(self.nothing)
        self.pages.addWidget(self.body)
        self._restyled = QTimer(self, interval=0, singleShot=True)
        self._restyled.timeout.connect(self.present)

    def changeEvent(self, event: QEvent) -> None:
        """What was measured in letters of another size is measured anew."""
        super().changeEvent(event)
        if event.type() in RESTYLED and self.session is not None:
            self._restyled.start()

    def present(self) -> None:
        if self.session is None or not self.has_something_of(self.session):
            self.pages.setCurrentWidget(self.nothing)
        else:
            self.pages.setCurrentWidget(self.body)
            self.show_session(self.session)

    def has_something_of(self, session: Session) -> bool:
        """Whether the panel is about such recordings at all."""
        return True

    def show_session(self, session: Session) -> None:
        """Shows the cursor of a recording that is open."""
        raise NotImplementedError

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 60)


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


def column(widget: QWidget, margin: int = EDGE, spacing: int = 6) -> QVBoxLayout:
    """A layout from top to bottom in a widget."""
    layout = QVBoxLayout(widget)
    layout.setContentsMargins(margin, margin, margin, margin)
    layout.setSpacing(spacing)
    return layout


def bar_in(widget: QWidget) -> QHBoxLayout:
    """A layout for the buttons and fields over a list, as low as can be."""
    layout = QHBoxLayout(widget)
    layout.setContentsMargins(EDGE, 4, EDGE, 4)
    layout.setSpacing(4)
    return layout


def dress_current_row(view: QWidget) -> None:
    """Gives the current row of a list the ground that pointing gives; yellow is what means now."""
    palette = view.palette()
    wanted = ((QPalette.ColorRole.Highlight, theme().hairline), (QPalette.ColorRole.HighlightedText, theme().ink))
    if any(palette.color(role) != colour for role, colour in wanted):
        for role, colour in wanted:
            palette.setColor(role, colour)
        view.setPalette(palette)


def row_height(pixels: float = 13) -> int:
    return QFontMetrics(font(pixels)).height() + 8


def elided(text: str, in_font: QFont, width: float) -> str:
    return QFontMetricsF(in_font).elidedText(text, Qt.TextElideMode.ElideRight, width)


def paint_pill(painter: QPainter, area: QRectF, text: str, fill: QColor, ink: QColor, in_font: QFont) -> QRectF:
    """A short text on a rounded ground in the middle of an area; says where the pill is."""
    width = min(area.width(), QFontMetricsF(in_font).horizontalAdvance(text) + 14)
    height = min(area.height(), QFontMetricsF(in_font).height() + 2)
    pill = QRectF(area.center().x() - width / 2, area.center().y() - height / 2, width, height)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(fill)
    painter.drawRoundedRect(pill, 5, 5)
    painter.setPen(ink)
    painter.setFont(in_font)
    painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, elided(text, in_font, width - 6))
    painter.restore()
    return pill


def faint(colour: QColor) -> QColor:
    """A colour as the future has it."""
    return mixed(theme().paper, colour, 0.55)


def scrolling(inside: QWidget) -> QScrollArea:
    """A widget in an area that scrolls downwards where there is too little room."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setWidget(inside)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.viewport().setAutoFillBackground(False)
    inside.setAutoFillBackground(False)
    return area

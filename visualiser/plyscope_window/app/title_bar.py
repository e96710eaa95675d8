"""The bar above a panel: its title in small capitals, what the panel says beside it, and the dock's buttons.

Among tabs the tab is the title, and the bar takes no room; but what a panel says or offers beside it stays.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QDockWidget, QToolButton, QWidget

from plyscope_window.look.icons import icon
from plyscope_window.look.theme import font
from plyscope_window.panels.panel import Panel
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import row_layout
from plyscope_window.widgets.painting import Themed
from plyscope_window.words import tr

GREEK = "αβ"
"""Letters whose capitals look like Latin ones, so that titles with them stay as they are."""
TITLE_MARGIN, BUTTON_SIZE = 14, 14
"""Room before the title, and the side of a button, in pixels."""


class Title(Label):
    """A title in small capitals."""

    def __init__(self) -> None:
        super().__init__("", 11.5, bold=True, quiet=True)

    @property
    def _is_greek(self) -> bool:
        """Whether the title has Greek letters, which are not written as capitals."""
        return any(letter in GREEK for letter in self.text())

    def show_title(self, text: str) -> None:
        """Show a title, in capitals if it has no Greek letters."""
        self.setText(text if any(letter in GREEK for letter in text) else text.upper())
        self.apply_theme()

    def face(self) -> QFont:
        """The font of titles: small capitals, or usual letters where some are Greek."""
        if self._is_greek:
            return font(12.5, bold=True)
        face = QFont(font(11.5, bold=True))
        face.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.6)
        return face


class TitleBar(Themed, QWidget):
    """The title bar of one dock."""

    def __init__(self, dock: QDockWidget) -> None:
        super().__init__(dock)
        self.dock = dock
        self.is_among_tabs = False
        self.panel: Panel | None = None
        self._shown = ("", "")
        """The title, and what is said beside it."""
        self.title, self.remark = Title(), Label("", 12, quiet=True)
        self._float = self._button("expand", tr("Float, or dock again"), self._float_or_dock)
        self._close = self._button("close", tr("Close"), dock.close)
        self._row = row_layout(
            self.title, self.remark, self._float, self._close, margins=(TITLE_MARGIN, 6, 6, 2), spacing=4
        )
        self.setLayout(self._row)
        self._row.insertStretch(1, 1)
        dock.windowTitleChanged.connect(self.follow)
        self.follow()

    def _button(self, picture: str, name: str, action: object) -> QToolButton:
        """A button of the dock."""
        button = QToolButton()
        button.setAutoRaise(True)
        button.setIcon(icon(picture))
        button.setIconSize(QSize(BUTTON_SIZE - 3, BUTTON_SIZE - 3))
        button.setFixedSize(BUTTON_SIZE + 4, BUTTON_SIZE + 4)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setToolTip(name)
        button.setAccessibleName(name)
        button.clicked.connect(action)
        return button

    def _float_or_dock(self) -> None:
        """Make the dock a window of its own, or put it back."""
        self.dock.setFloating(not self.dock.isFloating())

    def hold(self, panel: Panel) -> None:
        """Show what a panel says beside its title, and its widget there."""
        self.panel = panel
        if panel.beside_heading is not None:
            self._row.insertWidget(3, panel.beside_heading)
        self.follow()
        self._apply()

    def follow(self) -> None:
        """Show title and remark as the panel has them; only a change has the docks laid out again."""
        title = "" if self.panel is None else self.panel.heading
        shown = title or self.dock.windowTitle(), "" if self.panel is None else self.panel.heading_remark
        if shown != self._shown:
            self._shown = shown
            self.title.show_title(shown[0])
            self.remark.setText(shown[1])
            self._apply()

    def set_among_tabs(self, is_among_tabs: bool) -> None:
        """Leave the title to the tab, where the dock is one of several."""
        if is_among_tabs != self.is_among_tabs:
            self.is_among_tabs = is_among_tabs
            self._apply()

    def _apply(self) -> None:
        """Show or hide the parts of the bar."""
        is_shown = not self.is_among_tabs
        for widget in (self.title, self._float, self._close):
            widget.setVisible(is_shown)
        self.remark.setVisible(is_shown and bool(self.remark.text()))
        self.updateGeometry()

    @property
    def _is_needed(self) -> bool:
        """Whether the bar has anything to show."""
        beside = None if self.panel is None else self.panel.beside_heading
        return not self.is_among_tabs or (beside is not None and not beside.isHidden())

    def sizeHint(self) -> QSize:
        return super().sizeHint() if self._is_needed else QSize(0, 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def apply_theme(self) -> None:
        self._float.setIcon(icon("expand"))
        self._close.setIcon(icon("close"))

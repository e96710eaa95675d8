"""The tabs of the window: how wide they are, what their tooltips say, and the button that closes each.

A tab keeps room for the beginning of its title, however many there are; the bar scrolls instead.
"""

from __future__ import annotations

from html import escape

from plyscope.messages import shortened
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QTabBar, QTabWidget, QToolButton, QWidget

from plyscope_window.look.icons import icon
from plyscope_window.pages.page import Page
from plyscope_window.words import tr

LETTERS = 28
"""The letters of a title that are always visible."""
MAX_ORIGIN = 300
"""Letters of a position in a tooltip; a large tree has millions."""


class TabBar(QTabBar):
    """A bar whose tabs keep room for the beginning of their titles."""

    def minimumTabSizeHint(self, index: int) -> QSize:
        whole, title, metrics = self.tabSizeHint(index), self.tabText(index), self.fontMetrics()
        if len(title) <= LETTERS:
            return whole
        hidden = metrics.horizontalAdvance(title) - metrics.horizontalAdvance(title[:LETTERS] + "…")
        return QSize(whole.width() - max(0, hidden), whole.height())


class Tabs(QTabWidget):
    """Pages in tabs, each with a button to close it."""

    close_requested = Signal(object)
    """The page to close."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabBar(TabBar())
        self.setDocumentMode(True)
        self.setMovable(True)
        self.setElideMode(Qt.TextElideMode.ElideRight)

    def add(self, page: Page, place: int) -> None:
        """Insert a page in front of the one at a place; at the end if that is -1."""
        place = self.insertTab(place if place >= 0 else self.count(), page, page.title)
        self.setTabToolTip(place, about(page, page.title))
        self.tabBar().setTabButton(place, QTabBar.ButtonPosition.RightSide, self._close_button(page))

    def name(self, page: Page, title: str) -> bool:
        """Change the title of a page; False if the page is not in a tab."""
        place = self.indexOf(page)
        if place < 0:
            return False
        self.setTabText(place, title)
        self.setTabToolTip(place, about(page, title))
        return True

    def _close_button(self, page: Page) -> QToolButton:
        button = QToolButton()
        button.setIcon(icon("close"))
        button.setIconSize(QSize(12, 12))
        button.setAutoRaise(True)
        button.setToolTip(tr("Close this tab"))
        button.setAccessibleName(tr("Close this tab"))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda: self.close_requested.emit(page))
        return button


def about(page: Page, title: str) -> str:
    """The whole title and where the page comes from; text from files is escaped."""
    return "".join(f"<p>{escape(part)}</p>" for part in (title, shortened(page.origin, MAX_ORIGIN)) if part)

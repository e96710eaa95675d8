"""The tabs of the window: how wide they are, what their tooltips say, and the button that closes each.

A tab keeps room for the beginning of its title, however many there are; the bar scrolls before titles say nothing.
"""

from __future__ import annotations

from html import escape

from plyscope.messages import shortened
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QTabBar, QTabWidget, QToolButton, QWidget

from plyscope_window.look.icons import icon
from plyscope_window.pages.pages import as_canvas, as_comparison, as_editor
from plyscope_window.words import tr

LETTERS = 28
"""How many letters of a title are seen at the least."""
LONGEST_SOURCE = 300
"""Letters of a position in a tooltip; a large tree has millions."""


class TabBar(QTabBar):
    """A bar whose tabs are not squeezed until nothing is left of their titles."""

    def minimumTabSizeHint(self, index: int) -> QSize:
        whole, title, metrics = self.tabSizeHint(index), self.tabText(index), self.fontMetrics()
        if len(title) <= LETTERS:
            return whole
        beyond = metrics.horizontalAdvance(title) - metrics.horizontalAdvance(title[:LETTERS] + "…")
        return QSize(whole.width() - max(0, beyond), whole.height())


class Tabs(QTabWidget):
    """Pages in tabs, each with a button to close it."""

    close_asked = Signal(QWidget)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabBar(TabBar())
        self.setDocumentMode(True)
        self.setMovable(True)
        self.setElideMode(Qt.TextElideMode.ElideRight)

    def add(self, page: QWidget, title: str, place: int) -> None:
        """A page before another one; at the end where that is -1."""
        place = self.insertTab(place if place >= 0 else self.count(), page, title)
        self.setTabToolTip(place, about(page, title))
        self.tabBar().setTabButton(place, QTabBar.ButtonPosition.RightSide, self._close_button(page))

    def name(self, page: QWidget, title: str) -> bool:
        """Gives a page another title, where it is one of these."""
        place = self.indexOf(page)
        if place < 0:
            return False
        self.setTabText(place, title)
        self.setTabToolTip(place, about(page, title))
        return True

    def _close_button(self, page: QWidget) -> QToolButton:
        button = QToolButton()
        button.setIcon(icon("close"))
        button.setIconSize(QSize(12, 12))
        button.setAutoRaise(True)
        button.setToolTip(tr("Close this tab"))
        button.setAccessibleName(tr("Close this tab"))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda: self.close_asked.emit(page))
        return button


def about(page: QWidget, title: str) -> str:
    """The whole title and where the page comes from; what files say in it is shown as it stands there."""
    return "".join(f"<p>{escape(part)}</p>" for part in (title, shortened(source_of(page), LONGEST_SOURCE)) if part)


def source_of(page: QWidget) -> str:
    """The file that a page shows, or else its position."""
    canvas, editor = as_canvas(page), as_editor(page)
    if canvas is not None:
        session = canvas.session
        return str(session.path) if session.path is not None else str(session.trace.position)
    comparison = as_comparison(page)
    if comparison is not None:
        return str(comparison.session.trace.position)
    if editor is not None and editor.position is not None:
        return str(editor.position)
    return ""

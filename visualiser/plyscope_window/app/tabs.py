"""The tabs of the window: each keeps room for the beginning of its title, and no two are called the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

from plyscope.messages import shortened
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QTabBar, QTabWidget, QToolButton

from plyscope_window.look.icons import icon
from plyscope_window.pages.page import Page
from plyscope_window.words import LocalizedText, tr

VISIBLE_LETTERS = 28
"""The number of letters of a title that are always visible."""
MAX_ORIGIN_LETTERS = 300
"""The most letters of a position in a tooltip; a large tree has millions."""


class TabBar(QTabBar):
    """A bar whose tabs keep room for the beginning of their titles."""

    def minimumTabSizeHint(self, index: int) -> QSize:
        whole, title, metrics = self.tabSizeHint(index), self.tabText(index), self.fontMetrics()
        if len(title) <= VISIBLE_LETTERS:
            return whole
        hidden = metrics.horizontalAdvance(title) - metrics.horizontalAdvance(title[:VISIBLE_LETTERS] + "…")
        return QSize(whole.width() - max(0, hidden), whole.height())


class Tabs(QTabWidget):
    """Pages in tabs, each with a button to close it."""

    close_requested = Signal(object)
    """The page to close."""

    def __init__(self) -> None:
        super().__init__()
        self.setTabBar(TabBar())
        self.setDocumentMode(True)
        self.setMovable(True)
        # The end of a title is where tabs of one title differ.
        self.setElideMode(Qt.TextElideMode.ElideMiddle)
        self.currentChanged.connect(lambda _: self.updateGeometry())

    def minimumSizeHint(self) -> QSize:
        """The room that the page in front needs: a page behind it must not make the window larger than the screen."""
        page, bar = self.currentWidget(), self.tabBar()
        if page is None:
            return super().minimumSizeHint()
        needed = page.minimumSizeHint()
        return QSize(needed.width(), needed.height() + bar.minimumSizeHint().height())

    def add(self, page: Page, place: int) -> None:
        """Insert a page before the one at a place; at the end if that is -1."""
        place = self.insertTab(place if place >= 0 else self.count(), page, page.title)
        self.setTabToolTip(place, tab_tooltip(page, page.title))
        self.tell_apart()
        self.tabBar().setTabButton(place, QTabBar.ButtonPosition.RightSide, self._close_button(page))

    def name(self, page: Page, title: str) -> bool:
        """Show the new title of a page in its tab and tooltip; False if the page is not in a tab."""
        place = self.indexOf(page)
        if place < 0:
            return False
        self.setTabToolTip(place, tab_tooltip(page, title))
        self.tell_apart()
        return True

    def tabRemoved(self, index: int) -> None:
        super().tabRemoved(index)
        self.tell_apart()

    def tell_apart(self) -> None:
        """Name every tab, so that no two are called the same."""
        pages = [page for place in range(self.count()) if isinstance(page := self.widget(place), Page)]
        for place, name in enumerate(tab_names(pages)):
            if self.tabText(place) != name:
                self.setTabText(place, name)

    def _close_button(self, page: Page) -> QToolButton:
        """The button that closes the tab of a page."""
        button = QToolButton()
        button.setIcon(icon("close"))
        button.setIconSize(QSize(12, 12))
        button.setAutoRaise(True)
        button.setToolTip(tr("Close this tab"))
        button.setAccessibleName(tr("Close this tab"))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda: self.close_requested.emit(page))
        return button


def tab_tooltip(page: Page, title: str) -> str:
    """The tooltip of a tab: the whole title and where the page comes from; text from files is escaped."""
    return "".join(f"<p>{escape(part)}</p>" for part in (title, shortened(page.origin, MAX_ORIGIN_LETTERS)) if part)


def tab_names(pages: Sequence[Page]) -> list[str]:
    """The names of pages in their tabs, of which no two are the same."""
    titles = [page.title for page in pages]
    names = list(titles)
    for title, times in Counter(titles).items():
        if times > 1:
            places = [place for place, other_title in enumerate(titles) if other_title == title]
            for place, name in zip(places, distinct_names(title, [pages[place] for place in places]), strict=True):
                names[place] = name
    return names


def distinct_names(title: str, pages: Sequence[Page]) -> list[str]:
    """Different names for pages of one title: with their options or folders where these differ, else numbers."""
    names = [title] * len(pages)
    for details in ([options_text(page, pages) for page in pages], [folder_of(page) for page in pages]):
        if len(set(names)) < len(names) and len(set(details)) > 1:
            names = [
                tr("{title} · {detail}", title=LocalizedText(name), detail=LocalizedText(detail)) if detail else name
                for name, detail in zip(names, details, strict=True)
            ]
    before: Counter[str] = Counter()
    for place, name in enumerate(names):
        before[name] += 1
        if before[name] > 1:
            names[place] = tr("{title} ({number})", title=LocalizedText(name), number=before[name])
    return names


def options_text(page: Page, pages: Sequence[Page]) -> str:
    """The options of a page in which some pages differ, as text."""
    keys = dict.fromkeys(key for other in pages for key in other.options)
    differing = [key for key in keys if len({str(other.options.get(key)) for other in pages}) > 1]
    words = (f"{key} {page.options[key]}" for key in differing if page.options.get(key) is not None)
    return ", ".join(words)


def folder_of(page: Page) -> str:
    """The name of the folder of a page's file; empty where it has none."""
    path = page.path if page.session is None else page.session.path
    return path.parent.name if path is not None else ""

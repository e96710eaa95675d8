"""Where the docks lie and how large they are: as suits the window's size, until the person changes it.

Docks that are hidden for another page come back as large as they were.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QMainWindow

if TYPE_CHECKING:
    from visualiser.docks import Dock, Docks

LOW = 860
"""A window lower than this has no room for three docks above each other at the left."""
SMALL = QSize(1000, 680)
"""A window smaller than this, either way, has room for one dock at each side."""
WITH_STACK = ("steps", "why", "outline", "breakpoints", "bookmarks", "differences", "statistics")
OF_CALLS = ("equal_calls", "printed")
TOGETHER = tuple(("stack", key) for key in WITH_STACK)
"""Docks that lie on top of each other, the first in front."""
TOGETHER_WHERE_LOW = (("window", "root_moves"), *TOGETHER)
TOGETHER_WHERE_SMALL = (("board", "window"), ("board", "root_moves"), ("source", "stack"), *TOGETHER)
FRONT = ("equal_calls", "root_moves", "window", "stack")
FRONT_WHERE_SMALL = ("board", "source")
AROUND = 255
"""What menu, toolbar, timeline and status bar take of the window's height."""
OTHER_SIDE = {
    Qt.DockWidgetArea.LeftDockWidgetArea: Qt.DockWidgetArea.RightDockWidgetArea,
    Qt.DockWidgetArea.RightDockWidgetArea: Qt.DockWidgetArea.LeftDockWidgetArea,
}
ACROSS, DOWN = Qt.Orientation.Horizontal, Qt.Orientation.Vertical


class Arrangement(QObject):
    """Keeps the docks of a window in their places."""

    def __init__(self, window: QMainWindow, docks: Docks) -> None:
        super().__init__(window)
        self.window, self.docks = window, docks
        self.is_own = False
        """Whether the person has moved, closed or resized a dock; the window's size then changes nothing."""
        self.state = QByteArray()
        """The layout when the docks were last to be seen."""
        self._sizes: dict[str, QSize] = {}
        self._sized_for = QSize()
        self._together: tuple[tuple[str, str], ...] = ()
        self._calls_with = "root_moves"
        """What equal calls and what is printed lie with."""
        self._is_busy = False
        self._later = QTimer(self, interval=0, singleShot=True)
        self._later.timeout.connect(self._fit)
        for dock in self._all.values():
            dock.topLevelChanged.connect(lambda _: self.become_own())
            dock.dockLocationChanged.connect(lambda _: self.become_own())
        window.installEventFilter(self)
        # Nothing bounces; and Qt keeps an animation for every dock that it ever moved.
        window.setAnimated(False)

    @property
    def _all(self) -> dict[str, Dock]:
        return self.docks.docks

    def become_own(self) -> None:
        """The person has changed something."""
        if not self._is_busy:
            self.is_own = True
            self._sizes = {}

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self._later.start()
        elif isinstance(event, QMouseEvent) and self._is_between_docks(event):
            self.become_own()
        return False

    def _is_between_docks(self, event: QMouseEvent) -> bool:
        """Whether it presses what belongs to nothing in the window: the lines that docks are resized by."""
        is_press = event.type() is QEvent.Type.MouseButtonPress
        return is_press and self.window.childAt(event.position().toPoint()) is None

    # Hidden and shown again

    def leave(self) -> None:
        """The docks are about to be hidden."""
        self.state = self.window.saveState()
        self._sizes = {key: dock.size() for key, dock in self._all.items() if dock.is_front and dock.isVisible()}
        self._sized_for = self.window.size()

    def come_back(self) -> None:
        """The docks are to be seen again; once more when what else changes with them has got its room."""
        self._fit()
        self._later.start()

    def _fit(self) -> None:
        if not self.docks.are_shown:
            return
        if self.docks.is_presenting:
            self.window.resizeDocks([self._all["board"]], [self.window.width() // 3], ACROSS)
        elif not self.is_own:
            self.suit_window()
        elif self._sizes and self.window.size() == self._sized_for:
            self._is_busy = True
            self.window.restoreState(self.state)
            self.docks.show_wanted()
            self._is_busy = False

    # For a size of the window

    def restore(self, state: QByteArray) -> None:
        """The layout of the last time; where there is none, that for the window's size."""
        self._is_busy = True
        self.is_own = self.window.restoreState(state)
        self._is_busy = False
        self.state = state

    def arrange(self) -> None:
        """Every dock where it usually is, whatever the person has done."""
        self.is_own = False
        self._sizes, self._together = {}, ()
        self.suit_window()
        self._later.start()

    @property
    def _is_small(self) -> bool:
        return self.window.width() < SMALL.width() or self.window.height() < SMALL.height()

    def suit_window(self) -> None:
        together: tuple[tuple[str, str], ...] = TOGETHER_WHERE_LOW if self.window.height() < LOW else TOGETHER
        together = TOGETHER_WHERE_SMALL if self._is_small else together
        calls_with = self._calls_with
        if self.docks.belongs("equal_calls"):
            # At the left there is room for the tabs of a search, or for those of calls.
            calls_with = "stack" if self.docks.belongs("window") else "root_moves"
        of_calls = [(calls_with, key) for key in OF_CALLS]
        self._is_busy = True
        before = self._together, self._calls_with
        self._together, self._calls_with = together, calls_with
        if together != before[0]:
            self._put((*together, *of_calls))
        elif calls_with != before[1]:
            self._lay_together(of_calls)
        self._resize()
        self._is_busy = False

    def _put(self, together: tuple[tuple[str, str], ...]) -> None:
        keyboard = self.window.focusWidget()
        for dock in self._all.values():
            dock.setFloating(False)
            self.window.removeDockWidget(dock)
        for dock in self._all.values():
            self.window.addDockWidget(self._mirrored(dock.entry.area), dock)
        self._lay_together(together)
        if keyboard is not None:
            keyboard.setFocus()

    def _lay_together(self, pairs: Iterable[tuple[str, str]]) -> None:
        for first, second in pairs:
            self.window.tabifyDockWidget(self._all[first], self._all[second])
        self.docks.show_wanted()

    def _mirrored(self, area: Qt.DockWidgetArea) -> Qt.DockWidgetArea:
        """Where people read from the right, the docks change sides; Qt mirrors what is in them, but not them."""
        if self.window.layoutDirection() is Qt.LayoutDirection.LeftToRight:
            return area
        return OTHER_SIDE.get(area, area)

    def raise_first(self) -> None:
        """Of docks on top of each other the first is seen."""
        for key in FRONT_WHERE_SMALL if self._together is TOGETHER_WHERE_SMALL else FRONT:
            if self.docks.wanted[key]:
                self._all[key].raise_()

    def _resize(self) -> None:
        wide, high = self.window.width(), self.window.height()
        left, right = min(300, max(230, wide // 6)), min(430, wide * 29 // 100)
        if self._is_small:
            left, right = max(170, min(230, wide // 5)), max(300, min(371, wide * 34 // 100))
        self.window.resizeDocks([self._all["board"], self._all["source"]], [left, right], ACROSS)
        timeline = 160 if high >= LOW else 130 if not self._is_small else 110
        self.window.resizeDocks([self._all["timeline"]], [timeline], DOWN)
        if self._is_small:
            return
        room = high - AROUND
        shares = {"board": 46, "window": 28, "root_moves": 26} if high >= LOW else {"board": 55, "window": 45}
        if not self.docks.belongs("window"):
            shares = {"board": 52, "equal_calls": 48}
        heights = [room * share // 100 for share in shares.values()]
        self.window.resizeDocks([self._all[key] for key in shares], heights, DOWN)
        lower = [self._all["source"], self._all["stack"]]
        self.window.resizeDocks(lower, [room * 53 // 100, room * 47 // 100], DOWN)

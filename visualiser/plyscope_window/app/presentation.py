"""The presentation: full screen and large, the tree with its caption, and in a corner source or board on request.

Afterwards the window is as it was: its place, its size, maximised or not, every dock, how far the panels are scrolled,
and the widget that has the keyboard.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QScrollBar, QWidget
from shiboken6 import isValid

from plyscope_window.app.docks import Docks
from plyscope_window.pages.page import Host
from plyscope_window.words import tr

if TYPE_CHECKING:
    from plyscope_window.app.corners import Corner
    from plyscope_window.session.session import Session

SCALE, SCALED_LINES = 1.9, 1080
"""The factor by which text is larger, on a screen with so many lines."""
MIN_SCALE, MAX_SCALE = 1.25, 3.0
SOURCE, BOARD = "source", "board"
KEYS = {"S": SOURCE, "B": BOARD}
"""What these keys show in a corner, in place of their usual commands."""


class Presentation:
    """Beginning and ending the presentation of one window."""

    def __init__(
        self, window: Host, docks: Docks, leave: Callable[[], object], apply_theme: Callable[[], object]
    ) -> None:
        """`leave` is what Escape does: the window's command that ends it. `apply_theme` sets all texts anew."""
        self.window, self.docks, self.leave, self.apply_theme = window, docks, leave, apply_theme
        self.is_on = False
        self.shown: set[str] = set()
        """What is shown in the corners; the choice is kept for the next presentation."""
        self.corners: dict[str, Corner] = {}
        self._geometry = QRect()
        self._state = Qt.WindowState.WindowNoState
        self._keys: list[QShortcut] = []
        self._taken: list[tuple[QAction, list[QKeySequence]]] = []
        """The actions whose keys mean something else meanwhile, with these keys."""
        self._with_keyboard: QWidget | None = None
        self._scrolled: dict[QScrollBar, int] = {}
        self._shown: tuple[Session | None, int] = (None, 0)
        """What the window showed before: for another step the panels scroll by themselves."""
        docks.arrangement.came_back.connect(self._give_back)

    @property
    def scale(self) -> float:
        """The factor by which text is larger now."""
        if not self.is_on:
            return 1.0
        return min(MAX_SCALE, max(MIN_SCALE, SCALE * self.window.screen().size().height() / SCALED_LINES))

    def begin(self) -> None:
        window = self.window
        self._geometry, self._state = window.geometry(), window.windowState()
        self._remember()
        self.is_on = True
        self.docks.begin_presentation()
        self._take_keys()
        self.apply_theme()
        window.showFullScreen()

    def end(self) -> None:
        window = self.window
        self.is_on = False
        self._give_keys_back()
        self._clear()
        # First of all: docks with large texts would need more width than the window had.
        self.apply_theme()
        if not self._state & Qt.WindowState.WindowFullScreen:
            window.setWindowState(self._state)
            if not self._state & Qt.WindowState.WindowMaximized:
                window.setGeometry(self._geometry)
        self.docks.end_presentation()
        self._give_keyboard_back()

    # Keyboard and scroll bars

    def _remember(self) -> None:
        self._with_keyboard = QApplication.focusWidget()
        areas = [area for dock in self.docks.docks.values() for area in dock.findChildren(QAbstractScrollArea)]
        bars = [bar for area in areas for bar in (area.verticalScrollBar(), area.horizontalScrollBar())]
        self._scrolled = {bar: bar.value() for bar in bars}
        self._shown = self._now()

    def _now(self) -> tuple[Session | None, int]:
        session = self.window.session
        return session, session.cursor.step if session is not None else 0

    def _give_back(self) -> None:
        """Once the docks are in their places: those that moved meanwhile have lost the keyboard, and scrolled."""
        if self.is_on:
            return
        if self._now() == self._shown:
            for bar, value in self._scrolled.items():
                if isValid(bar):
                    bar.setValue(value)
        self._scrolled = {}
        self._give_keyboard_back()
        self._with_keyboard = None

    def _give_keyboard_back(self) -> None:
        widget = self._with_keyboard
        if widget is not None and isValid(widget) and widget.isVisible() and not widget.hasFocus():
            widget.setFocus(Qt.FocusReason.OtherFocusReason)

    # Keys

    def _take_keys(self) -> None:
        self._taken = []
        for action in self.window.actions_by_key.values():
            keys = action.shortcuts()
            left = [key for key in keys if key.toString() not in KEYS]
            if left != keys:
                self._taken.append((action, keys))
                action.setShortcuts(left)
        commands: dict[str, Callable[[], object]] = {"Esc": self.leave}
        commands |= {key: lambda what=what: self.show_or_hide(what) for key, what in KEYS.items()}  # type: ignore[misc]
        self._keys = [QShortcut(QKeySequence(key), self.window) for key in commands]
        for shortcut, command in zip(self._keys, commands.values(), strict=True):
            shortcut.activated.connect(command)

    def _give_keys_back(self) -> None:
        for shortcut in self._keys:
            shortcut.setEnabled(False)
            shortcut.deleteLater()
        self._keys = []
        for action, keys in self._taken:
            action.setShortcuts(keys)

    @property
    def keys(self) -> str:
        """What can be pressed, for the beginning."""
        if self.docks.belongs(BOARD):
            return tr("S: source · B: board · Esc: back")
        return tr("S: source · Esc: back")

    # Corners

    def show_or_hide(self, what: str) -> None:
        self.shown ^= {what}
        self.present()

    def present(self) -> None:
        """Show the step in the corners of the canvas in front."""
        canvas, session = self.window.canvas, self.window.session
        if not self.is_on or canvas is None or session is None:
            self._clear()
            return
        # Only here, for the corners need numpy, for which a window that has just been opened does not wait.
        from plyscope_window.app.corners import BoardCorner, SourceCorner, emptiest_corner, make_room

        requested = {what for what in self.shown if what == SOURCE or self.docks.belongs(BOARD)}
        for what, corner in list(self.corners.items()):
            if what not in requested or corner.parent() is not canvas:
                self.corners.pop(what).close_for_good()
        for what in requested - set(self.corners):
            self.corners[what] = made = (SourceCorner if what == SOURCE else BoardCorner)(canvas)
            made.misplaced.timeout.connect(self.present)
        make_room(canvas, [self.corners[what].size_in(canvas.size()) for what in (SOURCE, BOARD) if what in requested])
        taken: list[QRectF] = []
        for what in (SOURCE, BOARD):
            if what in requested:
                corner = self.corners[what]
                corner.setGeometry(emptiest_corner(canvas, corner.size_in(canvas.size()), taken).toRect())
                corner.show()
                corner.show_step(session)
                if corner.size() != corner.size_in(canvas.size()):
                    # The size of its text is known only now.
                    corner.setGeometry(emptiest_corner(canvas, corner.size_in(canvas.size()), taken).toRect())
                    corner.show_step(session)
                taken.append(QRectF(corner.geometry()))

    def _clear(self) -> None:
        for corner in self.corners.values():
            corner.close_for_good()
        self.corners = {}

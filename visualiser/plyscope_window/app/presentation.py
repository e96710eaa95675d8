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
"""The limits of that factor."""
SOURCE, BOARD = "source", "board"
"""What can be shown in a corner."""
KEYS = {"S": SOURCE, "B": BOARD}
"""What these keys show in a corner, in place of their usual commands."""


class Presentation:
    """The presentation of one window, which it begins and ends."""

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
        """Show nothing but the tree and its caption, on the full screen."""
        window = self.window
        self._geometry, self._state = window.geometry(), window.windowState()
        self._remember()
        self.is_on = True
        self.docks.begin_presentation()
        self._take_keys()
        self.apply_theme()
        window.showFullScreen()

    def end(self) -> None:
        """Show the window again as it was before."""
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
        """Remember what has the keyboard, how far panels are scrolled, and the step."""
        self._with_keyboard = QApplication.focusWidget()
        areas = [area for dock in self.docks.docks.values() for area in dock.findChildren(QAbstractScrollArea)]
        bars = [bar for area in areas for bar in (area.verticalScrollBar(), area.horizontalScrollBar())]
        self._scrolled = {bar: bar.value() for bar in bars}
        self._shown = self._now()

    def _now(self) -> tuple[Session | None, int]:
        """The session in front and its step."""
        session = self.window.session
        return session, session.cursor.step if session is not None else 0

    def _give_back(self) -> None:
        """Restore keyboard and scroll bars, once the docks are in their places again."""
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
        """Give the keyboard to the widget that had it before."""
        widget = self._with_keyboard
        if widget is not None and isValid(widget) and widget.isVisible() and not widget.hasFocus():
            widget.setFocus(Qt.FocusReason.OtherFocusReason)

    # Keys

    def _take_keys(self) -> None:
        """Let S, B and Escape mean what they do in a presentation."""
        self._taken = []
        for action in self.window.actions_by_key.values():
            keys = action.shortcuts()
            other_keys = [key for key in keys if key.toString() not in KEYS]
            if other_keys != keys:
                self._taken.append((action, keys))
                action.setShortcuts(other_keys)
        commands: dict[str, Callable[[], object]] = {"Esc": self.leave}
        commands |= {key: lambda content=content: self.show_or_hide(content) for key, content in KEYS.items()}  # type: ignore[misc]
        self._keys = [QShortcut(QKeySequence(key), self.window) for key in commands]
        for shortcut, command in zip(self._keys, commands.values(), strict=True):
            shortcut.activated.connect(command)

    def _give_keys_back(self) -> None:
        """Let the keys mean again what they did before."""
        for shortcut in self._keys:
            shortcut.setEnabled(False)
            shortcut.deleteLater()
        self._keys = []
        for action, keys in self._taken:
            action.setShortcuts(keys)

    @property
    def keys(self) -> str:
        """The sentence that names the keys of a presentation."""
        if self.docks.belongs(BOARD):
            return tr("S: source · B: board · Esc: back")
        return tr("S: source · Esc: back")

    # Corners

    def _has(self, content: str) -> bool:
        """Whether the recording in front has what would be shown in a corner."""
        return content == SOURCE or self.docks.belongs(BOARD)

    def show_or_hide(self, content: str) -> None:
        """Show the source or the board in a corner, or hide it."""
        self.shown ^= {content}
        self.present()

    def present(self) -> None:
        """Show the step in the corners of the canvas in front."""
        canvas, session = self.window.canvas, self.window.session
        if not self.is_on or canvas is None or session is None:
            self._clear()
            return
        # Only here, for the corners need numpy, for which a window that has just been opened does not wait.
        from plyscope_window.app.corners import BoardCorner, SourceCorner, emptiest_corner, make_room

        contents = [content for content in (SOURCE, BOARD) if content in self.shown and self._has(content)]
        for content, corner in list(self.corners.items()):
            if content not in contents or corner.parent() is not canvas:
                self.corners.pop(content).close_for_good()
        for content in contents:
            if content not in self.corners:
                self.corners[content] = corner = (SourceCorner if content == SOURCE else BoardCorner)(canvas)
                corner.misplaced.timeout.connect(self.present)
        corners = [self.corners[content] for content in contents]
        make_room(canvas, [corner.size_in(canvas.size()) for corner in corners])
        taken: list[QRectF] = []
        for corner in corners:
            # Twice, if need be: the size of its text is known only once it is shown.
            for _ in range(2):
                corner.setGeometry(emptiest_corner(canvas, corner.size_in(canvas.size()), taken).toRect())
                corner.show()
                corner.show_step(session)
                if corner.size() == corner.size_in(canvas.size()):
                    break
            taken.append(QRectF(corner.geometry()))

    def _clear(self) -> None:
        """Remove all corners."""
        for corner in self.corners.values():
            corner.close_for_good()
        self.corners = {}

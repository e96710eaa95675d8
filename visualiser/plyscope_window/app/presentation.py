"""The presentation: full screen and large, the tree with its caption, and in a corner source or board on request.

Afterwards the window is as it was: its place, its size, maximised or not, and every dock.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from plyscope_window.app.docks import Docks
from plyscope_window.look.theme import Current
from plyscope_window.pages.page import Host
from plyscope_window.panels.board import BoardPicture
from plyscope_window.panels.source import SourcePanel

if TYPE_CHECKING:
    from plyscope_window.canvas.canvas import Canvas
    from plyscope_window.session.session import Session

SCALE, SCALED_LINES = 1.9, 1080
"""The factor by which text is larger, on a screen with so many lines."""
MIN_SCALE, MAX_SCALE = 1.25, 3.0
SOURCE_LINES = 4
SOURCE_WIDTH, BOARD_SIDE, MARGIN = 360, 150, 8
"""Pixels before scaling."""
MAX_SHARE = 0.45
"""The largest part of the canvas's width and height that a corner takes."""
NEAR_NODE = 34.0
"""How far a node reaches around its middle, in pixels before scaling."""
SOURCE, BOARD = "source", "board"
KEYS = {"S": SOURCE, "B": BOARD}
"""What these keys show in a corner, in place of their usual commands."""


class Presentation:
    """Beginning and ending the presentation of one window."""

    def __init__(self, window: Host, docks: Docks, leave: Callable[[], object]) -> None:
        """`leave` is what Escape does: the window's command that ends the presentation."""
        self.window, self.docks, self.leave = window, docks, leave
        self.is_on = False
        self.shown: set[str] = set()
        """What is shown in the corners; the choice is kept for the next presentation."""
        self.corners: dict[str, Corner] = {}
        self._geometry = QRect()
        self._state = Qt.WindowState.WindowNoState
        self._keys: list[QShortcut] = []
        self._taken: list[tuple[QAction, list[QKeySequence]]] = []
        """The actions whose keys mean something else meanwhile, with these keys."""

    @property
    def scale(self) -> float:
        """The factor by which text is larger now."""
        if not self.is_on:
            return 1.0
        return min(MAX_SCALE, max(MIN_SCALE, SCALE * self.window.screen().size().height() / SCALED_LINES))

    def begin(self) -> None:
        window = self.window
        self._geometry, self._state = window.geometry(), window.windowState()
        self.is_on = True
        self.docks.begin_presentation()
        self._take_keys()
        window.showFullScreen()

    def end(self) -> None:
        window = self.window
        self.is_on = False
        self._give_keys_back()
        self._clear()
        if not self._state & Qt.WindowState.WindowFullScreen:
            window.setWindowState(self._state)
            if not self._state & Qt.WindowState.WindowMaximized:
                window.setGeometry(self._geometry)
        self.docks.end_presentation()

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
        wanted = {what for what in self.shown if what == SOURCE or self.docks.belongs(BOARD)}
        for what, corner in list(self.corners.items()):
            if what not in wanted or corner.parent() is not canvas:
                self.corners.pop(what).close_for_good()
        taken: list[QRectF] = []
        for what in (SOURCE, BOARD):
            if what in wanted:
                if what not in self.corners:
                    self.corners[what] = (SourceCorner if what == SOURCE else BoardCorner)(canvas)
                corner = self.corners[what]
                corner.show_step(session)
                corner.setGeometry(emptiest(canvas, corner.size_in(canvas.size()), taken).toRect())
                corner.show()
                taken.append(QRectF(corner.geometry()))

    def _clear(self) -> None:
        for corner in self.corners.values():
            corner.close_for_good()
        self.corners = {}


class Corner(QFrame):
    """Something that lies over a corner of the canvas."""

    def __init__(self, canvas: QWidget) -> None:
        super().__init__(canvas)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(1, 1, 1, 1)

    def show_step(self, session: Session) -> None:
        raise NotImplementedError

    def size_in(self, room: QSize) -> QSize:
        """The size that it takes of a canvas."""
        raise NotImplementedError

    def close_for_good(self) -> None:
        self.hide()
        self.setParent(None)
        self.deleteLater()


class SourceCorner(Corner):
    """The lines at work, a few of them."""

    def __init__(self, canvas: QWidget) -> None:
        super().__init__(canvas)
        self.panel = SourcePanel()
        self.panel.text.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.panel.text.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.panel.text.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.column.addWidget(self.panel)

    def show_step(self, session: Session) -> None:
        if self.panel.session is not session:
            self.panel.attach(session)
        else:
            self.panel.present()
        self.panel.files.hide()

    def size_in(self, room: QSize) -> QSize:
        width = min(SOURCE_WIDTH * Current.text_scale, room.width() * MAX_SHARE)
        return QSize(round(width), round(self.panel.text.row_height * SOURCE_LINES) + 12)

    def close_for_good(self) -> None:
        self.panel.attach(None)
        super().close_for_good()


class BoardCorner(Corner):
    """The board of the step."""

    def __init__(self, canvas: QWidget) -> None:
        super().__init__(canvas)
        self.picture = BoardPicture()
        self.column.addWidget(self.picture)

    def show_step(self, session: Session) -> None:
        trace, frame = session.trace, session.inspected.frame
        position = trace.position_at(frame)
        self.picture.show_board(session.board(frame), trace, position.max_side, position.text)

    def size_in(self, room: QSize) -> QSize:
        side = min(BOARD_SIDE * Current.text_scale, room.width() * MAX_SHARE, room.height() * MAX_SHARE)
        return QSize(round(side), round(side))


def emptiest(canvas: Canvas, size: QSize, taken: list[QRectF]) -> QRectF:
    """The corner of a canvas in which the fewest nodes would be covered; at the right and at the top rather."""
    wide, high, edge = canvas.width(), canvas.height(), MARGIN * Current.text_scale
    right, bottom = wide - size.width() - edge, high - size.height() - edge
    corners = [QRectF(QPointF(x, y), size.toSizeF()) for x in (right, edge) for y in (edge, bottom)]
    reach = NEAR_NODE * Current.text_scale
    points = points_of(canvas)

    def covered(corner: QRectF) -> tuple[bool, int]:
        wider = corner.adjusted(-reach, -reach, reach, reach)
        return any(corner.intersects(other) for other in taken), sum(wider.contains(point) for point in points)

    return min(corners, key=covered)


def points_of(canvas: Canvas) -> list[QPointF]:
    """The middles of the nodes that are drawn one by one."""
    if canvas.is_whole:
        view = canvas.whole_view
        return [view.point(node) for node in view.tree.nodes]
    if canvas.mode == "focus":
        return [node.point * canvas.focus_scale for node in canvas.focus.nodes]
    return []

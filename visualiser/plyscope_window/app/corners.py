"""What a presentation shows over a corner of the canvas: the source or the board; and which corner is the emptiest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from plyscope_window.canvas.canvas import Canvas
from plyscope_window.look.theme import Current, theme
from plyscope_window.panels.board_picture import BoardPicture
from plyscope_window.panels.source import SourcePanel
from plyscope_window.widgets.layouts import column_layout

if TYPE_CHECKING:
    from plyscope_window.session.session import Session

SOURCE_LINES = 4
"""The lines of source that are shown."""
SOURCE_WIDTH, BOARD_SIDE, CORNER_MARGIN, SOURCE_PADDING = 330, 150, 8, 3
"""Pixels before scaling; the last above the source and below it."""
TEXT_PADDING = 10
"""Pixels above and below the lines in the field that shows them."""
MAX_CANVAS_SHARE = 0.45
"""The largest part of the canvas's width and height that a corner takes."""
NODE_REACH = 34.0
"""How far a node reaches around its middle, in pixels before scaling."""
WINDOW_OFFSET = 78.0
"""Where the window of a running node stands beside its middle, in units of the tree."""
ROOM_STEP = 10
"""In which steps the room above a small tree is tried, in pixels before scaling."""


class Corner(QWidget):
    """A widget that lies over a corner of the canvas in a presentation."""

    def __init__(self, canvas: QWidget) -> None:
        super().__init__(canvas)
        self.setAutoFillBackground(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.column = column_layout(margins=1)
        self.setLayout(self.column)
        self.misplaced = QTimer(self, interval=0, singleShot=True)
        """Ends when the canvas has another size: panels may be shown beside it."""
        canvas.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.parent() and event.type() is QEvent.Type.Resize:
            self.misplaced.start()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(theme().edge)
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def show_step(self, session: Session) -> None:
        """Show the cursor's step of a session."""
        raise NotImplementedError

    def size_in(self, room: QSize) -> QSize:
        """The size that the widget takes of a canvas of a size."""
        raise NotImplementedError

    def close_for_good(self) -> None:
        """Remove the widget, and the room that was made for it."""
        canvas = self.parent()
        if isinstance(canvas, Canvas):
            canvas.whole.room = 0.0
        self.hide()
        self.setParent(None)
        self.deleteLater()


class SourceCorner(Corner):
    """The lines of source that are at work."""

    def __init__(self, canvas: QWidget) -> None:
        super().__init__(canvas)
        self.panel = SourcePanel()
        self.panel.text.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.panel.text.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.panel.text.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        above = round(SOURCE_PADDING * Current.text_scale)
        self.column.setContentsMargins(1, above, 1, above)
        self.column.addWidget(self.panel)

    def show_step(self, session: Session) -> None:
        """Show the lines at work in the source of a session."""
        if self.panel.session is not session:
            self.panel.attach(session)
        else:
            self.panel.present()
        self.panel.files.hide()
        self.panel.text.show_lines_at_work(SOURCE_LINES)

    def size_in(self, room: QSize) -> QSize:
        """The size for SOURCE_LINES lines, no wider than a part of the canvas."""
        width = min(SOURCE_WIDTH * Current.text_scale, room.width() * MAX_CANVAS_SHARE)
        margins = self.column.contentsMargins()
        lines = round(self.panel.text.row_height * SOURCE_LINES) + TEXT_PADDING
        return QSize(round(width), lines + margins.top() + margins.bottom())

    def close_for_good(self) -> None:
        """Remove the widget, whose panel no longer follows the session."""
        self.panel.attach(None)
        super().close_for_good()


class BoardCorner(Corner):
    """The board of the running frame."""

    def __init__(self, canvas: QWidget) -> None:
        super().__init__(canvas)
        self.picture = BoardPicture()
        self.column.setContentsMargins(6, 6, 6, 6)
        self.column.addWidget(self.picture)

    def show_step(self, session: Session) -> None:
        """Show the board of the inspected frame of a session."""
        trace, frame = session.trace, session.inspected.frame
        position = trace.position_at(frame)
        self.picture.show_board(session.board(frame), trace, position.max_side, position.text)

    def size_in(self, room: QSize) -> QSize:
        """The size of a square board, no larger than a part of the canvas."""
        side = min(BOARD_SIDE * Current.text_scale, room.width() * MAX_CANVAS_SHARE, room.height() * MAX_CANVAS_SHARE)
        return QSize(round(side), round(side))


def emptiest_corner(canvas: Canvas, size: QSize, taken: list[QRectF]) -> QRectF:
    """The area in the corner of a canvas in which the fewest nodes would be covered, away from areas taken."""
    width, height, edge = canvas.width(), canvas.height(), CORNER_MARGIN * Current.text_scale
    right, bottom = width - size.width() - edge, height - size.height() - edge
    corners = [QRectF(QPointF(x, y), size.toSizeF()) for x in (right, edge) for y in (edge, bottom)]
    reach = NODE_REACH * Current.text_scale
    points = drawn_points(canvas)

    def covered(corner: QRectF) -> tuple[bool, int]:
        wider = corner.adjusted(-reach, -reach, reach, reach)
        return any(corner.intersects(other) for other in taken), sum(wider.contains(point) for point in points)

    return min(corners, key=covered)


def make_room(canvas: Canvas, sizes: list[QSize]) -> None:
    """Move a small tree down, as little as needed, so that widgets of some sizes cover no node of it."""
    if not canvas.is_whole:
        return
    highest = max((size.height() for size in sizes), default=0) / Current.text_scale + CORNER_MARGIN
    for room in range(0, round(highest) + ROOM_STEP, ROOM_STEP):
        canvas.whole.room = float(room)
        taken: list[QRectF] = []
        for size in sizes:
            taken.append(emptiest_corner(canvas, size, taken))
        reach = NODE_REACH * canvas.whole_view.unit
        wider = [corner.adjusted(-reach, -reach, reach, reach) for corner in taken]
        if not any(corner.contains(point) for corner in wider for point in drawn_points(canvas)):
            break
    canvas.update()


def drawn_points(canvas: Canvas) -> list[QPointF]:
    """Points of a small tree (nodes, windows, names of plies) or of the focus view (nodes); none of other views."""
    if canvas.is_whole:
        view = canvas.whole_view
        names = [QPointF(view.gutter / 2, view.y_of(ply)) for ply in range(view.tree.plies)]
        windows = [
            view.point(node) + QPointF(WINDOW_OFFSET * view.unit_of(node.ply), 0)
            for node in view.tree.nodes
            if node.children
        ]
        return [*names, *windows, *(view.point(node) for node in view.tree.nodes)]
    if canvas.mode == "focus":
        return [node.point * canvas.focus_scale for node in canvas.focus.nodes]
    return []

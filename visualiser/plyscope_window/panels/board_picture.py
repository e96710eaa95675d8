"""The picture of a position: a board with the names of its columns and rows, or a node of a tree with its children."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plyscope.games.board_names import edge_names, free_squares
from plyscope.model.position import Board, Cell
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from plyscope_window.canvas.pictures import StampCache, Stamps
from plyscope_window.look.glyphs import paint_glyph, text_area
from plyscope_window.look.theme import font, mixed, text_width, theme
from plyscope_window.widgets.boards import BoardPlan, paint_board
from plyscope_window.widgets.painting import elided, smooth_painter
from plyscope_window.words import tr

if TYPE_CHECKING:
    from plyscope.model.trace import Trace

COORDINATES_ROOM = 20.0
"""Room for the coordinates beside a board, in pixels."""
MIN_SIZE, MAX_SIZE = 110, 420
"""The smallest height of a board, and the largest width and height, in pixels, however much room there is."""
MAX_CACHE_BYTES = 6_000_000
"""The memory of the boards that are kept, at one device pixel for one of the window."""
CHILD_WIDTH = 46.0
"""Width that a child of a node needs, in pixels."""


def board_key(board: Board) -> tuple[object, ...]:
    """Return all that the picture of a board depends on, as the key by which it is kept."""
    return (
        board.shape, board.columns, board.rows, board.pieces, board.last_move, board.winning_line, board.left,
        *board.owners.items(), *board.labels.items(),
    )  # fmt: skip


@dataclass(frozen=True)
class Child:
    """A child of a node: its name and what is known of it."""

    name: str
    shape: int
    value: str
    fill: QColor | None
    """None while it has no value."""
    is_now: bool
    frame: int
    """-1 for a child that was never searched."""


@dataclass(frozen=True)
class Node:
    """A node of a tree, as the search sees it."""

    name: str
    shape: int
    value: str
    fill: QColor | None
    count: int
    """The number of children."""
    now: int
    """The index of the child that is being searched; -1 for none."""
    child: Callable[[int], Child]
    """Return a child by its index. Called only for visible children."""


class BoardPicture(QWidget):
    """The picture of a position: a board, or a node with its children."""

    chosen = Signal(int)
    """The frame of the child that was clicked."""

    def __init__(self) -> None:
        super().__init__()
        self.board: Board | None = None
        self.max_side = 1
        self.columns: tuple[str, ...] = ()
        self.rows: tuple[str, ...] = ()
        self.squares: dict[Cell, str] = {}
        """The names of the empty squares, in a notation without names for columns and rows."""
        self.node: Node | None = None
        self.is_turned = False
        """Whether the board is seen from the second side."""
        self._notation = ""
        """The notation of the names round the board."""
        self._extent: tuple[str, int, int] | None = None
        """The shape and size of the board, by which it has its height; None for one that may have any."""
        self._heights: dict[int, int] = {}
        """Its heights, by widths."""
        self._boards = Stamps(StampCache(MAX_CACHE_BYTES))
        """The boards that were shown last: a search comes back to each of them after every move that it tries."""
        self.max_height = MAX_SIZE
        """The largest height that it takes, in pixels."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setMinimumSize(80, 80)

    def show_board(self, board: Board, trace: Trace, max_side: int, text: str) -> None:
        """Show a board with the coordinates that the recording uses; `text` is the position for screen readers."""
        self.setAccessibleName(tr("Board: {board}", board=text))
        if self.board == board and (self.max_side, self._notation) == (max_side, trace.coordinates):
            return
        self.board, self.node, self.max_side = board, None, max_side
        self._notation = trace.coordinates
        self.columns, self.rows = edge_names(board, trace.position.game, trace.coordinates)
        self.squares = free_squares(board, trace.position.game, trace.coordinates)
        self._lay_out_again(None if board.shape == "text" else (board.shape, board.columns, board.rows))

    def show_node(self, node: Node) -> None:
        """Show a node of a tree with its children."""
        self.node, self.board = node, None
        self.setAccessibleName(tr("Node {name}", name=node.name))
        self._lay_out_again(("node", 0, 0))

    def _lay_out_again(self, extent: tuple[str, int, int] | None) -> None:
        """Paint the picture again, and ask for another height where the shape or the size has changed."""
        if extent is None or extent != self._extent:
            self._extent, self._heights = extent, {}
            self.updateGeometry()
        self.update()

    def turn(self, is_turned: bool) -> None:
        """Show the board from the second side, or from the first."""
        self.is_turned = is_turned
        self.update()

    def limit_height(self, height: int) -> None:
        """Take at most this height in pixels, but always enough to be read."""
        height = max(MIN_SIZE, min(MAX_SIZE, height))
        if height != self.max_height:
            self.max_height, self._heights = height, {}
            self.updateGeometry()

    def clear(self) -> None:
        """Clear the board, and drop the recording that a node refers to."""
        self.node = self.board = self._extent = None
        self._heights = {}
        self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if self.board is None:
            return min(170, self.max_height)
        if width not in self._heights:
            plan = BoardPlan(self.board, QRectF(0, 0, max(40.0, min(MAX_SIZE, width) - 2 * COORDINATES_ROOM), MAX_SIZE))
            self._heights[width] = min(self.max_height, int(plan.frame.height() + COORDINATES_ROOM + 6))
        return self._heights[width]

    def sizeHint(self) -> QSize:
        return QSize(220, self.heightForWidth(220))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self, is_from_left=True)
        if self.node is not None:
            self._paint_node(painter, self.node)
        elif self.board is not None:
            board = self.board
            key = (
                *board_key(board), self.max_side, self.columns, self.rows, *self.squares.items(), self.width(),
                self.height(), self.is_turned,
            )  # fmt: skip
            self._boards.paint(painter, key, QRectF(self.rect()), lambda on: self._paint_board(on, board))

    # A board

    def _paint_board(self, painter: QPainter, board: Board) -> None:
        """Paint the board, the names of its columns and rows, and those of empty squares."""
        side = COORDINATES_ROOM if self.rows else 2.0
        area = QRectF(side, 3, self.width() - 2 * side, self.height() - 6 - (COORDINATES_ROOM if self.columns else 0))
        if area.width() > MAX_SIZE:
            area.setLeft((self.width() - MAX_SIZE) / 2)
            area.setWidth(MAX_SIZE)
        plan = BoardPlan(board, area, is_turned=self.is_turned)
        paint_board(painter, board, area, self.max_side, plan=plan)
        painter.setFont(font(12))
        painter.setPen(theme().quiet)
        frame = plan.frame
        for cell, name in self.squares.items():
            painter.drawText(plan.cell(cell), Qt.AlignmentFlag.AlignCenter, name)
        for place_x, name in enumerate(self.columns):
            x = plan.centre((place_x, 0)).x()
            place = QRectF(x - 20, frame.bottom() + 2, 40, COORDINATES_ROOM - 2)
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, name)
        for row, name in enumerate(self.rows):
            y = plan.centre((0, row)).y()
            if not frame.top() < y < frame.bottom():
                continue
            place = QRectF(frame.left() - COORDINATES_ROOM - 2, y - 10, COORDINATES_ROOM - 4, 20)
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, name)

    # A node

    def visible_children(self, node: Node) -> tuple[int, int]:
        """Return the first child that fits and the end of those: around the one being searched, else from the first."""
        room = max(2, int((self.width() - 8) / CHILD_WIDTH))
        if node.count <= room:
            return 0, node.count
        first = max(0, min(max(0, node.now) - room // 2, node.count - room))
        return first, first + room

    def child_places(self, node: Node) -> dict[int, QPointF]:
        """Return the centre of each visible child, by its index."""
        first, end = self.visible_children(node)
        apart = min(92.0, (self.width() - 8) / max(1, end - first))
        left = self.width() / 2 - apart * (end - first) / 2
        return {place: QPointF(left + (place - first + 0.5) * apart, 112.0) for place in range(first, end)}

    def _paint_node(self, painter: QPainter, node: Node) -> None:
        """Paint a node above its visible children, with the edge to the one that is searched marked."""
        colours = theme()
        top = QPointF(self.width() / 2, 36.0)
        places = self.child_places(node)
        children = {place: node.child(place) for place in places}
        for place, at in places.items():
            child = children[place]
            if child.is_now:
                painter.setPen(QPen(colours.now, 9, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
                painter.drawLine(top + QPointF(0, 12), at - QPointF(0, 14))
            known = bool(child.value)
            painter.setPen(QPen(colours.ink if child.is_now else colours.edge if known else colours.hairline, 1.4))
            painter.drawLine(top + QPointF(0, 12), at - QPointF(0, 14))
        self._paint_glyph(painter, node.shape, top, 38, node.value, node.fill)
        painter.setPen(colours.ink)
        painter.setFont(font(13, bold=True))
        room = QRectF(top.x() + 28, top.y() - 12, self.width() / 2 - 30, 24)
        name = elided(node.name, painter.font(), room.width(), Qt.TextElideMode.ElideMiddle)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, name)
        for place, at in places.items():
            self._paint_child(painter, children[place], at)
        self._paint_hidden_counts(painter, node)

    def _paint_child(self, painter: QPainter, child: Child, at: QPointF) -> None:
        """Paint a child's shape with its value, and its name below."""
        colours = theme()
        self._paint_glyph(painter, child.shape, at, 30, child.value, child.fill, is_dim=not child.value)
        painter.setPen(colours.ink if child.value else colours.quiet)
        painter.setFont(font(12, bold=child.is_now))
        name = elided(child.name, painter.font(), CHILD_WIDTH - 4, Qt.TextElideMode.ElideMiddle)
        painter.drawText(
            QRectF(at.x() - CHILD_WIDTH / 2, at.y() + 18, CHILD_WIDTH, 20), Qt.AlignmentFlag.AlignCenter, name
        )

    def _paint_glyph(
        self,
        painter: QPainter,
        shape: int,
        at: QPointF,
        size: float,
        value: str,
        fill: QColor | None,
        is_dim: bool = False,
    ) -> None:
        """Paint the shape of a node with its value in it, or above it where the value is too wide."""
        colours = theme()
        line = QPen(colours.hairline if is_dim else fill or colours.ink, 1.6)
        paint_glyph(painter, shape, at, size, fill or colours.card, line)
        if not value:
            return
        face = font(12, bold=True)
        painter.setFont(face)
        painter.setPen(colours.on_fill if fill else colours.ink)
        room = text_area(shape, at, size)
        if text_width(face, value) <= size * 0.75:
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, value)
            return
        painter.setPen(colours.ink)
        painter.setFont(font(11))
        wide = CHILD_WIDTH * 1.4
        place = QRectF(at.x() - wide / 2, at.y() - size / 2 - 17, wide, 15)
        text = elided(value, font(11), wide)
        tight = QFontMetricsF(font(11)).boundingRect(text).width() + 6
        ground = mixed(colours.paper, colours.card, 0.5)
        painter.fillRect(QRectF(at.x() - tight / 2, place.top(), tight, place.height()), ground)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_hidden_counts(self, painter: QPainter, node: Node) -> None:
        """Write how many children there are before and after the visible ones."""
        first, end = self.visible_children(node)
        painter.setPen(theme().quiet)
        painter.setFont(font(11))
        area = QRectF(4, 148, self.width() - 8, 18)
        if first:
            painter.drawText(area, Qt.AlignmentFlag.AlignLeft, tr("{count} before", count=first))
        if end < node.count:
            text = tr("{count} after", count=node.count - end)
            painter.drawText(area, Qt.AlignmentFlag.AlignRight, text)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.node is None or event.button() is not Qt.MouseButton.LeftButton:
            return
        for place, at in self.child_places(self.node).items():
            if QRectF(at.x() - CHILD_WIDTH / 2, at.y() - 20, CHILD_WIDTH, 60).contains(event.position()):
                frame = self.node.child(place).frame
                if frame >= 0:
                    self.chosen.emit(frame)

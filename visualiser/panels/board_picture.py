"""A position, large: a board with the names of its columns and rows, or a node of a tree with its children."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.position import Board, Game
from visualiser.boards import BoardPlan, paint_board
from visualiser.glyphs import paint_glyph, text_area
from visualiser.theme import font, mixed, theme
from visualiser.words import tr

NAMES = 20.0
"""Room for the names beside a board."""
LARGEST = 420
"""A board does not grow beyond this, however much room there is."""
CHILD = 46.0
"""The room a child of a node needs."""


@dataclass(frozen=True)
class Child:
    """A child of a node: what it is called and what is known of it."""

    name: str
    shape: int
    value: str
    fill: QColor | None
    """None as long as it has no value."""
    is_now: bool
    frame: int
    """-1 where it was never searched."""


@dataclass(frozen=True)
class Node:
    """A node of a tree, as the search sees it."""

    name: str
    shape: int
    value: str
    fill: QColor | None
    count: int
    """How many children there are."""
    now: int
    """The place of the child that is under way; -1 for none."""
    child: Callable[[int], Child]
    """What is known of a child, by its place; asked only for those in sight."""


class BoardPicture(QWidget):
    """Paints the position it is given."""

    chosen = Signal(int)
    """A child's frame that was clicked."""

    def __init__(self) -> None:
        super().__init__()
        self.board: Board | None = None
        self.max_side = 1
        self.columns: tuple[str, ...] = ()
        self.rows: tuple[str, ...] = ()
        self.node: Node | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setMinimumSize(80, 80)

    def show_board(self, board: Board, game: Game, max_side: int, text: str) -> None:
        self.board, self.node, self.max_side = board, None, max_side
        self.columns, self.rows = names_of(board, game)
        self.setAccessibleName(tr("Board: {board}", board=text))
        self.updateGeometry()
        self.update()

    def show_node(self, node: Node) -> None:
        self.node, self.board = node, None
        self.setAccessibleName(tr("Node {name}", name=node.name))
        self.updateGeometry()
        self.update()

    def forget(self) -> None:
        """Shows nothing any more; a node asks its recording for its children, and so keeps it."""
        self.node = self.board = None
        self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if self.board is None:
            return 170
        plan = BoardPlan(self.board, QRectF(0, 0, max(40.0, min(LARGEST, width) - 2 * NAMES), LARGEST))
        return int(plan.frame.height() + NAMES + 6)

    def sizeHint(self) -> QSize:
        return QSize(220, self.heightForWidth(220))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.node is not None:
            self._paint_node(painter, self.node)
        elif self.board is not None:
            self._paint_board(painter, self.board)

    # A board

    def _paint_board(self, painter: QPainter, board: Board) -> None:
        side = NAMES if self.rows else 2.0
        area = QRectF(side, 3, self.width() - 2 * side, self.height() - 6 - (NAMES if self.columns else 0))
        if area.width() > LARGEST:
            area.setLeft((self.width() - LARGEST) / 2)
            area.setWidth(LARGEST)
        paint_board(painter, board, area, self.max_side)
        plan = BoardPlan(board, area)
        painter.setFont(font(12))
        painter.setPen(theme().quiet)
        frame = plan.frame
        for column, name in enumerate(self.columns):
            x = plan.left + (column + 0.5) * plan.width
            place = QRectF(x - 20, frame.bottom() + 2, 40, NAMES - 2)
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, name)
        for row, name in enumerate(self.rows):
            height = plan.height * (0.866 if board.shape == "hex" else 1.0)
            y = plan.top + row * height + plan.height * (0.578 if board.shape == "hex" else 0.5)
            if not frame.top() < y < frame.bottom():
                continue
            place = QRectF(frame.left() - NAMES - 2, y - 10, NAMES - 4, 20)
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, name)

    # A node

    def children_shown(self, node: Node) -> tuple[int, int]:
        """From which child to which there is room: round the one under way, else from the first."""
        room = max(2, int((self.width() - 8) / CHILD))
        if node.count <= room:
            return 0, node.count
        first = max(0, min(max(0, node.now) - room // 2, node.count - room))
        return first, first + room

    def child_places(self, node: Node) -> dict[int, QPointF]:
        """Where the children in sight are."""
        first, end = self.children_shown(node)
        apart = min(92.0, (self.width() - 8) / max(1, end - first))
        left = self.width() / 2 - apart * (end - first) / 2
        return {place: QPointF(left + (place - first + 0.5) * apart, 112.0) for place in range(first, end)}

    def _paint_node(self, painter: QPainter, node: Node) -> None:
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
        name = QFontMetricsF(painter.font()).elidedText(node.name, Qt.TextElideMode.ElideMiddle, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, name)
        for place, at in places.items():
            self._paint_child(painter, children[place], at)
        self._paint_rest(painter, node)

    def _paint_child(self, painter: QPainter, child: Child, at: QPointF) -> None:
        colours = theme()
        self._paint_glyph(painter, child.shape, at, 30, child.value, child.fill, pale=not child.value)
        painter.setPen(colours.ink if child.value else colours.quiet)
        painter.setFont(font(12, bold=child.is_now))
        name = QFontMetricsF(painter.font()).elidedText(child.name, Qt.TextElideMode.ElideMiddle, CHILD - 4)
        painter.drawText(QRectF(at.x() - CHILD / 2, at.y() + 18, CHILD, 20), Qt.AlignmentFlag.AlignCenter, name)

    def _paint_glyph(
        self,
        painter: QPainter,
        shape: int,
        at: QPointF,
        size: float,
        value: str,
        fill: QColor | None,
        pale: bool = False,
    ) -> None:
        colours = theme()
        line = QPen(colours.hairline if pale else fill or colours.ink, 1.6)
        paint_glyph(painter, shape, at, size, fill or colours.card, line)
        if not value:
            return
        face = font(12, bold=True)
        painter.setFont(face)
        painter.setPen(colours.on_fill if fill else colours.ink)
        room = text_area(shape, at, size)
        fits = QFontMetricsF(face).horizontalAdvance(value) <= size * 0.75
        if fits:
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, value)
            return
        painter.setPen(colours.ink)
        painter.setFont(font(11))
        wide = CHILD * 1.4
        place = QRectF(at.x() - wide / 2, at.y() - size / 2 - 17, wide, 15)
        text = QFontMetricsF(font(11)).elidedText(value, Qt.TextElideMode.ElideRight, wide)
        tight = QFontMetricsF(font(11)).boundingRect(text).width() + 6
        ground = mixed(colours.paper, colours.card, 0.5)
        painter.fillRect(QRectF(at.x() - tight / 2, place.top(), tight, place.height()), ground)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_rest(self, painter: QPainter, node: Node) -> None:
        """How many children there are on either side beyond those in sight."""
        first, end = self.children_shown(node)
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
            if QRectF(at.x() - CHILD / 2, at.y() - 20, CHILD, 60).contains(event.position()):
                frame = self.node.child(place).frame
                if frame >= 0:
                    self.chosen.emit(frame)


def names_of(board: Board, game: Game) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of columns, left to right, and of rows, top to bottom, as the game's moves have them."""
    if board.shape == "hex":
        return (), tuple(map(str, range(board.rows)))
    squares = game.square(0) is not None
    if not squares:
        return tuple(str(column + 1) for column in range(board.columns)), ()
    letters = tuple("abcdefghijklmnopqrstuvwxyz"[column : column + 1] for column in range(board.columns))
    return letters, tuple(str(board.rows - row) for row in range(board.rows))

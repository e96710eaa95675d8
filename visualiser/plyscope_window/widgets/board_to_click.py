"""The boards of the editor: one on which pieces are placed, dragged and removed, and one to look at.

Where sides have several kinds of pieces, a piece is dragged from square to square, off the board, or onto it from the
row of pieces above; a press without a drag is a click. With the keyboard Enter picks a piece up and puts it down.
"""

from __future__ import annotations

from dataclasses import dataclass

from plyscope.games.grid import MOVES_PIECES, Grid
from plyscope.model.position import FIRST, Board, Cell, Position
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from plyscope_window.look.theme import theme
from plyscope_window.widgets.boards import (
    NAMES_ROOM,
    BoardPlan,
    hexagon_outline,
    paint_board,
    paint_cell_names,
    paint_edge_names,
    paint_faults,
    paint_piece,
)
from plyscope_window.widgets.painting import smooth_painter
from plyscope_window.words import localized, tr

MAX_CELL_PIXELS = 144
"""The largest side of a cell of the board."""
ARROW_STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
"""How far the arrow keys move the cursor: columns to the right and rows down."""


def cell_name(grid: Grid, cell: Cell, coordinates: str = "") -> str:
    """What a cell is called in a notation, in the user's language where that is a sentence."""
    name = grid.cell_name(cell, coordinates)
    return name if isinstance(name, str) else localized(name)


def board_area(room: QRectF, board: Board) -> QRectF:
    """The part of a room, around its middle, in which no cell of a board is larger than `MAX_CELL_PIXELS`."""
    width = min(room.width(), MAX_CELL_PIXELS * board.columns)
    height = min(room.height(), MAX_CELL_PIXELS * board.rows)
    return QRectF(room.center().x() - width / 2, room.center().y() - height / 2, width, height)


@dataclass
class DraggedPiece:
    """A piece under the pointer while the button is held."""

    owner: int
    start: Cell | None
    """Where it stood; None for one from the row of pieces."""
    pressed: QPointF
    point: QPointF
    has_begun: bool = False
    """Whether the pointer has moved so far that this is no click."""


class BoardEditor(QWidget):
    """A grid to edit. An edit is only requested, by `edited`; the board changes when the new grid is shown."""

    edited = Signal(object)
    """The grid after the edit."""
    pointed = Signal(str)
    """A description of the cell under the pointer or the cursor."""

    def __init__(self) -> None:
        super().__init__()
        self.grid: Grid | None = None
        self.tool: int | None = None
        """The owner that a click places; None for the side to move, MOVES_PIECES to move pieces."""
        self.cursor_cell: Cell = (0, 0)
        self.held: Cell | None = None
        """The square of the piece that has been picked up by a click or a key."""
        self.drag: DraggedPiece | None = None
        self.faults: frozenset[Cell] = frozenset()
        """The cells that make the position impossible."""
        self._winning: tuple[Cell, ...] = ()
        self._max_side = FIRST
        self.is_turned = False
        """Whether the board is seen from the second side."""
        self.coordinates = ""
        """The notation of the names of cells; empty for the game's usual one."""
        self._is_stale = False
        self._hovered: Cell | None = None
        self._drawing: int | None = None
        self._typed = ""
        """The keys typed one after the other into the cell at the cursor."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(tr("Board"))

    def sizeHint(self) -> QSize:
        return QSize(420, 420)

    def minimumSizeHint(self) -> QSize:
        return QSize(180, 160)

    def show_grid(
        self,
        grid: Grid,
        winning_line: tuple[Cell, ...],
        max_side: int,
        *,
        faults: tuple[Cell, ...] = (),
        is_stale: bool,
        coordinates: str = "",
    ) -> None:
        """Show a grid; for another game or size the cursor begins in the middle.

        `faults` make it impossible; `is_stale` means that the text has become unreadable since.
        """
        self.coordinates = coordinates
        if self.grid is None or (self.grid.rules, self.grid.columns, self.grid.rows) != (
            grid.rules, grid.columns, grid.rows,
        ):  # fmt: skip
            self.cursor_cell, self._hovered = (grid.columns // 2, grid.rows // 2), None
        if self.held is not None and (grid.rules is not (self.grid and self.grid.rules) or not grid.owner(self.held)):
            self.held = None
        self.grid, self._winning, self._max_side, self._is_stale = grid, winning_line, max_side, is_stale
        self.faults = frozenset(faults)
        self._describe()
        self.update()

    def turn(self, is_turned: bool) -> None:
        """Show the board from the second side, or from the first."""
        self.is_turned = is_turned
        self.update()

    def plan(self) -> BoardPlan:
        """Where the cells lie: as large as the widget has room for, up to `MAX_CELL_PIXELS`."""
        assert self.grid is not None
        room = QRectF(self.rect()).adjusted(NAMES_ROOM, 6, -NAMES_ROOM, -NAMES_ROOM)
        board = self.grid.board(whole=True)
        return BoardPlan(board, board_area(room, board), is_turned=self.is_turned)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.grid is None:
            return
        painter = smooth_painter(self)
        if self._is_stale:
            painter.setOpacity(0.6)
        plan = self.plan()
        if self.grid.rules.has_outline:
            self._paint_places(painter, plan)
        drag = self.drag if self.drag is not None and self.drag.has_begun else None
        start = None if drag is None else drag.start
        shown = self.grid if start is None else self.grid.put(start, 0)
        paint_board(painter, shown.board(self._winning), plan.frame, self._max_side, plan=plan)
        paint_faults(painter, plan, self.faults - {start})
        self._paint_names(painter, plan)
        if self._hovered is not None:
            self._paint_hovered(painter, plan, self._hovered)
        if self.hasFocus():
            self._paint_cursor(painter, plan)
        if self.held is not None:
            self._paint_held(painter, plan, self.held)
        if drag is not None:
            side, letter = self.grid.rules.kinds[drag.owner]
            paint_piece(painter, letter, side, drag.point, plan.width)

    def _paint_places(self, painter: QPainter, plan: BoardPlan) -> None:
        """Paint the places where the board has no cell, but could have one."""
        assert self.grid is not None
        painter.setPen(QPen(theme().hairline, 1, Qt.PenStyle.DotLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for cell in plan.board.owners:
            if self.grid.is_outside(self.grid.owner(cell)):
                painter.drawPolygon(hexagon_outline(plan.cell(cell), plan.width * 0.1))

    def _paint_names(self, painter: QPainter, plan: BoardPlan) -> None:
        """Paint the names of columns and rows; where a notation has none, those of the empty cells."""
        assert self.grid is not None
        grid, coordinates = self.grid, self.coordinates
        columns, rows = grid.rules.edge_names(grid, coordinates)
        if coordinates and not columns and not rows:
            free = [cell for cell, owner in plan.board.owners.items() if not owner]
            paint_cell_names(painter, plan, {cell: cell_name(grid, cell, coordinates) for cell in free})
        paint_edge_names(painter, plan, columns, rows)

    def _paint_hovered(self, painter: QPainter, plan: BoardPlan, cell: Cell) -> None:
        """Paint a thin outline around what a click would change."""
        assert self.grid is not None
        painter.setPen(QPen(theme().edge, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.grid.rules.shape == "hex":
            painter.drawPolygon(hexagon_outline(plan.cell(cell), plan.width * 0.03))
            return
        painter.drawRoundedRect(self._marked_area(plan, cell).adjusted(1.5, 1.5, -1.5, -1.5), 4, 4)

    def _paint_cursor(self, painter: QPainter, plan: BoardPlan) -> None:
        """Paint a strong outline around the cell that keys act on."""
        assert self.grid is not None
        painter.setOpacity(1)
        painter.setPen(QPen(theme().ink, 2.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.grid.rules.shape == "hex":
            painter.drawPolygon(hexagon_outline(plan.cell(self.cursor_cell), plan.width * 0.04))
        else:
            area = self._marked_area(plan, self.cursor_cell)
            painter.drawRoundedRect(area.adjusted(1.5, 1.5, -1.5, -1.5), 4, 4)

    def _paint_held(self, painter: QPainter, plan: BoardPlan, cell: Cell) -> None:
        """Paint a dashed outline around the piece that has been picked up."""
        painter.setPen(QPen(theme().ink, 2.5, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(plan.cell(cell).adjusted(4, 4, -4, -4), 4, 4)

    def _marked_area(self, plan: BoardPlan, cell: Cell) -> QRectF:
        """The area that is marked for a cell: the cell, or the whole column where pieces fall."""
        assert self.grid is not None
        if self.grid.rules.falls:
            return plan.cell((cell[0], 0)).united(plan.cell((cell[0], self.grid.rows - 1)))
        return plan.cell(cell)

    # The mouse

    def cell_at(self, point: QPointF) -> Cell | None:
        """The cell under a point of the widget; None where there is none."""
        return None if self.grid is None else self.plan().cell_at(point)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if self.grid is None:
            return
        if cell is None:
            self.put_down()
            return
        self.cursor_cell, self._typed = cell, ""
        if event.button() == Qt.MouseButton.RightButton:
            self._remove(cell)
        elif event.button() == Qt.MouseButton.LeftButton:
            if self.grid.rules.kinds and self.grid.owner(cell):
                self.drag = DraggedPiece(self.grid.owner(cell), cell, event.position(), event.position())
            else:
                self._click(cell)
                self._drawing = self.grid.owner(cell) if self.grid.rules.has_outline else None
        self._describe()
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.drag is not None:
            self._drag_to(event.position())
            return
        cell = self.cell_at(event.position())
        if cell == self._hovered:
            return
        self._hovered = cell
        self._show_grip()
        held = event.buttons() & Qt.MouseButton.LeftButton
        if held and cell is not None and self._drawing is not None and self.grid is not None:
            self._request_edit(self.grid.put(cell, self._drawing))
        self._describe()
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._drawing = None
        if self.drag is not None and event.button() == Qt.MouseButton.LeftButton:
            self._drag_to(event.position())
            self._drop()

    def carry(self, owner: int, point: QPointF) -> None:
        """Drag a piece from the row of pieces to a point; the first call begins the drag."""
        if self.drag is None:
            self.drag = DraggedPiece(owner, None, point, point, has_begun=True)
        self._drag_to(point)

    def drop(self) -> None:
        """Place the piece from the row of pieces where the pointer is."""
        if self.drag is not None:
            self._drop()

    def put_down(self) -> None:
        """End a drag without an edit, and let go of a piece that was picked up."""
        self.held = self.drag = None
        self._show_grip()
        self._describe()
        self.update()

    def _drag_to(self, point: QPointF) -> None:
        """Move the dragged piece to a point; it is a drag once the point is far enough from the press."""
        assert self.drag is not None
        self.drag.point = point
        if (point - self.drag.pressed).manhattanLength() >= QApplication.startDragDistance():
            self.drag.has_begun = True
        if self.drag.has_begun:
            self.held = None
        self._hovered = self.cell_at(point)
        self._show_grip()
        self._describe()
        self.update()

    def _drop(self) -> None:
        """Place the dragged piece where the pointer is; off the board it is removed, without a drag it is a click."""
        assert self.drag is not None
        assert self.grid is not None
        drag, end = self.drag, self.cell_at(self.drag.point)
        self.drag = None
        if not drag.has_begun and drag.start is not None:
            self._click(drag.start)
        elif end is not None:
            self.cursor_cell = end
            self._request_edit(
                self.grid.put(end, drag.owner) if drag.start is None else self.grid.moved(drag.start, end)
            )
        elif drag.start is not None:
            self._request_edit(self.grid.put(drag.start, 0))
        self._show_grip()
        self._describe()
        self.update()

    def _show_grip(self) -> None:
        """Show the pointer as a hand over what can be dragged."""
        if self.grid is None or not self.grid.rules.kinds:
            self.unsetCursor()
        elif self.drag is not None and self.drag.has_begun:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        elif self._hovered is not None and self.grid.owner(self._hovered):
            self.setCursor(Qt.CursorShape.OpenHandCursor)
        else:
            self.unsetCursor()

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = None
        self._describe()
        self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        self._describe()

    # Keys

    def event(self, event: QEvent) -> bool:
        """Keep the letters that place pieces from being commands."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and self.grid is not None
            and not self.grid.rules.has_marks
            and not event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
            and self.grid.key_owner(event.text()) is not None
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.grid is None or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
            return
        key = Qt.Key(event.key())
        if key in ARROW_STEPS:
            self._move_cursor(*ARROW_STEPS[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._move_cursor(-self.grid.columns if key == Qt.Key.Key_Home else self.grid.columns, 0)
        elif key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._click(self.cursor_cell)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._remove(self.cursor_cell)
        elif key == Qt.Key.Key_Escape and (self.held is not None or self.drag is not None):
            self.put_down()
        elif event.text() and self.grid.key_owner(event.text()) is not None:
            self._place_typed(self.grid, event.text())
        else:
            super().keyPressEvent(event)

    def _place_typed(self, grid: Grid, key: str) -> None:
        """Place the piece that the typed keys stand for; more than one key may, as the digits of a number."""
        self._typed = self._typed + key if grid.key_owner(self._typed + key) is not None else key
        self._request_edit(grid.typed(self.cursor_cell, self._typed))

    def _move_cursor(self, right: int, down: int) -> None:
        """Move the cell that keys act on, as seen on a board that may be turned; never to a place without a cell."""
        assert self.grid is not None
        right, down = (-right, -down) if self.is_turned else (right, down)
        column, row = self.cursor_cell
        column = min(max(column + right, 0), self.grid.columns - 1)
        reached = column, min(max(row + down, 0), self.grid.rows - 1)
        if reached in self.grid.board(whole=True).owners:
            self.cursor_cell, self._typed = reached, ""
        self._describe()
        self.update()

    def focusInEvent(self, event: object) -> None:
        self._describe()
        self.update()

    def focusOutEvent(self, event: object) -> None:
        self._typed = ""
        self._describe()
        self.update()

    # Requests and descriptions

    def _click(self, cell: Cell) -> None:
        """Do what a click or Enter does: place, remove, pick up or put down a piece."""
        assert self.grid is not None
        if self.held is not None:
            start, self.held = self.held, None
            self._request_edit(self.grid.moved(start, cell))
        elif self.tool == MOVES_PIECES and self.grid.rules.kinds:
            self.held = cell if self.grid.owner(cell) else None
        else:
            self._request_edit(self.grid.clicked(cell, self.tool))
        self._describe()
        self.update()

    def _remove(self, cell: Cell) -> None:
        """Request that a cell is emptied, and let go of a piece that was picked up."""
        assert self.grid is not None
        self.held = None
        self._request_edit(self.grid.removed(cell))

    def _request_edit(self, grid: Grid) -> None:
        """Emit `edited` with a grid, unless it is the one that is shown and its text is readable."""
        if self._is_stale or grid != self.grid:
            self.edited.emit(grid)

    def _describe(self) -> None:
        """Describe the cell under the pointer, else under the cursor; screen readers get that under the cursor."""
        if self.grid is None:
            return
        here = self._in_words(self.cursor_cell)
        if self.accessibleDescription() != here:
            self.setAccessibleDescription(here)
        if self.drag is not None and self.drag.has_begun and self._hovered is None:
            off = tr("Let go here, and the piece leaves the board") if self.drag.start else ""
            self.pointed.emit(off)
            return
        shown = self._hovered if self._hovered is not None else self.cursor_cell if self.hasFocus() else None
        self.pointed.emit("" if shown is None else self._in_words(shown))

    def _in_words(self, cell: Cell) -> str:
        """The description of a cell: its name, what it holds, and what has been picked up."""
        assert self.grid is not None
        name = cell_name(self.grid, cell, self.coordinates)
        # A number by itself could be taken for what the cell holds; columns of discs have always been numbers.
        is_number = name.isdigit() and not self.grid.rules.falls
        values = {"cell": tr("square {number}", number=name) if is_number else name, "holds": self._holds(cell)}
        if self.held is not None:
            carried = localized(self.grid.content(self.held))
            return tr("{cell}: {holds}; picked up: {piece}", **values, piece=carried)
        return (
            tr("{cell}: {holds}, which cannot be", **values) if cell in self.faults else tr("{cell}: {holds}", **values)
        )

    def _holds(self, cell: Cell) -> str:
        """What a cell holds; where pieces fall, how full its column is."""
        assert self.grid is not None
        if self.grid.rules.falls:
            discs = sum(self.grid.owner((cell[0], row)) != 0 for row in range(self.grid.rows))
            return tr("{discs} of {rows} cells taken", discs=discs, rows=self.grid.rows)
        return localized(self.grid.content(cell))


class PositionPicture(QWidget):
    """The board of a position that is edited as text, to look at alone."""

    def __init__(self) -> None:
        super().__init__()
        self.position: Position | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_position(self, position: Position | None) -> None:
        """Show the board of a position; nothing for None."""
        self.position = position
        self.setAccessibleDescription("" if position is None else position.game.diagram(position.state))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.position is None:
            return
        painter = smooth_painter(self)
        board = self.position.board()
        room = QRectF(self.rect()).adjusted(NAMES_ROOM, NAMES_ROOM, -NAMES_ROOM, -NAMES_ROOM)
        paint_board(painter, board, board_area(room, board), self.position.max_side)

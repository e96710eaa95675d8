"""The board to play on, by mouse and by keys. It shows a position and emits requests for moves.

A click chooses a square, a click or a digit a column, and dragging a line of hexagons. With the keyboard: arrows and
Enter; on hexagons Space adds a cell to the line first. Over the board are drawn the cells where the user may play, the
hint, the chosen cells, and a falling disc.

The disc does not fall if the system's settings ask for less motion. Qt does not report this, so each system is queried
in its own way, in the background, because it may take a while; animation is allowed until the answer has come.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from math import ceil, hypot

from plyscope.games import find_game, pieces_fall
from plyscope.games.board_names import edge_names, free_squares
from plyscope.model.position import FIRST, Board, Cell, Position
from plyscope.play.move_input import cell_text
from PySide6.QtCore import QElapsedTimer, QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from plyscope_window.jobs.background import in_background, later
from plyscope_window.look.theme import font, theme
from plyscope_window.pages.play.game_messages import announce
from plyscope_window.widgets.board_to_click import ARROW_STEPS, cell_name
from plyscope_window.widgets.boards import (
    MIN_DETAILED_CELL,
    NAMES_ROOM,
    BoardPlan,
    hexagon_outline,
    paint_board,
    paint_cell_names,
    paint_disc,
    paint_edge_names,
    paint_faults,
)
from plyscope_window.widgets.game_names import side_names
from plyscope_window.widgets.painting import smooth_painter
from plyscope_window.words import localized, tr

MOTION_TIMEOUT_S = 1.0
"""Seconds to wait for the system's answer."""
REDUCED_MOTION: Mapping[tuple[str, str], Callable[[object], bool]] = {
    ("org.freedesktop.appearance", "reduced-motion"): lambda value: value == 1,
    ("org.gnome.desktop.interface", "enable-animations"): lambda value: value is False,
    ("org.kde.kdeglobals.KDE", "AnimationDurationFactor"): lambda value: str(value) in ("0", "0.0"),
}
"""Settings of desktops, as their portal names them, and whether a value asks for less motion."""


class Motion:
    """Whether the system allows animations."""

    def __init__(self) -> None:
        self.is_allowed = True
        self._was_queried = False

    def query(self) -> None:
        """Ask the system in the background, once, whether it allows animations."""
        if not self._was_queried:
            self._was_queried = True
            in_background(reduces_motion, self._take_answer)

    def _take_answer(self, less: bool) -> None:
        """Note whether the system asks for less motion."""
        self.is_allowed = not less


MOTION = Motion()
"""What is known of this system; asked when the first board is made."""


def reduces_motion() -> bool:
    """Whether the system's settings ask for less motion."""
    if sys.platform == "win32":
        return reduced_on_windows()
    return reduced_on_macos() if sys.platform == "darwin" else reduced_on_desktops()


def reduced_on_desktops() -> bool:
    """Whether a setting of the desktop, as its portal answers, asks for less motion."""
    return any(asks_for_less(desktop_setting(*names)) for names, asks_for_less in REDUCED_MOTION.items())


def desktop_setting(namespace: str, name: str) -> object:
    """Return a setting of the desktop; None if it has none or does not answer."""
    from PySide6.QtDBus import QDBus, QDBusConnection, QDBusMessage

    place = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings"
    question = QDBusMessage.createMethodCall(*place, "Read")
    question.setArguments([namespace, name])
    answer = QDBusConnection.sessionBus().call(question, QDBus.CallMode.Block, int(1000 * MOTION_TIMEOUT_S))
    if answer.type() != QDBusMessage.MessageType.ReplyMessage:
        return None
    value = answer.arguments()[0]
    while hasattr(value, "variant"):
        value = value.variant()
    return value


def reduced_on_macos() -> bool:
    """Whether macOS is set to reduce motion."""
    with suppress(OSError, subprocess.SubprocessError):
        command = ["defaults", "read", "com.apple.universalaccess", "reduceMotion"]
        done = subprocess.run(command, capture_output=True, timeout=MOTION_TIMEOUT_S, check=False)
        return done.stdout.strip() == b"1"
    return False


def reduced_on_windows() -> bool:
    """Whether Windows is set to show no animations."""
    import ctypes

    moves, get_client_area_animation = ctypes.c_int(1), 0x1042
    windll = getattr(ctypes, "windll", None)
    return (
        windll is not None
        and bool(windll.user32.SystemParametersInfoW(get_client_area_animation, 0, ctypes.byref(moves), 0))
        and not moves.value
    )


def column_area(plan: BoardPlan, column: int) -> QRectF:
    """Return the rectangle of a column of the board."""
    return plan.cell((column, 0)).united(plan.cell((column, plan.board.rows - 1)))


def paint_outline(painter: QPainter, plan: BoardPlan, cell: Cell, pen: QPen, *, whole_column: bool = False) -> None:
    """Draw an outline round a cell, or round its whole column where discs fall."""
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inset = pen.widthF() / 2 + 0.5
    if plan.board.shape == "hex":
        painter.drawPolygon(hexagon_outline(plan.cell(cell), max(inset, plan.width * 0.05)))
        return
    area = column_area(plan, cell[0]) if whole_column else plan.cell(cell)
    painter.drawRoundedRect(area.adjusted(inset, inset, -inset, -inset), 5, 5)


def paint_legal(painter: QPainter, plan: BoardPlan, cells: Collection[Cell]) -> None:
    """Draw a dot in every cell that can be taken; a ring would look like the second side's mark."""
    painter.setBrush(theme().quiet)
    painter.setPen(Qt.PenStyle.NoPen)
    reach = max(2.0, plan.width * 0.06)
    for cell in cells:
        painter.drawEllipse(plan.centre(cell), reach, reach)


def paint_chosen(painter: QPainter, plan: BoardPlan, cells: Collection[Cell], *, is_legal: bool) -> None:
    """Draw the chosen cells: with a solid outline if they are a move, else dashed and with a cross."""
    colour = theme().ink if is_legal else theme().for_min
    pen = QPen(colour, max(2.0, plan.width * 0.07))
    if not is_legal:
        pen.setStyle(Qt.PenStyle.DotLine)
    for cell in cells:
        paint_outline(painter, plan, cell, QPen(pen))
        if not is_legal:
            paint_cross(painter, plan.centre(cell), plan.width * 0.1, colour)


def paint_cross(painter: QPainter, centre: QPointF, reach: float, colour: QColor) -> None:
    """Paint a cross round a point."""
    painter.setPen(QPen(colour, max(1.5, reach * 0.4)))
    painter.drawLine(centre + QPointF(-reach, -reach), centre + QPointF(reach, reach))
    painter.drawLine(centre + QPointF(-reach, reach), centre + QPointF(reach, -reach))


def paint_hint(painter: QPainter, plan: BoardPlan, signs: Mapping[Cell, str]) -> None:
    """Draw a dashed outline with a sign in it, for a move that is only suggested."""
    for cell, sign in signs.items():
        paint_outline(painter, plan, cell, QPen(theme().ink, max(1.5, plan.width * 0.035), Qt.PenStyle.DashLine))
        painter.setFont(font(max(9.0, min(34.0, plan.width * 0.34)), bold=True))
        painter.drawText(plan.cell(cell), Qt.AlignmentFlag.AlignCenter, sign)


def paint_names(painter: QPainter, plan: BoardPlan, position: Position) -> None:
    """Draw the names of columns and rows, in games that have them, in the notation of the moves."""
    game, coordinates = position.game, position.coordinates
    if plan.board.shape == "square":
        paint_edge_names(painter, plan, *edge_names(plan.board, game, coordinates))
        paint_cell_names(painter, plan, free_squares(plan.board, game, coordinates))
    elif find_game(game.name).grid is not None and plan.width >= MIN_DETAILED_CELL:
        paint_names_of_hexagons(painter, plan)


def paint_names_of_hexagons(painter: QPainter, plan: BoardPlan) -> None:
    """Paint the numbers of columns above a board of hexagons, and those of rows beside it."""
    board, frame = plan.board, plan.frame
    painter.setFont(font(12))
    painter.setPen(theme().quiet)
    below = Qt.AlignmentFlag.AlignCenter
    beside = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    rows = sorted({row for _, row in board.owners})
    for column in sorted({column for column, _ in board.owners}):
        area = QRectF(plan.cell((column, rows[0])).left(), frame.top() - NAMES_ROOM + 4, plan.width, NAMES_ROOM - 4)
        painter.drawText(area, below, str(column))
    for row in rows:
        place = plan.cell((0, row))
        painter.drawText(
            QRectF(frame.left() - NAMES_ROOM, place.top(), NAMES_ROOM - 6, place.height()), beside, str(row)
        )


def board_before_fall(board: Board, cell: Cell) -> Board:
    """Return the board before the disc in a cell has landed, with no last move and no winning line marked."""
    return board._replace(owners={**board.owners, cell: 0}, last_move=frozenset(), winning_line=())


def paint_falling(painter: QPainter, plan: BoardPlan, cell: Cell, owner: int, share: float) -> None:
    """Draw a disc that falls, faster and faster; `share` is the part of the time that has passed."""
    start, end = plan.frame.top() - plan.width / 2, plan.centre(cell).y()
    painter.save()
    painter.setClipRect(plan.frame)
    y = start + (end - start) * share * share
    paint_disc(painter, QPointF(plan.centre(cell).x(), y), plan.width, owner)
    painter.restore()


LARGEST_CELL = 132
"""The largest size of a cell, in pixels."""
FALL_MS = 170
"""Milliseconds that a disc takes to fall."""
FRAME_MS = 12
"""Milliseconds between two pictures of a falling disc."""


class PlayBoard(QWidget):
    """A board that shows a position and emits the moves that the user chooses."""

    chosen = Signal(object)
    """Request for the move that takes these cells."""
    typed = Signal(str)
    """Request for the move with this text."""
    pointed = Signal(str)
    """A description of the cell under the pointer or the cursor."""

    def __init__(self) -> None:
        super().__init__()
        self.position: Position | None = None
        self.cursor_cell: Cell = (0, 0)
        self.selection: list[Cell] = []
        """The cells chosen so far for one move."""
        self.moves: Mapping[str, frozenset[Cell]] = {}
        """The legal moves and the cells they take; empty if the user is not to move."""
        self.is_turned = False
        """Whether the board is seen from the second side."""
        self.shows_legal = False
        self.hint: frozenset[Cell] = frozenset()
        self.signs: Mapping[Cell, str] = {}
        """The sign in each cell that a suggested move would take, such as that of the version that plays it."""
        self.faults: frozenset[Cell] = frozenset()
        """The cells for which a move was refused."""
        self._board: Board | None = None
        self._last: int | None = None
        self._hovered: Cell | None = None
        self._is_dragging = False
        self._dragged_to = QPointF()
        self._falling: Cell | None = None
        self._clock = QElapsedTimer()
        self._fall = later(self, self._show_fall, FRAME_MS, repeats=True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(tr("Board"))
        MOTION.query()

    def sizeHint(self) -> QSize:
        return QSize(520, 520)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 180)

    def show_position(
        self, position: Position, last: int | None, moves: Mapping[str, frozenset[Cell]], *, falls: bool = False
    ) -> None:
        """Show a position; `last` is the move that led to it, and `falls` has its disc fall now."""
        before = self.position
        self.position, self._last, self.moves = position, last, moves
        self._board = position.board(last)
        if before is None or before.game is not position.game:
            self._put_cursor_in_middle()
        if before is None or before.state != position.state:
            self.selection, self.faults, self._is_dragging = [], frozenset(), False
            self._stop_falling()
            if falls and self.takes_columns and self._board.last_move and self._allows_animation():
                self._falling = next(iter(self._board.last_move))
                self._clock.start()
                self._fall.start()
        self._tell_cell()
        self.update()

    def turn(self, is_turned: bool) -> None:
        """Show the board from the second side, or from the first."""
        self.is_turned = is_turned
        self.update()

    def _allows_animation(self) -> bool:
        """Whether the style and the system allow animations."""
        by_style = self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration, None, self) > 0
        return by_style and MOTION.is_allowed

    def _put_cursor_in_middle(self) -> None:
        """Put the keyboard's cursor on the cell nearest to the middle."""
        assert self._board is not None
        middle = self._board.columns / 2 - 0.5, self._board.rows / 2 - 0.5
        self.cursor_cell = min(
            self._board.owners, key=lambda cell: hypot(cell[0] - middle[0], cell[1] - middle[1]), default=(0, 0)
        )
        self._hovered = None

    @property
    def takes_pairs(self) -> bool:
        """Whether a move is from one square to another: the piece is dragged, or both squares are clicked."""
        return self._board is not None and self._board.pieces == "chess"

    @property
    def takes_lines(self) -> bool:
        """Whether a move can take more than one cell."""
        is_hex = self._board is not None and self._board.shape == "hex"
        return is_hex or any(len(cells) > 1 for cells in self.moves.values())

    @property
    def takes_columns(self) -> bool:
        """Whether a move is a column, into which a disc falls."""
        return self.position is not None and pieces_fall(self.position.game.name)

    def plan(self) -> BoardPlan:
        """Return the layout of the cells: as large as there is room for, up to a largest size."""
        assert self._board is not None
        room = QRectF(self.rect()).adjusted(NAMES_ROOM, NAMES_ROOM, -NAMES_ROOM, -NAMES_ROOM)
        board = self._board
        wide = min(room.width(), LARGEST_CELL * (board.columns + 0.5))
        high = min(room.height(), LARGEST_CELL * board.rows)
        area = QRectF(room.center().x() - wide / 2, room.center().y() - high / 2, wide, high)
        return BoardPlan(board, area, is_turned=self.is_turned)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._board is None or self.position is None:
            return
        painter = smooth_painter(self)
        plan, board, max_side = self.plan(), self._board, self.position.max_side
        shown = board if self._falling is None else board_before_fall(board, self._falling)
        paint_board(painter, shown, plan.frame, max_side, plan=plan)
        if self._falling is not None:
            share = min(1.0, self._clock.elapsed() / FALL_MS)
            paint_falling(painter, plan, self._falling, board.owners[self._falling], share)
        paint_names(painter, plan, self.position)
        if self.shows_legal and self.moves:
            paint_legal(painter, plan, frozenset().union(*self.moves.values()) - self.hint)
        paint_hint(painter, plan, {**dict.fromkeys(self.hint, "?"), **self.signs})
        if self.selection:
            paint_chosen(painter, plan, self.selection, is_legal=self._is_move(self.selection))
        if self.takes_lines:
            paint_chosen(painter, plan, self.faults, is_legal=False)
        else:
            paint_faults(painter, plan, self.faults)
        if self._hovered is not None and self.moves and not self._is_dragging:
            pen = QPen(theme().edge, 1.5)
            paint_outline(painter, plan, self._hovered, pen, whole_column=self.takes_columns)
        if self.hasFocus():
            pen = QPen(theme().ink, 2.5)
            paint_outline(painter, plan, self.cursor_cell, pen, whole_column=self.takes_columns)

    def _is_move(self, cells: list[Cell]) -> bool:
        """Whether cells are those of a legal move."""
        return frozenset(cells) in self.moves.values()

    def _begins_move(self, cells: list[Cell]) -> bool:
        """Whether cells are no move yet, but some of those of one, so that more can be clicked."""
        chosen = frozenset(cells)
        return not self._is_move(cells) and any(chosen < taken for taken in self.moves.values())

    # The falling disc

    def _show_fall(self) -> None:
        """Show the falling disc at the present time, or at its end."""
        if self._clock.elapsed() >= FALL_MS:
            self._stop_falling()
        self.update()

    def _stop_falling(self) -> None:
        """Show the disc where it has landed."""
        self._fall.stop()
        self._falling = None

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self._cell_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or cell is None:
            return
        self.cursor_cell, self.faults = cell, frozenset()
        chosen = [*self.selection, cell]
        if self.selection and self._is_move(chosen):
            self.selection = chosen
            self._choose_selection()
        elif self.takes_lines and cell in self.selection:
            self.selection = []
        elif self.takes_lines:
            self._is_dragging, self._dragged_to = True, event.position()
            self.selection = chosen if self._begins_move(chosen) else [cell]
        else:
            self.chosen.emit(frozenset({cell}))
        self._tell_cell()
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        hovered = self._cell_at(event.position())
        if self._is_dragging:
            self._drag_to(event.position())
        elif hovered == self._hovered:
            return
        self._hovered = hovered
        self._tell_cell()
        self.update()

    def _drag_to(self, point: QPointF) -> None:
        """Choose every cell that the pointer has come across, however fast it moved; of a pair, only the last."""
        plan, way = self.plan(), point - self._dragged_to
        if self.takes_pairs:
            cell = plan.cell_at(point)
            self.selection[1:] = [] if cell is None or not self.selection or cell == self.selection[0] else [cell]
            return
        steps = max(1, ceil(hypot(way.x(), way.y()) / max(1.0, plan.width / 4)))
        for step in range(1, steps + 1):
            cell = plan.cell_at(self._dragged_to + way * (step / steps))
            if cell is None or cell == self.selection[-1]:
                continue
            if cell in self.selection:
                del self.selection[self.selection.index(cell) + 1 :]
            else:
                self.selection.append(cell)
        self._dragged_to = point

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self._is_dragging:
            return
        self._drag_to(event.position())
        self._is_dragging = False
        if len(self.selection) > 1 if self.takes_pairs else not self._begins_move(self.selection):
            self._choose_selection()
        self.update()

    def _choose_selection(self) -> None:
        """Emit the chosen cells as a move, and choose none any more."""
        cells, self.selection = frozenset(self.selection), []
        self.chosen.emit(cells)
        self._tell_cell()
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = None
        self._tell_cell()
        self.update()

    def _cell_at(self, point: QPointF) -> Cell | None:
        """Return the cell under a point; None for none."""
        return None if self._board is None else self.plan().cell_at(point)

    def show_faults(self, cells: frozenset[Cell]) -> None:
        """Mark the cells of a move that was refused."""
        there = frozenset() if self._board is None else frozenset(self._board.owners)
        self.faults = cells & there
        self.update()

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        held = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        key = Qt.Key(event.key())
        if self._board is None or held:
            super().keyPressEvent(event)
        elif key in ARROW_STEPS:
            self._move_cursor(*ARROW_STEPS[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._move_cursor(-self._board.columns if key == Qt.Key.Key_Home else self._board.columns, 0)
        elif key == Qt.Key.Key_Space and self.takes_lines:
            self._add_or_remove(self.cursor_cell)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.selection = self.selection or [self.cursor_cell]
            self._choose_selection()
        elif key == Qt.Key.Key_Escape and (self.selection or self.faults):
            self.selection, self.faults, self._is_dragging = [], frozenset(), False
            self.update()
        elif event.text().isascii() and event.text().isdigit() and not self.takes_lines:
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def _add_or_remove(self, cell: Cell) -> None:
        """Add a cell to the chosen line, or remove it."""
        if cell in self.selection:
            self.selection.remove(cell)
        else:
            self.selection.append(cell)
        self._tell_cell()
        self.update()

    def _move_cursor(self, right: int, down: int) -> None:
        """Move to the next cell in a direction, or the nearest in the next row; by many columns, to the row's end."""
        assert self._board is not None
        right, down = (-right, -down) if self.is_turned else (right, down)
        column, row = self.cursor_cell
        if abs(right) > 1:
            beyond = sorted((cell for cell in self._board.owners if cell[1] == row), reverse=right > 0)
        else:
            beyond = sorted(
                (
                    cell
                    for cell in self._board.owners
                    if (cell[1] == row and (cell[0] - column) * right > 0) or (cell[1] - row) * down > 0
                ),
                key=lambda cell: (abs(cell[1] - row), abs(cell[0] - column)),
            )
        if beyond:
            self.cursor_cell = beyond[0]
        self._tell_cell()
        self.update()

    def focusInEvent(self, event: object) -> None:
        self._tell_cell()
        self.update()

    def focusOutEvent(self, event: object) -> None:
        self._tell_cell()
        self.update()

    # Descriptions

    def _tell_cell(self) -> None:
        """Emit a description of the cell under the pointer, else of the cursor's, which screen readers read too."""
        if self._board is None:
            return
        here = self._cell_description(self.cursor_cell)
        if self.accessibleDescription() != here:
            self.setAccessibleDescription(here)
            if self.hasFocus():
                announce(self, here)
        shown = self._hovered if self._hovered is not None else self.cursor_cell if self.hasFocus() else None
        self.pointed.emit("" if shown is None else self._cell_description(shown))

    def _cell_description(self, cell: Cell) -> str:
        """Return what stands on a cell, in words."""
        assert self._board is not None
        assert self.position is not None
        if self.takes_columns:
            discs = sum(1 for (column, _), owner in self._board.owners.items() if column == cell[0] and owner)
            values = {"column": cell[0] + 1, "discs": discs, "rows": self._board.rows}
            return tr("Column {column}: {discs} of {rows} discs", **values)
        owner = self._board.owners[cell]
        grid = find_game(self.position.game.name).grid
        if grid is not None and grid.kinds:
            shown = grid.read(self.position.text)
            return tr("{cell}: {holds}", cell=cell_name(shown, cell), holds=localized(shown.content(cell)))
        name = cell_text(self.position, cell, self.moves)
        if self._board.pieces == "texts":
            columns, rows = edge_names(self._board, self.position.game, self.position.coordinates)
            if grid is not None:
                name = cell_name(grid.read(self.position.text), cell)
            elif any(columns) and any(rows):
                name = f"{columns[cell[0]]} {rows[cell[1]]}"
            return tr("{cell}: {stands}", cell=name, stands=self._board.labels.get(cell, ""))
        if not owner and cell in self.selection:
            return tr("{cell}: free, chosen", cell=name)
        if not owner:
            return tr("{cell}: free", cell=name)
        return tr("{cell}: {side}", cell=name, side=side_names(self.position.game.name)[owner - FIRST])

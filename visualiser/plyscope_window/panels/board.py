"""The position of the selected frame, its description, and the moves that led there.

The position is a board with the names of its columns and rows, or a node of a tree with its children. Each move in the
row below it leads back to the frame where it was made.
"""

from __future__ import annotations

from math import isnan
from typing import Any, NamedTuple

from plyscope.games import TREE, sit_opposite
from plyscope.model.columns import AT_LEAST, AT_MOST, HORIZON, TERMINAL
from plyscope.model.declaration import kind_name
from plyscope.model.position import Position
from plyscope.model.stack import StackFrame
from plyscope.model.steps import Moment
from plyscope.model.trace import Trace
from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QStyle, QToolTip, QWidget

from plyscope_window.look.glyphs import shape_after, shape_of_frame
from plyscope_window.look.theme import Current, font, text_width, theme
from plyscope_window.panels.board_picture import BoardPicture, Child, Node
from plyscope_window.panels.known import NOTHING_KNOWN, Known, known, shades_of, side_or_end, value_text, why_incomplete
from plyscope_window.panels.panel import Panel
from plyscope_window.session.session import Session
from plyscope_window.widgets.controls import framed_button
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import PANEL_MARGIN, STRETCH, column_layout, row_layout, scroll_area, widget_with
from plyscope_window.widgets.painting import Themed, elided, smooth_painter
from plyscope_window.words import number, tr

MAX_LINE_MOVES = 60
"""The number of moves shown; of a longer line, the last ones."""


class LineMove(NamedTuple):
    """One move of the line."""

    frame: int
    """The frame that the move led to."""
    text: str


class MoveLine(Themed, QWidget):
    """The moves from the root to the selected frame. Arrow keys move along them; Enter, or a click, goes to a frame."""

    chosen = Signal(int)
    """A frame."""

    def __init__(self) -> None:
        super().__init__()
        self.stops: list[LineMove] = []
        self.inspected = -1
        self.last_ply = 0
        """The ply of the last move."""
        self.at = 0
        """The index of the move that has the keyboard."""
        self._hovered = -1
        self._places: dict[int, list[QRect]] = {}
        """The places of the moves, by the width of the line: a layout asks often."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(tr("The moves that led here"))

    def show_line(self, trace: Trace, frame: int, inspected: int) -> None:
        """Show the moves down to a frame, of many only the last, and mark the selected one."""
        path = trace.ancestors(frame)
        stops = [LineMove(0, trace.short_name(0) or tr("start"))]
        if len(path) > MAX_LINE_MOVES:
            stops.append(LineMove(path[-MAX_LINE_MOVES], "…"))
        stops += [LineMove(above, trace.short_name(above)) for above in path[1:][-MAX_LINE_MOVES + 1 :]]
        before = self._painted_states()
        self.inspected, self.last_ply = inspected, len(path) - 1
        if stops != self.stops:
            self.stops = stops
            self._places = {}
            self.updateGeometry()
        self.at = next((place for place, stop in enumerate(stops) if stop.frame == inspected), len(stops) - 1)
        self.setAccessibleDescription(" ".join(stop.text for stop in stops[1:]))
        changed = QRegion()
        for place, *_ in before ^ self._painted_states():
            changed += covered_area(QRect(*place))
        self.update(changed)

    def _painted_states(self) -> set[tuple[Any, ...]]:
        """Return for each move its place and all that its look depends on: those that differ are painted again."""
        last = len(self.stops) - 1
        return {
            (place.getRect(), stop.text, number == 0, number == last, stop.frame == self.inspected, number == self.at)
            for number, (stop, place) in enumerate(zip(self.stops, self.places(self.width()), strict=True))
        }

    # Layout

    def places(self, width: int) -> list[QRect]:
        """Return the rectangles of the moves at a width of the line, which are kept."""
        if width not in self._places:
            self._places[width] = self._lay_out(width)
        return self._places[width]

    def _lay_out(self, width: int) -> list[QRect]:
        """Return the rectangles of the moves, in as many rows as this width needs."""
        face = font(12, bold=True)
        height = QFontMetrics(face).height() + 6
        x = y = 0
        places = []
        for stop in self.stops:
            wide = min(width, max(height, round(text_width(face, stop.text)) + 14))
            if x and x + wide > width:
                x, y = 0, y + height + 3
            places.append(QRect(x, y, wide, height))
            x += wide + 3
        line = QRect(0, 0, width, y + height)
        return [QStyle.visualRect(self.layoutDirection(), line, place) for place in places]

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        places = self.places(max(40, width))
        return places[-1].bottom() + 1 if places else 0

    def sizeHint(self) -> QSize:
        width = self.width() if self.width() > 60 else 200
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(40, self.heightForWidth(max(40, self.width())))

    def stop_at(self, point: QPoint) -> int:
        """Return the index of the move under a point; -1 for none."""
        return next((number for number, place in enumerate(self.places(self.width())) if place.contains(point)), -1)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        # Numbers and moves read from left to right in every language.
        painter = smooth_painter(self, is_from_left=True)
        last = len(self.stops) - 1
        for index, (stop, place) in enumerate(zip(self.stops, self.places(self.width()), strict=True)):
            if event.region().intersects(covered_area(place)):
                self._paint_stop(painter, index, stop, place, index == last)

    def _paint_stop(self, painter: QPainter, number: int, stop: LineMove, place: QRect, is_last: bool) -> None:
        """Paint one move. The last one, where the cursor is, is filled; the selected one is framed."""
        colours = theme()
        has_keyboard = self.hasFocus() and number == self.at
        painter.setPen(colours.ink if has_keyboard or stop.frame == self.inspected else colours.hairline)
        painter.setBrush(colours.now if is_last else colours.band if number == self._hovered else colours.card)
        painter.drawRoundedRect(place.adjusted(0, 0, -1, -1), 5, 5)
        if has_keyboard:
            painter.drawRoundedRect(place.adjusted(1, 1, -2, -2), 4, 4)
        painter.setPen(colours.on_now if is_last else colours.quiet if number == 0 else colours.ink)
        face = font(12, bold=stop.frame == self.inspected)
        painter.setFont(face)
        text = elided(stop.text, face, place.width() - 6)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)

    # Mouse and keyboard

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        hovered = self.stop_at(event.position().toPoint())
        self.setCursor(Qt.CursorShape.PointingHandCursor if hovered >= 0 else Qt.CursorShape.ArrowCursor)
        if hovered != self._hovered:
            self._hovered = hovered
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self.stop_at(event.position().toPoint())
        if number >= 0 and event.button() is Qt.MouseButton.LeftButton:
            self.chosen.emit(self.stops[number].frame)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        forwards = Qt.Key.Key_Right if self.layoutDirection() == Qt.LayoutDirection.LeftToRight else Qt.Key.Key_Left
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and not event.modifiers():
            self.at = max(0, min(len(self.stops) - 1, self.at + (1 if event.key() == forwards else -1)))
            self.update()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.stops:
            self.chosen.emit(self.stops[self.at].frame)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Leave:
            self._hovered = -1
            self.update()
        if event.type() is QEvent.Type.ToolTip:
            number = self.stop_at(self.mapFromGlobal(self.cursor().pos()))
            text = tr("A click goes to ply {ply}.", ply=self.ply_of(number)) if number >= 0 else ""
            QToolTip.showText(self.cursor().pos(), text, self)
            return True
        return super().event(event)

    def ply_of(self, number: int) -> int:
        """Return the ply of the move with this index, counted from the last move: a long line is not shown whole."""
        return 0 if number == 0 else self.last_ply - (len(self.stops) - 1 - number)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.updateGeometry()

    def apply_theme(self) -> None:
        self._places = {}
        self.updateGeometry()


def covered_area(place: QRect) -> QRect:
    """Return all pixels that a move's rectangle paints on: its smooth rim reaches out of it."""
    return place.adjusted(-1, -1, 1, 1)


TEXTS_HEIGHT = 136
"""Pixels for the texts round a board, with two lines of moves."""
TURN_BUTTON_SIZE = 24
"""The size of the button that turns a board, in pixels."""
MAX_CALL_CHARS = 24
"""Characters of a call beside its glyph."""


class BoardPanel(Panel):
    """The board, a headline, and the moves that led there."""

    def __init__(self) -> None:
        super().__init__(tr("Open a position or a recording to see its board here."))
        self.side = Label(pixels=11, quiet=True)
        self.ply = Label(pixels=11, quiet=True)
        self.picture = BoardPicture()
        self.headline = Label(pixels=16, bold=True, wrapped=True)
        self.ending = Label(bold=True, wrapped=True)
        self.line = MoveLine()
        help = tr("Turn the board, so that it is seen from the other side")
        self.turn = framed_button("", help, "turn", checkable=True)
        self.turn.setStyleSheet("QToolButton { padding: 2px; }")
        self.turn.setFixedSize(TURN_BUTTON_SIZE, TURN_BUTTON_SIZE)
        self.turn.toggled.connect(self.picture.turn)
        self.picture.chosen.connect(self.go_to_frame)
        self.line.chosen.connect(self.go_to_frame)
        inside = widget_with(column_layout(
            row_layout(self.side, STRETCH, self.ply, self.turn), self.picture, self.headline, self.ending,
            self.line, STRETCH, margins=PANEL_MARGIN, spacing=6,
        ))  # fmt: skip
        self.body.setLayout(column_layout(scroll_area(inside)))
        # Otherwise Qt would first paint the panel and the dock below all of this at each step.
        inside.setAutoFillBackground(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave room for what stands round the board, however many lines the moves take at a step."""
        super().resizeEvent(event)
        self.picture.limit_height(self.body.height() - round(TEXTS_HEIGHT * Current.text_scale))

    def attach(self, session: Session | None) -> None:
        """Show another recording, or none, and drop the board of the previous one."""
        self.picture.clear()
        super().attach(session)

    def go_to_frame(self, frame: int) -> None:
        """Move the cursor to a frame that was clicked."""
        if self.session is not None:
            self.session.go_to_frame(frame)

    def show_session(self, session: Session) -> None:
        """Show the position of the inspected frame, its headline, and the moves that led there."""
        trace, here = session.trace, session.inspected
        self.side.setText(side_or_end(trace, here))
        self.ply.setText(tr("ply {ply}", ply=here.ply))
        position = trace.position_at(here.frame)
        self.turn.setVisible(sit_opposite(position.game.name))
        self.turn.setChecked(self.turn.isChecked() and sit_opposite(position.game.name))
        if position.game.name == TREE or (trace.origin.is_user_code and position.board().shape == "node"):
            self.picture.show_node(node_of(session, here))
        else:
            self.picture.show_board(session.board(here.frame), trace, position.max_side, position.text)
        text, value = headline_of(session, here, position)
        self.headline.setText(text)
        self.headline.paint_with(None if value is None else theme().of_shade(shades_of(session).of_value(value)))
        self.ending.setText(why_incomplete(trace))
        self.ending.setVisible(session.is_cut_short_here)
        self.line.show_line(trace, session.cursor.frame, here.frame)


def headline_of(session: Session, here: StackFrame, position: Position) -> tuple[str, float | None]:
    """Return the headline of a frame, and the value whose colour it has; None where it names no value."""
    trace = session.trace
    if trace.is_plain_call(here.frame):
        return call_headline(session, here), None
    status = trace.statuses[here.frame]
    value = None if here.value is None else value_text(trace, here.frame)
    if status == TERMINAL:
        return ended_headline(session, here, value)
    side = position.game.marks[position.side_to_move - 1]
    if status == HORIZON:
        return depth_limit_headline(trace, value), here.value
    if value is None:
        return tr("{side} to move", side=side), None
    return returned_headline(trace, here), here.value


def call_headline(session: Session, here: StackFrame) -> str:
    """Return the headline of a call of user code: that it is open, or what it returned."""
    user_code, cursor = session.trace.user_code, session.cursor
    names = {"call": user_code.label(here.frame), "result": user_code.result(here.frame) or "?"}
    if cursor.now.moment is not Moment.LEAVE or here.frame != cursor.frame:
        return tr("{call} is open", **names)
    if user_code.is_raised(here.frame):
        return tr("{call} ends with {result}", **names)
    if user_code.has_yielded(here.frame):
        return tr("{call}: {result}", **names)
    return tr("{call} gives {result}", **names)


def depth_limit_headline(trace: Trace, value: str | None) -> str:
    """Return the headline of a position at the depth limit, which gets a value though the game goes on."""
    has_limit = trace.options.get("depth") is not None
    if value is None:
        return tr("The depth limit ends the search here") if has_limit else tr("The search looks no further here")
    if has_limit:
        return tr("The depth limit ends the search here: value {value}", value=value)
    return tr("The search looks no further here: value {value}", value=value)


def returned_headline(trace: Trace, here: StackFrame) -> str:
    """Return the headline of a frame that has returned: its value, and whether that is exact or a bound."""
    names = {"side": kind_name(here.kind), "value": number(here.value)}
    if trace.is_undecided(here.frame):
        return tr("{side} returns None", **names)
    if here.value is not None and isnan(here.value):
        # Which part of the result is the value is not known: nothing is claimed of it.
        return tr("{side} returns {result}", result=trace.origin.result_text(here.frame) or "?", **names)
    bound = trace.bound_of(here.frame)
    if bound == AT_LEAST:
        return tr("{side} returns {value} (at least)", **names)
    if bound == AT_MOST:
        return tr("{side} returns {value} (at most)", **names)
    if bound is None:
        return tr("{side} returns {value}", **names)
    return tr("{side} returns {value} (exact)", **names)


def ended_headline(session: Session, leaf: StackFrame, value: str | None) -> tuple[str, float | None]:
    """Return the headline of a position where the game is over, and its value."""
    trace = session.trace
    game = trace.position.game
    outcome = game.rules.outcome(trace.state(leaf.frame))
    score = leaf.value
    if not game.has_winner:
        return (tr("A leaf") if value is None else tr("A leaf, value {value}", value=value)), score
    if outcome == 0:
        return (tr("A draw"), score) if value is None else (tr("A draw, value {value}", value=value), score)
    winner = game.marks[0 if outcome > 0 else 1]
    if value is None:
        return tr("{winner} wins", winner=winner), score
    return tr("{winner} wins, value {value}", winner=winner, value=value), score


def node_of(session: Session, here: StackFrame) -> Node:
    """Return the node of a tree to be painted for a frame: its moves, each with what is known of it at the cursor."""
    trace = session.trace
    by_round = trace.has_rounds(here.frame)
    # How many rounds there will be depends on what they find.
    entered = [frame for frame in trace.rounds if session.has_entered(frame)]
    moves = entered if by_round else trace.offered(here.frame)
    frames = {frame if by_round else trace.moves[frame]: frame for frame in trace.children(here.frame)}
    is_above = here.ply + 1 < len(session.stack)
    now = session.stack[here.ply + 1].frame if is_above else session.cursor.now.child
    trying = now >= 0 and (by_round or trace.moves[now] >= 0)
    place = moves.index(now if by_round else trace.moves[now]) if trying else -1

    def short_name(move: int) -> str:
        return trace.short_name_of_move(here.frame, move)

    def child(place: int) -> Child:
        frame = frames.get(moves[place], -1)
        known_value = known(session, frame) if frame >= 0 else NOTHING_KNOWN
        shape = shape_of_frame(trace, frame) if frame >= 0 else shape_after(trace, here.frame, moves[place])
        # With which arguments user code will be called is not known before.
        is_named = not trace.origin.is_user_code or (frame >= 0 and session.has_entered(frame))
        name = "" if not is_named else trace.short_name(frame) if by_round else short_name(moves[place])
        return Child(name, shape, known_value.text, value_fill(session, known_value), 0 <= frame == now, frame)

    known_value = known(session, here.frame)
    label = trace.origin.label(here.frame, MAX_CALL_CHARS) or trace.name_of(here.frame)
    name = label or trace.position.game.diagram(trace.state(here.frame))
    shape = shape_of_frame(trace, here.frame)
    return Node(name, shape, known_value.text, value_fill(session, known_value), len(moves), place, child)


def value_fill(session: Session, known_value: Known) -> QColor | None:
    """Return the colour of a final value; None for a bound and where nothing is known."""
    if not known_value.is_final or known_value.value is None:
        return None
    return theme().of_shade(shades_of(session).of_value(known_value.value))

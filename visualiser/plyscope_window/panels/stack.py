"""The call stack: every open frame with its variables, the running one first.

The variables of an open frame of somebody's own code: in a cell, and in full. What a line changed is marked.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyscope.messages import shortened
from plyscope.model.declaration import Windows
from plyscope.model.stack import StackFrame
from plyscope.model.steps import Moment
from plyscope.text import explanation
from PySide6.QtCore import QAbstractTableModel, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QFontMetricsF, QPainter, QPen

from plyscope_window.look.glyphs import paint_glyph, shape_of_frame, side_name
from plyscope_window.look.theme import font, mixed, theme
from plyscope_window.panels.known import is_search, shades_of, value_words
from plyscope_window.panels.panel import Panel
from plyscope_window.session import origins
from plyscope_window.session.session import Session
from plyscope_window.widgets.layouts import column
from plyscope_window.widgets.painting import paint_pill
from plyscope_window.widgets.rows import LEADING, PADDING, TRAILING, Index, PaintedTable, RowLook, paint_text
from plyscope_window.words import number, said, tr

LONGEST, LONGEST_IN_FULL = 40, 600
"""Characters of a value in a cell, and where it stands in full."""
LONG = 20
"""Characters of a variable from which on it stands behind the others, where there is little room."""
GAP = 10.0


class Part(NamedTuple):
    """A variable and its value, or what a frame returns."""

    text: str
    is_marked: bool


def parts_of(session: Session, open_frame: StackFrame, longest: int) -> list[Part]:
    """What a frame returns first, where it does, then its variables."""
    cursor = session.cursor
    parts = []
    if open_frame.frame == cursor.frame and cursor.now.moment is Moment.LEAVE:
        result = session.trace.origin.result_text(open_frame.frame)
        if result is not None:
            parts.append(Part(f"→ {shortened(result, longest)}", True))
    for one in cursor.variables(open_frame.frame):
        if one.text is not None:
            parts.append(Part(f"{one.name} = {shortened(one.text, longest)}", one.changed))
    return parts


def in_one_line(session: Session, open_frame: StackFrame) -> str:
    return ", ".join(part.text for part in parts_of(session, open_frame, LONGEST))


def in_words(session: Session, open_frame: StackFrame) -> str:
    """One variable a line, and which the line before has changed."""
    lines = [
        tr("{variable}  (changed)", variable=part.text) if part.is_marked and "=" in part.text else part.text
        for part in parts_of(session, open_frame, LONGEST_IN_FULL)
    ]
    return "\n".join(lines) or tr("No variables yet.")


def paint_variables(painter: QPainter, area: QRectF, session: Session, open_frame: StackFrame, look: RowLook) -> None:
    """As many as there is room for; marked ones on a ground of their own."""
    face, colours = font(12, fixed=True), theme()
    metrics = QFontMetricsF(face)
    x, end = area.left() + PADDING, area.right() - PADDING
    painter.setFont(face)
    for part in sorted(
        parts_of(session, open_frame, LONGEST), key=lambda part: (not part.is_marked, len(part.text) > LONG)
    ):
        room = end - x
        if room < 24:
            return
        text = metrics.elidedText(part.text, Qt.TextElideMode.ElideRight, room)
        wide = metrics.horizontalAdvance(text)
        high = metrics.height() + 2
        if part.is_marked:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.on_now if look.is_now else colours.now)
            painter.drawRoundedRect(QRectF(x - 4, area.center().y() - high / 2, wide + 8, high), 4, 4)
        ink = look.ink if not part.is_marked else colours.now if look.is_now else colours.on_now
        painter.setPen(ink)
        baseline = area.center().y() + (metrics.ascent() - metrics.descent()) / 2
        painter.drawText(QPointF(x, baseline), text)
        x += wide + GAP + (4 if part.is_marked else 0)


PLY, SIDE, MOVE, ALPHA, BETA, BEST, BEST_MOVE, TRIED, VARIABLES = range(9)
NUMBERS = (ALPHA, BETA)
ORIGINS = {BEST: origins.VALUE, ALPHA: origins.ALPHA, BETA: origins.BETA}
"""The columns whose cells were set by somebody."""
WIDEST = 120
"""No column grows beyond this; what does not fit is in the tooltip."""
MANY_BARS = 24
BARS = 64
"""Pixels for the bars of moves, where something stands behind them."""
MEASURED = 50
"""Frames of a deep stack whose texts say how wide the columns are."""


class StackModel(QAbstractTableModel):
    """The stack of the session, asked anew for every cell that is painted."""

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        self.frames: list[StackFrame] = []
        """Root first."""

    def show_stack(self, session: Session | None) -> None:
        frames = session.stack if session is not None else []
        self.session = session
        if len(frames) != len(self.frames):
            self.beginResetModel()
            self.frames = frames
            self.endResetModel()
            return
        self.frames = frames
        if frames:
            self.dataChanged.emit(self.index(0, 0), self.index(len(frames) - 1, VARIABLES))

    def frame_of(self, row: int) -> StackFrame:
        return self.frames[len(self.frames) - 1 - row]

    def row_of(self, frame: StackFrame) -> int:
        return len(self.frames) - 1 - frame.ply

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.frames)

    def columnCount(self, parent: Index | None = None) -> int:
        return VARIABLES + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            move = tr("move") if self.session is None or is_search(self.session.trace) else tr("call")
            names = (tr("ply"), tr("side"), move, "α", "β", tr("best"), tr("best move"), tr("tried"), tr("variables"))
            return names[section]
        if role == Qt.ItemDataRole.TextAlignmentRole and section in (*NUMBERS, BEST):
            return Qt.AlignmentFlag.AlignCenter if section == BEST else TRAILING
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        open_frame, place = self.frame_of(index.row()), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(open_frame, place)
        if role == Qt.ItemDataRole.ToolTipRole and place in ORIGINS:
            return self.origin_words(open_frame, place)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.in_full(open_frame, place)
        return None

    def in_full(self, open_frame: StackFrame, place: int) -> str:
        """What a cell says where there is room for all of it."""
        if place == VARIABLES and self.session is not None:
            return in_words(self.session, open_frame)
        return moves_in_words(open_frame) if place == TRIED else self.text(open_frame, place)

    def text(self, open_frame: StackFrame, place: int) -> str:
        assert self.session is not None
        trace = self.session.trace
        if place == VARIABLES:
            return in_one_line(self.session, open_frame)
        if place == MOVE and not trace.origin.is_search:
            return trace.user_code.label(open_frame.frame)
        if place == PLY:
            return str(open_frame.ply)
        if place == SIDE:
            return side_name(shape_of_frame(trace, open_frame.frame))
        if place == MOVE:
            return open_frame.move or "–"
        if place in NUMBERS:
            return number(open_frame.alpha if place == ALPHA else open_frame.beta)
        if place == BEST:
            return self.best_text(open_frame)
        if place == BEST_MOVE:
            return open_frame.best_move or ""
        return ""

    def origin_words(self, open_frame: StackFrame, place: int) -> str:
        """Who set what is in a cell, and the way there."""
        assert self.session is not None
        found = explanation.origins(self.session.trace, open_frame.frame, self.session.cursor.step)
        if ORIGINS[place] >= len(found):
            return ""
        reason = found[ORIGINS[place]]
        if reason.step < 0:
            return said(reason.sentence)
        return tr("{sentence}\nA double click goes there.", sentence=said(reason.sentence))

    def best_text(self, open_frame: StackFrame) -> str:
        """What the frame returns, where it does, else the best so far."""
        assert self.session is not None
        if open_frame.value is not None:
            return value_words(self.session.trace, open_frame.frame)
        return number(open_frame.best) if open_frame.best is not None else ""


def moves_in_words(open_frame: StackFrame) -> str:
    """The moves of a frame by what has become of them."""
    lines = []
    if open_frame.tried:
        lines.append(tr("Tried: {moves}", moves=several(open_frame.tried)))
    if open_frame.trying is not None and open_frame.trying not in open_frame.tried:
        lines.append(tr("Trying: {moves}", moves=open_frame.trying))
    if open_frame.left:
        lines.append(tr("Left: {moves}", moves=several(open_frame.left)))
    return "\n".join(lines) or tr("No moves are tried here.")


def several(moves: tuple[str, ...]) -> str:
    """The first of many, and how many more there are."""
    if len(moves) <= MANY_BARS:
        return " ".join(moves)
    return tr("{moves} and {count} more", moves=" ".join(moves[:MANY_BARS]), count=len(moves) - MANY_BARS)


class StackTable(PaintedTable):
    """The glyph of the side, the best value as a pill, and the moves as bars."""

    def __init__(self, model: StackModel) -> None:
        super().__init__(model, tr("Call stack"))
        self.stack = model

    def look_of(self, row: int) -> RowLook:
        session = self.stack.session
        frame = self.stack.frame_of(row).frame
        return RowLook(row == 0, session is not None and session.inspected.frame == frame)

    def paint_cells(self, painter: QPainter, row: int, look: RowLook, cells: dict[int, QRectF]) -> None:
        model, session = self.stack, self.stack.session
        if session is None:
            return
        open_frame, ink = model.frame_of(row), look.ink
        for place in (PLY, MOVE, ALPHA, BETA, BEST_MOVE):
            if place in cells:
                face = font(13, bold=place == MOVE, fixed=place in NUMBERS)
                align = TRAILING if place in NUMBERS else LEADING
                paint_text(painter, cells[place], model.text(open_frame, place), ink, face, align)
        if SIDE in cells:
            self._paint_side(painter, session, open_frame, cells[SIDE], ink)
        if BEST in cells:
            paint_best(painter, session, open_frame, cells[BEST], model.best_text(open_frame), ink)
        if TRIED in cells:
            paint_moves(painter, open_frame, cells[TRIED], look.is_now, self.layoutDirection())
        if VARIABLES in cells:
            paint_variables(painter, cells[VARIABLES], session, open_frame, look)

    def _paint_side(
        self, painter: QPainter, session: Session, open_frame: StackFrame, area: QRectF, ink: QColor
    ) -> None:
        shape = shape_of_frame(session.trace, open_frame.frame)
        size = min(14.0, area.height() - 8)
        is_mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        fill = QColor(Qt.GlobalColor.transparent)
        if open_frame.value is not None:
            fill = theme().of_shade(shades_of(session).of_value(open_frame.value))
        centre = QPointF(area.right() - 12 if is_mirrored else area.left() + 12, area.center().y())
        paint_glyph(painter, shape, centre, size, fill, QPen(ink, 1.5))
        beside = area.adjusted(0, 0, -17, 0) if is_mirrored else area.adjusted(17, 0, 0, 0)
        paint_text(painter, beside, side_name(shape), ink, font(12, bold=True))


def paint_best(
    painter: QPainter, session: Session, open_frame: StackFrame, area: QRectF, text: str, ink: QColor
) -> None:
    if not text:
        return
    value = open_frame.value if open_frame.value is not None else open_frame.best
    is_known = open_frame.value is not None or bool(open_frame.tried)
    if value is None or not is_known:
        painter.setPen(theme().quiet if ink == theme().ink else ink)
        painter.setFont(font(12, fixed=True))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)
        return
    fill = theme().of_shade(shades_of(session).of_value(value))
    paint_pill(painter, area.adjusted(3, 0, -3, 0), text, fill, theme().on_fill, font(12, bold=True))


def paint_moves(
    painter: QPainter, open_frame: StackFrame, area: QRectF, is_now: bool, direction: Qt.LayoutDirection
) -> None:
    """Moves tried are full bars, the one under way is higher, those left are low and pale."""
    colours = theme()
    awaited = open_frame.trying is not None and open_frame.trying not in open_frame.tried
    parts = [
        (len(open_frame.tried), 0.5, colours.on_now if is_now else colours.even),
        (int(awaited), 0.75, colours.on_now if is_now else colours.grip),
        (len(open_frame.left), 0.28, mixed(colours.now, colours.on_now, 0.35) if is_now else colours.edge),
    ]
    total = sum(amount for amount, _, _ in parts)
    if total == 0:
        return
    room = area.width() - 14
    step = min(7.0, room / total)
    gap = 2.0 if step > 4 else 1.0 if step > 2.5 else 0.0
    x = 6.0
    for amount, height, colour in parts:
        bars = amount if gap else min(amount, 1)
        wide = step if gap else step * amount
        for _ in range(bars):
            left = area.left() + x if direction == Qt.LayoutDirection.LeftToRight else area.right() - x - wide + gap
            high = area.height() * height
            painter.fillRect(QRectF(left, area.center().y() - high / 2, max(1.0, wide - gap), high), colour)
            x += wide


class StackPanel(Panel):
    """Every open frame. A click, or Enter, looks at a frame's variables without going anywhere."""

    def __init__(self) -> None:
        super().__init__(tr("Open a recording to see which calls are open at a step."))
        self.model = StackModel()
        self.table = StackTable(self.model)
        self.table.chosen.connect(self.inspect)
        self.table.doubleClicked.connect(self.follow)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._ask_for_menu)
        column(self.body, margin=0).addWidget(self.table)

    def attach(self, session: Session | None) -> None:
        self.model.show_stack(None)
        super().attach(session)

    def inspect(self, row: int) -> None:
        if self.session is not None:
            self.session.inspect(self.model.frame_of(row).frame)

    def follow(self, index: Index) -> None:
        """To whoever set the value, the α or the β in a cell."""
        if self.session is not None and index.column() in ORIGINS:
            self.session.inspect(self.model.frame_of(index.row()).frame)
            origins.follow_origin(self.session, ORIGINS[index.column()])

    def _ask_for_menu(self, where: QPoint) -> None:
        """The menu of the frame that was clicked on, or that the keyboard is at."""
        index = self.table.indexAt(where) if self.table.indexAt(where).isValid() else self.table.currentIndex()
        if self.session is not None and index.isValid():
            frame = self.model.frame_of(index.row()).frame
            self.session.inspect(frame)
            self.session.menu_asked.emit(frame, self.table.viewport().mapToGlobal(where))

    def show_session(self, session: Session) -> None:
        self.model.show_stack(session)
        has_window = session.trace.search.windows is not Windows.NONE
        has_best_move = any(calls.best_move for calls in session.trace.search.calls)
        shown = dict.fromkeys(NUMBERS, has_window) | dict.fromkeys((SIDE, BEST, TRIED), is_search(session.trace))
        shown |= {BEST_MOVE: has_best_move, VARIABLES: session.trace.origin.is_user_code}
        for place, is_shown in shown.items():
            self.table.setColumnHidden(place, not is_shown)
        self.table.set_widths(self.widths())
        self.table.go_to_row(self.model.row_of(session.inspected))

    def widths(self) -> list[int]:
        """Wide enough for the longest text; of a stack a thousand frames deep, some of the texts."""
        figure = QFontMetrics(font(13, fixed=True)).horizontalAdvance("0")
        frames = self.model.frames[:: max(1, len(self.model.frames) // MEASURED)]
        longest = [max((len(self.model.text(one, place)) for one in frames), default=1) for place in range(TRIED)]
        widths = [min(WIDEST, letters * figure + 2 * PADDING + 8) for letters in longest]
        widths[SIDE] = 26 + QFontMetrics(font(12, bold=True)).horizontalAdvance("MAX") + 8
        widths[BEST] += 12
        widths.append(BARS)
        return [max(width, self.table.head_width(place)) for place, width in enumerate(widths)]

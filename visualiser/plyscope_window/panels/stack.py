"""The call stack: every open frame with its variables, the running one first.

Of a user's program a frame also shows its variables, in a cell and in full; what the last line changed is marked.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import NamedTuple

from plyscope.messages import shortened
from plyscope.model.declaration import Fold, Windows
from plyscope.model.stack import StackFrame
from plyscope.model.steps import Moment
from plyscope.model.trace import Trace
from plyscope.text import explanation
from plyscope.text.listing import sharing
from plyscope.text.unusual import unusual
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from plyscope_window.look.glyphs import paint_glyph, shape_of_frame, side_of_frame
from plyscope_window.look.theme import font, text_width, theme
from plyscope_window.panels.known import interval_text, shades_of, value_text
from plyscope_window.panels.panel import TablePanel
from plyscope_window.session import origins
from plyscope_window.session.session import Session
from plyscope_window.widgets.painting import elided, paint_pill
from plyscope_window.widgets.table import PADDING, TRAILING, Column, RowLook, has_room, paint_text
from plyscope_window.words import localized, short_number, tr

MAX_CELL_CHARS, MAX_FULL_CHARS = 40, 600
"""The most characters of a variable's value in a cell, and in the tooltip."""
LONG_VARIABLE_CHARS = 20
"""Variables longer than this come last, where there is little room."""
VARIABLE_GAP = 10.0
"""Pixels between two variables in a cell."""
PLY, MOVE, SIDE, ALPHA, BETA, BEST, PROVED, TRIED, VARIABLES = range(9)
"""The columns, in their order."""
ORIGINS = {BEST: origins.VALUE, ALPHA: origins.ALPHA, BETA: origins.BETA}
"""The columns whose cells were set at a step that a double click goes to."""
MAX_COLUMN_WIDTH = 120
"""The largest width of a column, in pixels; what does not fit is in the tooltip."""
MAX_NAMED_MOVES = 24
"""The largest number of moves that are named in a tooltip."""
PILL_PADDING = 14
"""Pixels by which a pill is wider than its text."""


class StackPanel(TablePanel):
    """A row for every open frame. A click, or an arrow key, selects a frame without moving the cursor.

    Enter goes to where the frame was entered, and so does a double click, but on a value, an α or a β to where that was
    set.
    """

    def __init__(self) -> None:
        super().__init__(
            tr("Open a recording to see which calls are open at a step."),
            tr("Call stack"),
            self._columns(tr("move")),
            "point",
        )
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._request_menu)

    def _columns(self, move: str) -> list[Column]:
        """Return the columns, with the heading of that for moves or calls."""
        return [
            Column(tr("ply"), lambda open_frame: str(open_frame.ply), widest=MAX_COLUMN_WIDTH, is_spare=True),
            Column(move, self.move_text, bold=True, tip=self.move_and_tags, widest=MAX_COLUMN_WIDTH),
            Column(
                tr("side"), self.side_text, paint=self.paint_side, samples=self.widest_sides, bold=True, room=17,
                short=lambda open_frame: "", is_spare_at_last=True,
            ),
            Column(
                "α", lambda open_frame: short_number(open_frame.alpha), TRAILING, tip=self.origin_tip(ALPHA),
                widest=MAX_COLUMN_WIDTH,
            ),
            Column(
                "β", lambda open_frame: short_number(open_frame.beta), TRAILING, tip=self.origin_tip(BETA),
                widest=MAX_COLUMN_WIDTH,
            ),
            Column(
                tr("best so far"), self.best_and_move, tip=self.origin_tip(BEST), paint=self.paint_best,
                room=PILL_PADDING, widest=2 * MAX_COLUMN_WIDTH, is_elastic=True, short=self.best_text,
            ),
            Column(tr("proved"), self.proved_text, widest=MAX_COLUMN_WIDTH, is_spare_at_last=True),
            Column(
                tr("tried"), self.tried_text, tip=self.tried_moves_text, widest=2 * MAX_COLUMN_WIDTH,
                short=self.tried_count_text,
                is_spare_at_last=True,
            ),
            Column(tr("variables"), self.variables_cell, tip=self.full_variables_text, paint=self.paint_variables),
        ]  # fmt: skip

    def attach(self, session: Session | None) -> None:
        """Show another recording, or none, with the columns that its search has something for."""
        move = tr("move") if session is None or session.trace.origin.is_search else tr("call")
        if session is not None and session.trace.name_of(0) is not None:
            move = tr("call")
        self.table.set_rows((), self._columns(move))
        if session is not None:
            search, plays = session.trace.search, session.trace.origin.is_search
            has_window = search.windows is not Windows.NONE
            shown = {ALPHA: has_window, BETA: has_window, SIDE: plays, BEST: plays, PROVED: plays, TRIED: plays}
            shown |= {PLY: session.trace.name_of(0) is None, VARIABLES: session.trace.origin.is_user_code}
            for place, is_shown in shown.items():
                self.table.setColumnHidden(place, not is_shown)
        super().attach(session)

    def rows_of(self, session: Session) -> Sequence[StackFrame]:
        """Return the open frames, the running one first."""
        return session.stack[::-1]

    def visible_row(self, session: Session) -> int:
        """Return the row of the inspected frame."""
        return len(session.stack) - 1 - session.inspected.ply

    def look(self, row: StackFrame) -> RowLook:
        """Mark the running frame and the inspected one."""
        session = self.shown
        return RowLook(row.frame == session.stack[-1].frame, row.frame == session.inspected.frame)

    def shown_in(self, row: StackFrame) -> Hashable:
        """Return all that a row shows; None for user code, whose variables depend on more than the frame."""
        session = self.shown
        if session.trace.origin.is_user_code or session.rows is None:
            return None
        return row, session.has_pruned(row.frame), session.trace.coordinates, id(shades_of(session))

    # The texts of cells

    def widest_sides(self) -> list[str]:
        """Return the longest names of sides that the column needs room for."""
        return [tr("LEAF"), tr("MAX") if self.shown.trace.origin.probabilities is None else tr("CHANCE")]

    def side_text(self, row: StackFrame) -> str:
        """Return the side of a frame: MAX, MIN, CHANCE or LEAF."""
        return side_of_frame(self.shown.trace, row.frame)

    def move_text(self, row: StackFrame) -> str:
        """Return the move that led to a frame; of calls that are no search of a game, the call."""
        origin = self.shown.trace.origin
        call = None if origin.is_search else origin.label(row.frame)
        return call or self.shown.trace.short_name(row.frame) or "–"

    def move_and_tags(self, row: StackFrame) -> str:
        """Return the move, and what is unusual about the call: a null move, a re-search, less depth."""
        return "\n".join([self.move_text(row), *map(localized, unusual(self.shown.trace, row.frame))])

    def best_move(self, row: StackFrame) -> str:
        """Return the move that the best value came from; empty at a leaf and before a move has returned."""
        move = row.best_move or "" if row.tried else ""
        return shown_move(self.shown.trace, row.frame, move)

    def best_and_move(self, row: StackFrame) -> str:
        """Return the best value, and the move that it came from."""
        value, move = self.best_text(row), self.best_move(row)
        return tr("{value} from {move}", value=value, move=move) if value and move else value

    def proved_text(self, row: StackFrame) -> str:
        """Return the interval that is proved of the frame's value; empty where no side chooses."""
        trace = self.shown.trace
        return interval_text(row.interval) if trace.calls(row.frame).fold in (Fold.BEST, Fold.MEAN, Fold.LAST) else ""

    def tried_text(self, row: StackFrame) -> str:
        """Return how many of its moves a frame has tried, and how many it has pruned."""
        # Of a whole run it is known before the step that the frame returns, with moves left that it will still try.
        if len(row.left) == self.shown.trace.skips[row.frame] > 0 and self.shown.has_pruned(row.frame):
            return tr("{tried} of {total}, {pruned} pruned", **move_counts(row))
        return self.tried_count_text(row)

    def tried_count_text(self, row: StackFrame) -> str:
        """Return how many of its moves a frame has tried; empty at a leaf."""
        counts = move_counts(row)
        if not counts["total"]:
            return ""
        if self.shown.trace.has_rounds(row.frame):
            # How many rounds there will be depends on what they find.
            return str(len(row.tried))
        return tr("{tried} of {total}", **counts)

    def tried_moves_text(self, row: StackFrame) -> str:
        """Return how many moves a frame has tried, and which."""
        names = move_names(self.shown.trace, row.frame)
        return "\n".join(filter(None, (self.tried_text(row), moves_text(row, names))))

    def best_text(self, row: StackFrame) -> str:
        """Return what the frame returns; before that, its best value so far."""
        if row.value is not None:
            return value_text(self.shown.trace, row.frame)
        return short_number(row.best) if row.best is not None else ""

    def origin_tip(self, place: int) -> Callable[[StackFrame], str]:
        """Return a function for the tooltips of a column: where the value in a cell was set, and how to go there."""

        def tip(row: StackFrame) -> str:
            reasons = explanation.origin_reasons(self.shown.trace, row.frame, self.shown.cursor.step)
            if ORIGINS[place] >= len(reasons):
                return ""
            reason = reasons[ORIGINS[place]]
            if reason.step < 0:
                return localized(reason.sentence)
            return tr("{sentence}\nA double click goes there.", sentence=localized(reason.sentence))

        return tip

    def variables_cell(self, row: StackFrame) -> str:
        """Return the variables of a frame in one line, each shortened."""
        return ", ".join(part.text for part in variable_parts(self.shown, row, MAX_CELL_CHARS))

    def full_variables_text(self, row: StackFrame) -> str:
        """Return the variables of a frame, one a line."""
        return variables_text(self.shown, row)

    # Actions on a row

    def point_at(self, row: StackFrame) -> None:
        """Select a frame."""
        if self.session is not None:
            self.session.select(row.frame)

    def choose(self, row: StackFrame) -> None:
        """Go to where the value, α or β in a cell was set; from other cells to where the frame begins or returns."""
        session, column = self.session, self.table.chosen_column
        if session is not None and column in ORIGINS:
            session.select(row.frame)
            origins.follow_origin(session, ORIGINS[column])
        elif session is not None:
            session.travel_to(row.frame)

    def _request_menu(self, where: QPoint) -> None:
        """Request the menu of the frame that was clicked, or that the keyboard is at."""
        index = self.table.indexAt(where) if self.table.indexAt(where).isValid() else self.table.currentIndex()
        if self.session is not None and index.isValid():
            frame = self.model.rows[index.row()].frame
            self.session.select(frame)
            self.session.menu_requested.emit(frame, self.table.viewport().mapToGlobal(where))

    # Painting

    def paint_side(self, painter: QPainter, area: QRectF, row: StackFrame, look: RowLook) -> None:
        """Paint the glyph of the side, filled with the colour of the value where there is one."""
        shape = shape_of_frame(self.shown.trace, row.frame)
        is_mirrored = self.isRightToLeft()
        fill = QColor(Qt.GlobalColor.transparent)
        if row.value is not None:
            fill = theme().of_shade(shades_of(self.shown).of_value(row.value))
        centre = QPointF(area.right() - 12 if is_mirrored else area.left() + 12, area.center().y())
        paint_glyph(painter, shape, centre, min(14.0, area.height() - 8), fill, QPen(look.ink, 1.5))
        beside = area.adjusted(0, 0, -17, 0) if is_mirrored else area.adjusted(17, 0, 0, 0)
        text, face = self.side_text(row), font(12, bold=True)
        if has_room(beside, text, face):
            paint_text(painter, beside, text, look.ink, face)

    def paint_best(self, painter: QPainter, area: QRectF, row: StackFrame, look: RowLook) -> None:
        """Paint a value as a pill in its colour; the start value, which a child must beat, in grey."""
        text, value = self.best_text(row), row.value if row.value is not None else row.best
        if not text:
            return
        if value is None or (row.value is None and not row.tried):
            ink = theme().quiet if look.ink == theme().ink else look.ink
            paint_text(painter, area, text, ink, font(13))
            return
        fill, face = theme().of_shade(shades_of(self.shown).of_value(value)), font(12, bold=True)
        wide = min(text_width(face, text) + PILL_PADDING, area.width() - 6)
        is_mirrored = self.isRightToLeft()
        left = area.right() - 3 - wide if is_mirrored else area.left() + 3
        paint_pill(painter, QRectF(left, area.top(), wide, area.height()), text, fill, theme().on_fill, face)
        move = self.best_move(row)
        beside = area.adjusted(0, 0, -wide, 0) if is_mirrored else area.adjusted(wide, 0, 0, 0)
        if move and has_room(beside, tr("from {move}", move=move), font(13)):
            paint_text(painter, beside, tr("from {move}", move=move), look.ink, font(13))

    def paint_variables(self, painter: QPainter, area: QRectF, row: StackFrame, look: RowLook) -> None:
        """Paint the variables of a frame in its cell."""
        paint_variables(painter, area, self.shown, row, look)


def move_counts(row: StackFrame) -> dict[str, int]:
    """Return the numbers of moves that a frame has tried, of all its moves, and of those that are left."""
    trying = () if row.trying is None else (row.trying,)
    return {
        "tried": len(set(row.tried)),
        "total": len({*row.tried, *row.left, *trying}),
        "pruned": len(row.left),
    }


def move_names(trace: Trace, frame: int) -> dict[str, str]:
    """Return how each legal move of a frame is shown, by its text; empty where that is the text itself."""
    if trace.name_of(frame) is None and not trace.coordinates:
        return {}
    text = trace.game_at(frame).move_text
    return {text(move): trace.short_name_of_move(frame, move) for move in trace.offered(frame)}


def shown_move(trace: Trace, frame: int, text: str) -> str:
    """Return how a move of a frame is shown, from its text."""
    return move_names(trace, frame).get(text) or trace.shown_text(text)


def moves_text(open_frame: StackFrame, names: Mapping[str, str]) -> str:
    """Return the moves of a frame, a line each for those tried, being tried and left."""

    def named(moves: tuple[str, ...]) -> str:
        return first_moves(tuple(names.get(move, move) for move in moves))

    lines = []
    if open_frame.tried:
        lines.append(tr("Tried: {moves}", moves=named(open_frame.tried)))
    if open_frame.trying is not None and open_frame.trying not in open_frame.tried:
        lines.append(tr("Trying: {moves}", moves=named((open_frame.trying,))))
    if open_frame.left:
        lines.append(tr("Left: {moves}", moves=named(open_frame.left)))
    return "\n".join(lines) or tr("No moves are tried here.")


def first_moves(moves: tuple[str, ...]) -> str:
    """Return the first of many moves in a line, and how many more there are."""
    if len(moves) <= MAX_NAMED_MOVES:
        return " ".join(moves)
    return tr("{moves} and {count} more", moves=" ".join(moves[:MAX_NAMED_MOVES]), count=len(moves) - MAX_NAMED_MOVES)


class VariablePart(NamedTuple):
    """A variable with its value, or what a frame returns, as it is painted in a cell."""

    text: str
    is_marked: bool


def variable_parts(session: Session, open_frame: StackFrame, max_chars: int) -> list[VariablePart]:
    """Return what a frame returns, if it does so at this step, then its variables."""
    cursor = session.cursor
    parts = []
    if open_frame.frame == cursor.frame and cursor.now.moment is Moment.LEAVE:
        result = session.trace.origin.result_text(open_frame.frame)
        if result is not None:
            parts.append(VariablePart(f"→ {shortened(result, max_chars)}", True))
    for variable in cursor.variables(open_frame.frame):
        if variable.text is not None:
            parts.append(VariablePart(f"{variable.name} = {shortened(variable.text, max_chars)}", variable.changed))
    return parts


def variables_text(session: Session, open_frame: StackFrame) -> str:
    """Return the variables of a frame, one a line; those that the last line changed are marked."""
    lines = [
        tr("{variable}  (changed)", variable=part.text) if part.is_marked and "=" in part.text else part.text
        for part in variable_parts(session, open_frame, MAX_FULL_CHARS)
    ]
    lines += [localized(message) for message in sharing(session.trace, open_frame.frame)]
    return "\n".join(lines) or tr("No variables yet.")


def paint_variables(painter: QPainter, area: QRectF, session: Session, open_frame: StackFrame, look: RowLook) -> None:
    """Paint as many variables as fit; changed ones on a ground of their own."""
    face, colours = font(12, fixed=True), theme()
    metrics = QFontMetricsF(face)
    x, end = area.left() + PADDING, area.right() - PADDING
    painter.setFont(face)
    for part in sorted(
        variable_parts(session, open_frame, MAX_CELL_CHARS),
        key=lambda part: (not part.is_marked, len(part.text) > LONG_VARIABLE_CHARS),
    ):
        room = end - x
        if room < 24:
            return
        text = elided(part.text, face, room)
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
        x += wide + VARIABLE_GAP + (4 if part.is_marked else 0)

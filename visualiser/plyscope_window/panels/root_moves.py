"""The moves at the root: what each is worth as far as the search knew at the cursor, and what it cost.

A click selects the frame of a move and explains it at this step; a double click, or Enter, goes there.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from plyscope.model.trace import Trace
from PySide6.QtCore import QModelIndex, QRectF, Qt
from PySide6.QtGui import QPainter

from plyscope_window.look.theme import font, mixed, theme
from plyscope_window.panels.known import NOTHING_KNOWN, Known, known, shades_of, value_range
from plyscope_window.panels.panel import TablePanel
from plyscope_window.session.session import Session
from plyscope_window.widgets.painting import paint_pill
from plyscope_window.widgets.table import CENTRED, TRAILING, Column, RowLook, paint_text
from plyscope_window.words import count, short_number, tr

SAMPLE_MEAN = "−0.0833"
"""A mean has more letters than the values that it is of."""
MAX_COLUMN_WIDTH = 110
"""The largest width of a column, in pixels."""


@dataclass(frozen=True)
class RootMove:
    """One legal move of the root, and the frames in which it was searched: several after a probe, or with rounds."""

    move: int
    text: str
    name: str
    """The name of the node that it leads to, else its text."""
    frames: tuple[int, ...]
    """In the order searched; empty for a move that was never searched."""
    size: int
    """The number of calls in its subtrees."""


def moves_of_root(trace: Trace) -> list[RootMove]:
    """Return the root's moves in the order searched, then those that were never tried."""
    searched: dict[int, list[int]] = {}
    roots = trace.rounds or (0,)
    for root in roots:
        for child in trace.children(root):
            if trace.is_aside(child):
                continue
            searched.setdefault(trace.moves[child], []).append(child)
    untried = [move for move in trace.offered(roots[0]) if move not in searched]
    text = trace.game_at(roots[0]).move_text
    rows = [
        RootMove(
            move,
            text(move),
            trace.short_name_of_move(roots[0], move),
            tuple(frames),
            sum(trace.sizes[frame] for frame in frames),
        )
        for move, frames in searched.items()
    ]
    return rows + [RootMove(move, text(move), trace.short_name_of_move(roots[0], move), (), 0) for move in untried]


def move_visited_most(trace: Trace, step: int) -> str | None:
    """Return the text of the root's move that simulations have visited most by a step; None before any."""
    line = trace.simulations.line(step)
    return trace.move_text(trace.simulations.nodes[line[0]].frames[0]) if line else None


def best_move_at_root(trace: Trace, best: str | None, step: int) -> str | None:
    """Return the root's best move: of simulations the most visited, else `best`, or if that is a round, the round's."""
    if trace.search.simulates:
        return move_visited_most(trace, step)
    answer = next((frame for frame in trace.rounds if trace.move_text(frame) == best), -1)
    if answer < 0:
        return best
    child = trace.best_child(answer)
    return trace.move_text(child) if child >= 0 else None


def extreme_values(trace: Trace) -> list[str]:
    """Return the texts of the least and of the largest value, for the width of the column of values."""
    means = [] if trace.origin.probabilities is None else [SAMPLE_MEAN]
    return means + [sign + short_number(end) for end in value_range(trace) for sign in ("≤", "≥")]


class RootMovesPanel(TablePanel):
    """The moves at the root."""

    def __init__(self) -> None:
        self.moves: list[RootMove] = []
        super().__init__(
            tr("Open a recording to see what its first moves are worth."),
            tr("Moves at the root"),
            (
                Column(tr("move"), lambda row: row.name, tip=self.tip, bold=True, widest=MAX_COLUMN_WIDTH),
                Column(
                    tr("value"), lambda row: self.known(row).text or "·", CENTRED, tip=self.tip, bold=True,
                    paint=self.paint_value, samples=lambda: self.sample_values, room=10, widest=MAX_COLUMN_WIDTH,
                ),
                Column(tr("effort"), lambda row: "", tip=self.tip, paint=self.paint_effort, stretches=True),
                Column(
                    tr("calls"), lambda row: count(calls) if (calls := self.calls(row)) else "", TRAILING,
                    tip=self.tip, samples=lambda: [count(self.max_calls)], widest=MAX_COLUMN_WIDTH,
                ),
            ),
            by="point",
        )  # fmt: skip

    def attach(self, session: Session | None) -> None:
        """Show the root's moves of another recording, or none."""
        self.moves = [] if session is None else moves_of_root(session.trace)
        self.sample_values = [] if session is None else extreme_values(session.trace)
        offered = [] if session is None else session.trace.offered(0)
        self._order = {move: place for place, move in enumerate(offered)}
        self._moves_of = {frame: row for row in self.moves for frame in row.frames}
        self.max_calls = max((row.size for row in self.moves), default=1) or 1
        super().attach(session)

    def rows_of(self, session: Session) -> Sequence[RootMove]:
        """The moves that have been tried, in that order, then the others in the order of the game."""
        begun = [row for row in self.moves if self.last_entered(row) is not None]
        to_come = (row for row in self.moves if self.last_entered(row) is None)
        return begun + sorted(to_come, key=lambda row: self._order.get(row.move, len(self._order)))

    # What is known at the cursor

    @property
    def running(self) -> RootMove | None:
        """The move that is being searched, or has just returned; None at the root itself."""
        stack = self.shown.stack
        begun = [open_frame.frame for open_frame in stack[1:3]]
        return self._move_of_first(begun or [self.shown.cursor.now.child])

    def _move_of_first(self, frames: Sequence[int]) -> RootMove | None:
        """Return the move that the first of these frames was called for, skipping frames that have no move."""
        return next((self._moves_of[frame] for frame in frames if frame in self._moves_of), None)

    @property
    def selected(self) -> RootMove | None:
        """The move whose subtree has the selected frame, if one was selected."""
        session = self.shown
        if session.selected == session.affected:
            return None
        path = session.trace.ancestors(session.selected)
        return self._move_of_first(path[1:3])

    def visible_row(self, session: Session) -> int:
        """Return the row of the selected move, else of the running one; -1 at the root."""
        shown = self.selected or self.running
        return -1 if shown is None else list(self.model.rows).index(shown)

    def show_session(self, session: Session) -> None:
        """Show the moves; at the root itself, none of them is the current one."""
        super().show_session(session)
        if self.visible_row(session) < 0:
            self.table.setCurrentIndex(QModelIndex())
            self.table.scrollToTop()

    def last_entered(self, row: RootMove) -> int | None:
        """Return the last frame of a move that the search has entered; None before the first one."""
        begun = [frame for frame in row.frames if frame < self.shown.known_frames]
        return begun[-1] if begun else None

    def calls(self, row: RootMove) -> int:
        """Return the number of calls in a move's subtrees up to the cursor."""
        trace, known_frames = self.shown.trace, self.shown.known_frames
        begun = (frame for frame in row.frames if frame < known_frames)
        return sum(trace.calls_among(frame, min(frame + trace.sizes[frame], known_frames)) for frame in begun)

    def known(self, row: RootMove) -> Known:
        """Return what is known of a move's value at the cursor; of simulations their mean."""
        frame = self.last_entered(row)
        if frame is not None and self.shown.trace.search.simulates:
            return self.mean_of(row)
        return NOTHING_KNOWN if frame is None else known(self.shown, frame)

    def mean_of(self, row: RootMove) -> Known:
        """Return the mean of the simulations that begin with a move."""
        tree = self.shown.trace.simulations
        mean = tree.nodes[tree.nodes[0].children[row.move]].mean(self.shown.known_step)
        return Known("?", None, False) if mean is None else Known(short_number(mean), mean, True)

    def visits(self, row: RootMove) -> int:
        """Return how many simulations that begin with a move have come to their end."""
        tree = self.shown.trace.simulations
        return tree.nodes[tree.nodes[0].children[row.move]].visits(self.shown.known_step) if row.frames else 0

    def is_best(self, row: RootMove) -> bool:
        """Whether a move is the best one at the known step, and its value is final."""
        session = self.shown
        best_move = self.best_move_of_whole() if session.shows_whole else None
        if best_move is None:
            best_move = best_move_at_root(session.trace, session.stack[0].best_move, session.known_step)
        return bool(row.frames) and best_move == row.text and self.known(row).is_final

    def best_move_of_whole(self) -> str | None:
        """Return the text of the move that the whole search has found best; None where none is."""
        trace = self.shown.trace
        if trace.search.simulates:
            return trace.best_move
        best = trace.best_child(trace.answer)
        return trace.move_text(best) if best >= 0 else None

    def look(self, row: RootMove) -> RowLook:
        """Mark the running move and the best one; moves not searched yet are quiet."""
        return RowLook(row is self.running, self.is_best(row), self.last_entered(row) is None)

    def shown_in(self, row: RootMove) -> Hashable:
        """Return all that the cells of a move show; None before the recording is laid out."""
        session = self.shown
        if session.rows is None:
            return None
        return row, self.known(row), self.calls(row), session.trace.coordinates, id(shades_of(session))

    def tip(self, row: RootMove) -> str:
        """Return whether a move was searched, what it is worth, and where a double click leads."""
        values = {"move": row.name}
        if self.last_entered(row) is None:
            if not row.frames and self.shown.known_step == self.shown.cursor.last_step:
                return tr("{move} was never searched.", **values)
            return tr("{move} has not been searched yet. A double click goes to where it is, if it is.", **values)
        if row.frames and self.shown.trace.search.simulates:
            values["visits"] = count(self.visits(row))
            return tr("{visits} simulations began with {move}. A double click goes to the first.", **values)
        if self.is_best(row):
            return tr("{move} is the best move so far. A double click goes to where it is searched.", **values)
        return tr("A double click goes to where {move} is searched.", **values)

    def choose(self, row: RootMove) -> None:
        """Go to where a move is searched first."""
        if self.session is not None and row.frames:
            self.session.travel_to(row.frames[0])

    def point_at(self, row: RootMove) -> None:
        """Explain the frame of a move at this step: the last one that is known, else the first one."""
        if self.session is not None and row.frames:
            current = self.last_entered(row)
            self.session.select(row.frames[0] if current is None else current)

    # Painting

    def paint_effort(self, painter: QPainter, area: QRectF, row: RootMove, look: RowLook) -> None:
        """Paint a bar; the longest for the move with the most calls."""
        length = (area.width() - 12) * self.calls(row) / self.max_calls
        left = area.right() - 6 - length if self.isRightToLeft() else area.left() + 6
        ground = theme().now if look.is_now else theme().paper
        painter.fillRect(QRectF(left, area.center().y() - 2.5, length, 5), mixed(ground, look.ink, 0.45))

    def paint_value(self, painter: QPainter, area: QRectF, row: RootMove, look: RowLook) -> None:
        """Paint a final value as a pill in its colour."""
        known_value = self.known(row)
        if known_value.is_final and known_value.value is not None:
            fill = theme().of_shade(shades_of(self.shown).of_value(known_value.value))
            paint_pill(
                painter, area.adjusted(3, 0, -3, 0), known_value.text, fill, theme().on_fill, font(12, bold=True)
            )
        else:
            face = font(12, bold=bool(known_value.text))
            paint_text(painter, area, known_value.text or "·", look.ink, face, Qt.AlignmentFlag.AlignCenter)

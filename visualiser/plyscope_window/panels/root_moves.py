"""The moves at the root: what each is worth as far as the search knew at the cursor, and what it cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plyscope.model.trace import Trace
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from plyscope_window.look.theme import font, mixed, theme
from plyscope_window.panels.known import NOTHING, Known, known, shades_of, value_text
from plyscope_window.panels.panel import TablePanel
from plyscope_window.session.session import Session
from plyscope_window.widgets.painting import paint_pill
from plyscope_window.widgets.table import CENTRED, TRAILING, Column, RowLook, paint_text
from plyscope_window.words import count, tr

MOVE, VALUE, EFFORT, CALLS = range(4)
MAX_WIDTH = 110


@dataclass(frozen=True)
class RootMove:
    """One legal move of the root, and the frames in which it was searched: two where a probe came before."""

    text: str
    name: str
    """The name of the node that it leads to, else its text."""
    frames: tuple[int, ...]
    """In the order searched; empty for a move that was never searched."""
    size: int
    """The number of calls in its subtrees."""


def moves_of_root(trace: Trace) -> list[RootMove]:
    """The moves in the order searched, then those that were never tried."""
    searched: dict[int, list[int]] = {}
    for child in trace.children(0):
        searched.setdefault(trace.moves[child], []).append(child)
    untried = [move for move in trace.offered(0) if move not in searched]
    text = trace.position.game.move_text
    rows = [
        RootMove(
            text(move), trace.short_name_of_move(0, move), tuple(frames), sum(trace.sizes[frame] for frame in frames)
        )
        for move, frames in searched.items()
    ]
    return rows + [RootMove(text(move), trace.short_name_of_move(0, move), (), 0) for move in untried]


class RootMovesPanel(TablePanel):
    """The moves at the root. A click, or Enter, goes to where a move is searched."""

    def __init__(self) -> None:
        self.moves: list[RootMove] = []
        super().__init__(
            tr("Open a recording to see what its first moves are worth."),
            tr("Moves at the root"),
            (
                Column(tr("move"), lambda row: row.name, tip=self.tip, bold=True, widest=MAX_WIDTH),
                Column(
                    tr("value"), lambda row: self.known(row).text or "·", CENTRED, tip=self.tip, bold=True,
                    paint=self.paint_value, samples=self.values, room=10, widest=MAX_WIDTH,
                ),
                Column(tr("effort"), lambda row: "", tip=self.tip, paint=self.paint_effort, stretches=True),
                Column(
                    tr("calls"), lambda row: count(calls) if (calls := self.calls(row)) else "", TRAILING,
                    tip=self.tip, samples=lambda: [count(self.max_calls)], widest=MAX_WIDTH,
                ),
            ),
        )  # fmt: skip

    def attach(self, session: Session | None) -> None:
        self.moves = [] if session is None else moves_of_root(session.trace)
        self._moves_of = {frame: row for row in self.moves for frame in row.frames}
        self.max_calls = max((row.size for row in self.moves), default=1) or 1
        super().attach(session)

    def rows_of(self, session: Session) -> Sequence[RootMove]:
        return self.moves

    def values(self) -> list[str]:
        """The final value of each move."""
        return [value_text(self.shown.trace, row.frames[-1]) for row in self.moves if row.frames]

    # What is known at the cursor

    @property
    def running(self) -> RootMove | None:
        """The move that is being searched, or has just returned; None at the root itself."""
        stack = self.shown.stack
        return self._moves_of.get(stack[1].frame if len(stack) > 1 else self.shown.cursor.now.child)

    def visible_row(self, session: Session) -> int:
        running = self.running
        return -1 if running is None else self.moves.index(running)

    def current(self, row: RootMove) -> int | None:
        """The last frame of the move that the search has entered; None before the first one."""
        begun = [frame for frame in row.frames if frame < self.shown.entered]
        return begun[-1] if begun else None

    def calls(self, row: RootMove) -> int:
        """The number of calls in the move's subtrees up to the cursor."""
        sizes = self.shown.trace.sizes
        return sum(max(0, min(sizes[frame], self.shown.entered - frame)) for frame in row.frames)

    def known(self, row: RootMove) -> Known:
        frame = self.current(row)
        return NOTHING if frame is None else known(self.shown, frame)

    def is_best(self, row: RootMove) -> bool:
        return bool(row.frames) and self.shown.stack[0].best_move == row.text and self.known(row).is_final

    def look(self, row: RootMove) -> RowLook:
        return RowLook(row is self.running, self.is_best(row), self.current(row) is None)

    def tip(self, row: RootMove) -> str:
        if not row.frames:
            return tr("{move} was never searched.", move=row.name)
        if self.current(row) is None:
            return tr("{move} has not been searched yet. A click goes to where it is.", move=row.name)
        if self.is_best(row):
            return tr("{move} is the best move so far. A click goes to where it is searched.", move=row.name)
        return tr("A click goes to where {move} is searched.", move=row.name)

    def choose(self, row: RootMove) -> None:
        if self.session is not None and row.frames:
            self.session.go_to_frame(row.frames[0])

    # Painting

    def paint_effort(self, painter: QPainter, area: QRectF, row: RootMove, look: RowLook) -> None:
        """Paint a bar; the longest for the move with the most calls."""
        length = (area.width() - 12) * self.calls(row) / self.max_calls
        left = area.right() - 6 - length if self.isRightToLeft() else area.left() + 6
        ground = theme().now if look.is_now else theme().paper
        painter.fillRect(QRectF(left, area.center().y() - 2.5, length, 5), mixed(ground, look.ink, 0.45))

    def paint_value(self, painter: QPainter, area: QRectF, row: RootMove, look: RowLook) -> None:
        """Paint a final value as a pill in its colour."""
        found = self.known(row)
        if found.is_final and found.value is not None:
            fill = theme().of_shade(shades_of(self.shown).of_value(found.value))
            paint_pill(painter, area.adjusted(3, 0, -3, 0), found.text, fill, theme().on_fill, font(12, bold=True))
        else:
            face = font(12, bold=bool(found.text))
            paint_text(painter, area, found.text or "·", look.ink, face, Qt.AlignmentFlag.AlignCenter)

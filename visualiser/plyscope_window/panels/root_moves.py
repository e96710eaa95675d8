"""The moves at the root: what each is worth as far as the search knew at the cursor, and what it cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plyscope.model.trace import Trace
from PySide6.QtCore import QAbstractTableModel, QEvent, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QHeaderView

from plyscope_window.look.theme import font, mixed, theme
from plyscope_window.panels.known import NOTHING, Known, known, shades_of, value_words
from plyscope_window.panels.panel import Panel
from plyscope_window.session.session import Session
from plyscope_window.widgets.layouts import column
from plyscope_window.widgets.painting import RESTYLED, paint_pill
from plyscope_window.widgets.rows import PADDING, TRAILING, Index, PaintedTable, RowLook, paint_text
from plyscope_window.words import count, tr

MOVE, VALUE, EFFORT, CALLS = range(4)
WIDEST = 110


@dataclass(frozen=True)
class RootMove:
    """One legal move of the root, and the frames in which it was searched: two where a probe came before."""

    text: str
    frames: tuple[int, ...]
    """In the order searched; empty where the search never came to it."""
    size: int
    """All calls that it cost in the end."""


def moves_of_root(trace: Trace) -> list[RootMove]:
    """In the order searched, then those that were never tried."""
    searched: dict[int, list[int]] = {}
    for child in trace.children(0):
        searched.setdefault(trace.moves[child], []).append(child)
    untried = [move for move in trace.offered(0) if move not in searched]
    name = trace.position.game.move_text
    rows = [
        RootMove(name(move), tuple(frames), sum(trace.sizes[frame] for frame in frames))
        for move, frames in searched.items()
    ]
    return rows + [RootMove(name(move), (), 0) for move in untried]


class RootMovesModel(QAbstractTableModel):
    """The moves of one trace's root, at the session's cursor."""

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        self.rows: list[RootMove] = []
        self.most = 1
        """The calls of the move that cost most, which has the longest bar."""
        self._rows: dict[int, int] = {}
        """Frame -> row."""

    def turn_to(self, session: Session | None) -> None:
        self.beginResetModel()
        self.session = session
        self.rows = moves_of_root(session.trace) if session is not None else []
        self._rows = {frame: place for place, row in enumerate(self.rows) for frame in row.frames}
        self.most = max((row.size for row in self.rows), default=1) or 1
        self.endResetModel()

    def refresh(self) -> None:
        if self.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, CALLS))

    @property
    def under_way(self) -> int:
        """The row of the move that is being searched, or has just come back; -1 at the root itself."""
        assert self.session is not None
        stack = self.session.stack
        return self._rows.get(stack[1].frame if len(stack) > 1 else self.session.cursor.now.child, -1)

    def current(self, row: RootMove) -> int | None:
        """The frame of the move that says most about it at the cursor; None where it lies in the future."""
        assert self.session is not None
        begun = [frame for frame in row.frames if frame < self.session.entered]
        return begun[-1] if begun else None

    def calls(self, row: RootMove) -> int:
        """The calls that the move has cost until now."""
        assert self.session is not None
        sizes = self.session.trace.sizes
        return sum(max(0, min(sizes[frame], self.session.entered - frame)) for frame in row.frames)

    def known(self, row: RootMove) -> Known:
        assert self.session is not None
        frame = self.current(row)
        return NOTHING if frame is None else known(self.session, frame)

    def is_best(self, row: RootMove) -> bool:
        assert self.session is not None
        return bool(row.frames) and self.session.stack[0].best_move == row.text and self.known(row).is_final

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index | None = None) -> int:
        return CALLS + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return (tr("move"), tr("value"), tr("effort"), tr("calls"))[section]
        if role == Qt.ItemDataRole.TextAlignmentRole and section in (VALUE, CALLS):
            return Qt.AlignmentFlag.AlignCenter if section == VALUE else TRAILING
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, place = self.rows[index.row()], index.column()
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.text(row, place)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.tooltip(row)
        return None

    def text(self, row: RootMove, place: int) -> str:
        if place == MOVE:
            return row.text
        if place == VALUE:
            return self.known(row).text or "·"
        calls = self.calls(row)
        return count(calls) if place == CALLS and calls else ""

    def tooltip(self, row: RootMove) -> str:
        if not row.frames:
            return tr("{move} was never searched.", move=row.text)
        if self.current(row) is None:
            return tr("{move} has not been searched yet. A click goes to where it is.", move=row.text)
        if self.is_best(row):
            return tr("{move} is the best move so far. A click goes to where it is searched.", move=row.text)
        return tr("A click goes to where {move} is searched.", move=row.text)


class RootMovesTable(PaintedTable):
    """The value as a pill, and a bar as long as the move was dear."""

    def __init__(self, model: RootMovesModel) -> None:
        super().__init__(model, tr("Moves at the root"))
        self.moves = model

    def look_of(self, row: int) -> RowLook:
        model, move = self.moves, self.moves.rows[row]
        return RowLook(row == model.under_way, model.is_best(move), model.current(move) is None)

    def paint_cells(self, painter: QPainter, row: int, look: RowLook, cells: dict[int, QRectF]) -> None:
        model, move, ink = self.moves, self.moves.rows[row], look.ink
        calls = model.calls(move)
        paint_text(painter, cells[MOVE], move.text, ink, font(13, bold=True))
        paint_text(painter, cells[CALLS], count(calls) if calls else "", ink, font(13), TRAILING)
        self._paint_value(painter, model.known(move), cells[VALUE], ink)
        area = cells[EFFORT]
        length = (area.width() - 12) * calls / model.most
        is_mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        left = area.right() - 6 - length if is_mirrored else area.left() + 6
        ground = theme().now if look.is_now else theme().paper
        painter.fillRect(QRectF(left, area.center().y() - 2.5, length, 5), mixed(ground, ink, 0.45))

    def _paint_value(self, painter: QPainter, found: Known, area: QRectF, ink: QColor) -> None:
        assert self.moves.session is not None
        if found.is_final and found.value is not None:
            fill = theme().of_shade(shades_of(self.moves.session).of_value(found.value))
            paint_pill(painter, area.adjusted(3, 0, -3, 0), found.text, fill, theme().on_fill, font(12, bold=True))
            return
        face = font(12, bold=bool(found.text))
        paint_text(painter, area, found.text or "·", ink, face, Qt.AlignmentFlag.AlignCenter)


class RootMovesPanel(Panel):
    """The moves at the root. A click, or Enter, goes to where a move is searched."""

    def __init__(self) -> None:
        super().__init__(tr("Open a recording to see what its first moves are worth."))
        self.model = RootMovesModel()
        self.table = RootMovesTable(self.model)
        self.table.chosen.connect(self.go_to)
        self.table.horizontalHeader().setStretchLastSection(False)
        self.table.horizontalHeader().setSectionResizeMode(EFFORT, QHeaderView.ResizeMode.Stretch)
        column(self.body, margin=0).addWidget(self.table)

    def attach(self, session: Session | None) -> None:
        self.model.turn_to(session)
        if session is not None:
            self.table.set_widths(self.widths(session.trace))
        super().attach(session)

    def go_to(self, row: int) -> None:
        move = self.model.rows[row]
        if self.session is not None and move.frames:
            self.session.go_to_frame(move.frames[0])

    def show_session(self, session: Session) -> None:
        self.model.refresh()
        if self.model.under_way >= 0:
            self.table.go_to_row(self.model.under_way)

    def widths(self, trace: Trace) -> list[int]:
        """The bar gets what is left once the others have their room."""
        figures = QFontMetrics(font(13, bold=True))
        texts = [
            max((row.text for row in self.model.rows), key=len, default=""),
            max((value_words(trace, row.frames[-1]) for row in self.model.rows if row.frames), key=len, default=""),
            "",
            count(self.model.most),
        ]
        room = [2 * PADDING + 8, 30, 0, 2 * PADDING + 8]
        return [
            max(min(WIDEST, figures.horizontalAdvance(text) + room[place]), self.table.head_width(place))
            for place, text in enumerate(texts)
        ]

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLED and self.session is not None:
            self.table.set_widths(self.widths(self.session.trace))

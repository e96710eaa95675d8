"""What somebody's own code has printed up to the cursor. A click on a line goes to the step that printed it."""

from __future__ import annotations

from typing import Any

from plyscope.tracer.printed import Printed
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QRectF, Qt
from PySide6.QtGui import QPainter

from plyscope_window.look.theme import font
from plyscope_window.panels.panel import Panel
from plyscope_window.session.session import Session
from plyscope_window.widgets.labels import Words
from plyscope_window.widgets.layouts import column
from plyscope_window.widgets.rows import Index, PaintedTable, RowLook, paint_text
from plyscope_window.words import count, tr

LONGEST = 2_000
"""Characters of a line that are looked at."""


class PrintedModel(QAbstractTableModel):
    """The lines that have been begun by the cursor's step."""

    def __init__(self) -> None:
        super().__init__()
        self.printed: Printed | None = None
        self.step = 0
        self.lines = 0

    def show_step(self, printed: Printed | None, step: int) -> None:
        lines = 0 if printed is None else printed.count_at(step)
        if printed is not self.printed:
            self.beginResetModel()
            self.printed, self.step, self.lines = printed, step, lines
            self.endResetModel()
            return
        self.step = step
        if lines > self.lines:
            self.beginInsertRows(QModelIndex(), self.lines, lines - 1)
            self.lines = lines
            self.endInsertRows()
        elif lines < self.lines:
            self.beginRemoveRows(QModelIndex(), lines, self.lines - 1)
            self.lines = lines
            self.endRemoveRows()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else self.lines

    def columnCount(self, parent: Index | None = None) -> int:
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if self.printed is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.printed.line(index.row(), self.step).text[:LONGEST]
        return None


class PrintedTable(PaintedTable):
    """The lines as a terminal has them; those that the cursor's step has printed are marked."""

    def __init__(self, model: PrintedModel) -> None:
        super().__init__(model, tr("Printed"))
        self.lines = model
        self.horizontalHeader().hide()

    def look_of(self, row: int) -> RowLook:
        printed = self.lines.printed
        return RowLook(is_now=printed is not None and printed.line(row, self.lines.step).is_new)

    def paint_cells(self, painter: QPainter, row: int, look: RowLook, cells: dict[int, QRectF]) -> None:
        if self.lines.printed is not None:
            text = self.lines.printed.line(row, self.lines.step).text[:LONGEST]
            paint_text(painter, cells[0], text.expandtabs(8), look.ink, font(13, fixed=True))


class PrintedPanel(Panel):
    """The output so far."""

    def __init__(self) -> None:
        super().__init__(tr("Open a recording of your own code to see what it prints."))
        self.model = PrintedModel()
        self.table = PrintedTable(self.model)
        self.table.chosen.connect(self.go)
        self.said = Words(quiet=True, pixels=12, wrapped=True)
        self.said.setContentsMargins(10, 6, 10, 6)
        self.printed: Printed | None = None
        layout = column(self.body, margin=0, spacing=0)
        layout.addWidget(self.said)
        layout.addWidget(self.table, 1)

    def attach(self, session: Session | None) -> None:
        is_user_code = session is not None and session.trace.origin.is_user_code
        self.printed = Printed(session.trace.user_code, session.cursor.steps) if session and is_user_code else None
        self.model.show_step(None, 0)
        super().attach(session)

    def has_something_of(self, session: Session) -> bool:
        return session.trace.origin.is_user_code

    def show_session(self, session: Session) -> None:
        step = session.cursor.step
        self.model.show_step(self.printed, step)
        self.said.setText(self.in_words(step))
        self.table.viewport().update()
        if self.model.lines:
            self.table.scrollTo(self.model.index(self.model.lines - 1, 0))

    def in_words(self, step: int) -> str:
        """How much of the output is there, and where the rest of it begins."""
        if self.printed is None or not self.printed.text:
            return tr("Nothing is printed in this run.")
        every = self.printed.count_at(int(self.printed.steps[-1]))
        if not self.model.lines:
            first = count(self.printed.line(0, int(self.printed.steps[-1])).step)
            return tr("Nothing has been printed yet; the first line comes at step {step}.", step=first)
        return tr("{lines} of {all} lines", lines=count(self.model.lines), all=count(every))

    def go(self, row: int) -> None:
        if self.session is not None and self.printed is not None:
            self.session.go(self.printed.line(row, self.session.cursor.step).step)

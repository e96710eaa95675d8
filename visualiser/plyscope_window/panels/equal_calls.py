"""The calls of somebody's own code that are made more than once: how often, and what each gives. A click goes there."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from plyscope.layout.shades import CallShades
from plyscope.messages import compact
from plyscope.model.user_code import UserCode
from PySide6.QtCore import QAbstractTableModel, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter

from plyscope_window.look.call_colours import call_theme
from plyscope_window.look.theme import font
from plyscope_window.panels.known import shades_of
from plyscope_window.panels.panel import Panel
from plyscope_window.session.session import Session
from plyscope_window.widgets.labels import Words
from plyscope_window.widgets.layouts import column
from plyscope_window.widgets.rows import LEADING, PADDING, TRAILING, Index, PaintedTable, RowLook, paint_text
from plyscope_window.words import count, tr

CALL, TIMES, RESULT = range(3)
MOST = 1_000
"""Calls that are listed."""
MILLION = 1_000_000
LEAST = 80
"""Pixels that a call has at the least."""


class EqualCallsModel(QAbstractTableModel):
    """The calls that are made most often first."""

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        self.user_code: UserCode | None = None
        self.calls: NDArray[np.int64] = np.zeros(0, np.int64)

    def show_calls(self, session: Session | None) -> None:
        self.beginResetModel()
        self.session = session
        self.user_code = session.trace.user_code if session is not None and session.trace.origin.is_user_code else None
        if self.user_code is not None:
            times = self.user_code.times_called
            again = np.flatnonzero(times > 1)
            self.calls = again[np.argsort(-times[again], kind="stable")[:MOST]]
        else:
            self.calls = np.zeros(0, np.int64)
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.calls)

    def columnCount(self, parent: Index | None = None) -> int:
        return RESULT + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (tr("call"), tr("times"), tr("result"))[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.text(index.row(), index.column())
        return None

    def text(self, row: int, place: int) -> str:
        assert self.user_code is not None
        call = int(self.calls[row])
        frame = int(self.user_code.first_of_call[call])
        if place == CALL:
            return self.user_code.label(frame)
        return count(int(self.user_code.times_called[call])) if place == TIMES else self.user_code.result(frame) or "?"

    def short_times(self, row: int) -> str:
        """How often, in few letters where that is millions: the calls beside it are to be told apart."""
        assert self.user_code is not None
        times = int(self.user_code.times_called[self.calls[row]])
        return count(times) if times < MILLION else compact(times)


class EqualCallsTable(PaintedTable):
    """Each call with a dot in its colour; the one that is running is where the cursor is."""

    def __init__(self, model: EqualCallsModel) -> None:
        super().__init__(model, tr("Equal calls"))
        self.calls = model

    def look_of(self, row: int) -> RowLook:
        session, user_code = self.calls.session, self.calls.user_code
        if session is None or user_code is None:
            return RowLook()
        return RowLook(is_now=user_code.call_number(session.inspected.frame) == int(self.calls.calls[row]))

    def paint_cells(self, painter: QPainter, row: int, look: RowLook, cells: dict[int, QRectF]) -> None:
        session, model = self.calls.session, self.calls
        if session is None or model.user_code is None:
            return
        call, shades = cells[CALL], shades_of(session)
        if isinstance(shades, CallShades):
            shade = shades.of_frame(session.trace, int(model.user_code.first_of_call[model.calls[row]]))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(call_theme().of_shade(shade))
            painter.drawEllipse(QRectF(call.left() + PADDING, call.center().y() - 5, 10, 10))
            call = call.adjusted(16, 0, 0, 0)
        paint_text(painter, call, model.text(row, CALL), look.ink, font(13, fixed=True), LEADING)
        paint_text(painter, cells[TIMES], model.short_times(row), look.ink, font(13, bold=True), TRAILING)
        paint_text(painter, cells[RESULT], model.text(row, RESULT), look.ink, font(13, fixed=True), LEADING)


class EqualCallsPanel(Panel):
    """How much of the work is the same work again."""

    def __init__(self) -> None:
        super().__init__(tr("Open a recording of your own code to see which calls are made again."))
        self.model = EqualCallsModel()
        self.table = EqualCallsTable(self.model)
        self.table.chosen.connect(self.go)
        self.said = Words(quiet=True, pixels=12, wrapped=True)
        self.said.setContentsMargins(10, 6, 10, 6)
        layout = column(self.body, margin=0, spacing=0)
        layout.addWidget(self.said)
        layout.addWidget(self.table, 1)

    def attach(self, session: Session | None) -> None:
        self.model.show_calls(session)
        super().attach(session)

    def has_something_of(self, session: Session) -> bool:
        return session.trace.origin.is_user_code

    def show_session(self, session: Session) -> None:
        self.said.setText(self.in_words(session))
        figure = QFontMetrics(font(13, fixed=True)).horizontalAdvance("0")
        longest = max((len(self.model.text(row, CALL)) for row in range(min(50, self.model.rowCount()))), default=4)
        counts = QFontMetrics(font(13, bold=True))
        wide = [counts.horizontalAdvance(self.model.short_times(row)) for row in range(min(50, self.model.rowCount()))]
        times = max(self.table.head_width(TIMES), figure * 7, max(wide, default=0) + 2 * PADDING)
        result = self.table.head_width(RESULT)
        room = max(LEAST, self.table.viewport().width() - times - result)
        self.table.set_widths([min(room, (longest + 2) * figure + 2 * PADDING + 8), times, result])
        self.table.viewport().update()

    def in_words(self, session: Session) -> str:
        user_code = session.trace.user_code
        calls, distinct = user_code.calls, user_code.distinct_calls
        if calls == distinct:
            return tr("{calls} calls, no two of them equal.", calls=count(calls))
        if len(user_code.tables.saved):
            saved = count(len(user_code.tables.saved))
            return tr(
                "{calls} calls, {distinct} of them different; {saved} were saved by a cache.",
                calls=count(calls), distinct=count(distinct), saved=saved,
            )  # fmt: skip
        return tr("{calls} calls, {distinct} of them different.", calls=count(calls), distinct=count(distinct))

    def go(self, row: int) -> None:
        """To where the call is made next, or where it is made first."""
        if self.session is None or self.model.user_code is None:
            return
        frames = np.flatnonzero(self.model.user_code.tables.call == self.model.calls[row])
        later = frames[frames > self.session.cursor.frame]
        self.session.go_to_frame(int(later[0] if len(later) else frames[0]))

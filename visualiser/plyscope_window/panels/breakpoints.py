"""The breakpoints: what each stops at, how often that happens, and a row to set another one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from plyscope.messages import InputError
from plyscope.model.marks import Breakpoint, On
from PySide6.QtCore import QAbstractTableModel, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QSizePolicy,
    QWidget,
)

from plyscope_window.jobs.background import Answer, in_background
from plyscope_window.look.theme import font, theme
from plyscope_window.panels.panel import Panel
from plyscope_window.session.session import Session
from plyscope_window.widgets.controls import Choice, framed_button
from plyscope_window.widgets.labels import Words
from plyscope_window.widgets.layouts import EDGE, bar_in, column
from plyscope_window.widgets.painting import row_height
from plyscope_window.widgets.rows import FIXED, PADDING, Index, Table
from plyscope_window.words import count, said, tr

WHAT, HITS, PASSES = range(3)
MOST_PASSES = 2**31 - 1
RIGHT = Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter


def kind_name(on: On) -> str:
    """What a breakpoint stops at, in words."""
    return {
        On.FRAME: tr("frame"),
        On.PLY: tr("ply"),
        On.MOVE: tr("move"),
        On.POSITION: tr("position"),
        On.LINE: tr("line"),
        On.CONDITION: tr("condition"),
    }[on]


def in_words(breakpoint: Breakpoint) -> str:
    """Where a breakpoint stops; a condition speaks for itself."""
    if breakpoint.on is On.CONDITION:
        return breakpoint.target
    sentences = {
        On.FRAME: tr("frame {target}", target=breakpoint.target),
        On.PLY: tr("ply {target}", target=breakpoint.target),
        On.MOVE: tr("move {target}", target=breakpoint.target),
        On.POSITION: tr("position {target}", target=breakpoint.target),
        On.LINE: tr("line {target}", target=breakpoint.target),
    }
    return sentences[breakpoint.on]


def example(on: On) -> str:
    """What one types to set such a breakpoint."""
    return {
        On.FRAME: tr("number of a frame"),
        On.PLY: tr("number of a ply"),
        On.MOVE: tr("a move, such as b2"),
        On.POSITION: tr("a position as text"),
        On.LINE: tr("number of a line"),
        On.CONDITION: tr("such as: cutoff and ply >= 3"),
    }[on]


class BreakpointsModel(QAbstractTableModel):
    """The breakpoints of a session. How often each is hit is counted in the background, once."""

    counted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        self.shown: list[Breakpoint] = []
        self._hits: dict[tuple[On, str], int] = {}
        self._waiting: dict[tuple[On, str], Answer] = {}

    def turn_to(self, session: Session | None) -> None:
        for answer in self._waiting.values():
            answer.is_wanted = False
        self._hits, self._waiting = {}, {}
        self.session = session
        self.show_marks()

    def show_marks(self) -> None:
        """Takes notice only of what has changed, so that a cell that is being edited stays."""
        marks = list(self.session.cursor.marks.breakpoints) if self.session is not None else []
        if len(marks) != len(self.shown):
            self.beginResetModel()
            self.shown = marks
            self.endResetModel()
        elif marks != self.shown:
            self.shown = marks
            self.dataChanged.emit(self.index(0, 0), self.index(len(marks) - 1, PASSES))
        for breakpoint in marks:
            self._count(breakpoint)

    def _count(self, breakpoint: Breakpoint) -> None:
        key = (breakpoint.on, breakpoint.target)
        if self.session is None or key in self._hits or key in self._waiting:
            return
        cursor = self.session.cursor

        def counted(amount: int) -> None:
            self._hits[key] = amount
            del self._waiting[key]
            if self.shown:
                self.dataChanged.emit(self.index(0, HITS), self.index(len(self.shown) - 1, HITS))
            self.counted.emit()

        self._waiting[key] = in_background(lambda: len(cursor.hits(breakpoint)), counted, lambda error: counted(0))

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.shown)

    def columnCount(self, parent: Index | None = None) -> int:
        return PASSES + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return (tr("stops at"), tr("hits"), tr("let pass"))[section]
        if role == Qt.ItemDataRole.TextAlignmentRole and section in (HITS, PASSES):
            return RIGHT
        if role == Qt.ItemDataRole.ToolTipRole and section == PASSES:
            return tr("How many hits go by before it stops; press F2 on the number to change it.")
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if index.column() == WHAT:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        if index.column() == PASSES:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        breakpoint, place = self.shown[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            hits = self._hits.get((breakpoint.on, breakpoint.target))
            passes = count(breakpoint.passes) if breakpoint.passes else "–"
            return (in_words(breakpoint), "…" if hits is None else count(hits), passes)[place]
        if role == Qt.ItemDataRole.EditRole and place == PASSES:
            return breakpoint.passes
        if role == Qt.ItemDataRole.CheckStateRole and place == WHAT:
            return Qt.CheckState.Checked if breakpoint.enabled else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.TextAlignmentRole and place in (HITS, PASSES):
            return RIGHT
        if role == FIXED:
            return place == WHAT and breakpoint.on is On.CONDITION
        if role == Qt.ItemDataRole.ToolTipRole and place == WHAT:
            return in_words(breakpoint)
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if self.session is None:
            return False
        breakpoint = self.shown[index.row()]
        if role == Qt.ItemDataRole.CheckStateRole:
            changed = replace(breakpoint, enabled=Qt.CheckState(value) == Qt.CheckState.Checked)
        else:
            changed = replace(breakpoint, passes=max(0, min(MOST_PASSES, int(value))))
        if changed != breakpoint:
            self.session.change_breakpoint(breakpoint, changed)
        return True


class BreakpointsPanel(Panel):
    """A row to add to the list, and below it the list, which scrolls: in a low dock the row stays in sight.

    Enter switches a breakpoint on and off, Delete removes it.
    """

    def __init__(self) -> None:
        super().__init__(tr("Open a recording to set breakpoints in it."))
        self.model = BreakpointsModel()
        self.table = Table(self.model, tr("Breakpoints"), by="key")
        self.table.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.SelectedClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self.table.chosen.connect(self.switch)
        self.table.unwanted.connect(self.remove)
        self.hint = Words(tr("No breakpoints yet. Set one above, or with F9."), quiet=True, wrapped=True)
        self.hint.setContentsMargins(EDGE, EDGE, EDGE, EDGE)
        self.kind = Choice(4)
        for on in On:
            self.kind.addItem(kind_name(on), on)
        self.kind.setAccessibleName(tr("Kind of breakpoint"))
        self.kind.setToolTip(tr("Kind of breakpoint"))
        self.kind.setCurrentIndex(list(On).index(On.CONDITION))
        self.target = QLineEdit()
        self.target.setAccessibleName(tr("What to stop at"))
        self.add_button = framed_button("", tr("Set this breakpoint (Enter)"), "add")
        self.remove_button = framed_button("", tr("Remove the breakpoint (Delete)"), "remove")
        self.error = Words(pixels=12, wrapped=True)
        self.error.hide()
        self._answer: Answer | None = None
        self._lay_out()
        self.kind.currentIndexChanged.connect(self._ask)
        self.target.textChanged.connect(self.error.hide)
        self.target.returnPressed.connect(self.add)
        self.add_button.clicked.connect(self.add)
        self.remove_button.clicked.connect(lambda: self.remove(self.table.currentIndex().row()))
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._allow())
        self.model.counted.connect(self._fit)
        self._ask()

    def _lay_out(self) -> None:
        header = self.table.horizontalHeader()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(WHAT, QHeaderView.ResizeMode.Stretch)
        for widget in (self.kind, self.target):
            widget.setMinimumWidth(40)
            widget.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.bar = QWidget()
        row = bar_in(self.bar)
        row.addWidget(self.kind, 3)
        row.addWidget(self.target, 5)
        for button in (self.add_button, self.remove_button):
            row.addWidget(button)
        self.error.setContentsMargins(EDGE, 0, EDGE, 4)
        layout = column(self.body, margin=0, spacing=0)
        for part in (self.bar, self.error, self.hint):
            layout.addWidget(part)
        self.table.setMinimumHeight(1)
        layout.addWidget(self.table, 1)
        layout.addStretch(0)

    def minimumSizeHint(self) -> QSize:
        """Room for the row at the top and a line of the list, also with its heads."""
        return QSize(super().minimumSizeHint().width(), self.bar.sizeHint().height() + 2 * row_height())

    def attach(self, session: Session | None) -> None:
        self.model.turn_to(session)
        self.error.hide()
        super().attach(session)

    def show_session(self, session: Session) -> None:
        self.model.show_marks()
        has_any = bool(self.model.shown)
        self.hint.setVisible(not has_any)
        self.table.setVisible(has_any)
        self._fit()
        self._allow()

    def switch(self, row: int) -> None:
        """Enables a breakpoint, or disables it."""
        breakpoint = self.model.shown[row]
        if self.session is not None:
            self.session.change_breakpoint(breakpoint, replace(breakpoint, enabled=not breakpoint.enabled))

    def remove(self, row: int) -> None:
        if self.session is not None and 0 <= row < len(self.model.shown):
            self.session.change_breakpoint(self.model.shown[row], None)

    def add(self) -> None:
        """Sets what was typed, once it is clear that it can be read; that may take a moment on a large recording."""
        session, text = self.session, self.target.text().strip()
        if session is None or not text:
            return
        on: On = self.kind.currentData()
        breakpoint = Breakpoint(on, text)
        if any((one.on, one.target) == (on, text) for one in session.cursor.marks.breakpoints):
            self._complain(tr("There is such a breakpoint already."))
            return

        def found(_: object) -> None:
            if breakpoint not in session.cursor.marks.breakpoints:
                session.toggle_breakpoint(breakpoint)
            if self.target.text().strip() == text:
                self.target.clear()

        if self._answer is not None:
            self._answer.is_wanted = False
        self._answer = in_background(lambda: session.cursor.hits(breakpoint), found, self._refuse)

    def _refuse(self, error: InputError) -> None:
        self._complain(said(error.message))

    def _complain(self, text: str) -> None:
        self.error.setText(text)
        self.error.paint_with(theme().for_min)
        self.error.show()
        self.target.setFocus()

    def _ask(self) -> None:
        self.target.setPlaceholderText(example(self.kind.currentData()))
        self.target.setToolTip(example(self.kind.currentData()))
        self.error.hide()

    def _allow(self) -> None:
        """There is something to remove where a row is chosen."""
        self.remove_button.setEnabled(self.table.currentIndex().isValid())
        usual = self.remove_button.accessibleName()
        why = usual if self.remove_button.isEnabled() else tr("Choose a breakpoint in the list first.")
        self.remove_button.setToolTip(why)

    def _fit(self) -> None:
        """Each column as wide as what is in it; the target gets the rest."""
        metrics = QFontMetrics(font(13))
        widths = []
        for place in (WHAT, HITS, PASSES):
            texts = [str(self.model.data(self.model.index(row, place))) for row in range(len(self.model.shown))]
            wide = max(map(metrics.horizontalAdvance, texts), default=0) + 2 * PADDING + 8
            widths.append(max(wide, self.table.head_width(place)))
        self.table.set_widths(widths)

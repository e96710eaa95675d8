"""Where two recordings differ: every place in a table, and both recordings in numbers beside each other.

The differences of two recordings as rows, of which only those that somebody looks at are made into words.

Two recordings in numbers beside each other: what they found, what they cost, and the moves at the root.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
from plyscope.analysis.comparison import Comparison
from plyscope.analysis.differences import COLUMNS, KINDS
from plyscope.analysis.union import VALUE_DIFFERS, WINDOW_DIFFERS
from plyscope.model.preorder import Column
from plyscope.model.trace import Trace
from PySide6.QtCore import QAbstractTableModel, QEvent, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QButtonGroup, QHeaderView, QStackedWidget, QWidget

from plyscope_window.jobs.background import Answer, in_background
from plyscope_window.look.theme import font
from plyscope_window.panels.panel import Panel
from plyscope_window.session.pair import SIGNS, Pair, SideSession, verdict_name
from plyscope_window.session.session import Session
from plyscope_window.widgets.controls import Choice, fill, framed_button
from plyscope_window.widgets.labels import Words
from plyscope_window.widgets.layouts import EDGE, bar_in, column
from plyscope_window.widgets.painting import RESTYLED
from plyscope_window.widgets.rows import (
    IS_BOLD,
    IS_QUIET,
    PADDING,
    TRAILING,
    Index,
    PaintedTable,
    RowLook,
    Table,
    paint_text,
)
from plyscope_window.words import count, number, said, tr

WHAT, PATH, A, B, SIZE = range(5)


class DifferencesModel(QAbstractTableModel):
    """The differences of certain kinds, sorted by a column."""

    def __init__(self) -> None:
        super().__init__()
        self.pair: Pair | None = None
        self.kinds: Collection[int] = KINDS
        self.by, self.descending = SIZE, True
        self.nodes: Column = np.empty(0, np.int64)

    def turn_to(self, pair: Pair | None) -> None:
        if pair is not self.pair:
            self.pair, self.kinds = pair, KINDS
            self._fill()

    def choose(self, kinds: Collection[int]) -> None:
        self.kinds = kinds
        self._fill()

    def sort_by(self, column: int, *, descending: bool) -> None:
        self.by, self.descending = column, descending
        self._fill()

    def _fill(self) -> None:
        self.beginResetModel()
        pair = self.pair
        self.nodes = np.empty(0, np.int64)
        if pair is not None:
            self.nodes = pair.differences.chosen(self.kinds, COLUMNS[self.by], descending=self.descending)
        self.endResetModel()

    def row_of(self, node: int) -> int:
        """The row of a node; -1 where it has none."""
        found = np.flatnonzero(self.nodes == node)
        return int(found[0]) if len(found) else -1

    def kind(self, row: int) -> int:
        assert self.pair is not None
        return int(self.pair.union.verdicts[self.nodes[row]])

    # Words

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.nodes)

    def columnCount(self, parent: Index | None = None) -> int:
        return len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return (tr("what"), tr("path"), "A", "B", tr("size"))[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            return (
                tr("How the call stands in the two"),
                tr("The moves that lead there"),
                tr("Its value in A"),
                tr("Its value in B"),
                tr("Of a branch its calls; of two values how far they are apart"),
            )[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.text(index.row(), index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return tr("{what}: {path}", what=verdict_name(self.kind(index.row())), path=self.text(index.row(), PATH))
        return None

    def text(self, row: int, column: int) -> str:
        assert self.pair is not None
        union, node = self.pair.union, int(self.nodes[row])
        if column == WHAT:
            return f"{SIGNS[self.kind(row)]}  {verdict_name(self.kind(row))}"
        if column == PATH:
            return " ".join(union.path(node)) or tr("the root")
        if column == SIZE:
            return self.size_text(row)
        value = union.values_of(node)[column - A]
        return "" if value is None else value.replace("-", "−")

    def size_text(self, row: int) -> str:
        assert self.pair is not None
        node = int(self.nodes[row])
        if self.kind(row) == WINDOW_DIFFERS:
            return ""
        if self.kind(row) == VALUE_DIFFERS:
            return number(float(self.pair.differences.size_of(node)))
        return count(self.pair.union.sizes[node])


Row = tuple[str, str, str]


def facts_of(comparison: Comparison) -> dict[str, Any]:
    """What has to be counted: the facts of both, and the full tree as far as their plies go. In another thread."""
    from plyscope.analysis.comparison import facts
    from plyscope.analysis.stats import summary

    return {"a": summary(comparison.a), "b": summary(comparison.b), **facts(comparison)}


def rows_of(pair: Pair, facts: dict[str, Any] | None) -> list[Row]:
    a, b = pair.comparison.a, pair.comparison.b
    rows: list[Row] = [
        (tr("search"), pair.sides["a"].title, pair.sides["b"].title),
        (tr("value"), value_of(a), value_of(b)),
        (tr("best move"), a.best_move or "", b.best_move or ""),
        (tr("calls"), count(len(a)), count(len(b))),
    ]
    if facts is None:
        return rows
    for name, words in (("leaves", tr("leaves")), ("cutoffs", tr("cutoffs")), ("pruned", tr("left out"))):
        rows.append((words, count(facts["a"][name]), count(facts["b"][name])))
    rows.append((tr("share of the full tree"), share(facts, "a"), share(facts, "b")))
    moves = [{row["move"]: row for row in facts[side]["root_moves"]} for side in ("a", "b")]
    for move in dict.fromkeys([*moves[0], *moves[1]]):
        rows.append((tr("move {move}", move=move), of_move(moves[0].get(move)), of_move(moves[1].get(move))))
    return rows


def value_of(trace: Trace) -> str:
    return tr("not finished") if trace.value is None else trace.value_text(0).replace("-", "−")


def share(facts: dict[str, Any], side: str) -> str:
    """The share of all calls that full minimax would make, to the deepest ply of either."""
    full = sum(row["full"] for row in facts["by_ply"])
    part = sum(row[f"frames_{side}"] for row in facts["by_ply"])
    text = f"{part / full:.1%}" if full else ""
    return text if all(row["full_is_exact"] for row in facts["by_ply"]) else tr("about {share}", share=text)


def of_move(row: dict[str, Any] | None) -> str:
    """A move's value and its calls."""
    if row is None:
        return tr("never tried")
    calls = count(row["frames"])
    if row["bound"] is None:
        return tr("not finished, {calls} calls", calls=calls)
    value = {"at least": "≥", "at most": "≤"}.get(row["bound"], "") + str(row["value"]).replace("-", "−")
    return tr("{value}, {calls} calls", value=value, calls=calls)


class SummaryModel(QAbstractTableModel):
    """The rows; what is still being counted is not there yet."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Row] = []

    def show_facts(self, pair: Pair | None, facts: dict[str, Any] | None) -> None:
        self.beginResetModel()
        self.rows = [] if pair is None else rows_of(pair, facts)
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index | None = None) -> int:
        return 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return ("", "A", "B")[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self.rows[index.row()][index.column()]
        if role == IS_QUIET:
            return index.column() == 0
        if role == IS_BOLD:
            return index.column() > 0 and index.row() < 4
        return None


ALL = -1


class DifferencesTable(PaintedTable):
    """A row is a place; a click goes there in both recordings."""

    def __init__(self, model: DifferencesModel) -> None:
        super().__init__(model, tr("Differences"))
        self.differences = model
        header = self.horizontalHeader()
        header.setStretchLastSection(False)
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicator(SIZE, Qt.SortOrder.DescendingOrder)
        header.setSectionResizeMode(PATH, QHeaderView.ResizeMode.Stretch)

    def look_of(self, row: int) -> RowLook:
        pair, node = self.differences.pair, int(self.differences.nodes[row])
        assert pair is not None
        is_now = node == pair.node_of(pair.leader, pair.leading.cursor.frame)
        return RowLook(is_now, node == pair.node)

    def paint_cells(self, painter: QPainter, row: int, look: RowLook, cells: dict[int, QRectF]) -> None:
        for place, area in cells.items():
            text = self.differences.text(row, place)
            if place == PATH:
                # Paths that begin alike differ at their ends.
                room = round(area.width()) - 2 * PADDING
                text = QFontMetrics(font(13)).elidedText(text, Qt.TextElideMode.ElideLeft, room)
            align = {"align": TRAILING} if place == SIZE else {}
            paint_text(painter, area, text, look.ink, font(13, bold=place == WHAT), **align)


class DifferencesPanel(Panel):
    """The differences of the comparison in front."""

    def __init__(self) -> None:
        super().__init__(tr("Nothing is compared. Ctrl+M compares a recording with full minimax."))
        self.pair: Pair | None = None
        self.model, self.summary = DifferencesModel(), SummaryModel()
        self.table = DifferencesTable(self.model)
        self.numbers = Table(self.summary, tr("Both recordings in numbers"), "key")
        self.kinds = Choice(8)
        self.kinds.setAccessibleName(tr("Which differences are listed"))
        self.first = framed_button(tr("First"), tr("Go to the first divergence"))
        self.parting = Words("", 12, quiet=True, wrapped=True)
        """Where the two part, in words."""
        self._answer: Answer | None = None
        self._lay_out()
        self.table.chosen.connect(self.go_to)
        self.kinds.activated.connect(self._choose)
        self.first.clicked.connect(self._go_to_first)
        self.table.horizontalHeader().sectionClicked.connect(self._sort)

    def _lay_out(self) -> None:
        bar, self.pages_within = QWidget(), QStackedWidget()
        row = bar_in(bar)
        self.group = QButtonGroup(self)
        for place, words in enumerate((tr("List"), tr("Numbers"))):
            button = framed_button(words, (tr("Every difference"), tr("Both recordings in numbers"))[place])
            button.setCheckable(True)
            button.setChecked(place == 0)
            self.group.addButton(button, place)
            row.addWidget(button)
        self.group.idClicked.connect(self._turn)
        row.addStretch(1)
        row.addWidget(self.kinds, 2)
        row.addWidget(self.first)
        self.pages_within.addWidget(self.table)
        self.pages_within.addWidget(self.numbers)
        whole = column(self.body, margin=0, spacing=0)
        whole.addWidget(bar)
        whole.addWidget(self.parting)
        whole.addWidget(self.pages_within, 1)
        self.parting.setContentsMargins(EDGE, 0, EDGE, 6)

    def _turn(self, place: int) -> None:
        self.pages_within.setCurrentIndex(place)
        self.kinds.setVisible(place == 0)

    def attach(self, session: Session | None) -> None:
        compared = session if isinstance(session, SideSession) else None
        pair = None if compared is None else compared.pair
        if pair is not self.pair:
            self._use(pair)
        super().attach(compared)

    def _use(self, pair: Pair | None) -> None:
        """Turns to another comparison. What has to be counted is counted in the background."""
        if self._answer is not None:
            self._answer.is_wanted = False
            self._answer = None
        self.pair = pair
        self.model.turn_to(pair)
        self.summary.show_facts(pair, None)
        if pair is None:
            return
        choices: list[tuple[str, object]] = [(tr("all ({number})", number=count(len(pair.differences))), ALL)]
        for kind in KINDS:
            if found := pair.differences.count(kind):
                choices.append((tr("{kind} ({number})", kind=verdict_name(kind), number=count(found)), kind))
        fill(self.kinds, choices, ALL)
        parting = pair.first_divergence
        self.parting.setText(tr("Step by step, both are the same.") if parting is None else said(parting))
        self.first.setEnabled(pair.comparison.first_divergence is not None)
        self._measure()
        comparison = pair.comparison
        self._answer = in_background(lambda: facts_of(comparison), self._show_facts)

    def _show_facts(self, facts: dict[str, Any]) -> None:
        self._answer = None
        self.summary.show_facts(self.pair, facts)

    def show_session(self, session: Session) -> None:
        self.table.viewport().update()
        if self.pair is not None and (row := self.model.row_of(self.pair.node)) >= 0:
            self.table.go_to_row(row)

    # What a person does

    def go_to(self, row: int) -> None:
        if self.pair is not None:
            self.pair.go_to_node(int(self.model.nodes[row]))

    def _go_to_first(self) -> None:
        if self.pair is not None:
            self.pair.go_to_first_divergence()

    def _choose(self) -> None:
        kind = self.kinds.currentData()
        self.model.choose(KINDS if kind == ALL else (kind,))

    def _sort(self, section: int) -> None:
        model = self.model
        descending = not model.descending if section == model.by else section == SIZE
        model.sort_by(section, descending=descending)
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        self.table.horizontalHeader().setSortIndicator(section, order)

    # Sizes

    def _measure(self) -> None:
        bold, plain = QFontMetrics(font(13, bold=True)), QFontMetrics(font(13))
        what = max(bold.horizontalAdvance(f"[ ]  {verdict_name(kind)}") for kind in KINDS) + 2 * PADDING + 4
        values = max(plain.horizontalAdvance("≤−0.5") + 2 * PADDING, self.table.head_width(2) + 6)
        most = int(self.model.pair.union.sizes[0]) if self.model.pair is not None else 0
        size = max(plain.horizontalAdvance(count(most)) + 2 * PADDING, self.table.head_width(SIZE) + 18)
        self.table.set_widths([what, 0, values, values, size])
        label = plain.horizontalAdvance(tr("share of the full tree")) + 2 * PADDING + 6
        self.numbers.set_widths([label, 120])

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLED and self.session is not None:
            self._measure()

"""Where two recordings differ: every place in a table, and both recordings in numbers beside each other."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QButtonGroup, QHeaderView, QStackedWidget, QWidget

from engine.differences import KINDS
from visualiser.background import Answer, in_background
from visualiser.comparing.badges import verdict_name
from visualiser.comparing.pair import Pair, SideSession
from visualiser.controls import Choice, fill, framed_button
from visualiser.panels.differences_model import PATH, SIZE, WHAT, DifferencesModel
from visualiser.panels.differences_summary import SummaryModel, facts_of
from visualiser.panels.parts import EDGE, RESTYLED, SessionPanel, Words, bar_in, column
from visualiser.panels.rows import PADDING, TRAILING, PaintedTable, RowLook, Table, paint_text
from visualiser.session import Session
from visualiser.theme import font
from visualiser.words import count, said, tr

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


class DifferencesPanel(SessionPanel):
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

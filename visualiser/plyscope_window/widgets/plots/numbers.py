"""The numbers of a plot as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPalette
from PySide6.QtWidgets import QWidget

from plyscope_window.look.theme import font
from plyscope_window.widgets.painting import RESTYLED
from plyscope_window.widgets.plots.scale import decimal
from plyscope_window.widgets.rows import IS_NOW, PADDING, TRAILING, Index, NamedColumns, Table
from plyscope_window.words import count


@dataclass(frozen=True)
class Numbers:
    """Rows under headings."""

    name: str
    headings: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    targets: tuple[object, ...]
    """What each row leads to."""
    csv: Sequence[Mapping[str, Any]]
    """The same for other programs, under names that are the same in every language."""


NOTHING = Numbers("", (), (), (), ())


def cell_text(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, float):
        return decimal(value)
    return count(value) if isinstance(value, int) else str(value)


class NumbersModel(NamedColumns):
    """The rows, for a table."""

    def __init__(self) -> None:
        super().__init__()
        self.numbers = NOTHING
        self.now: int | None = None

    def show_numbers(self, numbers: Numbers) -> None:
        self.beginResetModel()
        self.numbers = numbers
        self.endResetModel()

    def show_now(self, row: int | None) -> None:
        if row != self.now:
            self.now = row
            self.layoutChanged.emit()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.numbers.rows)

    @property
    def headings(self) -> tuple[str, ...]:
        return self.numbers.headings

    def is_number(self, column: int) -> bool:
        return any(isinstance(row[column], int | float) for row in self.numbers.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        value = self.numbers.rows[index.row()][index.column()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return cell_text(value)
        if role == Qt.ItemDataRole.TextAlignmentRole and self.is_number(index.column()):
            return TRAILING
        return index.row() == self.now if role == IS_NOW else None


class NumbersTable(Table):
    """The table. A click on a row, or Enter, leads where the row leads."""

    led = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.numbers_model = NumbersModel()
        super().__init__(self.numbers_model, "", "click", parent)
        self.horizontalHeader().setStretchLastSection(False)
        self.horizontalHeader().viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideNone)
        self.chosen.connect(self._lead)

    def show_numbers(self, numbers: Numbers) -> None:
        self.setAccessibleName(numbers.name)
        self.numbers_model.show_numbers(numbers)
        self._fit()

    def _fit(self) -> None:
        """Every column as wide as its widest cell; the table scrolls where that is too much."""
        figures = QFontMetrics(font(13))
        for place in range(len(self.numbers_model.numbers.headings)):
            cells = [cell_text(row[place]) for row in self.numbers_model.numbers.rows]
            longest = max((figures.horizontalAdvance(text) for text in sorted(cells, key=len)[-8:]), default=0)
            self.setColumnWidth(place, max(longest + 2 * PADDING + 8, self.head_width(place) + 4))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLED:
            self._fit()

    def _lead(self, row: int) -> None:
        target = self.numbers_model.numbers.targets[row]
        if target is not None:
            self.led.emit(target)

"""The numbers of a plot as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette

from plyscope_window.widgets.plots.plot import decimal
from plyscope_window.widgets.table import LEADING, TRAILING, Column, RowLook, Table
from plyscope_window.words import count


@dataclass(frozen=True)
class Numbers:
    """A table of numbers."""

    name: str
    headings: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    targets: tuple[object, ...]
    """The target of each row; None for none."""
    csv: Sequence[Mapping[str, Any]]
    """The same numbers for other programs, with keys that do not depend on the language."""


NO_NUMBERS = Numbers("", (), (), (), ())


def cell_text(value: object) -> str:
    """What a cell says: a count with separated thousands, a number to two decimals, a dash for None."""
    if value is None:
        return "–"
    if isinstance(value, float):
        return decimal(value)
    return count(value) if isinstance(value, int) else str(value)


class NumbersTable(Table):
    """A table of numbers. A click on a row, or Enter, goes to the row's target. A row is its number and its cells."""

    target_chosen = Signal(object)

    def __init__(self) -> None:
        self.numbers, self.now = NO_NUMBERS, -1
        super().__init__((), "", "click", lambda row: RowLook(row[0] == self.now))
        self.max_measured = 1_000
        self.horizontalHeader().viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideNone)
        self.chosen.connect(self._choose_target)

    def show_numbers(self, numbers: Numbers) -> None:
        """Show other numbers, with other columns."""
        self.setAccessibleName(numbers.name)
        self.numbers = numbers
        columns = [column_of(place, heading, numbers.rows) for place, heading in enumerate(numbers.headings)]
        self.set_rows(list(enumerate(numbers.rows)), columns)
        self.horizontalHeader().setStretchLastSection(False)
        self.fit()

    def show_now(self, row: int | None) -> None:
        """Mark the row of the cursor; None for no row."""
        self.now = -1 if row is None else row
        self.viewport().update()

    def _choose_target(self, row: int) -> None:
        """Go to the target of a row, if it has one."""
        target = self.numbers.targets[row]
        if target is not None:
            self.target_chosen.emit(target)


def is_numeric(value: object) -> bool:
    """Whether a cell is a number or the text of one, such as a share or a time; None counts as one."""
    return value is None or str(value).lstrip("+-−≈")[:1].isdigit()


def column_of(place: int, heading: str, rows: Sequence[Sequence[object]]) -> Column:
    """The column of the cells at one place of the rows; at its trailing end if they are numbers."""
    cells = [row[place] for row in rows]
    is_number = any(isinstance(value, int | float) for value in cells) or all(map(is_numeric, cells))
    cell = itemgetter(place)
    return Column(
        heading, lambda row: cell_text(cell(row[1])), TRAILING if is_number else LEADING, is_prose=not is_number, room=4
    )

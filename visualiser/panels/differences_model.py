"""The differences of two recordings as rows, of which only those that somebody looks at are made into words."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, Qt

from engine.derive import Column
from engine.differences import COLUMNS, KINDS
from engine.union import VALUE_DIFFERS, WINDOW_DIFFERS
from visualiser.comparing.badges import SIGNS, verdict_name
from visualiser.comparing.pair import Pair
from visualiser.panels.rows import Index
from visualiser.words import count, number, tr

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

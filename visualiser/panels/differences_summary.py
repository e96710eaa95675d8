"""Two recordings in numbers beside each other: what they found, what they cost, and the moves at the root."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, Qt

from engine.comparison import Comparison
from engine.trace import Trace
from visualiser.comparing.pair import Pair
from visualiser.panels.rows import IS_BOLD, IS_QUIET, Index
from visualiser.words import count, tr

Row = tuple[str, str, str]


def facts_of(comparison: Comparison) -> dict[str, Any]:
    """What has to be counted: the facts of both, and the full tree as far as their plies go. In another thread."""
    from engine.comparison import facts
    from engine.stats import summary

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

"""Where two recordings differ: why, every place in a table, and both recordings in numbers beside each other."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from operator import itemgetter
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from plyscope.analysis.comparison import Comparison
from plyscope.analysis.differences import COLUMNS, KINDS
from plyscope.analysis.rounds import Round
from plyscope.analysis.union import VALUE_DIFFERS, WINDOW_DIFFERS
from plyscope.model.trace import Trace
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QButtonGroup

from plyscope_window.jobs.background import Answer, in_background
from plyscope_window.look.theme import font
from plyscope_window.panels.panel import Panel
from plyscope_window.panels.savings import ExplanationView
from plyscope_window.session.pair import SIGNS, Pair, SideSession, verdict_name
from plyscope_window.session.session import Session
from plyscope_window.widgets.controls import Choice, framed_button, replace_entries
from plyscope_window.widgets.layouts import BAR_MARGINS, STRETCH, column_layout, row_layout, stacked
from plyscope_window.widgets.table import TRAILING, Column, RowLook, Table
from plyscope_window.words import count, number, tr

WHAT, PATH, A, B, SIZE = range(5)
"""The columns of the list: how the call stands in the two, its path, both values, and the size of the difference."""
EXPLAINED, LIST, NUMBERS = range(3)
"""The views of the panel, by their index: explained cuts, the list of differences, and numbers."""
MAIN_ROWS = 4
"""The number of first rows, set in bold, that say what the searches found and not what it cost."""
ALL_KINDS = -1
"""Differences of every kind."""


Row = tuple[str, str, str]
"""What is counted, and what it is in each of the two recordings."""


def comparison_facts(comparison: Comparison) -> dict[str, Any]:
    """Return the counts of both recordings, and the size of the full tree of each ply. Runs in another thread."""
    from plyscope.analysis.comparison import facts
    from plyscope.analysis.stats import summary

    return {"a": summary(comparison.a), "b": summary(comparison.b), **facts(comparison)}


def number_rows(pair: Pair, facts: dict[str, Any] | None) -> list[Row]:
    """Return the rows of both recordings in numbers; without `facts` only those that need no counting."""
    a, b = pair.comparison.a, pair.comparison.b
    rows: list[Row] = [
        (tr("search"), pair.sides["a"].title, pair.sides["b"].title),
        (tr("value"), value_of(a), value_of(b)),
        (tr("best move"), shown_move(pair, a.best_move or ""), shown_move(pair, b.best_move or "")),
        (tr("calls"), count(len(a)), count(len(b))),
    ]
    if any(isinstance(trace, Round) for trace in (a, b)):
        rows.append((tr("calls in all rounds"), count(len(whole_recording(a))), count(len(whole_recording(b)))))
    if facts is None:
        return rows
    for name, words in (("leaves", tr("leaves")), ("cutoffs", tr("cutoffs")), ("pruned", tr("pruned"))):
        of_a, of_b = (facts[side][name] for side in ("a", "b"))
        rows.append((words, known_count(of_a), known_count(of_b)))
    rows.append((tr("share of the full tree"), percent_of_full_tree(facts, "a"), percent_of_full_tree(facts, "b")))
    moves = [{row["move"]: row for row in facts[side]["root_moves"]} for side in ("a", "b")]
    for move in dict.fromkeys([*moves[0], *moves[1]]):
        rows.append(
            (
                tr("move {move}", move=shown_move(pair, move)),
                root_move_facts(moves[0].get(move)),
                root_move_facts(moves[1].get(move)),
            )
        )
    return rows


def known_count(amount: int | None) -> str:
    """Return a count as text, or that it is not known."""
    return tr("not known") if amount is None else count(amount)


def whole_recording(trace: Trace) -> Trace:
    """Return the recording of which a compared round is a part; else the recording itself."""
    return trace.whole if isinstance(trace, Round) else trace


def shown_move(pair: Pair, text: str) -> str:
    """Return a move of the root by the name of the node that it leads to, else as it is shown."""
    union = pair.union
    names = {union.move_text(child): union.name_of(child) for child in union.children(0)}
    return names.get(text) or union.a.shown_text(text)


def value_of(trace: Trace) -> str:
    """Return the value of a recording's root as text, or that the search has not finished."""
    return tr("not finished") if trace.value is None else trace.value_text(0).replace("-", "−")


def percent_of_full_tree(facts: dict[str, Any], side: str) -> str:
    """Return which share of the calls of full minimax a side makes, down to the deepest ply of either."""
    full = sum(row["full"] for row in facts["by_ply"])
    part = sum(row[f"frames_{side}"] for row in facts["by_ply"])
    text = f"{part / full:.1%}" if full else ""
    return text if all(row["full_is_exact"] for row in facts["by_ply"]) else tr("about {share}", share=text)


def root_move_facts(row: dict[str, Any] | None) -> str:
    """Return a root move's value and its number of calls, as text."""
    if row is None:
        return tr("never tried")
    calls = count(row["frames"])
    if row["value"] is None:
        return tr("not finished, {calls} calls", calls=calls)
    value = {"at least": "≥", "at most": "≤"}.get(row["bound"], "") + str(row["value"]).replace("-", "−")
    return tr("{value}, {calls} calls", value=value, calls=calls)


class DifferencesPanel(Panel):
    """The differences of the comparison that is shown. A row is a node of the union; a click goes there in both."""

    def __init__(self) -> None:
        super().__init__(tr("Nothing is compared. Ctrl+M compares a recording with full minimax."))
        self.pair: Pair | None = None
        self.kinds: Collection[int] = KINDS
        self.by, self.descending = SIZE, True
        self.table = Table(self._columns(("", "")), tr("Differences"), look=self.look)
        self.model = self.table.rows
        self.numbers = Table(self._columns_of_numbers(("", "")), tr("Both recordings in numbers"), "key")
        self.kind = Choice(least_letters=8)
        self.kind.setAccessibleName(tr("Which differences are listed"))
        self.first = framed_button(
            tr("First"), tr("Go to the first divergence"), run=lambda: self.current_pair.go_to_first_divergence()
        )
        self.explained = ExplanationView()
        self._answer: Answer | None = None
        self._known: NDArray[np.bool_] | None = None
        """The nodes of which it is known how they stand in the two, when they were listed."""
        self._lay_out()
        self.table.chosen.connect(self.go_to)
        self.kind.activated.connect(self._choose_kind)
        header = self.table.horizontalHeader()
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicator(SIZE, Qt.SortOrder.DescendingOrder)
        header.sectionClicked.connect(self._sort_by)

    def _columns(self, names: tuple[str, str]) -> list[Column]:
        """Return the columns of the list, with the names of the two recordings."""
        signs = tr("How the call stands in the two")
        sizes = tr("Of a branch its calls; of two values how far they are apart")
        kinds = ["≠  " + "0" * 18]
        return [
            Column(
                tr("what"), self.verdict_text, about=signs, tip=self.tip, is_prose=True, bold=True,
                samples=lambda: kinds,
            ),
            Column(
                tr("path"), self.path_text, about=tr("The moves that lead there"), tip=self.tip, stretches=True,
                # Paths with the same beginning differ at their ends.
                cut=Qt.TextElideMode.ElideLeft,
            ),
            *(
                Column(
                    name, partial(self.value_cell, side), about=tr("Its value in {name}", name=name), tip=self.tip,
                    samples=lambda: ["≤−0.5"], widest=90,
                )
                for side, name in enumerate(names)
            ),
            Column(
                tr("size"), self.size_text, TRAILING, about=sizes, tip=self.tip, room=10,
                samples=lambda: [] if self.pair is None else [count(int(self.pair.union.sizes[0]))],
            ),
        ]  # fmt: skip

    def _columns_of_numbers(self, names: tuple[str, str]) -> list[Column]:
        """Return the columns of the numbers. They count the whole run, and are headed so."""
        return [
            Column(tr("whole run"), itemgetter(0), is_prose=True, is_quiet=lambda row: True),
            *(
                Column(name, itemgetter(place), face=self._face, samples=lambda: ["0" * 15])
                for place, name in enumerate(names, 1)
            ),
        ]

    def _face(self, row: Row) -> QFont:
        """Return the font of a row of numbers: bold for what was found, unlike what it cost."""
        return font(13, bold=row in self.numbers.rows.rows[:MAIN_ROWS])

    def _lay_out(self) -> None:
        """Put the buttons of the three views above them."""
        self.pages_within = stacked(self.explained, self.table, self.numbers)
        self.group = QButtonGroup(self)
        helps = (
            tr("What pruning saved, and why it was safe"),
            tr("Every difference"),
            tr("Both recordings in numbers"),
        )
        for place, words in enumerate((tr("Why"), tr("List"), tr("Numbers"))):
            button = framed_button(words, helps[place], checkable=True)
            button.setChecked(place == EXPLAINED)
            self.group.addButton(button, place)
        self.group.idClicked.connect(self._show_view)
        bar = row_layout(*self.group.buttons(), STRETCH, (self.kind, 2), self.first, margins=BAR_MARGINS, spacing=4)
        self.body.setLayout(column_layout(bar, (self.pages_within, 1), spacing=0))
        self._show_view(EXPLAINED)

    def _show_view(self, place: int) -> None:
        """Show one of the three views, by its index."""
        self.pages_within.setCurrentIndex(place)
        self.explained.present()
        self.kind.setVisible(place == LIST)

    # Showing

    def attach(self, session: Session | None) -> None:
        """Show the comparison that a side belongs to; none for any other recording."""
        compared = session if isinstance(session, SideSession) else None
        pair = None if compared is None else compared.pair
        if pair is not self.pair:
            self._set_pair(pair)
        super().attach(compared)

    def _set_pair(self, pair: Pair | None) -> None:
        """Show another comparison. Its facts are computed in the background."""
        if self._answer is not None:
            self._answer.cancel()
            self._answer = None
        self.pair, self.kinds = pair, KINDS
        self.explained.set_pair(pair)
        names = ("", "") if pair is None else (pair.names["a"], pair.names["b"])
        self.table.set_rows((), self._columns(names))
        self.numbers.set_rows(() if pair is None else number_rows(pair, None), self._columns_of_numbers(names))
        self._known = None
        if pair is None:
            return
        self.first.setEnabled(bool(pair.first_difference))
        comparison = pair.comparison
        self._answer = in_background(lambda: comparison_facts(comparison), self._show_facts)

    def _fill(self) -> None:
        """List the differences of the chosen kinds that are known at the steps of both."""
        pair, rows = self.pair, cast(Any, ())
        if pair is not None:
            rows = pair.differences.chosen(self.kinds, COLUMNS[self.by], descending=self.descending)
            if not pair.shows_whole:
                rows = rows[pair.known_verdicts[rows]]
        self.table.set_rows(rows)

    def _count_kinds(self, pair: Pair) -> None:
        """Offer the kinds of differences that there are up to the steps of both."""
        known = pair.known_verdicts[pair.differences.nodes]
        kinds = pair.differences.kinds[known]
        choices: list[tuple[str, object]] = [(tr("all ({number})", number=count(len(kinds))), ALL_KINDS)]
        for kind in KINDS:
            if amount := int(np.count_nonzero(kinds == kind)):
                words = verdict_name(kind, pair.names)
                choices.append((tr("{kind} ({number})", kind=words, number=count(amount)), kind))
        replace_entries(self.kind, choices, ALL_KINDS if len(self.kinds) > 1 else next(iter(self.kinds)))

    def _show_facts(self, facts: dict[str, Any]) -> None:
        """Show the counts of both recordings, once they are computed."""
        self._answer = None
        assert self.pair is not None
        self.numbers.set_rows(number_rows(self.pair, facts))

    def show_session(self, session: Session) -> None:
        """List what is newly known at the steps of both, and scroll to the selected node."""
        pair = self.pair
        if pair is not None and pair.known_verdicts is not self._known:
            self._known = pair.known_verdicts
            self._count_kinds(pair)
            self._fill()
        if self.pages_within.currentIndex() == EXPLAINED:
            self.explained.present()
        self.table.viewport().update()
        if self.pair is not None and (row := self.row_of(self.pair.node)) >= 0:
            self.table.go_to_row(row)

    def row_of(self, node: int) -> int:
        """Return the row of a node of the union; -1 for none."""
        rows = np.flatnonzero(np.asarray(self.model.rows) == node)
        return int(rows[0]) if len(rows) else -1

    def look(self, row: int) -> RowLook:
        """Mark the node of the running call and the selected one."""
        pair = self.current_pair
        is_now = row == pair.node_of(pair.leader, pair.leading.cursor.frame)
        return RowLook(is_now, row == pair.node)

    # The texts of cells

    @property
    def current_pair(self) -> Pair:
        """The comparison; only called while one is shown."""
        assert self.pair is not None
        return self.pair

    def kind_of(self, node: int) -> int:
        """Return how a node of the union stands in the two recordings."""
        return int(self.current_pair.union.verdicts[node])

    def verdict_text(self, node: int) -> str:
        """Return the sign and the name of a node's difference."""
        kind, names = self.kind_of(node), self.current_pair.names
        return f"{SIGNS[kind]}  {verdict_name(kind, names)}" if kind in SIGNS else verdict_name(kind, names)

    def path_text(self, node: int) -> str:
        """Return the name of a node, else the moves that lead to it."""
        union = self.current_pair.union
        return union.name_of(int(node)) or " ".join(union.shown_path(int(node))) or tr("the root")

    def value_cell(self, side: int, node: int) -> str:
        """Return the value of a node in one of the recordings; empty where it has none."""
        value = self.current_pair.union.values_of(int(node))[side]
        return "" if value is None else value.replace("-", "−")

    def size_text(self, node: int) -> str:
        """Return the size of a difference: a branch's calls, how far two values are apart; empty for windows."""
        if self.kind_of(node) == WINDOW_DIFFERS:
            return ""
        if self.kind_of(node) == VALUE_DIFFERS:
            return number(float(self.current_pair.differences.size_of(int(node))))
        return count(self.current_pair.union.sizes[int(node)])

    def tip(self, node: int) -> str:
        """Return the tooltip of a node: its difference and its path."""
        return tr(
            "{what}: {path}", what=verdict_name(self.kind_of(node), self.current_pair.names), path=self.path_text(node)
        )

    # Clicks

    def go_to(self, row: int) -> None:
        """Select the node of a row in both recordings."""
        self.current_pair.show_node(int(self.model.rows[row]))

    def _choose_kind(self) -> None:
        """List the differences of the chosen kind only."""
        kind = self.kind.currentData()
        self.kinds = KINDS if kind == ALL_KINDS else (kind,)
        self._fill()

    def _sort_by(self, section: int) -> None:
        """Sort by a column; a second time, in the opposite direction."""
        self.descending = not self.descending if section == self.by else section == SIZE
        self.by = section
        self._fill()
        order = Qt.SortOrder.DescendingOrder if self.descending else Qt.SortOrder.AscendingOrder
        self.table.horizontalHeader().setSortIndicator(section, order)

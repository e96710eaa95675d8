"""How a match stands: both versions, the results of their games so far, and the progress."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from math import isfinite
from typing import Any

from plyscope.play.players import CRASH, ILLEGAL, MEMORY, TIME
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHeaderView, QWidget

from plyscope_window.pages.match.score_plot import percent_text
from plyscope_window.pages.record.recording_page import ShareBar
from plyscope_window.widgets.controls import push_button
from plyscope_window.widgets.game_names import game_title
from plyscope_window.widgets.labels import Label, Problem
from plyscope_window.widgets.layouts import STRETCH, column_layout, row_layout, widget_with
from plyscope_window.widgets.painting import row_height
from plyscope_window.widgets.plots.numbers import Numbers, NumbersTable
from plyscope_window.widgets.plots.plot import seconds
from plyscope_window.words import count, from_left, number, tr

Facts = Mapping[str, Any]
"""The facts of a match, as `plyscope.play.match` has them."""


class FactsTable(NumbersTable):
    """The table of both versions, as high as its rows and as wide as there is room."""

    def show_numbers(self, match_numbers: Numbers) -> None:
        super().show_numbers(match_numbers)
        header = self.horizontalHeader()
        for place in range(header.count()):
            header.setSectionResizeMode(
                place, QHeaderView.ResizeMode.Stretch if place else QHeaderView.ResizeMode.Fixed
            )
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        rows = len(self.numbers.rows)
        return QSize(280, self.horizontalHeader().sizeHint().height() + rows * row_height() + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())


class Standing(QWidget):
    """The state of a match in numbers, and what can be done with it."""

    pressed = Signal(str)
    """`stop`, `go_on` or `another`."""

    def __init__(self) -> None:
        super().__init__()
        self.title = Label("", 16, bold=True, wrapped=True)
        self.name_a, self.name_b = Label("", 14, bold=True, wrapped=True), Label("", 14, bold=True, wrapped=True)
        self.bar = ShareBar()
        self.bar.setAccessibleName(tr("Share of the games"))
        self.progress = Label("", 13, wrapped=True)
        self.score = Label("", 20, bold=True)
        self.meaning = Label("", 12, quiet=True, wrapped=True)
        self.table = FactsTable()
        for off in (self.table.setHorizontalScrollBarPolicy, self.table.setVerticalScrollBarPolicy):
            off(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.about = Label("", 12, quiet=True, wrapped=True)
        self.problem = Problem()
        press, help = self.pressed.emit, tr("No further: the games that are over are in the file")
        self.stop = push_button(tr("Sto&p"), partial(press, "stop"), help)
        self.resume = push_button(tr("&Go on"), partial(press, "go_on"), is_strong=True)
        help = tr("Another match, in a tab of its own")
        self.another = push_button(tr("&New match…"), partial(press, "another"), help)
        self._lay_out()

    def _lay_out(self) -> None:
        buttons = widget_with(row_layout((self.stop, 1), (self.resume, 1), (self.another, 1), spacing=8))
        self.setLayout(column_layout(
            self.title, self.name_a, self.name_b, self.bar, self.progress, self.problem, buttons, 4, self.score,
            self.meaning, self.table, self.about, STRETCH, margins=(16, 12, 16, 8), spacing=5,
        ))  # fmt: skip

    def present(self, facts: Facts, *, is_running: bool, kept_in: str) -> None:
        """Show the results so far."""
        self.title.setText(game_title(facts["game"]))
        self.name_a.setText(tr("A: {who}", who=facts["a"]))
        self.name_b.setText(tr("B: {who}", who=facts["b"]))
        self.bar.show_share(facts["games"] / facts["wanted"])
        self.progress.setText(progress_text(facts, is_running=is_running))
        if self.stop.hasFocus() and not is_running:
            self.table.setFocus()
        self.stop.setVisible(is_running)
        self.resume.setVisible(not is_running and not facts["complete"])
        self.score.setText("" if facts["score"] is None else tr("A: {score}", score=percent_text(facts["score"])))
        self.meaning.setText(interval_meaning(facts))
        self.table.show_numbers(match_numbers(facts))
        self.about.setText(settings_text(facts, kept_in))


def progress_text(facts: Facts, *, is_running: bool) -> str:
    """Return how many games are over."""
    values = {"games": count(facts["games"]), "total": count(facts["wanted"])}
    if facts["complete"]:
        return tr("All {total} games are over.", **values)
    if is_running:
        return tr("{games} of {total} games are over…", **values)
    return tr("{games} of {total} games are over; the others are still to be played.", **values)


def interval_meaning(facts: Facts) -> str:
    """Return what follows from the confidence interval: which version is better, or that it cannot be told."""
    if facts["interval"] is None:
        return tr("There is no game yet.")
    low, high = facts["interval"]
    values = {"low": percent_text(low), "high": percent_text(high)}
    if low > 0.5:
        return tr("A is better: with 95 % confidence between {low} and {high}.", **values)
    if high < 0.5:
        return tr("B is better: A’s score is between {low} and {high} with 95 % confidence.", **values)
    return tr("One cannot tell who is better: with 95 % confidence A’s score is between {low} and {high}.", **values)


def settings_text(facts: Facts, kept_in: str) -> str:
    """Return a match's openings and seed, how many games differ if not all do, and its file, a line each."""
    openings = facts["openings"] or tr("the start")
    lines = [tr("Openings: {openings}, seed {seed}", openings=openings, seed=facts["seed"])]
    if facts["distinct"] < facts["games"]:
        lines.append(
            tr(
                "{distinct} of {games} games are different ones; only those count for the interval.",
                distinct=count(facts["distinct"]),
                games=count(facts["games"]),
            )
        )
    return "\n".join([*lines, tr("File: {path}", path=kept_in)])


def match_numbers(facts: Facts) -> Numbers:
    """Return the table of A beside B, each seen from its own side."""
    rows: list[tuple[object, ...]] = [
        (tr("won"), facts["wins"], facts["losses"]),
        (tr("drawn"), facts["draws"], facts["draws"]),
        (tr("lost"), facts["losses"], facts["wins"]),
    ]
    if facts["score"] is not None:
        rows += score_rows(facts)
    effort = [facts["effort"][name] for name in ("a", "b")]
    failures = Counter((failure["version"], failure["kind"]) for failure in facts["failures"])
    rows += [
        (tr("calls a move"), *(number(failure["calls_per_move"]) for failure in effort)),
        (tr("time a move"), *(time_text(failure["seconds_per_move"]) for failure in effort)),
        (tr("time-outs"), facts["timeouts"]["a"], facts["timeouts"]["b"]),
        (tr("lost on time"), failures["a", TIME], failures["b", TIME]),
        (tr("illegal moves"), failures["a", ILLEGAL], failures["b", ILLEGAL]),
        (tr("errors"), *(failures[name, CRASH] + failures[name, MEMORY] for name in ("a", "b"))),
    ]
    return Numbers(tr("How the match stands"), ("", "A", "B"), tuple(rows), (None,) * len(rows), [facts])


def score_rows(facts: Facts) -> list[tuple[object, ...]]:
    """Return the rows of the score, of how sure it is, and of the same in Elo."""
    score, (low, high) = facts["score"], facts["interval"]
    (elo_low, elo_high), elo = facts["elo_interval"], facts["elo"]
    return [
        (tr("score"), percent_text(score), percent_text(1 - score)),
        (tr("95 % of score"), percent_range(low, high), percent_range(1 - high, 1 - low)),
        (tr("Elo"), elo_text(elo), elo_text(elo, -1)),
        (
            tr("95 % of Elo"),
            range_text(elo_text(elo_low), elo_text(elo_high)),
            range_text(elo_text(elo_high, -1), elo_text(elo_low, -1)),
        ),
    ]


def range_text(low: str, high: str) -> str:
    """Return a range of texts."""
    return tr("{low} to {high}", low=low, high=high)


def percent_range(low: float, high: float) -> str:
    """Return a range of shares in percent."""
    return tr("{low} to {high}\N{NO-BREAK SPACE}%", low=number(round(100 * low, 1)), high=number(round(100 * high, 1)))


def elo_text(difference: float | str, sign: int = 1) -> str:
    """Return Elo points with their sign, seen from A (1) or from B (-1); a given text stands for infinity."""
    exact = sign * float(difference)
    points = float(round(exact)) if isfinite(exact) else exact
    return from_left(f"+{number(points)}" if points > 0 else number(points + 0.0))


def time_text(amount: float | None) -> str:
    """Return a time as text; a dot where it was not measured."""
    return "·" if amount is None else from_left(seconds(amount) or number(amount))

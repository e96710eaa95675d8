"""All games of a match as a table: from which opening, who won, why it ended, and after how many plies."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from plyscope.play.players import CRASH, ILLEGAL, MEMORY, TIME
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from plyscope_window.widgets.controls import Choice, labelled
from plyscope_window.widgets.game_names import side_names
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import column_layout, flow_layout, widget_with
from plyscope_window.widgets.table import TRAILING, Column, Table
from plyscope_window.words import count, from_left, tr

Line = Mapping[str, Any]
"""A finished game, as a line of the match's file."""
DRAW_SCORE = 0.5
"""The score of a drawn game."""
MAX_POSITION_CHARS = 20
"""The most characters of a position that is shown whole."""
EMPTY_ROWS, ROWS_OUTSIDE = re.compile(r"^(?:\.+/)+"), re.compile(r"^(?:#+/)+")
"""Empty rows at the top of a board, and rows that are no part of it."""


def short_position(text: str) -> str:
    """Return a position for a cell of a table; of a long one, empty rows at the top, or those outside, are left out."""
    empty = ROWS_OUTSIDE if "#" in text else EMPTY_ROWS
    return from_left(empty.sub("…/", text, count=1) if len(text) > MAX_POSITION_CHARS else text)


def result_text(line: Line) -> str:
    """Return the result of a game for A and B."""
    if line["score"] == DRAW_SCORE:
        return tr("drawn")
    return tr("A won") if line["score"] > DRAW_SCORE else tr("B won")


def ending_text(line: Line, game: str) -> str:
    """Return how a game ended: on the board, or by an error of a version."""
    failure = line["failure"]
    if failure is not None:
        who, values = str(failure["version"]).upper(), {"reason": failure["reason"]}
        kinds = {
            TIME: tr("{who} was too slow: {reason}", who=who, **values),
            ILLEGAL: tr("{who} gave no legal move: {reason}", who=who, **values),
            CRASH: tr("{who} failed: {reason}", who=who, **values),
            MEMORY: tr("{who} took too much memory: {reason}", who=who, **values),
        }
        return kinds.get(failure["kind"], kinds[CRASH])
    if line["score"] == DRAW_SCORE:
        return tr("the board is full")
    return tr("{side} won on the board", side=side_names(game)[winning_side(line)])


def winning_side(line: Line) -> int:
    """Return which side has won a game that is not drawn: 0 for the first, 1 for the second."""
    a_is_first = line["first"] == "a"
    return 0 if (line["score"] > DRAW_SCORE) == a_is_first else 1


def side_of_a(line: Line, game: str) -> str:
    """Return the name of the side that A had in a game."""
    return side_names(game)[0 if line["first"] == "a" else 1]


def filters() -> dict[str, tuple[str, Callable[[Line], bool]]]:
    """Return the filters of the table: for each key its name, and whether a game passes."""
    return {
        "all": (tr("all games"), lambda line: True),
        "a": (tr("won by A"), lambda line: bool(line["score"] > DRAW_SCORE)),
        "drawn": (tr("drawn"), lambda line: bool(line["score"] == DRAW_SCORE)),
        "b": (tr("won by B"), lambda line: bool(line["score"] < DRAW_SCORE)),
        "failed": (tr("not decided on the board"), lambda line: line["failure"] is not None),
    }


def game_number(line: Line) -> int:
    """Return the number of a game in the match."""
    return int(line["number"])


class GamesList(QWidget):
    """The list of a match's games, and a choice of which of them are in it."""

    chosen = Signal(object)
    """A game, as a line of the file."""

    def __init__(self) -> None:
        super().__init__()
        self.game = ""
        self._all: list[Line] = []
        self._is_shown: Callable[[Line], bool] = filters()["all"][1]
        self.table = Table(self._columns(), tr("Games of the match"), "key")
        self.filter_choice = Choice([(words, name) for name, (words, _) in filters().items()], "all")
        self.counted = Label("", 12, quiet=True)
        shown = labelled(tr("&List"), self.filter_choice, tr("Which games are in the table"))
        bar = widget_with(flow_layout(shown, self.counted, spacing=12))
        self.setLayout(column_layout(bar, (self.table, 1), margins=(10, 8, 10, 0), spacing=6))
        self.setFocusProxy(self.table)
        self.filter_choice.currentIndexChanged.connect(lambda _: self._apply_filter())
        self.table.selectionModel().currentRowChanged.connect(lambda now, _before: self._emit_game(now.row()))

    def _columns(self) -> list[Column]:
        """Return the columns, as wide as their likely contents, since games come in while the user reads."""
        results, full = [tr("A won"), tr("B won"), tr("drawn")], tr("the board is full")
        return [
            Column(tr("game"), lambda line: count(line["number"]), TRAILING, samples=lambda: [count(len(self._all))]),
            Column(tr("result"), result_text, is_prose=True, samples=lambda: results),
            Column(tr("A plays"), lambda line: side_of_a(line, self.game), is_prose=True, samples=self._side_names),
            Column(
                tr("ended"), lambda line: ending_text(line, self.game), is_prose=True,
                samples=lambda: [full, *(tr("{side} won on the board", side=side) for side in self._side_names())],
            ),
            Column(tr("plies"), lambda line: count(len(line["moves"].split())), TRAILING, samples=lambda: ["000"]),
            Column(tr("opening"), lambda line: short_position(line["opening"])),
        ]  # fmt: skip

    def _side_names(self) -> tuple[str, str]:
        """Return the names of the sides of the match's game."""
        return side_names(self.game)

    @property
    def lines(self) -> Sequence[Line]:
        """The games in the table, in the order of their numbers."""
        return self.table.rows.rows

    def begin(self, game: str, lines: Iterable[Line]) -> None:
        """Show the games of another match, or those of the same one again."""
        self.game, self._all = game, sorted(lines, key=game_number)
        self._fill()

    def add(self, line: Line) -> None:
        """Add a game in the order of its number, to the table only if it passes the filter."""
        insort(self._all, line, key=game_number)
        if self._is_shown(line):
            self.table.insert(bisect_left(self.lines, line["number"], key=game_number), line)

    def row_of(self, number: int) -> int | None:
        """The row of a game; None if it is not in the table."""
        place = bisect_left(self.lines, number, key=game_number)
        return place if place < len(self.lines) and self.lines[place]["number"] == number else None

    def _fill(self) -> None:
        """List the games that pass the filter."""
        self.table.set_rows([line for line in self._all if self._is_shown(line)])
        self.present()

    def present(self) -> None:
        """Show how many games there are, and how many are listed."""
        values = {"shown": count(len(self.lines)), "all": count(len(self._all))}
        self.counted.setText(tr("{shown} of {all} games", **values))

    def _apply_filter(self) -> None:
        """List only the games of the chosen filter."""
        self._is_shown = filters()[str(self.filter_choice.currentData())][1]
        self._fill()

    def _emit_game(self, row: int) -> None:
        """Emit the game of the current row."""
        if 0 <= row < len(self.lines):
            self.chosen.emit(self.lines[row])

    def go_to(self, number: int) -> None:
        """Select a game and scroll to it, even if the filter hid it."""
        if self.row_of(number) is None:
            self.filter_choice.setCurrentIndex(0)
        row = self.row_of(number)
        if row is not None:
            self.table.go_to_row(row)

"""The positions of a match in which the two versions play differently, and what each of them plays there."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from plyscope.files.sources import read_text
from plyscope.model.position import Cell, Position
from plyscope.play.move_input import cells_of_moves
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from plyscope_window.pages.match.games_table import short_position
from plyscope_window.pages.play.board import PlayBoard
from plyscope_window.pages.record.recording_page import ShareBar
from plyscope_window.widgets.controls import push_button
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import STRETCH, column_layout, flow_layout, splitter
from plyscope_window.widgets.table import TRAILING, Column, Table
from plyscope_window.words import count, tr

Answer = Mapping[str, Any]
"""What both versions play in a position, as a line of the comparison."""


def first_meeting(answer: Answer) -> tuple[int, int]:
    """Return the first game that reached a position, and after how many moves: the order of the answers."""
    return answer["game"], answer["played"]


def move_signs(position: Position, answer: Answer) -> dict[Cell, str]:
    """Return A and B in the cells that each would take; both letters where they agree."""
    cells = cells_of_moves(position)
    letters: dict[Cell, str] = {}
    for name in ("a", "b"):
        for cell in cells.get(answer[name], ()):
            letters[cell] = letters.get(cell, "") + name.upper()
    return letters


class DisagreementsView(QWidget):
    """The table of positions in which the versions differ, the board of one, and the buttons for its recordings."""

    pressed = Signal(str)
    """`ask`, `stop` or `save`."""
    opening_requested = Signal(object, str)
    """An answer, and the recording requested: `a`, `b`, or `ab` for both side by side."""
    game_requested = Signal(int, int)
    """A game to show, and after how many moves."""

    def __init__(self) -> None:
        super().__init__()
        self.game = ""
        self.chosen: Answer | None = None
        self._why_not: tuple[str, str] = ("", "")
        self.coordinates = ""
        """The notation that the user has chosen; empty for that of the match."""
        self._match_notation = ""
        self.words = Label("", 13, wrapped=True)
        self.bar = ShareBar()
        self.bar.setAccessibleName(tr("Share of the positions"))
        press, help = self.pressed.emit, tr("These positions as a file, from which another match can begin")
        self.ask = push_button(tr("As&k both about every position"), partial(press, "ask"), is_strong=True)
        self.stop = push_button(tr("Stop as&king"), partial(press, "stop"))
        self.save = push_button(tr("Save as open&ings…"), partial(press, "save"), help, "save")
        columns = (
            Column(tr("game"), lambda answer: count(answer["game"]), TRAILING),
            Column(tr("move"), lambda answer: count(answer["played"] + 1), TRAILING),
            Column(tr("A plays"), lambda answer: self.move_text(answer, "a")),
            Column(tr("B plays"), lambda answer: self.move_text(answer, "b")),
            Column(tr("position"), lambda answer: short_position(answer["position"])),
        )
        self.table = Table(columns, tr("Positions in which A and B play differently"), "key")
        self.board = PlayBoard()
        self.board.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.moves = Label(tr("Choose a position in the table."), 13, bold=True, wrapped=True)
        self.recording_buttons = {
            whose: push_button(words, partial(self._request_opening, whose), picture=picture)
            for whose, words, picture in (
                ("ab", tr("&Both side by side"), "compare"),
                ("a", tr("Why does A play that?"), "tree-view"),
                ("b", tr("Why does B play that?"), "tree-view"),
            )
        }
        help = tr("The game that came through this position first")
        self.to_game = push_button(tr("&Jump to its game"), self._request_game, help)
        self._lay_out()
        self.setFocusProxy(self.table)
        self.table.selectionModel().currentRowChanged.connect(lambda now, _before: self._show_row(now.row()))
        self.table.chosen.connect(lambda _: self.recording_buttons["ab"].click())
        self._enable_buttons()

    def _lay_out(self) -> None:
        buttons, opening = QWidget(), QWidget()
        for widget, inside in (
            (buttons, [self.ask, self.stop, self.save]),
            (opening, [*self.recording_buttons.values(), self.to_game]),
        ):
            widget.setLayout(flow_layout(*inside, spacing=6))
        left, right = QWidget(), QWidget()
        left.setLayout(column_layout(self.words, self.bar, buttons, (self.table, 1), margins=(12, 10, 12, 0)))
        right.setLayout(column_layout(self.moves, (self.board, 100), opening, STRETCH, margins=(12, 10, 12, 10)))
        self.setLayout(column_layout(splitter((left, right), (500, 420))))

    # Moves

    def show_coordinates(self, name: str) -> None:
        """Show moves in a notation, where the game has it; empty for the usual one."""
        self.coordinates = name
        self.table.viewport().update()
        self._show_row(self.table.currentIndex().row())

    def move_text(self, answer: Answer, whose: str) -> str:
        """Return the move of a version as it is shown."""
        move: str = answer[whose]
        return self.position_of(answer).shown_text(move)

    def position_of(self, answer: Answer) -> Position:
        """Return the position of an answer, in the notation that is shown."""
        position = read_text(self.game, answer["position"])
        return position.shown_in(self._match_notation).shown_in(self.coordinates)

    # Progress

    @property
    def answers(self) -> Sequence[Answer]:
        """The answers that differ, in the order in which games met their positions."""
        return self.table.rows.rows

    def begin(self, game: str, why_not: tuple[str, str], coordinates: str = "") -> None:
        """Show another match, or the same one compared again; `why_not` says why A and B have no recordings."""
        self.game, self._why_not, self.chosen, self._match_notation = game, why_not, None, coordinates
        self.table.set_rows([])
        self.bar.hide()
        self.moves.setText(tr("Choose a position in the table."))
        self.board.setVisible(False)
        self._enable_buttons()

    def add(self, answer: Answer) -> None:
        """Add an answer in its order."""
        self.table.insert(bisect(self.answers, first_meeting(answer), key=first_meeting), answer)

    def present(self, answered: int, all_of_them: int | None, *, is_asking: bool, why_not: str) -> None:
        """Show the progress; `why_not` says why the versions cannot be asked now."""
        self.ask.setVisible(not is_asking)
        self.ask.setEnabled(not why_not)
        self.ask.setToolTip(why_not)
        self.stop.setVisible(is_asking)
        self.save.setEnabled(bool(self.answers))
        self.bar.setVisible(is_asking)
        if all_of_them is not None:
            self.bar.show_share(answered / max(1, all_of_them))
        self.words.setText(why_not or comparison_text(len(self.answers), answered, all_of_them, is_asking=is_asking))

    # One position

    def _show_row(self, row: int) -> None:
        """Show the position of a row on the board, and what both play there."""
        if not 0 <= row < len(self.answers):
            return
        self.chosen = answer = self.answers[row]
        position = self.position_of(answer)
        self.board.signs = move_signs(position, answer)
        self.board.show_position(position, None, {})
        self.board.setVisible(True)
        values = {"a": self.move_text(answer, "a"), "b": self.move_text(answer, "b")}
        values |= {"game": answer["game"], "move": answer["played"] + 1}
        self.moves.setText(tr("A plays {a}, B plays {b}. First met in game {game}, before move {move}.", **values))
        self._enable_buttons()

    def _request_opening(self, whose: str) -> None:
        """Request the recording of a side's search of the chosen position, or of both sides'."""
        self.opening_requested.emit(self.chosen, whose)

    def _request_game(self) -> None:
        """Request the game that reached the position first."""
        assert self.chosen is not None
        self.game_requested.emit(*first_meeting(self.chosen))

    def _enable_buttons(self) -> None:
        """Enable the buttons for the chosen position, or say why there is no recording."""
        self.to_game.setEnabled(self.chosen is not None)
        for whose, button in self.recording_buttons.items():
            reasons = [self._why_not["ab".index(name)] for name in whose]
            reason = next(filter(None, reasons), "") if self.chosen is not None else tr("Choose a position first.")
            button.setEnabled(not reason)
            button.setToolTip(reason or tr("The search of this very decision, at its root"))


def comparison_text(differing: int, answered: int, all_of_them: int | None, *, is_asking: bool) -> str:
    """Return how many positions differ of those that were asked about; before that, what could be asked."""
    if all_of_them is None:
        return tr("Both versions can be asked what they play in every position of the match. That takes as long again.")
    values = {"differing": count(differing), "asked": count(answered), "all": count(all_of_them)}
    if is_asking or answered < all_of_them:
        return tr("They differ in {differing} of {asked} positions; {all} are to be asked about.", **values)
    return tr("They differ in {differing} of {all} positions.", **values)


def proposed_openings_file(path: Path) -> Path:
    """Return the proposed file name for the positions of a match."""
    return path.with_name(f"{path.stem}-differing.txt")

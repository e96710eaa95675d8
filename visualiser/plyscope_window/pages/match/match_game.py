"""One game of a match: its board, its list of moves, and the request for the search behind each move."""

from __future__ import annotations

from functools import partial

from plyscope.play.match_file import MatchGame
from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QListWidget, QWidget

from plyscope_window.pages.play.board import PlayBoard
from plyscope_window.pages.play.sidebar import move_line, position_at
from plyscope_window.widgets.controls import framed_button, push_button
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import STRETCH, column_layout, flow_layout, row_layout, widget_with
from plyscope_window.words import tr


class GameView(QWidget):
    """A view of a finished game, to be replayed move by move."""

    opening_requested = Signal(int)
    """Request for the reason for a move, by its number from 0."""

    def __init__(self) -> None:
        super().__init__()
        self.game: MatchGame | None = None
        self.move_count = 0
        """The number of moves on the board."""
        self._why_not: tuple[str, str] = ("", "")
        self.coordinates = ""
        """The notation that the user has chosen; empty for that of the match."""
        self._match_notation = ""
        self.headline = Label("", 14, bold=True, wrapped=True)
        self.result = Label("", 12, quiet=True, wrapped=True)
        self.board = PlayBoard()
        self.board.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Moves of the game"))
        self.buttons = {
            name: framed_button("", help_text, picture, partial(self._go_by_button, name))
            for name, help_text, picture in (
                ("first", tr("To the start of the game"), "first"),
                ("back", tr("One move back"), "back"),
                ("next", tr("One move on"), "forward"),
                ("last", tr("To the end of the game"), "last"),
            )
        }
        self.why_button = push_button(
            tr("Why th&is move?"), lambda: self.opening_requested.emit(self.move_count - 1), picture="tree-view"
        )
        self._lay_out()
        self.list.currentRowChanged.connect(self._show_board)
        self.setFocusProxy(self.list)
        self.show_game(None)

    def _lay_out(self) -> None:
        ways = widget_with(flow_layout(*self.buttons.values(), self.why_button, spacing=4))
        both = widget_with(row_layout((self.board, 3), (self.list, 1), spacing=8))
        self.list.setMinimumWidth(152)
        self.setLayout(
            column_layout(self.headline, self.result, (both, 100), ways, STRETCH, margins=(12, 10, 12, 10), spacing=4)
        )

    def show_game(
        self,
        game: MatchGame | None,
        headline: str = "",
        note: str = "",
        why_not: tuple[str, str] = ("", ""),
        at: int = 0,
    ) -> None:
        """Show a game after so many moves; `why_not` says of A and of B why there are no recordings."""
        self.game, self._why_not = game, why_not
        self.headline.setText(headline if game is not None else tr("Choose a game in the table."))
        self.result.setText(note)
        self.result.setVisible(bool(note))
        with QSignalBlocker(self.list):
            self.list.clear()
            if game is not None:
                self._match_notation = game.game.start.coordinates
                game.game.show_in(self.notation)
                self.list.addItems([self._move_text(number) for number in range(len(game.game.moves) + 1)])
        for widget in (self.board, self.list, *self.buttons.values(), self.why_button):
            widget.setVisible(game is not None)
        if game is not None:
            self.show_move(at)

    def show_coordinates(self, name: str) -> None:
        """Show moves in a notation, where the game has it; empty for the usual one."""
        self.coordinates = name
        if self.game is not None:
            self.game.game.show_in(self.notation)
            for number in range(self.list.count()):
                self.list.item(number).setText(self._move_text(number))
            self._show_board(self.move_count)

    @property
    def notation(self) -> str:
        """The notation of the moves of the game that is shown."""
        assert self.game is not None
        return self.coordinates if self.coordinates in self.game.game.start.game.coordinates else self._match_notation

    def _move_text(self, number: int) -> str:
        """Return the line of a move with the version that made it; of the start (0) and of chance without one."""
        assert self.game is not None
        line = move_line(self.game.game, number)
        if number == 0 or self.game.game.mover(number - 1) == 0:
            return line
        return tr("{move} ({version})", move=line, version=self.version_of_move(number - 1).upper())

    def show_move(self, number_of_moves: int) -> None:
        """Show the board after so many moves, and select the last of them."""
        self.list.setCurrentRow(number_of_moves)
        self._show_board(number_of_moves)

    def _go_by_button(self, way: str) -> None:
        """Go to the start, a move back, a move on or to the end."""
        last = self.list.count() - 1
        to = {"first": 0, "back": self.move_count - 1, "next": self.move_count + 1, "last": last}[way]
        self.show_move(min(last, max(0, to)))

    def _show_board(self, at: int) -> None:
        """Show the board after so many moves."""
        if self.game is None or at < 0:
            return
        self.move_count = at
        position, last = position_at(self.game.game, at)
        self.board.show_position(position, last, {})
        ends = {
            "first": at == 0,
            "back": at == 0,
            "next": at == self.list.count() - 1,
            "last": at == self.list.count() - 1,
        }
        for name, button in self.buttons.items():
            button.setEnabled(not ends[name])
        self._enable_why_button()

    def version_of_move(self, number: int) -> str:
        """Return the version that played a move: `a` or `b`."""
        assert self.game is not None
        is_first = self.game.game.positions[number].side_to_move == 1
        return self.game.first if is_first else {"a": "b", "b": "a"}[self.game.first]

    def _enable_why_button(self) -> None:
        """Enable the button for the recording of the last move, or say why there is none."""
        if self.move_count == 0:
            reason = tr("Go to a move first.")
        elif self.game is not None and self.game.game.mover(self.move_count - 1) == 0:
            reason = tr("Chance made this move.")
        else:
            reason = self._why_not["ab".index(self.version_of_move(self.move_count - 1))]
        self.why_button.setEnabled(not reason)
        self.why_button.setToolTip(reason or tr("The search that found this move, in a tab of its own, at its root"))

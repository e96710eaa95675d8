"""One game of a match: its board, its list of moves, and the request for the search behind each move."""

from __future__ import annotations

from plyscope.play.match_file import MatchGame
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QPushButton, QVBoxLayout, QWidget

from plyscope_window.look.icons import icon
from plyscope_window.pages.play.board import PlayBoard
from plyscope_window.pages.play.sidebar import line_of, position_at
from plyscope_window.widgets.controls import framed_button, row_layout
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import FlowLayout
from plyscope_window.words import tr


class GameView(QWidget):
    """A finished game, to be replayed move by move."""

    opening_requested = Signal(int)
    """Request for the reason for a move, by its number from 0."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.game: MatchGame | None = None
        self.at = 0
        """The number of moves on the board."""
        self._why_not: tuple[str, str] = ("", "")
        self.coordinates = ""
        """The notation that the user has chosen; empty for that of the match."""
        self._own = ""
        self.headline = Label("", 14, bold=True, wrapped=True)
        self.result = Label("", 12, quiet=True, wrapped=True)
        self.board = PlayBoard()
        self.board.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Moves of the game"))
        self.buttons = {
            name: framed_button("", help_text, picture)
            for name, help_text, picture in (
                ("first", tr("To the start of the game"), "first"),
                ("back", tr("One move back"), "back"),
                ("next", tr("One move on"), "forward"),
                ("last", tr("To the end of the game"), "last"),
            )
        }
        self.why = QPushButton(icon("tree-view"), tr("Why th&is move?"))
        self._lay_out()
        self.list.currentRowChanged.connect(self._go)
        self.why.clicked.connect(lambda: self.opening_requested.emit(self.at - 1))
        for name, button in self.buttons.items():
            button.clicked.connect(lambda _checked=False, way=name: self._walk(way))
        self.setFocusProxy(self.list)
        self.show_game(None)

    def _lay_out(self) -> None:
        ways = QWidget()
        flow = FlowLayout(4)
        ways.setLayout(flow)
        for button in self.buttons.values():
            flow.addWidget(button)
        flow.addWidget(self.why)
        both = QWidget()
        across = row_layout(both)
        across.addWidget(self.board, 3)
        across.addWidget(self.list, 1)
        self.list.setMinimumWidth(152)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(4)
        for widget in (self.headline, self.result):
            column.addWidget(widget)
        column.addWidget(both, 100)
        column.addWidget(ways)
        column.addStretch(1)

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
        self.list.blockSignals(True)
        self.list.clear()
        if game is not None:
            self._own = game.game.start.coordinates
            game.game.show_in(self.notation)
            self.list.addItems([self._line(number) for number in range(len(game.game.moves) + 1)])
        self.list.blockSignals(False)
        for widget in (self.board, self.list, *self.buttons.values(), self.why):
            widget.setVisible(game is not None)
        if game is not None:
            self.look_at(at)

    def show_coordinates(self, name: str) -> None:
        """Show moves in a notation, where the game has it; empty for the usual one."""
        self.coordinates = name
        if self.game is not None:
            self.game.game.show_in(self.notation)
            for number in range(self.list.count()):
                self.list.item(number).setText(self._line(number))
            self._go(self.at)

    @property
    def notation(self) -> str:
        """The notation of the moves of the game that is shown."""
        assert self.game is not None
        return self.coordinates if self.coordinates in self.game.game.start.game.coordinates else self._own

    def _line(self, number: int) -> str:
        """A move, and which version made it."""
        assert self.game is not None
        line = line_of(self.game.game, number)
        if number == 0 or self.game.game.mover(number - 1) == 0:
            return line
        return tr("{move} ({version})", move=line, version=self.mover_of(number - 1).upper())

    def look_at(self, number_of_moves: int) -> None:
        """Show the board after so many moves."""
        self.list.setCurrentRow(number_of_moves)
        self._go(number_of_moves)

    def _walk(self, way: str) -> None:
        last = self.list.count() - 1
        to = {"first": 0, "back": self.at - 1, "next": self.at + 1, "last": last}[way]
        self.look_at(min(last, max(0, to)))

    def _go(self, at: int) -> None:
        if self.game is None or at < 0:
            return
        self.at = at
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
        self._present_why()

    def mover_of(self, number: int) -> str:
        """The version that played a move: `a` or `b`."""
        assert self.game is not None
        is_first = self.game.game.positions[number].side_to_move == 1
        return self.game.first if is_first else {"a": "b", "b": "a"}[self.game.first]

    def _present_why(self) -> None:
        if self.at == 0:
            reason = tr("Go to a move first.")
        elif self.game is not None and self.game.game.mover(self.at - 1) == 0:
            reason = tr("Chance made this move.")
        else:
            reason = self._why_not["ab".index(self.mover_of(self.at - 1))]
        self.why.setEnabled(not reason)
        self.why.setToolTip(reason or tr("The search that found this move, in a tab of its own, at its root"))

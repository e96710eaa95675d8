"""Where a game begins: on a board that is offered, or in a given position."""

from __future__ import annotations

from plyscope.files.sources import read_text
from plyscope.games import PLAYED_FIRST, find_game, played_games
from plyscope.games.entry import SampleBoard
from plyscope.model.position import Position
from PySide6.QtCore import QObject, Signal

from plyscope_window.widgets.controls import Choice, fill
from plyscope_window.words import said, tr

LARGEST_SEED = 2**31 - 1


class StartField(QObject):
    """The two lists of a form: games, and the boards of the one that is chosen."""

    game_changed = Signal()
    """The boards are those of another game, or the position is another one."""
    board_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.game, self.board = Choice(), Choice()
        self.given: Position | None = None
        """A position to play from, offered in front of the boards."""
        self._boards: list[SampleBoard | None] = []
        """What is offered; None stands for the given position."""
        fill(self.game, [(said(entry.title), entry.name) for entry in played_games()], PLAYED_FIRST)
        self._offer()
        self.game.currentIndexChanged.connect(lambda _: self._change())
        self.board.currentIndexChanged.connect(lambda _: self.board_changed.emit())

    @property
    def game_name(self) -> str:
        return str(self.game.currentData())

    @property
    def is_given(self) -> bool:
        """Whether the given position is chosen, and no board that is offered."""
        return self.chosen is None

    @property
    def chosen(self) -> SampleBoard | None:
        return self._boards[max(0, self.board.currentIndex())]

    def choose(self, game: str) -> None:
        """A board of a game that is offered."""
        self._turn_to(game, None)

    def play_from(self, position: Position) -> None:
        """A given position."""
        self._turn_to(position.game.name, position)

    def _turn_to(self, game: str, given: Position | None) -> None:
        self.game.blockSignals(True)
        self.game.setCurrentIndex(max(0, self.game.findData(game)))
        self.game.blockSignals(False)
        self.given = given
        self._change()

    def _change(self) -> None:
        if self.given is not None and self.given.game.name != self.game_name:
            self.given = None
        self._offer()
        self.game_changed.emit()

    def _offer(self) -> None:
        self._boards = [*find_game(self.game_name).offered_boards]
        labels = [said(board.label) for board in self._boards if board is not None]
        if self.given is not None:
            self._boards.insert(0, None)
            labels.insert(0, self.given.title or tr("the given position"))
        fill(self.board, [(label, number) for number, label in enumerate(labels)], 0)

    def position(self, seed: int) -> Position:
        """The first position; a random one is drawn by the seed."""
        board = self.chosen
        if board is None:
            assert self.given is not None
            return self.given
        return read_text(self.game_name, f"{board.text} {seed}" if board.is_random else board.text)

"""Where a game begins: on a board that is offered, or in a position that somebody wants to play from."""

from __future__ import annotations

from plyscope.files.sources import load
from plyscope.model.position import Position
from PySide6.QtCore import QObject, Signal

from plyscope_window.widgets.controls import Choice, fill
from plyscope_window.widgets.game_names import PLAYED, game_names
from plyscope_window.words import tr

LARGEST_SEED = 2**31 - 1
DRAWN = "hexline:random"


def boards(game: str) -> list[tuple[str, object]]:
    """The boards that are offered, each with its source."""
    if game == "tictactoe":
        return [
            (tr("{columns} × {rows}, {number} in a row", columns=columns, rows=rows, number=number),
             f"tictactoe:{columns},{rows},{number} {'/'.join(['.' * columns] * rows)}")
            for columns, rows, number in ((3, 3, 3), (4, 4, 3), (4, 4, 4), (5, 5, 4))
        ]  # fmt: skip
    if game == "connectfour":
        return [
            (tr("{columns} × {rows}, {number} in a row", columns=columns, rows=rows, number=number),
             f"connectfour:{columns},{rows},{number}")
            for columns, rows, number in ((7, 6, 4), (5, 4, 4), (6, 5, 4), (4, 4, 3))
        ]  # fmt: skip
    return [(tr("{number} cells, by chance", number=number), f"{DRAWN} {number}") for number in (12, 8, 20, 33, 60)]


class StartField(QObject):
    """The two lists of a form: games, and the boards of the one that is chosen."""

    game_changed = Signal()
    """The boards are those of another game, or the position is another one."""
    board_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.game, self.board = Choice(), Choice()
        self.given: Position | None = None
        """A position that somebody wants to play from."""
        fill(self.game, [(game_names()[name], name) for name in PLAYED], "connectfour")
        self._offer()
        self.game.currentIndexChanged.connect(lambda _: self._change())
        self.board.currentIndexChanged.connect(lambda _: self.board_changed.emit())

    @property
    def game_name(self) -> str:
        return str(self.game.currentData())

    @property
    def is_given(self) -> bool:
        """Whether it is the position that somebody has, and no board that is offered."""
        return not self.board.currentData()

    @property
    def is_drawn(self) -> bool:
        """Whether the board is drawn by chance."""
        return str(self.board.currentData()).startswith(DRAWN)

    def choose(self, game: str) -> None:
        """A board of a game that is offered."""
        self._turn_to(game, None)

    def play_from(self, position: Position) -> None:
        """A position that somebody has."""
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
        offered = boards(self.game_name)
        if self.given is not None:
            offered.insert(0, (self.given.title or tr("the given position"), ""))
        fill(self.board, offered, offered[0][1])

    def position(self, seed: int) -> Position:
        """The first position; where chance draws it, by that seed."""
        if self.is_given:
            assert self.given is not None
            return self.given
        return load(f"{self.board.currentData()}{f' {seed}' if self.is_drawn else ''}")

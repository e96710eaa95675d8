"""What a game says about itself: one entry in the table, and what all games have in common.

A game is two things. `GameBase` is the game on one board, as `plyscope.model.position.Game` asks for it; the entry
is what the command line, the window and the exporters need to know before there is a board.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from typing import ClassVar, NamedTuple

from plyscope.games.grid import GridRules
from plyscope.messages import InputError, Message
from plyscope.model.position import FIRST, Board, PlainGame, Position, Reading, Rules, node_board
from plyscope.model.scoring import Scoring

MAX_TEXT = 4_000
"""Characters of a text that a game without a form of its own can recognise."""


def board_text(position: Position) -> str:
    """Return a board as text: a row a line, sides as their marks or 1 and 2; without a board the diagram."""
    board = position.board()
    if board.shape == "node":
        return position.game.diagram(position.state)
    signs = (".", *(mark if len(mark) == 1 else str(side) for side, mark in enumerate(position.game.marks, 1)))
    rows = [
        " ".join(signs[board.owners[x, y]] if (x, y) in board.owners else " " for x in range(board.columns)).rstrip()
        for y in range(board.rows)
    ]
    return "\n".join(rows)


class Manner(NamedTuple):
    """How a game is played against a person, in the terminal and in the window."""

    board: Callable[[Position], str] = board_text
    """Returns the board for the terminal."""
    prompt: Message = Message("{side}, your move: ")
    """The prompt for a move in the terminal, with the places side and last (the number of columns or cells)."""
    coordinates: str = ""
    """The notation that the prompt asks for, in which moves are shown where no other is chosen."""
    how: Message = Message("Click the cell that a move takes, or drag over its cells; or type the move.")
    """How a person moves in the window."""
    greeting: Message = Message("{first} VS. {second}")
    won: Message | None = None
    """The announcement of a win, with the places winner, mark, loser and other; None: the usual sentence."""
    drawn: Message | None = None
    won_by_person: Message | None = None
    """The announcement of a win in a game of one person against a machine."""
    lost_by_person: Message | None = None
    reason: Message = Message("{winner} has won.")
    """Why a game was won, below the announcement in the window, with the places winner and loser."""
    asks_who_starts: bool = False
    opponent: str = ""
    """The player a person meets where none is named, written as on the command line; empty: alpha-beta."""
    adviser: str = ""
    """The player that is asked for a hint, written in the same way; empty: alpha-beta."""
    scoring: str = ""
    """The scoring of a machine for which none is named; empty: the result."""
    person: int = FIRST
    """The side that a person takes where none is named."""
    opponents: tuple[str, ...] = ("alphabeta", "alphabeta:depth=2")
    """Searches worth playing against, beside the brains of the game. The second is the A of a new match."""


USUAL_MANNER = Manner()


class SampleBoard(NamedTuple):
    """A board that is offered for a new game."""

    label: Message
    text: str
    is_random: bool = False
    """Whether a seed is to be added to the text."""


class RandomBoards(NamedTuple):
    """Boards drawn at random, written as a word, the number of free cells and a seed."""

    word: str
    max_cells: int

    def text(self, cells: int, seed: int) -> str:
        """Return the text of a random board, by the number of its cells and a seed."""
        return f"{self.word} {cells} {seed}"


@dataclass(frozen=True)
class GameEntry:
    """One line of the table of games. Nothing outside the game's file asks for a game by its name."""

    name: str
    """The name in front of a position, in lower case; the same as its `Game.name`."""
    title: Message
    about: Message
    """A description in a line."""
    notation: Message
    """Examples of the text of a position."""
    read: Callable[[str], Reading]
    """Returns the position in a text; InputError where it is none. An empty text is the usual start, if any."""
    start: str
    """The text that a new position begins with in the editor."""
    sides: tuple[Message, Message] | None = None
    """The names of the sides in the window; None: those that its `Game` has in sentences."""
    boards: tuple[SampleBoard, ...] = ()
    """The boards offered for a new game; none: the start."""
    random: RandomBoards | None = None
    manner: Manner | None = USUAL_MANNER
    """None where positions end in numbers and there is nobody to play against."""
    sit_opposite: bool = False
    """Whether the sides sit at opposite edges of its board, the first below, so that it can be seen from both."""
    grid: GridRules | None = None
    """How its board is edited by mouse; None: positions are edited as text."""
    scorings: tuple[Scoring, ...] = ()
    """Scorings that make sense for this game only."""
    form: Callable[[str], bool] | None = None
    """Whether a text is written as its positions are, also where no game leads there. It is asked of every text that
    does not name its game. None: whether the editor's board can be read from it, or else a position."""
    files: tuple[str, ...] = ()
    """The suffixes of files that hold nothing but its positions."""
    split: Callable[[str], list[tuple[str, str]]] | None = None
    """Returns the positions in a text, which may hold several: a title and the text of each. None: a text is one."""
    package: str = ""
    """The name under which the package that it needs is imported; empty for none."""
    extra: str = ""
    """The extra of Plyscope that installs the package."""

    @cached_property
    def side_names(self) -> tuple[Message, Message]:
        """The names of the sides in the window."""
        if self.sides is not None:
            return self.sides
        first, second = self.read(self.start).game.marks
        return Message(first), Message(second)

    def recognises(self, text: str) -> bool:
        """Whether a text has the form of its positions."""
        if self.form is not None:
            return self.form(text)
        if len(text) > MAX_TEXT:
            return False
        reader: Callable[[str], object] = self.read if self.grid is None else self.grid.read
        try:
            reader(text)
        except Exception:  # of a text that is not its own, the reader of a plug-in may make anything
            return False
        return True

    @property
    def is_available(self) -> bool:
        """Whether the package that the game needs is installed."""
        return not self.package or find_spec(self.package) is not None

    @property
    def offered_boards(self) -> tuple[SampleBoard, ...]:
        """The boards offered for a new game."""
        return self.boards or (SampleBoard(Message("the usual start"), self.start),)


def require_package(game: str, package: str, extra: str) -> None:
    """Raise InputError where the package that a game needs is missing."""
    if find_spec(package) is None:
        raise InputError(
            "{game} needs the package {package}, which the extra {extra} brings: pip install 'plyscope[{extra}]'",
            game=game,
            package=package,
            extra=extra,
        )


def unicode_name(symbol: str) -> str:
    """Return the name of a character, for a message about one that does not belong in a text."""
    return unicodedata.name(symbol, "an unknown character").lower()


@dataclass(frozen=True)
class GameBase(PlainGame):
    """A game on one board, with the answers of games in which nothing special holds: no board, no square names."""

    rules: Rules

    has_winner = True
    sides: ClassVar[tuple[str, str]]

    @property
    def marks(self) -> tuple[str, str]:
        """The names of the sides in sentences: those in texts, with a capital."""
        first, second = self.sides
        return first.capitalize(), second.capitalize()

    def diagram(self, state: Sequence[int]) -> str:
        return self.text(state)

    def text(self, state: Sequence[int]) -> str:
        raise NotImplementedError

    def read_move(self, text: str, state: Sequence[int]) -> int | None:
        """Return the legal move with this text, or None."""
        legal = [] if self.rules.is_over(list(state)) else self.rules.moves(list(state))
        written = self.at(state).move_text
        return next((move for move in legal if written(move) == text), None)

    def board(self, state: Sequence[int], last: int | None = None) -> Board:
        """Return a board for a game without one: the position's text, and below it the moves that lead on."""
        legal = [] if self.rules.is_over(list(state)) else self.rules.moves(list(state))
        return node_board(self.diagram(state), list(map(self.at(state).move_text, legal)), last)

"""A game: its start, its moves, the moves taken back, and how it ended.

It knows neither the players nor their clocks. Moves are texts in the game's notation, and every position is
available. Moves of chance are moves like others; they are drawn on request, and taken back with the move before them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from plyscope.games import find_game
from plyscope.messages import InputError, Message
from plyscope.model.position import FIRST, SECOND, Position
from plyscope.model.shuffle import drawn, random_words
from plyscope.play.players import without_options

WON, DRAWN, RESIGNED, LATE = "won", "drawn", "resigned", "late"
"""How games end: on the board, by resignation, or on time."""


@dataclass(frozen=True)
class Ending:
    """How a game ended."""

    how: str
    winner: int
    """The side that won; 0 for a draw."""
    message: Message


class PlayedGame:
    """A game with its moves so far, and those taken back."""

    def __init__(self, start: Position, moves: Sequence[str] = ()) -> None:
        self.start = without_options(start)
        self._moves: list[int] = []
        self._undone: list[int] = []
        self._positions = [self.start]
        self._given_up: Ending | None = None
        for text in moves:
            self.play(text)

    @property
    def position(self) -> Position:
        """The current position."""
        return self._positions[-1]

    @property
    def positions(self) -> Sequence[Position]:
        """Every position of the game, the start first."""
        return tuple(self._positions)

    @property
    def moves(self) -> list[str]:
        """The moves that were made, as texts."""
        made = zip(self._positions, self._moves, strict=False)  # the last position has no move
        return [position.here.move_text(move) for position, move in made]

    def choose_coordinates(self, name: str) -> None:
        """Show the moves in a notation of the game, or in that of the prompt."""
        self.show_in(self.start.with_coordinates(name).coordinates if name else asked_coordinates(self.start))

    def show_in(self, coordinates: str) -> None:
        """Show the moves in a notation of the game; empty for the usual one."""
        self.start = replace(self.start, coordinates=coordinates)
        self._positions = [replace(position, coordinates=coordinates) for position in self._positions]

    def shown(self, text: str) -> str:
        """Return a move in the notation shown."""
        return self.start.shown_text(text)

    def written_number(self, number: int) -> str:
        """Return the number of a move, counted from 0, as the game writes it; empty where moves are counted."""
        position = self._positions[number]
        return position.game.move_number(position.state)

    @property
    def undone(self) -> list[str]:
        """The moves that can be replayed, in that order."""
        found, position = [], self.position
        for move in reversed(self._undone):
            found.append(position.here.move_text(move))
            position = position.after(move)
        return found

    @property
    def last_move(self) -> int | None:
        return self._moves[-1] if self._moves else None

    @property
    def side_to_move(self) -> int:
        return self.position.side_to_move

    @property
    def legal_moves(self) -> list[str]:
        return [] if self.is_over else self.position.moves()

    @property
    def ending(self) -> Ending | None:
        """How the game has ended; None while it goes on."""
        if self.position.is_over:
            return ending_on_board(self.position)
        return self._given_up

    @property
    def is_over(self) -> bool:
        return self.ending is not None

    def play(self, text: str) -> str:
        """Play a move in any form that the game reads; return it as the game writes it."""
        if self._given_up is not None:
            raise InputError("{move}: the game is over, there are no more moves", move=text)
        move = self.position.find_move(text)
        if self._undone and self._undone[-1] == move:
            self._undone.pop()
        else:
            self._undone.clear()
        return self._add(move)

    def move_by_chance(self, seed: int) -> list[str]:
        """Make the moves of chance that are next, by the seed and the number of moves; return them."""
        made = []
        while not self.is_over and (outcomes := self.position.outcomes()):
            move = drawn(outcomes, random_words(seed, [len(self._moves)], "chance"))
            made.append(self.play(self.position.here.move_text(move)))
        return made

    def take_back(self, count: int = 1) -> int:
        """Take back up to `count` moves, with chance and resignation; return how many."""
        self._given_up = None
        taken = 0
        while self._moves and (taken < count or self.position.is_chance):
            self._undone.append(self._moves.pop())
            self._positions.pop()
            taken += 1
        return taken

    def take_back_to(self, side: int) -> int:
        """Take back a side's last move and all moves after it; return how many."""
        movers = [self.mover(number) for number in range(len(self._moves))]
        if side not in movers:
            return self.take_back(0)
        return self.take_back(movers[::-1].index(side) + 1)

    def replay(self) -> str | None:
        """Replay one move that was taken back, and return it; None if there is none."""
        if not self._undone or self._given_up is not None:
            return None
        return self._add(self._undone.pop())

    def mover(self, number: int) -> int:
        """Return the side that made a move; 0 for chance."""
        position = self._positions[number]
        return 0 if position.is_chance else position.side_to_move

    def resign(self, side: int) -> None:
        """Resign for a side; the other side wins."""
        self._give_up(RESIGNED, side, "{side} resigns, {other} wins")

    def lose_on_time(self, side: int) -> None:
        """End the game since a side's time is up."""
        self._give_up(LATE, side, "{side} has no time left, {other} wins")

    def _give_up(self, how: str, side: int, pattern: str) -> None:
        """End the game with a loss of a side; raise InputError if it is over already."""
        if self.is_over:
            raise InputError("the game is over already")
        marks = self.start.game.marks
        message = Message(pattern, side=marks[side - 1], other=marks[2 - side])
        self._given_up = Ending(how, FIRST + SECOND - side, message)

    def _add(self, move: int) -> str:
        """Add a move, and return its text."""
        before = self.position
        self._moves.append(move)
        self._positions.append(before.after(move))
        return before.here.move_text(move)


def asked_coordinates(position: Position) -> str:
    """Return the notation that the game's prompt asks for."""
    manner = find_game(position.game.name).manner
    return "" if manner is None else manner.coordinates


def ending_on_board(position: Position) -> Ending:
    """Return the ending of a finished board."""
    outcome = position.game.rules.outcome(list(position.state))
    if outcome == 0:
        return Ending(DRAWN, 0, Message("drawn"))
    winner = FIRST if outcome > 0 else SECOND
    return Ending(WON, winner, Message("{side} wins", side=position.game.marks[winner - 1]))

"""What a brain's line in the table declares beyond a search's, and the parts that brains are made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from plyscope.games.connectfour import ConnectFour
from plyscope.games.hexline import Hexline, line_from
from plyscope.games.tictactoe import TicTacToe
from plyscope.model.declaration import Search
from plyscope.model.position import Game, State
from plyscope.model.shuffle import random_below, random_words
from plyscope.search.names import is_over
from plyscope.search.ordering import Moves, shuffled_by, sorted_by
from plyscope.search.scoring import ten


@dataclass(frozen=True)
class Brain(Search):
    """A player of one game, and what it declares beyond a search."""

    game: str = ""
    plays: int | None = None
    """The side its text is written for; the other side is played with the colours exchanged."""
    own_depth: Callable[[Game, State], int | None] = lambda game, s: None
    """Game and state -> the depth where none is requested; None: to the end of the game."""
    score: Callable[[State, float], float] = lambda s, depth: 0
    """The score of a leaf, seen from the first side, which is MAX for every brain."""
    offer: Callable[[Game, int], Moves] = lambda game, seed: game.rules.moves
    """Game and seed -> the moves in the order in which it tries them."""
    fallback: Callable[[Game, int, State], int] | None = None
    """Game, seed and state -> the move that is played where none beats the start value; the tutorial draws a column."""

    @property
    def is_brain(self) -> bool:
        return True


def one(s: State, depth: float) -> float:
    """Return 1, as chapter 2 does for every board."""
    return 1


def none_if_undecided(s: State, depth: float) -> float:
    """Return ±10, 0 for a draw, or -∞ for the None of chapters 3 to 5 where a board is not decided."""
    return ten(s, depth) if is_over(s) else -inf


def always(depth: int) -> Callable[[Game, State], int | None]:
    """Return a function that gives the depth that stands in a chapter's code, whatever the position."""
    return lambda game, s: depth


def by_free_cells(game: Game, s: State) -> int | None:
    """Return the depth 3, or 5 with at most eight cells free, where a decision weighs more."""
    free = game.rules.longest(s)
    return 3 if free is None or free > 8 else 5


def shuffled_columns(game: Game, seed: int) -> Moves:
    """Return the moves in a random order, by the seed and the position."""
    return shuffled_by(game.rules, seed)


def in_project_order(game: Game, seed: int) -> Moves:
    """Return the moves as the project lists them: cell by cell each alone, then two and three in all directions."""
    assert isinstance(game, Hexline)
    order: dict[int, None] = {}
    for x in range(game.columns):
        for y in range(game.rows):
            ways = [(1, 1)] + [(length, direction) for length in (2, 3) for direction in range(1, 7)]
            for length, direction in ways:
                line = game.numbers.get(frozenset(line_from((x, y), length, direction)))
                if line is not None:
                    order.setdefault(line)
    rank = {line: place for place, line in enumerate(order)}
    return sorted_by(game.rules, rank.__getitem__)


def random_column(game: Game, seed: int, s: State) -> int:
    """Return a random column but the last, as the code draws it; any random legal one where that column is full."""
    legal = list(game.rules.moves(s))
    words = random_words(seed, s, "fallback")
    drawn = drawn_column(game, seed, s)
    return drawn if drawn in legal else legal[random_below(len(legal), words)]


def drawn_column(game: Game, seed: int, s: State) -> int:
    """Return the column that the code draws, full or not, but never the last."""
    assert isinstance(game, ConnectFour)
    return random_below(max(1, game.columns - 1), random_words(seed, s, "column"))


def exchanged(game: Game, state: tuple[int, ...]) -> tuple[int, ...]:
    """Return the position with the colours of the sides exchanged."""
    assert isinstance(game, ConnectFour | TicTacToe)
    return game.swapped(state)

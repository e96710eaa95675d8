"""The names a search may call without defining them, with their types.

A search file imports these stand-ins so that editors, ruff and mypy can follow it. When a search is bound
to a position, every one of them is replaced by the function it stands for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from plyscope.model.position import State


def moves(s: State) -> Iterator[int]:
    """Return the legal moves, in the order in which they are to be tried."""
    raise NotBound("moves")


def moves_from(s: State, line: Sequence[int]) -> Iterator[int]:
    """Return the legal moves, the first move of a line before all others; an empty line changes nothing."""
    raise NotBound("moves_from")


def noisy(s: State) -> Iterator[int]:
    """Return the noisy moves in the order of `moves`: those that a search does not stop before, such as captures."""
    raise NotBound("noisy")


def play(s: State, move: int) -> None:
    """Play a move: the state becomes the next position."""
    raise NotBound("play")


def undo(s: State, move: int) -> None:
    """Take a move back."""
    raise NotBound("undo")


def may_pass(s: State) -> bool:
    """Whether the side to move may be supposed to pass its turn; nowhere in games that have no such rule."""
    raise NotBound("may_pass")


def pass_turn(s: State) -> None:
    """Pass the turn: the position stays, and the other side is to move. A call after it is a null move."""
    raise NotBound("pass_turn")


def undo_pass(s: State) -> None:
    """Take a pass back."""
    raise NotBound("undo_pass")


def is_over(s: State) -> bool:
    """Whether the game is finished."""
    raise NotBound("is_over")


def score(s: State, depth: float) -> float:
    """Return the score of a position for MAX when it is not searched further; `depth` is what was left of it.

    Where chance moves it is a fraction, so that means are exact.
    """
    raise NotBound("score")


def max_to_move(s: State) -> bool:
    """Whether it is MAX's turn."""
    raise NotBound("max_to_move")


def chance(s: State) -> Iterator[tuple[int, Fraction | float]]:
    """Return the moves of chance with their probabilities: fractions, if these have a common denominator."""
    raise NotBound("chance")


def is_chance(s: State) -> bool:
    """Whether chance moves, and no side."""
    raise NotBound("is_chance")


def random_move(s: State) -> int:
    """Return a move at random: moves of sides are equally likely, those of chance have their probabilities."""
    raise NotBound("random_move")


def look_up(s: State, depth: float) -> tuple[float, str] | None:
    """Return the table's value for a position with so much depth left, and `exact`, `lower` or `upper`; else None."""
    raise NotBound("look_up")


def store(s: State, depth: float, value: float, shown: str) -> None:
    """Store in the table what the search of a position has shown: `exact`, `lower` or `upper`."""
    raise NotBound("store")


def fallback(s: State) -> int:
    """Return the move to make where no move is better than another: a random one."""
    raise NotBound("fallback")


lowest: float = 0
"""Below every score: what MAX starts from."""

highest: float = 0
"""Above every score: what MIN starts from."""


simulations: int = 0
"""How many games are played out."""

exploration: float = 0
"""How much rarely visited moves count beside those with a good mean."""


bottom: float = 0
"""The least value that a position can have."""

top: float = 0
"""The largest value that a position can have."""


class NotBound(RuntimeError):
    """A search was called as it stands in its file, without a position to search."""

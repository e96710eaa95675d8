"""A scoring: the function that values positions where the search stops, its name, and where it can be used."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import NamedTuple

from plyscope.messages import Message
from plyscope.model.position import Game, State


class Scoring(NamedTuple):
    """A scoring by its name. Scores are seen from MAX's side."""

    name: str
    function: Callable[[State, float], float]
    """State and remaining depth -> score. Its free names are bound to the tables of the game, to `outcome` and
    `is_over`, and to `SIGN`: 1 where MAX is the first side, else -1."""
    about: Message
    needs: str = ""
    """The table of the game that the scoring reads, or `winner` where games must be won, drawn or lost."""
    reads_depth: bool = False
    deepest: float = inf
    """The largest depth at which every score is still a finite float."""

    largest: float = inf
    """The largest score in games with a winner; the least is its negative."""

    unit: Message | None = None
    """What a score of 1 is; None where it has no unit."""

    def extremes(self, game: Game) -> tuple[float, float]:
        """Return the least and the largest score that a position can have."""
        return (-self.largest, self.largest) if game.has_winner else (-inf, inf)

    def numbers(self, game: Game) -> tuple[float, float]:
        """Return the least and the largest score, or number of a tree that is given by numbers."""
        return game.given_extremes or self.extremes(game)

    def fits(self, game: Game) -> bool:
        """Whether a game has what the scoring needs."""
        if self.needs == "winner":
            return game.has_winner
        return not self.needs or self.needs in game.rules.tables

"""How the score of a match went, game by game, with the interval that could be said after each.

The same numbers as in `results`, found from running sums: a thousand games are a thousand additions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from engine.playing.interval import shared_from, wilson


class Standing(NamedTuple):
    """The score of A after so many games, and between which scores the true one is."""

    games: int
    score: float
    low: float
    high: float


class Course:
    """The standings after every game, in the order in which the games are added."""

    def __init__(self, lines: Iterable[Mapping[str, Any]] = ()) -> None:
        self.standings: list[Standing] = []
        self._sum = self._squares = 0.0
        self._pairs = 0
        self._pair_sum = self._pair_squares = 0.0
        self._waiting: dict[int, float] = {}
        """The score of the game of a pair whose other one has not come yet."""
        self._seen: set[tuple[str, str, str]] = set()
        for line in lines:
            self.add(line)

    def add(self, line: Mapping[str, Any]) -> None:
        """One more game."""
        score = float(line["score"])
        self._sum += score
        self._squares += score * score
        self._seen.add((line["opening"], line["first"], line["moves"]))
        self._add_to_pair(line["number"] // 2, score)
        games = len(self.standings) + 1
        mean = self._sum / games
        low, high = wilson(mean, max(1.0, len(self._seen) / self._shared(games, mean)))
        self.standings.append(Standing(games, mean, low, high))

    def _add_to_pair(self, pair: int, score: float) -> None:
        other = self._waiting.pop(pair, None)
        if other is None:
            self._waiting[pair] = score
            return
        middle = (score + other) / 2
        self._pairs += 1
        self._pair_sum += middle
        self._pair_squares += middle * middle

    def _shared(self, games: int, mean: float) -> float:
        variance = self._squares / games - mean * mean
        if self._pairs < 2:
            return 1.0
        of_pairs = (self._pair_squares - 2 * mean * self._pair_sum) / self._pairs + mean * mean
        return shared_from(variance, of_pairs)

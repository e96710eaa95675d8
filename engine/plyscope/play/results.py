"""The result of a match from A's side: its score with a 95 % confidence interval, also in Elo, game by game.

The interval is Wilson's, which stays inside 0 and 1 and is sound even if all games were won. A draw counts as half
a game; scores with draws vary less than Wilson assumes, so the interval is rather too wide than too narrow. The
number of games that it is based on follows from two rules:

- Equal games count once: they add no information, and versions without random choices play many of them.
- The two games of an opening, with sides swapped, may be correlated: an opening that one version plays badly is lost
  twice. Where the means of the pairs vary more than independent games would, fewer games count, down to one per pair.
  Where they vary less, none are added.

`RunningResult` works it out from running sums, in constant time per game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import inf, log10, sqrt
from typing import Any, NamedTuple

from plyscope.messages import plain_number

Z_95 = 1.959963984540054
"""Standard deviations to either side of the mean that hold 95 % of a normal distribution."""


def wilson(score: float, games: float) -> tuple[float, float]:
    """Return the 95 % confidence interval of a mean score from 0 to 1 in so many games (Wilson, 1927)."""
    z = Z_95**2 / games
    middle = (score + z / 2) / (1 + z)
    reach = sqrt(score * (1 - score) * z + z * z / 4) / (1 + z)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def elo(score: float) -> float:
    """Return the Elo difference of a score: 400 points are odds of ten to one."""
    if score <= 0:
        return -inf
    return inf if score >= 1 else 400 * log10(score / (1 - score)) + 0.0


class Standing(NamedTuple):
    """The score of A after some games, with its confidence interval."""

    games: int
    score: float
    low: float
    high: float


class RunningResult:
    """The standings after every game, as games are added."""

    def __init__(self, lines: Iterable[Mapping[str, Any]] = ()) -> None:
        self.standings: list[Standing] = []
        self._sum = self._squares = 0.0
        self._pairs = 0
        self._pair_sum = self._pair_squares = 0.0
        self._waiting: dict[int, float] = {}
        """The score of a game whose pair is incomplete."""
        self._seen: set[tuple[str, str, str]] = set()
        for line in lines:
            self.add(line)

    @property
    def distinct(self) -> int:
        """The number of different games."""
        return len(self._seen)

    def add(self, line: Mapping[str, Any]) -> None:
        """Add one game, and the standing after it."""
        score = float(line["score"])
        self._sum += score
        self._squares += score * score
        self._seen.add((line["opening"], line["first"], line["moves"]))
        self._add_to_pair(line["number"] // 2, score)
        games = len(self.standings) + 1
        mean = self._sum / games
        low, high = wilson(mean, max(1.0, self.distinct / self._shared(games, mean)))
        self.standings.append(Standing(games, mean, low, high))

    def _add_to_pair(self, pair: int, score: float) -> None:
        """Add a score to its opening's pair."""
        other = self._waiting.pop(pair, None)
        if other is None:
            self._waiting[pair] = score
            return
        middle = (score + other) / 2
        self._pairs += 1
        self._pair_sum += middle
        self._pair_squares += middle * middle

    def _shared(self, games: int, mean: float) -> float:
        """Return how much the two games of an opening share so far: 1 if independent, 2 if they always end alike."""
        variance = self._squares / games - mean * mean
        if self._pairs < 2 or variance <= 1e-12:
            return 1.0
        of_pairs = (self._pair_squares - 2 * mean * self._pair_sum) / self._pairs + mean * mean
        return min(2.0, max(1.0, 2 * of_pairs / variance))


Line = Mapping[str, Any]


def facts(header: Mapping[str, Any], lines: Sequence[Line]) -> dict[str, Any]:
    """Return a match's result as `plyscope match --json` prints it; null before the first game."""
    lines = sorted(lines, key=lambda line: int(line["number"]))
    outcomes, result = Counter(float(line["score"]) for line in lines), RunningResult(lines)
    known: dict[str, Any] = {"score": None, "interval": None, "elo": None, "elo_interval": None}
    if result.standings:
        _, score, *interval = result.standings[-1]
        known = {
            "score": round(score, 6),
            "interval": [round(end, 6) for end in interval],
            "elo": elo_fact(score),
            "elo_interval": [elo_fact(end) for end in interval],
        }
    return {
        "game": header["game"],
        "a": header["a"]["who"],
        "b": header["b"]["who"],
        "games": len(lines),
        "wins": outcomes[1.0],
        "draws": outcomes[0.5],
        "losses": outcomes[0.0],
        **known,
        "failures": [{"game": line["number"], **line["failure"]} for line in lines if line["failure"] is not None],
        "timeouts": {name: sum(line[name]["timeouts"] for line in lines) for name in ("a", "b")},
        "effort": {name: effort([line[name] for line in lines]) for name in ("a", "b")},
        "distinct": result.distinct,
        "wanted": header["games"],
        "complete": len(lines) == header["games"],
        "openings": header["openings"],
        "seed": header["seed"],
    }


def elo_fact(score: float) -> int | float | str | None:
    """Return the Elo difference that a score means, to a tenth, as JSON prints it."""
    return plain_number(round(elo(score), 1))


def effort(tallies: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return calls and seconds a move; calls only where they are counted."""
    moves = sum(tally["moves"] for tally in tallies)
    calls = sum(tally["calls"] for tally in tallies)
    seconds = sum(tally["seconds"] for tally in tallies)
    return {
        "moves": moves,
        "calls_per_move": round(calls / moves, 1) if moves and calls else None,
        "seconds_per_move": round(seconds / moves, 6) if moves else None,
    }

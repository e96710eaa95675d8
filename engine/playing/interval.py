"""How sure one can be of a score: a 95 % interval, and the same in Elo.

The interval is Wilson's, which stays inside 0 and 1 and is honest about a match that was won from end to end. A
draw counts as half a game; a score with draws varies less than Wilson supposes, so that it is wide rather than
narrow. How many games it may count on is the other question:

- A game that is another one move for move tells nothing new, and versions without chance in them play many such.
  Only distinct games count.
- The two games of an opening, with sides swapped, may go together: an opening that one version cannot play is lost
  twice. Where the means of the pairs vary more than independent games would, there are that many games fewer, down
  to one a pair. Where they vary less, nothing is added.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log10, sqrt

NINETY_FIVE = 1.959963984540054
"""Standard deviations to either side of the mean that hold 95 % of a normal distribution."""


def wilson(score: float, games: float) -> tuple[float, float]:
    """Between which scores the true one is, with 95 % confidence (Wilson, 1927)."""
    z = NINETY_FIVE**2 / games
    middle = (score + z / 2) / (1 + z)
    reach = sqrt(score * (1 - score) * z + z * z / 4) / (1 + z)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def independent_games(scores: Sequence[float], pairs: Sequence[tuple[float, float]], distinct: int) -> float:
    """How many independent games a match is worth."""
    return max(1.0, distinct / shared(scores, pairs))


def shared(scores: Sequence[float], pairs: Sequence[tuple[float, float]]) -> float:
    """From 1, the two games of a pair have nothing to do with each other, to 2, they always end alike."""
    mean = sum(scores) / len(scores)
    if len(pairs) < 2:
        return 1.0
    variance = sum((score - mean) ** 2 for score in scores) / len(scores)
    of_pairs = sum(((one + other) / 2 - mean) ** 2 for one, other in pairs) / len(pairs)
    return shared_from(variance, of_pairs)


def shared_from(variance: float, of_pairs: float) -> float:
    """The same from the variance of the games and that of the means of the pairs."""
    return min(2.0, max(1.0, 2 * of_pairs / variance)) if variance > 1e-12 else 1.0


def elo(score: float) -> float:
    """The difference in Elo points that a score means: 400 points are odds of ten to one."""
    if score <= 0:
        return -inf
    return inf if score >= 1 else 400 * log10(score / (1 - score)) + 0.0

"""How sure one can be of a score."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import inf

import pytest
from plyscope.play.results import RunningResult, elo, wilson

from tests.engine.play.test_results import line


def test_wilson_against_published_numbers() -> None:
    """Newcombe, Statistics in Medicine 17 (1998), table I: the score method without continuity correction."""
    for hits, games, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611),
                                   (1, 29, 0.0061, 0.1718)):  # fmt: skip
        assert wilson(hits / games, games) == pytest.approx((low, high), abs=5e-5)


def test_elo() -> None:
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(0.25) == -elo(0.75)
    assert (elo(0), elo(1)) == (-inf, inf)


def interval(scores: Sequence[float], **same: str) -> tuple[float, float]:
    """Return the interval of games, two of each opening, all with the same moves on request."""
    standing = RunningResult({**line(number, score), **same} for number, score in enumerate(scores)).standings[-1]
    assert standing.score == pytest.approx(sum(scores) / len(scores))
    return standing.low, standing.high


def test_games_that_come_again_do_not_count() -> None:
    assert interval([1, 0] * 50, opening="o", moves="1") == wilson(0.5, 2)
    assert interval([1]) == wilson(1, 1)


def test_pairs_that_end_alike_count_once() -> None:
    assert interval([1, 1, 0, 0] * 20) == pytest.approx(wilson(0.5, 40))
    assert interval([1, 0] * 40) == wilson(0.5, 80), "where pairs vary less than games would, nothing is added"
    assert interval([1] * 80) == wilson(1, 80)


@pytest.mark.parametrize(
    ("win", "draw", "alike"), [(0.5, 0.0, 0.0), (0.8, 0.1, 0.0), (0.6, 0.1, 0.7), (0.97, 0.0, 0.3)]
)
def test_the_interval_holds_the_truth_in_about_95_of_100_matches(win: float, draw: float, alike: float) -> None:
    """Simulated matches of 100 games; with a share of pairs in which both games end alike."""
    rng = random.Random(1)
    truth, held, matches = win + draw / 2, 0, 600

    def game() -> float:
        drawn = rng.random()
        return 1.0 if drawn < win else 0.5 if drawn < win + draw else 0.0

    for _ in range(matches):
        scores: list[float] = []
        for _ in range(50):
            one = game()
            scores += (one, one if rng.random() < alike else game())
        low, high = interval(scores)
        held += low <= truth <= high
    assert held / matches > 0.93

"""The score of a match, game by game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import fmean, pvariance

import pytest
from plyscope.play.results import Line, RunningResult, facts, wilson

from tests.engine.play.test_results import MATCH, line


def interval_of(lines: Sequence[Line]) -> tuple[float, float]:
    """Return the interval as it is defined, from all games at once."""
    scores = {entry["number"]: float(entry["score"]) for entry in lines}
    mean, spread = fmean(scores.values()), pvariance(scores.values())
    pairs = [(scores[one], scores[one + 1]) for one in scores if one % 2 == 0 and one + 1 in scores]
    shared = 2 * fmean((fmean(pair) - mean) ** 2 for pair in pairs) / spread if len(pairs) > 1 and spread else 1
    distinct = len({(entry["opening"], entry["first"], entry["moves"]) for entry in lines})
    return wilson(mean, max(1, distinct / min(2, max(1, shared))))


def test_after_every_game_it_says_what_the_results_say() -> None:
    draw = random.Random(5)
    lines = [{**line(number, draw.choice((0, 0.5, 1, 1))), "moves": str(draw.randrange(6))} for number in range(60)]
    draw.shuffle(lines)
    course = RunningResult(lines)
    assert [one.games for one in course.standings] == list(range(1, 61))
    for standing in course.standings:
        found = facts(MATCH.header, lines[: standing.games])
        assert standing.score == pytest.approx(found["score"], abs=1e-6)
        assert (standing.low, standing.high) == pytest.approx(found["interval"], abs=1e-6)
        assert (standing.low, standing.high) == pytest.approx(interval_of(lines[: standing.games]))


def test_pairs_that_end_alike_count_for_less() -> None:
    alike = RunningResult(line(number, number // 2 % 2) for number in range(40)).standings[-1]
    apart = RunningResult(line(number, number % 2) for number in range(40)).standings[-1]
    assert alike.score == apart.score == 0.5
    assert alike.high - alike.low > 1.3 * (apart.high - apart.low)

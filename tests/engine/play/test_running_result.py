"""The score of a match, game by game."""

from __future__ import annotations

import random

import pytest
from plyscope.play.results import RunningResult, facts

from tests.engine.play.test_results import MATCH, line


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


def test_pairs_that_end_alike_count_for_less() -> None:
    alike = RunningResult(line(number, number // 2 % 2) for number in range(40)).standings[-1]
    apart = RunningResult(line(number, number % 2) for number in range(40)).standings[-1]
    assert alike.score == apart.score == 0.5
    assert alike.high - alike.low > 1.3 * (apart.high - apart.low)

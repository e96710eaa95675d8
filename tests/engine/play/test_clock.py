"""The clocks of a game."""

from __future__ import annotations

import pytest
from plyscope.model.position import FIRST, SECOND
from plyscope.play.game_session import Clock


class Time:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_one_clock_runs_at_a_time() -> None:
    time = Time()
    clock = Clock(now=time)
    clock.start(FIRST)
    time.now += 3
    assert (clock.spent(FIRST), clock.spent(SECOND), clock.running) == (3, 0, FIRST)
    clock.start(SECOND)
    time.now += 5
    clock.stop()
    time.now += 100
    assert (clock.spent(FIRST), clock.spent(SECOND), clock.running) == (3, 5, 0)
    assert clock.left(FIRST) is None
    assert not clock.has_fallen(FIRST)


def test_a_limit_runs_down() -> None:
    time = Time()
    clock = Clock(10, now=time)
    clock.set((4.0, 9.0))
    clock.start(SECOND)
    time.now += 0.5
    assert clock.left(FIRST) == 6
    assert clock.left(SECOND) == pytest.approx(0.5)
    time.now += 1
    assert clock.left(SECOND) == 0
    assert clock.has_fallen(SECOND)

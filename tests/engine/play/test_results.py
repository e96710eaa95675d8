"""What came of a match."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope.files.sources import load
from plyscope.play.match import prepare
from plyscope.play.results import facts

MATCH = prepare(load("connectfour:"), "tutorial-block", "tutorial-sum", 6, openings_named="random:3")


def line(number: int, score: float, failure: Any = None) -> dict[str, Any]:
    effort = {"moves": 10, "calls": 1000, "seconds": 0.5, "timeouts": number % 2}
    moves = f"1 2 {number}"
    return {"number": number, "opening": f"o{number // 2}", "first": "ab"[number % 2], "moves": moves, "score": score,
            "failure": failure, "a": effort, "b": {**effort, "calls": 0}}  # fmt: skip


def test_counted() -> None:
    crash = {"version": "b", "kind": "crash", "reason": "why", "move": 3}
    found = facts(MATCH.header, [line(3, 1, crash), line(0, 1), line(1, 0.5), line(2, 0)])
    assert (found["games"], found["wins"], found["draws"], found["losses"]) == (4, 2, 1, 1)
    assert (found["score"], found["complete"], found["wanted"], found["distinct"]) == (0.625, False, 6, 4)
    assert found["interval"][0] < 0.5 < 0.625 < found["interval"][1]
    assert found["elo"] == pytest.approx(88.7)
    assert found["failures"] == [{"game": 3, **crash}]
    assert found["timeouts"] == {"a": 2, "b": 2}
    assert found["effort"]["a"] == {"moves": 40, "calls_per_move": 100, "seconds_per_move": 0.05}
    assert found["effort"]["b"]["calls_per_move"] is None


def test_no_game_and_all_won() -> None:
    nothing = facts(MATCH.header, [])
    assert (nothing["games"], nothing["score"], nothing["interval"], nothing["elo"]) == (0, None, None, None)
    won = facts(MATCH.header, [line(number, 1) for number in range(6)])
    assert (won["score"], won["elo"], won["complete"]) == (1, "inf", True)
    assert 0.5 < won["interval"][0] < 1
    assert won["interval"][1] == 1

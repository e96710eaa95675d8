"""The games of a match as a table."""

from __future__ import annotations

import random
from typing import Any

import pytest
from plyscope_window.pages.match.games_table import GamesList, ending_text, short_position

from tests.engine.play.test_results import line

pytestmark = pytest.mark.qt


@pytest.fixture
def games(qtbot: Any) -> Any:
    made = GamesList()
    qtbot.addWidget(made)
    made.show()
    return made


def numbers(games: Any) -> list[int]:
    return [one["number"] for one in games.lines]


def test_games_come_in_any_order_and_stand_in_theirs(games: Any, qtmodeltester: Any) -> None:
    lines = [line(number, number % 3 / 2) for number in range(50)]
    random.Random(3).shuffle(lines)
    games.begin("connectfour", lines[:20])
    for one in lines[20:]:
        games.add(one)
    assert numbers(games) == list(range(50))
    qtmodeltester.check(games.table.rows)
    games.present()
    assert games.counted.text() == "50 of 50 games"


def test_the_chosen_game_stays_chosen_while_others_come_in(games: Any) -> None:
    chosen: list[int] = []
    games.chosen.connect(lambda one: chosen.append(one["number"]))
    games.begin("connectfour", [line(number, 1) for number in (4, 6)])
    games.go_to(6)
    games.add(line(5, 0))
    assert chosen == [6]
    assert games.table.currentIndex().row() == 2


def test_only_some_are_shown(games: Any) -> None:
    crash = {"version": "b", "kind": "crash", "reason": "line 3: oops", "move": 3}
    games.begin("connectfour", [line(0, 1), line(1, 0.5), line(2, 0), line(3, 1, crash)])
    for name, expected in (("a", [0, 3]), ("drawn", [1]), ("b", [2]), ("failed", [3]), ("all", [0, 1, 2, 3])):
        games.filter_choice.setCurrentIndex(games.filter_choice.findData(name))
        assert numbers(games) == expected
    games.filter_choice.setCurrentIndex(games.filter_choice.findData("b"))
    games.add(line(4, 1))
    assert numbers(games) == [2]
    games.go_to(4)
    assert numbers(games) == [0, 1, 2, 3, 4], "a row that was hidden is shown again"
    assert games.table.currentIndex().row() == 4


def test_why_a_game_has_ended() -> None:
    assert ending_text(line(0, 1), "connectfour") == "Red won on the board"
    assert ending_text(line(1, 1), "connectfour") == "Yellow won on the board"
    assert ending_text(line(1, 0), "tictactoe") == "X won on the board"
    assert ending_text(line(0, 0.5), "tictactoe") == "the board is full"
    for kind, words in (
        ("time", "A was too slow: why"), ("illegal", "A gave no legal move: why"), ("crash", "A failed: why"),
        ("memory", "A took too much memory: why"), ("of another version", "A failed: why"),
    ):  # fmt: skip
        failure = {"version": "a", "kind": kind, "reason": "why", "move": 1}
        assert ending_text(line(0, 0, failure), "hexline") == words


def test_empty_rows_of_a_large_board_are_left_out() -> None:
    assert short_position("......./......./......./......./R....../.Y.....") == "…/R....../.Y....."
    assert short_position("######/######/##..##/..####/###### 2") == "…/##..##/..####/###### 2"
    assert short_position("X../.../... o") == "X../.../... o"

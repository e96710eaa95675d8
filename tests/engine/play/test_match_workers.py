"""Matches that are played, in several processes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from plyscope.files.sources import load, read_text
from plyscope.messages import InputError
from plyscope.play import match_workers
from plyscope.play.match import Match, prepare
from plyscope.play.match_workers import Machine, MatchRun, play_game
from plyscope.play.played_game import PlayedGame
from plyscope.play.results import facts

from tests.engine.play.brains import BAD, GOOD, write

TIMES = ("seconds",)


def played(match: Match, jobs: int, before: list[dict[str, Any]] | None = None) -> list[dict[str, Any]]:
    lines = list(before or [])
    with MatchRun(match, lines, jobs) as run:
        while not run.is_done:
            line = run.poll(1)
            if line is not None:
                lines.append(line)
    return sorted(lines, key=lambda line: int(line["number"]))


def played_here(match: Match) -> list[dict[str, Any]]:
    """The same between searches, without any other process."""
    machines = {name: Machine(match.settings, name) for name in ("a", "b")}
    return [play_game(match.task(number), match.settings, machines) for number in range(match.games)]


def without_times(lines: list[dict[str, Any]]) -> str:
    return json.dumps([{**line, **{name: {**line[name], "seconds": 0} for name in ("a", "b")}} for line in lines])


@pytest.mark.full
def test_the_same_games_whatever_the_number_of_processes_and_wherever_one_was_interrupted() -> None:
    match = prepare(load("connectfour:"), "tutorial-block", "tutorial-random", 12, openings_named="random:2", seed=3)
    alone = played_here(match)
    assert [line["number"] for line in alone] == list(range(12))
    assert without_times(played(match, 3, alone[2:5])) == without_times(alone)


@pytest.mark.full
def test_every_game_is_legal_and_its_score_is_that_of_the_board() -> None:
    match = prepare(load("connectfour:5,4,4"), "tutorial-depth", "alphabeta:depth=3", 10, openings_named="random:2")
    for line in played(match, 2):
        ending = PlayedGame(read_text("connectfour", line["opening"]), line["moves"].split()).ending
        assert ending is not None
        of_first = {0: 0.5, 1: 1, 2: 0}[ending.winner]
        assert line["score"] == (of_first if line["first"] == "a" else 1 - of_first)
        assert line["a"]["moves"] + line["b"]["moves"] == len(line["moves"].split())
        assert line["a"]["calls"] > 0


@pytest.mark.spread(5, 3)
@pytest.mark.parametrize(
    ("function", "kind", "reason"),
    [
        ("crashes", "crash", "ZeroDivisionError"),
        ("illegal", "illegal", "99 is not a legal move"),
        ("exits", "crash", "status 3"),
        ("forges", "crash", "no answer"),
        ("loops", "time", "longer than 2 seconds"),
    ],
)
def test_whatever_a_file_does_the_match_goes_on(tmp_path: Path, function: str, kind: str, reason: str) -> None:
    bad, good = write(tmp_path, "bad", BAD), write(tmp_path, "good", GOOD)
    seconds = 2 if kind == "time" else 60
    match = prepare(load("tictactoe:"), f"{bad}:{function}", good, 2, seconds=seconds, timeouts=2)
    found = facts(match.header, played(match, 1))
    assert (found["wins"], found["draws"], found["losses"]) == (0, 0, 2)
    assert [failure["game"] for failure in found["failures"]] == [0, 1]
    for failure in found["failures"]:
        assert (failure["version"], failure["kind"]) == ("a", kind)
        assert reason in failure["reason"]
    assert found["timeouts"] == {"a": 4 if kind == "time" else 0, "b": 0}


@pytest.mark.full
def test_a_time_out_costs_a_random_move_and_not_yet_the_game(tmp_path: Path) -> None:
    slow = write(
        tmp_path,
        "slow",
        "import time\ndef choose(position):\n"
        "    if position.text.count('X') == 1: time.sleep(60)\n    return position.moves()[0]\n",
    )
    match = prepare(load("tictactoe:"), slow, "alphabeta", 2, seconds=3, timeouts=3)
    found = facts(match.header, played(match, 2))
    assert found["failures"] == []
    assert found["timeouts"]["a"] == 2
    assert found["games"] == 2


@pytest.mark.full
def test_processes_that_die_are_replaced_and_in_the_end_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    match = prepare(load("connectfour:"), "tutorial-block", "tutorial-random", 8, openings_named="random:2", seed=3)
    with MatchRun(match, [], 2) as run:
        lines = []
        while not run.is_done:
            line = run.poll(1)
            if line is not None:
                lines.append(line)
                if len(lines) == 1:
                    next(iter(run._busy)).process.kill()
    assert sorted(line["number"] for line in lines) == list(range(8))
    monkeypatch.setattr(match_workers, "do_tasks", int)
    with (
        MatchRun(match, [], 2) as run,
        pytest.raises(InputError, match="the processes fail: it failed"),
    ):
        played_on(run)


def played_on(run: MatchRun) -> None:
    while not run.is_done:
        run.poll(1)

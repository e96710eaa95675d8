"""The process that plays a match, and asks both versions."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from plyscope.files.journal import Journal
from plyscope.files.sources import load
from plyscope.play.match import prepare
from plyscope.play.match_file import load_match
from plyscope_window.pages.match.match_request import Settings, Wanted

from tests.engine.play.test_match_running import played, without_times
from tests.places import ROOT

SETTINGS = Settings("tictactoe", ".../.../...", "x", "alphabeta:depth=1", "alphabeta:depth=2", 12, "random:2", 3)
PREPARED = prepare(load("tictactoe:"), SETTINGS.a, SETTINGS.b, 12, openings_named="random:2", seed=3)


def child() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "plyscope_window.pages.match.match_process"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def answers(wanted: Wanted) -> list[dict[str, Any]]:
    with child() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(wanted.line)
        process.stdin.flush()
        said = [json.loads(line) for line in process.stdout.read().splitlines()]
        process.stdin.close()
    return said


def test_every_game_is_told_of_and_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    begun, *games, last = answers(Wanted(str(path), 2, SETTINGS))
    assert begun == {"begun": PREPARED.header, "left": 12}
    assert last == {"ended": True}
    lines = sorted((said["game"] for said in games), key=lambda line: int(line["number"]))
    assert lines == list(load_match(path).lines)
    assert without_times(lines) == without_times(played(PREPARED, 1))


def test_one_that_was_killed_is_gone_on_with_and_no_game_is_lost_or_played_twice(tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    with child() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(Wanted(str(path), 2, SETTINGS).line)
        process.stdin.flush()
        heard = [json.loads(process.stdout.readline()) for _ in range(4)]
        process.kill()
    before = load_match(path).lines
    assert all(said["game"] in before for said in heard[1:])
    begun, *games, _ = answers(Wanted(str(path), 2, known=len(before)))
    assert begun["left"] == 12 - len(before) == len(games)
    assert [line["number"] for line in load_match(path).lines] == list(range(12))


def test_games_that_the_window_does_not_know_yet_are_told_first(tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    with Journal(path, PREPARED.header) as journal:
        journal.add(*played(PREPARED, 2))
    said = answers(Wanted(str(path), 1, known=10))
    assert said[0]["left"] == 0
    assert [one["game"]["number"] for one in said[1:-1]] == [10, 11]


def test_it_stops_when_the_window_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    with child() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(Wanted(str(path), 1, Settings("tictactoe", "", "x", "notebook", "minimax", 10_000)).line)
        process.stdin.flush()
        process.stdout.readline()
        process.stdin.close()
        assert json.loads(process.stdout.read().splitlines()[-1]) == {"ended": True}
    assert len(load_match(path).lines) < 100


def test_both_are_asked_about_every_position(tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    with Journal(path, PREPARED.header) as journal:
        journal.add(*played(PREPARED, 2))
    said = answers(Wanted(str(path), 2, asks=True))
    different = [one["differs"] for one in said if "differs" in one]
    assert said[-2]["asked"] == said[-2]["of"] > len(different) > 0
    assert all(one["a"] != one["b"] for one in different)


def test_what_cannot_be_played_is_said(tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    path.write_text("something else\n")
    [said] = answers(Wanted(str(path), 1, SETTINGS))
    assert "something else" in said["error"]["pattern"]
    [said] = answers(Wanted(str(path), 1))
    assert "error" in said

"""Playing a match, and asking both versions, as work of a process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from plyscope.files.journal import Journal
from plyscope.files.sources import load
from plyscope.messages import InputError
from plyscope.play.match import prepare
from plyscope.play.match_file import load_match
from plyscope.processes import Child
from plyscope_window.pages.match.match_request import MatchRequest, Settings
from plyscope_window.pages.match.match_work import (
    Begun,
    Differs,
    GameOver,
    PositionsAnswered,
    ask_both,
    play_match,
)

from tests.children import ParentStub
from tests.engine.play.test_match_workers import played_here, without_times

SETTINGS = Settings("tictactoe", ".../.../...", "x", "alphabeta:depth=1", "alphabeta:depth=2", 12, "random:2", 3)
PREPARED = prepare(load("tictactoe:"), SETTINGS.a, SETTINGS.b, 12, openings_named="random:2", seed=3)


def sent(request: MatchRequest, until: Callable[[Any], bool] = lambda result: False) -> ParentStub:
    parent = ParentStub(until)
    play_match(request, parent)
    return parent


def test_settings_become_a_match() -> None:
    start = load("connectfour:4453", max="y")
    settings = Settings(
        "connectfour", start.fullest_text, "y", "alphabeta:depth=2", "minimax:depth=1", 4, "random:2", 7
    )
    match = settings.prepare()
    assert (match.start.text, match.start.max, match.seed, match.games) == (start.text, "y", 7, 4)


def test_every_game_is_sent_and_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    begun, *games = sent(MatchRequest(str(path), 2, SETTINGS)).results
    assert begun == Begun(PREPARED.header)
    lines = sorted((game.line for game in games), key=lambda line: int(line["number"]))
    assert lines == list(load_match(path).lines)
    assert without_times(lines) == without_times(played_here(PREPARED))


@pytest.mark.full
def test_one_that_was_killed_is_gone_on_with_and_no_game_is_lost_or_played_twice(tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    child, inbox = Child(), SimpleQueue[tuple[str, Any]]()
    child.begin(lambda *received: inbox.put(received), play_match, MatchRequest(str(path), 2, SETTINGS))
    first = [inbox.get(timeout=60)[1] for _ in range(4)]
    child.end()
    before = load_match(path).lines
    assert all(game.line in before for game in first[1:])
    _, *games = sent(MatchRequest(str(path), 2, known=len(before))).results
    assert len(games) == 12 - len(before)
    assert [line["number"] for line in load_match(path).lines] == list(range(12))


def test_games_that_the_window_does_not_know_yet_are_sent_first(tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    with Journal(path, PREPARED.header) as journal:
        journal.add(*played_here(PREPARED))
    parent = sent(MatchRequest(str(path), 1, known=10))
    assert [game.line["number"] for game in parent.of(GameOver)] == [10, 11]


def test_stopped_it_begins_no_further_game(tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    request = MatchRequest(str(path), 1, Settings("tictactoe", "", "x", "notebook", "minimax", 10_000))
    sent(request, until=lambda result: isinstance(result, GameOver))
    assert len(load_match(path).lines) == 1


def test_both_are_asked_about_every_position(tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    with Journal(path, PREPARED.header) as journal:
        journal.add(*played_here(PREPARED))
    parent = ParentStub()
    ask_both(MatchRequest(str(path), 2), parent)
    different = [one.answer for one in parent.of(Differs)]
    last = parent.of(PositionsAnswered)[-1]
    assert last.number == last.total > len(different) > 0
    assert all(one["a"] != one["b"] for one in different)


def test_what_cannot_be_played_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    path.write_text("something else\n")
    with pytest.raises(InputError, match="something else"):
        sent(MatchRequest(str(path), 1, SETTINGS))
    with pytest.raises(InputError):
        sent(MatchRequest(str(path), 1))

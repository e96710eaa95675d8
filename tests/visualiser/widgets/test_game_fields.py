"""The fields of a player: its text, and the depth that is part of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.files.sources import load
from plyscope.games import find_game, played_games
from plyscope.play.players import read_version
from plyscope_window.pages.play.play_form import SetupForm
from plyscope_window.widgets import questions
from plyscope_window.widgets.game_fields import WhoField, depth_of, player_description, preset_players, with_depth
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

pytestmark = pytest.mark.qt

PLAYED = [entry.name for entry in played_games()]


@pytest.mark.parametrize(
    ("who", "depth", "expected"),
    [
        ("tutorial-depth", 5, "tutorial-depth:depth=5"),
        ("tutorial-depth:depth=5", 0, "tutorial-depth"),
        ("alphabeta:order=center,depth=3,score=sooner", 4, "alphabeta:depth=4,order=center,score=sooner"),
    ],
)
def test_the_depth_is_part_of_the_player_text(who: str, depth: int, expected: str) -> None:
    assert with_depth(who, depth) == expected
    assert depth_of(expected) == depth


@pytest.mark.parametrize("game", PLAYED)
def test_every_offered_player_can_play_on_every_offered_board(game: str) -> None:
    for board in find_game(game).offered_boards:
        position = load(f"{game}:{board.text}{' 1' if board.is_random else ''}")
        for who in preset_players(game):
            read_version(who, position)
            assert player_description(who)


def test_player_and_depth_follow_each_other(qtbot: QtBot) -> None:
    field = WhoField("Red")
    qtbot.addWidget(field)
    field.offer("connectfour", "tutorial-depth")
    field.depth_box.setValue(2)
    assert field.who == "tutorial-depth:depth=2"
    field.set_who("alphabeta:depth=7")
    assert field.depth_box.value() == 7
    field.set_who("human")
    assert not field.depth_box.isEnabled()
    field.set_who("nobody")
    assert "nobody" in field.about.text()
    assert not field.depth_box.isEnabled()


@pytest.mark.parametrize(
    ("chosen", "who"), [("/a/brain.py", "/a/brain.py:choose"), ("/a/w.toml", "/a/w.toml"), (None, "human")]
)
def test_a_file_with_a_player_can_be_chosen(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, chosen: str | None, who: str
) -> None:
    monkeypatch.setattr(questions, "ask_file", lambda *_: None if chosen is None else Path(chosen))
    form = SetupForm()
    qtbot.addWidget(form)
    field = form.sides[1]
    field.set_who("human")
    (button,) = (one for one in field.findChildren(QToolButton) if one.text() == "File…")
    button.click()
    assert field.who == who

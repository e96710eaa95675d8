"""Commands that open the window."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope.cli.running import run
from plyscope.files.sources import samples_folder
from plyscope_window.app import commands
from plyscope_window.pages.play.play_page import PlayPage

pytestmark = [pytest.mark.qt, pytest.mark.own_window]


@pytest.fixture
def shown(window: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs a command whose window is the one of the test."""

    def show(sources: Any, then: Any = None) -> int:
        for source in sources:
            window.open_source(source)
        if then is not None:
            then(window)
        return 0

    monkeypatch.setattr(commands, "show_window", show)
    return lambda *arguments: run(commands.command_line, list(arguments))


def test_a_game_is_played_in_the_window(window: Any, shown: Any) -> None:
    assert shown("play", "connectfour:44", "--second", "tutorial-max:depth=2", "--seed", "7", "--window") == 0
    page = window.page
    assert isinstance(page, PlayPage)
    play = page.live.play
    assert [version.text for version in play.versions.values()] == ["human", "tutorial-max:depth=2"]
    assert (play.position.text.count("R"), play.position.text.count("Y")) == (1, 1)
    assert play.seed == 7
    assert page.headline.text() == "Red: your move"
    assert not page.is_asking


def test_a_saved_game_waits_in_the_window(window: Any, shown: Any) -> None:
    file = samples_folder() / "games" / "last-disc.plygame"
    assert shown("play", str(file), "--window") == 0
    assert window.page.path == file
    assert window.page.is_saved
    assert window.page.notes
    assert len(window.page.live.play.game.moves) == 41
    assert window.settings.recent[0] == file

"""Games in files: opened, dropped, found among the recent ones, and saved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from plyscope.files.sources import samples_folder
from plyscope.play.game_file import load_game
from plyscope_window.app.opening import open_dropped, show_start
from plyscope_window.pages.play.play_page import PlayPage
from plyscope_window.widgets import questions
from PySide6.QtCore import QMimeData, QUrl

from tests.visualiser.driving import settle

pytestmark = [pytest.mark.qt, pytest.mark.own_window]


GAME = samples_folder() / "games" / "last-disc.plygame"


def test_a_game_is_opened_dropped_and_found_among_the_recent_ones(window: Any) -> None:
    window.open_source(str(GAME))
    assert isinstance(window.page, PlayPage)
    window.close_tab()
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(GAME))])
    open_dropped(window, dropped)
    assert isinstance(window.page, PlayPage)
    window.close_tab()
    show_start(window)
    settle(window)
    [recent] = [file for file in window.page.recent.files if file.path == GAME]
    recent.click()
    page = window.page
    assert isinstance(page, PlayPage)
    assert page.live is not None
    assert len(page.live.play.game.moves) == 41
    assert "*.plygame" in questions.OPEN_PATTERNS
    assert "*.plymatch" in questions.OPEN_PATTERNS


def test_what_was_saved_is_opened_again(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    window.open_source(str(GAME))
    path = tmp_path / "mine.plygame"
    monkeypatch.setattr(questions, "ask_new_path", lambda *words: path)
    page = window.page
    assert page.live is not None
    page.live.take_back()
    settle(window)
    window.actions_by_key["save_as"].trigger()
    moves = page.live.play.game.moves
    assert load_game(path).game.moves == moves
    window.close_tab()
    window.open_source(str(path))
    assert window.page.live.play.game.moves == moves

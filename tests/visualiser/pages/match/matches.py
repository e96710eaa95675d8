"""Matches for tests: files of them, and a page of the real window that plays one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from plyscope.files.journal import Journal
from plyscope.files.sources import load
from plyscope.play.match import Match, prepare
from plyscope_window.pages.match.match_page import MatchPage

from tests.engine.play.test_match_workers import played_here
from tests.visualiser.driving import settle


def write_match(
    path: Path,
    a: str,
    b: str,
    games: int,
    *,
    keep: int | None = None,
    source: str = "tictactoe:",
    coordinates: str = "",
) -> Match:
    """A match in a file, or only its first games."""
    match = prepare(load(source).shown_in(coordinates), a, b, games, openings_named="random:2", seed=3)
    with Journal(path, match.header) as journal:
        journal.add(*played_here(match)[:keep])
    return match


def page_for(
    window: Any, path: Path, a: str, b: str, games: int, *, game: str = "tictactoe", jobs: int = 1
) -> MatchPage:
    """A page whose form has the settings of a match; one job starts the fewest processes."""
    window.actions_by_key["match"].trigger()
    page = window.page
    assert isinstance(page, MatchPage)
    page.form.start_field.game.setCurrentIndex(page.form.start_field.game.findData(game))
    page.form.versions["a"].set_who(a)
    page.form.versions["b"].set_who(b)
    page.form.games.setValue(games)
    page.form.plies.setValue(2)
    page.form.jobs.setValue(jobs)
    page.form.file.setText(str(path))
    return page


def until(qtbot: Any, condition: Any) -> None:
    qtbot.waitUntil(condition)


def opened(window: Any, qtbot: Any, path: Path) -> MatchPage:
    """The page of a file."""
    window.open_source(str(path))
    until(qtbot, lambda: isinstance(window.page, MatchPage) and window.page.live.has_match)
    settle(window)
    page = window.page
    assert isinstance(page, MatchPage)
    return page

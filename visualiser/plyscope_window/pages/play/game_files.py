"""Games in files, as the window opens and saves them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from plyscope.messages import InputError
from plyscope.play.game_file import ENDING, SavedGame, load_game, save_game, saved
from plyscope.play.players import PYTHON_FILE

from plyscope_window.widgets import questions
from plyscope_window.words import said, tr

if TYPE_CHECKING:
    from plyscope.play.game_session import Play

    from plyscope_window.app.main_window import MainWindow


def open_game(window: MainWindow, path: Path) -> None:
    """A saved game in a tab; somebody's Python file plays on only where the person says so."""
    try:
        found = load_game(path)
        play = play_of(window, found)
    except InputError as error:
        questions.tell(window, tr("This cannot be opened."), said(error.message))
        return
    from plyscope_window.pages.play.play_commands import show_game

    show_game(window, play, path, title=found.title or path.stem, notes=found.notes)


def play_of(window: MainWindow, found: SavedGame) -> Play:
    named = [who for who in (found.first, found.second) if PYTHON_FILE.fullmatch(who.strip())]
    if not named:
        return found.play()
    runs = questions.confirm(
        window,
        tr("This game names a Python file that would be run: {who}", who=", ".join(named)),
        tr("Run it only if you know what it does. Otherwise a person plays in its place."),
        tr("Run it"),
    )
    first, second = (who if runs or who not in named else "human" for who in (found.first, found.second))
    return found.play(first, second)


def save(window: MainWindow, play: Play, path: Path | None, *, title: str, notes: str) -> Path | None:
    """Writes the game; asks where to, if nobody has said. The path, or None where nothing was written."""
    if path is None:
        recent = window.settings.recent
        folder = recent[0].parent if recent else Path.home()
        proposed = folder / f"{play.position.game.name}{ENDING}"
        path = questions.path_for(
            window, tr("Save the game"), proposed, tr("Games ({patterns})", patterns=f"*{ENDING}")
        )
        if path is None:
            return None
    try:
        save_game(saved(play, title, notes), path, force=True)
    except InputError as error:
        questions.tell(window, tr("It could not be saved."), said(error.message))
        return None
    window.settings.add_recent(path)
    window.say(tr("Saved as {path}", path=str(path)))
    return path

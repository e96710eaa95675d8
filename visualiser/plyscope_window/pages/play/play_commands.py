"""The commands for games: begin one, open one from a file, show how a move was found, the tutorial's lab."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from plyscope.brains import TUTORIAL
from plyscope.games import GAMES
from plyscope.play.players import PYTHON_FILE

from plyscope_window.jobs.background import in_background
from plyscope_window.jobs.recovery import was_quick
from plyscope_window.pages.page import Host
from plyscope_window.widgets import questions
from plyscope_window.words import tr

if TYPE_CHECKING:
    from plyscope.model.position import Position
    from plyscope.model.trace import Trace
    from plyscope.play.decision import Decision
    from plyscope.play.game_file import SavedGame
    from plyscope.play.game_session import Play

    from plyscope_window.pages.play.lab import LabPage
    from plyscope_window.pages.play.play_page import PlayPage


def show_play(host: Host, game: str = "") -> PlayPage:
    """Open the form for a new game: of the named game, or else from the position in front; return its page."""
    from plyscope_window.pages.play.play_page import PlayPage

    page = PlayPage()
    position = None if game else position_in_front(host)
    if position is not None:
        page.setup.start_field.play_from(position)
    elif game:
        page.setup.start_field.choose(game)
    add_page(host, page)
    page.setup.sides[2].player.setFocus()
    return page


def show_game(host: Host, play: Play, path: Path | None = None, *, title: str = "", notes: str = "") -> PlayPage:
    """Open a game whose players are known; one from a file is paused until the user continues it. Return its page."""
    from plyscope_window.pages.play.play_page import PlayPage

    page = PlayPage()
    page.show_play(play, title=title, notes=notes, is_paused=path is not None)
    if path is not None:
        page.path, page.is_saved = path, True
        host.settings.add_recent(path)
    add_page(host, page)
    return page


def add_page(host: Host, page: PlayPage) -> None:
    """Show a page in a new tab, and connect it to the window."""
    from plyscope_window.pages.editor.editor_page import search_position

    page.folder = host.settings.folder
    page.search_requested.connect(lambda position: search_position(host, position))
    page.recording_requested.connect(lambda decision, title: open_decision(host, decision, title))
    host.add_page(page)
    page.setFocus()


def position_in_front(host: Host) -> Position | None:
    """Return the position in front, if a game can be played from it; else None."""
    position = host.page.position_to_play
    if position is None or position.is_over or not position.game.has_winner or position.game.name not in GAMES:
        return None
    return position


def open_game(host: Host, path: Path) -> None:
    """Open a saved game in a tab."""
    from plyscope.play.game_file import load_game

    def show() -> None:
        saved = load_game(path)
        show_game(host, playable_game(host, saved), path, title=saved.title or path.stem, notes=saved.notes)

    questions.succeeds(host, show, tr("This cannot be opened."))


def playable_game(host: Host, saved: SavedGame) -> Play:
    """Return a saved game to be played on. A Python file that it names runs only if the user agrees."""
    named = [who for who in (saved.first, saved.second) if PYTHON_FILE.fullmatch(who.strip())]
    if not named:
        return saved.play()
    runs = questions.confirm(
        host,
        tr("This game names a Python file that would be run: {who}", who=", ".join(named)),
        tr("Run it only if you know what it does. Otherwise a person plays in its place."),
        tr("Run it"),
    )
    first, second = (who if runs or who not in named else "human" for who in (saved.first, saved.second))
    return saved.play(first, second)


def open_decision(host: Host, decision: Decision, title: str) -> None:
    """Open the recording of one of the machine's moves, at its end, where the move is decided."""
    from plyscope_window.pages.trace_page import show_trace

    def show(trace: Trace) -> None:
        show_trace(host, trace, title, is_saved=was_quick(decision.seconds), at_end=True)

    in_background(lambda: decision.trace, show, questions.why_not(host, tr("This cannot be opened.")))


def show_lab(host: Host) -> LabPage:
    """Open the lab on the position in front if its brains play it, else on their own positions; return its page."""
    from plyscope_window.pages.compare.comparisons import compare
    from plyscope_window.pages.play.lab import LabPage
    from plyscope_window.pages.trace_page import show_trace

    position = position_in_front(host)
    fits = position is not None and position.game.name == TUTORIAL.game and position.side_to_move == TUTORIAL.plays
    given = position if fits else None
    for there in (host.page, *host.pages):
        if isinstance(there, LabPage) and (there is host.page or there.given == str(given or "")):
            host.show_page(there)
            return there
    page = LabPage(given)
    page.tree_requested.connect(lambda trace, title: show_trace(host, trace, title))
    page.comparison_requested.connect(lambda a, b: compare(host, a, b))
    host.add_page(page)
    page.setFocus()
    return page

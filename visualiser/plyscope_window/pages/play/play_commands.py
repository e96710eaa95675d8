"""What the window's commands do with games: begin one, open a decision, save, close."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from plyscope.brains import TUTORIAL
from plyscope.games import GAMES
from plyscope.messages import InputError
from PySide6.QtWidgets import QWidget

from plyscope_window.jobs.background import in_background
from plyscope_window.jobs.recovery import was_quick
from plyscope_window.pages.match import match_commands as matching
from plyscope_window.pages.pages import as_lab, as_match, as_play, as_user_code
from plyscope_window.pages.usercode.usercode_commands import may_end
from plyscope_window.widgets import questions
from plyscope_window.words import said, tr

if TYPE_CHECKING:
    from plyscope.model.position import Position
    from plyscope.model.trace import Trace
    from plyscope.play.deciding import Decision
    from plyscope.play.game_session import Play

    from plyscope_window.app.main_window import MainWindow
    from plyscope_window.pages.play.lab import LabPage
    from plyscope_window.pages.play.play_page import PlayPage


def show_play(window: MainWindow, game: str = "") -> PlayPage:
    """A page that asks who plays: a game by its name, or else from the position in front."""
    from plyscope_window.pages.play.play_page import PlayPage

    page = PlayPage()
    position = None if game else position_in_front(window)
    if position is not None:
        page.setup.play_from(position)
    elif game:
        page.setup.choose(game)
    add(window, page)
    page.setup.sides[2].word.setFocus()
    return page


def show_game(
    window: MainWindow, play: Play, path: Path | None = None, *, title: str = "", notes: str = ""
) -> PlayPage:
    """A game whose players are known; one out of a file waits until somebody wants it to go on."""
    from plyscope_window.pages.play.play_page import PlayPage

    page = PlayPage()
    page.show_play(play, title=title, notes=notes, is_paused=path is not None)
    if path is not None:
        page.path, page.is_saved = path, True
        window.settings.add_recent(path)
    add(window, page)
    return page


def position_in_front(window: MainWindow) -> Position | None:
    """The position that is edited, or that of the selected frame, where it is one that can be played on."""
    position = None
    if window.editor is not None:
        position = window.editor.position
    elif window.session is not None:
        position = window.session.trace.position_at(window.session.selected)
    return (
        position
        if position is not None and position.game.has_winner and position.game.name in GAMES and not position.is_over
        else None
    )


def add(window: MainWindow, page: PlayPage) -> None:
    """The page in a tab of its own."""
    page.title_changed.connect(lambda title: window.name_page(page, title))
    page.recording_asked.connect(lambda decision, title: open_decision(window, decision, title))
    page.save_asked.connect(lambda: save_page(window, page))
    window.add_page(page, page.title)
    page.setFocus()


def open_decision(window: MainWindow, decision: Decision, title: str) -> None:
    """The recording of one move of the machine, at its root."""

    def show(trace: Trace) -> None:
        from plyscope_window.session.session import Session

        session = Session(trace, title, None, window.documents)
        session.is_saved = was_quick(decision.seconds)
        window.documents.show_session(session)

    def refuse(error: InputError) -> None:
        questions.tell(window, tr("This cannot be opened."), said(error.message))

    in_background(lambda: decision.trace, show, refuse)


def show_lab(window: MainWindow) -> LabPage:
    """The tutorial's brains on the position in front, where they can play it, or on those that tell them apart."""
    from plyscope_window.pages.play.lab import LabPage

    position = position_in_front(window)
    fits = position is not None and position.game.name == TUTORIAL.game and position.side_to_move == TUTORIAL.plays
    given = position if fits else None
    for there in map(as_lab, [window.page, *window.pages]):
        if there is not None and (there is window.page or there.given == str(given or "")):
            window.show_page(there)
            return there
    page = LabPage(given)
    page.tree_asked.connect(lambda trace, title: show_trace(window, trace, title))
    page.comparison_asked.connect(window.comparisons.compare)
    window.add_page(page, tr("Tutorial lab"))
    page.setFocus()
    return page


def show_trace(window: MainWindow, trace: Trace, title: str) -> None:
    """A recording that can be made again at any time, at its root."""
    from plyscope_window.session.session import Session

    session = Session(trace, title, None, window.documents)
    session.is_saved = True
    window.documents.show_session(session)


# Saving and closing


def save(window: MainWindow) -> bool:
    page = as_play(window.page)
    return save_page(window, page) if page is not None else window.documents.save()


def save_as(window: MainWindow) -> bool:
    page = as_play(window.page)
    return save_page(window, page, anew=True) if page is not None else window.documents.save_as()


def save_page(window: MainWindow, page: PlayPage, *, anew: bool = False) -> bool:
    from plyscope_window.pages.play import game_files

    if page.play is None:
        return False
    path: Path | None = None if anew else page.path
    written = game_files.save(window, page.play, path, title=page.name, notes=page.notes)
    if written is None:
        return False
    page.path, page.is_saved = written, True
    window.name_page(page, page.title)
    return True


def may_close(window: MainWindow, page: QWidget) -> bool:
    """Asks where a game or a run would be lost; True where the page may go."""
    game, own = as_play(page), as_user_code(page)
    if own is not None:
        return may_end(window, own)
    if game is None:
        return matching.may_close(window, page) and window.documents.may_close(page)
    if game.is_saved or game.play is None:
        return True
    answer = questions.save_before_closing(window, game.title.rstrip(" *"))
    if answer == "save":
        window.show_page(game)
        return save_page(window, game)
    return answer == "discard"


def let_go(window: MainWindow, page: QWidget) -> None:
    """The page is closed: whoever works for it is ended."""
    for thinking in (as_play(page), as_lab(page), as_user_code(page), as_match(page)):
        if thinking is not None:
            thinking.end()
    window.documents.let_go(page)

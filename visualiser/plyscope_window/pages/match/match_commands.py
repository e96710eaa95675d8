"""What the window's commands do with matches: begin one, open a file, close."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from plyscope.messages import InputError
from PySide6.QtWidgets import QWidget

from plyscope_window.jobs.background import in_background
from plyscope_window.pages.pages import as_match
from plyscope_window.widgets import questions
from plyscope_window.words import said, tr

if TYPE_CHECKING:
    from plyscope.model.trace import Trace
    from plyscope.play.deciding import Decision
    from plyscope.play.match_file import SavedMatch

    from plyscope_window.app.main_window import MainWindow
    from plyscope_window.pages.match.match_page import MatchPage


def show_match(window: MainWindow) -> MatchPage:
    """A page that asks which versions are to play, from the position in front where there is one."""
    from plyscope_window.pages.play.play_commands import position_in_front

    page = new_page(window)
    position = position_in_front(window)
    if position is not None:
        page.play_from(position)
    window.add_page(page, page.title)
    page.setFocus()
    return page


def show_another(window: MainWindow, like: MatchPage) -> None:
    """A page that asks for a match, beginning with what another one was."""
    page = new_page(window)
    page.form.take_over(like.live.match.header)
    window.add_page(page, page.title)
    page.setFocus()


def new_page(window: MainWindow) -> MatchPage:
    from plyscope_window.pages.match.match_page import MatchPage
    from plyscope_window.pages.play.play_commands import open_decision

    recent = window.settings.recent
    page = MatchPage(recent[0].parent if recent else Path.home())
    page.title_changed.connect(lambda title: window.name_page(page, title))
    page.kept.connect(window.settings.add_recent)
    page.recording_asked.connect(lambda decision, title: open_decision(window, decision, title))
    page.comparison_asked.connect(lambda a, b: compare(window, a, b))
    page.another_asked.connect(lambda: show_another(window, page))
    page.told.connect(window.say)
    return page


def open_match(window: MainWindow, path: Path) -> None:
    """A match from its file, in a tab; the one there is, where it is open already. Reading it takes a while."""
    from plyscope.play.match_file import load_match

    path = path.absolute()
    there = page_of(window, path)
    if there is not None:
        window.show_page(there)
        return

    def show(saved: SavedMatch) -> None:
        page = new_page(window)
        window.add_page(page, path.stem)
        page.show_match(saved, path)
        window.statusBar().clearMessage()

    window.say(tr("Reading {path}…", path=str(path)))
    in_background(lambda: load_match(path), show, window.documents.cannot_be_opened)


def page_of(window: MainWindow, path: Path) -> MatchPage | None:
    """The page that shows a file."""
    for page in map(as_match, window.pages):
        if page is not None and page.live.path is not None and page.live.path.resolve() == path.resolve():
            return page
    return None


def compare(window: MainWindow, a: Decision, b: Decision) -> None:
    """The recordings of two decisions on one position, side by side."""

    def show(traces: tuple[Trace, Trace]) -> None:
        window.comparisons.compare(*traces)

    def refuse(error: InputError) -> None:
        questions.tell(window, tr("This cannot be opened."), said(error.message))

    in_background(lambda: (a.trace, b.trace), show, refuse)


def may_close(window: MainWindow, page: QWidget) -> bool:
    """Asks whether a match that is being played is to be stopped; its games are kept whatever the answer is."""
    match = as_match(page)
    if match is None or not match.live.is_playing or not match.live.is_there:
        return True
    return questions.confirm(
        window,
        tr("A match is still being played."),
        tr("Closing it stops the match. The games that are over are in {path}.", path=str(match.live.path)),
        tr("Stop the match"),
    )

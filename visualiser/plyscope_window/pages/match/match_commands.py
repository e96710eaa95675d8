"""The commands for matches: begin one, open a file, show how two versions decided on one position."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from plyscope_window.jobs.background import in_background
from plyscope_window.pages.page import Host
from plyscope_window.widgets import questions
from plyscope_window.words import tr

if TYPE_CHECKING:
    from plyscope.model.trace import Trace
    from plyscope.play.decision import Decision
    from plyscope.play.match_file import SavedMatch

    from plyscope_window.pages.match.match_page import MatchPage


def show_match(host: Host) -> MatchPage:
    """Open a match form, with the position in front if there is one; return its page."""
    from plyscope_window.pages.play.play_commands import position_in_front

    page = new_page(host)
    position = position_in_front(host)
    if position is not None:
        page.form.start_field.play_from(position)
    return add_page(host, page)


def show_another(host: Host, like: MatchPage) -> None:
    """Open a match form with the settings of another match."""
    page = new_page(host)
    page.form.fill_from_header(like.live.match.header)
    add_page(host, page)


def add_page(host: Host, page: MatchPage) -> MatchPage:
    """Show a match in a new tab, and give it the keyboard."""
    host.add_page(page)
    page.setFocus()
    return page


def new_page(host: Host) -> MatchPage:
    """Return a new match page, connected to the window."""
    from plyscope_window.pages.match.match_page import MatchPage
    from plyscope_window.pages.play.play_commands import open_decision

    page = MatchPage(host.settings.folder)
    page.recording_requested.connect(lambda decision, title: open_decision(host, decision, title))
    page.comparison_requested.connect(lambda a, b: compare_decisions(host, a, b))
    page.another_requested.connect(lambda: show_another(host, page))
    return page


def open_match(host: Host, path: Path) -> None:
    """Open a match file in a tab, or show the tab that has it. Reading it takes a while."""
    from plyscope.play.match_file import load_match

    path = path.absolute()
    there = page_of_file(host, path)
    if there is not None:
        host.show_page(there)
        return

    def show(saved: SavedMatch) -> None:
        page = new_page(host)
        host.add_page(page)
        page.live.show_saved(saved, path)
        host.say("")

    host.say(tr("Reading {path}…", path=str(path)))
    in_background(lambda: load_match(path), show, questions.why_not(host, tr("This cannot be opened.")))


def page_of_file(host: Host, path: Path) -> MatchPage | None:
    """Return the page that shows a match file; None for none."""
    from plyscope_window.pages.match.match_page import MatchPage

    for page in host.pages:
        if isinstance(page, MatchPage) and page.live.path is not None and page.live.path.resolve() == path.resolve():
            return page
    return None


def compare_decisions(host: Host, a: Decision, b: Decision) -> None:
    """Show the recordings of two decisions on one position side by side."""
    from plyscope_window.pages.compare.comparisons import compare

    def show(traces: tuple[Trace, Trace]) -> None:
        compare(host, *traces)

    in_background(lambda: (a.trace, b.trace), show, questions.why_not(host, tr("This cannot be opened.")))

"""The command that runs somebody's code again with the limit raised at which it has ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from visualiser.debugging.commands import no_own_code, page_of, show_origin
from visualiser.pages import as_own_code
from visualiser.words import tr

if TYPE_CHECKING:
    from engine.trace import Trace
    from engine.watching.running import Limits
    from visualiser.debugging.page import OwnCodePage
    from visualiser.main_window import MainWindow


def run_raised(window: MainWindow) -> None:
    """Runs it; of a recording from elsewhere it only shows what would run."""
    from visualiser.debugging.raising import raised

    trace, page = in_front(window)
    limits = None if trace is None else raised(trace, limits_of(trace, page))
    if trace is None or trace.own is None or limits is None:
        return
    if page is not None:
        window.show_page(page)
        page.run_within(limits)
        return
    show_origin(window, trace.own)
    page = as_own_code(window.page)
    if page is not None:
        page.form.show_limits(limits)


def in_front(window: MainWindow) -> tuple[Trace | None, OwnCodePage | None]:
    """The run that is looked at, and the page where it was begun, where that is still there."""
    page = as_own_code(window.page)
    if page is not None:
        return None if page.session is None else page.session.trace, page
    session = window.session
    if session is None or session.trace.own is None:
        return None, None
    return session.trace, page_of(window, session)


def limits_of(trace: Trace, page: OwnCodePage | None) -> Limits:
    from visualiser.debugging.raising import usual_limits

    return page.wanted.limits if page is not None and page.wanted is not None else usual_limits(trace)


def words(window: MainWindow) -> str:
    """What it would do just now."""
    trace, page = in_front(window)
    if trace is not None:
        from visualiser.debugging.raising import in_words

        found = in_words(trace, limits_of(trace, page))
        if found:
            return found
    return tr("Run it again with the limit raised at which it ended")


def no_more(window: MainWindow) -> str:
    """Why no limit can be raised; empty where one can."""
    reason = no_own_code(window)
    if reason:
        return reason
    trace, page = in_front(window)
    if trace is not None:
        from visualiser.debugging.raising import raised

        if raised(trace, limits_of(trace, page)) is not None:
            return ""
    return tr("It did not end at a limit that can be raised here.")

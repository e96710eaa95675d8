"""What the window's commands do with somebody's own code: open it, run it again, read it anew, hold it against ours.

The command that runs somebody's code again with the limit raised at which it has ended.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from plyscope.messages import InputError
from PySide6.QtWidgets import QToolBar

from plyscope_window.jobs.background import in_background
from plyscope_window.jobs.recovery import was_quick
from plyscope_window.pages.pages import as_canvas, as_comparison, as_user_code
from plyscope_window.widgets import questions
from plyscope_window.words import said, tr

if TYPE_CHECKING:
    from plyscope.model.roles import Proposal
    from plyscope.model.trace import Trace
    from plyscope.model.user_code import UserCode
    from plyscope.tracer.running import Limits

    from plyscope_window.app.main_window import MainWindow
    from plyscope_window.canvas.canvas import Canvas
    from plyscope_window.pages.usercode.summary_line import UserCodeBar
    from plyscope_window.pages.usercode.usercode_page import UserCodePage
    from plyscope_window.session.session import Session

STRIP = "own_code"
"""The name of the line above a recording of own code."""
LONGEST_TITLE = 40


def show_user_code(window: MainWindow, file: str = "") -> UserCodePage:
    """The page of a file; or the one where nothing has been chosen yet, or a new one."""
    from plyscope.tracer.source_text import resolve_file

    from plyscope_window.pages.usercode.usercode_page import UserCodePage

    wanted = resolve_file(file) if file else None
    there = [page for one in window.pages if (page := as_user_code(one)) is not None]
    page = next((one for one in there if one.path == wanted or one.path is None), None)
    if page is None:
        page = UserCodePage(window.settings, window.documents.recovery)
        connect(window, page)
        window.add_page(page, page.title)
    window.show_page(page)
    if wanted is not None and page.path != wanted:
        page.open_file(str(wanted))
        window.settings.add_recent(wanted)
    page.setFocus()
    return page


def connect(window: MainWindow, page: UserCodePage) -> None:
    page.title_changed.connect(lambda title: window.name_page(page, title))
    page.told.connect(window.say)
    page.open_asked.connect(lambda: ask_open(window))
    page.recorded.connect(lambda trace, seconds: show_recorded(window, page, trace, seconds))
    page.more_asked.connect(window.actions_by_key["run_raised"].trigger)
    page.recording_asked.connect(lambda: show_recording_of(window, page))


def ask_open(window: MainWindow) -> None:
    recent = window.settings.recent
    for path in questions.path_to_open(window, recent[0].parent if recent else Path.home()):
        window.documents.open_source(str(path))


# The recording of a run


def show_recorded(window: MainWindow, page: UserCodePage, trace: Trace, seconds: float) -> None:
    """In the tab of the run before, where nobody has kept that; at its end where it was cut short."""
    from plyscope.tracer.ending import ending

    from plyscope_window.session.session import Session

    assert page.running is not None
    session = Session(trace, title_of(trace), None, window.documents)
    session.is_saved = was_quick(seconds)
    if page.running.kept is not None:
        window.documents.recovery.adopt(session, page.running.kept)
    before = canvas_of(window, page.session)
    if before is not None and before.session.is_saved and before.session.path is None:
        window.documents.let_go(before)
        window.documents.show_session(session, instead_of=before)
    else:
        window.documents.show_session(session)
    page.show_session(session)
    if not trace.complete:
        session.act(lambda cursor: cursor.go(cursor.last_step))
    show_recording_of(window, page)
    window.say(said(ending(trace)))


def title_of(trace: Trace) -> str:
    user_code = trace.user_code
    call = user_code.call if len(user_code.call) <= LONGEST_TITLE else f"{user_code.call[: LONGEST_TITLE - 1]}…"
    return tr("{call} · {file}", call=call, file=Path(user_code.file).name)


def canvas_of(window: MainWindow, session: Session | None) -> Canvas | None:
    """The tab that shows a recording."""
    found = (canvas for page in window.pages if (canvas := as_canvas(page)) is not None)
    return next((canvas for canvas in found if canvas.session is session), None)


def show_recording_of(window: MainWindow, page: UserCodePage) -> None:
    canvas = canvas_of(window, page.session)
    if canvas is not None:
        window.show_page(canvas)
    else:
        window.say(tr("The recording of this run has been closed; it can be run again."))


def page_of(window: MainWindow, session: Session) -> UserCodePage | None:
    """The page that a recording was run on."""
    pages = (page for one in window.pages if (page := as_user_code(one)) is not None)
    return next((page for page in pages if page.session is session), None)


def run_again(window: MainWindow) -> None:
    """Runs what a person has seen will run; of a recording from elsewhere it only shows what would."""
    page = as_user_code(window.page)
    if page is None and window.session is not None:
        page = page_of(window, window.session)
        if page is None:
            show_origin(window, window.session.trace.user_code)
            return
        window.show_page(page)
    if page is not None:
        page.run()


def show_origin(window: MainWindow, user_code: UserCode) -> None:
    """The file that a recording was made of, with its call, to be looked at before it runs."""
    try:
        page = show_user_code(window, user_code.file)
    except InputError as error:
        window.say(said(error.message))
        return
    page.form.call.setText(user_code.call)
    window.say(tr("This is what would run: look at it before you do."))


# What a recording is taken for


def show_reading(window: MainWindow) -> None:
    """What the parameters mean, to be changed."""
    from plyscope_window.pages.usercode.roles_dialog import ReadingDialog

    session = window.session
    canvas = canvas_of(window, session)
    if session is None or canvas is None:
        return
    dialog = ReadingDialog(window, session.trace)
    if dialog.exec() == dialog.DialogCode.Accepted:
        read_anew(window, session, dialog.proposal)
    dialog.deleteLater()


def read_anew(window: MainWindow, session: Session, proposal: Proposal | None) -> None:
    """The same recording read another way, in the same tab at the same step; nothing is run again."""
    from plyscope.usercode.reading import applied, unread

    trace = session.trace
    in_background(
        lambda: unread(trace) if proposal is None else applied(trace, proposal),
        lambda made: show_instead(window, session, made),
        lambda error: questions.tell(window, tr("It cannot be read so."), said(error.message)),
    )


def show_instead(window: MainWindow, session: Session, trace: Trace) -> None:
    from plyscope_window.session.session import Session

    canvas = canvas_of(window, session)
    if canvas is None:
        return
    page, mode, step = page_of(window, session), canvas.mode, session.cursor.step
    made = Session(trace, session.title, None, window.documents)
    made.cursor.marks = replace(session.cursor.marks)
    made.is_saved = session.is_saved and session.path is None
    window.documents.recovery.release(session)
    window.documents.show_session(made, instead_of=canvas)
    made.begin_at(min(step, made.cursor.last_step))
    made.moved.emit()
    if not made.is_saved:
        window.documents.recovery.keep(made)
    shown = canvas_of(window, made)
    if shown is not None:
        shown.set_mode(mode)
    if page is not None:
        page.show_session(made)


def strip_of(window: MainWindow) -> UserCodeBar | None:
    return cast("UserCodeBar | None", window.findChild(QToolBar, STRIP))


def show_strip(window: MainWindow) -> None:
    """The line above the recording in front, where that is one of own code. It is made when it is needed first."""
    session, comparison = window.session, as_comparison(window.page)
    pair = None if comparison is None else comparison.pair
    traces = [session.trace] if session is not None else []
    traces += [pair.comparison.a, pair.comparison.b] if pair is not None else []
    is_wanted = not window.is_presenting and any(trace.origin.is_user_code for trace in traces)
    strip = strip_of(window)
    if strip is None and is_wanted:
        from plyscope_window.pages.usercode.summary_line import UserCodeBar

        strip = UserCodeBar(window.actions_by_key)
        window.addToolBarBreak()
        window.addToolBar(strip)
    if strip is not None:
        strip.setVisible(is_wanted)
        strip.attach(session if is_wanted else None, pair)


# Held against the reference


def compare_with_reference(window: MainWindow) -> None:
    """The person's own search beside ours on the same position."""
    from plyscope.usercode.reference_check import reference_position, to_be_compared

    session = window.session
    if session is None:
        return
    trace = session.trace
    try:
        position, (counted, asked) = reference_position(trace), to_be_compared(trace)
    except InputError as error:
        window.say(said(error.message))
        return
    if position is trace.position:
        window.comparisons.compare_with_search(counted, asked)
        return
    # Its moves are none of the game's, so that nothing but the results can be held against each other.
    recording = window.documents.record(position, asked)
    recording.finished.connect(lambda ours, _: tell_results(window, session, ours))


def tell_results(window: MainWindow, session: Session, ours: Trace) -> None:
    words = results_of(session.trace, ours)
    window.say(words)
    strip = strip_of(window)
    if strip is not None:
        strip.note(session, words)


def results_of(trace: Trace, ours: Trace) -> str:
    """What somebody's own search makes of a position, and what ours does."""
    from plyscope_window.pages.usercode.reference_text import same_or_not

    return tr(
        "{results} Its moves are none of the game’s, so that there is no laying call beside call.",
        results=same_or_not(trace, ours),
    )


# Why not


def no_user_code(window: MainWindow) -> str:
    """Why nothing can be run again."""
    if as_user_code(window.page) is not None:
        return ""
    reason = no_user_code_recording(window)
    if reason or window.session is None:
        return reason
    has_file = bool(window.session.trace.user_code.file)
    return "" if has_file else tr("Nobody knows which file this was.")


def no_user_code_recording(window: MainWindow) -> str:
    if window.session is None:
        return tr("No recording is open.")
    return "" if window.session.trace.origin.is_user_code else tr("This is no recording of somebody’s own code.")


def no_reading(window: MainWindow) -> str:
    """Why nobody can say what the parameters mean."""
    reason = no_user_code_recording(window)
    return reason or ("" if as_canvas(window.page) is not None else tr("It can be read anew in a tab of its own."))


def no_reference(window: MainWindow) -> str:
    reason = no_reading(window)
    if reason or window.session is None:
        return reason
    read = window.session.trace.user_code.proposal or {}
    has_boards = any("board" in mine.values() for mine in read.get("roles", {}).values())
    return "" if has_boards or read.get("game") else tr("It has no boards of a game that could be searched here.")


def may_end(window: MainWindow, page: UserCodePage) -> bool:
    """Asks where a run would be lost."""
    if page.running is None:
        return True
    return questions.confirm(
        window,
        tr("A program is still running."),
        tr("Closing it ends the program and throws away what has been recorded so far."),
        tr("End it"),
    )


def run_raised(window: MainWindow) -> None:
    """Runs it; of a recording from elsewhere it only shows what would run."""
    from plyscope_window.pages.usercode.raised_limits import raised

    trace, page = in_front(window)
    limits = None if trace is None else raised(trace, limits_of(trace, page))
    if trace is None or not trace.origin.is_user_code or limits is None:
        return
    if page is not None:
        window.show_page(page)
        page.run_within(limits)
        return
    show_origin(window, trace.user_code)
    page = as_user_code(window.page)
    if page is not None:
        page.form.show_limits(limits)


def in_front(window: MainWindow) -> tuple[Trace | None, UserCodePage | None]:
    """The run that is looked at, and the page where it was begun, where that is still there."""
    page = as_user_code(window.page)
    if page is not None:
        return None if page.session is None else page.session.trace, page
    session = window.session
    if session is None or not session.trace.origin.is_user_code:
        return None, None
    return session.trace, page_of(window, session)


def limits_of(trace: Trace, page: UserCodePage | None) -> Limits:
    from plyscope_window.pages.usercode.raised_limits import usual_limits

    return page.wanted.limits if page is not None and page.wanted is not None else usual_limits(trace)


def words(window: MainWindow) -> str:
    """What it would do just now."""
    trace, page = in_front(window)
    if trace is not None:
        from plyscope_window.pages.usercode.raised_limits import in_words

        found = in_words(trace, limits_of(trace, page))
        if found:
            return found
    return tr("Run it again with the limit raised at which it ended")


def no_more(window: MainWindow) -> str:
    """Why no limit can be raised; empty where one can."""
    reason = no_user_code(window)
    if reason:
        return reason
    trace, page = in_front(window)
    if trace is not None:
        from plyscope_window.pages.usercode.raised_limits import raised

        if raised(trace, limits_of(trace, page)) is not None:
            return ""
    return tr("It did not end at a limit that can be raised here.")

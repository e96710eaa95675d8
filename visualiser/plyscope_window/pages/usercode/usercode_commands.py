"""The commands for user code: open and run it, read its recording another way, compare it with a reference search."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from plyscope.messages import InputError
from PySide6.QtWidgets import QToolBar

from plyscope_window.jobs.background import in_background
from plyscope_window.pages.page import Host, Page
from plyscope_window.widgets import questions
from plyscope_window.words import count, localized, tr

if TYPE_CHECKING:
    from plyscope.model.trace import Trace
    from plyscope.model.user_code import UserCode
    from plyscope.tracer.starting import Limits

    from plyscope_window.jobs.recording_job import TraceJob
    from plyscope_window.pages.usercode.limits import Raised
    from plyscope_window.pages.usercode.requests import RunRequest
    from plyscope_window.pages.usercode.summary_line import UserCodeBar
    from plyscope_window.pages.usercode.usercode_page import UserCodePage
    from plyscope_window.session.session import Session

BAR = "own_code"
"""The object name of the bar above a recording of user code."""


def show_user_code(host: Host, file: str = "") -> UserCodePage:
    """Show a file's page: the one that has it, a blank or a new one; return it. A missing file raises InputError."""
    from plyscope.tracer.source_text import resolve_file

    from plyscope_window.pages.usercode.requests import CALL

    path = resolve_file(file) if file else None
    pages = (
        page
        for other_page in host.pages
        if (page := user_code_page(other_page)) is not None and page.form.path is not None
    )
    page = next((other_page for other_page in pages if other_page.form.path == path), None) or blank_page(host)
    if path is not None and page.form.path != path:
        page.show_file(CALL, str(path))
        host.settings.add_recent(path)
    page.setFocus()
    return page


def show_program(host: Host, file: str = "", text: str = "") -> UserCodePage:
    """Show what would run of a whole program: a file, a text, or what is still to be named; return the page."""
    from plyscope_window.pages.usercode.requests import FILE

    page = blank_page(host)
    if text:
        page.show_text(text)
    else:
        page.show_file(FILE, file)
    page.setFocus()
    return page


def blank_page(host: Host) -> UserCodePage:
    """Bring a page to the front on which nothing has been chosen or run, and return it."""
    from plyscope_window.pages.usercode.usercode_page import UserCodePage

    pages = (page for other_page in host.pages if (page := user_code_page(other_page)) is not None)
    page = next((other_page for other_page in pages if other_page.is_blank), None)
    if page is None:
        page = UserCodePage(host)
        host.add_page(page)
    host.show_page(page)
    return page


def user_code_page(page: Page) -> UserCodePage | None:
    """Return a page as one that runs user code, else None. Its module is loaded only where it does."""
    if not page.runs_code:
        return None
    from plyscope_window.pages.usercode.usercode_page import UserCodePage

    assert isinstance(page, UserCodePage)
    return page


def run_again(host: Host) -> None:
    """Run what a page shows; for a recording from a file it only shows what would run."""
    if not host.page.run_again() and host.session is not None:
        show_origin(host, host.session.trace.user_code)


def show_origin(host: Host, user_code: UserCode, limits: Limits | None = None) -> None:
    """Show the file and call of a recording, to be checked before they run."""
    try:
        page = show_user_code(host, user_code.file)
    except InputError as error:
        host.say(localized(error.message))
        return
    page.show_form()
    page.form.call.setText(user_code.call)
    if limits is not None:
        page.form.show_limits(limits)
    host.say(tr("This is what would run: check it before you run it."))


# The lines of one call


def record_lines(host: Host) -> None:
    """Run what is in front again, for the lines of the selected call and of those below it."""
    from plyscope_window.pages.usercode.usercode_work import LinesRequest, run_for_lines

    session = host.session
    if session is None or not session.trace.origin.is_user_code:
        return
    trace, frame = session.trace, session.inspected.frame
    run, number = repeatable_run(host, session)
    if run is None:
        return
    from plyscope.tracer.lines_again import call_at

    from plyscope_window.jobs.recording_job import TraceJob

    call = trace.user_code.label(frame)
    try:
        request = LinesRequest(run, number, call_at(trace, frame))
    except InputError as error:
        host.say(localized(error.message))
        return
    job = TraceJob(run_for_lines, host.recovery, host)
    job.finished.connect(lambda again, _: show_lines(host, session, frame, again, job))
    job.failed.connect(lambda message: show_lines_refusal(host, localized(message)))
    job.start(request, job.place(session.title))
    host.say(tr("It runs again, without input, for the lines of {call} …", call=call))


def repeatable_run(host: Host, session: Session) -> tuple[RunRequest | None, int]:
    """Return the request that made a recording, and its number there; say so if it cannot be repeated: (None, 0)."""
    page, number = page_and_number(host, session)
    if page is None:
        show_origin(host, session.trace.user_code)
    elif page.running is not None:
        host.say(tr("The program still runs."))
    elif page.had_input:
        host.say(tr("Something was typed into the program, so that it cannot be repeated exactly."))
    else:
        return page.request, number
    return None, 0


def page_and_number(host: Host, session: Session) -> tuple[UserCodePage | None, int]:
    """Return the page of the run that made a recording, and its number there; (None, 0) if it is from elsewhere."""
    for other_page in host.pages:
        page = user_code_page(other_page)
        number = None if page is None else page.number_of(session)
        if number is not None:
            return page, number
    return None, 0


def show_lines(host: Host, session: Session, frame: int, again: Trace, job: TraceJob) -> None:
    """Show the recording with its lines in place of the one without, if it has the same calls."""
    from plyscope.tracer.lines_again import refuse_other

    kept, job.kept = job.kept, None
    try:
        refuse_other(session.trace, again, frame)
    except InputError as error:
        show_lines_refusal(host, localized(error.message))
    else:
        replace_recording(host, session, again)
        host.say(tr("Lines recorded: {count}", count=count(len(again.user_code.tables.line_step))))
    if kept is not None:
        host.recovery.drop(kept)


def show_lines_refusal(host: Host, reason: str) -> None:
    """Show why the lines of a call are not recorded."""
    questions.warn(host, tr("The lines of this call are not recorded."), reason)


# How a recording is read


def show_reading(host: Host) -> None:
    """Bring the panel to the front in which the roles of parameters can be changed."""
    host.show_panel("meaning")


def read_with(host: Host, session: Session, given: dict[str, dict[str, str]]) -> None:
    """Show the recording read with roles that the user gives, and remember them for its functions."""
    from plyscope.usercode.given_roles import function_keys, remember_roles
    from plyscope.usercode.reading import as_plain_calls, read_as_search

    trace = session.trace
    remember_roles(function_keys(trace), given)
    in_background(
        lambda: read_as_search(as_plain_calls(trace), given),
        lambda made: replace_recording(host, session, made),
        questions.why_not(host, tr("It cannot be read in this way.")),
    )


def replace_recording(host: Host, session: Session, trace: Trace) -> None:
    """Show a recording read or recorded again where the one before is shown, with its marks and step."""
    from plyscope_window.pages.trace_page import page_showing, show_session
    from plyscope_window.session.session import Session

    (page, number), before = page_and_number(host, session), page_showing(host, session)
    if page is None and before is None:
        return
    new_session = Session(trace, session.title, None, host)
    new_session.cursor.marks = replace(session.cursor.marks)
    new_session.is_saved = session.is_saved and session.path is None
    step = session.cursor.step
    host.recovery.release(session)
    if page is not None:
        page.show_session(number, new_session)
    elif before is not None:
        show_session(host, new_session, instead_of=before).canvas.set_mode(before.canvas.mode)
    new_session.begin_at(min(step, new_session.cursor.last_step))
    new_session.moved.emit()
    if not new_session.is_saved:
        host.recovery.keep(new_session)


def user_code_bar(host: Host) -> UserCodeBar | None:
    """Return the bar above recordings of user code; None before it is made."""
    return cast("UserCodeBar | None", host.findChild(QToolBar, BAR))


def show_user_code_bar(host: Host) -> None:
    """Show the bar above the recording in front if it is one of user code. The bar is made on first use."""
    session, pair = host.session, host.page.pair
    traces = [session.trace] if session is not None else []
    traces += [pair.comparison.a, pair.comparison.b] if pair is not None else []
    is_shown = not host.is_presenting and any(trace.origin.is_user_code for trace in traces)
    bar = user_code_bar(host)
    if bar is None and is_shown:
        from plyscope_window.pages.usercode.summary_line import UserCodeBar

        bar = UserCodeBar(host.actions_by_key)
        host.addToolBarBreak()
        host.addToolBar(bar)
    if bar is not None:
        bar.setVisible(is_shown)
        bar.attach(session if is_shown else None, pair)


# Comparison with the reference search


def compare_with_reference(host: Host) -> None:
    """Compare the user's search with the reference search of the same position."""
    from plyscope.usercode.reference_check import reference_position, with_comparable_wins

    from plyscope_window.pages.compare.comparisons import compare_with_search
    from plyscope_window.pages.record.recording_page import record

    session = host.session
    if session is None:
        return
    trace = session.trace
    try:
        position, (counted, asked) = reference_position(trace), with_comparable_wins(trace)
    except InputError as error:
        host.say(localized(error.message))
        return
    if position is trace.position:
        compare_with_search(host, counted, asked)
        return
    # Some of its moves are illegal in the game, so only the results can be compared.
    recording = record(host, position, asked)
    recording.finished.connect(lambda ours, _: show_reference_results(host, session, ours))


def show_reference_results(host: Host, session: Session, ours: Trace) -> None:
    """Show the results beside those of the reference search, in the status bar and in the bar of the recording."""
    text = reference_results(session.trace, ours)
    host.say(text)
    bar = user_code_bar(host)
    if bar is not None:
        bar.note(session, text)


def reference_results(trace: Trace, ours: Trace) -> str:
    """Return the results of the user's search and of the reference search, as sentences."""
    from plyscope_window.pages.usercode.reference_text import results_text

    return tr(
        "{results} Some of its moves are illegal in the game, so single calls cannot be compared.",
        results=results_text(trace, ours),
    )


# A higher limit


def run_raised(host: Host) -> None:
    """Run it with the reached limit raised; for a recording from a file it only shows what would run."""
    more, page = raised_limits(host), user_code_page(host.page)
    if more is None or host.session is None:
        return
    if page is not None:
        page.run_within(more.limits)
    else:
        show_origin(host, host.session.trace.user_code, more.limits)


def raised_limits(host: Host) -> Raised | None:
    """Return the limits with the one raised at which the recording in front ended; None where it ended otherwise."""
    if host.session is None or not host.session.trace.origin.is_user_code:
        return None
    from plyscope_window.pages.usercode.limits import limits_of_file, raised_limits_of

    trace, page = host.session.trace, user_code_page(host.page)
    return raised_limits_of(
        trace, limits_of_file(trace) if page is None or page.request is None else page.request.limits
    )


def raised_action_text(host: Host) -> str:
    """Return the text of the action that raises a limit, for the recording in front."""
    more = raised_limits(host)
    return tr("Run it again with the limit raised at which it ended") if more is None else more.text

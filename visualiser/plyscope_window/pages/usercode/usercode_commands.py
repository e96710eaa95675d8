"""The commands for user code: open and run it, read its recording another way, compare it with a reference search."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from plyscope.messages import InputError
from PySide6.QtWidgets import QToolBar

from plyscope_window.jobs.background import in_background
from plyscope_window.jobs.recovery import was_quick
from plyscope_window.pages.page import Host, Page
from plyscope_window.widgets import questions
from plyscope_window.words import count, localized, tr

if TYPE_CHECKING:
    from plyscope.model.trace import Trace
    from plyscope.model.user_code import UserCode
    from plyscope.tracer.starting import Limits

    from plyscope_window.jobs.recording_job import TraceJob
    from plyscope_window.pages.usercode.program_page import ProgramPage
    from plyscope_window.pages.usercode.requests import ProgramRequest, RunRequest
    from plyscope_window.pages.usercode.summary_line import UserCodeBar
    from plyscope_window.pages.usercode.usercode_page import UserCodePage
    from plyscope_window.session.session import Session

BAR = "own_code"
"""The object name of the bar above a recording of user code."""


def show_user_code(host: Host, file: str = "") -> UserCodePage:
    """Show the page of a file: the one that has it, one without a file, or a new one."""
    from plyscope.tracer.source_text import resolve_file

    from plyscope_window.pages.usercode.usercode_page import UserCodePage

    request = resolve_file(file) if file else None
    there = (page for page in host.pages if isinstance(page, UserCodePage))
    page = next((one for one in there if one.path == request or one.path is None), None)
    if page is None:
        page = UserCodePage(host.settings, host.recovery)
        connect(host, page)
        host.add_page(page)
    host.show_page(page)
    if request is not None and page.path != request:
        page.open_file(str(request))
        host.settings.add_recent(request)
    page.setFocus()
    return page


def show_program(host: Host, file: str = "") -> ProgramPage:
    """Show the page that runs whole programs: one that has not run anything yet, or a new one."""
    from plyscope_window.pages.usercode.program_page import ProgramPage

    there = (page for page in host.pages if isinstance(page, ProgramPage))
    page = next((one for one in there if one.request is None), None)
    if page is None:
        page = ProgramPage(host)
        host.add_page(page)
    host.show_page(page)
    if file:
        page.show_file(Path(file))
    page.setFocus()
    return page


def connect(host: Host, page: UserCodePage) -> None:
    page.open_requested.connect(host.actions_by_key["open"].trigger)
    page.recorded.connect(lambda trace, seconds: show_recorded(host, page, trace, seconds))
    page.program_requested.connect(lambda: show_program(host, str(page.path or "")))
    page.raise_requested.connect(host.actions_by_key["run_raised"].trigger)
    page.recording_requested.connect(lambda: show_recording_of(host, page))


# The recording of a run


def show_recorded(host: Host, page: UserCodePage, trace: Trace, seconds: float) -> None:
    """Show a recording in the tab of the previous run, unless that was saved; an incomplete one at its last step."""
    from plyscope.tracer.ending import ending

    from plyscope_window.pages.trace_page import page_of, show_session, title_of_call
    from plyscope_window.session.session import Session

    assert page.running is not None
    session = Session(trace, title_of_call(trace.user_code), None, host)
    session.is_saved = was_quick(seconds)
    if page.running.kept is not None:
        host.recovery.adopt(session, page.running.kept)
    before = page_of(host, page.last_run)
    if before is not None and (not before.is_saved or before.session.path is not None):
        before = None
    if before is not None:
        before.close()
    show_session(host, session, instead_of=before)
    page.keep_run(session)
    if not trace.complete:
        session.act(lambda cursor: cursor.go(cursor.last_step))
    show_recording_of(host, page)
    host.say(localized(ending(trace)))


def show_recording_of(host: Host, page: UserCodePage) -> None:
    from plyscope_window.pages.trace_page import page_of

    there = page_of(host, page.last_run)
    if there is not None:
        host.show_page(there)
    else:
        host.say(tr("The recording of this run has been closed; it can be run again."))


def program_in(page: Page) -> UserCodePage | None:
    """The page if it runs calls of a file, else None. Its module is loaded only if it runs user code."""
    if not page.runs_code:
        return None
    from plyscope_window.pages.usercode.usercode_page import UserCodePage

    return page if isinstance(page, UserCodePage) else None


def program_of(host: Host, session: Session) -> UserCodePage | None:
    """The page that a recording was run on."""
    pages = (program for page in host.pages if (program := program_in(page)) is not None)
    return next((page for page in pages if page.last_run is session), None)


def run_again(host: Host) -> None:
    """Run what a page shows; for a recording from a file it only shows what would run."""
    if host.page.run_again() or host.session is None:
        return
    page = program_of(host, host.session)
    if page is None:
        show_origin(host, host.session.trace.user_code)
        return
    host.show_page(page)
    page.run()


def show_origin(host: Host, user_code: UserCode) -> None:
    """Show the file and call of a recording, to be checked before they run."""
    try:
        page = show_user_code(host, user_code.file)
    except InputError as error:
        host.say(localized(error.message))
        return
    page.form.call.setText(user_code.call)
    host.say(tr("This is what would run: check it before you run it."))


# The lines of one call


def record_lines(host: Host) -> None:
    """Run what is in front again, for the lines of the selected call and of those below it."""
    from plyscope_window.pages.usercode.usercode_work import LinesRequest, run_for_lines

    session = host.session
    if session is None or not session.trace.origin.is_user_code:
        return
    trace, frame = session.trace, session.inspected.frame
    run, number = run_of(host, session)
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
    job.failed.connect(lambda message: say_no_lines(host, localized(message)))
    job.start(request, job.place(session.title))
    host.say(tr("It runs again, without input, for the lines of {call} …", call=call))


def run_of(host: Host, session: Session) -> tuple[RunRequest | ProgramRequest | None, int]:
    """What made a recording, and its number there; where that cannot be repeated, it is said."""
    from plyscope_window.pages.usercode.program_page import ProgramPage

    for one in host.pages:
        number = one.number_of(session) if isinstance(one, ProgramPage) else None
        if number is not None and isinstance(one, ProgramPage):
            if one.had_input or one.running is not None:
                host.say(
                    tr("The program still runs.")
                    if one.running is not None
                    else tr("Something was typed into the program, so that it cannot be repeated exactly.")
                )
                return None, 0
            return one.request, number
    page = program_of(host, session)
    if page is not None and page.request is not None:
        return page.request, 1
    show_origin(host, session.trace.user_code)
    return None, 0


def show_lines(host: Host, session: Session, frame: int, again: Trace, job: TraceJob) -> None:
    """Show the recording with its lines in place of the one without, if it has the same calls."""
    from plyscope.tracer.lines_again import refuse_other

    kept, job.kept = job.kept, None
    try:
        refuse_other(session.trace, again, frame)
    except InputError as error:
        say_no_lines(host, localized(error.message))
    else:
        show_instead(host, session, again)
        host.say(tr("Lines recorded: {count}", count=count(len(again.user_code.tables.line_step))))
    if kept is not None:
        host.recovery.drop(kept)


def say_no_lines(host: Host, reason: str) -> None:
    questions.warn(host, tr("The lines of this call are not recorded."), reason)


# How a recording is read


def show_reading(host: Host) -> None:
    """Bring the panel to the front in which the roles of parameters can be changed."""
    host.show_panel("meaning")


def read_with(host: Host, session: Session, given: dict[str, dict[str, str]]) -> None:
    """Show the recording read with roles that the user gives, and remember them for its functions."""
    from plyscope.usercode.given_roles import keys_of, remember
    from plyscope.usercode.reading import as_plain_calls, read_as_search

    trace = session.trace
    remember(keys_of(trace), given)
    in_background(
        lambda: read_as_search(as_plain_calls(trace), given),
        lambda made: show_instead(host, session, made),
        lambda error: questions.warn(host, tr("It cannot be read in this way."), localized(error.message)),
    )


def show_instead(host: Host, session: Session, trace: Trace) -> None:
    from plyscope_window.pages.trace_page import page_of, show_session
    from plyscope_window.session.session import Session

    if show_in_list(host, session, trace):
        return
    before = page_of(host, session)
    if before is None:
        return
    program, mode, step = program_of(host, session), before.canvas.mode, session.cursor.step
    made = Session(trace, session.title, None, host)
    made.cursor.marks = replace(session.cursor.marks)
    made.is_saved = session.is_saved and session.path is None
    host.recovery.release(session)
    shown = show_session(host, made, instead_of=before)
    made.begin_at(min(step, made.cursor.last_step))
    made.moved.emit()
    if not made.is_saved:
        host.recovery.keep(made)
    shown.canvas.set_mode(mode)
    if program is not None:
        program.keep_run(made)


def show_in_list(host: Host, session: Session, trace: Trace) -> bool:
    """Show a recording of a program read another way, in its place in the list; False if it is none."""
    from plyscope_window.pages.usercode.program_page import ProgramPage
    from plyscope_window.session.session import Session

    for page in host.pages:
        number = page.number_of(session) if isinstance(page, ProgramPage) else None
        if number is None or not isinstance(page, ProgramPage):
            continue
        made = Session(trace, session.title, None, host)
        made.cursor.marks = replace(session.cursor.marks)
        made.is_saved = False
        step = session.cursor.step
        host.recovery.release(session)
        page.show_session(number, made)
        made.begin_at(min(step, made.cursor.last_step))
        made.moved.emit()
        host.recovery.keep(made)
        return True
    return False


def user_code_bar(host: Host) -> UserCodeBar | None:
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
    recording.finished.connect(lambda ours, _: show_results(host, session, ours))


def show_results(host: Host, session: Session, ours: Trace) -> None:
    text = reference_results(session.trace, ours)
    host.say(text)
    bar = user_code_bar(host)
    if bar is not None:
        bar.note(session, text)


def reference_results(trace: Trace, ours: Trace) -> str:
    """The results of the user's search and of the reference search."""
    from plyscope_window.pages.usercode.reference_text import results_text

    return tr(
        "{results} Some of its moves are illegal in the game, so single calls cannot be compared.",
        results=results_text(trace, ours),
    )


# A higher limit


def run_raised(host: Host) -> None:
    """Run it with the reached limit raised; for a recording from a file it only shows what would run."""
    from plyscope_window.pages.usercode.limits import raised

    trace, page = in_front(host)
    limits = None if trace is None else raised(trace, limits_of(trace, page))
    if trace is None or not trace.origin.is_user_code or limits is None:
        return
    if page is not None:
        host.show_page(page)
        page.run_within(limits)
        return
    show_origin(host, trace.user_code)
    page = program_in(host.page)
    if page is not None:
        page.form.show_limits(limits)


def in_front(host: Host) -> tuple[Trace | None, UserCodePage | None]:
    """The recording in front, and the page that ran it if that is still open."""
    page = program_in(host.page)
    if page is not None:
        return None if page.last_run is None else page.last_run.trace, page
    session = host.session
    if session is None or not session.trace.origin.is_user_code:
        return None, None
    return session.trace, program_of(host, session)


def limits_of(trace: Trace, page: UserCodePage | None) -> Limits:
    from plyscope_window.pages.usercode.limits import known_limits

    return page.request.limits if page is not None and page.request is not None else known_limits(trace)


def raise_label(host: Host) -> str:
    """The label of the command for the recording in front."""
    trace, page = in_front(host)
    if trace is not None:
        from plyscope_window.pages.usercode.limits import raise_text

        found = raise_text(trace, limits_of(trace, page))
        if found:
            return found
    return tr("Run it again with the limit raised at which it ended")


def can_raise_limit(host: Host) -> bool:
    """Whether the run in front ended at a limit that can be raised."""
    trace, page = in_front(host)
    if trace is None:
        return False
    from plyscope_window.pages.usercode.limits import raised

    return raised(trace, limits_of(trace, page)) is not None

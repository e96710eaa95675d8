"""The page of a whole program: what will run, and while it runs the recordings that it makes, its output and input.

Each recording is shown as in a tab of its own, with all panels. New ones are added to the list; what is selected stays
selected.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from time import perf_counter

from plyscope.messages import InputError, Message
from plyscope.model.roles import Proposal
from plyscope.model.trace import Trace
from plyscope.model.user_code import Ended
from plyscope.tracer.ending import with_unread
from plyscope.usercode.given_roles import roles_of
from plyscope.usercode.reading import as_plain_calls, read_as_search
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QSplitter,
    QStackedWidget,
    QWidget,
)

from plyscope_window.canvas.canvas import Canvas
from plyscope_window.jobs.background import Answer, in_background
from plyscope_window.jobs.recording_job import opened
from plyscope_window.jobs.recovery import MIN_KEPT_SECONDS, Kept
from plyscope_window.look.icons import icon
from plyscope_window.pages.page import Host, Page
from plyscope_window.pages.trace_page import TracePage, file_name, forget_session, lay_out, title_of
from plyscope_window.pages.usercode.decisions import DecisionList
from plyscope_window.pages.usercode.program_form import ProgramForm
from plyscope_window.pages.usercode.program_run import InputBar, ProgramRun
from plyscope_window.pages.usercode.program_work import Decision, Dropped, ProgramEnded, SessionProgress, Started
from plyscope_window.pages.usercode.progress import PrintedText, breakable
from plyscope_window.pages.usercode.requests import FILE, PROGRAMS, TEXT, ProgramRequest
from plyscope_window.session.session import Session
from plyscope_window.widgets import questions
from plyscope_window.widgets.controls import Button
from plyscope_window.widgets.labels import Label, OneLine
from plyscope_window.widgets.layouts import column_layout
from plyscope_window.words import count, localized, tr

SECOND_MS = 1000
LIST_WIDTH = 270
NARROW_WIDTH = 780
"""Pixels of width below which the buttons have no text."""
LONG_LINE = 300
"""Characters of the last printed line that are examined for a question."""


def time_text(seconds: float) -> str:
    """A time as people say it: 14 s, 2 min 14 s."""
    minutes, rest = divmod(int(seconds), 60)
    return (
        tr("{minutes} min {seconds} s", minutes=minutes, seconds=rest) if minutes else tr("{seconds} s", seconds=rest)
    )


def ended_text(ended: Ended) -> str:
    """How a program ended."""
    if ended.how == "returned":
        return tr("ended")
    if ended.how == "interrupted":
        return tr("stopped")
    if ended.how == "killed":
        return tr("ended: {reason}", reason=ended.text)
    if ended.how == "exit":
        return tr("ended by itself: {reason}", reason=ended.text.removeprefix("SystemExit: "))
    if ended.line:
        return tr("ended with {reason} (line {line})", reason=ended.text, line=ended.line)
    return tr("ended with {reason}", reason=ended.text)


def opened_with_roles(path: Path) -> Trace:
    """Open a recording; read it again if the user has given other roles since it was made. Called in another thread."""
    trace = opened(path)
    proposal = Proposal.read(trace.user_code)
    before: Mapping[str, Mapping[str, str]] = {} if proposal is None else proposal.given
    given = roles_of(trace)
    return trace if given == before else read_as_search(as_plain_calls(trace), given)


class ProgramPage(Page):
    """One program: its form, and its last run."""

    runs_code = True
    has_list = True

    def __init__(self, host: Host) -> None:
        super().__init__()
        self.host = host
        self.request: ProgramRequest | None = None
        """The request of the last run."""
        self.running: ProgramRun | None = None
        self.current: TracePage | None = None
        """The recording that is shown."""
        self.shown: dict[int, TracePage] = {}
        """The recordings that were opened, by their numbers."""
        self.kept: dict[int, Kept] = {}
        """Where recordings that were not opened yet are kept."""
        self._is_repeatable = True
        """Whether the last run is quickly repeated, so that nothing is lost with its recordings."""
        self.had_input = False
        """Whether something was typed in the last run, which then cannot be repeated."""
        self._opening: Answer | None = None
        self._began = 0.0
        self._last_line = ""
        self._calls = 0
        self.form, self.list, self.input = ProgramForm(), DecisionList(), InputBar()
        self.printed = PrintedText()
        self.clock = QTimer(self, interval=SECOND_MS)
        self.clock.timeout.connect(self._tell_time)
        self._lay_out()
        self._connect()
        self.form.show_request(ProgramRequest())
        self.setFocusProxy(self.form.target)

    # Widgets

    def _lay_out(self) -> None:
        start = QWidget()
        start_layout = column_layout(start, margin=0, spacing=0)
        title = Label(tr("Run a program"), 18, bold=True)
        title.setContentsMargins(24, 12, 16, 8)
        start_layout.addWidget(title)
        start_layout.addWidget(self.form, 1)
        self.start_view, self.run_view = start, QWidget()
        self.hint = Label("", 13, quiet=True, wrapped=True)
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.canvases, self.hint_area = QStackedWidget(), QWidget()
        column_layout(self.hint_area, margin=32).addWidget(self.hint)
        self.canvases.addWidget(self.hint_area)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self._list_column())
        self.splitter.addWidget(self.canvases)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([LIST_WIDTH, 900])
        run_layout = column_layout(self.run_view, margin=0, spacing=0)
        run_layout.addLayout(self._head())
        run_layout.addWidget(self.splitter, 1)
        run_layout.addWidget(self.input)
        self.parts = QStackedWidget()
        self.parts.addWidget(start)
        self.parts.addWidget(self.run_view)
        column_layout(self, margin=0).addWidget(self.parts)

    def _head(self) -> QHBoxLayout:
        """The line above: the program, how it runs, for how long, and the buttons."""
        self.heading, self.about = Label("", 15, bold=True), OneLine(quiet=True, cut=Qt.TextElideMode.ElideMiddle)
        self.state = OneLine()
        self.stop_button = Button(tr("Sto&p"), self.stop)
        self.again = Button(tr("Run a&gain"), self.run_again)
        self.change = Button(tr("Ch&ange…"), self.show_form)
        self.save_button = Button(tr("Save…"), self.save)
        layout = QHBoxLayout()
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(8)
        layout.addWidget(self.heading)
        layout.addWidget(self.about, 3)
        self.state.setAlignment(Qt.AlignmentFlag.AlignTrailing)
        layout.addWidget(self.state, 2)
        for button, picture, help_text in (
            (self.stop_button, "pause", tr("Ends the program and keeps what was recorded")),
            (self.again, "run", tr("Runs the program once more, and begins a new list (F7)")),
            (self.change, "edit", tr("Another program, other arguments, another Python")),
            (self.save_button, "save", tr("Saves the selected recording by itself")),
        ):
            button.setIcon(icon(picture))
            button.setToolTip(help_text)
            layout.addWidget(button)
        return layout

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the buttons show their icons alone."""
        super().resizeEvent(event)
        is_narrow = self.width() < NARROW_WIDTH
        styles = Qt.ToolButtonStyle
        style = styles.ToolButtonIconOnly if is_narrow else styles.ToolButtonTextBesideIcon
        for button in (self.stop_button, self.again, self.change, self.save_button):
            button.setToolButtonStyle(style)

    def _list_column(self) -> QWidget:
        """The list of recordings, and below it what the program printed."""
        self.count = Label("0", 13, bold=True)
        title = QLabel(tr("Recorded &decisions"))
        title.setBuddy(self.list)
        head = QHBoxLayout()
        head.setContentsMargins(12, 6, 12, 6)
        head.addWidget(title, 1)
        head.addWidget(self.count)
        above, below = QWidget(), QWidget()
        above_layout = column_layout(above, margin=0, spacing=0)
        above_layout.addLayout(head)
        self.not_kept = Label("", 11, quiet=True, wrapped=True)
        self.not_kept.setContentsMargins(12, 0, 12, 4)
        self.not_kept.hide()
        above_layout.addWidget(self.not_kept)
        above_layout.addWidget(self.list, 1)
        below_layout = column_layout(below, margin=0, spacing=4)
        below_layout.setContentsMargins(12, 6, 12, 8)
        printed_title = QLabel(tr("What the program print&ed"))
        printed_title.setBuddy(self.printed)
        below_layout.addWidget(printed_title)
        below_layout.addWidget(self.printed, 1)
        both = QSplitter(Qt.Orientation.Vertical)
        both.setChildrenCollapsible(False)
        both.addWidget(above)
        both.addWidget(below)
        both.setStretchFactor(0, 3)
        both.setStretchFactor(1, 1)
        both.setSizes([420, 200])
        return both

    def _connect(self) -> None:
        self.form.run_requested.connect(self.run)
        self.form.back.clicked.connect(lambda: self._show_part(self.run_view))
        self.list.selected.connect(self.open_recording)
        self.input.sent.connect(self._send)
        self.input.input_ended.connect(self._end_input)

    # What the window asks

    @property
    def title(self) -> str:
        name = "" if self.request is None else self.request.name or tr("pasted text")
        return tr("Program: {name}", name=name) if name else tr("Run a program")

    @property
    def origin(self) -> str:
        return "" if self.request is None or self.request.kind == TEXT else self.request.target

    @property
    def session(self) -> Session | None:
        return self.current.session if self.current is not None and self._is_run_shown else None

    @property
    def canvas(self) -> Canvas | None:
        return self.current.canvas if self.current is not None and self._is_run_shown else None

    @property
    def _is_run_shown(self) -> bool:
        return self.parts.currentWidget() is self.run_view

    def record_or_run(self) -> None:
        if self.current is not None:
            self.current.record_or_run()

    @property
    def unsaved(self) -> list[int]:
        """The recordings that would be lost."""
        if self._is_repeatable and self.running is None:
            return []
        return [row.decision.number for row in self.list.decisions.rows if row.decision.path and not row.is_saved]

    @property
    def is_saved(self) -> bool:
        return not self.unsaved

    def save(self, *, to_new_file: bool = False) -> bool:
        """Save the selected recording to a file of its own."""
        number = self.list.number
        if self.current is None or number is None or self.shown.get(number) is not self.current:
            self.message.emit(tr("No recording is selected."))
            return False
        is_saved = self.current.save(to_new_file=to_new_file)
        self._mark_saved(number, is_saved)
        return is_saved

    def _mark_saved(self, number: int, is_saved: bool) -> None:
        place = self.list.decisions.place_of(number)
        if is_saved and place >= 0:
            self.list.decisions.rows[place].is_saved = True
            self.list.viewport().update()

    def may_close(self) -> bool:
        if self.running is not None and not questions.confirm(
            self, tr("The program is still running."), tr("Closing the tab ends it."), tr("End it")
        ):
            return False
        return self.may_discard()

    def may_discard(self) -> bool:
        """Ask what becomes of recordings that are not saved; True if the list may go."""
        unsaved = self.unsaved
        if not unsaved:
            return True
        title = tr("{count} recordings of {name}", count=len(unsaved), name=self.title)
        answer = questions.save_before_closing(self, title)
        if answer == "save":
            self.front_requested.emit()
            return self.save_all()
        return answer == "discard"

    def save_all(self) -> bool:
        """Save all recordings that are not saved, into a folder that the user chooses."""
        folder = questions.ask_folder(self, tr("The folder for the recordings"), Path.home())
        if folder is None:
            return False
        stem = file_name(Path(self.request.name).stem if self.request is not None and self.request.name else "program")
        for place, row in enumerate(self.list.decisions.rows, 1):
            number = row.decision.number
            if number not in self.unsaved:
                continue
            target = folder / f"{stem}-{place}.plytrace"
            if target.exists() and not questions.confirm(
                self, tr("{name} exists already.", name=target.name), tr("Replace it?"), tr("Replace")
            ):
                return False
            try:
                self._copy(number, target)
            except (InputError, OSError) as error:
                questions.warn(self, tr("It could not be saved."), str(error))
                return False
            self._mark_saved(number, True)
        return True

    def _copy(self, number: int, target: Path) -> None:
        from plyscope.files.trace_file import save_trace

        if number in self.shown:
            session = self.shown[number].session
            save_trace(session.trace, target, force=True, marks=session.cursor.marks)
            session.saved_as(target)
        else:
            shutil.copyfile(self.kept[number].path, target)

    def close(self) -> bool:
        self.clock.stop()
        self._clear()
        return super().close()

    def detach(self) -> None:
        for page in self.shown.values():
            page.detach()
        self.shown = {}
        self.current = None

    # Running

    def show_form(self) -> None:
        """Show the form again; a run in progress goes on."""
        if self.request is not None:
            self.form.show_request(self.request)
        self.form.back.setVisible(self.request is not None)
        self._show_part(self.start_view)
        self.form.target.setFocus()

    def show_file(self, path: Path) -> None:
        """Show what would run for a file, as it was run last."""
        self.form.show_request(PROGRAMS.find(self.host.settings, (FILE, str(path))) or ProgramRequest(FILE, str(path)))

    def show_text(self, text: str) -> None:
        """Show what would run for a text, which is no file."""
        self.form.show_request(ProgramRequest(TEXT, text))

    def _show_part(self, part: QWidget) -> None:
        self.parts.setCurrentWidget(part)
        self.setFocusProxy(self.form.target if part is self.start_view else self.input.line)
        self._turn()

    def run_again(self) -> bool:
        """Run the program of the last run once more."""
        if self.request is None or not self._is_run_shown:
            self.run()
        else:
            self._start(self.request)
        return True

    def run(self) -> None:
        """Run what the form shows."""
        request = self.form.request_shown
        if request is None:
            self.form.check()
            return
        self._start(request)

    def _start(self, request: ProgramRequest) -> None:
        if self.running is not None:
            self.message.emit(tr("It is running already."))
            return
        if not self.may_discard():
            return
        self._clear()
        self.request = request
        PROGRAMS.add(self.host.settings, request)
        running = self.running = ProgramRun(self.host.recovery)
        running.started.connect(self._begin)
        running.progressed.connect(self._progress)
        running.decided.connect(self._take)
        running.dropped.connect(self._drop)
        running.ended.connect(self._finish)
        running.failed.connect(self._fail)
        self._began, self._calls, self._last_line = perf_counter(), 0, ""
        self.heading.setText(request.name or tr("pasted text"))
        self.about.say("")
        self.printed.begin()
        self.input.begin()
        self.list.decisions.say_next(tr("The next one appears here when the program decides"))
        self.hint.setText(tr("What the program decides is shown here as soon as it calls a recursive function."))
        self._enable()
        self.clock.start()
        self._tell_time()
        self._show_part(self.run_view)
        self.input.line.setFocus()
        self.title_changed.emit(self.title)
        running.run(request)

    def stop(self) -> None:
        """End the program and keep its recordings."""
        if self.running is not None:
            self.stop_button.setEnabled(False)
            self.state.say(tr("stopping…"), is_problem=False)
            self.clock.stop()
            self.running.stop()

    def _enable(self) -> None:
        is_running = self.running is not None
        self.stop_button.setEnabled(is_running)
        self.again.setEnabled(not is_running)
        self.change.setEnabled(not is_running)
        self.save_button.setEnabled(self.current is not None)

    def _tell_time(self) -> None:
        text = tr("running, {time}", time=time_text(perf_counter() - self._began))
        self.state.say(text, is_problem=False)

    def _begin(self, started: Started) -> None:
        self.about.say(tr("run as a program on {python}", python=started.python))
        if started.magics:
            self.message.emit(
                tr("Not run, since only IPython understands it: {parts}", parts="; ".join(started.magics))
            )

    def _progress(self, now: SessionProgress) -> None:
        if now.printed:
            self.printed.add(now.printed)
            self._last_line = (self._last_line + now.printed).rpartition("\n")[2][-LONG_LINE:]
        self.input.show_question(self._last_line, is_waiting=now.is_waiting)
        self._calls = now.calls

    def _send(self, text: str) -> None:
        if self.running is not None:
            self.running.type(text)
            self.printed.add(text)
            self._last_line = ""
            self.input.show_question("", is_waiting=None)

    def _end_input(self) -> None:
        if self.running is not None:
            self.running.end_input()

    def _finish(self, ended: ProgramEnded) -> None:
        running = self._end_run()
        self.had_input = running.has_input
        self._is_repeatable = not running.has_input and ended.seconds < MIN_KEPT_SECONDS
        if self._is_repeatable:
            for kept in self.kept.values():
                self.host.recovery.recorded(kept, kept.path, 0.0)
        is_well = ended.ended.how in ("returned", "interrupted", "exit")
        text = tr("{ended} after {time}", ended=ended_text(ended.ended), time=time_text(ended.seconds))
        if ended.log_ended is not None:
            text = tr(
                "{ended}; from some time on nothing was recorded: {reason}",
                ended=text,
                reason=localized(ended.log_ended),
            )
        if ended.ended.unread:
            text = localized(with_unread(Message("{ended}.", ended=text), ended.ended.unread))
        self.state.say(text, is_problem=not is_well or ended.log_ended is not None)
        if not self.list.decisions.rows:
            self.hint.setText(
                tr("No function of the program’s own files has called itself, so there is no recording.")
                if ended.calls
                else tr("The program has called no recursive function of its own files, so nothing was recorded.")
            )
        else:
            rows = self.list.decisions.rows
            self.message.emit(
                tr("Recorded decisions: {count} · calls: {calls}", calls=count(self._calls), count=count(len(rows)))
            )

    def _fail(self, message: Message) -> None:
        self._end_run()
        self._is_repeatable = True
        self.state.say(tr("failed"), is_problem=True)
        if not self.list.decisions.rows:
            self.hint.setText(breakable(localized(message)))
        self.message.emit(localized(message))

    def _end_run(self) -> ProgramRun:
        running, self.running = self.running, None
        assert running is not None
        running.deleteLater()
        self.clock.stop()
        self.list.decisions.say_next("")
        self.input.finish()
        self._enable()
        return running

    # The list

    def _take(self, one: Decision) -> None:
        place = self.list.decisions.place_of(one.number)
        known = self.list.decisions.rows[place].decision if place >= 0 else None
        if one.path and known is not None and known.path:
            one = one._replace(path=known.path)  # it has been moved already, and more is known of it now
        elif one.path:
            one = self._keep(one)
        self.list.decisions.put(one)
        self.count.setText(count(len(self.list.decisions.rows)))
        if one.path and (self.list.number in (None, one.number)) and self.current is None:
            # The first recording is selected; later ones never change the selection.
            self._keeping_keyboard(lambda: self.list.select(one.number))
            self.open_recording(one.number)

    def _keep(self, one: Decision) -> Decision:
        """Move a recording to where it is found after a crash."""
        kept = self.host.recovery.place(one.call)
        try:
            shutil.move(one.path, kept.path)
        except OSError as error:
            self.host.recovery.drop(kept)
            return one._replace(path="", problem=Message("{reason}", reason=error.strerror or str(error)))
        # While a program runs, it is not known whether running it again would make the same decisions.
        self.host.recovery.recorded(kept, kept.path, max(one.seconds, MIN_KEPT_SECONDS))
        self.kept[one.number] = kept
        return one._replace(path=str(kept.path))

    def _drop(self, dropped: Dropped) -> None:
        """Remove recordings that are not kept, but never the one that is shown."""
        for number in dropped.numbers:
            if number in self.shown or number == self.list.number:
                continue
            kept = self.kept.pop(number, None)
            if kept is not None:
                self.host.recovery.drop(kept)
            self.list.decisions.remove(number)
        self.count.setText(count(len(self.list.decisions.rows)))
        self.not_kept.setText(tr("Shorter calls that are not kept: {count}", count=count(dropped.not_kept)))
        self.not_kept.setVisible(dropped.not_kept > 0)

    def open_recording(self, number: int) -> None:
        """Show a recording of the list."""
        if self._opening is not None:
            self._opening.cancel()
            self._opening = None
        if number in self.shown:
            self._show_page(self.shown[number])
            return
        place = self.list.decisions.place_of(number)
        if place < 0:
            return
        one = self.list.decisions.rows[place].decision
        if not one.path:
            if one.problem is not None:
                self.hint.setText(breakable(localized(one.problem)))
            elif one.ended is None:
                self.hint.setText(tr("This call is not over yet. It is shown here when it has returned."))
            else:
                self.hint.setText(tr("Making the recording…"))
            self._show_page(None)
            return
        path = Path(one.path)
        self._opening = in_background(
            lambda: opened_with_roles(path), lambda trace: self._show_opened(number, trace), self._refuse_to_open
        )

    def _refuse_to_open(self, error: InputError) -> None:
        self._opening = None
        self.hint.setText(breakable(localized(error.message)))
        self._show_page(None)

    def _show_opened(self, number: int, trace: Trace) -> None:
        self._opening = None
        session = Session(trace, title_of(trace, None), None, self.host)
        session.is_saved = False
        kept = self.kept.pop(number, None)
        if kept is not None:
            self.host.recovery.adopt(session, kept)
        self.show_session(number, session)

    def show_session(self, number: int, session: Session) -> None:
        """Show the session of a recording, in place of another one if it is read in another way."""
        before = self.shown.get(number)
        page = self.shown[number] = TracePage(self.host, session)
        page.message.connect(self.message)
        page.file_used.connect(self.file_used)
        page.front_requested.connect(self.front_requested)
        self.canvases.addWidget(page)
        lay_out(session)
        if not session.trace.complete:
            session.act(lambda cursor: cursor.go(cursor.last_step))
        self._show_page(page)
        if before is not None:
            self._remove_page(before)

    def number_of(self, session: Session) -> int | None:
        """The number of the recording that a session shows; None if it is none of this page."""
        return next((number for number, page in self.shown.items() if page.session is session), None)

    def _show_page(self, page: TracePage | None) -> None:
        if page is not self.current and self.current is not None and page is not None:
            page.canvas.set_mode(self.current.canvas.mode)
        self.current = page
        self.canvases.setCurrentWidget(page or self.hint_area)
        self._enable()
        self._turn()

    def _turn(self) -> None:
        """Have the panels show the recording; the keyboard stays in the list or in the input line."""
        if self.host.page is self:
            self._keeping_keyboard(self.host.turn)

    def _keeping_keyboard(self, act: Callable[[], object]) -> None:
        keyboard = QApplication.focusWidget()
        act()
        if keyboard in (self.list, self.input.line) and keyboard is not None:
            keyboard.setFocus()

    def _remove_page(self, page: TracePage) -> None:
        self.canvases.removeWidget(page)
        page.detach()
        page.deleteLater()

    def _clear(self) -> None:
        """End what runs, and remove all recordings of the last run."""
        running, self.running = self.running, None
        if running is not None:
            running.abandon()
            running.deleteLater()
        if self._opening is not None:
            self._opening.cancel()
            self._opening = None
        pages, self.shown, self.current = list(self.shown.values()), {}, None
        self.list.decisions.clear()
        self.canvases.setCurrentWidget(self.hint_area)
        self._turn()
        for page in pages:
            forget_session(self.host, page.session)
            self._remove_page(page)
        for kept in self.kept.values():
            self.host.recovery.drop(kept)
        self.kept = {}
        self.count.setText("0")
        self.not_kept.hide()

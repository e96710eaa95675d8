"""The page that runs user code: a call of a function, or a whole program.

A file is chosen, what will run is shown, and while it runs its recordings appear, with what it prints. A program lists
them, and each is shown as in a tab of its own, with all panels: new ones are added to the list, and what is selected
stays selected. A call has one, and no list.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from plyscope.messages import InputError, Message
from plyscope.model.marks import Marks
from plyscope.model.position import Position
from plyscope.model.roles import Proposal
from plyscope.model.trace import Trace
from plyscope.model.user_code import Ended
from plyscope.tracer.ending import ending, with_unread
from plyscope.tracer.starting import Limits
from plyscope.usercode.given_roles import roles_of
from plyscope.usercode.reading import as_plain_calls, read_as_search
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QWidget,
)

from plyscope_window.canvas.canvas import Canvas
from plyscope_window.jobs.background import Answer, in_background, later
from plyscope_window.jobs.recording_job import opened
from plyscope_window.jobs.recovery import MIN_KEPT_SECONDS, Kept
from plyscope_window.look.icons import icon
from plyscope_window.pages.page import Host, Page
from plyscope_window.pages.trace_page import TracePage, file_stem, forget_session, lay_out, recording_title
from plyscope_window.pages.usercode.chooser import Chooser
from plyscope_window.pages.usercode.decisions import DecisionList
from plyscope_window.pages.usercode.limits import usual_limits
from plyscope_window.pages.usercode.printed import PrintedText, breakable
from plyscope_window.pages.usercode.requests import (
    CALL,
    CALLS_KEY,
    TEXT,
    RunRequest,
    last_request,
    last_requests,
    remember_request,
)
from plyscope_window.pages.usercode.usercode_form import UserCodeForm
from plyscope_window.pages.usercode.usercode_run import InputBar, UserCodeRun
from plyscope_window.pages.usercode.usercode_work import Decision, Dropped, RunEnded, RunProgress, Started
from plyscope_window.session.session import Session
from plyscope_window.widgets import questions
from plyscope_window.widgets.controls import Button, push_button
from plyscope_window.widgets.labels import Label, OneLine
from plyscope_window.widgets.layouts import STRETCH, column_layout, row_layout, splitter, stacked, widget_with
from plyscope_window.words import count, localized, tr

SECOND_MS = 1000
"""Milliseconds between two updates of the time."""
LIST_WIDTH = 270
"""The width of the list, in pixels."""
NARROW_WIDTH = 780
"""Pixels of width below which the buttons have no text."""
LONG_LINE = 300
"""The most characters of the last printed line that are examined for a question."""


def time_text(seconds: float) -> str:
    """Return a time as people say it: 14 s, 2 min 14 s."""
    minutes, rest = divmod(int(seconds), 60)
    return (
        tr("{minutes} min {seconds} s", minutes=minutes, seconds=rest) if minutes else tr("{seconds} s", seconds=rest)
    )


def ended_text(ended: Ended) -> str:
    """Return how a program ended, in words."""
    if ended.how == "returned":
        return tr("ended")
    if ended.how == "interrupted":
        return tr("stopped")
    if ended.how == "limit":
        return tr("ended at a limit")
    if ended.how == "killed":
        return tr("ended: {reason}", reason=ended.text)
    if ended.how == "exit":
        reason = ended.text.removeprefix("SystemExit").removeprefix(": ")
        if reason.isdecimal():
            return tr("ended by itself with exit status {status}", status=reason)
        return tr("ended by itself: {reason}", reason=reason) if reason else tr("ended by itself")
    if ended.line:
        return tr("ended with {reason} (line {line})", reason=ended.text, line=ended.line)
    return tr("ended with {reason}", reason=ended.text)


def opened_with_roles(path: Path) -> Trace:
    """Return a recording from a file, read again if the user has given other roles. Called in another thread."""
    trace = opened(path)
    proposal = Proposal.read(trace.user_code)
    before: Mapping[str, Mapping[str, str]] = {} if proposal is None else proposal.given
    given = roles_of(trace)
    return trace if given == before else read_as_search(as_plain_calls(trace), given)


class UserCodePage(Page):
    """The page of user code: what runs, and its last run."""

    runs_code = True

    def __init__(self, host: Host) -> None:
        super().__init__()
        self.host = host
        self.request: RunRequest | None = None
        """The request of the last run."""
        self.running: UserCodeRun | None = None
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
        self._ended: RunEnded | None = None
        self._began = 0.0
        self._last_line = ""
        self._calls = 0
        self._coordinates = ""
        self._is_bare = False
        self.chooser, self.form, self.list, self.input = Chooser(), UserCodeForm(), DecisionList(), InputBar()
        self.printed = PrintedText()
        self.clock = later(self, self._show_time, SECOND_MS, repeats=True)
        self._lay_out()
        self._connect()
        self.form.show_request(RunRequest(CALL, limits=usual_limits(host.settings)))
        self.show_chooser()

    # Widgets

    def _lay_out(self) -> None:
        self.others = push_button(tr("Sam&ples and recent files"), self.show_chooser)
        self.choose = push_button(
            tr("Choose a fil&e…"), lambda: self.host.actions_by_key["open"].trigger(),
            tr("A Python file; one can be dropped on the window, too"), "open",
        )  # fmt: skip
        title_line = row_layout(
            Label(tr("Your code"), 18, bold=True), STRETCH, self.others, self.choose, margins=(24, 12, 16, 8),
            spacing=12,
        )  # fmt: skip
        self.starts = stacked(self.chooser, self.form)
        self.start_view = widget_with(column_layout(title_line, (self.starts, 1), spacing=0))
        self.hint = Label("", 13, quiet=True, wrapped=True)
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hint_area = widget_with(column_layout(self.hint, margins=32))
        self.canvases = stacked(self.hint_area)
        self.head, self.column = self._make_head(), self._make_list_column()
        run = splitter((self.column, self.canvases), (LIST_WIDTH, 900), grows=1)
        self.run_view = widget_with(column_layout(self.head, (run, 1), self.input, spacing=0))
        self.parts = stacked(self.start_view, self.run_view)
        self.setLayout(column_layout(self.parts))

    def _make_head(self) -> QWidget:
        """Return the line above: the program, how it runs, for how long, and the buttons."""
        self.heading, self.about = Label("", 15, bold=True), OneLine(quiet=True, cut=Qt.TextElideMode.ElideMiddle)
        self.state = OneLine()
        self.stop_button = Button(tr("Sto&p"), self.stop)
        self.again = Button(tr("Run a&gain"), self.run_again)
        self.change = Button(tr("Ch&ange…"), self.show_form)
        self.save_button = Button(tr("Save…"), self.save)
        self.state.setAlignment(Qt.AlignmentFlag.AlignTrailing)
        for button, picture, help_text in (
            (self.stop_button, "pause", tr("Ends the program and keeps what was recorded")),
            (self.again, "run", tr("Runs it once more, in place of this run (F7)")),
            (self.change, "edit", tr("Another call or program, other arguments, another Python, other limits")),
            (self.save_button, "save", tr("Saves the recording that is shown")),
        ):
            button.setIcon(icon(picture))
            button.setToolTip(help_text)
        return widget_with(row_layout(
            self.heading, (self.about, 3), (self.state, 2), self.stop_button, self.again, self.change, self.save_button,
            margins=(12, 8, 12, 8), spacing=8,
        ))  # fmt: skip

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the buttons show their icons alone."""
        super().resizeEvent(event)
        is_narrow = self.width() < NARROW_WIDTH
        styles = Qt.ToolButtonStyle
        style = styles.ToolButtonIconOnly if is_narrow else styles.ToolButtonTextBesideIcon
        for button in (self.stop_button, self.again, self.change, self.save_button):
            button.setToolButtonStyle(style)

    def _make_list_column(self) -> QWidget:
        """Return the list of recordings, and below it what the program printed."""
        self.count = Label("0", 13, bold=True)
        title = QLabel(tr("Recorded &decisions"))
        title.setBuddy(self.list)
        self.not_kept = Label("", 11, quiet=True, wrapped=True)
        self.not_kept.setContentsMargins(12, 0, 12, 4)
        self.not_kept.hide()
        head = row_layout((title, 1), self.count, margins=(12, 6, 12, 6))
        self.listed = widget_with(column_layout(head, self.not_kept, (self.list, 1), spacing=0))
        printed_title = QLabel(tr("What the program print&ed"))
        printed_title.setBuddy(self.printed)
        below = widget_with(column_layout(printed_title, (self.printed, 1), margins=(12, 6, 12, 8), spacing=4))
        return splitter((self.listed, below), (420, 200), grows=0, is_upright=True)

    def _connect(self) -> None:
        self.chooser.chosen.connect(lambda file: self.show_file(CALL, file))
        self.form.run_requested.connect(self._run_shown)
        self.form.file_changed.connect(self._tell_changed)
        self.form.back.clicked.connect(lambda: self._show_part(self.run_view))
        self.list.selected.connect(self.open_recording)
        self.input.sent.connect(self._send)
        self.input.input_ended.connect(self._end_input)

    def _show_needed_parts(self) -> None:
        """Show what belongs to a call or to a program; in a presentation the recording alone."""
        self.head.setHidden(self._is_bare)
        self.column.setHidden(self._is_bare or (not self.has_list and self.current is not None))
        self.listed.setHidden(not self.has_list)
        self.input.setHidden(self._is_bare or not self.has_list)

    # What the window asks

    @property
    def title(self) -> str:
        request = self.request if self._is_run_shown and self.request is not None else self.form.request
        name = tr("pasted text") if request.kind == TEXT else request.name
        if request.is_call and self._front is not None:
            return self._front.title
        if request.is_call:
            return tr("Your code: {name}", name=name) if name else tr("Your code")
        return tr("Program: {name}", name=name) if name else tr("Run a program")

    @property
    def origin(self) -> str:
        return "" if self.request is None or self.request.kind == TEXT else self.request.target

    @property
    def _is_run_shown(self) -> bool:
        """Whether the run is shown, and not the choice or the form."""
        return self.parts.currentWidget() is self.run_view

    @property
    def _front(self) -> TracePage | None:
        """The recording in front, which the panels show and the commands act on; None for none."""
        return self.current if self._is_run_shown else None

    @property
    def session(self) -> Session | None:
        return None if self._front is None else self._front.session

    @property
    def canvas(self) -> Canvas | None:
        return None if self._front is None else self._front.canvas

    @property
    def position_to_play(self) -> Position | None:
        return None if self._front is None else self._front.position_to_play

    @property
    def position_to_grow(self) -> Position | None:
        return None if self._front is None else self._front.position_to_grow

    def show_bare(self, is_bare: bool, keys: str = "") -> None:
        self._is_bare = is_bare
        self._show_needed_parts()
        for page in self.shown.values():
            page.show_bare(is_bare, keys)

    def show_coordinates(self, name: str) -> None:
        self._coordinates = name
        for page in self.shown.values():
            page.show_coordinates(name)

    def present(self) -> None:
        if self.current is not None:
            self.current.present()

    def record_or_run(self) -> None:
        if self.current is not None:
            self.current.record_or_run()

    # Saving and closing

    @property
    def unsaved(self) -> list[int]:
        """The numbers of the recordings that would be lost."""
        rows = [row for row in self.list.decisions.rows if row.decision.path]
        pages = [(row, self.shown.get(row.decision.number)) for row in rows]
        return [
            row.decision.number
            for row, page in pages
            if not (row.is_saved or self._is_repeatable if page is None else page.is_saved)
        ]

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
        """Mark a recording in the list as saved, if it was."""
        place = self.list.decisions.row_of(number)
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
        """Ask whether to save recordings that are not saved; True if they may go."""
        unsaved = self.unsaved
        if not unsaved:
            return True
        if not self.has_list and self.current is not None:
            return self.current.may_close()
        title = tr("{count} recordings of {name}", count=len(unsaved), name=self.title)
        answer = questions.ask_to_save(self, title)
        if answer == "save":
            self.front_requested.emit()
            return self.save_all()
        return answer == "discard"

    def save_all(self) -> bool:
        """Save all recordings that are not saved, into a folder that the user chooses; False if not all were saved."""
        folder = questions.ask_folder(self, tr("The folder for the recordings"), Path.home())
        if folder is None:
            return False
        stem = file_stem(Path(self.request.name).stem if self.request is not None and self.request.name else "program")
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
                self._save_copy(number, target)
            except (InputError, OSError) as error:
                questions.warn(self, tr("It could not be saved."), str(error))
                return False
            self._mark_saved(number, True)
        return True

    def _save_copy(self, number: int, target: Path) -> None:
        """Save a recording to a file, with its marks if it was opened."""
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

    # What to run

    def show_chooser(self) -> None:
        """Show the programs to choose from. The form is kept as it is."""
        self.chooser.show_programs(last_requests(self.host.settings, CALLS_KEY))
        self._show_start(self.chooser)
        self.setFocusProxy(self.choose)

    def show_form(self) -> None:
        """Show the form again, filled with what ran last, and give it the keyboard."""
        if self.request is not None:
            self.form.show_request(self.request)
        self.form.back.setVisible(self.request is not None)
        self._show_start(self.form)
        self.setFocusProxy(self.form.first_field)
        self.form.first_field.setFocus()

    def show_file(self, kind: str, file: str) -> None:
        """Show what would run for a file, as it was run last."""
        settings = self.host.settings
        new = RunRequest(kind, file, limits=usual_limits(settings))
        self.show_request(last_request(settings, kind, file) or new)

    def show_text(self, text: str) -> None:
        """Show what would run for a text, which is no file."""
        self.show_request(RunRequest(TEXT, text, limits=usual_limits(self.host.settings)))

    def show_request(self, request: RunRequest) -> None:
        """Show what would run of a request, in place of the last run."""
        if not self._leave_run():
            return
        self.request = None
        self.form.show_notice(None)
        self.form.show_file(request)
        self.show_form()

    def _tell_changed(self) -> None:
        """Say that the file has changed since it was run."""
        if self.request is not None and self.running is None:
            message = Message("The file has changed since it was run: run it again to see what it does now.")
            self.form.show_notice(message)
            self.message.emit(localized(message))

    @property
    def is_blank(self) -> bool:
        """Whether nothing has been chosen or run."""
        return self.request is None and not self.form.request.target

    def _show_start(self, part: QWidget) -> None:
        """Show the programs to choose from, or the form."""
        self.starts.setCurrentWidget(part)
        self.others.setVisible(part is self.form)
        self.choose.setVisible(part is self.chooser)
        self._show_part(self.start_view)

    def _show_part(self, part: QWidget) -> None:
        """Show the start or the run."""
        self.parts.setCurrentWidget(part)
        if part is self.run_view:
            self.setFocusProxy(self.input.line if self.has_list else self.canvases)
        self.title_changed.emit(self.title)
        self._present_in_window()

    # Running

    def run_again(self) -> bool:
        """Run what the page shows: the last run once more, or what the form says; return True."""
        self.run()
        return True

    def run(self) -> None:
        """Run the last request again, or what the form says."""
        if self._is_run_shown and self.request is not None:
            self._start(self.request)
        else:
            self._show_start(self.form)
            self.form.run_now()

    def run_within(self, limits: Limits) -> None:
        """Run what was run last within other limits."""
        assert self.request is not None
        self._start(replace(self.request, limits=limits))

    def _run_shown(self) -> None:
        """Run the request that the form has checked."""
        assert self.form.request_shown is not None
        self._start(self.form.request_shown)

    def _start(self, request: RunRequest) -> None:
        """Run a request in place of the last run, unless one is running or the user keeps what is not saved."""
        if self.running is not None:
            self.message.emit(tr("It is running already."))
            return
        if not self._leave_run():
            return
        self.request, self.has_list, self._is_repeatable = request, not request.is_call, False
        remember_request(self.host.settings, request)
        running = self.running = UserCodeRun(self.host.recovery)
        running.result.connect(self._take_report)
        running.done.connect(self._finish)
        running.failed.connect(self._fail)
        self._ended, self._began, self._calls, self._last_line = None, perf_counter(), 0, ""
        self.heading.setText(request.name or tr("pasted text"))
        self.about.say("")
        self.form.show_notice(None)
        self.printed.begin()
        self.input.begin()
        self.list.decisions.set_next_words(tr("The next one appears here when the program decides"))
        self.hint.setText(
            tr("Running {call}", call=breakable(request.call))
            if request.is_call
            else tr("What the program decides is shown here as soon as it calls a recursive function.")
        )
        self._enable_buttons()
        self.clock.start()
        self._show_time()
        self._show_needed_parts()
        self._show_part(self.run_view)
        (self.input.line if self.has_list else self.stop_button).setFocus()
        running.run(request)

    def stop(self) -> None:
        """End the program and keep its recordings."""
        if self.running is not None:
            self.stop_button.setEnabled(False)
            self.state.say(tr("stopping…"), is_problem=False)
            self.clock.stop()
            self.running.stop()

    def _enable_buttons(self) -> None:
        """Enable the buttons that can be used now."""
        is_running = self.running is not None
        self.stop_button.setEnabled(is_running)
        self.again.setEnabled(not is_running)
        self.change.setEnabled(not is_running)
        self.save_button.setEnabled(self.current is not None)

    def _show_time(self) -> None:
        """Show how long the program has run, and how many calls it has made."""
        text = tr("running, {time}", time=time_text(perf_counter() - self._began))
        self.state.say(tr("{state} · calls: {calls}", state=text, calls=count(self._calls)) if self._calls else text)

    def _take_report(self, result: object) -> None:
        """Show what a run reports."""
        match result:
            case Started():
                self._show_python(result)
            case RunProgress():
                self._show_progress(result)
            case Decision():
                self._list_recording(result)
            case Dropped():
                self._remove_dropped(result)
            case RunEnded():
                self._ended = result

    def _show_python(self, started: Started) -> None:
        """Show what runs on which Python."""
        assert self.request is not None
        what = self.request.call or tr("run as a program")
        self.about.say(tr("{what} on {python}", what=what, python=started.python))
        if started.magics:
            self.message.emit(
                tr("Not run, since only IPython understands it: {parts}", parts="; ".join(started.magics))
            )

    def _show_progress(self, now: RunProgress) -> None:
        """Show what was printed, what the program asks, and its calls so far."""
        if now.printed:
            self.printed.add(now.printed)
            self._last_line = (self._last_line + now.printed).rpartition("\n")[2][-LONG_LINE:]
        self.input.show_question(self._last_line, is_waiting=now.is_waiting)
        self._calls = now.calls
        if self.clock.isActive():
            self._show_time()
        if not self.has_list and self.request is not None:
            call = breakable(self.request.call)
            self.hint.setText(tr("Running {call} · calls so far: {calls}", call=call, calls=count(now.calls)))

    def _send(self, text: str) -> None:
        """Send a typed line to the program, and show it with what it printed."""
        if self.running is not None:
            self.running.send_text(text)
            self.printed.add(text)
            self._last_line = ""
            self.input.show_question("", is_waiting=None)

    def _end_input(self) -> None:
        """Tell the program that there is no more input."""
        if self.running is not None:
            self.running.end_input()

    def _finish(self) -> None:
        """Show how the run ended; the unmarked recordings of one that is quickly repeated count as saved."""
        running, ended = self._end_run(), self._ended
        assert ended is not None
        self.had_input = running.has_input
        self._is_repeatable = not running.has_input and ended.seconds < MIN_KEPT_SECONDS
        if self._is_repeatable:
            for kept in self.kept.values():
                self.host.recovery.recorded(kept, kept.path, 0.0)
            for page in self.shown.values():
                page.session.is_saved |= page.session.cursor.marks == Marks()
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
        rows = self.list.decisions.rows
        if not rows:
            self.hint.setText(
                tr(
                    "No function of the program, or of the files of its project that it imports by name, has called "
                    "itself, so there is no recording."
                )
                if ended.calls
                else tr(
                    "The program has called no recursive function of its own, or of the files of its project that it "
                    "imports by name, so nothing was recorded."
                )
            )
        elif self.has_list:
            self.message.emit(
                tr("Recorded decisions: {count} · calls: {calls}", calls=count(self._calls), count=count(len(rows)))
            )
        self.title_changed.emit(self.title)

    def _fail(self, message: Message) -> None:
        """End the run, and show why it failed."""
        self._end_run()
        self._is_repeatable = True
        self.state.say(tr("failed"), is_problem=True)
        if not self.list.decisions.rows:
            self.hint.setText(breakable(localized(message)))
        self.message.emit(localized(message))

    def _end_run(self) -> UserCodeRun:
        """Forget the run that has ended, and return it."""
        running, self.running = self.running, None
        assert running is not None
        running.deleteLater()
        self.clock.stop()
        self.list.decisions.set_next_words("")
        self.input.finish()
        self._enable_buttons()
        return running

    # The recordings

    def _list_recording(self, decision: Decision) -> None:
        """List a recording, or show what is new of it; the first one is selected."""
        place = self.list.decisions.row_of(decision.number)
        known = self.list.decisions.rows[place].decision if place >= 0 else None
        if decision.path and known is not None and known.path:
            decision = decision._replace(path=known.path)  # it has been moved already, and more is known of it now
        elif decision.path:
            decision = self._keep_recording(decision)
        self.list.decisions.add_or_update(decision)
        if not self.has_list and not decision.path:
            self.hint.setText(tr("Making the recording of {calls} calls…", calls=count(decision.frames)))
        self.count.setText(count(len(self.list.decisions.rows)))
        if decision.path and (self.list.number in (None, decision.number)) and self.current is None:
            # The first recording is selected; later ones never change the selection.
            self._keeping_keyboard(lambda: self.list.select(decision.number))
            self.open_recording(decision.number)

    def _keep_recording(self, decision: Decision) -> Decision:
        """Move a recording to where it is found after a crash; return it with the new path, or with why that failed."""
        kept = self.host.recovery.place(decision.call)
        try:
            shutil.move(decision.path, kept.path)
        except OSError as error:
            self.host.recovery.drop(kept)
            return decision._replace(path="", problem=Message("{reason}", reason=error.strerror or str(error)))
        # While a program runs, it is not known whether running it again would make the same decisions.
        seconds = max(decision.seconds, MIN_KEPT_SECONDS) if self.has_list else decision.seconds
        self.host.recovery.recorded(kept, kept.path, seconds)
        self.kept[decision.number] = kept
        return decision._replace(path=str(kept.path))

    def _remove_dropped(self, dropped: Dropped) -> None:
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
        """Show a recording of the list, or why there is none."""
        if self._opening is not None:
            self._opening.cancel()
            self._opening = None
        if number in self.shown:
            self._show_page(self.shown[number])
            return
        place = self.list.decisions.row_of(number)
        if place < 0:
            return
        decision = self.list.decisions.rows[place].decision
        if not decision.path:
            if decision.problem is not None:
                self.hint.setText(breakable(localized(decision.problem)))
            elif decision.ended is None:
                self.hint.setText(tr("This call is not over yet. It is shown here when it has returned."))
            else:
                self.hint.setText(tr("Making the recording…"))
            self._show_page(None)
            return
        path = Path(decision.path)
        self._opening = in_background(
            lambda: opened_with_roles(path), lambda trace: self._show_opened(number, trace), self._show_opening_error
        )

    def _show_opening_error(self, error: InputError) -> None:
        """Show why a recording cannot be opened."""
        self._opening = None
        self.hint.setText(breakable(localized(error.message)))
        self._show_page(None)

    def _show_opened(self, number: int, trace: Trace) -> None:
        """Show a recording that was read from its file."""
        self._opening = None
        session = Session(trace, recording_title(trace, None), None, self.host)
        session.is_saved = self._is_repeatable
        kept = self.kept.pop(number, None)
        if kept is not None:
            self.host.recovery.adopt(session, kept)
        self.show_session(number, session)
        if not self.has_list:
            self.message.emit(localized(ending(trace)))

    def show_session(self, number: int, session: Session) -> None:
        """Show the session of a recording, in place of another one if it is read in another way."""
        before = self.shown.get(number)
        page = self.shown[number] = TracePage(self.host, session)
        page.message.connect(self.message)
        page.file_used.connect(self.file_used)
        page.front_requested.connect(self.front_requested)
        page.title_changed.connect(lambda _: self.title_changed.emit(self.title))
        page.show_coordinates(self._coordinates)
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
        """Show the page of a recording, in the mode of the canvas before; for None, the hint."""
        if page is not self.current and self.current is not None and page is not None:
            page.canvas.set_mode(self.current.canvas.mode)
        self.current = page
        self.canvases.setCurrentWidget(page or self.hint_area)
        self._show_needed_parts()
        self._enable_buttons()
        self.title_changed.emit(self.title)
        self._present_in_window()

    def _present_in_window(self) -> None:
        """Have the panels show the recording; the keyboard stays in the list or in the input line."""
        if self.host.page is self:
            self._keeping_keyboard(self.host.show_front)

    def _keeping_keyboard(self, act: Callable[[], object]) -> None:
        """Do something, and give the keyboard back to the list or the input line if it was there."""
        keyboard = QApplication.focusWidget()
        act()
        if keyboard in (self.list, self.input.line) and keyboard is not None:
            keyboard.setFocus()

    def _leave_run(self) -> bool:
        """Remove the last run's recordings; a call's gets its own tab if it would be lost. False if they must stay."""
        if self.has_list and not self.may_discard():
            return False
        self._move_to_own_tab()
        self._clear()
        return True

    def _move_to_own_tab(self) -> None:
        """Move the recording of a call into its own tab, if it would be lost, or has been saved to a file."""
        pages = [] if self.has_list else [*self.shown.items()]
        for number, page in pages:
            if page.is_saved and page.session.path is None:
                continue
            del self.shown[number]
            self.current = None
            self.canvases.removeWidget(page)
            for signal in (page.message, page.file_used, page.front_requested, page.title_changed):
                signal.disconnect()
            self.host.add_page(page, front=False)

    def _remove_page(self, page: TracePage) -> None:
        """Remove the page of a recording."""
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
        self._present_in_window()
        for page in pages:
            forget_session(self.host, page.session)
            self._remove_page(page)
        for kept in self.kept.values():
            self.host.recovery.drop(kept)
        self.kept = {}
        self.count.setText("0")
        self.not_kept.hide()
        self._show_needed_parts()

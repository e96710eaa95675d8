"""The page for a file of user code: choose it, write a call, see what will run, run it, and run it again."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import ReferenceType, ref

from plyscope.messages import InputError, Message
from plyscope.model.trace import Trace
from plyscope.temporary import TemporaryFolder
from plyscope.tracer.call import suggested_calls
from plyscope.tracer.ending import ending
from plyscope.tracer.source_text import SourceFile, read_source_file, resolve_file
from plyscope.tracer.starting import Limits
from PySide6.QtCore import QFileSystemWatcher, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from plyscope_window.jobs.recording_job import TraceJob
from plyscope_window.jobs.recovery import Recovery
from plyscope_window.look.icons import icon
from plyscope_window.pages.page import Page
from plyscope_window.pages.usercode.chooser import Chooser
from plyscope_window.pages.usercode.limits import raise_text, usual_limits
from plyscope_window.pages.usercode.progress import RunPanel, breakable
from plyscope_window.pages.usercode.requests import CALLS, RunRequest
from plyscope_window.pages.usercode.usercode_form import CallForm, how_it_recurses, in_order
from plyscope_window.pages.usercode.usercode_work import CallProgress, Reading, read_left_run, run_program
from plyscope_window.settings import Settings
from plyscope_window.widgets import questions
from plyscope_window.widgets.labels import Label, MessageLabel, OneLine
from plyscope_window.widgets.source_text import SourceText
from plyscope_window.words import localized, tr

if TYPE_CHECKING:
    from plyscope_window.session.session import Session


class UserCodeSource(SourceText):
    """The text of the file, with its recursive functions highlighted."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Source of the file"))
        self.margin.setCursor(Qt.CursorShape.ArrowCursor)

    def show_text(self, source: SourceFile) -> None:
        """Show a valid file."""
        self.set_source(source.text, frozenset())
        recursive = [one for one in in_order(source) if one.is_recursive]
        lines = {
            line for one in recursive for line in range(one.node.lineno, (one.node.end_lineno or one.node.lineno) + 1)
        }
        marks = {one.node.lineno: how_it_recurses(source, one) for one in recursive}
        self.show_step(now=0, inspected=0, callers=frozenset(lines), breakpoints={}, values=marks)

    def show_error(self, text: str, line: int) -> None:
        """Show a text that is not valid Python, with the line of the error."""
        self.set_source(text, frozenset())
        self.show_step(now=0, inspected=line, callers=frozenset(), breakpoints={}, values={})

    def go_to_line(self, line: int) -> None:
        self.scroll_to_line(line)

    def no_steps(self, line: int) -> str:
        """An empty text: breakpoints are set in recordings only."""
        return ""


FORM_WIDTH = 400
NORMAL_ENDS = ("returned", "interrupted")
"""How a run may end without being shown as a failure."""
RELOAD_MS = 150
"""Milliseconds from a change until the file is read again, because editors write files in several steps."""


class UserCodePage(Page):
    """One file and its runs."""

    runs_code = True
    recorded = Signal(object, float)
    """The recording of a run, and the seconds it took."""
    recording_requested = Signal()
    """Request for the recording of the last run."""
    raise_requested = Signal()
    """Request for a run with the reached limit raised."""
    open_requested = Signal()
    program_requested = Signal()
    """Request for the page that runs the file as a whole program."""

    def __init__(self, settings: Settings, recovery: Recovery, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings, self.recovery = settings, recovery
        self.path: Path | None = None
        self.text: str | None = None
        """The file as it was last read."""
        self.request: RunRequest | None = None
        """The request of the last run."""
        self.running: UserCodeRun | None = None
        self._last_run: ReferenceType[Session] | None = None
        self.chooser, self.form, self.source, self.run_panel = Chooser(), CallForm(), UserCodeSource(), RunPanel()
        self.form.show_limits(usual_limits(self.settings))
        self.place = OneLine(quiet=True, cut=Qt.TextElideMode.ElideMiddle)
        self.choose = QPushButton(icon("open"), tr("Choose a f&ile…"))
        self.choose.setToolTip(tr("A Python file; one can be dropped on the window, too"))
        self.others = QPushButton(tr("Sam&ples and recent files"))
        self.whole = QPushButton(icon("run"), tr("As a pro&gram…"))
        self.whole.setToolTip(tr("Runs a whole program, without a call, and records each decision that it makes"))
        self.notice = MessageLabel("", 12, wrapped=True)
        self.watcher = QFileSystemWatcher(self)
        self._reread = QTimer(self, interval=RELOAD_MS, singleShot=True)
        self._lay_out()
        self._connect()
        self.show_chooser()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(24, 12, 16, 8)
        head.setSpacing(12)
        self.title_words = Label(tr("Your code"), 18, bold=True)
        head.addWidget(self.title_words)
        head.addWidget(self.place, 1)
        head.addWidget(self.others)
        head.addWidget(self.whole)
        head.addWidget(self.choose)
        form_area = QScrollArea()
        content = QWidget()
        inside_layout = QVBoxLayout(content)
        inside_layout.setContentsMargins(24, 4, 12, 12)
        inside_layout.addWidget(self.form)
        form_area.setWidget(content)
        form_area.setWidgetResizable(True)
        form_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        form_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        form_area.setMinimumWidth(260)
        below = self.below = QScrollArea()
        below_inside = QWidget()
        below_layout = QVBoxLayout(below_inside)
        below_layout.setContentsMargins(16, 8, 16, 8)
        below_layout.addWidget(self.notice)
        below_layout.addWidget(self.run_panel, 1)
        below.setWidget(below_inside)
        below.setWidgetResizable(True)
        below.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        below.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        right = QSplitter(Qt.Orientation.Vertical)
        right.setChildrenCollapsible(False)
        right.addWidget(self.source)
        right.addWidget(below)
        right.setStretchFactor(0, 1)
        right.setSizes([360, 260])
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(form_area)
        self.splitter.addWidget(right)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([FORM_WIDTH, 880])
        self.parts = QStackedWidget()
        self.parts.addWidget(self.chooser)
        self.parts.addWidget(self.splitter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.parts, 1)

    def _connect(self) -> None:
        self.choose.clicked.connect(self.open_requested)
        self.others.clicked.connect(self.show_chooser)
        self.whole.clicked.connect(self.program_requested)
        self.chooser.chosen.connect(self.open_file)
        self.form.changed.connect(self._present_request)
        self.form.run_requested.connect(self.run)
        self.form.looked_at.connect(self._look_at)
        self.run_panel.run_requested.connect(self.run)
        self.run_panel.preview.more.clicked.connect(self.raise_requested)
        self.run_panel.stop_requested.connect(self.stop)
        self.run_panel.recording_requested.connect(self.recording_requested)
        self.watcher.fileChanged.connect(lambda _: self._reread.start())
        self._reread.timeout.connect(self._read_again)

    @property
    def title(self) -> str:
        return tr("Your code") if self.path is None else tr("Your code: {name}", name=self.path.name)

    def may_close(self) -> bool:
        return self.running is None or questions.confirm(
            self,
            tr("A program is still running."),
            tr("Closing the tab ends the program and discards what has been recorded so far."),
            tr("End it"),
        )

    def close(self) -> bool:
        self.end()
        return super().close()

    # Choosing a file

    def show_chooser(self) -> None:
        """Show the programs to choose from. The form and the file are kept as they are."""
        self.chooser.show_programs(CALLS.all(self.settings))
        self.parts.setCurrentWidget(self.chooser)
        self.others.hide()
        self.setFocusProxy(self.choose)

    def open_file(self, file: str) -> None:
        """Show a file with its last call, or with the one that it suggests."""
        self.end()
        try:
            self.path = resolve_file(file)
        except InputError as error:
            self.message.emit(localized(error.message))
            return
        self.text = self.request = None
        self.run_panel.end(None, is_well=True)
        self.run_panel.preview.show_again.hide()
        self._offer_raise(None)
        self.parts.setCurrentWidget(self.splitter)
        self.others.show()
        self.place.say(f"\u2066{self.path}\u2069" if self.isRightToLeft() else str(self.path))
        for traced in self.watcher.files():
            self.watcher.removePath(traced)
        source = self._read()
        if source is not None:
            self.form.show_text(source, CALLS.find(self.settings, str(source.path)) or suggested_request(source))
        self.title_changed.emit(self.title)
        self.setFocusProxy(self.form.call)
        self.form.call.setFocus()

    def _read(self) -> SourceFile | None:
        """Read the file, and show the error if it is not valid Python."""
        assert self.path is not None
        self.watcher.addPath(str(self.path))
        try:
            source = read_source_file(self.path)
        except InputError as error:
            self.form.show_nothing()
            self.text = plain_text(self.path)
            self.source.show_error(self.text, int(str(error.message.values.get("line", 0)) or 0))
            self._notify(error.message, is_well=False)
            self._present_request()
            return None
        self.text = source.text
        self.source.show_text(source)
        self._notify(None)
        return source

    def _read_again(self) -> None:
        """Read a changed or replaced file again, unless it is running."""
        if self.path is None or self.running is not None:
            return
        self.watcher.addPath(str(self.path))
        if plain_text(self.path) == self.text:
            return
        before = self.text
        source = self._read()
        if source is not None and source.text != before:
            self.form.show_text(source)
            if self.request is not None:
                message = Message("The file has changed since it was run: run it again to see what it does now.")
                self._notify(message)
                self.message.emit(localized(message))

    def _look_at(self, name: str) -> None:
        if self.form.source is not None:
            self.source.go_to_line(self.form.source.functions[name].node.lineno)

    def _notify(self, message: Message | None, *, is_well: bool = True) -> None:
        self.notice.show_message("" if message is None else breakable(localized(message)), is_problem=not is_well)
        self.notice.setVisible(message is not None)

    def _present_request(self) -> None:
        self.run_panel.preview.show_request(self.form.request)

    # Running

    def run(self) -> None:
        """Run the request that the page shows, with the present text of the file."""
        request = self.form.request
        if self.running is not None:
            self.message.emit(tr("It is running already."))
            return
        if request is None:
            self.form.check_call()
            self.form.call.setFocus()
            return
        self.parts.setCurrentWidget(self.splitter)
        self.others.show()
        self.request = request
        CALLS.add(self.settings, request)
        self._notify(None)
        running = self.running = UserCodeRun(self.recovery)
        running.progressed.connect(self._progress)
        running.reading.connect(self.run_panel.read)
        running.finished.connect(self._finish)
        running.failed.connect(self._fail)
        self._set_editable(False)
        self.run_panel.begin(request)
        self.run_panel.progress.stop.setFocus()
        running.run(request)

    def run_again(self) -> bool:
        self.run()
        return True

    def run_within(self, limits: Limits) -> None:
        """Run the request that the form shows, within other limits."""
        self.form.show_limits(limits)
        self.run()

    def stop(self) -> None:
        """End the program and keep its recording so far."""
        if self.running is not None:
            self.running.stop()

    def end(self) -> None:
        """End the program and discard the run."""
        running, self.running = self.running, None
        if running is not None:
            running.abandon()
            running.deleteLater()
            self._set_editable(True)

    def _set_editable(self, is_editable: bool) -> None:
        """Enable the form, or disable it while a program runs."""
        self.form.setEnabled(is_editable and self.form.source is not None)
        self.others.setEnabled(is_editable)

    @property
    def last_run(self) -> Session | None:
        """The session of the last run; None once its tab has been closed."""
        return None if self._last_run is None else self._last_run()

    def keep_run(self, session: Session) -> None:
        self._last_run = ref(session)

    def _progress(self, calls: int, seconds: float, printed: str) -> None:
        self.run_panel.progress.show_calls(calls, seconds)
        if printed:
            self.run_panel.progress.add_printed(printed)

    def _finish(self, trace: Trace, seconds: float) -> None:
        self.run_panel.end(ending(trace), is_well=trace.user_code.ended.how in NORMAL_ENDS)
        self.run_panel.preview.show_again.show()
        self._offer_raise(trace)
        self.recorded.emit(trace, seconds)
        self._finish_run()

    def _fail(self, message: Message) -> None:
        self.run_panel.end(message, is_well=False)
        self.run_panel.preview.show_again.hide()
        self._offer_raise(None)
        self._finish_run()
        self.form.call.setFocus()

    def _offer_raise(self, trace: Trace | None) -> None:
        """Offer to raise the limit at which a run ended, if it ended at one."""
        words = "" if trace is None or self.request is None else raise_text(trace, self.request.limits)
        self.run_panel.preview.more.setText(words)
        self.run_panel.preview.more.setVisible(bool(words))

    def _finish_run(self) -> None:
        """End the run in the page, and read the file again if it has changed."""
        running, self.running = self.running, None
        if running is not None:
            running.deleteLater()
        self._set_editable(True)
        self._present_request()
        self.below.verticalScrollBar().setValue(0)
        self._reread.start()


def suggested_request(source: SourceFile) -> RunRequest:
    """A request with the call that a file suggests, or without a call if it suggests none."""
    return RunRequest(str(source.path), next(iter(suggested_calls(source.text)), ""))


def plain_text(path: Path) -> str:
    """The text of a file, valid or not."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


class UserCodeRun(TraceJob):
    """The job that runs a program and makes its recording."""

    progressed = Signal(int, float, str)
    """Calls so far, the seconds they took, and the text printed since."""
    reading = Signal(int)
    """The number of calls, when the program has ended and its recording is being made."""

    def __init__(self, recovery: Recovery) -> None:
        super().__init__(run_program, recovery)
        self._paths: tuple[str, ...] = ()
        self._folder: TemporaryFolder | None = None

    def run(self, request: RunRequest) -> None:
        self._paths = self.place(request.call)
        with suppress(OSError):  # without a folder, nothing can be read if the process is killed
            self._folder = TemporaryFolder()
        self.start(request, self._paths, "" if self._folder is None else str(self._folder.path))

    def abandon(self) -> None:
        """End the program and discard the run."""
        super().abandon()
        self._clear()

    def take(self, result: object) -> None:
        match result:
            case CallProgress(calls, seconds, printed):
                self.progressed.emit(calls, seconds, printed)
            case Reading(calls):
                self.reading.emit(calls)
            case _:
                super().take(result)

    def succeed(self) -> None:
        self._clear()
        super().succeed()

    def die(self, message: Message) -> None:
        """Read what is left of a run whose program killed the process that recorded it; once."""
        if self._folder is not None and self.work is run_program:
            self.work = read_left_run
            self.start(self._paths, str(self._folder.path))
        else:
            super().die(message)

    def fail(self, message: Message) -> None:
        self._clear()
        super().fail(message)

    def _clear(self) -> None:
        """Remove the folder of the run."""
        if self._folder is not None:
            self._folder.remove()

"""One recording, as the window sees it: a process that is given a request and reports how far it is.

The process does the work, so that neither the interpreter's one lock nor a crash of the window touches it.

Work in a process of its own that ends with a recording: a trace file for recovery, opened where it lies.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyscope.messages import InputError, Message
from plyscope.model.position import Position
from PySide6.QtCore import QCoreApplication, QObject, QProcess, Signal

from plyscope_window.jobs.background import Answer, in_background
from plyscope_window.jobs.recording_protocol import ASK_AT, GO_ON, Request, message_from
from plyscope_window.jobs.recovery import Kept, Recovery
from plyscope_window.jobs.trace_opening import opened
from plyscope_window.jobs.working import Working, end, new_process

if TYPE_CHECKING:
    from plyscope.model.trace import Trace


class Making(Working):
    """Makes one recording. It ends with `finished` or `failed`, unless it is abandoned."""

    finished = Signal(object, float)
    """The trace, and the seconds it took."""

    def __init__(self, recovery: Recovery, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.recovery = recovery
        self.kept: Kept | None = None
        """Where the recording is kept, to be handed on to whoever shows it."""
        self._opening: Answer | None = None

    @property
    def is_running(self) -> bool:
        return super().is_running or self._opening is not None

    def abandon(self) -> None:
        """Stops, and keeps nothing."""
        if not self.is_running:
            return
        super().abandon()
        if self._opening is not None:
            self._opening.is_wanted = False
            self._opening = None
        self._drop()

    def succeed(self) -> None:
        path, seconds = Path(self.last["ended"]), float(self.last["seconds"])
        self._opening = in_background(
            lambda: opened(path), lambda trace: self._finish(trace, path, seconds), self._fail_to_open
        )

    def fail(self, message: Message) -> None:
        self._drop()
        super().fail(message)

    def _finish(self, trace: Trace, path: Path, seconds: float) -> None:
        self._opening = None
        assert self.kept is not None
        self.recovery.recorded(self.kept, path, seconds)
        self.finished.emit(trace, seconds)

    def _fail_to_open(self, error: InputError) -> None:
        self._opening = None
        self.fail(error.message)

    def _drop(self) -> None:
        if self.kept is not None:
            self.recovery.drop(self.kept)
            self.kept = None


CHILD = "plyscope_window.jobs.recording_process"


class Spare:
    """A process that is started before it is needed: a small position is then recorded in 15 ms and not in 200."""

    def __init__(self) -> None:
        self._process: QProcess | None = None

    def prepare(self) -> None:
        """Starts one, unless there is one. It waits in 35 MB of memory until the application ends."""
        if self._process is None:
            self._process = new_process(CHILD)
            application = QCoreApplication.instance()
            assert application is not None
            application.aboutToQuit.connect(self.dismiss)

    def take(self) -> QProcess:
        """The one that was prepared, or a new one."""
        process, self._process = self._process, None
        if process is None or process.state() == QProcess.ProcessState.NotRunning:
            return new_process(CHILD)
        return process

    def dismiss(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            end(process)


SPARE = Spare()


class Recording(Making):
    """Records one search."""

    module = CHILD
    progressed = Signal(int, float)
    """Frames so far, and the seconds they took. At most some twenty times a second."""
    asked = Signal(int)
    """There are very many frames; it waits for `go_on` or `cancel`."""
    saving = Signal(int)
    """The search is over and is being written to the disk."""

    def __init__(self, recovery: Recovery, parent: QObject | None = None, *, ask_at: int = ASK_AT) -> None:
        super().__init__(recovery, parent)
        self.ask_at = ask_at
        self.estimate: float | None = None
        """How many frames there will be, as far as one can tell; None until that is known."""
        self.remark: Message | None = None
        """A word to the person, where a depth was set that nobody asked for."""
        self.frames, self.seconds = 0, 0.0
        self.is_asking = False
        self.is_cancelled = False

    def start(self, position: Position, options: Mapping[str, Any], limit: int | None = None) -> None:
        """Begins to record. The options are those of `plyscope.record`; None stands for what was not asked for."""
        assert self.kept is None, "a recording is made once"
        self.kept = self.recovery.place(position.title or str(position))
        request = Request.of(position, options, self.kept.paths, limit=limit, ask_at=self.ask_at)
        self.begin(request.line, SPARE.take())

    # What a person may want meanwhile

    def go_on(self) -> None:
        """Yes, although there are so many frames."""
        if self.is_asking:
            self.is_asking = False
            self.order(GO_ON)

    def cancel(self) -> None:
        """Stops, and keeps what there is."""
        if not self.is_cancelled:
            self.is_cancelled = True
            self.is_asking = False
            self.stop()

    def hear(self, facts: Mapping[str, Any]) -> bool:
        match facts:
            case {"frames": frames, "seconds": seconds, **others} if not others:
                self.frames, self.seconds = frames, seconds
                self.progressed.emit(frames, seconds)
            case {"estimate": estimate, "remark": remark}:
                self.estimate = estimate
                self.remark = None if remark is None else message_from(remark)
            case {"asks": frames}:
                self.is_asking = not self.is_cancelled
                if self.is_asking:
                    self.asked.emit(frames)
            case {"saving": frames}:
                self.saving.emit(frames)
            case _:
                return False
        return True

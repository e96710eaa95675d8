"""One recording, as the window sees it: a process that is given a request and reports how far it is.

The process does the work, so that neither the interpreter's one lock nor a crash of the window touches it. It
leaves a trace file in the recovery folder, which is opened where it lies.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, QProcess, QProcessEnvironment, Signal

import engine
from engine.messages import InputError, Message
from engine.position import Position
from visualiser.background import Answer, in_background
from visualiser.recording.protocol import ASK_AT, GO_ON, STOP, Request, message_from
from visualiser.recording.recovery import Kept, Recovery

if TYPE_CHECKING:
    from engine.trace import Trace

CHILD = "visualiser.recording.child"
PATIENCE = 5000
"""Milliseconds that a killed process may take to give back its memory."""


def new_process(module: str) -> QProcess:
    """A process that waits for a request. It imports the Plyscope that we are, and nothing from the current folder."""
    process = QProcess()
    environment = QProcessEnvironment.systemEnvironment()
    places = [str(Path(engine.__file__).parent.parent), environment.value("PYTHONPATH")]
    environment.insert("PYTHONPATH", os.pathsep.join(filter(None, places)))
    environment.insert("PYTHONUTF8", "1")
    process.setProcessEnvironment(environment)
    process.start(sys.executable, ["-P", "-m", module])
    return process


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


def end(process: QProcess) -> None:
    process.kill()
    process.waitForFinished(PATIENCE)


class Recording(QObject):
    """Records one search. Every recording ends with `finished` or `failed`, unless it is abandoned."""

    progressed = Signal(int, float)
    """Frames so far, and the seconds they took. At most some twenty times a second."""
    asked = Signal(int)
    """There are very many frames; it waits for `go_on` or `cancel`."""
    saving = Signal(int)
    """The search is over and is being written to the disk."""
    finished = Signal(object, float)
    """The trace, and the seconds it took."""
    failed = Signal(object)
    """Why there is no trace: a Message."""

    def __init__(self, recovery: Recovery, parent: QObject | None = None, *, ask_at: int = ASK_AT) -> None:
        super().__init__(parent)
        self.recovery = recovery
        self.ask_at = ask_at
        self.kept: Kept | None = None
        """Where the recording is kept, to be handed on to whoever shows it."""
        self.estimate: float | None = None
        """How many frames there will be, as far as one can tell; None until that is known."""
        self.remark: Message | None = None
        """A word to the person, where a depth was set that nobody asked for."""
        self.frames, self.seconds = 0, 0.0
        self.is_asking = False
        self.is_cancelled = False
        self._process: QProcess | None = None
        self._opening: Answer | None = None
        self._last: Mapping[str, Any] = {}

    @property
    def is_running(self) -> bool:
        return self._process is not None or self._opening is not None

    def start(self, position: Position, options: Mapping[str, Any], limit: int | None = None) -> None:
        """Begins to record. The options are those of `engine.record`; None stands for what was not asked for."""
        assert self.kept is None, "a recording is made once"
        self.kept = self.recovery.place(position.title or str(position))
        request = Request.of(position, options, self.kept.paths, limit=limit, ask_at=self.ask_at)
        self._process = process = SPARE.take()
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._end)
        process.errorOccurred.connect(self._misfire)
        application = QCoreApplication.instance()
        assert application is not None
        application.aboutToQuit.connect(self.abandon)
        process.write(request.line)

    # What a person may want meanwhile

    def go_on(self) -> None:
        """Yes, although there are so many frames."""
        if self.is_asking:
            self.is_asking = False
            self._order(GO_ON)

    def cancel(self) -> None:
        """Stops, and keeps what there is."""
        if not self.is_cancelled:
            self.is_cancelled = True
            self.is_asking = False
            self._order(STOP)

    def abandon(self) -> None:
        """Stops, and keeps nothing."""
        if not self.is_running:
            return
        process, self._process = self._process, None
        if process is not None:
            end(process)
        if self._opening is not None:
            self._opening.is_wanted = False
            self._opening = None
        self._drop()

    def _order(self, order: str) -> None:
        if self._process is not None:
            self._process.write(f"{order}\n".encode())

    # What the process says

    def _read(self) -> None:
        while self._process is not None and self._process.canReadLine():
            self._hear(bytes(self._process.readLine().data()))

    def _hear(self, line: bytes) -> None:
        match json.loads(line):
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
            case last:
                self._last = last

    def _misfire(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart and self._process is not None:
            reason = self._process.errorString()
            self._fail(Message("the process that records cannot be started: {reason}", reason=reason))

    def _end(self, status: int, how: QProcess.ExitStatus) -> None:
        """The process is gone, and has said its last word or not."""
        self._read()
        if self._process is None:
            return
        if "done" in self._last:
            self._release_process()
            path, seconds = Path(self._last["done"]), float(self._last["seconds"])
            self._opening = in_background(
                lambda: open_trace(path), lambda trace: self._finish(trace, path, seconds), self._fail_to_open
            )
        elif "error" in self._last:
            self._fail(message_from(self._last["error"]))
        else:
            words = bytes(self._process.readAllStandardError().data()).decode(errors="replace")
            self._fail(end_without_a_word(status, how, words))

    def _finish(self, trace: Trace, path: Path, seconds: float) -> None:
        self._opening = None
        assert self.kept is not None
        self.recovery.recorded(self.kept, path, seconds)
        self.finished.emit(trace, seconds)

    def _fail_to_open(self, error: InputError) -> None:
        self._opening = None
        self._fail(error.message)

    def _fail(self, message: Message) -> None:
        self._release_process()
        self._drop()
        self.failed.emit(message)

    def _release_process(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.deleteLater()

    def _drop(self) -> None:
        if self.kept is not None:
            self.recovery.drop(self.kept)
            self.kept = None


def open_trace(path: Path) -> Trace:
    from engine.trace import Trace

    return Trace.open(path)


def end_without_a_word(status: int, how: QProcess.ExitStatus, words: str) -> Message:
    """Why a process may have ended that has not said why; `words` is what it left on standard error."""
    if how == QProcess.ExitStatus.CrashExit:
        return Message(
            "the system ended the recording before it was done (signal {number}); perhaps memory ran out",
            number=status,
        )
    return Message(
        "the recording ended without a result (status {status}): {reason}",
        status=status,
        reason=(words.strip().splitlines() or ["?"])[-1],
    )

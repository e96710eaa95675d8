"""Measuring, as the window sees it: a process that is told what is wanted, and says what it found."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QProcess, Signal

from engine.growth import Measured
from engine.messages import Message
from visualiser.growing.wanted import STOP, Wanted
from visualiser.recording.protocol import message_from
from visualiser.recording.recording import end, end_without_a_word, new_process

CHILD = "visualiser.growing.child"

RUNNING: set[Measuring] = set()
"""What is being measured. Qt does not keep it alive by itself, and the page may be gone first."""


class Measuring(QObject):
    """Measures once. It ends with `ended` or `failed`, unless it is abandoned."""

    trying = Signal(str, int, int)
    """The search that runs, its depth, and its frames so far."""
    measured = Signal(object)
    """A `Measured`."""
    ended = Signal()
    failed = Signal(object)
    """Why it cannot go on: a Message."""

    def __init__(self) -> None:
        super().__init__()
        self._process: QProcess | None = None
        self._last: Mapping[str, Any] = {}

    @property
    def is_running(self) -> bool:
        return self._process is not None

    def start(self, wanted: Wanted) -> None:
        self._process = process = new_process(CHILD)
        RUNNING.add(self)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._end)
        process.errorOccurred.connect(self._misfire)
        application = QCoreApplication.instance()
        assert application is not None
        application.aboutToQuit.connect(self.abandon)
        process.write(wanted.line)

    def stop(self) -> None:
        """No further; what was measured is there already."""
        if self._process is not None:
            self._process.write(STOP)

    def abandon(self) -> None:
        """Nobody wants to know any more."""
        process = self._process
        self._release()
        if process is not None:
            end(process)

    def _read(self) -> None:
        while self._process is not None and self._process.canReadLine():
            self._hear(json.loads(bytes(self._process.readLine().data())))

    def _hear(self, facts: Mapping[str, Any]) -> None:
        match facts:
            case {"trying": who, "depth": depth, "frames": frames}:
                self.trying.emit(who, depth, frames)
            case {"measured": measured}:
                self.measured.emit(Measured(**measured))
            case last:
                self._last = last

    def _misfire(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart and self._process is not None:
            reason = self._process.errorString()
            self._release()
            self.failed.emit(Message("the process that measures cannot be started: {reason}", reason=reason))

    def _end(self, status: int, how: QProcess.ExitStatus) -> None:
        self._read()
        process = self._process
        if process is None:
            return
        self._release()
        if "error" in self._last:
            self.failed.emit(message_from(self._last["error"]))
        elif "ended" in self._last:
            self.ended.emit()
        else:
            words = bytes(process.readAllStandardError().data()).decode(errors="replace")
            self.failed.emit(end_without_a_word(status, how, words))

    def _release(self) -> None:
        RUNNING.discard(self)
        process, self._process = self._process, None
        if process is not None:
            process.deleteLater()

"""Work in a process of its own, as the window sees it: it is told what is wanted, and says what it found in lines."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QProcess, Signal

from engine.messages import Message
from visualiser.recording.protocol import STOP, message_from
from visualiser.recording.recording import end, end_without_a_word, new_process

RUNNING: set[Working] = set()
"""What is being worked on. Qt does not keep it alive by itself, and the page may be gone first."""


class Working(QObject):
    """One piece of work. It ends with `ended` or `failed`, unless it is abandoned."""

    ended = Signal()
    failed = Signal(object)
    """Why it cannot go on: a Message."""
    module = ""
    """What the process runs."""

    def __init__(self) -> None:
        super().__init__()
        self._process: QProcess | None = None
        self._last: Mapping[str, Any] = {}

    @property
    def is_running(self) -> bool:
        return self._process is not None

    def begin(self, wanted: bytes) -> None:
        """Starts the process, and tells it what is wanted."""
        self._process = process = new_process(self.module)
        RUNNING.add(self)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._end)
        process.errorOccurred.connect(self._misfire)
        application = QCoreApplication.instance()
        assert application is not None
        application.aboutToQuit.connect(self.abandon)
        process.write(wanted)

    def stop(self) -> None:
        """No further; what was found is there already."""
        if self._process is not None:
            self._process.write(f"{STOP}\n".encode())

    def abandon(self) -> None:
        """Nobody wants to know any more."""
        process = self._process
        self._release()
        if process is not None:
            end(process)

    def hear(self, facts: Mapping[str, Any]) -> bool:
        """A word of the process; False where that means nothing yet, which may be the last one."""
        raise NotImplementedError

    def _read(self) -> None:
        while self._process is not None and self._process.canReadLine():
            facts = json.loads(bytes(self._process.readLine().data()))
            if not self.hear(facts):
                self._last = facts

    def _misfire(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart and self._process is not None:
            reason = self._process.errorString()
            self._release()
            self.failed.emit(Message("the process that works cannot be started: {reason}", reason=reason))

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

"""Work in a process of its own, as the window sees it: it is told what is wanted, and says what it found in lines."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import plyscope
from plyscope.messages import Message
from PySide6.QtCore import QCoreApplication, QObject, QProcess, QProcessEnvironment, Signal

import plyscope_window
from plyscope_window.jobs.recording_protocol import STOP, message_from

RUNNING: set[Working] = set()
"""What is being worked on. Qt does not keep it alive by itself, and the page may be gone first."""
SOURCE_ROOTS = [str(Path(str(package.__file__)).parent.parent) for package in (plyscope, plyscope_window)]
PATIENCE = 5000
"""Milliseconds that a killed process may take to give back its memory."""


def new_process(module: str) -> QProcess:
    """A process that waits for a request. It imports the Plyscope that we are, and nothing from the current folder."""
    process = QProcess()
    environment = QProcessEnvironment.systemEnvironment()
    places = [*SOURCE_ROOTS, environment.value("PYTHONPATH")]
    environment.insert("PYTHONPATH", os.pathsep.join(filter(None, places)))
    environment.insert("PYTHONUTF8", "1")
    process.setProcessEnvironment(environment)
    process.start(sys.executable, ["-P", "-m", module])
    return process


def end(process: QProcess) -> None:
    process.kill()
    process.waitForFinished(PATIENCE)


class Working(QObject):
    """One piece of work. It ends with `ended` or `failed`, unless it is abandoned."""

    ended = Signal()
    failed = Signal(object)
    """Why it cannot go on: a Message."""
    module = ""
    """What the process runs."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None
        self.last: Mapping[str, Any] = {}
        """The last word of the process."""

    @property
    def is_running(self) -> bool:
        return self._process is not None

    def begin(self, wanted: bytes, process: QProcess | None = None) -> None:
        """Tells a process what is wanted: one that waits for that, or a new one."""
        self._process = process = process or new_process(self.module)
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
        self.order(STOP)

    def order(self, order: str) -> None:
        if self._process is not None:
            self._process.write(f"{order}\n".encode())

    def abandon(self) -> None:
        """Nobody wants to know any more."""
        process = self._process
        self._release()
        if process is not None:
            end(process)

    def hear(self, facts: Mapping[str, Any]) -> bool:
        """A word of the process; False where that means nothing yet, which may be the last one."""
        raise NotImplementedError

    def succeed(self) -> None:
        """The process has done what it was to do."""
        self.ended.emit()

    def fail(self, message: Message) -> None:
        """It has not, for a reason."""
        self.failed.emit(message)

    def _read(self) -> None:
        while self._process is not None and self._process.canReadLine():
            facts = json.loads(bytes(self._process.readLine().data()))
            if not self.hear(facts):
                self.last = facts

    def _misfire(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart and self._process is not None:
            reason = self._process.errorString()
            self._release()
            self.fail(Message("the process that works cannot be started: {reason}", reason=reason))

    def _end(self, status: int, how: QProcess.ExitStatus) -> None:
        self._read()
        process = self._process
        if process is None:
            return
        self._release()
        if "error" in self.last:
            self.fail(message_from(self.last["error"]))
        elif "ended" in self.last:
            self.succeed()
        else:
            words = bytes(process.readAllStandardError().data()).decode(errors="replace")
            self.fail(end_without_a_word(status, how, words))

    def _release(self) -> None:
        RUNNING.discard(self)
        process, self._process = self._process, None
        if process is not None:
            process.deleteLater()


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

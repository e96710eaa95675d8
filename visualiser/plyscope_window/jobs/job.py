"""A job: work in a process of its own, as the window sees it.

    job = Job(measure_growth)
    job.result.connect(self._take)
    job.start(position, searches, depths, limit)

The work is a plain function of a module that loads nothing of Qt, with the parent process as its last argument; its
arguments and results are small and can be pickled. Neither the interpreter's global lock nor a crash of the window
affects it. `plyscope.processes` documents the life of such a process.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from plyscope.messages import Message
from plyscope.processes import DIED, DONE, PACKAGES, RESULT, Child, Work
from PySide6.QtCore import QCoreApplication, QObject, Signal

import plyscope_window
from plyscope_window.jobs.background import interface_thread

PACKAGES.append(str(Path(str(plyscope_window.__file__)).parent))

RUNNING_JOBS: set[Job] = set()
"""Running jobs. Qt does not keep them alive by itself, and their page may be deleted before they end."""


class SpareProcess:
    """A process that is started before it is needed: a small position is then recorded in 15 ms instead of 200."""

    PRELOAD = ("plyscope_window.jobs.recording_work",)

    def __init__(self) -> None:
        self._child: Child | None = None
        self._is_kept = False
        """Whether another process is started when this one has been taken."""

    def prepare(self) -> None:
        """Keep a spare process from now on; it takes 35 MB of memory until the application ends."""
        if self._child is None:
            self._child = Child(self.PRELOAD)
        if not self._is_kept:
            self._is_kept = True
            application().aboutToQuit.connect(self.dismiss)

    def take(self) -> Child:
        """The spare process, or a new one if there is none."""
        child, self._child = self._child, None
        if child is None or child.process.poll() is not None:
            return Child()
        return child

    def refill(self) -> None:
        """Start another spare process for the next job, if one is kept."""
        if self._is_kept:
            self.prepare()

    def dismiss(self) -> None:
        """End the spare process, and keep no other one."""
        child, self._child, self._is_kept = self._child, None, False
        if child is not None:
            child.end()


SPARE_PROCESS = SpareProcess()


def application() -> QCoreApplication:
    """The running application of Qt."""
    instance = QCoreApplication.instance()
    assert instance is not None
    return instance


class Job(QObject):
    """One job. It ends with `done` or `failed`, unless it is abandoned."""

    result = Signal(object)
    """A result, when the work sends it."""
    done = Signal()
    failed = Signal(object)
    """Why it has failed: a Message."""

    def __init__(self, work: Work, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.work = work
        self._child: Child | None = None

    @property
    def is_running(self) -> bool:
        """Whether the work has begun and not ended."""
        return self._child is not None

    def start(self, *args: object) -> None:
        """Begin the work. Signals are emitted later, even if starting fails, so that the caller can connect to them."""
        interface = interface_thread()
        try:
            self._child = child = SPARE_PROCESS.take()
        except OSError as error:
            message = Message("the process that works cannot be started: {reason}", reason=error.strerror or str(error))
            interface.call(partial(self.fail, message))
            return
        RUNNING_JOBS.add(self)
        application().aboutToQuit.connect(self.abandon)
        child.begin(lambda kind, value: interface.call(partial(self._receive, child, kind, value)), self.work, *args)

    def send(self, order: object) -> None:
        """Send an order to the process, while it works."""
        if self._child is not None:
            self._child.send(order)

    def stop(self) -> None:
        """Ask the work to stop and to keep its results so far."""
        if self._child is not None:
            self._child.stop()

    def abandon(self) -> None:
        """Kill the process; no further signal is emitted."""
        child = self._child
        self._release()
        if child is not None:
            child.end()

    def take(self, result: object) -> None:
        """Handle a result that the work has sent."""
        self.result.emit(result)

    def succeed(self) -> None:
        """Handle the end of the work."""
        self.done.emit()

    def fail(self, message: Message) -> None:
        """Handle a failure of the work."""
        self.failed.emit(message)

    def die(self, message: Message) -> None:
        """Handle the end of a process that gave no reason."""
        self.fail(message)

    def _receive(self, child: Child, kind: str, value: object) -> None:
        """Handle a message of the process, in the interface thread."""
        if child is not self._child:
            return  # the job was abandoned
        if kind == RESULT:
            self.take(value)
            return
        self._release()
        SPARE_PROCESS.refill()
        if kind == DONE:
            self.succeed()
            return
        assert isinstance(value, Message)
        if kind == DIED:
            self.die(value)
        else:
            self.fail(value)

    def _release(self) -> None:
        """Forget the process, which has ended or is about to."""
        RUNNING_JOBS.discard(self)
        self._child = None

"""One run of a user's program, as the window sees it: a process that says how far it is."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import suppress

from plyscope.messages import Message
from PySide6.QtCore import Signal

from plyscope_window.jobs.recording_job import TraceJob
from plyscope_window.jobs.recovery import Recovery
from plyscope_window.pages.usercode.run_request import RunRequest
from plyscope_window.pages.usercode.usercode_work import CallProgress, Reading, read_left_run, run_program


class UserCodeRun(TraceJob):
    """Runs once."""

    progressed = Signal(int, float, str)
    """Calls so far, the seconds they took, and what was printed since."""
    reading = Signal(int)
    """The program is over; what it did is being made into a recording."""

    def __init__(self, recovery: Recovery) -> None:
        super().__init__(run_program, recovery)
        self._paths: tuple[str, ...] = ()
        self._folder = ""

    def run(self, request: RunRequest) -> None:
        self._paths = self.place(request.call)
        with suppress(OSError):  # without a folder, nothing is left where the process ends suddenly
            self._folder = tempfile.mkdtemp(prefix="plyscope-")
        self.start(request, self._paths, self._folder)

    def abandon(self) -> None:
        """Ends the program, and keeps nothing."""
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
        """The program has perhaps ended the process that recorded it: what is left of the run is read, once."""
        if self._folder and self.work is run_program:
            self.work = read_left_run
            self.start(self._paths, self._folder)
        else:
            super().die(message)

    def fail(self, message: Message) -> None:
        self._clear()
        super().fail(message)

    def _clear(self) -> None:
        """Nothing is needed any more of what happened but the recording."""
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)

"""One run of somebody's program, as the window sees it: a process that says how far it is."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from plyscope.messages import Message
from PySide6.QtCore import Signal

from plyscope_window.jobs.recording_job import Making
from plyscope_window.jobs.recovery import Recovery
from plyscope_window.pages.usercode.run_request import Wanted


class Running(Making):
    """Runs once."""

    module = "plyscope_window.pages.usercode.run_process"
    progressed = Signal(int, float, str)
    """Calls so far, the seconds they took, and what was printed since."""
    reading = Signal(int)
    """The program is over; what it did is being made into a recording."""

    def __init__(self, recovery: Recovery) -> None:
        super().__init__(recovery)
        self.wanted: Wanted | None = None

    def start(self, wanted: Wanted) -> None:
        self.kept = self.recovery.place(wanted.call)
        folder = ""
        with suppress(OSError):  # then a sudden end of the one who watches loses something
            folder = tempfile.mkdtemp(prefix="plyscope-")
        self.wanted = wanted.into(tuple(map(str, self.kept.paths)), folder)
        self.begin(self.wanted.line)

    def abandon(self) -> None:
        """Ends the program, and keeps nothing."""
        super().abandon()
        self._clear()

    def hear(self, facts: Mapping[str, Any]) -> bool:
        match facts:
            case {"calls": calls, "seconds": seconds, "printed": printed}:
                self.progressed.emit(calls, seconds, printed)
            case {"reading": calls}:
                self.reading.emit(calls)
            case _:
                return False
        return True

    def succeed(self) -> None:
        self._clear()
        super().succeed()

    def fail(self, message: Message) -> None:
        """A process that has said nothing was ended, perhaps by the program: what is left of the run is read once."""
        wanted = self.wanted
        if not self.last and wanted is not None and not wanted.is_over:
            self.wanted = replace(wanted, is_over=True)
            self.begin(self.wanted.line)
            return
        self._clear()
        super().fail(message)

    def _clear(self) -> None:
        """Nothing is needed any more of what happened but the recording."""
        if self.wanted is not None:
            shutil.rmtree(self.wanted.folder, ignore_errors=True)

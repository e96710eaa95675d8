"""One run of somebody's program, as the window sees it: a process that says how far it is."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal

from engine.messages import InputError, Message
from visualiser.background import Answer, in_background
from visualiser.debugging.wanted import Wanted
from visualiser.recording.recording import open_trace
from visualiser.recording.recovery import Kept, Recovery
from visualiser.working import Working

if TYPE_CHECKING:
    from engine.trace import Trace


class Running(Working):
    """Runs once. It ends with `finished` or `refused`, unless it is abandoned."""

    module = "visualiser.debugging.child"
    progressed = Signal(int, float, str)
    """Calls so far, the seconds they took, and what was printed since."""
    reading = Signal(int)
    """The program is over; what it did is being made into a recording."""
    finished = Signal(object, float)
    """The trace, and the seconds it took."""

    refused = Signal(object)
    """Why there is no trace: a Message."""

    def __init__(self, recovery: Recovery) -> None:
        super().__init__()
        self.wanted: Wanted | None = None
        self.recovery = recovery
        self.kept: Kept | None = None
        """Where the recording is kept, to be handed on to whoever shows it."""
        self._opening: Answer | None = None
        self.ended.connect(self._open)
        self.failed.connect(self._fail)

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
        if self._opening is not None:
            self._opening.is_wanted = False
        self._clear()
        self._drop()

    def hear(self, facts: Mapping[str, Any]) -> bool:
        match facts:
            case {"calls": calls, "seconds": seconds, "printed": printed}:
                self.progressed.emit(calls, seconds, printed)
            case {"reading": calls}:
                self.reading.emit(calls)
            case _:
                return False
        return True

    def _fail(self, message: Message) -> None:
        """A process that has said nothing was ended, perhaps by the program: what is left of the run is read once."""
        wanted = self.wanted
        if not self._last and wanted is not None and not wanted.is_over:
            self.wanted = replace(wanted, is_over=True)
            self.begin(self.wanted.line)
            return
        self._clear()
        self._drop()
        self.refused.emit(message)

    def _open(self) -> None:
        self._clear()
        path, seconds = Path(self._last["ended"]), float(self._last["seconds"])
        self._opening = in_background(
            lambda: open_trace(path), lambda trace: self._finish(trace, path, seconds), self._fail_to_open
        )

    def _finish(self, trace: Trace, path: Path, seconds: float) -> None:
        assert self.kept is not None
        self.recovery.recorded(self.kept, path, seconds)
        self.finished.emit(trace, seconds)

    def _fail_to_open(self, error: InputError) -> None:
        self._drop()
        self.refused.emit(error.message)

    def _clear(self) -> None:
        """Nothing is needed any more of what happened but the recording."""
        if self.wanted is not None:
            shutil.rmtree(self.wanted.folder, ignore_errors=True)

    def _drop(self) -> None:
        if self.kept is not None:
            self.recovery.drop(self.kept)
            self.kept = None

"""Work in a process of its own that ends with a recording: a trace file for recovery, opened where it lies."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engine.messages import InputError, Message
from visualiser.background import Answer, in_background
from visualiser.opening import opened
from visualiser.recording.recovery import Kept, Recovery
from visualiser.working import Working

if TYPE_CHECKING:
    from engine.trace import Trace


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

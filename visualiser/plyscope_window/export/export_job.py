"""Writes an export in another thread, says how far it is, and stops when it is told to."""

from __future__ import annotations

from pathlib import Path

from plyscope.export import export
from plyscope.export.extent import Extent
from plyscope.messages import InputError
from plyscope.model.trace import Trace
from PySide6.QtCore import QObject, Signal

from plyscope_window.jobs.background import Answer, in_background


class Stopped(InputError):
    """The person has had enough. The engine then leaves nothing behind."""


class Writing(QObject):
    """One export at a time."""

    written = Signal(list)
    """The files that are there now."""
    refused = Signal(InputError)
    stopped = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pieces = 0
        """About as many nodes as have been written; read while the other thread counts on."""
        self._is_stopping = False
        self._answer: Answer | None = None

    @property
    def is_running(self) -> bool:
        return self._answer is not None

    def begin(self, trace: Trace, extent: Extent, form: str, path: Path) -> None:
        self.pieces, self._is_stopping = 0, False

        def count(pieces: int) -> None:
            self.pieces = pieces
            if self._is_stopping:
                raise Stopped("stopped")

        def write() -> list[Path]:
            try:
                return export(trace, path, extent, form=form, progress=count)
            except OSError as error:
                raise InputError("{path}: {reason}", path=str(path), reason=error.strerror or str(error)) from error

        self._answer = in_background(write, self._finish, self._refuse)

    def stop(self) -> None:
        self._is_stopping = True

    def give_up(self) -> None:
        """Stops, and nobody wants to hear of it."""
        self.stop()
        if self._answer is not None:
            self._answer.is_wanted = False

    def _finish(self, paths: list[Path]) -> None:
        self._answer = None
        self.written.emit(paths)

    def _refuse(self, error: InputError) -> None:
        self._answer = None
        if isinstance(error, Stopped):
            self.stopped.emit()
        else:
            self.refused.emit(error)

"""Jobs that end with a recording: a trace file for recovery, opened where it lies; and the recording of a search."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyscope.files.sources import PositionText, plain_options
from plyscope.messages import InputError, Message
from plyscope.model.position import Position
from plyscope.processes import Work
from PySide6.QtCore import QObject, Signal

from plyscope_window.jobs.background import Answer, in_background
from plyscope_window.jobs.job import Job
from plyscope_window.jobs.recording_work import (
    ASK_AT_FRAMES,
    GO_ON,
    Estimate,
    Progress,
    Saved,
    Saving,
    TooLarge,
    record_search,
)
from plyscope_window.jobs.recovery import Kept, Recovery

if TYPE_CHECKING:
    from plyscope.model.trace import Trace


def opened(path: Path) -> Trace:
    """Open a recording with all that its first picture needs; called in another thread."""
    from plyscope.files.opening import open_trace
    from plyscope.model.recorded_game import RecordedGame

    trace = open_trace(path)
    if isinstance(trace.position.game, RecordedGame):
        trace.position.game.tree.find_all()
    return trace


class TraceJob(Job):
    """A job that makes one recording. It ends with `finished` or `failed`, unless it is abandoned."""

    finished = Signal(object, float)
    """The trace, and the seconds it took."""

    def __init__(self, work: Work, recovery: Recovery, parent: QObject | None = None) -> None:
        super().__init__(work, parent)
        self.recovery = recovery
        self.kept: Kept | None = None
        """Where the recording is kept for recovery; the page that shows it takes this over."""
        self._saved: Saved | None = None
        self._opening: Answer | None = None

    @property
    def is_running(self) -> bool:
        """Whether the recording is being made or opened."""
        return super().is_running or self._opening is not None

    def place(self, title: str) -> tuple[str, ...]:
        """Reserve a place for the recording; return its paths, of which the work uses the first that is writable."""
        assert self.kept is None, "a recording is made once"
        self.kept = self.recovery.place(title)
        return tuple(map(str, self.kept.paths))

    def abandon(self) -> None:
        """Stop, and discard the recording, if it is still being made or opened."""
        if not self.is_running:
            return
        super().abandon()
        if self._opening is not None:
            self._opening.cancel()
            self._opening = None
        self._drop()

    def take(self, result: object) -> None:
        """Keep where the recording has been saved; other results are passed on."""
        if isinstance(result, Saved):
            self._saved = result
        else:
            super().take(result)

    def succeed(self) -> None:
        """Open the recording, which has been saved, in another thread."""
        assert self._saved is not None
        path, seconds = Path(self._saved.path), self._saved.seconds
        self._opening = in_background(
            lambda: opened(path), lambda trace: self._finish(trace, path, seconds), self._fail_to_open
        )

    def fail(self, message: Message) -> None:
        """Delete what was kept of the recording, and tell why it failed."""
        self._drop()
        super().fail(message)

    def _finish(self, trace: Trace, path: Path, seconds: float) -> None:
        """Tell that the recording has been opened, and note how long it took."""
        self._opening = None
        assert self.kept is not None
        self.recovery.recorded(self.kept, path, seconds)
        self.finished.emit(trace, seconds)

    def _fail_to_open(self, error: InputError) -> None:
        """Tell why the recording could not be opened."""
        self._opening = None
        self.fail(error.message)

    def _drop(self) -> None:
        """Delete what was kept of the recording."""
        if self.kept is not None:
            self.recovery.drop(self.kept)
            self.kept = None


class Recording(TraceJob):
    """The job that records one search and reports its progress."""

    progressed = Signal(int, float)
    """Frames so far, and the seconds they took; at most about twenty times a second."""
    asked = Signal(int, object)
    """The number of frames, when it is so large that the job waits for `go_on` or `cancel`, and which depth fits."""
    saving = Signal(int)
    """The number of frames, when the search is over and is being saved."""

    def __init__(
        self,
        recovery: Recovery,
        parent: QObject | None = None,
        *,
        ask_at: int = ASK_AT_FRAMES,
        work: Work = record_search,
    ) -> None:
        super().__init__(work, recovery, parent)
        self.ask_at = ask_at
        self.estimate: float | None = None
        """The estimated number of frames; None until it is known."""
        self.remark: Message | None = None
        """A remark for the user, if the depth was limited automatically."""
        self.frames, self.seconds = 0, 0.0
        self.is_asking = False
        self.is_cancelled = False

    def record(
        self,
        position: Position,
        options: Mapping[str, Any],
        limit: int | None = None,
        seconds: float | None = None,
    ) -> None:
        """Begin to record. The options are those of `plyscope.record`; None stands for an option that is not set."""
        paths = self.place(position.title or str(position))
        self.start(PositionText.of(position), plain_options(options), paths, limit, seconds, self.ask_at)

    def go_on(self) -> None:
        """Continue although there are so many frames."""
        if self.is_asking:
            self.is_asking = False
            self.send(GO_ON)

    def cancel(self) -> None:
        """Stop, and keep the frames so far."""
        if not self.is_cancelled:
            self.is_cancelled = True
            self.is_asking = False
            self.stop()

    def take(self, result: object) -> None:
        """Take progress, an estimate or a question of the work; other results are passed on."""
        match result:
            case Progress(frames, seconds):
                self.frames, self.seconds = frames, seconds
                self.progressed.emit(frames, seconds)
            case Estimate(frames, remark):
                self.estimate, self.remark = frames, remark
            case TooLarge(frames, remark):
                self.is_asking = not self.is_cancelled
                if self.is_asking:
                    self.asked.emit(frames, remark)
            case Saving(frames):
                self.saving.emit(frames)
            case _:
                super().take(result)

"""One recording, as the window sees it: a process that is given a request and reports how far it is.

The process does the work, so that neither the interpreter's one lock nor a crash of the window touches it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QProcess, Signal

from engine.messages import Message
from engine.position import Position
from visualiser.recording.making import Making
from visualiser.recording.protocol import ASK_AT, GO_ON, Request, message_from
from visualiser.recording.recovery import Recovery
from visualiser.working import end, new_process

CHILD = "visualiser.recording.child"


class Spare:
    """A process that is started before it is needed: a small position is then recorded in 15 ms and not in 200."""

    def __init__(self) -> None:
        self._process: QProcess | None = None

    def prepare(self) -> None:
        """Starts one, unless there is one. It waits in 35 MB of memory until the application ends."""
        if self._process is None:
            self._process = new_process(CHILD)
            application = QCoreApplication.instance()
            assert application is not None
            application.aboutToQuit.connect(self.dismiss)

    def take(self) -> QProcess:
        """The one that was prepared, or a new one."""
        process, self._process = self._process, None
        if process is None or process.state() == QProcess.ProcessState.NotRunning:
            return new_process(CHILD)
        return process

    def dismiss(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            end(process)


SPARE = Spare()


class Recording(Making):
    """Records one search."""

    module = CHILD
    progressed = Signal(int, float)
    """Frames so far, and the seconds they took. At most some twenty times a second."""
    asked = Signal(int)
    """There are very many frames; it waits for `go_on` or `cancel`."""
    saving = Signal(int)
    """The search is over and is being written to the disk."""

    def __init__(self, recovery: Recovery, parent: QObject | None = None, *, ask_at: int = ASK_AT) -> None:
        super().__init__(recovery, parent)
        self.ask_at = ask_at
        self.estimate: float | None = None
        """How many frames there will be, as far as one can tell; None until that is known."""
        self.remark: Message | None = None
        """A word to the person, where a depth was set that nobody asked for."""
        self.frames, self.seconds = 0, 0.0
        self.is_asking = False
        self.is_cancelled = False

    def start(self, position: Position, options: Mapping[str, Any], limit: int | None = None) -> None:
        """Begins to record. The options are those of `engine.record`; None stands for what was not asked for."""
        assert self.kept is None, "a recording is made once"
        self.kept = self.recovery.place(position.title or str(position))
        request = Request.of(position, options, self.kept.paths, limit=limit, ask_at=self.ask_at)
        self.begin(request.line, SPARE.take())

    # What a person may want meanwhile

    def go_on(self) -> None:
        """Yes, although there are so many frames."""
        if self.is_asking:
            self.is_asking = False
            self.order(GO_ON)

    def cancel(self) -> None:
        """Stops, and keeps what there is."""
        if not self.is_cancelled:
            self.is_cancelled = True
            self.is_asking = False
            self.stop()

    def hear(self, facts: Mapping[str, Any]) -> bool:
        match facts:
            case {"frames": frames, "seconds": seconds, **others} if not others:
                self.frames, self.seconds = frames, seconds
                self.progressed.emit(frames, seconds)
            case {"estimate": estimate, "remark": remark}:
                self.estimate = estimate
                self.remark = None if remark is None else message_from(remark)
            case {"asks": frames}:
                self.is_asking = not self.is_cancelled
                if self.is_asking:
                    self.asked.emit(frames)
            case {"saving": frames}:
                self.saving.emit(frames)
            case _:
                return False
        return True

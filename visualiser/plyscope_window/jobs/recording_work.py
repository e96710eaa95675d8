"""Recording a search, as work of a process: nothing here loads anything of Qt.

The process may outlive the window. If the window has ended, the recording is stopped, and saved in the recovery folder,
which the window reads at its next start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from plyscope.files.sources import PositionText
from plyscope.messages import InputError, Message, roughly
from plyscope.processes import Parent

if TYPE_CHECKING:
    from plyscope.model.plan import Plan
    from plyscope.model.trace import Trace
    from plyscope.recording.estimate import Fitted

ASK_AT_FRAMES = 20_000_000
"""Frames after which the user is asked whether to continue recording; and again after as many more."""
GO_ON = "go on"
"""The order to continue although there are so many frames."""


class Estimate(NamedTuple):
    """Before the search begins: the estimated number of frames, and a remark for the user."""

    frames: float
    remark: Message | None


class Progress(NamedTuple):
    """Frames so far, and the seconds they took; about twenty times a second."""

    frames: int
    seconds: float


class TooLarge(NamedTuple):
    """So many frames that the recording waits until the user decides whether to continue, and which depth fits."""

    frames: int
    remark: Message | None


class Saving(NamedTuple):
    """The search is over and is being written to the disk."""

    frames: int


class Saved(NamedTuple):
    """The file of the recording, and the seconds it took to record."""

    path: str
    seconds: float


class Recorder:
    """The progress of a recording, reported to the window, which is asked whether to continue a large one."""

    def __init__(self, parent: Parent, ask_at: int | None = None, plan: Plan | None = None) -> None:
        self.parent, self.plan = parent, plan
        self.step = ask_at or inf
        self.ask_at = self.step
        self.waited = 0.0
        """Seconds spent waiting for the user's answer."""
        self.began = perf_counter()

    @property
    def seconds(self) -> float:
        """How long recording has taken, without waiting."""
        return perf_counter() - self.began - self.waited

    def progress(self, frames: int) -> bool:
        """Report progress, and ask the user whether to continue a large recording; False stops it."""
        if not self.parent.is_stopped:
            self.parent.send(Progress(frames, self.seconds))
        if not self.parent.is_stopped and frames >= self.ask_at:
            self.ask(frames)
        return not self.parent.is_stopped

    def ask(self, frames: int) -> None:
        """Ask the user whether to continue after so many frames, and wait for the answer."""
        from plyscope.recording.estimate import depth_within

        began = perf_counter()
        fitting = None if self.plan is None else depth_within(self.plan, self.step)
        self.parent.send(TooLarge(frames, None if fitting is None else fitting.message))
        self.parent.next_order()
        self.waited += perf_counter() - began
        self.ask_at = frames + self.step

    def save(self, trace: Trace, paths: Sequence[str]) -> None:
        """Save the recording at the first writable path, and tell the window where it is."""
        seconds = self.seconds
        self.parent.send(Progress(len(trace), seconds))
        self.parent.send(Saving(len(trace)))
        self.parent.send(Saved(save(trace, paths), seconds))


def record_search(
    position: PositionText,
    options: Mapping[str, Any],
    paths: Sequence[str],
    limit: int | None,
    seconds: float | None,
    ask_at: int | None,
    parent: Parent,
) -> None:
    """Record a search into the first writable path; the options are those of `plyscope.record`."""
    from plyscope.recording.estimate import fit
    from plyscope.recording.record import run

    fitted = fit(position.read(), options, has_budget=seconds is not None)
    recorder = Recorder(parent, ask_at, fitted.plan)
    parent.send(Estimate(fitted.frames, remark_on(fitted)))
    recorder.began = perf_counter()
    recorder.save(run(fitted.plan, limit, recorder.progress, seconds=seconds), paths)


def remark_on(fitted: Fitted) -> Message | None:
    """A remark for the user if the depth was limited automatically; else None."""
    if fitted.whole is None:
        return None
    return Message(
        "a search to the end of the game takes about {whole} frames; searched to depth {depth}, about {frames}",
        whole=roughly(fitted.whole),
        depth=fitted.plan.options["depth"],
        frames=roughly(fitted.frames),
    )


def save(trace: Trace, paths: Sequence[str]) -> str:
    """Save a recording at the first writable path and return that; where none is, raise the first one's InputError."""
    from plyscope.files.trace_file import save_trace

    complaint = InputError("there is no place to save the recording in")
    for number, path in enumerate(paths):
        try:
            save_trace(trace, path)
            return path
        except InputError as error:
            complaint = complaint if number else error
    raise complaint

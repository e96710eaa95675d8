"""Running the user's code and listening to engines, as work of a process: nothing here loads anything of Qt.

A program runs in yet another process, within its limits. Whatever that one does, this one reads its log, reads it as a
search where it looks like one, and saves it. Where the window is gone, the program is stopped.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from plyscope.model.trace import Trace
from plyscope.processes import Pace, Parent
from plyscope.tracer.listening import listen_for
from plyscope.tracer.running import debug, salvaged
from plyscope.usercode.reading import read_as_search

from plyscope_window.jobs.recording_work import Recorder, Saved, save
from plyscope_window.pages.usercode.run_request import RunRequest

MAX_PRINTED_AT_ONCE = 20_000
"""Characters of what was printed that are sent at once; the window shows the end of it, the recording has it all."""


class CallProgress(NamedTuple):
    """Calls so far, the seconds they took, and what was printed since the last time."""

    calls: int
    seconds: float
    printed: str


class Reading(NamedTuple):
    """The program is over; what it did is being made into a recording."""

    calls: int


def run_program(request: RunRequest, paths: Sequence[str], folder: str, parent: Parent) -> None:
    """Runs a call of a file. All that happens is written into a folder, to be read if this process is ended too."""
    began = perf_counter()
    pace, printed, calls = Pace(), "", 0

    def report() -> None:
        nonlocal printed
        if not parent.is_stopped:
            parent.send(CallProgress(calls, perf_counter() - began, printed))
        printed = ""

    def progress(so_far: int) -> bool:
        nonlocal calls
        calls = so_far
        if pace.is_due:
            report()
        return not parent.is_stopped

    def add_printed(text: str) -> None:
        nonlocal printed
        printed = (printed + text)[-MAX_PRINTED_AT_ONCE:]

    trace = debug(
        request.file,
        request.call,
        request.functions,
        request.limits,
        request.lines,
        progress,
        add_printed,
        folder=Path(folder) if folder else None,
    )
    calls = len(trace)
    report()
    save_as_search(trace, perf_counter() - began, paths, folder, parent)


def read_left_run(paths: Sequence[str], folder: str, parent: Parent) -> None:
    """What a run has left in its folder whose process was ended."""
    began = perf_counter()
    trace = salvaged(Path(folder))
    save_as_search(trace, perf_counter() - began, paths, folder, parent)


def save_as_search(trace: Trace, seconds: float, paths: Sequence[str], folder: str, parent: Parent) -> None:
    parent.send(Reading(len(trace)))
    parent.send(Saved(save(read_as_search(trace), paths), seconds))
    if folder:
        shutil.rmtree(folder, ignore_errors=True)


def listen_to_engine(address: str, seconds: float, paths: Sequence[str], parent: Parent) -> None:
    """Records what an engine in another program sends to an address."""
    recorder, pace = Recorder(parent), Pace(0.05)
    shown = 0

    def progress(frames: int) -> bool:
        """Also called while nothing comes, so that the last figure before a pause is shown."""
        nonlocal shown
        if frames > shown and pace.is_due:
            shown = frames
            return recorder.progress(frames)
        return not parent.is_stopped

    recorder.save(listen_for(address, seconds, progress), paths)

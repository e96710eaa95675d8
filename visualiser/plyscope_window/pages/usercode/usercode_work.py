"""Running user code and listening to engines, as work of a process that does not load Qt.

The program runs in a further process, within its limits. This process reads its log, reads the recording as a search
if it looks like one, and saves it. When the window is gone, the program is stopped.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from plyscope.model.trace import Trace
from plyscope.processes import Pace, Parent
from plyscope.tracer.lines_again import repeated
from plyscope.tracer.listening import listen_for
from plyscope.tracer.programs import needs_session, program_of
from plyscope.tracer.running import debug, salvaged
from plyscope.tracer.session import Session
from plyscope.tracer.source_text import read_source_file, resolve_file
from plyscope.tracer.starting import Options, StartedProgram
from plyscope.tracer.target_process import NOWHERE
from plyscope.tracer.user_python import python_for
from plyscope.usercode.reading import read_as_search

from plyscope_window.jobs.recording_work import Recorder, Saved, save
from plyscope_window.pages.usercode.requests import MAX_PRINTED_AT_ONCE, ProgramRequest, RunRequest


class CallProgress(NamedTuple):
    """Calls so far, the seconds they took, and the text printed since the last report."""

    calls: int
    seconds: float
    printed: str


class Reading(NamedTuple):
    """The program has ended; its recording is being made."""

    calls: int


def run_program(request: RunRequest, paths: Sequence[str], folder: str, parent: Parent) -> None:
    """Run a call of a file. The log is written to a folder, so that it can be read even if this process is killed."""
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

    try:
        trace = recorded_call(request, progress, add_printed, Path(folder) if folder else None)
        calls = len(trace)
        report()
        save_as_search(trace, perf_counter() - began, paths, parent)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def recorded_call(
    request: RunRequest, progress: Callable[[int], object], on_printed: Callable[[str], object], folder: Path | None
) -> Trace:
    """The recording of a call; where it leads through other files of its project, they are recorded too."""
    source = read_source_file(request.file)
    if not needs_session(source.path, source, request.call, request.functions):
        how = request.limits, request.lines, progress, on_printed
        return debug(request.file, request.call, request.functions, *how, folder=folder)
    program = program_of(request.file, request.call)
    options = Options(request.limits, request.lines, streams=NOWHERE)
    session = Session(StartedProgram(program, python_for(program.place), options))
    session.run(progress)
    trace = session.largest.trace()
    on_printed("".join(trace.user_code.printed))
    return trace


class LinesRequest(NamedTuple):
    """A run of which the lines of one call are to be recorded, and of those below it."""

    run: RunRequest | ProgramRequest
    number: int
    """The recording of a program that the call is in."""
    call: int


def run_for_lines(request: LinesRequest, paths: Sequence[str], parent: Parent) -> None:
    """Run it again for the lines of one call."""
    began, run = perf_counter(), request.run

    def progress(_calls: int) -> bool:
        return not parent.is_stopped

    if isinstance(run, ProgramRequest):
        program, options = run.program, Options(modules=tuple(run.modules.split()))
        python = python_for(program.place, run.python or None)
        trace = repeated(program, python, options, request.number, request.call, progress)
    elif needs_session(resolve_file(run.file), read_source_file(run.file), run.call, run.functions):
        program = program_of(run.file, run.call)
        python, options = python_for(program.place), Options(run.limits)
        trace = repeated(program, python, options, request.number, request.call, progress)
    else:
        trace = debug(run.file, run.call, run.functions, run.limits, None, progress, lines_of=request.call)
    parent.send(Saved(save(read_as_search(trace), paths), perf_counter() - began))


def read_left_run(paths: Sequence[str], folder: str, parent: Parent) -> None:
    """Make the recording of a run whose process was killed, from the log in its folder."""
    began = perf_counter()
    try:
        save_as_search(salvaged(Path(folder)), perf_counter() - began, paths, parent)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def save_as_search(trace: Trace, seconds: float, paths: Sequence[str], parent: Parent) -> None:
    parent.send(Reading(len(trace)))
    parent.send(Saved(save(read_as_search(trace), paths), seconds))


def listen_to_engine(address: str, seconds: float, paths: Sequence[str], parent: Parent) -> None:
    """Record what an engine in another program sends to an address."""
    recorder, pace = Recorder(parent), Pace(0.05)
    shown = 0

    def progress(frames: int) -> bool:
        """Report progress. It is also called while nothing arrives, so that the number before a pause is shown."""
        nonlocal shown
        if frames > shown and pace.is_due:
            shown = frames
            return recorder.progress(frames)
        return not parent.is_stopped

    recorder.save(listen_for(address, seconds, progress), paths)

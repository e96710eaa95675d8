"""Running user code and listening to engines, as work of a process that does not load Qt.

The code runs in a further process, on the user's Python. This process follows it, passes on what it prints and what
the user types, and saves each recording as soon as its call is over. When the window is gone, the program is stopped.
"""

from __future__ import annotations

import codecs
import os
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from plyscope.files.trace_file import save_trace
from plyscope.messages import InputError, Message
from plyscope.model.position import Board
from plyscope.model.trace import Trace
from plyscope.model.user_code import Ended
from plyscope.operating_system import reads_input
from plyscope.processes import Pace, Parent, portable
from plyscope.tracer.lines_again import recorded_again
from plyscope.tracer.listening import listen_for
from plyscope.tracer.programs import needs_session
from plyscope.tracer.running import followed_trace, salvaged
from plyscope.tracer.session import Session
from plyscope.tracer.starting import Options, StartedCall, StartedProgram
from plyscope.tracer.target_process import NOWHERE, Stream
from plyscope.tracer.user_python import UserPython, python_for
from plyscope.usercode.chosen_search import move_played
from plyscope.usercode.findings import BUG, findings
from plyscope.usercode.reading import read_as_search

from plyscope_window.jobs.recording_work import Recorder, Saved, save
from plyscope_window.pages.usercode.requests import MAX_PRINTED_CHARS, RunRequest

if TYPE_CHECKING:
    from plyscope.tracer.split_log import Recording

PRINT_BYTES = 1 << 16
"""The largest number of printed bytes that are read at a time."""
MAX_TEXT = 200
"""The most characters of a call in the list."""
PIPES = (subprocess.PIPE, subprocess.PIPE, subprocess.STDOUT)
"""The streams of a program that is answered."""


class Typed(NamedTuple):
    """An order: text for the program's standard input."""

    text: str


class InputEnds(NamedTuple):
    """An order: there is no more input."""


class Started(NamedTuple):
    """A report: the code runs."""

    python: str
    magics: tuple[str, ...] = ()
    """What is not run of a notebook."""


class RunProgress(NamedTuple):
    """The state of a run, a few times a second."""

    calls: int
    printed: str
    """What it has printed since the last report."""
    is_waiting: bool | None = None
    """Whether it waits for input; None where that is not known."""


class Decision(NamedTuple):
    """One recording of a run: the call that was requested, or an outermost call of a program, open or over."""

    number: int
    call: str
    source: str
    frames: int
    ended: Ended | None = None
    """How the call ended; None while it is open."""
    path: str = ""
    """The trace file, once there is one."""
    seconds: float = 0.0
    board: Board | None = None
    """The board that the call was given, where it is known."""
    max_side: int = 1
    played: str = ""
    """The move that the search has chosen, where it is known."""
    bugs: int = 0
    problem: Message | None = None
    """Why there is no recording."""


class Dropped(NamedTuple):
    """Recordings that are not kept any more, because there are too many."""

    numbers: tuple[int, ...]
    not_kept: int
    """Outermost calls without a recording so far."""


class RunEnded(NamedTuple):
    """The run is over, and all of its recordings have been made."""

    ended: Ended
    seconds: float
    log_ended: Message | None = None
    """Why nothing was recorded from some time on."""
    calls: int = 0
    """Calls of functions that may call themselves."""


def run_user_code(request: RunRequest, folder: str, parent: Parent) -> None:
    """Run a call or a program to its end, and save its recordings in a folder as they end."""
    reports = Reports(parent)
    if request.is_call:
        run_call(request, Path(folder), reports)
        return
    os.environ["PYTHONUNBUFFERED"] = "1"  # what it prints is seen when it prints it
    # This process may be killed: what it leaves in the folder goes with it.
    program, options = request.program, run_options(request, PIPES)
    session = Session(StartedProgram(program, run_python(request), options, Path(folder)))
    reports.send(Started(str(session.python), program.magics))
    FollowedProgram(session, Path(folder), reports).run()


def run_options(request: RunRequest, streams: tuple[Stream, Stream, Stream] = NOWHERE) -> Options:
    """Return how a call or a program is recorded."""
    limits = request.limits if request.is_call else replace(request.limits, memory=0)
    return Options(limits, request.lines, request.functions, modules=tuple(request.modules.split()), streams=streams)


def run_python(request: RunRequest) -> UserPython:
    """Return the Python that runs a request."""
    return python_for(request.program.place, request.python or None)


class Reports:
    """What a run reports to the window: what it prints a few times a second, everything else at once."""

    def __init__(self, parent: Parent) -> None:
        self.parent = parent
        self.began = perf_counter()
        self._printed = ""
        self._lock, self._sending = Lock(), Lock()

    @property
    def seconds(self) -> float:
        """Seconds since the run began."""
        return perf_counter() - self.began

    def add_printed(self, text: str) -> None:
        """Add printed text to the next report."""
        with self._lock:
            self._printed = (self._printed + text)[-MAX_PRINTED_CHARS:]

    def progress(self, calls: int, is_waiting: bool | None = None) -> None:
        """Report the calls so far, and what was printed since the last report."""
        with self._lock:
            printed, self._printed = self._printed, ""
        self.send(RunProgress(calls, printed, is_waiting))

    def send(self, result: object) -> None:
        """Send a result; several threads do."""
        with self._sending:
            self.parent.send(result)


# A call


def run_call(request: RunRequest, folder: Path, reports: Reports) -> None:
    """Run a call of a file, and save its recording. The log of a single file is in the folder: it outlives a kill."""
    pace, python = Pace(0.1), run_python(request)
    reports.send(Started(str(python)))

    def progress(calls: int) -> bool:
        if pace.is_due:
            reports.progress(calls)
        return not reports.parent.is_stopped

    program, options = request.program, run_options(request)
    if needs_session(program, request.functions):
        session = Session(StartedProgram(program, python, options))
        session.run(progress)
        trace = session.largest.trace()
        reports.add_printed("".join(trace.user_code.printed))
    else:
        with StartedCall(program, python, options, folder=folder) as started:
            trace = followed_trace(started, progress, reports.add_printed)
    save_call(trace, folder, reports)


def read_left_call(folder: str, parent: Parent) -> None:
    """Make the recording of a call whose process was killed, from the log in its folder."""
    save_call(salvaged(Path(folder)), Path(folder), Reports(parent))


def save_call(trace: Trace, folder: Path, reports: Reports) -> None:
    """Save the recording of a call, and report it and the end of the run."""
    reports.progress(len(trace))
    code, path, seconds = trace.user_code, folder / "1.plytrace", reports.seconds
    entry = Decision(1, code.call[:MAX_TEXT], code.file, len(trace), code.ended, seconds=seconds)
    reports.send(entry)
    save_trace(read_as_search(trace), path, force=True)
    reports.send(entry._replace(path=str(path)))
    reports.send(RunEnded(code.ended, seconds, calls=len(trace)))


# A program


class FollowedProgram:
    """A running program, and the threads that read what it prints, pass input on, and save recordings."""

    def __init__(self, session: Session, folder: Path, reports: Reports) -> None:
        self.session, self.folder, self.reports = session, folder, reports
        self.pace = Pace(0.1)
        self.frames_reported: dict[int, int] = {}
        """For each recording of the list the frames that were last reported."""
        self.saved_numbers: set[int] = set()
        """The recordings that are being saved or have been."""
        self.dropped = 0
        self._to_save: SimpleQueue[Recording | None] = SimpleQueue()

    def run(self) -> None:
        """Run the program to its end, and save its recordings."""
        saving = Thread(target=self._save_all, daemon=True)
        reading = Thread(target=self._read_printed, daemon=True)
        for thread in (saving, reading, Thread(target=self._pass_input_on, daemon=True)):
            thread.start()
        session = self.session
        try:
            ended = session.run(self._report_if_due)
        finally:
            # Processes that the program has started may still hold its output open.
            reading.join(0.5)
            self._report_progress()
        seconds = self.reports.seconds
        self._list_recordings()
        self._to_save.put(None)
        saving.join()
        self.reports.send(RunEnded(ended, seconds, session.log_ended, session.calls))

    # While it runs

    def _report_if_due(self, _calls: int) -> bool:
        """Report progress now and then; return whether the program may go on."""
        if self.pace.is_due:
            self._list_recordings()
            self._report_progress()
        return not self.reports.parent.is_stopped

    def _report_progress(self) -> None:
        """Report the calls so far, and whether the program waits for input."""
        process = self.session.process
        self.reports.progress(self.session.calls, reads_input(process.pid) if process.poll() is None else False)

    def _list_recordings(self) -> None:
        """Report recordings that began, went on or ended, and those not kept any more; have ended ones saved."""
        listed, send = self.session.recordings, self.reports.send
        for recording in listed:
            if recording.ended is not None and recording.number not in self.saved_numbers:
                self.saved_numbers.add(recording.number)
                send(list_entry(recording))
                self._to_save.put(recording)
            elif recording.ended is None and self.frames_reported.get(recording.number) != recording.frames:
                send(list_entry(recording))
            self.frames_reported[recording.number] = recording.frames
        gone = tuple(self.frames_reported.keys() - {recording.number for recording in listed})
        if gone or self.session.not_kept != self.dropped:
            self.dropped = self.session.not_kept
            for number in gone:
                del self.frames_reported[number]
            send(Dropped(gone, self.dropped))

    # Threads

    def _read_printed(self) -> None:
        """Read what the program prints, until its output is closed."""
        stream = self.session.process.stdout
        assert stream is not None
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        with suppress(OSError, ValueError):
            while piece := os.read(stream.fileno(), PRINT_BYTES):
                self.reports.add_printed(decoder.decode(piece).replace("\r\n", "\n"))

    def _pass_input_on(self) -> None:
        """Pass on what the user types, until the window is gone."""
        stream = self.session.process.stdin
        assert stream is not None
        for order in self.reports.parent.orders():
            # The program may have ended, or have closed its input.
            with suppress(OSError, ValueError):
                if isinstance(order, Typed):
                    stream.write(order.text.encode("utf-8", "replace"))
                    stream.flush()
                elif isinstance(order, InputEnds):
                    stream.close()

    def _save_all(self) -> None:
        """Save each recording that has ended, until there are no more."""
        while (recording := self._to_save.get()) is not None:
            self._save(recording, list_entry(recording))

    def _save(self, recording: Recording, entry: Decision) -> None:
        """Save a recording and report it; once more when its bugs are known, which takes longer."""
        try:
            trace = read_as_search(recording.trace())
            path = self.folder / f"{recording.number}.plytrace"
            save_trace(trace, path, force=True)
        except InputError as error:
            self.reports.send(entry._replace(problem=portable(error.message)))
            return
        except RecursionError:
            self.reports.send(entry._replace(problem=Message("it is too deep to be read")))
            return
        entry = entry_with_facts(entry._replace(path=str(path)), trace)
        self.reports.send(entry)
        bugs = sum(each.kind == BUG for each in findings(trace))
        if bugs:
            self.reports.send(entry._replace(bugs=bugs))


def list_entry(recording: Recording) -> Decision:
    """Return an entry of the list with what the log says of a recording."""
    return Decision(
        recording.number,
        recording.call[:MAX_TEXT],
        recording.source.path,
        recording.frames,
        recording.ended,
        seconds=recording.seconds,
    )


def entry_with_facts(entry: Decision, trace: Trace) -> Decision:
    """Return an entry of the list with what is known of its recording."""
    first = min(trace.origin.callers, len(trace) - 1)
    position = trace.position_at(first)
    board = position.board()
    return entry._replace(
        frames=trace.calls_among(trace.origin.callers, len(trace)),
        board=None if board.shape == "node" else board,
        max_side=position.max_side,
        played=(move_played(trace) or "") if trace.origin.is_search and position.game.name != "own" else "",
    )


# Again, and from elsewhere


class LinesRequest(NamedTuple):
    """A run of which the lines of one call are to be recorded, and of those below it."""

    run: RunRequest
    number: int
    """The recording of a program that the call is in."""
    call: int


def run_for_lines(request: LinesRequest, paths: Sequence[str], parent: Parent) -> None:
    """Run a request again for the lines of one call, and save the recording."""
    began, run = perf_counter(), request.run

    def progress(_calls: int) -> bool:
        return not parent.is_stopped

    program, python, options = run.program, run_python(run), run_options(run)
    if needs_session(program, run.functions):
        trace = recorded_again(program, python, options, request.number, request.call, progress)
    else:
        options = options._replace(lines=None, lines_of=(request.number, request.call))
        with StartedCall(program, python, options) as started:
            trace = followed_trace(started, progress)
    parent.send(Saved(save(read_as_search(trace), paths), perf_counter() - began))


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

"""Runs a file of user code in a target process, within limits, and reads its log while it runs.

The target writes a log into a file. However it ends, everything written by then is read; only rows and texts are kept
here. The user's file stays as it is: what runs is a copy of its text, on request with a cache on its functions.
"""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from math import inf
from pathlib import Path
from time import monotonic, sleep
from typing import IO, Any

from plyscope.messages import InputError
from plyscope.model.trace import Trace
from plyscope.model.user_code import Ended
from plyscope.operating_system import (
    end_session,
    how_killed,
    is_interruptible,
    request_traceback,
    requests_to_stop,
)
from plyscope.tracer.build_trace import make_trace, not_loaded
from plyscope.tracer.log_reader import LimitReached, RowBuilder, calls_left
from plyscope.tracer.programs import program_of
from plyscope.tracer.source_parts import Source, same_functions, without_starter
from plyscope.tracer.source_text import SourceFile, parsed_text
from plyscope.tracer.starting import Limits, Options, StartedCall
from plyscope.tracer.target.log import EXCEPTION, EXIT, RETURNED, BatchReader
from plyscope.tracer.target.program import LOADING
from plyscope.tracer.user_python import UserPython, python_for

POLL_SECONDS = 0.02
"""Seconds between two reads of the log."""
LOCATION_SECONDS = 0.3
"""Seconds that the target has to report where it is, before it is ended."""
FLUSH_SECONDS = 0.03
"""Seconds after which the target has written everything until then."""
STOP_SECONDS = 1.0
"""Seconds spent reading the log after the user stopped the target."""
SECONDS_TO_COUNT = 5.0
"""Seconds for which calls are counted that are not read any more."""
PIECE_ITEMS = 20_000
"""Items of the log that are read between two checks."""

Progress = Callable[[int], object]
PrintedText = Callable[[str], object]


def debug(
    path: str | Path,
    call: str,
    functions: Sequence[str] = (),
    limits: Limits | None = None,
    lines: bool | None = None,
    progress: Progress | None = None,
    on_printed: PrintedText | None = None,
    *,
    cached: bool = False,
    lines_of: int | None = None,
    folder: Path | None = None,
    python: UserPython | None = None,
    cwd: Path | None = None,
) -> Trace:
    """Run a call of a file and return its recording.

    `lines` says whether executed lines are recorded too; None means the first `MAX_LINES` of them, until their values
    take 8 MB or they add a second. `lines_of` is the number of a call, from 0 on: only its lines are recorded, and
    those of the calls below it. `progress` is called regularly with the number of calls so far, and ends the program by
    returning False; so does Ctrl+C, which is looked at only where what was read is whole, so that the recording is true
    as far as it goes. `on_printed` receives printed text. `cached` puts a cache on the traced functions, also in the
    text of the recording. `folder` keeps the log, so that `salvaged` can read it if this process is killed. `python`
    runs the file; by default the user's own. `cwd` is the folder to run it in; by default that of the file.
    """
    program = program_of(str(path), call, folder=cwd)
    place = None if lines_of is None else (0, lines_of)
    options = Options(limits or Limits(), lines, tuple(functions), lines_of=place)
    stopped_by: list[int] = []
    with ExitStack() as stack:
        if is_interruptible():
            stack.enter_context(requests_to_stop(stopped_by.append, with_termination=False))
        started = stack.enter_context(
            StartedCall(program, python or python_for(program.place), options, cached=cached, folder=folder)
        )
        return followed_trace(
            started, lambda calls: (progress is None or progress(calls) is not False) and not stopped_by, on_printed
        )


def followed_trace(
    started: StartedCall, goes_on: Callable[[int], bool], on_printed: PrintedText | None = None
) -> Trace:
    """Read the log of a call to its end, and return the trace."""
    run = TargetRun(started)
    try:
        ended = run.follow(goes_on, on_printed)
    finally:
        run.end()
        run.log.close()
    return run.trace(ended, started.limits.frames)


class TargetRun:
    """One run of user code in a target process, whose log is read meanwhile."""

    keeps_all = True
    """Whether a call that only starts the search is kept: its functions were named, or that is not known any more."""

    def __init__(self, started: StartedCall) -> None:
        self.source, self.call, self.limits = started.source, started.call, started.limits
        self.process, self.began = started.process, started.began
        self.keeps_all = started.are_requested
        self.read_from(started.folder, started.limits.frames)

    def read_from(self, folder: Path, frames: int | None = None) -> None:
        """Open the log in a folder; rows are built for up to `frames` calls."""
        self.rows = RowBuilder((), frames)
        self.faults, self.fault = folder / "faults", folder / "fault"
        self.is_partial = False
        """Whether the target had done more than is kept when it ended."""
        self.unread = 0
        """Calls in the log that are not read, since the user stopped it; -1 if they were not counted."""
        self.log: IO[bytes] = (folder / "log").open("rb")
        self.reader = BatchReader(self.log)
        self.pieces = self.written()
        self.is_damaged = False
        """Whether the log holds what the target has not written; what comes after that is not read."""

    def follow(self, progress: Callable[[int], bool], on_printed: PrintedText | None = None) -> Ended:
        """Read the log until the target ends, or is ended; return how."""
        stopped: Ended | None = None
        shown = 0

        def check() -> Ended | None:
            """Why the target has to be ended; None if it goes on."""
            nonlocal shown
            if on_printed is not None and shown < len(self.rows.printed):
                on_printed("".join(self.rows.printed[shown:]))
                shown = len(self.rows.printed)
            if monotonic() - self.began > self.limits.seconds:
                return Ended("limit", "seconds")
            if fault_in(self.fault):
                return Ended("limit", "disk")
            return None if progress(len(self.rows)) else Ended("interrupted", "")

        try:
            while self.process.poll() is None and stopped is None:
                stopped = self.read(check) or check()
                if stopped is None:
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        self.process.wait(POLL_SECONDS)
        except LimitReached:
            stopped = Ended("limit", "frames")
        if stopped is not None:
            self.request_location()
        self.end()
        return self.ended(self.read_to_end(stopped, progress))

    def read(self, check: Callable[[], Ended | None] = lambda: None) -> Ended | None:
        """Read what was written; return why that ended early: what `check` says in between, or damage; else None."""
        if self.is_damaged:
            return None
        for piece in self.pieces:
            try:
                self.rows.append(piece)
            except (InputError, LimitReached):
                raise
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
                self.is_damaged = True
                return Ended("killed", DAMAGED)
            stopped = check()
            if stopped is not None:
                return stopped
        self.pieces = self.written()
        return None

    def written(self) -> Iterator[list[Any]]:
        """Iterate over the unread part of the log in pieces of `PIECE_ITEMS`, the last one smaller."""
        piece: list[Any] = []
        for batch in self.reader.batches():
            piece += batch
            whole = len(piece) - len(piece) % PIECE_ITEMS
            for start in range(0, whole, PIECE_ITEMS):
                yield piece[start : start + PIECE_ITEMS]
            piece = piece[whole:]
        if piece:
            yield piece

    def read_to_end(self, stopped: Ended | None, progress: Callable[[int], bool]) -> Ended | None:
        """Read the rest of the log, only `STOP_SECONDS` once the user stops it; return how it ended.

        The target writes faster than the log is read, and nothing holds it up: much may be left at its end.
        """
        if stopped is not None and stopped.text == "frames":
            self.is_partial = True  # what follows the last call that is kept makes no sense without the next
            return stopped
        until = monotonic() + STOP_SECONDS if stopped is not None and stopped.how == "interrupted" else inf
        cut = Ended("interrupted", "")

        def check() -> Ended | None:
            nonlocal until
            if until == inf and not progress(len(self.rows)):
                until = monotonic() + STOP_SECONDS
            return cut if monotonic() > until else None

        try:
            found = self.read(check)
            self.is_partial = found is not None
            if self.is_partial:
                self.unread, _ = calls_left(self.rows.incomplete, self.pieces, SECONDS_TO_COUNT)
            stopped = stopped or found
        except LimitReached:
            stopped, self.is_partial = stopped or Ended("limit", "frames"), True
        return stopped

    def request_location(self) -> None:
        """Have the target write at which line it is, whatever it is doing, and wait a moment for that."""
        # Before this file exists, the target does not handle the signal.
        if self.process.poll() is None and self.faults.exists() and request_traceback(self.process):
            until = monotonic() + LOCATION_SECONDS
            while monotonic() < until and self.process.poll() is None and not self.faults.stat().st_size:
                sleep(LOCATION_SECONDS / 100)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(FLUSH_SECONDS)

    def end(self) -> None:
        """End the target and all processes that it started."""
        end_session(self.process)

    def ended(self, stopped: Ended | None) -> Ended:
        """Finish the rows, and return how the call ended; an error where the file could not be loaded."""
        rows = self.rows
        message = rows.ended
        if message is not None and message[0] == LOADING:
            raise not_loaded(str(self.source.path), *message[1:])
        is_done = message is not None and message[0] == RETURNED
        rows.finish(
            message is not None and message[0] in (EXCEPTION, EXIT), message[1] if message and is_done else None
        )
        if message is not None:  # it was over before it was to be stopped
            how, text, line = message
            if how == RETURNED:
                return Ended(how, text)
            frame, raised, at = rows.origin
            raised_line = at if raised == text and frame else line
            return Ended(how, text, frame if raised == text else rows.innermost, raised_line)
        if stopped is None and fault_in(self.fault):
            stopped = Ended("limit", "disk")
        stopped = stopped or Ended("killed", how_killed(self.process.returncode))
        line = 0 if self.is_partial else self.line_of_fault()
        return Ended(stopped.how, stopped.text, rows.innermost, line, unread=self.unread)

    def trace(self, ended: Ended, limit: int | None = None) -> Trace:
        """Return the trace of a run that is over."""
        rows, source = self.rows, self.source
        known = rows.known_functions
        file = Source(str(source.path), source.text)
        if len(rows) and not self.keeps_all:
            rows, ended = without_starter(rows, same_functions(known, [file] * len(known)), ended)
        return make_trace(rows, known, file=file.path, call=self.call, text=file.text, ended=ended, limit=limit)

    def line_of_fault(self) -> int:
        """Return the innermost line of the user's file that the target wrote down; 0 without one."""
        try:
            text = self.faults.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return 0
        found = re.search(rf'File "{re.escape(str(self.source.path))}", line ([0-9]+)', text)
        return int(found[1]) if found else 0


def fault_in(path: Path) -> str:
    """Return why a target could not write its log; empty where it could."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


DAMAGED = "it wrote into its own log"
WITH_PARENT = "together with the process that was tracing it"


class FinishedRun(TargetRun):
    """A finished run, read from its folder."""

    def __init__(self, folder: Path) -> None:
        request = json.loads((folder / "request").read_text(encoding="utf-8"))
        text = request["text"]
        self.call = str(request["call"])
        self.source = SourceFile(Path(request["file"]), text, parsed_text(text)[1])
        self.read_from(folder)


def salvaged(folder: Path) -> Trace:
    """Return the trace of what was recorded in the folder of a run that is over; an error where nothing is left."""
    try:
        run = FinishedRun(folder)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError("nothing is left of the run: {reason}", reason=str(error)) from error
    with run.log, contextlib.suppress(LimitReached):
        run.read()
    message = run.rows.ended
    ended = run.ended(None if message is not None else Ended("killed", WITH_PARENT))
    return run.trace(ended)

"""Running a whole program, as work of a process that does not load Qt.

The program runs in a further process, on the user's Python. This process follows it, passes on what it prints and what
the user types, and saves each recording as soon as its call is over. When the window is gone, the program is stopped.
"""

from __future__ import annotations

import codecs
import os
import subprocess
from contextlib import suppress
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
from plyscope.tracer.session import Session
from plyscope.tracer.starting import Options, StartedProgram
from plyscope.tracer.user_python import python_for
from plyscope.usercode.chosen_search import move_played
from plyscope.usercode.findings import BUG, findings
from plyscope.usercode.reading import read_as_search

from plyscope_window.pages.usercode.requests import MAX_PRINTED_AT_ONCE, ProgramRequest

if TYPE_CHECKING:
    from plyscope.tracer.split_log import Recording

PRINT_BYTES = 1 << 16
MAX_TEXT = 200
"""The most characters of a call or a result in the list."""


class Typed(NamedTuple):
    """An order: text for the program's standard input."""

    text: str


class InputEnds(NamedTuple):
    """An order: there is no more input."""


class Started(NamedTuple):
    """The program runs."""

    python: str
    magics: tuple[str, ...]


class SessionProgress(NamedTuple):
    """The state of the program, a few times a second."""

    calls: int
    seconds: float
    printed: str
    """What it has printed since the last report."""
    is_waiting: bool | None
    """Whether it waits for input; None where that is not known."""


class Decision(NamedTuple):
    """One recording of the list: an outermost call of a recursive function, open or over."""

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


class ProgramEnded(NamedTuple):
    """The program is over, and all of its recordings have been made."""

    ended: Ended
    seconds: float
    not_kept: int
    log_ended: Message | None = None
    """Why nothing was recorded from some time on."""
    calls: int = 0
    """Calls of functions that may call themselves."""


def run_whole_program(request: ProgramRequest, folder: str, parent: Parent) -> None:
    """Run a program to its end, and save its recordings in a folder as they end."""
    os.environ["PYTHONUNBUFFERED"] = "1"  # what it prints is seen when it prints it
    program = request.program
    python = python_for(program.place, request.python or None)
    pipes = (subprocess.PIPE, subprocess.PIPE, subprocess.STDOUT)
    options = Options(lines=request.lines, modules=tuple(request.modules.split()), streams=pipes)
    # This process may be killed: what it leaves in the folder goes with it.
    session = Session(StartedProgram(program, python, options, Path(folder) if folder else None))
    followed = FollowedProgram(session, Path(folder), parent)
    parent.send(Started(str(python), program.magics))
    followed.run()


class FollowedProgram:
    """A program that runs, with the threads that read what it prints, write what is typed, and save recordings."""

    def __init__(self, session: Session, folder: Path, parent: Parent) -> None:
        self.session, self.folder, self.parent = session, folder, parent
        self.began = perf_counter()
        self.pace = Pace(0.1)
        self.sent: dict[int, int] = {}
        """For each recording of the list the frames that were last reported."""
        self.given: set[int] = set()
        """The recordings that are being saved or have been."""
        self.dropped = 0
        self._printed = ""
        self._lock, self._sending = Lock(), Lock()
        self._to_save: SimpleQueue[Recording | None] = SimpleQueue()

    def run(self) -> None:
        saving = Thread(target=self._save_all, daemon=True)
        reading = Thread(target=self._read_printed, daemon=True)
        for thread in (saving, reading, Thread(target=self._pass_orders_on, daemon=True)):
            thread.start()
        try:
            ended = self.session.run(self._progress)
        finally:
            # Processes that the program has started may still hold its output open.
            reading.join(0.5)
            self._report()
        seconds = perf_counter() - self.began
        self._list_recordings()
        self._to_save.put(None)
        saving.join()
        self._send(ProgramEnded(ended, seconds, self.session.not_kept, self.session.log_ended, self.session.calls))

    # While it runs

    def _progress(self, _calls: int) -> bool:
        if self.pace.is_due:
            self._list_recordings()
            self._report()
        return not self.parent.is_stopped

    def _report(self) -> None:
        with self._lock:
            printed, self._printed = self._printed, ""
        process = self.session.process
        is_waiting = reads_input(process.pid) if process.poll() is None else False
        self._send(SessionProgress(self.session.calls, perf_counter() - self.began, printed, is_waiting))

    def _list_recordings(self) -> None:
        """Report recordings that began, went on or ended, and those that are not kept any more."""
        listed = self.session.recordings
        for one in listed:
            if one.ended is not None and one.number not in self.given:
                self.given.add(one.number)
                self._send(entry_of(one))
                self._to_save.put(one)
            elif one.ended is None and self.sent.get(one.number) != one.frames:
                self._send(entry_of(one))
            self.sent[one.number] = one.frames
        gone = tuple(self.sent.keys() - {one.number for one in listed})
        if gone or self.session.not_kept != self.dropped:
            self.dropped = self.session.not_kept
            for number in gone:
                del self.sent[number]
            self._send(Dropped(gone, self.dropped))

    # Threads

    def _read_printed(self) -> None:
        stream = self.session.process.stdout
        assert stream is not None
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        with suppress(OSError, ValueError):
            while piece := os.read(stream.fileno(), PRINT_BYTES):
                text = decoder.decode(piece).replace("\r\n", "\n")
                with self._lock:
                    self._printed = (self._printed + text)[-MAX_PRINTED_AT_ONCE:]

    def _pass_orders_on(self) -> None:
        stream = self.session.process.stdin
        assert stream is not None
        for order in self.parent.orders():
            # The program may have ended, or have closed its input.
            with suppress(OSError, ValueError):
                if isinstance(order, Typed):
                    stream.write(order.text.encode("utf-8", "replace"))
                    stream.flush()
                elif isinstance(order, InputEnds):
                    stream.close()

    def _save_all(self) -> None:
        while (one := self._to_save.get()) is not None:
            self._save(one, entry_of(one))

    def _save(self, one: Recording, made: Decision) -> None:
        """Save a recording and report it; once more when its bugs are known, which takes longer."""
        try:
            trace = read_as_search(one.trace())
            path = self.folder / f"{one.number}.plytrace"
            save_trace(trace, path, force=True)
        except InputError as error:
            self._send(made._replace(problem=portable(error.message)))
            return
        except RecursionError:
            self._send(made._replace(problem=Message("it is too deep to be read")))
            return
        made = described(made._replace(path=str(path)), trace)
        self._send(made)
        bugs = sum(each.kind == BUG for each in findings(trace))
        if bugs:
            self._send(made._replace(bugs=bugs))

    def _send(self, result: object) -> None:
        """Send a result; several threads do."""
        with self._sending:
            self.parent.send(result)


def entry_of(one: Recording) -> Decision:
    """An entry of the list with what the log says of it."""
    return Decision(one.number, one.call[:MAX_TEXT], one.source.path, one.frames, one.ended, seconds=one.seconds)


def described(made: Decision, trace: Trace) -> Decision:
    """An entry of the list with what is known of its recording."""
    first = min(trace.origin.callers, len(trace) - 1)
    position = trace.position_at(first)
    board = position.board()
    return made._replace(
        frames=trace.calls_among(trace.origin.callers, len(trace)),
        board=None if board.shape == "node" else board,
        max_side=position.max_side,
        played=(move_played(trace) or "") if trace.origin.is_search and position.game.name != "own" else "",
    )

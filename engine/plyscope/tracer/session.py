"""Runs a whole program on the user's Python and records its recursion: a list of recordings that grows while it runs.

The program runs as Python would run it, with its input, its output and its windows. It is never stopped for the sake
of the recording: a limit ends the recording of one call. The oldest short recordings go first where there are too many.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from math import inf
from operator import attrgetter
from time import monotonic, sleep
from typing import IO, Any

from plyscope.messages import InputError, Message
from plyscope.model.user_code import Ended
from plyscope.operating_system import SESSIONS, end_session, how_killed
from plyscope.tracer.build_trace import not_loaded
from plyscope.tracer.log_reader import calls_left
from plyscope.tracer.running import PIECE_ITEMS, POLL_SECONDS, SECONDS_TO_COUNT, fault_in
from plyscope.tracer.split_log import LogSplitter, Recording
from plyscope.tracer.starting import StartedProgram
from plyscope.tracer.target.log import EXCEPTION, RETURNED, BatchReader
from plyscope.tracer.target.program import LOADING
from plyscope.tracer.target.session_log import MAX_LOG_BYTES

SECONDS_AFTER_STOP = 2.0
"""Seconds for which the log is still read once the program was stopped."""
SECONDS_AFTER_INTERRUPT = 5.0
"""Seconds for which the log is still read once the program has ended by Ctrl+C."""
MAX_RECORDINGS = 200
MAX_SINGLE_CALLS = 20
"""Calls of functions that were not seen to call themselves, as far as they are recordings."""
MAX_FRAMES = 20_000_000
"""Frames of all recordings of a session together."""
INTERRUPTED = Ended("interrupted", "")
FRAMES = attrgetter("frames")


class Session:
    """A running program and its recordings so far.

    `run` returns when the program has ended; other threads may call `stop` and `interrupt`. `on_change` is called in
    the thread of `run`, with a recording that began or ended.
    """

    def __init__(self, started: StartedProgram, on_change: Callable[[Recording], object] | None = None) -> None:
        self.started = started
        self.program, self.python, self.options = started.program, started.python, started.options
        self.ended: Ended | None = None
        """How the program ended; None while it runs."""
        self._dropped = 0
        """Recordings that are not kept."""
        self.log_ended: Message | None = None
        """Why nothing was recorded from some time on, although the program went on."""
        self._on_change = on_change
        self._all: list[Recording] = []
        self._frames = 0
        """Frames of all recordings that are over."""
        self._splitter = LogSplitter(self.options.limits.frames, self._began, self._over)
        self._is_killed = False
        self._until = inf
        """When the reading of the log ends; known once an interrupted program has ended."""
        self._folder, self.process = started.folder, started.process
        self._log: IO[bytes] = (self._folder.path / "log").open("rb")
        self._reader = BatchReader(self._log)
        self._pieces = self._new_pieces()

    # The recordings

    @property
    def recordings(self) -> list[Recording]:
        """The recordings of recursive outermost calls so far, in the order in which they began.

        A single call of a function that was not seen to call itself is listed only where there is nothing else, and
        where such calls are few: what a window calls again and again to draw itself is no recursion.
        """
        proved = self._splitter.recursive_groups
        found = [
            one
            for one in self._all
            if self.options.functions or (one.is_recursive and (one.is_deep or one.group in proved))
        ]
        is_listed = self.ended is not None and len(self._all) <= MAX_SINGLE_CALLS
        return found or (self._all if is_listed else [])

    @property
    def largest(self) -> Recording:
        """The recording with the most calls, the first of them, a search if there is one; an error where there is none.

        A search within another one, as a quiescence search at its leaves, is a part of what that one does.
        """
        if not self.recordings:
            raise no_recursion_in(self.program.name)
        searches = {recording for recording in self.recordings if recording.is_search}
        outermost = [recording for recording in self.recordings if recording.inside not in searches]
        return max(outermost, key=lambda recording: (recording.takes_best, recording.frames))

    @property
    def calls(self) -> int:
        """The number of recorded calls, those in dropped recordings included."""
        return self._splitter.calls

    @property
    def not_kept(self) -> int:
        """The number of outermost calls without a recording."""
        return self._dropped + self._splitter.unrecorded

    def _began(self, one: Recording) -> None:
        """Add and report a recording that begins."""
        self._all.append(one)
        if self._on_change is not None:
            self._on_change(one)

    def _over(self, one: Recording) -> None:
        """Take and report the end of a recording, and drop some that are over to stay within the limits."""
        if one.is_across:
            _ = one.ended  # only now it is known which calls are in it
        if self._on_change is not None:
            self._on_change(one)
        self._frames += one.frames
        if self._frames > MAX_FRAMES or len(self._all) > MAX_RECORDINGS + MAX_RECORDINGS // 4:
            self._drop_least()

    def _drop_least(self) -> None:
        """Drop recordings that are over until all are within the limits: the shortest of the older half."""
        over = [each for each in self._all if each.is_over]
        gone: list[Recording] = []
        while over and (len(over) > MAX_RECORDINGS or (self._frames > MAX_FRAMES and len(over) > 1)):
            surplus = max(1, len(over) - MAX_RECORDINGS)
            least = sorted(over[: max(1, len(over) // 2)], key=FRAMES)[:surplus]
            self._frames -= sum(map(FRAMES, least))
            gone += least
            kept = set(over).difference(least)
            over = [one for one in over if one in kept]
        dropped = set(gone)
        self._all = [one for one in self._all if one not in dropped]
        proved = self._splitter.recursive_groups
        self._dropped += sum(one.is_deep or one.group in proved for one in gone)

    # The program

    def run(self, progress: Callable[[int], object] | None = None) -> Ended:
        """Follow the program to its end; `progress` gets the number of calls, and stops it by False."""
        try:
            while True:
                has_ended = self.process.poll() is not None
                self._read(progress)
                if has_ended or self.started.is_stopped:
                    break
                if progress is not None and progress(self.calls) is False:
                    self.stop()
                sleep(POLL_SECONDS)
            if self.started.is_stopped:
                self._is_killed = self.process.poll() is None
                end_session(self.process)
            self._read(until=monotonic() + SECONDS_AFTER_STOP if self.started.is_stopped else inf)
            unread, ended = 0, None
            if self.started.is_stopped or self._until < inf:
                unread, ended = calls_left(self._splitter.incomplete, self._pieces, SECONDS_TO_COUNT)
        finally:
            if self.process.poll() is None or self.process.returncode < 0:
                end_session(self.process)  # of a program that was killed nothing goes on, of one that is over it may
            SESSIONS.release(self.process.pid)
            self._log.close()
            fault = fault_in(self._folder.path / "fault")
            self._folder.remove()
        if fault:
            self.log_ended = Message("the log could not be written: {reason}", reason=fault)
            self._splitter.log_fails()
        elif self._splitter.is_full:
            self.log_ended = Message("the log has reached its limit of {size} GB", size=MAX_LOG_BYTES >> 30)
        self.ended = self._end(self._splitter.ended or ended, unread)._replace(unread=unread)
        # What is open was not read to its end.
        self._splitter.finish(INTERRUPTED if unread else self.ended, self.program.file)
        self._drop_least()
        return self.ended

    def interrupt(self) -> None:
        """Send the program what Ctrl+C sends."""
        self.started.interrupt()

    def stop(self) -> None:
        """End the program; what was recorded is kept."""
        self.started.stop()

    def _read(self, progress: Callable[[int], object] | None = None, until: float = inf) -> None:
        """Read what the log has, after a stop only until a time, since it may be far ahead of us."""
        for piece in self._pieces:
            self._splitter.append(piece)
            if progress is not None and progress(self.calls) is False:
                self.stop()
            if (self.started.is_stopped and until == inf) or monotonic() > until or self._gives_up():
                return
        self._pieces = self._new_pieces()

    def _gives_up(self) -> bool:
        """Whether the log of an interrupted program is read no further, some seconds after its end."""
        if self._until == inf and self.started.is_interrupted and self.process.poll() is not None:
            self._until = monotonic() + SECONDS_AFTER_INTERRUPT
        return monotonic() > self._until

    def _new_pieces(self) -> Iterator[Sequence[Any]]:
        """Iterate over the items that the log has by now, in pieces."""
        for batch in self._reader.batches():
            for start in range(0, len(batch), PIECE_ITEMS):
                yield batch[start : start + PIECE_ITEMS]

    def _end(self, message: tuple[Any, ...] | None, unread: int) -> Ended:
        """Return how the program ended; `message` is its own account, None without one."""
        if message is not None and message[0] == LOADING and self.started.is_interrupted:
            return INTERRUPTED
        if message is not None and message[0] == LOADING:
            raise not_loaded(self.program.name, *message[1:])
        if message is None and (self._is_killed or unread < 0):
            return INTERRUPTED
        if message is None and self.started.is_interrupted and self.process.returncode == -signal.SIGINT:
            return INTERRUPTED
        if message is None and self.log_ended is not None and self.process.returncode == 0:
            return Ended(RETURNED, "")
        if message is None:
            return Ended("killed", how_killed(self.process.returncode))
        how, text, line = message
        if how == EXCEPTION and text == "KeyboardInterrupt" and self.started.is_interrupted:
            return INTERRUPTED
        return Ended(how, text, line=line, elsewhere=self._splitter.elsewhere)


def no_recursion_in(name: str) -> InputError:
    """Return the error for a program in whose files that are traced no function has called itself."""
    pattern = "no function of {name}, or of the files of its project that it imports by name, has called itself"
    return InputError(pattern, name=name)

"""The log of a whole program, in which every outermost call of a recursive function is a recording of its own.

A limit ends the recording of one call, never the program: the log is silent until the next outermost call begins. What
is counted is processor time while a recorded call is open; a program that waits for its user may wait. Items beside
those of `log`:

(CUT, why)          nothing more is recorded of the calls that are open
(RESUMED, calls)    an outermost call begins; so many calls are open of which nothing is recorded
(TIME, clock, cpu)  a batch of its own: the time and the processor time of the process when the one before was written
"""

from __future__ import annotations

import marshal
import os
import sys
import time
from collections.abc import Callable, Sequence
from threading import get_ident
from time import monotonic
from types import FrameType
from typing import IO, Any
from zlib import crc32

from .limits import TRACER_FRAMES
from .log import CUT, HEADER, MARK, RESUMED, TIME, Log
from .snapshots import MARSHAL_VERSION

WATCH_SECONDS = 0.05
"""Seconds between two looks at the calls that are open."""
MAX_CALL_BYTES = 1 << 30
"""Bytes of the log for one outermost call."""
MAX_LOG_BYTES = 3 << 30
"""Bytes of the whole log; after that nothing more is recorded."""
MAX_PRINTED = 64 << 20
"""Characters of printed text that are recorded in all."""


class SessionLog(Log):
    """A log that is silent for the rest of a call that has reached a limit."""

    def __init__(self, file: IO[bytes], seconds: float, depth: int, has_begun: bool = True) -> None:
        super().__init__(file, has_begun)
        self.room_to_print = MAX_PRINTED
        self.groups: list[int] = []
        """Of each function by its number: a number that is equal for functions that call each other."""
        self.is_cut = False
        self.seconds = seconds
        self._watched = monotonic()
        self._calls: dict[int, tuple[FrameType, float, int]] = {}
        """By thread: the outermost call of the last look, with processor time and size of the log when it was seen."""
        self._numbers: dict[int, int] = {}
        self._deepest = depth
        self._scale = 1
        self._visible_limit = sys.getrecursionlimit()
        self._set_limit = sys.setrecursionlimit

    # The recursion limit

    def keep_recursion_limit(self) -> None:
        """The program sees the limit as if nothing were recorded."""
        setter: Any = self.set_recursion_limit
        sys.setrecursionlimit = setter
        sys.getrecursionlimit = lambda: self._visible_limit
        self.set_recursion_limit(self._visible_limit)

    def set_recursion_limit(self, limit: int) -> None:
        if limit < 1:
            raise ValueError("recursion limit must be greater or equal than 1")
        self._visible_limit = limit
        self._set_limit(self._scale * min(limit, self._deepest) + TRACER_FRAMES)

    def frames_per_call(self, frames: int) -> None:
        """A recorded call takes so many frames of Python from now on."""
        if frames > self._scale:
            self._scale = frames
            self.set_recursion_limit(self._visible_limit)

    # Limits of a call

    def is_open(self, frame: FrameType | None) -> bool:
        """Whether a recorded call is open, from a frame outwards."""
        while frame is not None:
            if id(frame.f_code) in self.instrumented:
                return True
            frame = frame.f_back
        return False

    def group_of(self, frame: FrameType) -> int:
        """The group of a call that is recorded."""
        code = frame.f_code
        number = self._numbers.get(id(code))
        if number is None:
            entered = (one[0] for one in code.co_consts if type(one) is tuple and len(one) == 1 and type(one[0]) is int)
            # All functions around caches share their code.
            number = frame.f_locals.get("number", -1) if "number" in code.co_freevars else next(entered, -1)
            if "number" not in code.co_freevars:
                self._numbers[id(code)] = number
        return self.groups[number] if 0 <= number < len(self.groups) else -1

    def outermost(self, frame: FrameType | None) -> FrameType | None:
        """The outermost call of the group of the innermost recorded call."""
        group, found = -1, None
        while frame is not None:
            if id(frame.f_code) in self.instrumented:
                its = self.group_of(frame)
                if found is None or its == group:
                    group, found = its, frame
            frame = frame.f_back
        return found

    def watch(self) -> None:
        """Looks at what is open in each thread, and ends the recording of a call that has reached a limit."""
        now = monotonic()
        if now - self._watched < WATCH_SECONDS or self.is_silent:
            return
        self._watched = now
        size = self.file.tell()
        calls: dict[int, tuple[FrameType, float, int]] = {}
        why = "log" if size > MAX_LOG_BYTES else ""
        own = get_ident()
        for thread, frame in sys._current_frames().items():
            outermost = None if thread == own else self.outermost(frame)
            if outermost is None:
                continue
            used, before = seconds_of(thread), self._calls.get(thread)
            known = before if before is not None and before[0] is outermost else (outermost, used, size)
            calls[thread] = known
            if used - known[1] > self.seconds:
                why = why or "seconds"
            elif size - known[2] > MAX_CALL_BYTES:
                why = why or "size"
        self._calls = calls
        if why:
            self.cut(why)

    def finder(self, place: Sequence[int] | None) -> Callable[[FrameType], bool] | None:
        """Whether a call is the one at a place, asked at each call in order; None for no place.

        A place is the number of an outermost call, as the recordings are numbered, and the number of a call in it.
        """
        return None if place is None else CallFinder(self, *place).is_it

    def cut(self, why: str) -> None:
        self.guarded[0] = self.is_silent = True
        self.is_cut = why != "log"
        self.events.append((CUT, why))
        self._calls.clear()

    def resumes(self, frame: FrameType, number: int) -> bool:
        """Whether a call is an outermost one, with which the recording goes on."""
        if not self.is_cut or os.getpid() != self.process:
            return False
        above, group = frame.f_back, self.groups[number]
        while above is not None:
            if id(above.f_code) in self.instrumented and self.group_of(above) == group:
                return False
            above = above.f_back
        self._open.clear()
        self._outer.clear()
        self.events.append((RESUMED, self.depth(frame.f_back)))
        self.is_cut = self.is_silent = False
        return True

    def stamp(self) -> bytes:
        content = marshal.dumps([(TIME, monotonic(), time.process_time())], MARSHAL_VERSION)
        return HEADER.pack(MARK, len(content), crc32(content)) + content


class CallFinder:
    """Finds a call of an outermost call by their numbers."""

    def __init__(self, log: SessionLog, number: int, call: int) -> None:
        self.log = log
        self.left = number
        """How many outermost calls are still to come, the one itself included."""
        self.calls_left = call
        self.root: FrameType | None = None

    def is_it(self, frame: FrameType) -> bool:
        group, outermost = self.log.group_of(frame), frame
        above = frame.f_back
        while above is not None:
            if id(above.f_code) in self.log.instrumented and self.log.group_of(above) == group:
                outermost = above
            above = above.f_back
        if outermost is frame:
            self.left -= 1
            self.root = frame if self.left == 0 else None if self.left > 0 else self.root
        if outermost is not self.root:
            return False
        self.calls_left -= 1
        return self.calls_left < 0


def seconds_of(thread: int) -> float:
    """The processor time of a thread; that of the process where the system does not know it."""
    try:
        return time.clock_gettime(time.pthread_getcpuclockid(thread))
    except (AttributeError, OSError):
        return time.process_time()

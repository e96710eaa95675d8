"""The log of a whole program, in which every outermost call of a recursive function is a recording of its own.

A limit ends the recording of one call, never the program: the log is silent until that call is over and the next
outermost call begins. What is counted is processor time while a recorded call is open; a program that waits for its
user may wait. Items beside those of `log`:

(CUT, why)                    nothing more is recorded of the calls that are open
(RESUMED, groups, clock, cpu) an outermost call begins at this time; the groups of the calls around it, of which nothing
                              is recorded, the outermost first. None are given where calls have keys.
(TIME, clock, cpu)            a batch of its own: the time and the processor time of the process when the one before was
                              written
"""

from __future__ import annotations

import marshal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from threading import get_ident
from time import monotonic, process_time
from types import FrameType
from typing import IO, Any
from zlib import crc32

from .limits import TRACER_FRAMES
from .line_tracing import FrameMark
from .log import CUT, HEADER, MARK, RESUMED, TIME, Log, outwards
from .snapshots import LOG_VERSION

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
        self._calls: dict[tuple[int, object], tuple[float, int]] = {}
        """By thread and outermost call, by its key or by the mark of its frame: its processor time, and the size of the
        log when it was seen first. A call with a key may be open in a task that waits."""
        self._used: dict[int, float] = {}
        """By thread its processor time, when it was looked at last."""
        self._numbers: dict[int, int] = {}
        self._deepest = depth
        self._scale = 1
        self._visible_limit = sys.getrecursionlimit()
        self._set_limit = sys.setrecursionlimit

    # The recursion limit

    def keep_recursion_limit(self) -> None:
        """Hide from the program that the recursion limit is scaled."""
        setter: Any = self.set_recursion_limit
        sys.setrecursionlimit = setter
        sys.getrecursionlimit = lambda: self._visible_limit
        self.set_recursion_limit(self._visible_limit)

    def set_recursion_limit(self, limit: int) -> None:
        """Set the limit that the program sees."""
        if limit < 1:
            raise ValueError("recursion limit must be greater or equal than 1")
        self._visible_limit = limit
        self._set_limit(self._scale * min(limit, self._deepest) + TRACER_FRAMES)

    def frames_per_call(self, frames: int) -> None:
        """Scale the recursion limit to so many Python frames a recorded call."""
        if frames > self._scale:
            self._scale = frames
            self.set_recursion_limit(self._visible_limit)

    # Limits of a call

    def is_open(self, frame: FrameType | None) -> bool:
        """Whether a recorded call is open from a frame outwards."""
        while frame is not None:
            if id(frame.f_code) in self.instrumented:
                return True
            frame = frame.f_back
        return False

    def do_awaited(self, frame: FrameType) -> None:
        """Do what is due in this thread once no recorded call is open from a frame outwards."""
        if self.awaited is not None and self.awaited[0] == get_ident() and not self.is_open(frame):
            (_, act), self.awaited = self.awaited, None
            act()

    def group_of(self, frame: FrameType) -> int:
        """Return the group of a recorded call; -1 for any other frame."""
        code = frame.f_code
        number = self._numbers.get(id(code))
        if number is None:
            entered = (
                const[0]
                for const in code.co_consts
                if type(const) is tuple and len(const) == 1 and type(const[0]) is int
            )
            # All functions around caches share their code.
            number = frame.f_locals.get("number", -1) if "number" in code.co_freevars else next(entered, -1)
            if "number" not in code.co_freevars:
                self._numbers[id(code)] = number
        return self.groups[number] if 0 <= number < len(self.groups) else -1

    def outermost(self, frame: FrameType | None) -> dict[int, FrameType]:
        """Return the outermost open calls by groups, the innermost first."""
        found: dict[int, FrameType] = {}
        for outer in outwards(frame):
            if id(outer.f_code) in self.instrumented:
                group = self.group_of(outer)
                found.pop(group, None)
                found[group] = outer
        return found

    def watch(self) -> None:
        """Look now and then at all threads, and record no open call further once one of them has reached a limit."""
        now = monotonic()
        if now - self._watched < WATCH_SECONDS:
            return
        self._watched = now
        if self.cut_calls.by_thread:
            self._forget_closed()
        if self.is_silent:
            return
        size, own = self.file.tell(), get_ident()
        calls = {place: known for place, known in self._calls.items() if place[1] in self._made_by}
        why = "log" if size > MAX_LOG_BYTES else ""
        over: dict[int, FrameType] = {}
        before, self._used = self._used, {}
        for thread, frame in sys._current_frames().items():
            if thread == own or thread in self.cut_calls.by_thread:
                continue
            used = self._used[thread] = seconds_of(thread)
            spent = used - before.get(thread, used)
            found: dict[tuple[int, object], FrameType | None] = dict.fromkeys(calls)
            found |= {(thread, self._root_of(root)): root for root in self.outermost(frame).values()}
            for place, outermost in found.items():
                if place[0] != thread:
                    continue
                seconds, began = self._calls.get(place, (-spent, size))
                calls[place] = seconds + spent, began
                reached = "seconds" if seconds + spent > self.seconds else ""
                reached = reached or ("size" if size - began > MAX_CALL_BYTES else "")
                why = why or reached
                if reached and outermost is not None:
                    over[thread] = outermost
        self._calls = calls
        if why:
            self.cut(why, over)

    def _root_of(self, frame: FrameType) -> object:
        """Return what identifies the outermost call of a call's group: its key or its frame.

        The call above may stand in another task, which waits for this one.
        """
        root = key = self._open.get(id(frame), 0)
        group = self.group_of(frame)
        while key in self._made_by:
            caller, function = self._made_by[key]
            root, key = key if self.groups[function] == group else root, caller
        if root:
            return root
        mark: Any = frame.f_trace
        return (mark if issubclass(type(mark), FrameMark) else FrameMark(frame)).identity

    def finder(self, place: Sequence[int] | None) -> Callable[[FrameType], bool] | None:
        """Return a test, to be asked at each call in order, for the one at a place; None without a place.

        A place is the number of an outermost call, as the recordings are numbered, and the number of a call in it.
        """
        return None if place is None else CallFinder(self, *place).is_it

    # After a limit

    def cut(self, why: str, over: Mapping[int, FrameType]) -> None:
        """Record nothing more of the open calls, nor anything until another outermost call begins.

        `over` has by thread the call that has reached a limit; in other threads it is the outermost one. Nothing that
        these call is recorded either.
        """
        self.guarded[0] = self.is_silent = True
        self.events.append((CUT, why))
        self._calls.clear()
        self.cut_calls.count += 1
        self.cut_calls.keys.update(self._open.values())
        if why == "log":
            return
        for thread, frame in sys._current_frames().items():
            outermost = [] if thread == get_ident() else [*self.outermost(frame).values()]
            if outermost and thread not in self.cut_calls.by_thread:
                self.cut_calls.by_thread[thread] = over.get(thread, outermost[-1])
                self.cut_calls.unannounced.add(thread)
                self._silent_threads.add(thread)
        self._forget_closed()
        self.is_cut = True

    def left_silently(self, frame: FrameType) -> None:
        """Record this thread again if the call that reached a limit is over."""
        thread = get_ident()
        if self.cut_calls.by_thread.get(thread) is frame:
            self._forget(thread)
            for notify in self.cut_calls.on_resumption:
                notify()

    def _forget(self, thread: int) -> None:
        """Forget the call of a thread that reached a limit."""
        self.cut_calls.by_thread.pop(thread, None)
        self._silent_threads.discard(thread)
        self.cut_calls.unannounced.discard(thread)

    def _forget_closed(self) -> None:
        """Forget calls that were over before they could notice that they reached a limit."""
        now = sys._current_frames()
        for thread, call in list(self.cut_calls.by_thread.items()):
            if all(outer is not call for outer in outwards(now.get(thread))):
                self._forget(thread)

    def resumes(self, frame: FrameType, number: int) -> bool:
        """Go on recording with a call if it is an outermost one after a cut; return whether it is."""
        if not self.is_cut:
            return False
        group, around = self.groups[number], []
        for outer in outwards(frame.f_back):
            if id(outer.f_code) in self.instrumented:
                around.append(self.group_of(outer))
                if around[-1] == group:
                    return False
        self._open.clear()
        self._made_by.clear()
        self._without_key.clear()
        self.cut_calls.may_be_around = self.has_keys
        self.events.append((RESUMED, [] if self.has_keys else around[::-1], monotonic(), process_time()))
        self.is_cut = self.is_silent = False
        for notify in self.cut_calls.on_resumption:
            notify()
        return True

    def is_within_cut(self, frame: FrameType, number: int) -> bool:
        group = self.groups[number]
        for outer in outwards(frame.f_back):
            if id(outer.f_code) in self.instrumented and self.group_of(outer) == group:
                return id(outer) not in self._open
        return False

    def forked(self) -> None:
        super().forked()
        self.is_cut = False

    def stamp(self) -> bytes:
        content = marshal.dumps([(TIME, monotonic(), process_time())], LOG_VERSION)
        return HEADER.pack(MARK, len(content), crc32(content)) + content


class CallFinder:
    """The finder of one call, by the number of its outermost call and its own."""

    def __init__(self, log: SessionLog, number: int, call: int) -> None:
        self.log = log
        self.left = number
        """How many outermost calls are still to come, the one itself included."""
        self.calls_left = call
        self.root: FrameType | None = None

    def is_it(self, frame: FrameType) -> bool:
        """Whether a frame's call is the one; to be asked once at each call in order, for it counts them."""
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
    """Return the processor time of a thread; of the process where that is not known."""
    try:
        return time.clock_gettime(time.pthread_getcpuclockid(thread))
    except (AttributeError, OSError):
        return process_time()

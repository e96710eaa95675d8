"""What happens in a watched program, in the order in which it does: a list that is written away in batches.

Items of the list are kept as small as can be, since making them is what recording costs:

(function,)                       a call is entered; functions have numbers from 0, and the arguments follow
a number, None, bytes, a text …   an argument; else the innermost open call returns this
(RAISED, text, line)              it is left by an exception
(SAVED, result)                   it returns what a cache had saved
(RAISED, text, line, -1, depth)   the innermost of so many calls is left by an exception; those below it had been before
(PRINTED, text)                   something is printed
(ELSEWHERE,)                      another process is started, and what is called there is not told
(LINE, function, line, {name: …})  a line is about to be executed, with the local variables
(ENDED, how, text, line)          there is no more

As soon as several calls may be open at once, in generators, coroutines or threads, each call has a key, and says which
call made it, by its key; 0 means none, 1 the outermost of the calls that were entered before that, 2 the next:

(function, key, maker)            a call is entered
(LEFT, key, result)               it returns; what a cache had saved: (SAVED, result, key)
(RAISED, text, line, key)         it is left by an exception; with a 0 behind it those that it made had been before
(PRINTED, text, key)              something is printed in it
(LINE, function, line, {name: …}, key)

A batch is what marshal makes of the list, with its length and checksum before it, so that a file that ends in the
middle of a batch, however its program came to its end, is read up to there.
"""

from __future__ import annotations

import _thread
import contextlib
import marshal
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from inspect import CO_COROUTINE
from itertools import count
from struct import Struct
from time import monotonic
from types import CodeType, FrameType
from typing import IO, Any
from zlib import crc32

from .snapshots import MARSHAL_VERSION, keep

RAISED, SAVED, PRINTED, LINE, ENDED, LEFT, ELSEWHERE = -1, -2, -3, -4, -5, -6, -7
RETURNED, EXCEPTION, EXIT = "returned", "exception", "exit"
"""How a program may say that it ended."""

FIRST_KEY = 1 << 20
"""Below that are no keys, but the depths of calls without one."""
FEW = 64
"""Items that are collected before they are written away where there are threads."""
MOST_BYTES = 1 << 28
"""About as many are kept in memory where nothing can be lost, since the log is read by the process that writes it.
Writing them away would take as long as the calls themselves."""
SAMPLE = 1000
"""Items by which it is estimated how much memory all take."""
OFTEN = 0.01
"""Seconds after which items are written away however few they are."""
PATIENCE = 0.1
"""Seconds that one waits for another who writes away."""
BEGINNING = 0.1
"""Seconds for which care is taken in any case."""
HEADER = Struct("<4sII")
MARK = b"PLYW"
LARGEST_BATCH = 1 << 30
START_THREAD = _thread.start_new_thread
"""As it is before anybody is told of threads."""
LARGEST_GAP = 1 << 20
MOST_PRINTED = 1 << 20
"""Characters of what is printed that are kept."""


class Log:
    """What has happened so far. Who tells of a call adds to `events` at once, or, where care is taken, asks here.

    Care is taken at the beginning, where each call is written away at once, lest all be lost if the program comes to a
    sudden end. And it is taken as soon as several calls may be open at once: then it is told which call made which.
    """

    def __init__(self, file: IO[bytes], has_begun: bool = True) -> None:
        self.has_begun = has_begun
        self.events: list[Any] = []
        self.care = [False]
        """Whether care is taken: the one item of a list, which is looked at faster than anything else that changes."""
        self.is_woven = False
        """Whether several calls may be open at once, so that each has a key."""
        self.is_silent = False
        """Whether nobody records any more, or this is another process than the one that is recorded."""
        self.before_weaving: list[Callable[[], object]] = []
        """Who has to know that in time."""
        self.in_new_threads: list[Callable[[], object]] = []
        """What is to be done at the beginning of each thread."""
        self.file = file
        self.room_to_print = MOST_PRINTED
        self.process = os.getpid()
        self.telling: dict[int, CodeType] = {}
        """The codes that tell of calls, by their identities."""
        self._overflow = 0
        self._room = sys.maxsize
        """How many items may be there when a call is entered, before they are written away."""
        self._began = monotonic()
        self._keys = count(FIRST_KEY)
        self._open: dict[int, int] = {}
        """The keys of calls that are open, by the identities of the frames that tell of them."""
        self._maker = ContextVar("maker", default=0)
        """In a task, the innermost coroutine that made it, or that it is in."""
        self._outer: dict[int, int] = {}
        """What that was before, by the keys of coroutines."""
        self.makers: dict[int, int] = {}
        """The calls that made threads, or the work that threads do, by the identities of the threads."""
        self._lock = threading.Lock()
        self._going_on = threading.Lock()

    def weave(self) -> None:
        """From now on several calls may be open at once."""
        if not self.is_woven:
            for tell in self.before_weaving:
                tell()
            self.care[0] = self.is_woven = True
            self._room = max(self._room, FEW)

    def current(self, frame: FrameType | None) -> int:
        """The key of the innermost call that is watched, seen from a frame. Where coroutines and threads have others
        behind them than those who made them, it is the later one of both."""
        made_by = max(self._maker.get(), self.makers.get(threading.get_ident(), 0))
        while frame is not None:
            if id(frame.f_code) in self.telling:
                return max(self._open.get(id(frame)) or self.depth(frame), made_by)
            frame = frame.f_back
        return made_by

    def depth(self, frame: FrameType | None) -> int:
        """How many calls that are watched are open, from a frame on."""
        count = 0
        while frame is not None:
            count += id(frame.f_code) in self.telling
            frame = frame.f_back
        return count

    def enter(self, entered: tuple[int], *arguments: Any) -> None:
        """A call is entered, and care is taken."""
        if self.is_silent:
            return
        if self.is_woven:
            frame = sys._getframe(1)
            maker, key = self.current(frame.f_back), next(self._keys)
            self._open[id(frame)] = key
            if frame.f_code.co_flags & CO_COROUTINE:
                self._outer[key] = self._maker.get()
                self._maker.set(key)
            self.events += [(*entered, key, maker), *map(keep, arguments)]
        else:
            self.events += [entered, *map(keep, arguments)]
        if len(self.events) > self._room:
            self.flush()

    def leave(self, result: Any) -> None:
        """A call returns, and care is taken."""
        if self.is_silent:
            return
        key = self._closed(sys._getframe(1))
        self.events.append(keep(result) if key < 0 else (LEFT, key, keep(result)))

    def leave_saved(self, result: Any) -> None:
        """A call returns what a cache had saved."""
        key = self._closed(sys._getframe(1))
        self.events.append((SAVED, keep(result), key) if key >= 0 else (SAVED, keep(result)))

    def left_by(self, error: BaseException | None, line: int) -> None:
        """A call is left by an exception, at a line; it is told by whoever was called by the frame that tells of it."""
        if self.is_silent:
            return
        frame = sys._getframe(2)
        key = self._closed(frame)
        told = (RAISED, described(error), line, *((key,) if key >= 0 else ()))
        if isinstance(error, RecursionError) and id(error) != self._overflow:
            # Deeper down there was not even room for telling of it; so it is told how many calls are open now.
            self._overflow = id(error)
            told = (*told, 0) if key >= 0 else (*told, -1, self.depth(frame))
        self.events.append(told)

    def _closed(self, frame: FrameType) -> int:
        """The key of the call that a frame tells of, which is over; -1 where it has none."""
        key = self._open.pop(id(frame), -1)
        if key in self._outer:
            self._maker.set(self._outer.pop(key))
        return key

    def flush(self) -> None:
        """Writes away what there is. A process that was forked from the watched one says nothing."""
        # What interrupts this very thread may come here once more, and must not wait for itself.
        if not self._lock.acquire(timeout=PATIENCE):
            return
        try:
            content = marshal.dumps(self.events, MARSHAL_VERSION)
            # Others may have added something meanwhile; how many items were written stands behind the first byte.
            written = int.from_bytes(content[1:5], "little")
            del self.events[:written]
            if not written or not self.has_begun or os.getpid() != self.process:
                return
            with contextlib.suppress(OSError, ValueError):  # somebody has closed our file: then it ends here
                self.file.write(HEADER.pack(MARK, len(content), crc32(content)) + content)
                self.file.flush()
        finally:
            self._lock.release()

    def begin(self) -> None:
        """What has happened so far does not belong to the recording; from now on it does."""
        with self._lock:
            self.events.clear()
            self._began = monotonic()
            self.has_begun = True

    def forked(self) -> None:
        """In a process that the program has made of itself: nothing of it is recorded, and memory does not fill up."""
        self._lock, self._going_on = threading.Lock(), threading.Lock()
        self.care[0] = self.is_woven = self.is_silent = True
        self._start(OFTEN, self.events.__len__)

    def flush_often(self) -> None:
        """From now on nothing waits longer than a moment, so that a sudden end loses no more than that."""
        self.care[0], self._room = True, 0
        self._start(OFTEN, self.events.__len__)

    def flush_when_long(self) -> None:
        """From now on memory does not fill up."""
        self._start(BEGINNING, self._is_large)

    def _is_large(self) -> bool:
        """Whether what has happened lately takes much memory: numbers take hardly more than their place in the list."""
        latest = self.events[-SAMPLE:]
        others = sum(sys.getsizeof(item) for item in latest if type(item) is not int)
        return len(self.events) * (8 + others / max(1, len(latest))) > MOST_BYTES

    def _start(self, pause: float, has_to: Callable[[], object]) -> None:
        """Another thread looks after the log, one that the program need not know of, and writes away what has to be."""
        self._going_on.acquire()
        START_THREAD(self._flush_in_turn, (pause, has_to))

    def _flush_in_turn(self, pause: float, has_to: Callable[[], object]) -> None:
        while not self._going_on.acquire(timeout=pause):
            if has_to():
                self.flush()
            if self.has_begun and monotonic() - self._began > BEGINNING:
                self.care[0] = self.is_woven

    def stop(self) -> None:
        """Nobody looks after the log any more; functions that were made meanwhile may go on telling."""
        self.care[0] = self.is_silent = True
        self._going_on.release()

    def rest(self) -> list[Any]:
        """What has not been written away."""
        with self._lock:
            taken = self.events[:]
            self.events.clear()
        return taken

    def printed(self, text: str) -> None:
        if self.room_to_print > 0 and text:
            key = (self.current(sys._getframe(1)),) if self.is_woven else ()
            self.events.append((PRINTED, text[: self.room_to_print], *key))
            self.room_to_print -= len(text)


def described(error: BaseException | None) -> str:
    try:
        text = str(error)
    except Exception:
        text = ""
    return f"{type(error).__name__}: {text}"[:500] if text else type(error).__name__


class BatchReader:
    """The batches of a file that may still grow."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file

    def batches(self) -> Iterator[list[Any]]:
        """Those that are whole by now. Asked again, it goes on where it stopped."""
        while True:
            start = self.file.tell()
            header = self.file.read(HEADER.size)
            if len(header) == HEADER.size and not header.startswith(MARK):
                # Somebody else has written into the file; ours goes on behind that.
                self.file.seek(start + 1)
                rest = self.file.read(LARGEST_GAP)
                found = rest.find(MARK)
                self.file.seek(start + 1 + (found if found >= 0 else max(len(rest) - len(MARK), 0)))
                if found >= 0 or len(rest) == LARGEST_GAP:
                    continue
                return
            batch = self._batch(header) if len(header) == HEADER.size else None
            if batch is None:
                self.file.seek(start)
                return
            yield batch

    def _batch(self, header: bytes) -> list[Any] | None:
        mark, length, checksum = HEADER.unpack(header)
        if mark != MARK or length > LARGEST_BATCH:
            return None
        content = self.file.read(length)
        if len(content) < length or crc32(content) != checksum:
            return None
        batch = marshal.loads(content)
        return batch if isinstance(batch, list) else None

"""What happens in a watched program, in the order in which it does: a list that is written away in batches.

Items of the list are kept as small as can be, since making them is what recording costs:

(function,)                       a call is entered; functions have numbers from 0, and the arguments follow
a number, None, bytes, a text …   an argument; else the innermost open call returns this
(RAISED, text, line)              it is left by an exception
(SAVED, result)                   it returns what a cache had saved
(function, key)                   a call is entered that may be suspended, a generator's; it is not always the innermost
(LEFT, key, result)               that call returns, or is left by an exception: (RAISED, text, line, key)
(PRINTED, text)                   something is printed
(LINE, function, line, {name: …})  a line is about to be executed, with the local variables
(ENDED, how, text, line)          there is no more

A batch is what marshal makes of the list, with its length and checksum before it, so that a file that ends in the
middle of a batch, however its program came to its end, is read up to there.
"""

from __future__ import annotations

import _thread
import contextlib
import marshal
import os
import threading
from collections.abc import Iterator
from itertools import count
from struct import Struct
from time import monotonic
from typing import IO, Any
from zlib import crc32

from .keeping import MARSHAL_VERSION, keep

RAISED, SAVED, PRINTED, LINE, ENDED, LEFT = -1, -2, -3, -4, -5, -6
RETURNED, EXCEPTION, EXIT = "returned", "exception", "exit"
"""How a program may say that it ended."""

ROOM = 8192
"""Items that are collected before they are written away, where lines are recorded."""
FEW = 64
"""The same where care is taken."""
MANY = 1 << 21
"""The same where nothing can be lost, since the log is read by the process that writes it."""
OFTEN = 0.01
"""Seconds after which items are written away however few they are."""
BEGINNING = 0.1
"""Seconds for which care is taken in any case."""
HEADER = Struct("<4sII")
MARK = b"PLYW"
LARGEST_BATCH = 1 << 30
MOST_PRINTED = 1 << 20
"""Characters of what is printed that are kept."""


class Log:
    """What has happened so far. Who tells of a call adds to `events` at once, or, where care is taken, asks here.

    Cares are taken at the beginning, lest all be lost when the program comes to a sudden end there, and where there
    are threads: the calls of one of them are recorded, that which makes the first.
    """

    def __init__(self, file: IO[bytes], has_begun: bool = True) -> None:
        self.has_begun = has_begun
        self.events: list[Any] = []
        self.care = [False]
        """Whether care is taken: the one item of a list, which is looked at faster than anything else that changes."""
        self.has_threads = False
        self.file = file
        self.room_to_print = MOST_PRINTED
        self.process = os.getpid()
        self._thread: int | None = None
        self._keys = count()
        self._lock = threading.Lock()
        self._going_on = threading.Lock()

    def is_here(self) -> bool:
        """Whether this thread is the one whose calls are recorded."""
        if self._thread is None:
            self._thread = threading.get_ident()
        return self._thread == threading.get_ident()

    def expect_threads(self) -> None:
        """From now on care is taken whose calls are recorded."""
        self.care[0] = self.has_threads = True

    def enter(self, entered: tuple[int], *arguments: Any) -> None:
        """A call is entered, and care is taken."""
        if self.is_here():
            self.events += [entered, *map(keep, arguments)]
            if len(self.events) > FEW:
                self.flush()

    def leave(self, result: Any) -> None:
        """A call returns, and care is taken."""
        if self.is_here():
            self.events.append(keep(result))

    def enter_suspending(self, entered: tuple[int], *arguments: Any) -> int:
        """A call is entered that may be suspended; gives the key by which it is known."""
        if self.care[0] and not self.is_here():
            return -1
        key = next(self._keys)
        self.events += [(*entered, key), *map(keep, arguments)]
        return key

    def leave_suspending(self, key: int, result: Any) -> None:
        if key >= 0:
            self.events.append((LEFT, key, keep(result)))

    def flush(self) -> None:
        """Writes away what there is. A process that was forked from the watched one says nothing."""
        with self._lock:
            content = marshal.dumps(self.events, MARSHAL_VERSION)
            # Others may have added something meanwhile; how many items were written stands behind the first byte.
            written = int.from_bytes(content[1:5], "little")
            del self.events[:written]
            if not written or not self.has_begun or os.getpid() != self.process:
                return
            with contextlib.suppress(OSError, ValueError):  # somebody has closed our file: then it ends here
                self.file.write(HEADER.pack(MARK, len(content), crc32(content)) + content)
                self.file.flush()

    def begin(self) -> None:
        """What has happened so far does not belong to the recording; from now on it does."""
        with self._lock:
            self.events.clear()
            self._thread = None
            self.has_begun = True

    def flush_often(self) -> None:
        """From now on nothing waits longer than a moment, so that a sudden end loses no more than that."""
        self.care[0] = True
        self._start(OFTEN, 0)

    def flush_when_long(self) -> None:
        """From now on memory does not fill up."""
        self._start(BEGINNING, MANY)

    def _start(self, pause: float, room: int) -> None:
        """Another thread looks after the log, one that the program need not know of."""
        self._going_on.acquire()
        _thread.start_new_thread(self._flush_in_turn, (pause, room))

    def _flush_in_turn(self, pause: float, room: int) -> None:
        began = monotonic()
        while not self._going_on.acquire(timeout=pause):
            if len(self.events) > room:
                self.flush()
            if monotonic() - began > BEGINNING:
                self.care[0] = self.has_threads

    def stop(self) -> None:
        """Nobody looks after the log any more."""
        self._going_on.release()

    def rest(self) -> list[Any]:
        """What has not been written away."""
        with self._lock:
            taken = self.events[:]
            self.events.clear()
        return taken

    def printed(self, text: str) -> None:
        if self.room_to_print > 0 and text:
            self.events.append((PRINTED, text[: self.room_to_print]))
            self.room_to_print -= len(text)


class BatchReader:
    """The batches of a file that may still grow."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file

    def batches(self) -> Iterator[list[Any]]:
        """Those that are whole by now. Asked again, it goes on where it stopped."""
        while True:
            start = self.file.tell()
            header = self.file.read(HEADER.size)
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

"""What happens in a watched program, in the order in which it does: a list that is written away in batches.

Items of the list are kept as small as can be, since making them is what recording costs:

(function, argument, argument…)   a call is entered; functions have numbers from 0
a number, None, bytes, a text …   the innermost open call returns this
(RAISED, text, line)              it is left by an exception
(SAVED, result)                   it returns what a cache had saved
(PRINTED, text)                   something is printed
(LINE, function, line, {name: …})  a line is about to be executed, with the local variables
(ENDED, how, text, line)          there is no more

A batch is what marshal makes of the list, with its length and checksum before it, so that a file that ends in the
middle of a batch, however its program came to its end, is read up to there.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import threading
from collections.abc import Iterator
from struct import Struct
from typing import IO, Any
from zlib import crc32

from .keeping import MARSHAL_VERSION

RAISED, SAVED, PRINTED, LINE, ENDED = -1, -2, -3, -4, -5
RETURNED, EXCEPTION, EXIT = "returned", "exception", "exit"
"""How a program may say that it ended."""

ROOM = 8192
"""Items that are collected before they are written away."""
OFTEN = 0.1
"""Seconds after which they are written away however few they are."""
HEADER = Struct("<4sII")
MARK = b"PLYW"
LARGEST_BATCH = 1 << 30
MOST_PRINTED = 1 << 20
"""Characters of what is printed that are kept."""


class Log:
    """What has happened so far. Others append to `events`, and flush it when there is more than `ROOM` in it."""

    def __init__(self, file: IO[bytes]) -> None:
        self.events: list[Any] = []
        self.file = file
        self.room_to_print = MOST_PRINTED
        self.process = os.getpid()
        self._lock = threading.Lock()
        self._done = threading.Event()
        self._timer: threading.Thread | None = None

    def flush(self) -> None:
        """Writes away what there is. A process that was forked from the watched one says nothing."""
        with self._lock:
            batch = self.events[:]
            del self.events[: len(batch)]
            if not batch or os.getpid() != self.process:
                return
            content = marshal.dumps(batch, MARSHAL_VERSION)
            with contextlib.suppress(OSError, ValueError):  # somebody has closed our file: then it ends here
                self.file.write(HEADER.pack(MARK, len(content), crc32(content)) + content)
                self.file.flush()

    def forget(self) -> None:
        """What has happened so far does not belong to the recording."""
        with self._lock:
            self.events.clear()
            self.file.seek(0)
            self.file.truncate()

    def flush_often(self) -> None:
        """From now on nothing waits longer than a moment, so that a sudden end loses no more than that."""
        self._timer = threading.Thread(target=self._flush_in_turn, daemon=True)
        self._timer.start()

    def _flush_in_turn(self) -> None:
        while not self._done.wait(OFTEN):
            self.flush()

    def stop(self) -> None:
        self._done.set()
        if self._timer is not None:
            self._timer.join()
        self.flush()

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

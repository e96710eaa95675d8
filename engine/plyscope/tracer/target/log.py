"""The log of the target: what happens, in order, as a list of items that is written to a file in batches.

Items are as small as possible, since making them is what recording costs:

(function,)                       a call is entered; functions have numbers from 0, and the arguments follow
a number, None, bytes, a text …   an argument; otherwise the innermost open call returns this
[description, text]               an argument that draws itself, see `drawn_objects`; with True behind it where the
                                  description does not hold all of it
(RAISED, text, line)              it is left by an exception
(SAVED, result)                   it returns a result from a cache
(RAISED, text, line, -1, depth)   the innermost of so many calls is left by an exception, after those below it; if it
                                  is not open, since the exception came while it was recorded, nothing is left
(PRINTED, text)                   a text is printed
(FACT, part)                      an event of the innermost open call, see `search_parts`; its value follows, None
                                  where that is no number
(MARKED, part)                    an event without a value
(SITE, part)                      the call expression of the call that is about to be entered
(LINES_ENDED, reason)             no more lines are recorded: their rows, bytes or seconds are used up; without a
                                  reason, lines are recorded again
(ELSEWHERE,)                      another process is started, whose calls are not recorded
(LINE, function, line, {name: …})  a line is about to be executed, with the local variables; or with the bytes of all of
                                  them, see `plain_locals`
(FUNCTIONS, file, text, [(name, recorded names, variables, line, last line, parts), …])
                                  the functions of a file that follow those of the files before
(ENDED, how, text, line)          the end of the log

As soon as several calls may be open at once, in generators, coroutines or threads, each call has a key and names the
key of the call that made it; 0 means none, 1 the outermost of the calls that were entered before keys, 2 the next:

(function, key, caller)           a call is entered
(LEFT, key, result)               it returns; with a result from a cache: (SAVED, result, key)
(RAISED, text, line, key)         it is left by an exception; with a 0 behind it, after the calls that it made
(PRINTED, text, key)              a text is printed in it
(LINE, function, line, {name: …}, key)
(FACT, part, key)                 and so on

A batch is the list as marshal writes it, after its length and checksum, so that a file that ends in the middle of a
batch is read up to there.
"""

from __future__ import annotations

import _thread
import contextlib
import marshal
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from errno import EBADF
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from itertools import count, islice
from os import getpid
from struct import Struct
from threading import get_ident
from types import CodeType, FrameType, FunctionType, TracebackType
from typing import IO, Any
from zlib import crc32

from .chess_objects import move_on_board
from .drawn_objects import DrawnObjects, muted
from .snapshots import LOG_VERSION, MAX_BITS, PLAIN, STANDARD_LIBRARY, Yielded, described, keep, text_of

RAISED, SAVED, PRINTED, LINE, ENDED, LEFT, ELSEWHERE, FUNCTIONS = -1, -2, -3, -4, -5, -6, -7, -8
LINES_ENDED = -9
CUT, RESUMED, TIME = -10, -11, -12
"""Items of the log of a whole program, see `session_log`."""
FACT, MARKED, SITE = -13, -14, -15
NO_SITE = SITE, -1
"""What is told where the call of an expression that was told may have failed before it began."""
MAX_PARTS = 1 << 10
"""Events, and call expressions, that a function may have: the number of a part begins with that of its function."""
SUSPENDING = CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR
"""Flags of code whose calls may be suspended."""
RETURNED, EXCEPTION, EXIT = "returned", "exception", "exit"
"""How the target may report that it ended."""

FIRST_KEY = 1 << 20
"""Smaller numbers are no keys, but the depths of calls without one."""
MIN_BATCH_ITEMS = 64
"""Items that are collected before they are written where there are threads."""
MAX_BYTES = 1 << 28
"""Memory of the items that are kept where the process that records also reads the log, so that nothing can be lost.
Writing them would take as long as the calls themselves."""
SAMPLE = 1000
"""The last items, from which the memory of all is estimated."""
FLUSH_SECONDS = 0.01
"""Seconds after which items are written however few they are."""
LOCK_SECONDS = 0.1
"""Seconds to wait for another thread that is writing."""
LOSS = 1 / 32
"""The part of the items so far that may wait at the beginning, when a call is entered."""
GUARDED_ROOM = 64
"""Items that may wait when the beginning is over; a sudden end loses those of `FLUSH_SECONDS` from then on."""
LOOK_SECONDS = 0.1
"""Seconds between two looks at the memory of items that are kept."""
HEADER = Struct("<4sII")
MARK = b"PLYW"
MAX_BATCH_BYTES = 1 << 30
MAX_MEAN_BYTES = 256
"""Bytes of an item, on the average of a batch, from which integers with very many digits are looked for."""
START_THREAD = _thread.start_new_thread
"""The original, before `threads` replaces it."""
OUR_FOLDER = os.path.join(os.path.dirname(__file__), "")
OUT_OF_STACK = "maximum recursion depth exceeded"
"""What Python says of a call for which no stack is left."""
FAULT_BYTES = 200
"""Bytes for the reason why the log cannot be written; room for them is taken before anything else is written."""
MAX_GAP_BYTES = 1 << 20
"""Bytes in which the next batch is looked for at once, where the program has written into the log."""
MAX_PRINTED = 1 << 20
"""Characters of printed text that are recorded."""


class CutCalls:
    """The calls that have reached a limit, of which nothing more is recorded; see `session_log`."""

    def __init__(self) -> None:
        self.by_thread: dict[int, FrameType] = {}
        """Those that are still open."""
        self.count = 0
        """How often calls have reached a limit."""
        self.keys: set[int] = set()
        """The keys of the calls that were open then."""
        self.before_callers: dict[int, int] = {}
        """By thread, how often calls had reached a limit when its caller started it or submitted its work."""
        self.unannounced: set[int] = set()
        """Their threads in which `on_silence` has still to be called."""
        self.may_be_around = False
        """Whether open calls may have no keys and not be recorded, although calls have keys."""
        self.on_silence: list[Callable[[], object]] = []
        """Called in the thread of such a call, at the next call in it."""
        self.on_resumption: list[Callable[[], object]] = []
        """Called in a thread that is recorded again."""

    def announce(self) -> None:
        """Call `on_silence` in this thread, once after each call that reached a limit."""
        if get_ident() in self.unannounced:
            self.unannounced.discard(get_ident())
            for notify in self.on_silence:
                notify()


class Log:
    """The events so far, written in batches; instrumented code appends to `events`, or calls the log when guarded.

    The guarded path is taken at the beginning, where the first calls are written at once and those after them soon, so
    that little is lost if the program ends suddenly. And it is taken as soon as several calls may be open at once,
    since each then needs a key.
    """

    def __init__(self, file: IO[bytes], has_begun: bool = True) -> None:
        self.has_begun = has_begun
        self.events: list[Any] = []
        self.guarded = [False]
        """Whether the guarded path is taken: the one item of a list, the fastest way to read something that changes."""
        self.has_keys = False
        """Whether several calls may be open at once, so that each has a key."""
        self.is_silent = False
        """Whether recording has stopped, or this is a forked process."""
        self.before_keys: list[Callable[[], object]] = []
        """Called before keys are used."""
        self.on_thread_start: list[Callable[[], object]] = []
        """Called at the beginning of each thread."""
        self.file = file
        self.fault_path = ""
        """A file of `FAULT_BYTES` for the reason why the log cannot be written."""
        self.has_failed = False
        self.room_to_print = MAX_PRINTED
        self.process = getpid()
        self.keep_argument = DrawnObjects(self.silence).keep
        self.instrumented: dict[int, CodeType] = {}
        """The code objects that record calls, by identity."""
        self._silent_threads: set[int] = set()
        """The threads that draw a position, or whose call has reached a limit: nothing of them is recorded."""
        self.cut_calls = CutCalls()
        self.awaited: tuple[int, Callable[[], object]] | None = None
        """What a thread has to do as soon as no recorded call is open in it."""
        self._described: list[tuple[Any, ...]] = []
        self._latest_error = 0
        """The identity of the exception that was recorded last."""
        self._cleared_error = 0
        """The identity of the last exception for want of stack that was seen."""
        self._room: float = sys.maxsize
        """How many items may wait when a call is entered, before they are written."""
        self._keys = count(FIRST_KEY)
        self.unrecorded = [False]
        """Whether there was no stack to record that a call was left, or failed before it began."""
        self.unwound = _thread.allocate_lock()
        """Released as soon as that is recorded."""
        self.unwound.acquire()
        self._open: dict[int, int] = {}
        """The keys of open calls, by the identities of their frames."""
        self._without_key: set[int] = set()
        """The identities of the frames of calls that were open when keys came into use."""
        self._caller = ContextVar("caller", default=0)
        """In a task, the key of the innermost coroutine that created it, or that it runs."""
        self._outer: dict[int, tuple[int, int]] = {}
        """The keys of coroutines and the callers to restore after them, by the identities of their frames."""
        self._made_by: dict[int, tuple[int, int]] = {}
        """Of open calls by their keys: the key of the caller, and the number of the function."""
        self.callers: dict[int, int] = {}
        """The keys of the calls that started threads or submitted their work, by the identities of the threads."""
        self._move: tuple[str, int, Any, Any, tuple[Any, ...]] | None = None
        """The move of the call that is about to be made: for which functions, the caller's frame, what it calls, the
        move and parameters."""
        self.direct_functions: set[Any] = set()
        """Functions that record their calls themselves: what is called of them takes the move of its call at once."""
        self.waiting_move: deque[Any] = deque(maxlen=1)
        """The move, as it is kept, of the call of such a function that is about to be made."""
        self._asking: Callable[[], Any] = asking_frames().__next__
        self._lock = threading.Lock()
        self._going_on = threading.Lock()

    def resumes(self, frame: FrameType, number: int) -> bool:
        """Whether a silent log goes on with the call entered in a frame."""
        return False

    def left_silently(self, frame: FrameType) -> None:
        """Take note that a call of a silent thread is over."""

    def is_within_cut(self, frame: FrameType, number: int) -> bool:
        """Whether a call belongs to an open call of its group of which nothing more is recorded."""
        return False

    def watch(self) -> None:
        """Look for calls that have reached a limit; called regularly by the writing thread."""

    def stamp(self) -> bytes:
        """Return the bytes written after each batch."""
        return b""

    @contextlib.contextmanager
    def silence(self) -> Iterator[None]:
        """Record and print nothing of what this thread does meanwhile."""
        thread, was_guarded = get_ident(), self.guarded[0]
        self._silent_threads.add(thread)
        self.guarded[0] = True
        try:
            with muted():
                yield
        finally:
            if thread not in self.cut_calls.by_thread:
                self._silent_threads.discard(thread)
            self.guarded[0] = was_guarded or self._needs_guard()

    def _needs_guard(self) -> bool:
        """Whether instrumented code has to take the guarded path."""
        return self.has_keys or self.is_silent or bool(self._silent_threads)

    def is_off(self) -> bool:
        """Whether nothing is recorded now in this thread."""
        return self.is_silent or (bool(self._silent_threads) and get_ident() in self._silent_threads)

    def _is_drawing(self) -> bool:
        """Whether this thread is drawing a position."""
        thread = get_ident()
        return thread in self._silent_threads and thread not in self.cut_calls.by_thread

    def use_keys(self) -> None:
        """Record calls with keys from now on, since several may be open at once."""
        if not self.has_keys and not self._is_drawing():
            for prepare in self.before_keys:
                prepare()
            for frame in sys._current_frames().values():
                self._without_key |= {id(outer) for outer in outwards(frame) if id(outer.f_code) in self.instrumented}
            self.guarded[0] = self.has_keys = True
            self._room = max(self._room, MIN_BATCH_ITEMS)

    def current(self, frame: FrameType | None) -> int:
        """Return the key of the innermost traced call from a frame outwards, or its depth if it has none.

        In a coroutine or thread that is the later one of the call on its stack and the call that created it.
        """
        made_by = max(self._caller.get(), self.callers.get(get_ident(), 0))
        while frame is not None:
            if id(frame.f_code) in self.instrumented:
                return max(self._open.get(id(frame)) or self.depth(frame), made_by)
            frame = frame.f_back
        return made_by

    def submitter(self, frame: FrameType) -> tuple[int, int]:
        """Return the innermost traced call's key, and how many calls have reached a limit until now.

        The number is -1 for a call of which nothing is recorded, since it belongs to one that has reached a limit.
        """
        if self.cut_calls.count:
            for outer in outwards(frame):
                if id(outer.f_code) in self.instrumented:
                    key = self._open.get(id(outer))
                    is_recorded = (
                        key not in self.cut_calls.keys if key else not self.is_silent and id(outer) in self._without_key
                    )
                    return self.current(frame), self.cut_calls.count if is_recorded else -1
        return self.current(frame), self.cut_calls.count

    def is_for_cut_call(self) -> bool:
        """Whether this thread or task works for a call that has reached a limit."""
        if self._caller.get() in self.cut_calls.keys:
            return True
        thread = get_ident()
        caller, cuts = self.callers.get(thread, 0), self.cut_calls.before_callers.get(thread, self.cut_calls.count)
        if not caller or cuts == self.cut_calls.count:
            return False
        return cuts < 0 or caller < FIRST_KEY or caller in self.cut_calls.keys

    def depth(self, frame: FrameType | None) -> int:
        """Return the number of open traced calls from a frame outwards."""
        return sum(id(outer.f_code) in self.instrumented for outer in outwards(frame))

    def enter(self, entered: tuple[int], *arguments: Any) -> None:
        """Record a call, on the guarded path, unless it belongs to one that has reached a limit."""
        if self._silent_threads and get_ident() in self._silent_threads:
            if self.cut_calls.unannounced:
                self.cut_calls.announce()
            return
        if self.cut_calls.count and self.is_for_cut_call():
            return
        if self.is_silent and not self.resumes(sys._getframe(1), entered[0]):
            return
        if self.has_keys:
            frame = sys._getframe(1)
            if self.cut_calls.may_be_around and self.is_within_cut(frame, entered[0]):
                return
            caller, key = self.current(frame.f_back), next(self._keys)
            self._open[id(frame)] = key
            self._made_by[key] = caller, entered[0]
            if frame.f_code.co_flags & CO_COROUTINE:
                self._outer[id(frame)] = key, self._caller.get()
                self._caller.set(key)
            self.events += [(*entered, key, caller), *map(self.keep_argument, arguments)]
        else:
            self.events += [entered, *map(self.keep_argument, arguments)]
        if len(self.events) > self._room:
            self.flush()

    def tell(self, frame: FrameType, item: tuple[int, int], *value: Any) -> None:
        """Record that a call has come to a part; `frame` is its own, or one below."""
        if not self.guarded[0]:
            self.events += (item, *value)
        elif not (self.is_off() or (self.cut_calls.count and self.is_for_cut_call())):
            if self.has_keys:
                key = self.current(frame)
                if self.cut_calls.may_be_around and key not in self._made_by:
                    return
                self.events += ((*item, key), *value)
            else:
                self.events += (item, *value)

    def put_move(self, key: str, called: Any, move: Any, *around: Any) -> None:
        """Leave the move of a call that is about to be made, with the caller's parameters."""
        if self._silent_threads and self.is_off():
            return
        try:
            frame = self._asking().f_back
        except ENDED_ASKING:
            self._asking, frame = asking_frames().__next__, sys._getframe(1)
        self._move = key, identity(frame), called, move, around

    def take_move(self, key: str, kept: Callable[[Any], Any] | None = None) -> Any:
        """Take away the move left for a call, and return it as `kept` records it; None without one."""
        self.waiting_move.clear()
        if self._silent_threads and self.is_off():
            return None
        left, self._move = self._move, None
        if left is None or self.is_silent or left[0] != key:
            return None
        try:
            frame = self._asking().f_back
        except ENDED_ASKING:
            self._asking, frame = asking_frames().__next__, sys._getframe(1)
        _, caller, called, move, around = left
        if caller != identity(frame.f_back):
            return None
        # A function with a closure may hold on to objects of the user.
        is_plain = type(called) is FunctionType and called.__closure__ is None
        if is_plain and called not in self.direct_functions and called.__code__ is frame.f_code:
            self.direct_functions.add(called)
        if type(move) in PLAIN:
            return move
        move = move_on_board(move, around)
        return move if kept is None else kept(move)

    def forget_call(self) -> None:
        """Drop the move and site left for a call that may have failed before it began."""
        self._move = None
        self.tell(sys._getframe(1), NO_SITE)

    def keep_move(self, move: Any, *around: Any) -> Any:
        """Return a move as it is recorded, in its board's notation if that is among the caller's parameters."""
        return self.keep_argument(move_on_board(move, around))

    def leave(self, result: Any) -> None:
        """Record the result of a call, on the guarded path."""
        if self._outer:
            self._restore_caller(sys._getframe(1))
        if self._silent_threads and get_ident() in self._silent_threads:
            self.left_silently(sys._getframe(1))
            return
        if self.is_silent:
            return
        kept = result.kept() if type(result) is Yielded else keep(result)
        key = self._closed(sys._getframe(1))
        if key >= 0:
            self.events.append((LEFT, key, kept))
        elif not self.cut_calls.may_be_around:
            self.events.append(kept)

    def leave_saved(self, result: Any) -> None:
        """Record a result that comes from a cache."""
        if self.is_off():
            self.left_silently(sys._getframe(1))
            return
        key = self._closed(sys._getframe(1))
        if key >= 0:
            self.events.append((SAVED, keep(result), key))
        elif not self.cut_calls.may_be_around:
            self.events.append((SAVED, keep(result)))

    def left_by(
        self, error: BaseException | None, line: int, is_new: bool = True, yielded: Yielded | None = None
    ) -> None:
        """Record that an exception has left a call; `is_new` unless it has left another before.

        Called from a function that the recording frame calls.
        """
        self.waiting_move.clear()
        self._clear(error)
        if self._outer:
            self._restore_caller(sys._getframe(2))
        if self.is_off():
            self.left_silently(sys._getframe(2))
            return
        frame, text = sys._getframe(2), error_text(error)
        if self.has_keys and id(frame) not in self._open and id(frame) not in self._without_key:
            return  # the exception came when the result had been recorded, or before the call was
        is_first = is_new or id(error) != self._latest_error
        is_out_of_stack = is_first and issubclass(type(error), RecursionError)
        key = self._closed(frame)
        if key >= 0 and yielded is not None and type(error) is GeneratorExit:
            yielded.end = "; it is closed"
            self.events.append((LEFT, key, yielded.kept()))
        elif key >= 0:
            self.events.append((RAISED, text, line, key, 0) if is_out_of_stack else (RAISED, text, line, key))
        elif is_out_of_stack or (not self.has_keys and (is_first or self.unrecorded[0])):
            # The exception may have come while a call was being recorded, and deeper calls may have had no stack left
            # to record it. So the number of calls that are open is recorded with it, once for each exception.
            self.unrecorded[0] = False
            self.events.append((RAISED, text, line, -1, self.depth(frame)))
        else:
            self.events.append((RAISED, text, line))
        self._latest_error = id(error)

    def _clear(self, error: BaseException | None) -> None:
        """Make an exception for lack of stack one of the program, once."""
        if error is not None and issubclass(type(error), RecursionError) and id(error) != self._cleared_error:
            clear_of_recording(error)
            self._cleared_error = id(error)

    def unwind(self, thread: int) -> None:
        """Record that an exception has left all calls below the one at work in a thread.

        Runs in a thread of its own, since calls of the other one that have no stack left could not record it. Calls
        with keys are left open: what they tell is theirs in any case.
        """
        try:
            self.unrecorded[0] = False
            if self.has_keys or self.is_silent or thread in self._silent_threads:
                return
            frame, error = sys._current_frames()[thread], current_exception(thread)
            self._clear(error)
            place = None if error is None else TRACEBACK.__get__(error)
            below = None if place is None else place.tb_next
            line = 0 if below is None else below.tb_lineno
            self._move = None
            self.events += [(RAISED, error_text(error), line, -1, self.depth(frame) + 1), NO_SITE]
        finally:
            self.unwound.release()

    def _closed(self, frame: FrameType) -> int:
        """Close the call of a frame, and return its key; -1 without one."""
        key = self._open.pop(id(frame), -1)
        self._made_by.pop(key, None)
        self._without_key.discard(id(frame))
        return key

    def _restore_caller(self, frame: FrameType) -> None:
        """Restore the caller of a coroutine that is over."""
        key, outer = self._outer.pop(id(frame), (-1, 0))
        if key == self._caller.get():
            self._caller.set(outer)

    def flush(self) -> None:
        """Take the events off the list, and write them to the file, except in a forked process or after a failure."""
        # A signal handler may interrupt this very thread here, and must not wait for itself.
        if not self._lock.acquire(timeout=LOCK_SECONDS):
            return
        try:
            items = self.events[:]
            content = marshal.dumps(items, LOG_VERSION)
            written = len(items)
            del self.events[:written]  # other threads may have appended meanwhile
            if not written or not self.has_begun or self.has_failed or getpid() != self.process:
                return
            self._room += written * LOSS
            if len(content) > MAX_MEAN_BYTES * written:
                content = marshal.dumps(list(map(with_long_integers_described, items)), LOG_VERSION)
            try:
                self.file.write(HEADER.pack(MARK, len(content), crc32(content)) + content + self.stamp())
                self.file.flush()
            except OSError as error:
                self._cannot_write(error)
            except ValueError:
                pass  # the program closed the file: the log ends here
        finally:
            self._lock.release()

    def _cannot_write(self, error: OSError) -> None:
        """Stop recording, and write why, where there is room: the disk may be full."""
        self.guarded[0] = self.is_silent = self.has_failed = True
        if self.fault_path and error.errno != EBADF:  # else the program closed the file: the log ends here
            with contextlib.suppress(OSError), open(self.fault_path, "r+b", buffering=0) as file:
                file.write(str(error.strerror).encode()[:FAULT_BYTES])

    def begin(self) -> None:
        """Begin the recording; what happened before does not belong to it."""
        with self._lock:
            self.events[:] = self._described
            self.has_begun = True

    def describe(self, file: str, text: str, functions: list[Any]) -> None:
        """Record the functions of a file about to be loaded."""
        item = (FUNCTIONS, file, text, functions)
        self._described.append(item)
        self.events.append(item)

    def forked(self) -> None:
        """Record nothing from now on, in the forked process that this is."""
        self._lock, self._going_on = threading.Lock(), threading.Lock()
        self.guarded[0] = self.has_keys = self.is_silent = True
        self._start(FLUSH_SECONDS, self.events.__len__)

    def flush_often(self) -> None:
        """Write events within `FLUSH_SECONDS`, so that a sudden end loses little."""
        self.guarded[0], self._room = True, 0
        self._start(FLUSH_SECONDS, self.events.__len__)

    def flush_when_long(self) -> None:
        """Write events when they take much memory."""
        self._start(LOOK_SECONDS, self._is_large)

    def _is_large(self) -> bool:
        """Whether the events take much memory."""
        latest = self.events[-SAMPLE:]
        others = sum(sys.getsizeof(item) for item in latest if type(item) is not int or item.bit_length() > 64)
        return len(self.events) * (8 + others / max(1, len(latest))) > MAX_BYTES

    def _start(self, pause: float, has_to: Callable[[], object]) -> None:
        """Start a hidden thread that writes the log whenever it has to."""
        self._going_on.acquire()
        START_THREAD(self._flush_in_turn, (pause, has_to))

    def _flush_in_turn(self, pause: float, has_to: Callable[[], object]) -> None:
        """Write the log whenever it has to be, and watch the open calls, until the end."""
        while not self._going_on.acquire(timeout=pause):
            if has_to():
                self.flush()
            self.watch()
            if self._room > GUARDED_ROOM:
                self.guarded[0] = self._needs_guard()

    def stop(self) -> None:
        """Stop writing and recording; instrumented functions may still call the log."""
        self.guarded[0] = self.is_silent = True
        self._going_on.release()

    def take_unwritten(self) -> list[Any]:
        """Return the unwritten events, and remove them."""
        with self._lock:
            taken = self.events[:]
            self.events.clear()
        return taken

    def printed(self, text: str) -> None:
        """Record printed text."""
        if self.room_to_print > 0 and text and not (self._silent_threads and self.is_off()):
            key = (self.current(sys._getframe(1)),) if self.has_keys else ()
            self.events.append((PRINTED, text[: self.room_to_print], *key))
            self.room_to_print -= len(text)


TRACEBACK: Any = vars(BaseException)["__traceback__"]
"""The traceback of an exception, also where its class has attributes of its own."""


def current_exception(thread: int) -> BaseException | None:
    """Return the exception that a thread handles; None without one."""
    found: Any = sys._current_exceptions()[thread]
    error: BaseException | None = found[1] if type(found) is tuple else found  # Python 3.12 has the exception itself
    return error


def clear_of_recording(error: BaseException) -> None:
    """Have an exception for lack of stack come from the call itself: take our frames and text off it."""
    places: list[TracebackType] = []
    place = error.__traceback__
    while place is not None and not place.tb_frame.f_code.co_filename.startswith(OUR_FOLDER):
        places.append(place)
        place = place.tb_next
    is_recorded = place is not None
    if places and is_generated(places[-1]):
        places.pop()
        is_recorded = True
    if is_recorded:
        error.args = (OUT_OF_STACK,)
        if places:
            places[-1].tb_next = None
        else:
            error.__traceback__ = None


def is_generated(place: TracebackType) -> bool:
    """Whether a traceback's place is in a generated statement."""
    code: Any = place.tb_frame.f_code
    if not hasattr(code, "co_positions"):
        return False
    _, _, first, last = next(islice(code.co_positions(), place.tb_lasti // 2, None))
    return bool(first == last)


def with_long_integers_described(item: Any) -> Any:
    """Return an item with integers too long to be written described."""
    kind = type(item)
    if kind is int:
        return item if item.bit_length() < MAX_BITS else [described(item)]
    if kind is dict:
        return {name: with_long_integers_described(value) for name, value in item.items()}
    return tuple(map(with_long_integers_described, item)) if kind is tuple else item


def asking_frames() -> Iterator[FrameType | None]:
    """Yield, each time, the frame that asks for the next item.

    `sys._getframe` is an audit event, and the hooks of this process take ten times as long as the function itself.
    """
    own = sys._getframe()
    while True:
        yield own.f_back


ENDED_ASKING = (StopIteration, ValueError)
"""Why a frame gets no answer: an exception has come while the last was answered, as where the stack was used up; or a
thread or signal handler asks meanwhile."""

identity: Callable[[object], int] = object.__hash__
"""As `id`, which is an audit event."""


def outwards(frame: FrameType | None) -> Iterator[FrameType]:
    """Iterate over a frame and its callers."""
    while frame is not None:
        yield frame
        frame = frame.f_back


ARGUMENTS: Any = vars(BaseException)["args"]
"""Reads the arguments of an exception, also where its class has another attribute of that name."""


def error_text(error: BaseException | None) -> str:
    """Return an exception's class and message, without calling methods of the user."""
    kind = type(error)
    if error is None:
        return kind.__name__
    args = ARGUMENTS.__get__(error)
    owner = next(base for base in kind.__mro__ if "__str__" in base.__dict__)
    if type(keep(args)) is bytes if owner in (BaseException, KeyError) else owner.__module__ in STANDARD_LIBRARY:
        with contextlib.suppress(Exception):
            args = (str(error),)
    text = ", ".join(argument if type(argument) is str else text_of(keep(argument)) for argument in args)
    return f"{kind.__name__}: {text}"[:500] if text else kind.__name__


DAMAGED: list[Any] = []
"""Stands for a batch that the target has not written."""


class BatchReader:
    """The reader of the batches in a growing log file."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file

    def batches(self) -> Iterator[list[Any]]:
        """Iterate over the batches that are complete; the next call goes on from there."""
        while True:
            start = self.file.tell()
            header = self.file.read(HEADER.size)
            if len(header) == HEADER.size and not header.startswith(MARK):
                # The program has written into the file; the log goes on behind that.
                self.file.seek(start + 1)
                rest = self.file.read(MAX_GAP_BYTES)
                found = rest.find(MARK)
                self.file.seek(start + 1 + (found if found >= 0 else max(len(rest) - len(MARK), 0)))
                if found >= 0 or len(rest) == MAX_GAP_BYTES:
                    continue
                return
            batch = self._batch(header) if len(header) == HEADER.size else None
            if batch is None:
                self.file.seek(start)
                return
            if batch is DAMAGED:
                self.file.seek(start + 1)
            else:
                yield batch

    def _batch(self, header: bytes) -> list[Any] | None:
        """Return the batch with a header; None if incomplete, `DAMAGED` if the target did not write it."""
        _mark, length, checksum = HEADER.unpack(header)
        if length > MAX_BATCH_BYTES:
            return DAMAGED
        content = self.file.read(length)
        if len(content) < length:
            return None
        if crc32(content) != checksum:
            return DAMAGED
        try:
            batch = marshal.loads(content)
        except (EOFError, ValueError, TypeError):
            return DAMAGED
        return batch if isinstance(batch, list) else DAMAGED

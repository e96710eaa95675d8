"""Executed lines with all local variables, by `sys.settrace`, or by `sys.monitoring` where Python has it.

Only frames of traced functions are followed. A row has the values before its line is executed; what has changed since
the previous row is found by the reader. `sys.monitoring`, from Python 3.12 on, does not slow down other functions.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from time import perf_counter
from types import CodeType, FrameType
from typing import Any

from .injected_names import Codes
from .log import LINE, LINES_ENDED, Log
from .snapshots import PLAIN, keep

SUSPENDING = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
SIMPLE = PLAIN | {str}
Follower = Callable[[FrameType, str, Any], Any]

MONITORING: Any = getattr(sys, "monitoring", None)
OUR_TOOL = 4
"""The tool number of the tracer; not one of those that Python reserves for debuggers and the like."""
MAX_LINES, MAX_LINE_BYTES, MAX_LINE_SECONDS = 200_000, 64 << 20, 4.0
"""Executed lines that are kept, the bytes of their values, and the seconds in which they are followed. With the time
in which they are written, read and turned into texts, that adds ten seconds at most to a run. A recording with more
lines has those of its beginning, and after them calls only."""
FIRST_INSTRUCTIONS = 8
"""Bytes of instructions before which a generator has not begun."""
CALL_SECONDS = 5e-7
"""Seconds that `sys.settrace` adds to a call of any function."""
ROW_BYTES, VALUE_BYTES = 40, 20
"""Bytes of a row, and of a value beside what it holds."""


def local_names(code: CodeType) -> tuple[str, ...]:
    """The local variables of a function, including those shared with enclosing and nested functions."""
    hidden = frozenset(code.co_varnames)
    names = [*code.co_varnames, *(name for name in (*code.co_cellvars, *code.co_freevars) if name not in hidden)]
    return tuple(name for name in names if name.isidentifier() and name != "__class__")


class LineRecorder:
    """Records rows of executed lines, up to a maximum; `stop` ends it."""

    def __init__(self, functions: Codes, log: Log, most: int = MAX_LINES) -> None:
        self.log = log
        self.left = most
        self.bytes_left = MAX_LINE_BYTES * max(1, most // MAX_LINES)
        self.seconds_left = MAX_LINE_SECONDS * max(1, most // MAX_LINES)
        self.functions = functions
        self._copies: dict[str, tuple[list[Any], bytes]] = {}

    def stop(self) -> None:
        raise NotImplementedError

    def end(self, reason: str) -> None:
        """Ends it for lack of room or time, and records why."""
        if self.left > 0 or reason == "rows":
            self.left = 0
            self.log.events.append((LINES_ENDED, reason))
            self.stop()

    def keep_unchanged(self, name: str, value: Any) -> Any:
        """As `keep`, but reuses the copy of a list that is unchanged since the previous line, as most are."""
        if type(value) is not list:
            return keep(value)
        known = self._copies.get(name)
        # Comparing lists compares their items: only where that calls no code of the user.
        if known is not None and len(known[0]) == len(value) and (not value or type(value[0]) in SIMPLE):
            try:
                if known[0] == value:
                    return known[1]
            except Exception:  # numpy arrays have no truth value, and other objects may raise anything
                pass
        fresh = keep(value)
        # Only a list without nested containers is described by its copy alone.
        if type(fresh) is bytes and fresh.count(b"[") == 1 and b"{" not in fresh:
            self._copies[name] = value[:], fresh
        else:
            self._copies.pop(name, None)
        return fresh

    def recorder_of(self, number: int, first_line: int) -> Callable[[FrameType, int], None]:
        """A function that records the lines of the function with this number, which begins at this line."""
        log, append, keep_unchanged = self.log, self.log.events.append, self.keep_unchanged
        ours = self.functions.lines_before[number]

        def record_line(frame: FrameType, line: int) -> None:
            if log.is_off():
                return
            began = perf_counter()
            if ours:
                if line == first_line:
                    return
                if ours > 1:
                    line = first_line
            values = {
                name: value if type(value) in PLAIN else keep_unchanged(name, value)
                for name, value in frame.f_locals.items()
            }
            key = (log.current(frame),) if log.has_keys else ()
            append((LINE, number, line, values, *key))
            self.left -= 1
            self.bytes_left -= ROW_BYTES + sum(map(bytes_of, values.values()))
            self.seconds_left -= perf_counter() - began
            if not self.left:
                self.end("rows")
            elif self.bytes_left < 0:
                self.end("bytes")
            elif self.seconds_left < 0:
                self.end("seconds")

        return record_line


def bytes_of(kept: Any) -> int:
    """About how many bytes a value takes that `keep` returned."""
    kind = type(kept)
    if kind is list:
        kept = kept[0]
    if kind is int:
        return VALUE_BYTES + (kept.bit_length() >> 3)
    return VALUE_BYTES if kind in PLAIN else VALUE_BYTES + len(kept)


class LineTracer(LineRecorder):
    """Follows frames by `sys.settrace`, in this thread and in those that begin later."""

    def __init__(self, functions: Codes, log: Log, most: int = MAX_LINES, only: int | None = None) -> None:
        super().__init__(functions, log, most)
        self.only = only
        """The number of the call whose lines are followed, with those of the calls below it; None follows all."""
        self.calls = -1
        self.before = sys.gettrace()
        self._followers: dict[int, Follower] = {}
        self.follow_thread()
        log.on_thread_start.append(self.follow_thread)

    def follow_thread(self) -> None:
        sys.settrace(self.on_call)

    def stop(self) -> None:
        self.left = 0
        sys.settrace(self.before)

    def on_call(self, frame: FrameType, event: str, argument: Any) -> Any:
        number = self.functions.by_identity.get(id(frame.f_code))
        self.seconds_left -= CALL_SECONDS
        if self.only is not None and self.calls <= self.only:
            return self.before_call(frame)
        if number is None or self.left <= 0:
            if self.left > 0 > self.seconds_left:
                self.end("seconds")
            return None
        if number not in self._followers:
            self._followers[number] = self.follower(self.recorder_of(number, frame.f_code.co_firstlineno))
        return self._followers[number]

    def before_call(self, frame: FrameType) -> Any:
        """Counts calls, until the one comes that is followed; ends when that returns."""
        is_resumed = frame.f_lasti > FIRST_INSTRUCTIONS and frame.f_code.co_flags & SUSPENDING
        if id(frame.f_code) not in self.log.instrumented or is_resumed:
            return None
        self.calls += 1
        if self.calls != self.only:
            return None
        self.calls += 1
        inner = self.on_call(frame, "call", None)

        def until_return(frame: FrameType, event: str, argument: Any) -> Any:
            if event == "return":
                self.stop()
            elif inner is not None:
                inner(frame, event, argument)
            return until_return

        return until_return

    def follower(self, record_line: Callable[[FrameType, int], None]) -> Follower:
        """A trace function for the lines of one function."""

        def on_line(frame: FrameType, event: str, _argument: Any) -> Any:
            if event == "line" and self.left > 0:
                record_line(frame, frame.f_lineno)
            return on_line

        return on_line


class LineMonitor(LineRecorder):
    """Follows lines by `sys.monitoring`, in all threads."""

    def __init__(self, functions: Codes, log: Log, most: int = MAX_LINES) -> None:
        super().__init__(functions, log, most)
        self._recorders: dict[int, Callable[[FrameType, int], None]] = {}
        MONITORING.use_tool_id(OUR_TOOL, "plyscope")
        MONITORING.register_callback(OUR_TOOL, MONITORING.events.LINE, self.on_line)
        functions.notify_of_new(self.follow_code)

    def follow_code(self, code: CodeType) -> None:
        MONITORING.set_local_events(OUR_TOOL, code, MONITORING.events.LINE)

    def stop(self) -> None:
        self.functions.notify_of_new(None)
        if MONITORING.get_tool(OUR_TOOL) == "plyscope":
            MONITORING.register_callback(OUR_TOOL, MONITORING.events.LINE, None)
            MONITORING.free_tool_id(OUR_TOOL)

    def on_line(self, code: CodeType, line: int) -> None:
        number = self.functions.by_identity.get(id(code))
        if number is None or self.left <= 0:
            return
        if number not in self._recorders:
            self._recorders[number] = self.recorder_of(number, code.co_firstlineno)
        self._recorders[number](sys._getframe(1), line)


def follow_lines(functions: Codes, log: Log, most: int = MAX_LINES, only: int | None = None) -> LineRecorder:
    """Follows lines by the best means there is; with `only` those of one call and of the calls below it."""
    if only is not None:
        return LineTracer(functions, log, most, only)
    if MONITORING is not None and MONITORING.get_tool(OUR_TOOL) is None:
        return LineMonitor(functions, log, most)
    return LineTracer(functions, log, most)

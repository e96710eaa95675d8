"""Executed lines with all local variables, by `sys.settrace`, or by `sys.monitoring` where Python has it.

Only frames of traced functions are followed. A row has the values before its line is executed; what has changed since
the previous row is found by the reader. `sys.monitoring`, from Python 3.12 on, does not slow down other functions.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

from .injected_names import Codes
from .log import LINE, Log
from .snapshots import PLAIN, keep

SIMPLE = PLAIN | {str}
Follower = Callable[[FrameType, str, Any], Any]

MONITORING: Any = getattr(sys, "monitoring", None)
OUR_TOOL = 4
"""The tool number of the tracer; not one of those that Python reserves for debuggers and the like."""
MAX_LINES = 200_000
"""Executed lines that are kept; a recording with more of them has those of its beginning."""


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
        self.functions = functions
        self._copies: dict[str, tuple[list[Any], bytes]] = {}

    def stop(self) -> None:
        raise NotImplementedError

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
            if log.is_silent:
                return
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
            if not self.left:
                self.stop()

        return record_line


class LineTracer(LineRecorder):
    """Follows frames by `sys.settrace`, in this thread and in those that begin later."""

    def __init__(self, functions: Codes, log: Log, most: int = MAX_LINES) -> None:
        super().__init__(functions, log, most)
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
        if number is None or self.left <= 0:
            return None
        if number not in self._followers:
            self._followers[number] = self.follower(self.recorder_of(number, frame.f_code.co_firstlineno))
        return self._followers[number]

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


def follow_lines(functions: Codes, log: Log, most: int = MAX_LINES) -> LineRecorder:
    """Follows lines by the best means there is."""
    if MONITORING is not None and MONITORING.get_tool(OUR_TOOL) is None:
        return LineMonitor(functions, log, most)
    return LineTracer(functions, log, most)

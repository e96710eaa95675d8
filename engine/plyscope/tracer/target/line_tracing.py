"""Executed lines with all local variables, as `sys.settrace` hands them out, or `sys.monitoring` where Python has it.

Only frames of watched functions are followed. A row is kept with the values before its line is executed; what has
changed since the row before is found by whoever reads. `sys.monitoring`, from Python 3.12 on, leaves all other
functions as fast as they are.
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
"""The number under which Python knows us there; none of those that it gives to debuggers and the like."""
MOST_LINES = 200_000
"""Executed lines that are kept; a recording with more of them has those of its beginning."""


def local_names(code: CodeType) -> tuple[str, ...]:
    """The local variables of a function, those that it shares with others included."""
    hidden = frozenset(code.co_varnames)
    names = [*code.co_varnames, *(name for name in (*code.co_cellvars, *code.co_freevars) if name not in hidden)]
    return tuple(name for name in names if name.isidentifier() and name != "__class__")


class LineKeeper:
    """Keeps rows of executed lines, so many at most; `stop` ends that."""

    def __init__(self, functions: Codes, log: Log, most: int = MOST_LINES) -> None:
        self.log = log
        self.left = most
        self.functions = functions
        self._copies: dict[str, tuple[list[Any], bytes]] = {}

    def stop(self) -> None:
        raise NotImplementedError

    def seen(self, name: str, value: Any) -> Any:
        """As `keep`, but for lists that are as they were at the line before, which most are."""
        if type(value) is not list:
            return keep(value)
        known = self._copies.get(name)
        # Whether two lists are equal is asked of what is in them, which is to be nothing of somebody's.
        if known is not None and len(known[0]) == len(value) and (not value or type(value[0]) in SIMPLE):
            try:
                if known[0] == value:
                    return known[1]
            except Exception:  # arrays of numpy do not say whether they are equal, and others may do what they like
                pass
        fresh = keep(value)
        # Only a list without others in it is all in its copy.
        if type(fresh) is bytes and fresh.count(b"[") == 1 and b"{" not in fresh:
            self._copies[name] = value[:], fresh
        else:
            self._copies.pop(name, None)
        return fresh

    def keeper(self, number: int, first_line: int) -> Callable[[FrameType, int], None]:
        """What keeps the lines of a function of this number that begins at this line."""
        log, append, seen = self.log, self.log.events.append, self.seen
        ours = self.functions.lines_before[number]

        def keep_line(frame: FrameType, line: int) -> None:
            if log.is_silent:
                return
            if ours:
                if line == first_line:
                    return
                if ours > 1:
                    line = first_line
            values = {
                name: value if type(value) in PLAIN else seen(name, value) for name, value in frame.f_locals.items()
            }
            key = (log.current(frame),) if log.is_woven else ()
            append((LINE, number, line, values, *key))
            self.left -= 1
            if not self.left:
                self.stop()

        return keep_line


class LineTracer(LineKeeper):
    """Follows frames by `sys.settrace`, in this thread and in those that begin later."""

    def __init__(self, functions: Codes, log: Log, most: int = MOST_LINES) -> None:
        super().__init__(functions, log, most)
        self.before = sys.gettrace()
        self._followers: dict[int, Follower] = {}
        self.follow_thread()
        log.in_new_threads.append(self.follow_thread)

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
            self._followers[number] = self.follower(self.keeper(number, frame.f_code.co_firstlineno))
        return self._followers[number]

    def follower(self, keep_line: Callable[[FrameType, int], None]) -> Follower:
        """What hears of every line of a function."""

        def on_line(frame: FrameType, event: str, argument: Any) -> Any:
            if event == "line" and self.left > 0:
                keep_line(frame, frame.f_lineno)
            return on_line

        return on_line


class LineMonitor(LineKeeper):
    """Hears of lines by `sys.monitoring`, in all threads."""

    def __init__(self, functions: Codes, log: Log, most: int = MOST_LINES) -> None:
        super().__init__(functions, log, most)
        self._keepers: dict[int, Callable[[FrameType, int], None]] = {}
        MONITORING.use_tool_id(OUR_TOOL, "plyscope")
        MONITORING.register_callback(OUR_TOOL, MONITORING.events.LINE, self.on_line)
        functions.tell_of_new(self.hear_of)

    def hear_of(self, code: CodeType) -> None:
        MONITORING.set_local_events(OUR_TOOL, code, MONITORING.events.LINE)

    def stop(self) -> None:
        self.functions.tell_of_new(None)
        if MONITORING.get_tool(OUR_TOOL) == "plyscope":
            MONITORING.register_callback(OUR_TOOL, MONITORING.events.LINE, None)
            MONITORING.free_tool_id(OUR_TOOL)

    def on_line(self, code: CodeType, line: int) -> None:
        number = self.functions.by_identity.get(id(code))
        if number is None or self.left <= 0:
            return
        if number not in self._keepers:
            self._keepers[number] = self.keeper(number, code.co_firstlineno)
        self._keepers[number](sys._getframe(1), line)


def follow_lines(functions: Codes, log: Log, most: int = MOST_LINES) -> LineKeeper:
    """Follows lines by the best means there is."""
    if MONITORING is not None and MONITORING.get_tool(OUR_TOOL) is None:
        return LineMonitor(functions, log, most)
    return LineTracer(functions, log, most)

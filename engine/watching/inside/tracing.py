"""Executed lines with all local variables, as `sys.settrace` hands them out.

Only frames of watched functions are followed. A row is kept with the values before its line is executed; what has
changed since the row before is found by whoever reads.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

from .keeping import PLAIN, keep
from .log import LINE, Log
from .words import Codes

SIMPLE = PLAIN | {str}
Follower = Callable[[FrameType, str, Any], Any]

MOST_LINES = 200_000
"""Executed lines that are kept; a recording with more of them has those of its beginning."""


def local_names(code: CodeType) -> tuple[str, ...]:
    """The local variables of a function, those that it shares with others included."""
    hidden = frozenset(code.co_varnames)
    names = [*code.co_varnames, *(name for name in (*code.co_cellvars, *code.co_freevars) if name not in hidden)]
    return tuple(name for name in names if name.isidentifier() and name != "__class__")


def after_our_lines(lines: int, follower: Follower) -> Follower:
    """A follower that hears nothing of what tells of a call: of the first line, or of the first two different ones."""
    if not lines:
        return follower

    def wait(frame: FrameType, event: str, argument: Any) -> Any:
        if event != "line" or frame.f_lineno == frame.f_code.co_firstlineno:
            return wait
        return follower(frame, event, argument) if lines == 1 else follower

    return wait


class LineTracer:
    """Follows the frames of some functions; `stop` ends that."""

    def __init__(self, functions: Codes, log: Log, most: int = MOST_LINES) -> None:
        self.log = log
        self.left = most
        self.numbers = functions.by_identity
        self.lines_before = functions.lines_before
        self.before = sys.gettrace()
        self._copies: dict[str, tuple[list[Any], bytes]] = {}
        self._followers: dict[int, Follower] = {}
        sys.settrace(self.on_call)

    def stop(self) -> None:
        sys.settrace(self.before)

    def on_call(self, frame: FrameType, event: str, argument: Any) -> Any:
        number = self.numbers.get(id(frame.f_code))
        if number is None or self.left <= 0:
            return None
        if number not in self._followers:
            self._followers[number] = self.follower(number)
        return self._followers[number]

    def follower(self, number: int) -> Follower:
        """What hears of every line of a function."""
        append, seen = self.log.events.append, self.seen

        def on_line(frame: FrameType, event: str, argument: Any) -> Any:
            if event == "line":
                values = {
                    name: value if type(value) in PLAIN else seen(name, value) for name, value in frame.f_locals.items()
                }
                append((LINE, number, frame.f_lineno, values))
                self.left -= 1
                if not self.left:
                    self.stop()
            return on_line

        return after_our_lines(self.lines_before[number], on_line)

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

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
from .log import LINE, ROOM, Log


class Codes:
    """The codes of watched functions with the functions' numbers. They are known by identity: a code's hash is slow."""

    def __init__(self) -> None:
        self.by_identity: dict[int, int] = {}
        self._kept: list[CodeType] = []

    def add(self, code: CodeType, number: int) -> None:
        self.by_identity[id(code)] = number
        self._kept.append(code)


MOST_LINES = 200_000
"""Executed lines that are kept; a recording with more of them has those of its beginning."""


def local_names(code: CodeType) -> tuple[str, ...]:
    """The local variables of a function, those that it shares with others included."""
    hidden = frozenset(code.co_varnames)
    names = [*code.co_varnames, *(name for name in (*code.co_cellvars, *code.co_freevars) if name not in hidden)]
    return tuple(name for name in names if name.isidentifier() and name != "__class__")


def trace_lines(functions: Codes, log: Log, most: int = MOST_LINES) -> Callable[[], None]:
    """Follows the frames of some functions from now on; gives what ends it."""
    append, events = log.events.append, log.events
    left = most
    before = sys.gettrace()
    numbers = functions.by_identity

    def on_call(frame: FrameType, event: str, argument: Any) -> Any:
        number = numbers.get(id(frame.f_code))
        if number is None or left <= 0:
            return None
        return follower(number)

    def new_follower(number: int) -> Callable[[FrameType, str, Any], Any]:
        def on_line(frame: FrameType, event: str, argument: Any) -> Any:
            if event == "line":
                append(
                    (
                        LINE,
                        number,
                        frame.f_lineno,
                        {
                            name: value if type(value) in PLAIN else seen(name, value)
                            for name, value in frame.f_locals.items()
                        },
                    )
                )
                if len(events) > ROOM:
                    look_up()
            return on_line

        return on_line

    copies: dict[str, tuple[list[Any], bytes]] = {}

    def seen(name: str, value: Any) -> Any:
        """As `keep`, but for lists that are as they were at the line before, which most are."""
        if type(value) is not list:
            return keep(value)
        if name in copies:
            copy, kept = copies[name]
            try:
                if copy == value:
                    return kept
            except ValueError:  # arrays of numpy do not say whether they are equal
                pass
        fresh = keep(value)
        # Only a list without others in it is all in its copy.
        if type(fresh) is bytes and fresh.count(b"[") == 1 and b"{" not in fresh:
            copies[name] = value[:], fresh
        else:
            copies.pop(name, None)
        return fresh

    followers: dict[int, Callable[[FrameType, str, Any], Any]] = {}

    def follower(number: int) -> Callable[[FrameType, str, Any], Any]:
        return followers.get(number) or followers.setdefault(number, new_follower(number))

    def look_up() -> None:
        nonlocal left
        left -= sum(1 for event in events if type(event) is tuple and event[0] == LINE)
        log.flush()
        if left <= 0:
            sys.settrace(before)

    sys.settrace(on_call)
    return lambda: sys.settrace(before)

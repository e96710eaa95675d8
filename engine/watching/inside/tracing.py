"""Executed lines with all local variables, as `sys.settrace` hands them out.

Only frames of watched functions are followed. A row is kept with the values before its line is executed; what has
changed since the row before is found by whoever reads.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from types import CodeType, FrameType
from typing import Any

from .keeping import PLAIN, keep
from .log import LINE, ROOM, Log

MOST_LINES = 200_000
"""Executed lines that are kept; a recording with more of them has those of its beginning."""


def local_names(code: CodeType) -> tuple[str, ...]:
    """The local variables of a function, those that it shares with others included."""
    hidden = frozenset(code.co_varnames)
    names = [*code.co_varnames, *(name for name in (*code.co_cellvars, *code.co_freevars) if name not in hidden)]
    return tuple(name for name in names if name.isidentifier() and name != "__class__")


def trace_lines(functions: Mapping[CodeType, int], log: Log, most: int = MOST_LINES) -> Callable[[], None]:
    """Follows the frames of some functions from now on; gives what ends it."""
    append, events = log.events.append, log.events
    names: dict[CodeType, tuple[str, ...]] = {}
    left = most
    before = sys.gettrace()

    def on_call(frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        if code not in functions or left <= 0:
            return None
        number, mine = functions[code], names.get(code) or names.setdefault(code, local_names(code))

        def on_line(frame: FrameType, event: str, argument: Any) -> Any:
            nonlocal left
            if event != "line":
                return on_line
            values = frame.f_locals
            row: list[Any] = [LINE, number, frame.f_lineno]
            for name in mine:
                if name in values:
                    value = values[name]
                    row.append(value if type(value) in PLAIN else keep(value))
                else:
                    row.append(...)
            append(tuple(row))
            left -= 1
            if left <= 0:
                sys.settrace(before)
                return None
            if len(events) > ROOM:
                log.flush()
            return on_line

        return on_line

    sys.settrace(on_call)
    return lambda: sys.settrace(before)

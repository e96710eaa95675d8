"""The text that a position draws of itself: what `print` shows of an object whose class has a `__str__` of its own.

It is the user's code, which may be slow, raise, print, or change something. So it is asked only where it is safe to:
a class is tried once on a copy, within a deadline, and is never asked again where that fails or changes the copy. What
it prints and calls is not recorded. It is asked again only when the object has changed, and only while there is time.
"""

from __future__ import annotations

import dis
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from threading import get_ident
from time import perf_counter
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from .module_boards import CHANGING, is_board_name
from .snapshots import CONTAINERS, PLAIN, STANDARD_LIBRARY, attributes_of, describe, keep

MAX_LINES, MAX_COLUMNS = 24, 60
"""Lines and columns of one text that are kept."""
MAX_SECONDS = 2.0
"""Seconds in which texts are taken, in a whole run."""
MAX_TRIAL_SECONDS = 0.25
"""Seconds in which a class has to draw a copy of an object when it is tried."""
MAX_CALL_SECONDS = 0.05
"""Seconds after which a class is not asked again."""
MAX_KNOWN_BYTES = 1 << 23
"""Bytes of descriptions of objects whose texts are remembered."""
MAX_EXAMINED = 40
"""Functions that a class uses to draw its objects, as far as they are examined."""
NOT_TAKEN = "…"
"""Stands for a text that is not taken since the time for them is used up."""

SIMPLE = PLAIN | CONTAINERS | {str}
CONTROLS = re.compile("\x1b\\[[0-9;?]*[ -/]*[@-~]|[\u200b-\u200f\u2060\ufe0e\ufe0f]")
"""Escape sequences of terminals, and characters that take no room."""
GLOBAL_WRITES, ATTRIBUTE_WRITES = ("STORE_GLOBAL", "DELETE_GLOBAL"), ("STORE_ATTR", "DELETE_ATTR")
OUTSIDE, ATTRIBUTES = ("LOAD_GLOBAL", "LOAD_DEREF"), ("LOAD_ATTR", "LOAD_METHOD")
UNSAFE_NAMES = frozenset({"input", "open", "exec", "exit", "quit", "setattr", "delattr", "breakpoint"})
UNSAFE_METHODS = ("__del__", "__getattr__", "__getattribute__")
"""Methods that are called of an object that is copied and of its copy, whatever they do."""
COPYING = ("__deepcopy__", "__reduce_ex__", "__reduce__", "__getstate__", "__setstate__")
"""Methods that may be called of an object that is copied."""
UNSAFE_MODULES = frozenset(
    {"random", "time", "secrets", "subprocess", "socket", "threading", "tkinter", "turtle", "pygame", "curses"}
)

Drawing = Callable[[Any], object]


class TooSlow(BaseException):
    """Raised where a class draws an object too slowly; no program's handler catches it."""


class DrawnObjects:
    """The recording of arguments together with the texts that positions draw of themselves."""

    def __init__(self, silence: Callable[[], Any]) -> None:
        self._silence = silence
        """Makes a context in which this thread records no calls."""
        self.seconds_left = MAX_SECONDS
        self._drawings: dict[type, Drawing | None] = {}
        """For each class that was seen how its objects draw themselves; None where they do not."""
        self._names: dict[type, str] = {}
        """For each class without a text of its own the attribute that has one; empty where there is none."""
        self._known: dict[tuple[type, bytes], str] = {}
        self._known_bytes = 0

    def keep(self, value: Any) -> Any:
        """Return a value as `snapshots.keep` does; for a position with the text that it draws."""
        kind = type(value)
        if kind in PLAIN:
            return value
        if kind in SIMPLE or self._names.get(kind) == "" or issubclass(kind, type):
            return keep(value)
        drawn = self._drawn(value, kind)
        if drawn is None:
            return keep(value)
        description, is_whole = describe(value)
        if type(description) is not bytes:
            return [description]
        key = kind, description
        text = self._known.get(key) if is_whole else None
        if text is None:
            text = self._text(drawn)
            if is_whole and text != NOT_TAKEN:
                self._remember(key, text)
        if not text:
            return [description]
        return [description, text] if is_whole else [description, text, True]

    def _drawn(self, value: Any, kind: type) -> Any:
        """Return what draws itself: the value, or its attribute named as a board; None without either."""
        if self._drawing(value) is not None:
            return value
        name = self._names.get(kind)
        if name is None:
            if len(self._names) > MAX_EXAMINED:
                self._names.clear()
            held = attributes_of(value)
            named = (one for one in held if is_board_name(one) and self._drawing(held[one]) is not None)
            name = next(named, "" if held else None)
            if name is not None:
                self._names[kind] = name
        if not name:
            return None
        board = attributes_of(value).get(name)
        return board if self._drawing(board) is not None else None

    def _drawing(self, value: Any) -> Drawing | None:
        """Return how a value draws itself, if that is safe; else None."""
        kind = type(value)
        if kind in SIMPLE:
            return None
        if kind not in self._drawings:
            found = drawing_of(kind)
            self._drawings[kind] = None  # while it is tried, its objects draw nothing
            if found is not None and self._is_safe(found, value):
                self._drawings[kind] = found
        return self._drawings[kind]

    def _is_safe(self, drawing: Drawing, value: Any) -> bool:
        """Try whether a class draws a copy of an object in time and without changing it."""
        began, is_safe = perf_counter(), False
        with self._silence():
            sys.settrace(ends_at(began + MAX_TRIAL_SECONDS))
            try:
                copy = deepcopy(value)
                before = describe(copy)
                is_safe = type(drawing(copy)) is str and describe(copy) == before
            except KeyboardInterrupt:
                raise
            except BaseException:  # a program may raise anything
                is_safe = False
            finally:
                sys.settrace(None)
        self.seconds_left -= perf_counter() - began
        return is_safe

    def _text(self, value: Any) -> str:
        """Return the text that an object draws now: empty if it fails, NOT_TAKEN if no time is left.

        A class that fails or is slow is given up.
        """
        kind = type(value)
        drawing = self._drawings.get(kind)
        if drawing is None:
            return ""
        if self.seconds_left < 0:
            return NOT_TAKEN
        began, text = perf_counter(), ""
        with self._silence():
            try:
                text = bounded(str(drawing(value)))
            except KeyboardInterrupt:
                raise
            except RecursionError:
                pass
            except BaseException:
                self._drawings[kind] = None
        seconds = perf_counter() - began
        self.seconds_left -= seconds
        if seconds > MAX_CALL_SECONDS:
            self._drawings[kind] = None
        return text

    def _remember(self, key: tuple[type, bytes], text: str) -> None:
        """Remember the text of an object by its description."""
        self._known_bytes += len(key[1]) + len(text)
        if self._known_bytes > MAX_KNOWN_BYTES:
            self._known.clear()
            self._known_bytes = 0
        self._known[key] = text


def drawing_of(kind: type) -> Drawing | None:
    """Return how a class draws its objects: its `__str__`, or a `__repr__` of several lines; else None.

    That of a class of the standard library, of a dataclass or a named tuple is none.
    """
    if "chess" in sys.modules and kind.__module__.partition(".")[0] == "chess":
        return None
    if any(name in base.__dict__ for name in UNSAFE_METHODS for base in kind.__mro__ if base is not object):
        return None
    if not all(does_nothing_else(base.__dict__.get(name), kind) for name in COPYING for base in kind.__mro__):
        return None
    for name in ("__str__", "__repr__"):
        owner = next((base for base in kind.__mro__ if name in base.__dict__), object)
        method = owner.__dict__[name]
        is_library = owner.__module__.partition(".")[0] in {*STANDARD_LIBRARY, "numpy", "pandas"}
        if is_library or method is object.__dict__[name] or is_generated(method):
            continue
        if not does_nothing_else(method, kind):
            return None
        return method if name == "__str__" else lines_of_repr(method)
    return None


def is_generated(method: Any) -> bool:
    """Whether the standard library or a decorator wrote a method, as in a dataclass."""
    if not isinstance(method, FunctionType):
        return False
    file, module = method.__code__.co_filename, str(method.__globals__.get("__name__")).partition(".")[0]
    return file.startswith(("<string>", "<attrs")) or module in STANDARD_LIBRARY


def lines_of_repr(method: Drawing) -> Drawing:
    """Return a drawing by a `__repr__`, empty where that has a single line."""

    def drawing(value: Any) -> str:
        text = str(method(value))
        return text if "\n" in text.strip("\n") else ""

    return drawing


def does_nothing_else(method: Any, kind: type) -> bool:
    """Whether a method and what it calls only read: no attributes or globals set, no waiting, no chance.

    What is not written in Python is not examined.
    """
    waiting, seen = [method], set()
    while waiting:
        function = waiting.pop()
        if not isinstance(function, FunctionType) or function in seen:
            continue
        seen.add(function)
        if len(seen) > MAX_EXAMINED:
            return False
        for code in codes_of(function.__code__):
            if not UNSAFE_NAMES.isdisjoint(code.co_names) or changes_others(code):
                return False
            for name in code.co_names:
                found = function.__globals__.get(name)
                if isinstance(found, ModuleType) and found.__name__.partition(".")[0] in UNSAFE_MODULES:
                    return False
                own = next((base.__dict__[name] for base in kind.__mro__ if name in base.__dict__), None)
                waiting += [found, getattr(own, "fget", None), getattr(own, "__func__", own)]
    return True


def changes_others(code: CodeType) -> bool:
    """Whether code sets or changes a global, or an attribute of an object that it has not made."""
    parameters = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    before: dis.Instruction | None = None
    is_outside = False
    for instruction in dis.get_instructions(code):
        if instruction.opname in GLOBAL_WRITES:
            return True
        if instruction.opname in ATTRIBUTE_WRITES:
            if before is None or not before.opname.startswith("LOAD_FAST"):
                return True
            if type(before.argval) is not str or before.argval in parameters:
                return True
        is_outside = instruction.opname in OUTSIDE or (is_outside and instruction.opname in ATTRIBUTES)
        if is_outside and instruction.argval in CHANGING:
            return True
        before = instruction
    return False


def codes_of(code: CodeType) -> Iterator[CodeType]:
    """Iterate over the code of a function and of those nested in it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from codes_of(inner)


def bounded(text: str) -> str:
    """Return a text without invisible characters, cut to the lines and columns that are kept."""
    text = CONTROLS.sub("", text[: 8 * MAX_LINES * MAX_COLUMNS]).expandtabs(4)
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    lines = ["".join(sign if sign.isprintable() else " " for sign in line) for line in lines]
    if len(lines) > MAX_LINES:
        lines = [*lines[: MAX_LINES - 1], "…"]
    return "\n".join(line if len(line) <= MAX_COLUMNS else line[: MAX_COLUMNS - 1] + "…" for line in lines)


def ends_at(moment: float) -> Callable[[FrameType, str, Any], Any]:
    """Return a trace function that raises `TooSlow` once a time has come."""

    def follow(_frame: FrameType, _event: str, _argument: Any) -> Any:
        if perf_counter() > moment:
            raise TooSlow
        return follow

    return follow


class Muted:
    """A stream that drops what one thread writes."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream
        self.thread = get_ident()

    def write(self, text: str) -> int:
        if get_ident() != self.thread:
            self.stream.write(text)
        return len(text)

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        if get_ident() != self.thread:
            self.stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextmanager
def muted() -> Iterator[None]:
    """Let this thread print nothing, and no trace function follow it."""
    out, error, trace = sys.stdout, sys.stderr, sys.gettrace()
    no_out, no_error = Muted(out), Muted(error)
    if trace is not None:
        sys.settrace(None)
    sys.stdout, sys.stderr = no_out, no_error
    try:
        yield
    finally:
        if sys.stdout is no_out:
            sys.stdout = out
        if sys.stderr is no_error:
            sys.stderr = error
        if trace is not None:
            sys.settrace(trace)

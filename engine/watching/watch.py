"""Watching functions where they are, in this very process: nothing is started, and nothing is changed for good."""

from __future__ import annotations

import ast
import inspect
import sys
import tempfile
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import cached_property, lru_cache
from pathlib import Path
from types import FunctionType, MethodType, ModuleType, TracebackType
from typing import IO, Any, Self, TextIO

from engine.messages import InputError
from engine.trace import Trace
from engine.watching.gathering import Enough, Gatherer
from engine.watching.inside.fences import OWN_FRAMES
from engine.watching.inside.keeping import begin
from engine.watching.inside.log import BatchReader, Log, described
from engine.watching.inside.recursion import Function, functions_in
from engine.watching.inside.threads import follow_threads
from engine.watching.inside.tracing import follow_lines, local_names
from engine.watching.inside.words import Codes, common_things, with_things
from engine.watching.inside.wrapping import is_cache, parameters_of, tell_of_calls, told_around_cache
from engine.watching.making import make_trace
from engine.watching.own_code import Ended, OwnFunction
from engine.watching.rewritten import rewritten


class Watched:
    """Functions that are watched as long as a `with` block lasts; afterwards `trace` is the recording."""

    def __init__(self, things: tuple[Any, ...], lines: bool, limit: int | None) -> None:
        self.functions = list(dict.fromkeys(found for thing in things for found in functions_of(thing)))
        self.lines = lines
        self.limit = limit
        self.ended = Ended("returned", "")
        self._undo = ExitStack()
        self._told: dict[FunctionType, tuple[str, ...]] = {}
        self._file: IO[bytes] = tempfile.TemporaryFile(prefix="plyscope-")  # noqa: SIM115 - read after the block

        self._log = Log(self._file)
        weakref.finalize(self, self._file.close)

    def __enter__(self) -> Self:
        begin()
        log = self._log
        codes = Codes()
        frames = 1
        for number, function in enumerate(self.functions):
            if is_cache(function):
                codes.add(function.__wrapped__.__code__, number)
                self._replace_everywhere(function, told_around_cache(function, number, log))
                frames = 2
            elif not self._rewrite(function, number, codes):
                codes.add(function.__code__, number)
                self._undo.callback(tell_of_calls(function, number, log))
                frames = 2
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(frames * before + OWN_FRAMES)
        self._undo.callback(sys.setrecursionlimit, before)
        out = sys.stdout
        sys.stdout = Heard(out, log)
        self._undo.callback(setattr, sys, "stdout", out)
        log.flush_when_long()
        self._undo.callback(log.stop)
        self._undo.push(follow_threads(log))
        if threading.active_count() > 1:
            log.weave()
        if self.lines:
            self._undo.callback(follow_lines(codes, log).stop)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._undo.close()
        if error is not None:
            how = "interrupted" if isinstance(error, KeyboardInterrupt) else "exception"
            self.ended = Ended(how, described(error))

    def _rewrite(self, function: FunctionType, number: int, codes: Codes) -> bool:
        """Gives a function code that tells of its calls by itself, where that can be had."""
        before, text = function.__code__, source_of(inspect.getsourcefile(function) or "")

        def change(careful: bool) -> bool:
            found = rewritten(before, text, number, careful)
            if found is not None:
                code, self._told[function] = found
                function.__code__ = with_things(code, common_things(self._log, function.__globals__), codes)
            return found is not None

        if not change(careful=False):
            return False
        self._undo.callback(setattr, function, "__code__", before)
        self._log.before_weaving.append(lambda: change(careful=True))
        return True

    def _replace_everywhere(self, old: Any, new: Any) -> None:
        """A function with a cache is an object of C, and so another one takes its place under all its names."""
        for module in list(sys.modules.values()):
            for name, value in list(getattr(module, "__dict__", {}).items()):
                if value is old:
                    setattr(module, name, new)
                    self._undo.callback(setattr, module, name, old)

    @cached_property
    def search(self) -> Trace:
        """The recording taken for a search of a game, where it looks like one; see `recognising`."""
        from engine.watching.applying import applied
        from engine.watching.recognising import recognise

        proposal = recognise(self.trace)
        return self.trace if proposal is None else applied(self.trace, proposal)

    @cached_property
    def trace(self) -> Trace:
        """The recording, made when it is first asked for."""
        known = [own_function(function, self._told.get(function, ())) for function in self.functions]
        gathered = Gatherer(known, self.limit)
        self._file.seek(0)
        ended = self.ended
        try:
            for batch in BatchReader(self._file).batches():
                gathered.take(batch)
            gathered.take(self._log.rest())
        except Enough:
            ended = Ended("limit", "frames", gathered.innermost)
        self._file.close()
        gathered.finish(ended.how in ("exception", "interrupted"), "" if ended.how == "returned" else None)
        if ended.how in ("exception", "interrupted") and gathered.origin[0]:
            ended = Ended(ended.how, ended.text, gathered.origin[0], gathered.origin[2])
        first = unwrapped(self.functions[0])
        file = inspect.getsourcefile(first) or ""
        return make_trace(
            gathered,
            known,
            file=file,
            call="calls",
            text=source_of(file),
            ended=ended,
            limit=self.limit,
        )


def watch(*functions: Any, lines: bool = False, limit: int | None = None) -> Watched:
    """Watches functions, and those that they call each other with: `with engine.watch(minimax) as watched: …`.

    What may be watched is a function, a method, a class or a module with recursive functions in it, or a list of
    these. `lines` records executed lines too; `limit` is the largest number of calls that the recording has.
    """
    return Watched(functions, lines, limit)


class Heard:
    """Standard output that is written to as before, and listened to."""

    def __init__(self, out: TextIO, log: Log) -> None:
        self._out = out
        self._log = log

    def write(self, text: str) -> int:
        self._log.printed(text)
        return self._out.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._out, name)


def functions_of(thing: Any) -> Iterator[Any]:
    """The functions that are meant, with those that they call each other with."""
    if isinstance(thing, list | tuple | set | frozenset):
        for one in thing:
            yield from functions_of(one)
    elif isinstance(thing, ModuleType | type):
        found = [one for one in members_of(thing) if is_recursive(one)]
        if not found:
            raise InputError("no function in {name} calls itself", name=thing.__name__)
        for one in found:
            yield from functions_of(one)
    elif isinstance(thing, MethodType | staticmethod | classmethod):
        yield from functions_of(thing.__func__)
    elif is_cache(thing):
        yield thing
    elif isinstance(thing, FunctionType):
        yield thing
        yield from mates_of(thing)
    else:
        raise InputError("{thing} is no function of Python that could be watched", thing=repr(thing)[:80])


def members_of(thing: ModuleType | type) -> Iterable[Any]:
    for value in vars(thing).values():
        inner = value.__func__ if isinstance(value, staticmethod | classmethod) else value
        if is_cache(inner) or isinstance(inner, FunctionType):
            yield inner


def unwrapped(function: Any) -> Any:
    return function.__wrapped__ if is_cache(function) else function


def in_its_text(function: Any) -> tuple[Function | None, dict[str, Function]]:
    """A function as its file's text has it, with all others there."""
    found = functions_of_text(source_of(inspect.getsourcefile(unwrapped(function)) or ""))
    return found.get(plain_name(unwrapped(function))), found


@lru_cache(maxsize=16)
def functions_of_text(text: str) -> dict[str, Function]:
    try:
        return functions_in(ast.parse(text))
    except (SyntaxError, ValueError):
        return {}


def is_recursive(function: Any) -> bool:
    own = in_its_text(function)[0]
    return own is not None and own.is_recursive


def mates_of(function: FunctionType) -> Iterator[Any]:
    """The functions that call a function back, where they can be reached from its module or its closure."""
    own, found = in_its_text(function)
    if own is None or not own.is_recursive:
        return
    shared = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=False))
    for name, other in found.items():
        if other.group != own.group or name == own.name:
            continue
        place: Any = sys.modules.get(function.__module__)
        for part in name.split("."):
            place = getattr(place, part, None)
        if place is None and other.last_name in shared:
            place = shared[other.last_name].cell_contents
        if is_cache(place) or isinstance(place, FunctionType):
            yield place


def plain_name(function: Callable[..., Any]) -> str:
    return function.__qualname__.replace("<locals>.", "")


def source_of(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8") if file else ""
    except (OSError, ValueError):
        return ""


def own_function(function: Any, told: tuple[str, ...] = ()) -> OwnFunction:
    """A function as recordings name it; `told` is what is told of its calls, if not just its arguments."""
    code = unwrapped(function).__code__
    last = max((line for _, _, line in code.co_lines() if line), default=code.co_firstlineno)
    told = told or tuple(parameters_of(code)[2])
    return OwnFunction(plain_name(unwrapped(function)), told, local_names(code), code.co_firstlineno, last)

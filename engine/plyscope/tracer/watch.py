"""Traces functions in this process, for as long as a `with` block lasts: no process is started, nothing stays changed.

The code of a function is compiled again from its file, rewritten so that it records its calls. The file may have
changed since, or the function may come from somewhere else. So the unchanged text is compiled first: only if that is
exactly the code that the function has, the rewritten code replaces it. Otherwise a wrapper records its calls.
"""

from __future__ import annotations
import __future__

import ast
import gc
import sys
import tempfile
import threading
import weakref
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from functools import cached_property
from types import CellType, CodeType, FunctionType, MethodType, ModuleType, TracebackType
from typing import IO, Any, Self, TextIO

from plyscope.messages import InputError
from plyscope.model.trace import Trace
from plyscope.model.user_code import NO_PARTS, Ended, TracedFunction
from plyscope.tracer.build_trace import make_trace
from plyscope.tracer.live_functions import (
    NestedFunction,
    code_of,
    function_of,
    functions_behind,
    objects_behind,
    source_of,
    unwrapped,
)
from plyscope.tracer.log_reader import LimitReached, RowBuilder, function_recorded
from plyscope.tracer.target.description import function_of_code
from plyscope.tracer.target.injected_names import Codes, compiled, injected_objects, memoised_by_code, with_objects
from plyscope.tracer.target.instrumentation import (
    decorators,
    instrument_functions,
    is_rewritten,
    parts_of,
    recorded_names,
)
from plyscope.tracer.target.limits import TRACER_FRAMES
from plyscope.tracer.target.line_tracing import MAX_LINES_WATCHED, follow_lines, local_names
from plyscope.tracer.target.log import BatchReader, Log, error_text
from plyscope.tracer.target.recursion import functions_in
from plyscope.tracer.target.rewriting import rewrite
from plyscope.tracer.target.syntax import walk
from plyscope.tracer.target.threads import follow_threads
from plyscope.tracer.target.wrappers import is_cache, parameters_of, wrap_cache, wrap_calls


@memoised_by_code
def rewritten(
    before: CodeType, text: str, numbers: tuple[tuple[str, int], ...], guarded: bool
) -> tuple[CodeType, tuple[str, ...]] | None:
    """Return code that records the calls of functions of a text, and the names recorded; None if it cannot be.

    `numbers` are the numbers of functions by name. With the code come the names of what is recorded of the function's
    own calls; none if they are recorded otherwise. None if the code cannot be rewritten. See `Log.guarded`.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return None
    functions = functions_in(tree)
    found = function_of_code(functions, before)
    if found is None:
        return None
    inner = dict(numbers)
    number = inner.pop(found.name, -1)
    records_itself = number >= 0 and is_rewritten(found)
    if not records_itself and not inner:
        return None
    # Only the statement around the function needs to be compiled.
    tree.body = [statement for statement in tree.body if any(within is found.node for within in walk(statement))]
    if function_code(tree, before) != before:
        return None
    names = recorded_names(found) if records_itself else ()
    instrument_functions(tree, functions, inner)
    if records_itself:
        rewrite(found, number, guarded=guarded)
    code = function_code(tree, before)
    return None if code is None else (code, names)


def function_code(tree: ast.Module, before: CodeType) -> CodeType | None:
    """Return the code of a function in a compiled tree; None where it is not there."""
    flags = before.co_flags & __future__.annotations.compiler_flag
    waiting = [compiled(tree, before.co_filename, flags)]
    while waiting:
        code = waiting.pop()
        if (code.co_qualname, code.co_firstlineno) == (before.co_qualname, before.co_firstlineno):
            return code
        waiting += [const for const in code.co_consts if isinstance(const, CodeType)]
    return None


class Tracing:
    """The tracing of functions during a `with` block; afterwards `recorded` is the recording."""

    def __init__(self, things: tuple[Any, ...], lines: bool, limit: int | None) -> None:
        if not things:
            raise InputError("nothing is given that could be traced")
        self.functions = list(dict.fromkeys(found for thing in things for found in functions_of(thing)))
        self.lines = lines
        self.limit = limit
        self.ended = Ended("returned", "")
        self._undo = ExitStack()
        self._recorded_names: dict[FunctionType, tuple[str, ...]] = {}
        self._file: IO[bytes] = tempfile.TemporaryFile(prefix="plyscope-")  # noqa: SIM115 - read after the block

        self._log = Log(self._file)
        weakref.finalize(self, self._file.close)

    def __enter__(self) -> Self:
        log = self._log
        codes = Codes()
        frames = 1
        numbers = {function: number for number, function in enumerate(self.functions)}
        for function in dict.fromkeys(one.holder for one in self.functions if isinstance(one, NestedFunction)):
            if function not in numbers:
                self._rewrite(function, numbers, codes)
            frames = 2
        for function, number in numbers.items():
            if isinstance(function, NestedFunction):
                continue
            if is_cache(function):
                codes.add(function.__wrapped__.__code__, number)
                self._replace_everywhere(function, wrap_cache(function, number, log))
                frames = 2
            elif not self._rewrite(function, numbers, codes):
                codes.add(function.__code__, number)
                self._undo.callback(wrap_calls(function, number, log))
                frames = 2
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(frames * before + TRACER_FRAMES)
        self._undo.callback(sys.setrecursionlimit, before)
        out = sys.stdout
        sys.stdout = RecordedOutput(out, log)
        self._undo.callback(setattr, sys, "stdout", out)
        log.flush_when_long()
        self._undo.callback(log.stop)
        self._undo.push(follow_threads(log))
        if threading.active_count() > 1:
            log.use_keys()
        if self.lines:
            self._undo.callback(follow_lines(codes, log, MAX_LINES_WATCHED).stop)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._undo.close()
        if error is not None:
            how = "interrupted" if isinstance(error, KeyboardInterrupt) else "exception"
            self.ended = Ended(how, error_text(error))

    def _rewrite(self, function: FunctionType, numbers: Mapping[Any, int], codes: Codes) -> bool:
        """Give a function code that records its calls and those of functions that it creates; return whether it could.

        False if a wrapper has to record its own calls.
        """
        before, text, known = function.__code__, source_of(function.__code__.co_filename), function_of(function)
        meant = [
            (one.name, number)
            for one, number in numbers.items()
            if isinstance(one, NestedFunction) and one.holder is function
        ]
        if known is not None and function in numbers:
            meant.append((known.name, numbers[function]))

        def install(guarded: bool) -> bool:
            found = rewritten(before, text, tuple(meant), guarded)
            if found is None:
                return False
            code, names = found
            objects = injected_objects(self._log, function.__globals__) | decorators(self._log, codes)
            function.__code__ = with_objects(code, objects, codes)
            if names:
                self._recorded_names[function] = names
            return bool(names)

        is_rewritten = install(guarded=False)
        if function.__code__ is not before:
            self._undo.callback(setattr, function, "__code__", before)
        if is_rewritten:
            self._log.before_keys.append(lambda: install(guarded=True))
        return is_rewritten

    def _replace_everywhere(self, old: Any, new: Any) -> None:
        """Put another function in place of one with a cache, in everything that refers to it, until tracing ends."""
        held_by_new = {id(cell) for cell in new.__closure__}
        for cell in [
            referrer
            for referrer in gc.get_referrers(old)
            if type(referrer) is CellType and id(referrer) not in held_by_new
        ]:
            cell.cell_contents = new
            self._undo.callback(setattr, cell, "cell_contents", old)
        module = old.__module__
        things = objects_behind(vars(sys.modules[module]).values(), module) if module in sys.modules else ()
        places: list[Any] = [*sys.modules.values(), *(thing for thing in things if issubclass(type(thing), type))]
        for holder in places:
            for name, value in list(getattr(holder, "__dict__", {}).items()):
                if value is old:
                    setattr(holder, name, new)
                elif isinstance(value, staticmethod | classmethod) and value.__func__ is old:
                    setattr(holder, name, type(value)(new))
                else:
                    continue
                self._undo.callback(setattr, holder, name, value)

    def recorded_names_of(self, function: Any) -> tuple[str, ...]:
        """Return the names recorded of a function's calls, if more than its arguments."""
        if isinstance(function, NestedFunction):
            return recorded_names(function.function)
        return self._recorded_names.get(function, ())

    @cached_property
    def recorded(self) -> Trace:
        """The recording, made on first use."""
        known = [traced_function(function, self.recorded_names_of(function)) for function in self.functions]
        rows = RowBuilder(known, self.limit)
        self._file.seek(0)
        ended = self.ended
        try:
            for batch in BatchReader(self._file).batches():
                rows.append(batch)
            rows.append(self._log.take_unwritten())
        except LimitReached:
            ended = Ended("limit", "frames", rows.innermost)
        self._file.close()
        rows.finish(ended.how in ("exception", "interrupted"), "" if ended.how == "returned" else None)
        if ended.how in ("exception", "interrupted") and rows.origin[0]:
            ended = Ended(ended.how, ended.text, rows.origin[0], rows.origin[2])
        file = code_of(self.functions[0]).co_filename
        return make_trace(
            rows,
            known,
            file=file,
            call="calls",
            text=source_of(file),
            ended=ended,
            limit=self.limit,
        )


class RecordedOutput:
    """A standard output that also records what is written."""

    def __init__(self, out: TextIO, log: Log) -> None:
        self._out = out
        self._log = log

    def write(self, text: str) -> int:
        self._log.printed(text)
        return self._out.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._out, name)


def functions_of(thing: Any) -> Iterator[Any]:
    """Iterate over the functions to trace for a thing: itself with its mutual callers, or the recursive ones in it."""
    if isinstance(thing, list | tuple | set | frozenset):
        for one in thing:
            yield from functions_of(one)
    elif isinstance(thing, MethodType | staticmethod | classmethod):
        yield from functions_of(thing.__func__)
    elif isinstance(thing, FunctionType) and is_recursive(thing):
        yield thing
        yield from mutual_callers_of(thing)
    elif is_cache(thing):
        yield thing
        yield from mutual_callers_of(thing.__wrapped__)
    elif isinstance(thing, ModuleType):
        yield from recursive_functions_behind(vars(thing).values(), thing.__name__, thing.__name__)
    elif isinstance(thing, FunctionType):
        yield from functions_behind([thing], thing.__module__) or [thing]
    elif isinstance(thing, type):
        yield from recursive_functions_behind([thing], thing.__module__, thing.__name__)
    else:
        found = functions_behind([thing])
        if not found:
            raise InputError("{thing} is no Python function that could be traced", thing=repr(thing)[:80])
        yield from found


def recursive_functions_behind(things: Iterable[object], module: str, name: str) -> list[Any]:
    """Return the recursive functions reachable from things; raise InputError without any."""
    found = functions_behind(things, module)
    if not found:
        raise InputError("no function in {name} calls itself", name=name)
    return found


def is_recursive(function: FunctionType) -> bool:
    """Whether the text of a function says that it is recursive."""
    known_function = function_of(function)
    return known_function is not None and known_function.is_recursive


def mutual_callers_of(function: FunctionType) -> Iterator[Any]:
    """Iterate over functions in mutual recursion with one, reachable from its module or closure."""
    known_function = function_of(function)
    if known_function is None or not known_function.is_recursive:
        return
    module = sys.modules.get(function.__module__)
    for other in functions_behind([function, *vars(module or function).values()], function.__module__):
        known = function_of(unwrapped(other))
        if unwrapped(other) is not function and known is not None and known.group == known_function.group:
            yield other


def traced_function(function: Any, recorded: tuple[str, ...] = ()) -> TracedFunction:
    """Return a function as recordings describe it; `recorded` names what is recorded beside arguments."""
    code, known = code_of(function), function_of(unwrapped(function))
    name = known.name if known is not None else code.co_qualname.replace("<locals>.", "")
    last = max((line for _, _, line in code.co_lines() if line), default=code.co_firstlineno)
    parts = parts_of(known) if known is not None and recorded else NO_PARTS
    recorded = recorded or tuple(parameters_of(code)[2])
    return function_recorded(name, recorded, local_names(code), code.co_firstlineno, last, parts)

"""The process of a whole program: it is run as Python would run it, and the recursion in its project is recorded.

A file or module runs as `__main__`, with its arguments, its input and its windows; cells of a notebook run one after
the other; tests run through pytest; a call is made after its file was loaded as a module.
"""

from __future__ import annotations

import ast
import atexit
import builtins
import contextlib
import importlib.util
import inspect
import io
import json
import linecache
import os
import sys
import threading
import tokenize
import traceback
from _locale import LC_CTYPE, setlocale
from collections.abc import Callable, Iterator, Mapping
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any

from ...operating_system import (
    call_after_fork,
    die_with_parent,
    enlarge_stack,
    ignore_interrupts,
    limit_memory,
    write_tracebacks_on_request,
)
from .limits import FREQUENT, STARTING, flush_before_exit
from .line_tracing import follow_lines
from .log import ELSEWHERE, ENDED, EXCEPTION, EXIT, RETURNED, error_text
from .program import LOADING, add_to_path, compiled_call, line_of, module_for, value_of
from .project import Project, ProjectFinder
from .session_log import SessionLog
from .snapshots import keep, text_of
from .threads import follow_threads
from .wrappers import MARKED_FILE

ASKING = ("builtins.input", "builtins.input/result")
"""Events of a program that waits for its user, or has waited."""
USED_BY_LOADER = {"tokenize", "warnings"}
"""Modules that Python looks up again when a file is loaded with its text."""
ESCAPING_LOCALES = ("C", "POSIX", "C.UTF-8", "C.utf8", "UTF-8")
"""Locales in which Python writes what is no character as the byte that it stands for."""
Ending = tuple[str, str, int]


class PassedStream(io.TextIOWrapper):
    """A process's stream whose text is also recorded where a recorded call prints it."""

    log: SessionLog

    def write(self, text: str) -> int:
        if not self.log.is_silent and type(text) is str and self.log.is_open(sys._getframe(1)):
            self.log.printed(text)
        if self.log.awaited is not None:
            self.log.do_awaited(sys._getframe(1))
        return super().write(text)


def passed_stream(log: SessionLog, number: int) -> PassedStream:
    """Return standard output (1) or error (2), buffered as Python does."""
    is_unbuffered = bool(os.environ.get("PYTHONUNBUFFERED"))
    raw: Any = open(number, "wb", 0 if is_unbuffered else -1, closefd=False)  # noqa: SIM115 - open as long as the process
    by_line = number == 2 or os.isatty(number)
    errors = "backslashreplace" if number == 2 else errors_of_output()
    stream = PassedStream(raw, encoding="utf-8", errors=errors, line_buffering=by_line, write_through=is_unbuffered)
    stream.log = log
    vars(stream).update(mode="w")
    getattr(raw, "raw", raw).name = "<stdout>" if number == 1 else "<stderr>"
    return stream


def errors_of_output() -> str:
    """Return how Python treats characters that standard output cannot write, by the locale."""
    given = os.environ.get("PYTHONIOENCODING", "").partition(":")[2]
    return given or ("surrogateescape" if setlocale(LC_CTYPE) in ESCAPING_LOCALES else "strict")


def main(request_path: str) -> None:
    """Run the whole program of a request, and exit with its status."""
    request = json.loads(Path(request_path).read_text(encoding="utf-8"))
    is_call = request["kind"] == "call"
    log = SessionLog(open(request["log"], "wb"), request["seconds"], request["depth"], has_begun=not is_call)  # noqa: SIM115
    log.fault_path = request["fault"]
    write_tracebacks_on_request(open(request["faults"], "wb", buffering=0))  # noqa: SIM115
    die_with_parent()
    enlarge_stack()
    if request["memory"]:
        limit_memory(request["memory"])
    streams = passed_stream(log, 1), passed_stream(log, 2)
    (sys.stdout, sys.stderr), (sys.__stdout__, sys.__stderr__) = streams, streams  # type: ignore[misc]
    project = Project(request["project"], request["modules"], request["functions"], log, request["folders"])
    ending, status = run(request, log, project)
    log.events.append((ENDED, *ending))
    log.stop()
    log.flush()
    for stream in (sys.stdout, sys.stderr, *streams):
        with contextlib.suppress(Exception):
            stream.flush()
    # Python ends as after any program: files are closed, and what is left of objects is deleted.
    raise SystemExit(status)


def run(request: dict[str, Any], log: SessionLog, project: Project) -> tuple[Ending, int]:
    """Run the program with its threads and exit handlers; return how it ended, and its exit status."""
    stop: Callable[[], object] = log.events.__len__
    path = request["file"]
    flush_before_exit(log)
    follow_threads(log)
    sys.addaudithook(processes_noted(log))
    call_after_fork(log.forked)
    ProjectFinder(project).install()
    log.keep_recursion_limit()
    log.flush_often()
    log.file.write(log.stamp())
    if request["lines"]:
        stop = follow_lines(
            project.codes, log, request["most_lines"], log.finder(request["lines_of"]), renews=True
        ).stop
    try:
        ending, status = START[request["kind"]](request, project), 0
    except SystemExit as error:
        ending, status = (EXIT, error_text(error), line_of(error, path)), status_of(error)
    except BaseException as error:
        ending, status = (EXCEPTION, error_text(error), line_of(error, path)), 1
        show_exception(error)
    with contextlib.suppress(BaseException):
        getattr(threading, "_shutdown")()  # noqa: B009 - what Python itself does at its end
    with contextlib.suppress(BaseException):
        getattr(atexit, "_run_exitfuncs")()  # noqa: B009
    # The program is over: what is left is to write how it ended.
    ignore_interrupts()
    stop()
    return ending, status


def processes_noted(log: SessionLog) -> Callable[[str, tuple[Any, ...]], None]:
    """Return an audit hook: it writes the log before the process may end, notes new processes, and does what is due."""

    def audit(event: str, details: tuple[Any, ...]) -> None:
        if event in FREQUENT:
            return
        if log.awaited is not None and event in ASKING:
            log.do_awaited(sys._getframe(1))
        if event in ("os.kill", "os.killpg", "os.exec"):
            log.flush()
        if event in STARTING and not log.is_silent and log.is_open(sys._getframe(1)):
            log.events.append((ELSEWHERE,))

    return audit


# What runs

LOOP: dict[str, Any] = {}
"""The event loop in which cells of a notebook wait, under the name `loop`, once there is one."""


def run_file(request: Mapping[str, Any], project: Project) -> Ending:
    """Run a file, or a text without one, as `__main__`."""
    path = request["file"]
    text = request["text"]
    if text is None:
        with tokenize.open(path) as file:
            text = file.read()
    else:
        linecache.cache[path] = len(text), None, io.StringIO(text).readlines(), path
    find_first_in(os.path.dirname(os.path.realpath(path)) if request["text"] is None else os.getcwd())
    sys.argv = [request["name"], *request["arguments"]]
    scope = main_module(path)
    exec(project.code_of(text, path, scope), scope)
    return RETURNED, "", 0


def find_first_in(folder: str) -> None:
    """Put a program's folder first on the path; its modules hide ours of the same names."""
    sys.path.insert(0, folder)
    at_start = getattr(sys.modules[__name__.partition(".")[0]], "at_start", sys.modules)
    for name in {name.partition(".")[0] for name in sys.modules.keys() - at_start} - USED_BY_LOADER:
        place = os.path.join(folder, name)
        if os.path.isfile(f"{place}.py") or os.path.isfile(os.path.join(place, "__init__.py")):
            for each in [module for module in sys.modules if module == name or module.startswith(f"{name}.")]:
                del sys.modules[each]


def main_module(path: str, package: str | None = None) -> dict[str, Any]:
    """Return the names of a new module `__main__`, which replaces ours in `sys.modules`."""
    module = ModuleType("__main__")
    sys.modules["__main__"] = module
    scope = vars(module)
    if sys.version_info < (3, 14):
        scope["__annotations__"] = {}
    scope.update(__builtins__=builtins, __file__=path, __package__=package, __cached__=None)
    scope["__loader__"] = SourceFileLoader("__main__", path)
    return scope


def run_module(request: Mapping[str, Any], project: Project) -> Ending:
    """Run a module as `python -m` does."""
    find_first_in(os.getcwd())
    name = request["module"]
    sys.argv = ["-m", *request["arguments"]]
    spec = importlib.util.find_spec(name)
    if spec is not None and spec.submodule_search_locations is not None:
        name = f"{name}.__main__"
        spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        raise ImportError(f"No module named {name}")
    sys.argv[0] = spec.origin
    scope = main_module(spec.origin, spec.parent)
    scope["__spec__"], scope["__loader__"] = spec, spec.loader
    with tokenize.open(spec.origin) as file:
        text = file.read()
    exec(project.code_of(text, spec.origin, scope), scope)
    return RETURNED, "", 0


def run_call(request: Mapping[str, Any], project: Project) -> Ending:
    """Load a file as a module and make a call; only the call is recorded."""
    path = request["file"]
    add_to_path(path, request["folders"])
    sys.argv = [path, *request["arguments"]]
    try:
        call = compiled_call(request["call"])
        scope = vars(module_for(Path(path)))
        if request["cells"]:
            run_each_cell(request, project, scope, goes_on=True)
        else:
            exec(project.code_of(request["text"], path, scope), scope)
    except BaseException as error:
        project.log.begin()
        return LOADING, error_text(error), line_of(error, path)
    project.log.begin()
    return RETURNED, text_of(keep(value_of(call, scope))), 0


def run_cells(request: Mapping[str, Any], project: Project) -> Ending:
    """Run the cells of a notebook in order, up to the first that fails."""
    find_first_in(os.path.dirname(request["file"]))
    sys.argv = [request["file"], *request["arguments"]]
    run_each_cell(request, project, main_module(request["file"]), goes_on=False)
    return RETURNED, "", 0


def run_each_cell(request: Mapping[str, Any], project: Project, scope: dict[str, Any], *, goes_on: bool) -> None:
    """Run cells, given by their first lines in one text, and show each last statement's value.

    `goes_on` leaves out a cell that fails, as one does that reads input, since only its functions are asked for.
    """
    text, path = request["text"], request["file"]
    linecache.cache[path] = len(text), None, io.StringIO(text).readlines(), path
    scope.setdefault("display", print)
    tree = ast.parse(text, path)
    project.instrument(tree, text, path)
    for number, statements in enumerate(statements_by_cell(tree, request["cells"]), 1):
        last = statements.pop() if statements and isinstance(statements[-1], ast.Expr) else None
        try:
            run_statements(statements, path, project, scope)
            if isinstance(last, ast.Expr):
                name = "__plyscope_shown__"
                shown = ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], last.value), last)
                run_statements([ast.fix_missing_locations(shown)], path, project, scope)
                sys.displayhook(scope.pop(name))
        except BaseException as error:
            if not goes_on or isinstance(error, KeyboardInterrupt):
                raise
            print(f"plyscope: cell {number} has failed, the next one goes on: {error_text(error)}", file=sys.stderr)


def run_statements(statements: list[ast.stmt], path: str, project: Project, scope: dict[str, Any]) -> None:
    """Run statements of a cell, which may `await` in one event loop for all cells."""
    code = project.compiled(ast.Module(statements, []), path, scope, ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    if not code.co_flags & inspect.CO_COROUTINE:
        exec(code, scope)
        return
    asyncio: Any = importlib.import_module("asyncio")
    if "loop" not in LOOP:
        LOOP["loop"] = asyncio.new_event_loop()
        asyncio.set_event_loop(LOOP["loop"])
    LOOP["loop"].run_until_complete(eval(code, scope))


def statements_by_cell(tree: ast.Module, first_lines: list[int]) -> Iterator[list[ast.stmt]]:
    """Iterate over the statements of each cell."""
    for line, after in zip(first_lines, [*first_lines[1:], sys.maxsize]):
        yield [statement for statement in tree.body if line <= statement.lineno < after]


def run_tests(request: Mapping[str, Any], project: Project) -> Ending:
    """Run tests through pytest; exit with its status where they fail."""
    sys.path.insert(0, os.getcwd())
    sys.argv = ["pytest", request["test"], *request["arguments"]]
    pytest: Any = importlib.import_module("pytest")
    options = ["-p", "no:cacheprovider", "--assert=plain"]
    if importlib.util.find_spec("xdist") is not None:
        options += ["-p", "xdist", "-n0"]  # in other processes nothing would be recorded
    status = pytest.main([request["test"], *options, *request["arguments"]])
    if status:
        raise SystemExit(int(status))
    return RETURNED, "", 0


START: dict[str, Callable[[Mapping[str, Any], Project], Ending]] = {
    "file": run_file,
    "module": run_module,
    "call": run_call,
    "cells": run_cells,
    "tests": run_tests,
}


# How it ends


def status_of(error: SystemExit) -> int:
    """Return the exit status of a SystemExit, after writing its message as Python does."""
    if error.code is None:
        return 0
    if isinstance(error.code, int):
        return error.code & 0xFF
    print(error.code, file=sys.stderr)
    return 1


def without_ours(place: TracebackType | None) -> TracebackType | None:
    """Return an exception's traceback without our frames, which are taken out in place; None if all are ours.

    Python leaves out its own frames of an import, but not where ours stand among them.
    """
    kept: TracebackType | None = None
    places: list[TracebackType] = []
    while place is not None:
        places.append(place)
        place = place.tb_next
    ours = os.path.dirname(__file__)
    files = [entry.tb_frame.f_code.co_filename for entry in places]
    for one, file, caller in reversed(list(zip(places, files, ["", *files]))):
        is_parsing = file == ast.__file__ and os.path.dirname(caller) == ours
        is_ours = os.path.dirname(file) == ours or file == MARKED_FILE
        if not is_ours and not is_parsing and not file.startswith("<frozen importlib"):
            one.tb_next = kept
            kept = one
    return kept


def show_exception(error: BaseException) -> None:
    """Write an uncaught exception as Python does, without our frames."""
    shown = without_ours(error.__traceback__)
    other = error.__cause__ or error.__context__
    while other is not None:
        other.__traceback__ = without_ours(other.__traceback__)
        other = other.__cause__ or other.__context__
    with contextlib.suppress(Exception):
        if sys.excepthook is sys.__excepthook__:
            traceback.print_exception(type(error), error, shown)
        else:
            sys.excepthook(type(error), error, shown)

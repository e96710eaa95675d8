"""The target process: started with the path of a request, it loads the user's file and makes the call.

However it ends, what was recorded until then is in the log. The last item of the log says how the program ended, if it
could still write that.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import count
from pathlib import Path
from types import CodeType, CoroutineType, FrameType, ModuleType
from typing import Any

from ...operating_system import die_with_parent, write_tracebacks_on_request
from .across_files import INSTALLED
from .description import description_of
from .injected_names import Codes, compiled, injected_objects, with_objects
from .instrumentation import decorators, instrument_functions
from .limits import flush_before_exit, guard_others, keep_recursion_limit, limit_process
from .line_tracing import follow_lines
from .log import ENDED, EXCEPTION, EXIT, RETURNED, Log, error_text
from .recursion import functions_in
from .snapshots import keep, text_of
from .threads import follow_threads

LOADING = "loading"
"""How a program ended that failed before the call."""


class RecordedOutput(io.RawIOBase):
    """A raw file whose written text becomes part of the recording."""

    def __init__(self, log: Log, number: int) -> None:
        self.log = log
        self.number = number

    def write(self, data: Any) -> int:
        content = bytes(data)
        self.log.printed(content.decode("utf-8", "backslashreplace"))
        return len(content)

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self.number


class RecordedStream(io.TextIOWrapper):
    """The target's standard output or error, which is recorded."""

    def __init__(self, log: Log, number: int) -> None:
        raw: Any = RecordedOutput(log, number)
        super().__init__(raw, encoding="utf-8", errors="backslashreplace", newline="", write_through=True)

    def close(self) -> None:
        """Keeps the stream open: text printed after it was closed is recorded too."""


def main(request_path: str) -> None:
    """Load the user's file, make the call of a request, and end the process."""
    request = json.loads(Path(request_path).read_text(encoding="utf-8"))
    log = Log(open(request["log"], "wb"), has_begun=False)  # noqa: SIM115 - it is open as long as the process lives
    log.fault_path = request["fault"]
    faults = open(request["faults"], "wb", buffering=0)  # noqa: SIM115
    write_tracebacks_on_request(faults)
    die_with_parent()
    limit_process(request["seconds"], request["memory"])
    sys.stdout, sys.stderr = RecordedStream(log, 1), RecordedStream(log, 2)
    ended = run(request, log)
    log.events.append((ENDED, *ended))
    log.stop()
    log.flush()
    # Threads and exit handlers of the user's program are not waited for.
    os._exit(0)


def follow_nothing() -> None:
    """Do nothing; stands for the end of following lines before it begins."""


def run(request: dict[str, Any], log: Log) -> tuple[Any, ...]:
    """Load the file and make the call; return how that ended."""
    path = request["file"]
    codes = Codes()
    stop: Callable[[], None] = follow_nothing
    try:
        tree = ast.parse(request["text"], path)
        functions, names = functions_in(tree), request["functions"]
        log.describe(path, request["text"], description_of(functions, list(names), request["text"], path))
        frames = 1 if instrument_functions(tree, functions, names) else 2
        add_to_path(path, request["folders"])
        os.chdir(request["cwd"])
        sys.argv = [path]
        call = compiled_call(request["call"])
        guard_others(log)
        keep_recursion_limit(request["depth"], frames)
        log.flush_often()
        flush_before_exit(log)
        follow_threads(log)
        scope = vars(module_for(Path(path)))
        objects = injected_objects(log, scope) | decorators(log, codes)
        exec(with_objects(compiled(tree, path), objects, codes), scope)
        log.begin()
    except BaseException as error:
        log.begin()
        return LOADING, error_text(error), line_of(error, path)
    try:
        if request["lines"]:
            stop = follow_lines(codes, log, request["most_lines"], call_number(request["lines_of"])).stop
        result = value_of(call, scope)
        stop()
        return RETURNED, text_of(keep(result)), 0
    except SystemExit as error:
        stop()
        return EXIT, error_text(error), line_of(error, path)
    except BaseException as error:
        stop()
        return EXCEPTION, error_text(error), line_of(error, path)


def compiled_call(text: str) -> CodeType:
    """Return the code of a call, which may begin with `await`."""
    code: CodeType = compile(text, "<call>", "eval", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    return code


def value_of(call: CodeType, scope: dict[str, Any]) -> Any:
    """Return what a call returns; a coroutine is run in an event loop of its own."""
    value = eval(call, scope)
    return import_module("asyncio").run(value) if isinstance(value, CoroutineType) else value


def call_number(number: int | None) -> Callable[[FrameType], bool] | None:
    """Return a test, to be asked at each call in order, for the one with a number; None without a number."""
    if number is None:
        return None
    numbers = count()
    return lambda frame: next(numbers) == number


def add_to_path(path: str, folders: Sequence[str]) -> None:
    """Let a file import its neighbours, and modules in further folders after the standard library."""
    sys.path.insert(0, os.path.dirname(path))
    installed = (at for at, one in enumerate(sys.path) if os.path.basename(one) in INSTALLED)
    at = next(installed, len(sys.path))
    sys.path[at:at] = [folder for folder in folders if folder not in sys.path]


def module_for(path: Path) -> ModuleType:
    """Return a new module for a file, registered in `sys.modules`; a package around it is imported, from the path."""
    packages: list[str] = []
    for folder in path.parents:
        if not (folder / "__init__.py").is_file():
            break
        packages.insert(0, folder.name)
    module = ModuleType(".".join([*packages, path.stem]))
    module.__file__ = str(path)
    if packages:
        sys.path.insert(1, str(path.parents[len(packages)]))
        module.__package__ = ".".join(packages)
        import_module(module.__package__)
    sys.modules[module.__name__] = module
    return module


def line_of(error: BaseException, path: str) -> int:
    """Return the innermost line of the user's file that an exception came from; 0 without one."""
    if isinstance(error, SyntaxError) and error.filename == path:
        return error.lineno or 0
    lines = [0]
    with contextlib.suppress(Exception):
        lines += [line for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == path]
    return lines[-1]

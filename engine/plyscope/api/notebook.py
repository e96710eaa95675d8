"""Recording in a notebook: magics that record a line or a cell.

`%load_ext plyscope` adds `%plyscope fib(10)`, which records a call, and `%%plyscope`, which runs a cell and records
the first statement in it that calls a recursive function. The functions may come from the cell, from other cells or
from modules. Nothing here imports IPython: a notebook hands over its shell.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from types import FunctionType, ModuleType
from typing import Any

from plyscope.api.trace import Trace
from plyscope.api.watching import watch
from plyscope.messages import InputError

CELLS = count(1)


def load_magics(shell: Any) -> None:
    """Add `%plyscope` and `%%plyscope` to the shell of a notebook."""

    def record_line(line: str) -> Trace:
        with refusals_in_one_line():
            return recorded_statements(shell.user_ns, line.strip(), "<call>")

    def record_cell(line: str, cell: str) -> Trace:
        with refusals_in_one_line():
            if line.strip():
                raise InputError("%%plyscope takes no words behind it, and there is {found}", found=line.strip())
            return recorded_statements(shell.user_ns, cell, f"<plyscope cell {next(CELLS)}>")

    shell.register_magic_function(record_line, "line", "plyscope")
    shell.register_magic_function(record_cell, "cell", "plyscope")


@contextmanager
def refusals_in_one_line() -> Iterator[None]:
    """Have IPython show an InputError as one line: a traceback would show nothing but frames of ours."""
    try:
        yield
    except InputError as error:
        text = f"plyscope: {error.message}"
        vars(error)["_render_traceback_"] = lambda: [text]
        raise


def recorded_statements(names: dict[str, Any], text: str, file: str) -> Trace:
    """Run statements with these names, and record the first that calls a recursive function, and all after it."""
    try:
        tree = ast.parse(text, file)
    except SyntaxError as error:
        raise InputError("line {line}: {reason}", line=error.lineno or 1, reason=error.msg) from None
    if not tree.body:
        raise InputError("there is nothing to record")
    # Functions are traced by their text, and tracebacks show it: it is kept where Python looks for it.
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    for place, statement in enumerate(tree.body):
        functions = [] if isinstance(statement, DEFINITIONS) else list(recursive_functions(names, statement))
        if functions:
            with watch(*functions, lines=True) as traced:
                run(tree.body[place:], names, file)
            return traced.search
        run([statement], names, file)
    raise InputError("no recursive function was called, so there is nothing to record")


DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)


def run(statements: list[ast.stmt], names: dict[str, Any], file: str) -> None:
    exec(compile(ast.Module(statements, []), file, "exec"), names)


def recursive_functions(names: dict[str, Any], statement: ast.stmt) -> Iterator[Any]:
    """The recursive functions behind the names that a statement calls, or calls a method of."""
    from plyscope.tracer.live_functions import functions_behind
    from plyscope.tracer.target.wrappers import is_cache
    from plyscope.tracer.watch import is_recursive

    for node in ast.walk(statement):
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Attribute):
            called = called.value
        thing = names.get(called.id) if isinstance(called, ast.Name) else None
        if isinstance(thing, FunctionType):
            if is_recursive(thing):
                yield thing
            else:
                # A function that only calls the search: all recursive ones beside it.
                yield from functions_behind([thing, *thing.__globals__.values()], thing.__module__)
        elif isinstance(thing, ModuleType | type):
            yield from functions_behind([thing], getattr(thing, "__module__", thing.__name__))
        elif is_cache(thing):
            yield thing
        elif thing is not None:
            yield from functions_behind([type(thing)], type(thing).__module__)

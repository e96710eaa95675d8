"""Recording in a notebook: magics that record a line or a cell.

`%load_ext plyscope` adds `%plyscope fib(10)`, which records a call, and `%%plyscope`, which runs a cell and records
the first statement in it that calls a recursive function. The functions may come from the cell, from other cells or
from modules. Options stand before the call: `%plyscope --check --role b=board minimax(start, 2)`. What is found in a
search is printed. Nothing here imports IPython: a notebook hands over its shell.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from io import StringIO
from itertools import count
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from plyscope.api.trace import Trace
from plyscope.api.watching import watch
from plyscope.messages import InputError, Message
from plyscope.model import trace as model

CELL_NUMBERS = count(1)


class Asked(NamedTuple):
    """The options between a magic and the call."""

    lines: bool
    check: bool
    roles: tuple[str, ...]


SWITCHES = {"--lines": ("lines", True), "--no-lines": ("lines", False), "--check": ("check", True)}
ROLE = "--role"


def options_before(line: str) -> tuple[Asked, str]:
    """Return the options at the beginning of a line, and the rest of it; raise InputError for unknown ones."""
    switched, roles, rest = {"lines": True, "check": False}, list[str](), line.strip()
    while rest.startswith("--"):
        option, _, rest = rest.partition(" ")
        if option == ROLE:
            role, _, rest = rest.lstrip().partition(" ")
            roles.append(role)
        elif option in SWITCHES:
            name, value = SWITCHES[option]
            switched[name] = value
        else:
            known = " ".join((*SWITCHES, f"{ROLE} NAME=ROLE"))
            raise InputError("{option} is no option; there are: {known}", option=option, known=known)
        rest = rest.lstrip()
    return Asked(**switched, roles=tuple(roles)), rest


def load_magics(shell: Any) -> None:
    """Add `%plyscope` and `%%plyscope` to the shell of a notebook."""

    def record_line(line: str) -> Trace:
        with refusals_in_one_line():
            asked, call = options_before(line)
            return record_statements(shell.user_ns, call, "<call>", asked)

    def record_cell(line: str, cell: str) -> Trace:
        with refusals_in_one_line():
            asked, rest = options_before(line)
            if rest:
                raise InputError("%%plyscope takes no words but options behind it, and there is {found}", found=rest)
            return record_statements(shell.user_ns, cell, f"<plyscope cell {next(CELL_NUMBERS)}>", asked)

    shell.register_magic_function(record_line, "line", "plyscope")
    shell.register_magic_function(record_cell, "cell", "plyscope")


@contextmanager
def refusals_in_one_line() -> Iterator[None]:
    """Raise an InputError so that IPython shows it as one line: a traceback would show only frames of ours."""
    try:
        yield
    except InputError as error:
        text = f"plyscope: {error.message}"
        vars(error)["_render_traceback_"] = lambda: [text]
        raise


def record_statements(names: dict[str, Any], text: str, file: str, asked: Asked) -> Trace:
    """Run statements with these names, record from the first that calls a recursive function, print the findings."""
    try:
        tree = ast.parse(text, file)
    except SyntaxError as error:
        raise InputError("line {line}: {reason}", line=error.lineno or 1, reason=error.msg) from None
    if not tree.body:
        raise InputError("there is nothing to record")
    # Functions are traced by their text, and tracebacks show it: it is kept where Python looks for it.
    linecache.cache[file] = (len(text), None, StringIO(text).readlines(), file)
    for place, statement in enumerate(tree.body):
        functions = [] if isinstance(statement, DEFINITIONS) else list(recursive_functions(names, statement))
        if functions:
            with watch(*functions, lines=asked.lines) as traced:
                run(tree.body[place:], names, file)
            trace = read_with(traced.recorded, asked.roles)
            for message in findings_in_words(trace, check=asked.check):
                print(message)
            return Trace(trace)
        run([statement], names, file)
    raise InputError("no recursive function was called, so there is nothing to record")


def read_with(trace: model.Trace, roles: tuple[str, ...]) -> model.Trace:
    """Return a recording read as a search, where it looks like one, with roles that the user gives for this time."""
    from plyscope.tracer.source_text import parsed_source
    from plyscope.usercode.given_roles import given_roles, roles_of
    from plyscope.usercode.reading import read_as_search

    source = parsed_source(Path(trace.user_code.file), trace.text)
    return read_as_search(trace, given_roles(source, roles, roles_of(trace)))


def findings_in_words(trace: model.Trace, *, check: bool) -> Iterator[Message]:
    """Yield what the search leaves open, what is found in it, and with `check` how it compares with the reference."""
    from plyscope.usercode.findings import finding_sentence, findings
    from plyscope.usercode.reference_check import compare_with_reference
    from plyscope.usercode.value_place import open_question

    missing = open_question(trace)
    if missing is not None:
        yield missing
    for found in findings(trace):
        yield finding_sentence(found.kind, found.facts)
    if check:
        yield Message("check: {sentence}", sentence=compare_with_reference(trace)["sentence"])


DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)


def run(statements: list[ast.stmt], names: dict[str, Any], file: str) -> None:
    """Execute statements with these names as globals."""
    exec(compile(ast.Module(statements, []), file, "exec"), names)


def recursive_functions(names: dict[str, Any], statement: ast.stmt) -> Iterator[Any]:
    """Yield the recursive functions that a statement calls, or those in the class or module of what it calls."""
    from plyscope.tracer.live_functions import functions_behind
    from plyscope.tracer.target.wrappers import is_cache
    from plyscope.tracer.watch import is_recursive

    for node in ast.walk(statement):
        called = node.func if isinstance(node, ast.Call) else node if reads_property(names, node) else None
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


def reads_property(names: dict[str, Any], node: ast.AST) -> bool:
    """Whether an expression reads a property of an object that has one of these names."""
    if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
        return False
    classes = type.__getattribute__(type(names.get(node.value.id)), "__mro__")
    found = (type.__getattribute__(one, "__dict__").get(node.attr) for one in classes)
    return any(isinstance(one, property | cached_property) for one in found)

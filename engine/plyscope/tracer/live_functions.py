"""Finds function objects in memory: in classes, closures and tables, behind decorators, properties and caches.

They are found by following references from object to object, and matched to the text of their file by the first line
of their code, whatever name they have.
"""

from __future__ import annotations

import ast
import gc
import linecache
import sys
import tokenize
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import CellType, CodeType, FunctionType, MappingProxyType, MethodType, ModuleType
from typing import Any

from plyscope.tracer.target.description import codes_in, function_of_code
from plyscope.tracer.target.recursion import Function, functions_in
from plyscope.tracer.target.rewritable import is_saved
from plyscope.tracer.target.wrappers import is_cache

MAX_OBJECTS = 100_000
"""Objects that are visited."""
CACHE = type(lru_cache(lambda: None))
IN_CLASSES = (property, staticmethod, classmethod, MethodType)
HOLDING = (dict, list, tuple, set, frozenset, deque, CellType, MappingProxyType, *IN_CLASSES)
"""Types of objects that hold others, besides those of functools."""


def objects_behind(things: Iterable[object], module: str | None) -> Iterator[Any]:
    """Iterate over objects reachable from others within a module; without a module classes are not entered.

    No method of a user's class is called.
    """
    first = list(things)
    waiting = deque(first)
    names = {id(vars(one)) for one in list(sys.modules.values()) if type(one) is ModuleType}
    seen: set[int] = set()
    while waiting and len(seen) < MAX_OBJECTS:
        one = waiting.popleft()
        if id(one) in seen or id(one) in names:
            continue
        seen.add(id(one))
        yield one
        kind: type = type(one)
        is_first = len(seen) <= len(first) and not issubclass(kind, ModuleType)
        if issubclass(kind, type):
            if type.__getattribute__(one, "__module__") == module:
                waiting += type.__getattribute__(one, "__dict__").values()
        elif kind is FunctionType:
            assert isinstance(one, FunctionType)
            waiting += [*(one.__closure__ or ()), *one.__dict__.values()]
        elif is_first or issubclass(kind, HOLDING) or kind.__module__ in (module, "functools"):
            waiting += gc.get_referents(one)


def is_cache_here(one: Any) -> bool:
    """Whether an object is a cache, or our function that records one."""
    return type(one) is CACHE or (type(one) is FunctionType and "cache_info" in one.__dict__)


@dataclass(frozen=True)
class NestedFunction:
    """A function that another one creates whenever it runs, identified by its name in the text."""

    holder: FunctionType
    name: str

    @property
    def function(self) -> Function:
        return functions_of_text(source_of(self.holder.__code__.co_filename))[self.name]

    @property
    def __code__(self) -> CodeType:
        functions = {self.name: self.function}
        found = (code for code in codes_in(self.holder.__code__) if function_of_code(functions, code) is not None)
        return next(found, self.holder.__code__)


def functions_behind(things: Iterable[object], module: str | None = None) -> list[Any]:
    """Return the recursive functions among reachable objects, in the order of their text.

    A cache around a function takes its place if the text has it too; functions that others make come last.
    """
    texts: dict[str, Mapping[str, Function]] = {}
    found: dict[int, Any] = {}
    alive: dict[str, FunctionType] = {}
    inner: dict[str, NestedFunction] = {}
    for one in objects_behind(things, module):
        function = one.__wrapped__ if is_cache_here(one) else one
        if type(function) is not FunctionType or module not in (None, function.__module__):
            continue
        file = function.__code__.co_filename
        if file not in texts:
            texts[file] = functions_of_text(source_of(file))
        known = function_of_code(texts[file], function.__code__)
        if known is None:
            continue
        alive[known.name] = function
        inner |= {name: NestedFunction(function, name) for name in made_by(known, texts[file])}
        if known.is_recursive and not is_cache_here(found.get(id(function))):
            found[id(function)] = one if is_saved(known.node) else function
    made = [one for name, one in inner.items() if name not in alive]
    return sorted(found.values(), key=lambda one: code_of(one).co_firstlineno) + made


def made_by(function: Function, functions: Mapping[str, Function]) -> list[str]:
    """Return the names of the recursive functions nested in one."""
    return [name for name, one in functions.items() if one.is_recursive and name.startswith(f"{function.plain_name}.")]


def unwrapped(function: Any) -> Any:
    """Return the function inside a cache; any other function as it is."""
    return function.__wrapped__ if is_cache(function) else function


def code_of(function: Any) -> CodeType:
    """Return the code object of a function, or of the one inside a cache."""
    code: CodeType = unwrapped(function).__code__
    return code


def function_of(function: Any) -> Function | None:
    """Return a function object's function in the text of its file; None where it is not there."""
    if isinstance(function, NestedFunction):
        return function.function
    return function_of_code(functions_of_text(source_of(function.__code__.co_filename)), function.__code__)


@lru_cache(maxsize=16)
def functions_of_text(text: str) -> dict[str, Function]:
    """Return the functions of a text; none if it is no Python."""
    try:
        return functions_in(ast.parse(text))
    except (SyntaxError, ValueError):
        return {}


def source_of(file: str) -> str:
    """Return the text of a file or a notebook's cell; empty if it cannot be read."""
    try:
        with tokenize.open(file) as opened:
            return opened.read()
    except (OSError, ValueError, SyntaxError):
        return "".join(linecache.getlines(file))

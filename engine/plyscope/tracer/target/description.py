"""What the log says of the functions of a text before their calls: it is found in the target.

Which local variables a function has depends on the version of Python, and the user's may be another one than ours.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from types import CodeType
from typing import Any

from .instrumentation import parts_of, recorded_names
from .line_tracing import local_names
from .recursion import Function


def description_of(functions: Mapping[str, Function], names: Sequence[str], text: str, path: str) -> list[Any]:
    """Return the description of functions for the log: names, variables, lines and parts."""
    codes = list(codes_in(compile(text, path, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)))
    found: list[Any] = []
    for name in names:
        function = functions[name]
        node = function.node
        code = next((other for other in codes if function_of_code({name: function}, other) is not None), None)
        variables = function.parameters if code is None else local_names(code)
        last = node.end_lineno or node.lineno
        found.append((name, tuple(recorded_names(function)), tuple(variables), node.lineno, last, parts_of(function)))
    return found


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """Iterate over the code objects nested in one."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner
            yield from codes_in(inner)


def function_of_code(functions: Mapping[str, Function], code: CodeType) -> Function | None:
    """Return the function of a text from which a code object was compiled; None without one."""
    for other in functions.values():
        node = other.node
        if isinstance(node, ast.Lambda):
            is_it = code.co_name == "<lambda>" and node.lineno == code.co_firstlineno
        else:
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            is_it = code.co_name == node.name and code.co_firstlineno == first
        count = code.co_argcount + code.co_kwonlyargcount
        if is_it and set(code.co_varnames[:count]) <= set(other.parameters):
            return other
    return None

"""Makes the functions of a text tell of their calls, before the text runs.

Most are rewritten; the others get a decorator of ours. Both happens in the syntax tree, so that functions within
functions, methods, and lambdas that are bound to a name are found as often as they are made. The text itself stays
as it is, and so do its line numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

from .log import Log
from .recursion import Function
from .rewriting import can_tell, tell
from .words import Codes
from .wrapping import is_cache, tell_of_calls, told_around_cache

NEAR, AROUND = "__plyscope_near__", "__plyscope_around__"
"""The names of our decorators in somebody's module, while it is loaded."""
CACHES = frozenset({"cache", "lru_cache"})


def place(functions: Mapping[str, Function], numbers: Mapping[str, int]) -> bool:
    """Changes the syntax tree that the functions were found in; says whether all could be rewritten."""
    decorated = 0
    for name, number in numbers.items():
        node = functions[name].node
        holder = functions[name].holder
        if isinstance(node, ast.Lambda):
            decorated += 1
            assert holder is not None
            call = ast.Call(func=called(NEAR, number, node), args=[node], keywords=[])
            holder.value = ast.copy_location(call, node)
            continue
        decorators = node.decorator_list
        is_saved = any(last_word(one) in CACHES for one in decorators)
        if not is_saved and isinstance(node, ast.FunctionDef) and can_tell(node):
            tell(node, number, functions[name].parameters, careful=True)
            continue
        decorated += 1
        if is_saved:
            at = next(place for place, one in enumerate(decorators) if last_word(one) in CACHES)
            decorators.insert(at, called(AROUND, number, node))
        else:
            decorators.append(called(NEAR, number, node))
    return not decorated


def called(name: str, number: int, node: ast.AST) -> ast.expr:
    call = ast.Call(func=ast.Name(name, ast.Load()), args=[ast.Constant(number)], keywords=[])
    return ast.fix_missing_locations(ast.copy_location(call, node))


def last_word(decorator: ast.expr) -> str:
    if isinstance(decorator, ast.Call):
        decorator = decorator.func
    return decorator.attr if isinstance(decorator, ast.Attribute) else getattr(decorator, "id", "")


def decorators(log: Log, codes: Codes) -> dict[str, Callable[[int], Callable[[Any], Any]]]:
    """Our decorators by their names. `codes` learns which code belongs to which function."""

    def near(number: int) -> Callable[[Any], Any]:
        def mark(function: Any) -> Any:
            if isinstance(function, FunctionType):
                codes.add(function.__code__, number)
                tell_of_calls(function, number, log)
            return function

        return mark

    def around(number: int) -> Callable[[Any], Any]:
        def mark(saver: Any) -> Any:
            if not is_cache(saver):
                return near(number)(saver)
            codes.add(saver.__wrapped__.__code__, number)
            return told_around_cache(saver, number, log)

        return mark

    return {NEAR: near, AROUND: around}

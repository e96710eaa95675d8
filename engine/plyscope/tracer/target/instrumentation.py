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

from .injected_names import PREFIX, Codes
from .log import Log
from .recursion import Function
from .rewriting import can_tell, tell
from .wrappers import is_cache, tell_of_calls, told_around_cache

NEAR, AROUND = "NEAR", "AROUND"
"""The words for our decorators."""
CACHES = frozenset({"cache", "lru_cache"})


def place(tree: ast.Module, functions: Mapping[str, Function], numbers: Mapping[str, int]) -> bool:
    """Changes the syntax tree that the functions were found in; says whether all could be rewritten."""
    decorated = 0
    unnamed: dict[ast.Lambda, int] = {}
    for name, number in numbers.items():
        node = functions[name].node
        if isinstance(node, ast.Lambda):
            decorated += 1
            unnamed[node] = number
            continue
        decorators = node.decorator_list
        if tells_itself(functions[name]):
            tell(functions[name], number, careful=True)
            continue
        decorated += 1
        if is_saved(node):
            at = next(place for place, one in enumerate(decorators) if last_word(one) in CACHES)
            decorators.insert(at, called(AROUND, number, node))
        else:
            decorators.append(called(NEAR, number, node))
    Lambdas(unnamed).visit(tree)
    return not decorated


class Lambdas(ast.NodeTransformer):
    """Puts a call of our decorator around lambdas."""

    def __init__(self, numbers: Mapping[ast.Lambda, int]) -> None:
        self.numbers = numbers

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        self.generic_visit(node)
        if node not in self.numbers:
            return node
        call = ast.Call(func=called(NEAR, self.numbers[node], node), args=[node], keywords=[])
        return ast.copy_location(call, node)


def is_saved(node: ast.AST) -> bool:
    """Whether a function has a cache around it, to be seen in the text."""
    return any(last_word(one) in CACHES for one in getattr(node, "decorator_list", ()))


def tells_itself(function: Function) -> bool:
    """Whether a function is rewritten."""
    return can_tell(function.node) and not is_saved(function.node)


def told_names(function: Function) -> tuple[str, ...]:
    """What is told of a call, by its names: its arguments, and where the function is rewritten what stands outside."""
    return (*function.parameters, *(function.outside if tells_itself(function) else ()))


def called(name: str, number: int, node: ast.AST) -> ast.expr:
    call = ast.Call(func=ast.Constant(f"{PREFIX}{name}"), args=[ast.Constant(number)], keywords=[])
    return ast.fix_missing_locations(ast.copy_location(call, node))


def last_word(decorator: ast.expr) -> str:
    if isinstance(decorator, ast.Call):
        decorator = decorator.func
    return decorator.attr if isinstance(decorator, ast.Attribute) else getattr(decorator, "id", "")


def decorators(log: Log, codes: Codes) -> dict[str, Callable[[int], Callable[[Any], Any]]]:
    """Our decorators by the words for them. `codes` learns which code belongs to which function."""

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

"""Instruments the functions of a text before it runs, so that they record their calls.

Most functions are rewritten; the others get a decorator. Both are done in the syntax tree, so that nested functions,
methods, and lambdas bound to a name are instrumented each time they are made. The text itself stays as it is, and so
do its line numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from copy import deepcopy
from types import FunctionType
from typing import Any

from .caller_moves import MOVE
from .injected_names import Codes
from .log import Log
from .placeholders import PREFIX
from .recursion import Function
from .rewritable import CACHES, can_rewrite, is_saved, last_name
from .rewriting import calls_with_moves, forget_failed_calls, mark_moves, rewrite
from .search_parts import SearchParts
from .wrappers import is_cache, wrap_cache, wrap_calls

NEAR, AROUND = "NEAR", "AROUND"
"""The placeholders of the two decorators: for a plain function, and for one with a cache around it."""


def instrument_functions(tree: ast.Module, functions: Mapping[str, Function], numbers: Mapping[str, int]) -> bool:
    """Rewrite or decorate the functions of a tree, in place; return whether all could be rewritten."""
    mark_untraced(functions, numbers)
    decorated = 0
    unnamed: dict[ast.Lambda, int] = {}
    for name, number in numbers.items():
        node, one = functions[name].node, functions[name]
        if one.is_search and not is_rewritten(one):
            SearchParts(one, number).instrument()
            forget_failed_calls(one)
        if isinstance(node, ast.Lambda):
            decorated += 1
            unnamed[node] = number
            continue
        decorators = node.decorator_list
        if is_rewritten(one):
            rewrite(one, number, guarded=True)
            continue
        decorated += 1
        if is_saved(node):
            at = next(place for place, one in enumerate(decorators) if last_name(one) in CACHES)
            decorators.insert(at, decorator_call(AROUND, number, node))
        else:
            decorators.append(decorator_call(NEAR, number, node))
    Lambdas(unnamed).visit(tree)
    return not decorated


def mark_untraced(functions: Mapping[str, Function], numbers: Mapping[str, int]) -> None:
    """Change functions that only decide by traced ones so that they leave their moves."""
    taken = {functions[name].takes_move for name in numbers} - {""}
    for name, one in functions.items():
        if name not in numbers and one.leaves_move in taken and isinstance(one.node, ast.FunctionDef):
            mark_moves(one, calls_with_moves(one))
            forget_failed_calls(one)


class Lambdas(ast.NodeTransformer):
    """The transformer that wraps lambdas in a call of the decorator."""

    def __init__(self, numbers: Mapping[ast.Lambda, int]) -> None:
        self.numbers = numbers

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        self.generic_visit(node)
        if node not in self.numbers:
            return node
        call = ast.Call(func=decorator_call(NEAR, self.numbers[node], node), args=[node], keywords=[])
        return ast.copy_location(call, node)


def is_rewritten(function: Function) -> bool:
    """Whether a function records its calls by its own rewritten text."""
    return can_rewrite(function.node) and not is_saved(function.node)


def recorded_names(function: Function) -> tuple[str, ...]:
    """Return the names of what is recorded of a function's calls.

    These are its parameters and, where it is rewritten, the boards outside of it and `MOVE`.
    """
    if not is_rewritten(function):
        return function.parameters
    return (*function.parameters, *function.outside, *((MOVE,) if function.takes_move else ()))


def parts_of(function: Function) -> tuple[list[Any], list[Any], list[Any]]:
    """Return the events, sites and guards of an instrumented function."""
    if not function.is_search:
        return [], [], []
    parts = SearchParts(function, 0, node=deepcopy(function.node))
    parts.instrument()
    return parts.events, parts.sites, parts.guards


def decorator_call(name: str, number: int, node: ast.AST) -> ast.expr:
    """Return the expression that calls a decorator placeholder with a number."""
    call = ast.Call(func=ast.Constant(f"{PREFIX}{name}"), args=[ast.Constant(number)], keywords=[])
    return ast.fix_missing_locations(ast.copy_location(call, node))


def decorators(log: Log, codes: Codes) -> dict[str, Callable[[int], Callable[[Any], Any]]]:
    """Return the decorators by their placeholders; `codes` gets each function's code and number."""

    def near(number: int) -> Callable[[Any], Any]:
        def mark(function: Any) -> Any:
            if isinstance(function, FunctionType):
                codes.add(function.__code__, number)
                wrap_calls(function, number, log)
            return function

        return mark

    def around(number: int) -> Callable[[Any], Any]:
        def mark(cached: Any) -> Any:
            if not is_cache(cached):
                return near(number)(cached)
            codes.add(cached.__wrapped__.__code__, number)
            return wrap_cache(cached, number, log)

        return mark

    return {NEAR: near, AROUND: around}

"""Functions that are passed to functions of other files, which call them: read from the texts, nothing is run.

`each_move(board, visit)` passes `visit`; if `each_move` calls one of its parameters, or what it has kept of one in its
object, it refers to `visit`. Which parameter gets which function is not looked at: whether a group has really called
each other in a cycle is known when a recording is over.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from .decisions import CHOOSING
from .module_boards import holder_of
from .recursion import Function
from .syntax import last_of, nodes_in, walk

CALLING = CHOOSING | {"map", "filter", "reduce", "sort", "partial", "submit", "apply", "starmap"}
"""Functions of the library that call what they are given."""
Place = tuple[str, str]
"""A file and a function in it."""
Resolve = Callable[[Any, ast.expr, bool], Iterable[Place]]


def callback_edges(files: Mapping[str, Any], resolve: Resolve) -> dict[Place, set[Place]]:
    """Return for functions that call what they are passed the functions that it may be.

    `resolve` finds the functions that an expression of a file stands for; those that it calls, where it is called.
    """
    given: dict[Place, set[Place]] = {}
    passed_on: dict[Place, set[Place]] = {}
    for path, file in files.items():
        for key, one in [*file.functions.items(), ("", None)]:
            node = file.tree if one is None else one.node
            own = set() if one is None else set(one.parameters) - {"self", "cls"}
            for call in calls_with_arguments(node):
                passed = {place for each in arguments_of(call) for place in resolve(file, each, False)}
                is_own = any(isinstance(each, ast.Name) and each.id in own for each in arguments_of(call))
                for called in resolve(file, call.func, True) if passed or is_own else ():
                    given.setdefault(called, set()).update(passed)
                    if is_own:
                        passed_on.setdefault((path, key), set()).add(called)
    hand_on(given, passed_on)
    edges: dict[Place, set[Place]] = {}
    for (path, key), passed in given.items():
        for name in calling_names(files[path].functions, key) if passed else ():
            edges.setdefault((path, name), set()).update(passed)
    return edges


def calls_with_arguments(node: ast.AST) -> Iterator[ast.Call]:
    """Iterate over the calls in a function that pass arguments."""
    return (part for part in nodes_in(node) if isinstance(part, ast.Call) and (part.args or part.keywords))


def arguments_of(call: ast.Call) -> list[ast.expr]:
    """Return the names and attributes among the arguments of a call, with those inside lambdas and partial(…)."""
    found: list[ast.expr] = []
    for one in (*call.args, *(each.value for each in call.keywords)):
        if isinstance(one, ast.Lambda):
            found += [each for each in walk(one.body) if isinstance(each, (ast.Name, ast.Attribute))]
        elif isinstance(one, ast.Call) and last_of(one.func) == "partial":
            found += arguments_of(one)
        elif isinstance(one, (ast.Name, ast.Attribute)):
            found.append(one)
    return found


def hand_on(given: dict[Place, set[Place]], passed_on: Mapping[Place, set[Place]]) -> None:
    """Extend, in place, what functions are given by what they are passed on."""
    waiting = [place for place in passed_on if given.get(place)]
    while waiting:
        place = waiting.pop()
        for other in passed_on[place]:
            before = given.setdefault(other, set())
            if not given[place] <= before:
                before |= given[place]
                waiting += [other] * (other in passed_on)


def calling_names(functions: Mapping[str, Function], key: str) -> Iterator[str]:
    """Iterate over the functions that call what one is given: itself, or methods of its object."""
    one = functions[key]
    if calls_any(one.node, lambda each: isinstance(each, ast.Name) and each.id in one.parameters):
        yield key
    kept = {
        target.attr
        for each in nodes_in(one.node)
        if isinstance(each, ast.Assign) and isinstance(each.value, ast.Name) and each.value.id in one.parameters
        for target in each.targets
        if isinstance(target, ast.Attribute) and holder_of(target) == "self"
    }
    for name, other in functions.items() if kept else ():
        if other.in_class and calls_any(
            other.node, lambda each: isinstance(each, ast.Attribute) and each.attr in kept and holder_of(each) == "self"
        ):
            yield name


def calls_any(node: ast.AST, is_it: Callable[[ast.expr], bool]) -> bool:
    """Whether a function calls a matching expression, or passes it to what calls it."""
    return any(
        is_it(part.func)
        or (last_of(part.func) in CALLING and any(map(is_it, (*part.args, *(each.value for each in part.keywords)))))
        for part in walk(node)
        if isinstance(part, ast.Call)
    )

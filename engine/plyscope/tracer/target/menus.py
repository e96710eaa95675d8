"""Recursion that only repeats a dialogue or a game: "play again" that calls `main`, a turn that calls the next one.

Such functions wait for input, or ask a search for moves, and what their recursive calls return is not used. They are no
recursion to be looked at, and they are open for as long as the program runs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from .recursion import Function, reachable
from .syntax import last_of, walk

ASKING = frozenset({"input", "raw_input", "getch", "getpass", "readline", "mainloop", "wait_variable", "wait_window"})
"""Functions that wait for the user."""
EVENTS = frozenset({("event", "get"), ("event", "wait"), ("event", "poll"), ("key", "get_pressed")})
"""The same of pygame."""


def menus_among(functions: Mapping[str, Function]) -> set[str]:
    """Return the recursive functions that only repeat a dialogue or a game."""
    groups: dict[int, list[str]] = {}
    for name, function in functions.items():
        if function.is_recursive:
            groups.setdefault(function.group, []).append(name)
    found: set[str] = set()
    for names in groups.values():
        reached = set(names).union(*(reachable(name, functions) for name in names))
        if is_dialogue([functions[name] for name in names], [functions[name] for name in reached]):
            found.update(names)
    return found


def is_dialogue(group: Sequence[Function], reached: Iterable[Function]) -> bool:
    """Whether a group only repeats a dialogue or a game; `reached` are all functions it calls, its own included."""
    last_names = {function.last_name for function in group}
    return any(asks_user(one.node) or (one.is_search and one not in group) for one in reached) and not any(
        uses_results(function.node, last_names) for function in group
    )


def asks_user(node: ast.AST) -> bool:
    """Whether a function asks the user for input or events."""
    for part in walk(node):
        if isinstance(part, ast.Call):
            name = last_of(part.func)
            before = last_of(part.func.value) if isinstance(part.func, ast.Attribute) else ""
            if name in ASKING or (before, name) in EVENTS:
                return True
    return False


def uses_results(node: ast.AST, last_names: Set[str]) -> bool:
    """Whether a function does more with its recursive calls' results than return them."""
    ignored = {id(call) for call in unused_calls(node)}
    calls = (part for part in walk(node) if isinstance(part, ast.Call) and last_of(part.func) in last_names)
    return any(id(call) not in ignored for call in calls)


def unused_calls(node: ast.AST) -> Iterator[ast.AST]:
    """Iterate over calls whose result is unused or returned as it is."""
    for part in walk(node):
        if isinstance(part, (ast.Expr, ast.Return)) and isinstance(part.value, ast.Call):
            yield part.value

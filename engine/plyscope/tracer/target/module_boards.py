"""Boards outside of all functions: module variables with the name of a board, whose items functions change.

The arguments alone do not determine such a call, so these variables are recorded with its arguments. An empty list or
dictionary is a board only if something outside of the recursion fills it, the module itself or a function that sets it
up; else it collects something. A variable of another name is no board either: it may hold saved results, and then equal
calls would no longer look equal.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

BOARD_NAMES = (
    "board",
    "grid",
    "state",
    "position",
    "field",
    "game",
    "squares",
    "cells",
    "spielfeld",
    "brett",
    "matrix",
)
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def is_board_name(name: str) -> bool:
    return any(word in name.lower() for word in BOARD_NAMES)


def nodes_in(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function, without those of functions and classes nested in it."""
    waiting = [*ast.iter_child_nodes(node)][::-1]
    while waiting:
        child = waiting.pop()
        if not isinstance(child, SCOPES):
            yield child
            waiting += [*ast.iter_child_nodes(child)][::-1]


def boards_outside(
    tree: ast.Module, nodes: Mapping[str, ast.AST], reached: Mapping[str, set[str]]
) -> dict[str, tuple[str, ...]]:
    """For each function of a text, the boards outside that it reads, or that a function reachable from it reads."""
    variables = {name: variables_of(node) for name, node in nodes.items()}
    filled = [name for statement in tree.body for name in filled_by(statement)]
    filled += filled_later(tree, nodes, variables, reached)
    changed = {board for name, node in nodes.items() for board in items_changed(node) - variables[name]}
    boards = [name for name in dict.fromkeys(filled) if name in changed]
    if not boards:
        return {}
    looked_at = {name: {one.id for one in nodes_in(node) if isinstance(one, ast.Name)} for name, node in nodes.items()}
    return {
        name: tuple(
            board
            for board in boards
            if board not in variables[name]
            and any(board in looked_at[other] and board not in variables[other] for other in reached[name] | {name})
        )
        for name in nodes
    }


def filled_by(statement: ast.stmt) -> Iterator[str]:
    """The board names that a statement of a module binds to something that is not empty."""
    if not isinstance(statement, (ast.Assign, ast.AnnAssign)) or statement.value is None:
        return
    value = statement.value
    is_empty = isinstance(value, (ast.List, ast.Set, ast.Tuple)) and not value.elts
    if is_empty or (isinstance(value, ast.Dict) and not value.keys) or is_empty_call(value):
        return
    for target in statement.targets if isinstance(statement, ast.Assign) else [statement.target]:
        if isinstance(target, ast.Name) and is_board_name(target.id):
            yield target.id


def filled_later(
    tree: ast.Module, nodes: Mapping[str, ast.AST], variables: Mapping[str, set[str]], reached: Mapping[str, set[str]]
) -> list[str]:
    """The board names that a module binds, and that it fills itself, or a function outside of all recursion does.

    What fills a board is not reached from a recursive function: that would collect something, or save results.
    """
    bound = [
        target.id
        for statement in tree.body
        if isinstance(statement, (ast.Assign, ast.AnnAssign))
        for target in (statement.targets if isinstance(statement, ast.Assign) else [statement.target])
        if isinstance(target, ast.Name) and is_board_name(target.id)
    ]
    if not bound:
        return []
    recursive = {name for name in nodes if name in reached[name]}
    inside = recursive.union(*(reached[name] for name in recursive))
    loops = [one for one in tree.body if not isinstance(one, SCOPES)]
    made = {name for one in loops for name in items_filled(one)}
    for name, node in nodes.items():
        if name not in inside:
            made |= items_filled(node) - variables[name]
            made |= {one for other in nodes_in(node) if isinstance(other, ast.Global) for one in other.names}
    in_recursion = {board for name in inside for board in items_changed(nodes[name]) - variables[name]}
    return [name for name in bound if name in made and name in in_recursion]


FILLING = ("append", "extend", "insert", "update", "setdefault", "add")


def items_filled(node: ast.AST) -> set[str]:
    """The names of the containers whose items are assigned, or that get items."""
    methods = {
        one.func.value.id
        for one in nodes_in(node)
        if isinstance(one, ast.Call)
        and isinstance(one.func, ast.Attribute)
        and one.func.attr in FILLING
        and isinstance(one.func.value, ast.Name)
    }
    return items_changed(node) | methods


def is_empty_call(value: ast.expr) -> bool:
    """Whether it is list(), dict(), defaultdict(int) or the like, which make something empty."""
    if not isinstance(value, ast.Call):
        return False
    name = value.func.attr if isinstance(value.func, ast.Attribute) else getattr(value.func, "id", "")
    return name in ("defaultdict", "Counter", "OrderedDict") or (name in ("list", "dict", "set") and not value.args)


def variables_of(node: ast.AST) -> set[str]:
    """The local variables of a function."""
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        return set()
    named = {one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg)}
    bound = {one.id for one in nodes_in(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    shared = {name for one in nodes_in(node) if isinstance(one, ast.Global) for name in one.names}
    return named | bound - shared


def items_changed(node: ast.AST) -> set[str]:
    """The names of the containers whose items a function assigns."""
    found = set()
    for one in nodes_in(node):
        if isinstance(one, ast.Subscript) and not isinstance(one.ctx, ast.Load):
            holder: ast.expr = one
            while isinstance(holder, ast.Subscript):
                holder = holder.value
            if isinstance(holder, ast.Name):
                found.add(holder.id)
    return found

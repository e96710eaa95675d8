"""Boards outside of all functions: module variables with the name of a board, whose items functions change.

The arguments alone do not determine such a call, so these variables are recorded with its arguments. An empty list or
dictionary is no board: it collects something. Nor is a variable of another name: it may hold saved results, and then
equal calls would no longer look equal.
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
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, SCOPES):
            yield child
            yield from nodes_in(child)


def boards_outside(
    tree: ast.Module, nodes: Mapping[str, ast.AST], reached: Mapping[str, set[str]]
) -> dict[str, tuple[str, ...]]:
    """For each function of a text, the boards outside that it reads, or that a function reachable from it reads."""
    filled = [name for statement in tree.body for name in filled_by(statement)]
    variables = {name: variables_of(node) for name, node in nodes.items()}
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

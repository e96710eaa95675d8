"""Functions that decide by the results of several calls of a recursive function, without being recursive themselves.

`find_best_move` tries each move, calls `minimax` on the board after it, and returns the move with the best value. What
its user has made is one decision, so the calls that one call of it makes are one recording, with it as their root.

It is such a function where it makes those calls in a loop over something and depends on what they return: it keeps the
largest or smallest, collects them and returns something, or returns at the first that is true. A loop that plays a
whole game is no decision: one that waits for its user, one that goes on while something holds, or one in which the
best value begins anew.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .caller_moves import Loop, called_name, calls_in_loops
from .rewritable import can_rewrite, is_saved
from .syntax import children_of, nodes_in, walk

ORDERINGS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
CHOOSING = frozenset({"max", "min", "sorted", "any", "all", "sum", "argmax", "argmin", "nlargest", "nsmallest"})
COLLECTING = frozenset({"append", "add", "put", "heappush", "insort", "extend", "setdefault"})


def note_decisions(functions: Mapping[str, Any]) -> None:
    """Note for each function the group of recursive functions by whose results it decides, and how these are called."""
    members: dict[int, list[Any]] = {}
    for function in functions.values():
        if function.is_recursive:
            members.setdefault(function.group, []).append(function)
    names = {group: frozenset(it.last_name for it in its) for group, its in members.items()}
    for function in functions.values():
        if function.is_recursive or not can_rewrite(function.node) or is_saved(function.node):
            continue
        groups = sorted({functions[other].group for other in function.calls if functions[other].is_recursive})
        function.decides = next((group for group in groups if decides(function.node, names[group])), -1)
        if function.decides >= 0:
            first = members[function.decides][0]
            function.leaves_move, function.calling = first.takes_move, first.calling
            function.children, function.elsewhere = first.children, first.elsewhere
            function.is_search = first.is_search


def decides(node: ast.FunctionDef, names: frozenset[str]) -> bool:
    """Whether a function acts by the results of several calls of these functions."""
    returns = any(isinstance(part, ast.Return) and not is_none(part.value) for part in nodes_in(node))
    parents = {child: part for part in walk(node) for child in children_of(part)}
    if any(chooses_by_key(part, names) for part in nodes_in(node)):
        return returns
    for call, loops in calls_in_loops(node, names, ()):
        if not loops or any(isinstance(loop, ast.While) for loop in loops):
            continue
        statement, around = statement_of(call, parents)
        if around & CHOOSING or (isinstance(statement, ast.If) and ends_at_once(statement)):
            return returns or bool(around & CHOOSING)
        results = targets_of(statement)
        if is_ordered(call, results, loops, parents):
            return True
        if returns and (around & COLLECTING or any(isinstance(loop, ast.comprehension) for loop in loops)):
            return True
        if returns and (
            any(isinstance(target, ast.Subscript) for target in assigned_targets(statement))
            or is_collected(results, loops[0])
        ):
            return True
    return False


def is_none(node: ast.AST | None) -> bool:
    """Whether an expression is missing or None."""
    return node is None or (isinstance(node, ast.Constant) and node.value is None)


def chooses_by_key(node: ast.AST, names: frozenset[str]) -> bool:
    """Whether a call chooses by results: max(moves, key=lambda move: search(board, move))."""
    if not isinstance(node, ast.Call) or called_name(node) not in CHOOSING | {"map", "sort"}:
        return False
    given = [*node.args, *(keyword.value for keyword in node.keywords)]
    inner = [part for each in given if isinstance(each, ast.Lambda) for part in walk(each.body)]
    return any(isinstance(part, ast.Call) and called_name(part) in names for part in inner)


def statement_of(call: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> tuple[ast.AST, frozenset[str]]:
    """Return the statement around a call, and the names of functions that get its result in it."""
    around: set[str] = set()
    node = call
    while not isinstance(node, ast.stmt) and node in parents:
        node = parents[node]
        if isinstance(node, ast.Call):
            around.add(called_name(node))
    return node, frozenset(around)


def ends_at_once(statement: ast.If) -> bool:
    """Whether an `if` returns in one of its branches."""
    return any(isinstance(node, ast.Return) for node in walk(statement))


def assigned_targets(statement: ast.AST) -> list[ast.expr]:
    """Return the targets of an assignment."""
    if isinstance(statement, ast.Assign):
        return statement.targets
    return [statement.target] if isinstance(statement, (ast.AnnAssign, ast.AugAssign)) else []


def targets_of(statement: ast.AST) -> set[str]:
    """Return the names that a statement binds."""
    return {node.id for target in assigned_targets(statement) for node in walk(target) if isinstance(node, ast.Name)}


def is_ordered(call: ast.Call, results: set[str], loops: Sequence[Loop], parents: Mapping[ast.AST, ast.AST]) -> bool:
    """Whether a result is compared with the best so far, which begins before the loops."""
    outermost: ast.AST = parents[loops[0]] if isinstance(loops[0], ast.comprehension) else loops[0]
    for node in walk(outermost):
        sides: list[ast.expr] = []
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ORDERINGS):
            sides = [node.left, *node.comparators]
        elif isinstance(node, ast.Call) and called_name(node) in CHOOSING:
            sides = list(node.args)
        mine = [side for side in sides if call in set(walk(side)) or results & set(names_in(side))]
        others = {name for side in sides if side not in mine for name in names_in(side)}
        if mine and others and not others & begun_in(outermost, results):
            return True
    return False


def is_collected(results: set[str], loop: ast.AST) -> bool:
    """Whether a loop puts results into a container."""
    for node in walk(loop):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
            parts: list[ast.AST] = [node.value]
        elif isinstance(node, ast.Call) and called_name(node) in COLLECTING:
            parts = list(node.args)
        else:
            continue
        if any(results & set(names_in(part)) for part in parts):
            return True
    return False


def names_in(node: ast.AST) -> Iterator[str]:
    """Iterate over the names in a node."""
    return (part.id for part in walk(node) if isinstance(part, ast.Name))


def begun_in(loop: ast.AST, results: set[str]) -> set[str]:
    """Return the names that a loop binds to other things than results: a best value that starts anew."""
    found: set[str] = set()
    for node in walk(loop):
        if isinstance(node, ast.Assign) and isinstance(node.value, (ast.Constant, ast.UnaryOp, ast.Call)):
            is_best = isinstance(node.value, ast.Call) and called_name(node.value) in CHOOSING
            if not is_best and not results & set(names_in(node.value)):
                found |= targets_of(node) - results
    return found

"""Expressions as they are read in the text of a function: paths, signs, constants, targets and tests."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from .caller_moves import COMPREHENSIONS, called_name
from .syntax import nodes_in, walk

FOLDING = frozenset({"any", "all", "next", "max", "min", "sum"})
OPERATORS: dict[type, str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip
NO_NUMBERS = (ast.List, ast.Dict, ast.Set, ast.JoinedStr, *COMPREHENSIONS, ast.Lambda)
MAX_EXPRESSION_CHARS = 120
"""Characters of an expression."""

Path = tuple[str, str, tuple[Any, ...]]
"""A name, attribute or item that is followed: as it is written, the name it begins with, and the steps from there."""


def within(node: ast.AST) -> Iterator[ast.AST]:
    """Iterate over a node and those below it, without nested functions."""
    yield node
    yield from nodes_in(node)


def expressions_of(node: ast.stmt) -> list[ast.AST]:
    """Return what a statement evaluates itself: all of it, or a compound one's head."""
    if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
        return [node]
    found = [value for _, value in ast.iter_fields(node)]
    nested = [one for value in found if isinstance(value, list) for one in value]
    return [one for one in (*found, *nested) if isinstance(one, (ast.expr, ast.withitem))] + [
        case.guard for case in getattr(node, "cases", ()) if case.guard is not None
    ]


def path_of(node: ast.AST) -> Path | None:
    """Return the path of an expression: a name, with attributes and constant keys; None for others."""
    steps: list[Any] = []
    one = node
    while not isinstance(one, ast.Name):
        if isinstance(one, ast.Attribute):
            steps.append(one.attr)
        elif isinstance(one, ast.Subscript):
            key = one.slice
            value: Any = key.value if isinstance(key, ast.Constant) else None
            if isinstance(key, ast.UnaryOp) and isinstance(key.op, ast.USub) and isinstance(key.operand, ast.Constant):
                value = -key.operand.value if type(key.operand.value) is int else None
            if type(value) not in (int, str):
                return None
            steps.append(value if type(value) is int else (value,))
        else:
            return None
        one = one.value
    return (one.id if not steps else source(node)), one.id, tuple(steps[::-1])


def paths_in(node: ast.AST) -> set[str]:
    """Return all paths that an expression reads, with their beginnings."""
    found = set()
    for part in within(node):
        path = path_of(part) if isinstance(part, (ast.Name, ast.Attribute, ast.Subscript)) else None
        if path is not None:
            found.add(path[0])
    return found


def signed(node: ast.expr) -> tuple[int, ast.expr]:
    """Return an argument's sign and the rest: -1 and `beta` for `-beta`."""
    sign = 1
    while True:
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and constant_of(node) is None:
            sign, node = -sign, node.operand
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and constant_of(node.left) == -1:
            sign, node = -sign, node.right
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and constant_of(node.right) == -1:
            sign, node = -sign, node.left
        else:
            break
    first = node
    while isinstance(first, ast.BinOp) and isinstance(first.op, (ast.Add, ast.Sub)):
        first = first.left
    if first is not node and isinstance(first, ast.UnaryOp) and isinstance(first.op, ast.USub):
        sign = -sign  # -alpha - 1
    return sign, node


def unsigned(node: ast.expr) -> ast.expr:
    """Return an expression without minus signs in front."""
    while isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return node


def constant_of(node: ast.AST) -> float | None:
    """Return the number that an expression is written as; None for others."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        number = constant_of(node.operand)
        return None if number is None else -number
    value: Any = node.value if isinstance(node, ast.Constant) else None
    return float(value) if type(value) in (int, float) else None


def is_constant(node: ast.AST) -> bool:
    """Whether an expression is a constant, or a number with a sign."""
    return isinstance(node, ast.Constant) or constant_of(node) is not None


def may_be_number(node: ast.AST) -> bool:
    """Whether a value is not plainly a container, a text, or the result of a function."""
    if isinstance(node, ast.Call):
        return called_name(node) in (*FOLDING, "abs", "int", "float", "round", "len")
    if isinstance(node, ast.Constant):
        return type(node.value) in (int, float, bool)
    if isinstance(node, ast.Subscript):
        return not isinstance(node.slice, ast.Slice)
    if isinstance(node, ast.BinOp):
        return may_be_number(node.left) and may_be_number(node.right)
    return not isinstance(node, NO_NUMBERS)


def test_of(node: Any) -> ast.AST:
    """Return the test of an `if` or `while`; of a `case` without a guard its pattern."""
    found: ast.AST = node.test if isinstance(node, ast.If) else node.guard or node.pattern
    return found


def conditions(test: ast.AST) -> list[ast.expr]:
    """Return the expressions of a guard: its parts, or a comprehension's conditions and element."""
    if isinstance(test, (ast.GeneratorExp, ast.ListComp, ast.SetComp)):
        return [test.elt, *(condition for generator in test.generators for condition in generator.ifs)]
    return [test] if isinstance(test, ast.expr) else []


def compares_names(test: ast.AST) -> bool:
    """Whether a test compares two things that are not written as numbers: best with beta."""
    for node in within(test):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in OPERATORS:
            sides = (node.left, *node.comparators)
            if not any(is_constant(side) or is_length(side) for side in sides):
                return True
    return False


def is_length(node: ast.AST) -> bool:
    """Whether an expression is a call of `len`."""
    return isinstance(node, ast.Call) and called_name(node) == "len"


def arguments_of(node: ast.Call) -> list[ast.expr]:
    """Return the arguments of a call, keyword arguments included."""
    return [*node.args, *(keyword.value for keyword in node.keywords)]


def targets_of(node: ast.AST | None) -> list[ast.expr]:
    """Return the targets of a statement, the parts of tuples one by one."""
    if isinstance(node, ast.Assign):
        waiting = list(node.targets)
    elif isinstance(node, (ast.AugAssign, ast.AnnAssign)):
        waiting = [node.target]
    else:
        return []
    found: list[ast.expr] = []
    while waiting:
        one = waiting.pop(0)
        if isinstance(one, (ast.Tuple, ast.List)):
            waiting[:0] = one.elts
        else:
            found.append(one.value if isinstance(one, ast.Starred) else one)
    return found


def assigned_in(node: ast.AST) -> list[ast.expr]:
    """Return the targets of all assignments in a function and those nested in it."""
    return [target for part in walk(node) for target in targets_of(part)]


def values_by_target(node: Any) -> dict[int, ast.expr]:
    """Return for targets in a tuple their own values, by identity, where these are in a tuple too."""
    found: dict[int, ast.expr] = {}
    for target in node.targets if isinstance(node, ast.Assign) else ():
        if (
            isinstance(target, ast.Tuple)
            and isinstance(node.value, ast.Tuple)
            and len(target.elts) == len(node.value.elts)
        ):
            found.update((id(one), value) for one, value in zip(target.elts, node.value.elts))
    return found


def source(node: ast.AST) -> str:
    """Return an expression as Python writes it, shortened."""
    text = ast.unparse(node)
    return text if len(text) <= MAX_EXPRESSION_CHARS else text[: MAX_EXPRESSION_CHARS - 1] + "…"

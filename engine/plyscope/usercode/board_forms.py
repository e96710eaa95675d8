"""How the boards of a program are written: which index is the column, where its first row is, what its cells hold.

The strongest evidence is the loop that prints the board: its outer loop runs over the rows, from the top. Else the
names of the two indices say which is which.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence

from plyscope.model.board_texts import (
    COLUMN,
    ROW,
    BoardForm,
    Record,
    attribute_of,
    is_square,
    objects_in,
    value_of_text,
)

MAX_FORMS = 50
"""Boards that are examined."""
COLUMN_NAME = re.compile(r"^(x|col(umn)?|c|file)\d*$", re.IGNORECASE)
ROW_NAME = re.compile(r"^(y|row|r|rank|line)\d*$", re.IGNORECASE)
SURE_COLUMN = re.compile(r"^(col(umn)?)\d*$", re.IGNORECASE)
SURE_ROW = re.compile(r"^(row)\d*$", re.IGNORECASE)


def board_form(text: str, boards: Sequence[str]) -> BoardForm:
    """The form of the boards of a program, of which some are given as texts of values."""
    attribute = cell_attribute(boards)
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return BoardForm(attribute=attribute)
    printed = {found for found in printing_loops(tree) if found}
    if len(printed) == 1:
        first, is_upward = printed.pop()
        return BoardForm(first, is_upward, attribute)
    return BoardForm(by_names(tree, has_keys(boards)), attribute=attribute)


def cell_attribute(boards: Sequence[str]) -> str:
    """The attribute of objects on the boards that says what a cell holds; empty where the cells are no objects."""
    if "=" not in (boards or [""])[0]:
        return ""
    found = [rows for text in boards if (rows := objects_in(value_of_text(text))) is not None]
    return attribute_of(found) if found else ""


def has_keys(boards: Sequence[str]) -> bool:
    """Whether the boards are dictionaries whose keys are pairs, or objects with one."""
    value = value_of_text(boards[0]) if boards else None
    parts = value.attributes.values() if isinstance(value, Record) else (value,)
    return any(isinstance(one, Mapping) and any(map(is_square, one)) for one in parts)


def by_names(tree: ast.AST, has_keys: bool) -> str:
    """What the first of two indices is, by the names of both; x and y are names of indices in a key only."""
    column, row = (COLUMN_NAME, ROW_NAME) if has_keys else (SURE_COLUMN, SURE_ROW)
    found = set()
    for node in ast.walk(tree):
        one, other = indices(node)
        if column.match(one) and row.match(other):
            found.add(COLUMN)
        elif row.match(one) and column.match(other):
            found.add(ROW)
    return found.pop() if len(found) == 1 else ""


def indices(node: ast.AST) -> tuple[str, str]:
    """The names of the two indices of a[x][y] or a[x, y], or of a key (x, y); empty where it is none of these."""
    if isinstance(node, ast.Tuple) and len(node.elts) == 2:
        one, other = node.elts
    elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Subscript):
        one, other = node.value.slice, node.slice
    else:
        return "", ""
    return (one.id, other.id) if isinstance(one, ast.Name) and isinstance(other, ast.Name) else ("", "")


def printing_loops(tree: ast.AST) -> Iterator[tuple[str, bool] | None]:
    """What the first index is, and whether rows run upwards, in each pair of loops that prints cells."""
    for outer in ast.walk(tree):
        if not isinstance(outer, ast.For) or not isinstance(outer.target, ast.Name):
            continue
        for inner in ast.walk(outer):
            if inner is outer or not isinstance(inner, ast.For) or not isinstance(inner.target, ast.Name):
                continue
            names = outer.target.id, inner.target.id
            found = {indices(node) for one in inner.body for node in printed_in(one)}
            if names in found:
                yield ROW, descends(outer.iter)
            elif names[::-1] in found:
                yield COLUMN, descends(outer.iter)


def printed_in(statement: ast.AST) -> Iterator[ast.AST]:
    """The nodes of what a statement prints."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
            for argument in node.args:
                yield from ast.walk(argument)


def descends(node: ast.expr) -> bool:
    """Whether a loop runs downwards: reversed(range(n)), or range with a negative step."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return False
    step = node.args[2] if node.func.id == "range" and len(node.args) == 3 else None
    return node.func.id == "reversed" or (isinstance(step, ast.UnaryOp) and isinstance(step.op, ast.USub))

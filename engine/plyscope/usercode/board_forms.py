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
    has_board_name,
    height_of_columns,
    is_square,
    objects_in,
    value_of_text,
)
from plyscope.tracer.target.syntax import walk

MAX_FORMS = 50
"""Boards that are examined."""
COLUMN_NAME = re.compile(r"^(x|col(umn)?|c|file)\d*$", re.IGNORECASE)
ROW_NAME = re.compile(r"^(y|row|r|rank|line)\d*$", re.IGNORECASE)
SURE_COLUMN_NAME = re.compile(r"^(col(umn)?)\d*$", re.IGNORECASE)
SURE_ROW_NAME = re.compile(r"^(row)\d*$", re.IGNORECASE)


def board_form(text: str, boards: Sequence[str]) -> BoardForm:
    """The form of the boards of a program, of which some are given as texts of values."""
    attribute, height = cell_attribute(boards[:MAX_FORMS]), height_of_columns(boards)
    if height:
        return BoardForm(COLUMN, height=height)
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return BoardForm(attribute=attribute)
    printed = set(printing_loops(tree))
    if len(printed) == 1:
        first, is_upward = printed.pop()
        return BoardForm(first, is_upward, attribute, is_printed=True)
    return BoardForm(first_index_by_names(tree, has_keys(boards)), attribute=attribute)


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


def first_index_by_names(tree: ast.AST, has_keys: bool) -> str:
    """What the first of two indices is, by the names of both; x and y are names of indices in a key only."""
    column, row = (COLUMN_NAME, ROW_NAME) if has_keys else (SURE_COLUMN_NAME, SURE_ROW_NAME)
    found = set()
    for node in walk(tree):
        one, other = index_names(node)
        if column.match(one) and row.match(other):
            found.add(COLUMN)
        elif row.match(one) and column.match(other):
            found.add(ROW)
    return found.pop() if len(found) == 1 else ""


def index_names(node: ast.AST) -> tuple[str, str]:
    """The names of the two indices of a[x][y] or a[x, y], or of a key (x, y); empty where it is none of these."""
    if isinstance(node, ast.Tuple) and len(node.elts) == 2:
        one, other = node.elts
    elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Subscript):
        one, other = node.value.slice, node.slice
    else:
        return "", ""
    return (one.id, other.id) if isinstance(one, ast.Name) and isinstance(other, ast.Name) else ("", "")


def printing_loops(tree: ast.AST) -> Iterator[tuple[str, bool]]:
    """What the first index is, and whether rows run upwards, in each loop that prints cells or rows, or writes them."""
    shown = {id(node) for one in walk(tree) if writes_text(one) for node in walk(one)}
    for outer, name, iterable in named_loops(tree):
        nodes = [node for node in walk(outer) if id(node) in shown]
        for inner, inner_name, _ in named_loops(outer):
            found = {index_names(node) for node in walk(inner) if inner is not outer and id(node) in shown}
            if (name, inner_name) in found:
                yield ROW, runs_downwards(iterable)
            elif (inner_name, name) in found:
                yield COLUMN, runs_downwards(iterable)
        items = [node for node in nodes if isinstance(node, ast.Subscript)]
        in_items = [node.value for node in items]
        if any(is_board(one.value) and is_name(one.slice, name) for one in items if one not in in_items):
            yield ROW, runs_downwards(iterable)
        elif is_board(reversed_part(iterable)) and any(is_name(node, name) for node in nodes):
            yield ROW, True


def named_loops(tree: ast.AST) -> Iterator[tuple[ast.AST, str, ast.expr]]:
    """The loops with one variable, in statements and in expressions, with this and what they run through."""
    for node in walk(tree):
        inner = node.generators[0] if isinstance(node, ast.GeneratorExp | ast.ListComp) else None
        loop = node if isinstance(node, ast.For) else inner
        if loop is not None and isinstance(loop.target, ast.Name):
            yield node, loop.target.id, loop.iter


def writes_text(node: ast.AST) -> bool:
    """Whether a node is a call of print, or a method that makes the text of an object."""
    is_print = isinstance(node, ast.Call) and is_name(node.func, "print")
    return is_print or (isinstance(node, ast.FunctionDef) and node.name in ("__str__", "__repr__"))


def is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def is_board(node: ast.AST | None) -> bool:
    """Whether an expression is a name that variables with a board have."""
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return has_board_name(name)


def reversed_part(node: ast.expr) -> ast.expr | None:
    """What a loop runs through from its end: reversed(board), or board[::-1]."""
    match node:
        case ast.Call(ast.Name("reversed"), [value]):
            return value
        case ast.Subscript(value, ast.Slice(step=ast.UnaryOp(ast.USub()))):
            return value
    return None


def runs_downwards(node: ast.expr) -> bool:
    """Whether a loop runs downwards: reversed(range(n)), or range with a negative step."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return False
    step = node.args[2] if node.func.id == "range" and len(node.args) == 3 else None
    return node.func.id == "reversed" or (isinstance(step, ast.UnaryOp) and isinstance(step.op, ast.USub))

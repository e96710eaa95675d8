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
from plyscope.tracer.target.syntax import is_name, walk

MAX_EXAMINED_BOARDS = 50
"""Boards of a program of which it is examined what their cells show."""
COLUMN_KEY_NAME = re.compile(r"^(x|col(umn)?|c|file)\d*$", re.IGNORECASE)
ROW_KEY_NAME = re.compile(r"^(y|row|r|rank|line)\d*$", re.IGNORECASE)
COLUMN_INDEX_NAME = re.compile(r"^(col(umn)?)\d*$", re.IGNORECASE)
ROW_INDEX_NAME = re.compile(r"^(row)\d*$", re.IGNORECASE)
"""The names of the two indices of a key, as (x, y), and those of other indices, as a[row][col]."""


def board_form(text: str, boards: Sequence[str]) -> BoardForm:
    """Return how the boards of a program are written, from its text and from some boards as texts of values."""
    attribute, height = cell_attribute(boards[:MAX_EXAMINED_BOARDS]), height_of_columns(boards)
    if height:
        return BoardForm(COLUMN, height=height)
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return BoardForm(attribute=attribute)
    printed = set(forms_of_printing_loops(tree))
    if len(printed) == 1:
        first, is_upward = printed.pop()
        return BoardForm(first, is_upward, attribute, is_printed=True)
    return BoardForm(first_index_by_names(tree, have_pair_keys(boards)), attribute=attribute)


def cell_attribute(boards: Sequence[str]) -> str:
    """Return the attribute that says what an object on the boards shows; empty where cells are no objects."""
    if "=" not in (boards or [""])[0]:
        return ""
    boards_of_objects = [rows for text in boards if (rows := objects_in(value_of_text(text))) is not None]
    return attribute_of(boards_of_objects) if boards_of_objects else ""


def have_pair_keys(boards: Sequence[str]) -> bool:
    """Whether the first board is a dictionary with pairs among its keys, or an object with such a dictionary."""
    value = value_of_text(boards[0]) if boards else None
    parts = value.attributes.values() if isinstance(value, Record) else (value,)
    return any(isinstance(part, Mapping) and any(map(is_square, part)) for part in parts)


def first_index_by_names(tree: ast.AST, is_keyed: bool) -> str:
    """Return COLUMN or ROW for the first of two indices, by the names of both; empty where they do not tell.

    x and y are names of indices in a key only.
    """
    column, row = (COLUMN_KEY_NAME, ROW_KEY_NAME) if is_keyed else (COLUMN_INDEX_NAME, ROW_INDEX_NAME)
    firsts = set()
    for node in walk(tree):
        first_name, second_name = index_names(node)
        if column.match(first_name) and row.match(second_name):
            firsts.add(COLUMN)
        elif row.match(first_name) and column.match(second_name):
            firsts.add(ROW)
    return firsts.pop() if len(firsts) == 1 else ""


def index_names(node: ast.AST) -> tuple[str, str]:
    """Return the names x and y of a[x][y], a[x, y] or a key (x, y); two empty texts where both are not names."""
    if isinstance(node, ast.Tuple) and len(node.elts) == 2:
        first, second = node.elts
    elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Subscript):
        first, second = node.value.slice, node.slice
    else:
        return "", ""
    return (first.id, second.id) if isinstance(first, ast.Name) and isinstance(second, ast.Name) else ("", "")


def forms_of_printing_loops(tree: ast.AST) -> Iterator[tuple[str, bool]]:
    """Yield for each loop that prints a board its first index, COLUMN or ROW, and whether rows run upwards."""
    shown = {id(node) for writer in walk(tree) if writes_text(writer) for node in walk(writer)}
    for outer, name, iterable in loops_with_variable(tree):
        nodes = [node for node in walk(outer) if id(node) in shown]
        for inner, inner_name, _ in loops_with_variable(outer):
            index_pairs = {index_names(node) for node in walk(inner) if inner is not outer and id(node) in shown}
            if (name, inner_name) in index_pairs:
                yield ROW, runs_downwards(iterable)
            elif (inner_name, name) in index_pairs:
                yield COLUMN, runs_downwards(iterable)
        items = [node for node in nodes if isinstance(node, ast.Subscript)]
        in_items = [node.value for node in items]
        if any(is_board_variable(item.value) and is_name(item.slice, name) for item in items if item not in in_items):
            yield ROW, runs_downwards(iterable)
        elif is_board_variable(reversed_sequence(iterable)) and any(is_name(node, name) for node in nodes):
            yield ROW, True


def loops_with_variable(tree: ast.AST) -> Iterator[tuple[ast.AST, str, ast.expr]]:
    """Yield each loop and comprehension over one named variable, with the name and the iterable."""
    for node in walk(tree):
        inner = node.generators[0] if isinstance(node, ast.GeneratorExp | ast.ListComp) else None
        loop = node if isinstance(node, ast.For) else inner
        if loop is not None and isinstance(loop.target, ast.Name):
            yield node, loop.target.id, loop.iter


def writes_text(node: ast.AST) -> bool:
    """Whether a node is a call of print, or a `__str__` or `__repr__` method."""
    is_print = isinstance(node, ast.Call) and is_name(node.func, "print")
    return is_print or (isinstance(node, ast.FunctionDef) and node.name in ("__str__", "__repr__"))


def is_board_variable(node: ast.AST | None) -> bool:
    """Whether an expression is a variable or an attribute with a name that boards have."""
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return has_board_name(name)


def reversed_sequence(node: ast.expr) -> ast.expr | None:
    """Return the sequence that an expression reverses, as reversed(board) or board[::-1]; None for any other."""
    match node:
        case ast.Call(ast.Name("reversed"), [value]):
            return value
        case ast.Subscript(value, ast.Slice(step=ast.UnaryOp(ast.USub()))):
            return value
    return None


def runs_downwards(node: ast.expr) -> bool:
    """Whether an iterable runs downwards: `reversed` of anything, or a range with a negative step."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return False
    step = node.args[2] if node.func.id == "range" and len(node.args) == 3 else None
    return node.func.id == "reversed" or (isinstance(step, ast.UnaryOp) and isinstance(step.op, ast.USub))

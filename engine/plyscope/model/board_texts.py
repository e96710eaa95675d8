"""Boards among the arguments of user code: rows of cells, read from the recorded text of a value.

A board may be a list, a list of lists, a string with or without line ends, an array, a dictionary with squares as
keys, or an object with such an attribute.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from math import isqrt
from typing import Any

from plyscope.model.position import FIRST, SECOND, Board

Cells = tuple[tuple[str, ...], ...]
"""Rows of cells from the top, each with its text."""

MIN_CELLS, MAX_CELLS = 4, 400
MAX_CELL_TEXT = 3
"""Characters of one cell."""
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
"""Parts of names that variables with a board have; the target process, which imports nothing of ours, has the same."""
EMPTY_CELLS = ("", " ", ".", "-", "_", "0", "None", "*", "□", "+", "False")


CHESS_PIECES = "KQRBNP"
FEN = re.compile(r"((?:[KQRBNPkqrbnp1-8]{1,8}/){7}[KQRBNPkqrbnp1-8]{1,8})(?: [wb] \S+ \S+.*)?")
"""A chess position as Forsyth-Edwards notation has it: the board, then whose move it is and more."""


def find_cells(text: str) -> Cells | None:
    """The board in the text of a value; None if it is none."""
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return cells_of(tree)


def cells_of(node: ast.expr) -> Cells | None:
    if isinstance(node, ast.Call):
        return cells_of_object(node)
    try:
        value = ast.literal_eval(node)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None
    return cells_in(value)


def cells_of_object(node: ast.Call) -> Cells | None:
    """The lists of an array, or the attribute of an object that is a board, one with a board's name first."""
    for argument in node.args:
        cells = cells_of(argument)
        if cells is not None:
            return cells
    keywords = sorted(node.keywords, key=lambda one: not any(word in (one.arg or "").lower() for word in BOARD_NAMES))
    for keyword in keywords:
        cells = cells_of(keyword.value)
        if cells is not None:
            return cells
    return None


def cells_in(value: Any) -> Cells | None:
    rows = rows_in(value)
    if rows is None:
        return None
    cells = tuple(tuple(cell_text(cell) for cell in row) for row in rows)
    count = sum(map(len, cells))
    if not MIN_CELLS <= count <= MAX_CELLS or len({len(row) for row in cells}) != 1:
        return None
    if any(len(cell) > MAX_CELL_TEXT for row in cells for cell in row if cell not in EMPTY_CELLS):
        return None
    return cells


def rows_in(value: Any) -> Sequence[Sequence[Any]] | None:
    if isinstance(value, str):
        fen = FEN.fullmatch(value)
        if fen is not None:
            return rows_of_fen(fen[1])
        lines = value.strip("\n").split("\n") if "\n" in value else value.split("/") if "/" in value else None
        return lines if lines is not None else squared(value)
    if isinstance(value, Mapping):
        return rows_of_dict(value)
    if not isinstance(value, list | tuple) or not value:
        return None
    if all(isinstance(row, list | tuple) for row in value) or all(
        isinstance(row, str) and len(row) > 1 for row in value
    ):
        return value
    if all(isinstance(cell, int | float | str | None) for cell in value):
        return squared(value)
    return None


def rows_of_fen(board: str) -> Sequence[str] | None:
    """The ranks from the eighth down, with a dot for every empty square."""
    ranks = [re.sub("[1-8]", lambda found: "." * int(found[0]), rank) for rank in board.split("/")]
    return ranks if all(len(rank) == 8 for rank in ranks) else None


def squared(value: Sequence[Any]) -> Sequence[Sequence[Any]] | None:
    """A flat list of cells as rows: a square if their number is one, six rows of seven, else one row."""
    count = len(value)
    side = isqrt(count)
    width = side if side * side == count else 7 if count == 42 else count
    return [value[start : start + width] for start in range(0, count, width)] if count else None


def rows_of_dict(value: Mapping[Any, Any]) -> Sequence[Sequence[Any]] | None:
    """Keys are pairs, numbers, or whatever can be sorted."""
    if all(isinstance(key, tuple) and len(key) == 2 and all(type(part) is int for part in key) for key in value):
        found: dict[int, list[Any]] = {}
        for key in sorted(value):
            found.setdefault(key[0], []).append(value[key])
        return list(found.values())
    try:
        return squared([value[key] for key in sorted(value)])
    except TypeError:
        return None


def keys_of(text: str) -> dict[tuple[int, int], Any]:
    """The keys of a board that is a dictionary, by columns and rows; nothing where it is another thing."""
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return {}
    rows = rows_of_dict({key: key for key in value}) if isinstance(value, Mapping) else None
    return {(x, y): key for y, row in enumerate(rows or ()) for x, key in enumerate(row)}


def cell_text(cell: Any) -> str:
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return str(cell)


def changes(before: Cells, after: Cells) -> list[tuple[int, int]]:
    """The cells that differ, as columns and rows; nothing where the boards have different sizes."""
    if [len(row) for row in before] != [len(row) for row in after]:
        return []
    return [
        (x, y)
        for y, (row, other) in enumerate(zip(before, after, strict=True))
        for x, (cell, now) in enumerate(zip(row, other, strict=True))
        if cell != now
    ]


def cell_name(cells: Cells, x: int, y: int) -> str:
    """A cell as chess has it: files from a, ranks from 1 at the bottom; beyond 26 files by numbers."""
    return f"{chr(97 + x)}{len(cells) - y}" if x < 26 else f"{x + 1},{len(cells) - y}"


def board_of(cells: Cells, before: Cells | None, marks: Mapping[str, int]) -> Board:
    """The board for people. `marks` says whose a cell with a text is."""
    changed = changes(before, cells) if before is not None else []
    places = list(placed(cells))
    labels = {place: "" if cell in EMPTY_CELLS else cell for place, cell in places}
    chess = is_chess(cells)
    if chess:
        marks = dict.fromkeys(CHESS_PIECES, FIRST) | {letter.lower(): SECOND for letter in CHESS_PIECES}
        labels = {place: label.upper() for place, label in labels.items()}
    return Board(
        shape="square",
        columns=len(cells[0]),
        rows=len(cells),
        owners={place: marks.get(cell, 0) for place, cell in places},
        labels=labels,
        last_move=frozenset(changed),
        winning_line=(),
        pieces="chess" if chess else "marks" if marks else "texts",
    )


def is_chess(cells: Cells) -> bool:
    """Whether a board holds chess pieces: eight rows of eight, one king on either side, and no other letters."""
    if len(cells) != 8 or any(len(row) != 8 for row in cells):
        return False
    letters = [cell for _, cell in placed(cells) if cell not in EMPTY_CELLS]
    kings = letters.count("K"), letters.count("k")
    return kings == (1, 1) and all(len(letter) == 1 and letter.upper() in CHESS_PIECES for letter in letters)


def placed(cells: Cells) -> Iterator[tuple[tuple[int, int], str]]:
    for y, row in enumerate(cells):
        for x, cell in enumerate(row):
            yield (x, y), cell


def diagram_of(cells: Cells) -> str:
    """The board on one line; what is empty is a dot."""
    rows = [["." if cell in EMPTY_CELLS else cell for cell in row] for row in cells]
    sign = "" if all(len(cell) == 1 for row in rows for cell in row) else " "
    return "/".join(map(sign.join, rows))


def marks_in(boards: Sequence[Cells]) -> dict[str, int]:
    """Whose the texts of cells are, told from many boards: the empty one is the most frequent, the others follow."""
    seen: dict[str, int] = {}
    for cells in boards:
        for _, cell in placed(cells):
            seen[cell] = seen.get(cell, 0) + 1
    taken = [cell for cell in seen if cell not in EMPTY_CELLS]
    first = [cell for cell in taken if cell.upper() in ("X", "1", "R", "●")]
    order = [*first, *(cell for cell in taken if cell not in first)]
    if len(order) > 2:
        return {}
    return dict(zip(order, (FIRST, SECOND), strict=False))

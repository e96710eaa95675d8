"""Boards among the arguments of somebody's own code: what a text of a value shows as rows of cells.

A list, a list of lists, a text with or without line ends, an array, a dictionary with places as keys, or an object
with such an attribute: each is read from the text that was kept of it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from plyscope.model.position import FIRST, SECOND, Board
from plyscope.tracer.target.module_boards import is_board_name

if TYPE_CHECKING:
    from plyscope.model.trace import Trace
    from plyscope.model.user_code import UserCode
    from plyscope.usercode.roles import Proposal

Cells = tuple[tuple[str, ...], ...]
"""Rows of cells from the top, each with its text."""

FEWEST_CELLS, MOST_CELLS = 4, 400
LONGEST_CELL = 3
"""Characters of one cell."""
EMPTY_CELLS = ("", " ", ".", "-", "_", "0", "None", "*", "□", "+", "False")


def find_cells(text: str) -> Cells | None:
    """The board that the text of a value shows; None where it shows none."""
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
    """Of an array its lists; of an object the attribute that is a board, one with a telling name before others."""
    for argument in node.args:
        cells = cells_of(argument)
        if cells is not None:
            return cells
    keywords = sorted(node.keywords, key=lambda one: not is_board_name(one.arg or ""))
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
    if not FEWEST_CELLS <= count <= MOST_CELLS or len({len(row) for row in cells}) != 1:
        return None
    if any(len(cell) > LONGEST_CELL for row in cells for cell in row if cell not in EMPTY_CELLS):
        return None
    return cells


def rows_in(value: Any) -> Sequence[Sequence[Any]] | None:
    if isinstance(value, str):
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


def squared(value: Sequence[Any]) -> Sequence[Sequence[Any]] | None:
    """A flat row of cells as rows: a square where the number is one, six rows of seven, else one row."""
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
    return Board(
        shape="square",
        columns=len(cells[0]),
        rows=len(cells),
        owners={place: marks.get(cell, 0) for place, cell in places},
        labels={place: "" if cell in EMPTY_CELLS else cell for place, cell in places},
        last_move=frozenset(changed),
        winning_line=(),
    )


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


# Boards of a whole recording


class BoardColumn:
    """The board of every frame, by the number of the text that shows it."""

    def __init__(self, user_code: UserCode, proposal: Proposal, numbers: NDArray[np.int64], root: Cells | None) -> None:
        self.user_code = user_code
        self.proposal = proposal
        self.numbers = numbers
        self.root = root
        """The board of a first frame that was given none, told from the boards below it."""

    def cells(self, frame: int) -> Cells | None:
        number = int(self.numbers[frame])
        if number < 0:
            return self.root if frame == 0 else None
        return self.proposal.cells_of_text(self.user_code, number)

    @property
    def empty_cell(self) -> str:
        """What stands in a cell that is free: what most moves replace."""
        counted: dict[str, int] = {}
        for frame in range(1, min(len(self.numbers), 200)):
            for _, cell in placed(self.cells(frame) or ()):
                if cell in EMPTY_CELLS:
                    counted[cell] = counted.get(cell, 0) + 1
        return max(counted, key=counted.__getitem__, default="0")


def boards_of(trace: Trace, user_code: UserCode, proposal: Proposal) -> BoardColumn | None:
    """The boards that the frames of a recording were given; None where a frame was given none."""
    numbers = np.full(len(trace), -1, np.int64)
    for number, function in enumerate(user_code.functions):
        name = proposal.parameter(function.name, "board")
        if name is not None and name in function.parameters:
            frames, texts = user_code.argument_column(number, function.parameters.index(name))
            numbers[frames] = texts
    if np.any(numbers[1:] < 0) or len(trace) < 2:
        return None
    below = [proposal.cells_of_text(user_code, int(numbers[child])) for child in trace.children(0)]
    root = common_board([cells for cells in below if cells is not None]) if numbers[0] < 0 else None
    return BoardColumn(user_code, proposal, numbers, root)


def common_board(boards: Sequence[Cells]) -> Cells | None:
    """The board from which several others come by a move each: what they have in common."""
    if len(boards) < 2 or len({(len(cells), len(cells[0])) for cells in boards}) != 1:
        return None
    seen = [cell for cells in boards for _, cell in placed(cells)]
    empty = max((cell for cell in EMPTY_CELLS if cell in seen), key=seen.count, default="0")
    return tuple(
        tuple(here[0] if len(set(here)) == 1 else empty for here in zip(*rows, strict=True))
        for rows in zip(*boards, strict=True)
    )


def cell_moves(trace: Trace, user_code: UserCode, boards: BoardColumn) -> tuple[NDArray[np.int32], list[str]]:
    """What each frame's move is called: by the cells that it changes, else by the call; and the texts of these."""
    parent = trace.column("parent")[1:]
    # One number for each pair of boards: numbers are sorted many times faster than pairs.
    pairs = (boards.numbers[parent] + 1) * (len(user_code.texts) + 1) + boards.numbers[1:] + 1
    _, first, which = np.unique(pairs, return_index=True, return_inverse=True)
    texts: dict[str, int] = {}
    of_pair = np.zeros(len(first), np.int32)
    for place, frame in enumerate((first + 1).tolist()):
        before, after = boards.cells(int(trace.parents[frame])), boards.cells(frame)
        names = [] if before is None or after is None else moved(before, after)
        text = " ".join(names) if 1 <= len(names) <= 4 else user_code.label(frame)
        of_pair[place] = texts.setdefault(text, len(texts))
    return np.concatenate([[-1], of_pair[which.reshape(-1)]]).astype("<i4"), list(texts)


def moved(before: Cells, after: Cells) -> list[str]:
    return [cell_name(after, x, y) for x, y in changes(before, after)]

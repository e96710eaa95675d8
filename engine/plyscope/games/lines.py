"""Lines of k cells on a board of squares: what tic-tac-toe and connect four have in common.

Both keep in their state whose turn it is, how many cells are empty and the winner (0 while there is none), each at a
place of its own. Cells are numbered in rows: cell = row * columns + column. Whether row 0 is the top or the
bottom is up to the game, since a line read from either end is the same line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from plyscope.model.position import State

LINES_THROUGH: tuple[tuple[tuple[int, ...], ...], ...] = ()
TURN = EMPTY = WINNER = 0


SIZE = re.compile(r"\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})(?:\s+|$)")
"""A size before the text of a board: columns, rows and how many in a row, as in 4,3,3 ..../..../...."""


def line_tables(columns: int, rows: int, in_a_row: int) -> dict[str, Any]:
    """Return the tables of the rules: every line, and for every cell the lines that run through it.

    `LINES` holds the cells of each line, `LINES_THROUGH[cell]` the lines through a cell, each without the cell itself.
    """
    lines = [
        tuple((row + i * down) * columns + column + i * right for i in range(in_a_row))
        for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1))
        for row in range(rows)
        for column in range(columns)
        if 0 <= column + (in_a_row - 1) * right < columns and row + (in_a_row - 1) * down < rows
    ]
    if in_a_row == 1:
        lines = [(cell,) for cell in range(columns * rows)]
    through: list[list[tuple[int, ...]]] = [[] for _ in range(columns * rows)]
    for line in lines:
        for cell in line:
            through[cell].append(tuple(other for other in line if other != cell))
    return {
        "LINES": tuple(lines),
        "LINES_THROUGH": tuple(map(tuple, through)),
        "IN_A_ROW": in_a_row,
    }


def completes_line(s: State, cell: int) -> bool:
    """Whether some line through the cell is held by the cell's owner from end to end."""
    owner = s[cell]
    for line in LINES_THROUGH[cell]:
        for other in line:
            if s[other] != owner:
                break
        else:
            return True
    return False


def is_over(s: State) -> bool:
    return s[WINNER] != 0 or s[EMPTY] == 0


def outcome(s: State) -> float:
    if s[WINNER] == 0:
        return 0
    return 1 if s[WINNER] == 1 else -1


def to_move(s: State) -> int:
    return s[TURN]


def longest(s: State) -> int:
    return s[EMPTY]


COMMON_RULES = (completes_line, is_over, outcome, to_move, longest)


def winning_lines(state: Sequence[int], lines: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return the lines that one side holds from end to end."""
    found = []
    for line in lines:
        owner = state[line[0]]
        if owner and all(state[cell] == owner for cell in line):
            found.append(line)
    return found

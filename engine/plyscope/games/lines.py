"""Lines of k cells on a board of squares: what tic-tac-toe and connect four have in common.

Both keep in their state whose turn it is, how many cells are empty and the winner (0 while there is none), each at a
place of its own. Cells are numbered in rows: cell = row * columns + column. Whether row 0 is the top or the
bottom is up to the game, since a line read from either end is the same line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from plyscope.games.entry import GameBase
from plyscope.messages import InputError
from plyscope.model.position import Board, Cell, State

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


def split_size(text: str) -> tuple[list[int], str]:
    """Return the size that a text begins with, if any, and the rest of the text."""
    size = SIZE.match(text)
    return (list(map(int, size.groups())), text[size.end() :]) if size else ([], text)


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


@dataclass(frozen=True)
class LineGame(GameBase):
    """A game of lines on one size of board."""

    columns: int
    rows: int
    in_a_row: int
    usual_size = (3, 3, 3)
    """Columns, rows and how many in a row where a text does not say them."""

    def sized(self, text: str) -> str:
        """Return the text of a board with its size before it, unless it is the usual one or is there already."""
        size = (self.columns, self.rows, self.in_a_row)
        return text if size == self.usual_size or SIZE.match(text) else "{},{},{} ".format(*size) + text

    def place(self, cell: int) -> Cell:
        """Return the column and row of a cell on the drawn board, whose rows count from the top."""
        return cell % self.columns, cell // self.columns

    def drawn(self, state: Sequence[int], last: Sequence[int], pieces: Literal["marks", "discs"]) -> Board:
        """Return the board of a state, with the cells that the last move has changed."""
        won = winning_lines(state, self.rules.tables["LINES"])
        return Board(
            shape="square",
            columns=self.columns,
            rows=self.rows,
            owners={self.place(cell): state[cell] for cell in range(self.columns * self.rows)},
            labels={},
            last_move=frozenset(map(self.place, last)),
            winning_line=tuple(map(self.place, won[0])) if won else (),
            pieces=pieces,
        )

    def won(self, state: Sequence[int]) -> tuple[list[tuple[int, ...]], int, list[Cell]]:
        """Return the lines that a side holds, that side (0 for none), and their cells as drawn; raise InputError where
        both sides hold lines."""
        lines = winning_lines(state, self.rules.tables["LINES"])
        owners = {state[line[0]] for line in lines}
        places = [self.place(cell) for line in lines for cell in line]
        if len(owners) == 2:
            raise InputError(
                "both {first} and {second} have {count} in a row, but a game ends with the first",
                first=self.marks[0],
                second=self.marks[1],
                count=self.in_a_row,
            ).at(places)
        return lines, max(owners, default=0), places

    def moves_after_the_end(self, winner: int) -> InputError:
        """Return the error of a board on which a side has moved after the other had won."""
        return InputError(
            "{winner} has {count} in a row and yet {loser} has moved after that",
            winner=self.marks[winner - 1],
            loser=self.marks[2 - winner],
            count=self.in_a_row,
        )

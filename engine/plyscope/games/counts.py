"""A board whose cells hold numbers of things, such as stones or points, and are edited one by one.

A click adds one, the other button takes one away, and digits that are typed are the number.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from plyscope.games.grid import Grid, GridRules, Tool
from plyscope.messages import Message
from plyscope.model.position import Board, Cell

FIXED = -1
"""The number of a place of the grid that has none to be edited."""
TAKE = -2
"""The owner that stands for the tool that takes one away."""
ADD, LESS = "+", "-"


@dataclass(frozen=True, kw_only=True)
class CountRules(GridRules):
    """How a board of numbers is edited, whose size is fixed by the text."""

    most: int
    """The largest number that a cell can hold."""
    side_of: Callable[[Grid, Cell], int]
    """Whose a place is; 0 where the board has no cell."""
    shape: Literal["square", "hex"] = "square"
    pieces: Literal["marks", "discs", "cells", "chess", "texts"] = "texts"
    symbols: str = ""
    max_size: tuple[int, int]
    tools: tuple[Tool, ...] = (
        Tool(None, Message("Add"), Message("Click a place to add one there. Keys: + or the number itself")),
        Tool(TAKE, Message("Take"), Message("Click a place to take one away. Keys: -, Delete, the right mouse button")),
        Tool(0, Message("Empty"), Message("Click a place to empty it. Key: 0")),
    )
    counts_tell_turn: bool = False

    @property
    def has_marks(self) -> bool:
        return False

    @property
    def has_one_size(self) -> bool:
        return True


@dataclass(frozen=True)
class CountGrid(Grid):
    """A grid with a number in each cell, in reading order, and `FIXED` where there is none."""

    rules: CountRules

    def board(self, winning_line: tuple[Cell, ...] = (), *, whole: bool = False) -> Board:
        numbers = {(place % self.columns, place // self.columns): number for place, number in enumerate(self.cells)}
        owners = {cell: self.rules.side_of(self, cell) for cell in numbers}
        return Board(
            shape=self.rules.shape,
            columns=self.columns,
            rows=self.rows,
            owners={cell: side for cell, side in owners.items() if side},
            labels={cell: "" if number == FIXED else str(number) for cell, number in numbers.items() if owners[cell]},
            last_move=frozenset(),
            winning_line=winning_line,
            pieces=self.rules.pieces,
        )

    def content(self, cell: Cell) -> Message:
        return Message("nothing that can be changed") if self.owner(cell) == FIXED else super().content(cell)

    def cleared(self) -> CountGrid:
        return replace(self, cells=tuple(min(number, 0) for number in self.cells))

    def with_turn(self, turn: int | None) -> Grid:
        return super().with_turn(turn or self.turn)

    def clicked(self, cell: Cell, owner: int | None) -> Grid:
        return self.put(cell, 0) if owner == 0 else self.typed(cell, LESS if owner == TAKE else ADD)

    def removed(self, cell: Cell) -> Grid:
        return self.typed(cell, LESS)

    def put(self, cell: Cell, owner: int) -> Grid:
        return self if self.owner(cell) == FIXED else super().put(cell, owner)

    def key_owner(self, key: str) -> int | None:
        """Return the number that digits say; 0 for the keys that add and take; None for others."""
        if key in (ADD, LESS):
            return 0
        return int(key) if key.isascii() and key.isdigit() and int(key) <= self.rules.most else None

    def typed(self, cell: Cell, key: str) -> Grid:
        if key in (ADD, LESS):
            changed = self.owner(cell) + (1 if key == ADD else -1)
            return self.put(cell, min(max(changed, 0), self.rules.most))
        number = self.key_owner(key)
        return self if number is None else self.put(cell, number)

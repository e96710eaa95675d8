"""A board that is edited cell by cell: the cells as the text has them, whether or not a game can lead there.

A game that can be edited by mouse declares `GridRules` in its entry; any other game is edited as text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from plyscope.messages import Message
from plyscope.model.position import FIRST, SECOND, Board, Cell

ALL_BYTES = bytes(range(256))
OUTSIDE = 3
"""The owner of a place that is not part of the board, in games whose boards can have any outline."""
MOVES_PIECES = -1
"""The owner that stands for the tool that moves the piece clicked first to the cell clicked next."""
KEYS = {"x": FIRST, "r": FIRST, "1": FIRST, "o": SECOND, "y": SECOND, "2": SECOND, ".": 0, "0": 0, "#": OUTSIDE}
"""The owner that a key places, in every game whose sides have one kind of piece."""


def rows_of(cells: Sequence[int], columns: int, rows: int, symbols: bytes) -> list[str]:
    """Return the rows of a board as texts: the first numbers of a state are its cells, each with its symbol."""
    text = bytes(cells[: columns * rows]).translate(symbols + ALL_BYTES[len(symbols) :]).decode("ascii")
    return [text[start : start + columns] for start in range(0, columns * rows, columns)]


def name_by_edges(grid: Grid, cell: Cell, coordinates: str) -> str:
    """Return the name of a cell by its column and row, as in b3; without names beside the board, both from 0."""
    columns, rows = grid.rules.edge_names(grid, coordinates)
    return f"{columns[cell[0]]}{rows[cell[1]]}" if any(columns) and any(rows) else f"{cell[0]},{cell[1]}"


class Tool(NamedTuple):
    """A tool of the editor: what a click on a cell does.

    `owner` is what a cell gets; None: a piece of the side to move; or `MOVES_PIECES`.
    """

    owner: int | None
    label: Message
    help: Message


class Switch(NamedTuple):
    """A property of a position beside the board and the side to move that is on or off, such as a right to castle."""

    label: Message
    help: Message
    is_on: Callable[[Grid], bool]
    is_possible: Callable[[Grid], bool]
    """Whether the pieces on the board allow it."""
    turned: Callable[[Grid, bool], Grid]
    """Returns the grid with it on or off."""


@dataclass(frozen=True)
class GridRules:
    """How a game's board is edited by mouse and keys.

    A cell holds a number: 0 if it is free, else its side; or, where sides have several kinds of pieces, one of `kinds`.
    """

    read: Callable[[str], Grid]
    """Returns the cells of a text; InputError where they cannot be read."""
    shape: Literal["square", "hex"]
    pieces: Literal["marks", "discs", "cells", "chess", "texts"]
    symbols: str
    """The characters of what cells hold, by number: a free cell, the first and the second side, and places outside
    the board, if any; or every kind of piece."""
    max_size: tuple[int, int]
    """The most columns and rows."""
    tools: tuple[Tool, ...]
    """The tools of the editor; the first is selected when the game is chosen."""
    holds: tuple[Message, ...]
    """The contents of cells in words, by number."""
    min_size: tuple[int, int] = (1, 1)
    usual_size: tuple[int, int, int] | None = None
    """Columns, rows and how many in a row, written in front of a board of any other size; None: never written."""
    turns: str = ""
    """How the side to move is written behind the board; empty where the text cannot say it."""
    fixed_turn: Message | None = None
    """Why the side to move cannot be chosen, where it follows from the pieces."""
    counts_tell_turn: bool = True
    """Whether the numbers of pieces tell whose move it is where the text does not; else the first side moves."""
    falls: bool = False
    """Whether pieces fall to the lowest free cell of their column."""
    cell_name: Callable[[Grid, Cell, str], str | Message] = name_by_edges
    """Returns the name of a cell in one of the game's notations, of which an empty one is the usual."""
    edge_names: Callable[[Grid, str], tuple[Sequence[str], Sequence[str]]] = lambda grid, coordinates: ((), ())
    """Returns the names beside the board in a notation: of columns and of rows, from the top left."""
    move_of: Callable[[int, Sequence[Cell]], str] = lambda rows, cells: " ".join(f"{x},{y}" for x, y in cells)
    """Returns the text of a move that changes these cells, on a board with so many rows."""
    kinds: Sequence[tuple[int, str]] = ()
    """The side and the drawn letter of what a cell holds, by its number, where sides have several kinds of pieces.

    Such pieces can be dragged from cell to cell, onto the board and off it.
    """
    keys: Mapping[str, int] = field(default_factory=lambda: KEYS)
    """The key -> what it places."""
    write: Callable[[Grid], str] | None = None
    """Returns the text of a grid, where it is more than its rows and the side to move."""
    switches: tuple[Switch, ...] = ()

    @property
    def has_outline(self) -> bool:
        """Whether places can be taken out of the board."""
        return not self.kinds and len(self.symbols) > OUTSIDE

    @property
    def has_marks(self) -> bool:
        """Whether a cell holds nothing but its side."""
        return not self.kinds

    @property
    def has_one_size(self) -> bool:
        return self.min_size == self.max_size


@dataclass(frozen=True)
class Grid:
    """Cells in reading order: 0 free, 1 and 2 the sides, 3 outside the board; or kinds of pieces."""

    rules: GridRules
    columns: int
    rows: int
    in_a_row: int
    """0 in games without lines."""
    cells: tuple[int, ...]
    turn: int | None
    """The side to move where the text names one."""
    behind: tuple[str, ...] = ()
    """The words of the text behind the side to move."""

    @property
    def text(self) -> str:
        """The grid as a position's text."""
        if self.rules.write is not None:
            return self.rules.write(self)
        written = [self.rules.symbols[owner] for owner in self.cells]
        rows = ["".join(written[start : start + self.columns]) for start in range(0, len(written), self.columns)]
        size = (self.columns, self.rows, self.in_a_row)
        prefix = "" if self.rules.usual_size in (None, size) else "{},{},{} ".format(*size)
        turn = "" if self.turn is None else f" {self.rules.turns[self.turn - 1]}"
        return f"{prefix}{'/'.join(rows)}{turn}"

    def owner(self, cell: Cell) -> int:
        """Return the number that a cell holds."""
        column, row = cell
        return self.cells[row * self.columns + column]

    def is_outside(self, owner: int) -> bool:
        """Whether a number stands for a place outside the board."""
        return owner == OUTSIDE and self.rules.has_outline

    def put(self, cell: Cell, owner: int) -> Grid:
        """Return the grid with another number in a cell."""
        column, row = cell
        place = row * self.columns + column
        return replace(self, cells=(*self.cells[:place], owner, *self.cells[place + 1 :]))

    def with_turn(self, turn: int | None) -> Grid:
        return replace(self, turn=turn)

    @property
    def side_in_turn(self) -> int:
        """The side to move: as the text says, else as the numbers of pieces say."""
        if self.turn is not None:
            return self.turn
        return SECOND if self.cells.count(FIRST) > self.cells.count(SECOND) else FIRST

    def put_in_turn(self, cell: Cell) -> Grid:
        """Return the grid with a piece of the side to move in a cell, and the other side to move."""
        side = self.side_in_turn
        turn = None if self.turn is None else 3 - side
        return replace(self.put(cell, side), turn=turn)

    def landing(self, column: int) -> Cell | None:
        """Return the cell in which a disc dropped into a column comes to lie; None where the column is full."""
        free = [row for row in range(self.rows) if self.owner((column, row)) == 0]
        taken = [row for row in range(self.rows) if self.owner((column, row)) != 0]
        above = [row for row in free if not taken or row < taken[0]]
        return (column, above[-1]) if above else None

    def top_disc(self, column: int) -> Cell | None:
        """Return the cell of the highest disc in a column; None in an empty column."""
        return next(((column, row) for row in range(self.rows) if self.owner((column, row))), None)

    def resized(self, columns: int, rows: int, in_a_row: int) -> Grid:
        """Return the grid in another size, with the pieces that lie on it. New cells are free."""
        # Ranks are counted from below and discs lie at the bottom; only boards with an outline grow downwards.
        shift = 0 if self.rules.has_outline else rows - self.rows
        cells = tuple(
            self.owner((column, row - shift)) if column < self.columns and 0 <= row - shift < self.rows else 0
            for row in range(rows)
            for column in range(columns)
        )
        return replace(self, columns=columns, rows=rows, in_a_row=in_a_row, cells=cells)

    def cleared(self) -> Grid:
        """Return the grid without pieces."""
        return replace(self, cells=tuple(owner if self.is_outside(owner) else 0 for owner in self.cells))

    def board(self, winning_line: tuple[Cell, ...] = (), *, whole: bool = False) -> Board:
        """Return the board to draw; `whole` includes the places outside it, which its layout needs."""
        owners = {(place % self.columns, place // self.columns): owner for place, owner in enumerate(self.cells)}
        kinds = self.rules.kinds
        return Board(
            shape=self.rules.shape,
            columns=self.columns,
            rows=self.rows,
            owners={cell: kinds[owner][0] for cell, owner in owners.items()}
            if kinds
            else {cell: owner for cell, owner in owners.items() if whole or owner != OUTSIDE},
            labels={cell: kinds[owner][1] for cell, owner in owners.items() if owner} if kinds else {},
            last_move=frozenset(),
            winning_line=winning_line,
            pieces=self.rules.pieces,
        )

    def cell_name(self, cell: Cell, coordinates: str = "") -> str | Message:
        return self.rules.cell_name(self, cell, coordinates)

    def content(self, cell: Cell) -> Message:
        """Return what a cell holds, in words."""
        return self.rules.holds[self.owner(cell)]

    # Editing

    def clicked(self, cell: Cell, owner: int | None) -> Grid:
        """Return the grid after a click on a cell with a tool; the same grid where the click changes nothing."""
        if owner == MOVES_PIECES:
            return self
        if self.rules.falls:
            return self.dropped(cell[0], owner)
        found = self.owner(cell)
        if owner is None:
            return self.put(cell, 0) if found else self.put_in_turn(cell)
        if owner == 0 and self.rules.has_outline:
            return self.put(cell, OUTSIDE if found == 0 else 0)
        return self.put(cell, 0 if found == owner and not self.is_outside(owner) else owner)

    def dropped(self, column: int, owner: int | None) -> Grid:
        """Return the grid after a disc was dropped into a column, for None the mover's; 0 takes the top disc away."""
        if owner == 0:
            return self.removed((column, 0))
        landing = self.landing(column)
        if landing is None:
            return self
        return self.put_in_turn(landing) if owner is None else self.put(landing, owner)

    def removed(self, cell: Cell) -> Grid:
        """Return the grid after a click with the other button: without the piece, or without a free cell."""
        if self.rules.falls:
            top = self.top_disc(cell[0])
            return self if top is None else self.put(top, 0)
        if self.rules.has_outline:
            return self.put(cell, OUTSIDE if self.owner(cell) in (0, OUTSIDE) else 0)
        return self.put(cell, 0)

    def moved(self, start: Cell, end: Cell) -> Grid:
        """Return the grid after a piece was dragged to another cell, whatever was there before."""
        return self if start == end else self.put(end, self.owner(start)).put(start, 0)

    def key_owner(self, key: str) -> int | None:
        """Return what a key places; None where it places nothing."""
        keys = self.rules.keys
        return keys.get(key, keys.get(key.lower()))

    def typed(self, cell: Cell, key: str) -> Grid:
        """Return the grid after a key: the piece is placed, whatever was there before."""
        owner = self.key_owner(key)
        if owner is None or (owner == OUTSIDE and not (self.rules.has_outline or self.rules.kinds)):
            return self
        if self.rules.falls:
            return self.dropped(cell[0], owner)
        return self.put(cell, owner)

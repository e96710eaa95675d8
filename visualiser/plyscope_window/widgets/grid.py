"""A board as it is being edited: the cells as the text has them, whether or not a game can lead there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from plyscope.games import connectfour, hexline, tictactoe
from plyscope.games.lines import SIZE
from plyscope.model.position import FIRST, SECOND, Board, Cell

OUTSIDE = hexline.OUTSIDE
"""In a hexline board: no cell."""

USUAL_SIZES = {"tictactoe": (3, 3, 3), "connectfour": (7, 6, 4)}
LARGEST_SIZES = {
    "tictactoe": (tictactoe.LARGEST, tictactoe.LARGEST),
    "connectfour": (connectfour.MOST_COLUMNS, connectfour.MOST_ROWS),
    "hexline": (hexline.LARGEST, hexline.LARGEST),
}
SYMBOLS = {"tictactoe": ".XO", "connectfour": ".RY", "hexline": ".12#"}
PIECES: dict[str, Literal["marks", "discs", "cells"]] = {
    "tictactoe": "marks",
    "connectfour": "discs",
    "hexline": "cells",
}
TURNS = {"tictactoe": "xo", "hexline": "12"}


@dataclass(frozen=True)
class Grid:
    """Cells in reading order: 0 free, 1 and 2 the sides, 3 no cell of the board."""

    game: str
    columns: int
    rows: int
    in_a_row: int
    """0 in hexline, which knows no such thing."""
    cells: tuple[int, ...]
    turn: int | None
    """The side to move where the text names one."""

    @property
    def text(self) -> str:
        """What would be written for it."""
        symbols = SYMBOLS[self.game]
        written = [symbols[owner] for owner in self.cells]
        rows = ["".join(written[start : start + self.columns]) for start in range(0, len(written), self.columns)]
        size = (self.columns, self.rows, self.in_a_row)
        prefix = "" if self.game == "hexline" or size == USUAL_SIZES[self.game] else "{},{},{} ".format(*size)
        turn = "" if self.turn is None else f" {TURNS[self.game][self.turn - 1]}"
        return f"{prefix}{'/'.join(rows)}{turn}"

    def owner(self, cell: Cell) -> int:
        column, row = cell
        return self.cells[row * self.columns + column]

    def put(self, cell: Cell, owner: int) -> Grid:
        column, row = cell
        place = row * self.columns + column
        return replace(self, cells=(*self.cells[:place], owner, *self.cells[place + 1 :]))

    def with_turn(self, turn: int | None) -> Grid:
        return replace(self, turn=turn)

    @property
    def side_in_turn(self) -> int:
        """Whose move it seems to be."""
        if self.turn is not None:
            return self.turn
        return SECOND if self.cells.count(FIRST) > self.cells.count(SECOND) else FIRST

    def put_in_turn(self, cell: Cell) -> Grid:
        """The piece of whoever is to move; then it is the other side's turn."""
        side = self.side_in_turn
        turn = None if self.turn is None else 3 - side
        return replace(self.put(cell, side), turn=turn)

    def landing(self, column: int) -> Cell | None:
        """Where a disc that is dropped into a column comes to lie; None where there is no room."""
        free = [row for row in range(self.rows) if self.owner((column, row)) == 0]
        taken = [row for row in range(self.rows) if self.owner((column, row)) != 0]
        above = [row for row in free if not taken or row < taken[0]]
        return (column, above[-1]) if above else None

    def top_disc(self, column: int) -> Cell | None:
        return next(((column, row) for row in range(self.rows) if self.owner((column, row))), None)

    def resized(self, columns: int, rows: int, in_a_row: int) -> Grid:
        """The same pieces on another size of board, as far as they lie on it. New cells are free."""
        # Squares keep their names, which count ranks from below, and discs stay at the bottom.
        shift = 0 if self.game == "hexline" else rows - self.rows
        cells = tuple(
            self.owner((column, row - shift)) if column < self.columns and 0 <= row - shift < self.rows else 0
            for row in range(rows)
            for column in range(columns)
        )
        return replace(self, columns=columns, rows=rows, in_a_row=in_a_row, cells=cells)

    def cleared(self) -> Grid:
        """No pieces; of hexline the same board with all its cells free."""
        return replace(self, cells=tuple(owner if owner == OUTSIDE else 0 for owner in self.cells))

    def board(self, winning_line: tuple[Cell, ...] = (), *, whole: bool = False) -> Board:
        """What is drawn; `whole` is every place where a cell can be, as the plan of the drawing has it."""
        owners = {(place % self.columns, place // self.columns): owner for place, owner in enumerate(self.cells)}
        return Board(
            shape="hex" if self.game == "hexline" else "square",
            columns=self.columns,
            rows=self.rows,
            owners={cell: owner for cell, owner in owners.items() if whole or owner != OUTSIDE},
            labels={},
            last_move=frozenset(),
            winning_line=winning_line,
            pieces=PIECES[self.game],
        )

    def cell_name(self, cell: Cell) -> str:
        column, row = cell
        if self.game == "tictactoe":
            return f"{tictactoe.FILES[column]}{self.rows - row}"
        return f"{column},{row}" if self.game == "hexline" else str(column + 1)


def read_grid(game: str, text: str) -> Grid:
    """The cells of a text; InputError where there is no telling what they are."""
    return READERS[game](text)


def read_tictactoe(text: str) -> Grid:
    size = SIZE.match(text)
    board = tictactoe.game(*map(int, size.groups())) if size else tictactoe.game()
    squares, turn = tictactoe.read_squares(board, text[size.end() :] if size else text)
    return Grid("tictactoe", board.columns, board.rows, board.in_a_row, tuple(squares), turn)


def read_connectfour(text: str) -> Grid:
    size = SIZE.match(text)
    board = connectfour.game(*map(int, size.groups())) if size else connectfour.game()
    body = text[size.end() :].strip() if size else text.strip()
    state = [0] * (board.columns * board.rows + board.columns) + [FIRST, board.columns * board.rows, 0]
    if body.isascii() and body.isdigit():
        connectfour.play_columns(board, body, state)
    elif body:
        connectfour.read_rows(board, body, state)
    # The game counts its rows from the bottom.
    cells = [
        state[row * board.columns + column] for row in reversed(range(board.rows)) for column in range(board.columns)
    ]
    return Grid("connectfour", board.columns, board.rows, board.in_a_row, tuple(cells), None)


def read_hexline(text: str) -> Grid:
    reading = hexline.read(text)
    board = reading.game
    assert isinstance(board, hexline.Hexline)
    *cells, turn, _free = reading.state
    return Grid("hexline", board.columns, board.rows, 0, tuple(cells), turn if turn == SECOND else None)


READERS: dict[str, Callable[[str], Grid]] = {
    "tictactoe": read_tictactoe,
    "connectfour": read_connectfour,
    "hexline": read_hexline,
}

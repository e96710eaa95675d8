"""Tic-tac-toe, on three by three squares or any other size: X and O in turn, k in a row wins.

The state is one int a square in reading order (0 empty, 1 X, 2 O), then whose turn it is, how many squares
are empty, and the winner (0 while there is none). A move is the number of a square.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from plyscope.games.entry import GameEntry, Manner, SampleBoard, unicode_name
from plyscope.games.grid import Grid, GridRules, Tool, rows_of
from plyscope.games.lines import COMMON_RULES, LineGame, completes_line, line_tables, split_size
from plyscope.messages import InputError, Message, PlaceName, shortened
from plyscope.model.position import FIRST, SECOND, Board, Cell, Position, Reading, Rules, State, plain_coordinates

NAME = "tictactoe"
SQUARES, TURN, EMPTY, WINNER = 9, 9, 10, 11


def moves(s: State) -> Iterator[int]:
    for square in range(SQUARES):
        if s[square] == 0:
            yield square


def play(s: State, square: int) -> None:
    s[square] = s[TURN]
    s[EMPTY] -= 1
    if completes_line(s, square):
        s[WINNER] = s[TURN]
    s[TURN] = 3 - s[TURN]


def undo(s: State, square: int) -> None:
    s[TURN] = 3 - s[TURN]
    s[WINNER] = 0
    s[EMPTY] += 1
    s[square] = 0


SQUARE, NUMBER, COLUMN_ROW, ROW_COLUMN = "a3", "number", "[x,y]", "row,column"
"""The notations of squares: by file and rank; by number in reading order, from 1; by column and row in brackets; by
row and column, both from 0 at the top left. No text of one is a text of another."""
TYPED = re.compile(
    r"(?P<file>[a-z])(?P<rank>[1-9][0-9]?) | (?P<number>[0-9]{1,6})"
    r" | (?P<open>\[)?\s*(?P<left>[0-9]{1,3})\s*,\s*(?P<right>[0-9]{1,3})\s*(?(open)\])",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)

FILES = "abcdefghijklmnopqrstuvwxyz"
MAX_SIZE = 26


def square_name(size: tuple[int, int], square: Cell, coordinates: str) -> str:
    """Return the name of a square in one of the notations, on a board of so many columns and rows."""
    (columns, rows), (column, row) = size, square
    if coordinates == NUMBER:
        return str(row * columns + column + 1)
    if coordinates == COLUMN_ROW:
        return f"[{column},{row}]"
    return f"{row},{column}" if coordinates == ROW_COLUMN else f"{FILES[column]}{rows - row}"


def square_in(size: tuple[int, int], square: Cell, notation: str) -> str:
    """Return the name of a square in a notation that was typed, with or without its brackets."""
    known = {plain_coordinates(one): one for one in (SQUARE, NUMBER, COLUMN_ROW, ROW_COLUMN)}
    return square_name(size, square, known.get(plain_coordinates(notation), SQUARE))


def edge_names(size: tuple[int, int], coordinates: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of columns and of rows in a notation; numbers of squares have none."""
    columns, rows = size
    if coordinates == NUMBER:
        return (), ()
    if coordinates in (COLUMN_ROW, ROW_COLUMN):
        return tuple(map(str, range(columns))), tuple(map(str, range(rows)))
    return tuple(FILES[:columns]), tuple(str(rank) for rank in range(rows, 0, -1))


@dataclass(frozen=True)
class TicTacToe(LineGame):
    """Tic-tac-toe on one size of board: its texts, names and drawing."""

    square_names: tuple[str, ...]
    name = NAME
    sides = ("x", "o")
    marks = ("X", "O")
    coordinates = (SQUARE, NUMBER, COLUMN_ROW, ROW_COLUMN)

    def diagram(self, state: Sequence[int]) -> str:
        return "/".join(rows_of(state, self.columns, self.rows, b".XO"))

    def text(self, state: Sequence[int]) -> str:
        turn = self.sides[state[self.columns * self.rows] - 1]
        return self.sized(f"{self.diagram(state)} {turn}")

    def move_text(self, move: int) -> str:
        return self.square_names[move]

    def shown_move(self, move: int, coordinates: str) -> str:
        return square_name((self.columns, self.rows), self.square(move), coordinates)

    def edge_names(self, coordinates: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return edge_names((self.columns, self.rows), coordinates)

    def read_move(self, text: str, state: Sequence[int]) -> int | None:
        """Return the square that a text names in any of the notations, b2, 5, [1,1] or 1,1, or None."""
        typed = TYPED.fullmatch(text.strip())
        if typed is None:
            return None
        if typed["number"]:
            square = int(typed["number"]) - 1
            return square if 0 <= square < self.columns * self.rows else None
        if typed["file"]:
            column, row = FILES.index(typed["file"].lower()), self.rows - int(typed["rank"])
        else:
            column, row = int(typed["left"]), int(typed["right"])
            if not typed["open"]:
                column, row = row, column
        return row * self.columns + column if column < self.columns and 0 <= row < self.rows else None

    def find_states(self, text: str, root: Sequence[int]) -> list[tuple[int, ...]]:
        found = tuple(read(self.sized(text)).state)
        turn = self.columns * self.rows
        return [found, (*found[:turn], 3 - found[turn], *found[turn + 1 :])]

    def board(self, state: Sequence[int], last: int | None = None) -> Board:
        return self.drawn(state, [] if last is None else [last], "marks")

    def square(self, move: int) -> tuple[int, int]:
        return self.place(move)

    def distance_from_centre(self, move: int) -> float:
        right = abs(move % self.columns - (self.columns - 1) / 2)
        return right + abs(move // self.columns - (self.rows - 1) / 2)

    def swapped(self, state: Sequence[int]) -> tuple[int, ...]:
        """Return the position with the marks exchanged."""
        *squares, turn, empty, winner = state
        return (*(3 - owner if owner else 0 for owner in squares), 3 - turn, empty, 3 - winner if winner else 0)


def game(columns: int = 3, rows: int = 3, in_a_row: int = 3) -> TicTacToe:
    """Return tic-tac-toe on a board of a size; raise InputError for an impossible one."""
    if not (1 <= columns <= MAX_SIZE and 1 <= rows <= MAX_SIZE):
        raise InputError(
            "a board of {columns} by {rows} squares is not possible: from 1 to {largest} a side",
            columns=columns,
            rows=rows,
            largest=MAX_SIZE,
        )
    if not 1 <= in_a_row <= max(columns, rows):
        raise InputError(
            "{count} in a row do not fit on {columns} by {rows} squares",
            count=in_a_row,
            columns=columns,
            rows=rows,
        )
    squares = columns * rows
    tables = line_tables(columns, rows, in_a_row)
    tables |= {"SQUARES": squares, "TURN": squares, "EMPTY": squares + 1, "WINNER": squares + 2}
    tables["CENTRE"] = tuple(
        row * columns + column
        for row in range((rows - 1) // 2, rows // 2 + 1)
        for column in range((columns - 1) // 2, columns // 2 + 1)
    )
    functions = (moves, play, undo, *COMMON_RULES)
    # Files from a, ranks from 1 at the bottom, as in chess.
    names = tuple(f"{FILES[square % columns]}{rows - square // columns}" for square in range(squares))
    return TicTacToe(Rules.of(functions, tables), columns, rows, in_a_row, names)


def read(text: str) -> Reading:
    """Return the position in a text: a board in reading order, as symbols or as a list of 1, -1 and 0.

    Optionally with a size before it and the side to move behind it.
    """
    board, squares, turn = read_squares(text)
    state = [*squares, turn or FIRST, squares.count(0), 0]
    check_counts(board, squares, turn, state)
    return Reading(board, state)


def read_squares(text: str) -> tuple[TicTacToe, list[int], int | None]:
    """Return the game in the size of a text, its squares, and the side to move where the text names one."""
    size, text = split_size(text)
    board = game(*size)
    count = board.columns * board.rows
    if not text.strip():
        return board, [0] * count, None
    if text.lstrip().startswith("["):
        text = listed_squares(board, text)
    words = text.split()
    turn = None
    if len(words) > 1 and words[-1].lower() in ("x", "o") and len("".join(words).replace("/", "")) == count + 1:
        turn = FIRST if words.pop().lower() == "x" else SECOND
    body = "/".join(words)
    rows = [row for row in body.split("/") if row]
    if len(rows) == board.rows:
        for number, row in enumerate(rows, 1):
            if len(row) != board.columns:
                raise InputError(
                    "row {row} has {found} squares, it should have {expected}",
                    row=number,
                    found=len(row),
                    expected=board.columns,
                )
            for column, symbol in enumerate(row):
                # A wrong symbol in this row is reported before a wrong length of the next one.
                read_square(board, (number - 1) * board.columns + column, symbol)
    symbols = "".join(rows)
    if len(symbols) != count:
        raise InputError(
            "the board has {found} squares, it should have {expected} ({columns} by {rows})",
            found=len(symbols),
            expected=count,
            columns=board.columns,
            rows=board.rows,
        )
    return board, [read_square(board, square, symbol) for square, symbol in enumerate(symbols)], turn


NUMBERS_IN_LIST = {"1": "X", "-1": "O", "0": "."}


def listed_squares(board: TicTacToe, text: str) -> str:
    """Return the symbols of a list of numbers, as the notebook writes a board: 1 is X, -1 is O."""
    inner, bracket, after = text.strip().removeprefix("[").partition("]")
    if not bracket:
        raise InputError("the list of squares is not closed; its last character is {symbol}", symbol=text.strip()[-1])
    numbers = [number.strip() for number in inner.rstrip().removesuffix(",").split(",")]
    for place, number in enumerate(numbers[: len(board.square_names)]):
        if number not in NUMBERS_IN_LIST:
            raise InputError(
                "number {place} of the list, square {square}, is {number}; X is 1, O is -1, an empty square 0",
                place=place + 1,
                square=place_name(board, place),
                number=shortened(number, 20),
            )
    return "".join(NUMBERS_IN_LIST.get(number, "?") for number in numbers) + after


def place_name(board: TicTacToe, square: int) -> PlaceName:
    """Return a square for a message, which is named in the reader's notation."""
    return PlaceName(partial(square_in, (board.columns, board.rows), board.square(square)))


def read_square(board: TicTacToe, square: int, symbol: str) -> int:
    """Return the side whose mark a symbol is; 0 for an empty square; raise InputError for any other symbol."""
    if symbol in "Xx":
        return FIRST
    if symbol in "Oo":
        return SECOND
    if symbol in "._-bB" or symbol == str(square + 1):
        return 0
    place: dict[str, object] = {
        "square": place_name(board, square),
        "row": square // board.columns + 1,
        "column": square % board.columns + 1,
        "symbol": symbol,
    }
    if not symbol.isascii():
        raise InputError(
            "square {square} (row {row}, column {column}) holds '{symbol}', {unicode_name}; "
            "a board is written with the Latin letters X and O and with dots",
            unicode_name=unicode_name(symbol),
            **place,
        )
    raise InputError(
        "square {square} (row {row}, column {column}) holds '{symbol}'; a square is X, O or empty, written as a dot",
        **place,
    )


def check_counts(board: TicTacToe, squares: list[int], turn: int | None, state: State) -> None:
    """Set whose turn it is and who has won; raise InputError for a board that no game leads to.

    Either side may have started, so that the counts differ by at most one, and the side that is ahead has
    moved last. On a finished board the winner has moved last, and its last stone lies on all its lines.
    """
    xs, os = squares.count(FIRST), squares.count(SECOND)
    if abs(xs - os) > 1:
        raise InputError(
            "{xs} X and {os} O cannot stand together: sides alternate, so the counts differ by at most one",
            xs=xs,
            os=os,
        ).at(board.square(square) for square, owner in enumerate(squares) if owner == (FIRST if xs > os else SECOND))
    ahead = FIRST if xs > os else SECOND if os > xs else None
    if turn is not None and turn == ahead:
        raise InputError(
            "{side} cannot be to move: {xs} X and {os} O stand on the board, so {side} has moved last",
            side=board.marks[turn - 1],
            xs=xs,
            os=os,
        )
    won, winner, places = board.won(squares)
    if winner:
        if ahead == 3 - winner or turn == winner:
            raise board.moves_after_the_end(winner).at(places)
        if not set(won[0]).intersection(*won):
            raise InputError(
                "{side} has two lines that share no square, but a game ends with the first",
                side=board.marks[winner - 1],
            ).at(places)
    if turn is None:
        turn = 3 - winner if winner else SECOND if ahead == FIRST else FIRST
    state[board.columns * board.rows] = turn
    state[board.columns * board.rows + 2] = winner


def read_grid(text: str) -> Grid:
    """Return the squares of a text for the editor, whether or not a game can lead there."""
    board, squares, turn = read_squares(text)
    return Grid(GRID, board.columns, board.rows, board.in_a_row, tuple(squares), turn)


def board_text(position: Position) -> str:
    """Return the board for the terminal, `-  X  O`, as the notebook prints it."""
    board = position.board()
    return "\n".join("  ".join("-XO"[board.owners[x, y]] for x in range(board.columns)) for y in range(board.rows))


GRID = GridRules(
    read_grid,
    shape="square",
    pieces="marks",
    symbols=".XO",
    max_size=(MAX_SIZE, MAX_SIZE),
    usual_size=TicTacToe.usual_size,
    turns="xo",
    cell_name=lambda grid, cell, coordinates: square_name((grid.columns, grid.rows), cell, coordinates),
    edge_names=lambda grid, coordinates: edge_names((grid.columns, grid.rows), coordinates),
    move_of=lambda rows, cells: " ".join(f"{FILES[x]}{rows - y}" for x, y in cells),
    tools=(
        Tool(None, Message("In turn"), Message("Click a square to place a mark of the side to move")),
        Tool(FIRST, Message("X"), Message("Click a square to place an X, or to take it away again. Key: X")),
        Tool(SECOND, Message("O"), Message("Click a square to place an O, or to take it away again. Key: O")),
        Tool(0, Message("Empty"), Message("Click a square to empty it. Key: Delete, or the right mouse button")),
    ),
    holds=(Message("empty"), Message("X"), Message("O")),
)

ENTRY = GameEntry(
    NAME,
    title=Message("Tic-tac-toe"),
    about=Message("three in a row on 3 by 3 squares, or k in a row on any other size"),
    notation=Message(".OO/XXO/.X. o, or with columns, rows and length before it: 4,3,3 ..../..../...."),
    read=read,
    start=".../.../...",
    sides=(Message("X"), Message("O")),
    boards=tuple(
        SampleBoard(
            Message("{columns} × {rows}, {number} in a row", columns=columns, rows=rows, number=number),
            f"{columns},{rows},{number} {'/'.join(['.' * columns] * rows)}",
        )
        for columns, rows, number in ((3, 3, 3), (4, 4, 3), (4, 4, 4), (5, 5, 4))
    ),
    manner=Manner(
        board_text,
        Message("Enter {side}'s position [1 to {last}]: "),
        coordinates=NUMBER,
        how=Message("Click a square, or type its number from the top left."),
        won=Message("{winner}({mark}) Wins! {loser}({other}) Loses!"),
        drawn=Message("Draw!!!"),
        asks_who_starts=True,
        opponent="notebook",
        person=SECOND,
        opponents=("alphabeta", "minimax:depth=2", "alphabeta:depth=4,score=lines"),
    ),
    grid=GRID,
)

"""Connect four, on seven by six cells or any other size: discs drop in columns, k in a row wins.

A full board without such a row is a tie, and a row made with the last disc still wins. The state is one
int a cell from the bottom row up (0 empty, 1 R, 2 Y), then the height of each column, whose turn it is, how
many cells are empty, and the winner (0 while there is none). A move is a column, counted from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from plyscope.games.entry import GameEntry, Manner, SampleBoard, unicode_name
from plyscope.games.grid import Grid, GridRules, Tool, rows_of
from plyscope.games.lines import COMMON_RULES, LineGame, completes_line, line_tables, split_size
from plyscope.messages import InputError, Message
from plyscope.model.position import FIRST, SECOND, Board, Position, Reading, Rules, State

NAME = "connectfour"
COLUMNS, ROWS, HEIGHTS, TURN, EMPTY, WINNER = 7, 6, 42, 49, 50, 51


def moves(s: State) -> Iterator[int]:
    for column in range(COLUMNS):
        if s[HEIGHTS + column] < ROWS:
            yield column


def play(s: State, column: int) -> None:
    cell = s[HEIGHTS + column] * COLUMNS + column
    s[cell] = s[TURN]
    s[HEIGHTS + column] += 1
    s[EMPTY] -= 1
    if completes_line(s, cell):
        s[WINNER] = s[TURN]
    s[TURN] = 3 - s[TURN]


def undo(s: State, column: int) -> None:
    s[TURN] = 3 - s[TURN]
    s[WINNER] = 0
    s[EMPTY] += 1
    s[HEIGHTS + column] -= 1
    s[s[HEIGHTS + column] * COLUMNS + column] = 0


MAX_COLUMNS, MAX_ROWS = 9, 12
"""The largest board: columns are named by one digit."""

DISCS = {"R": FIRST, "X": FIRST, "Y": SECOND, "O": SECOND, ".": 0, "_": 0, "-": 0}


@dataclass(frozen=True)
class ConnectFour(LineGame):
    """Connect four on one size of board: its texts, names and drawing."""

    name = NAME
    usual_size = (7, 6, 4)
    sides = ("r", "y")
    marks = ("R", "Y")

    def diagram(self, state: Sequence[int]) -> str:
        return "/".join(reversed(rows_of(state, self.columns, self.rows, b".RY")))

    def text(self, state: Sequence[int]) -> str:
        return self.sized(self.diagram(state))

    def edge_names(self, coordinates: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return tuple(str(column + 1) for column in range(self.columns)), ()

    def move_text(self, move: int) -> str:
        return str(move + 1)

    def read_move(self, text: str, state: Sequence[int]) -> int | None:
        is_column = len(text) == 1 and "1" <= text <= str(self.columns)
        return int(text) - 1 if is_column else None

    def find_states(self, text: str, root: Sequence[int]) -> list[tuple[int, ...]]:
        return [tuple(read(self.sized(text)).state)]

    def place(self, cell: int) -> tuple[int, int]:
        """Return the column and row of a cell on the drawn board; the cells are numbered from the bottom."""
        return cell % self.columns, self.rows - 1 - cell // self.columns

    def board(self, state: Sequence[int], last: int | None = None) -> Board:
        heights = state[self.columns * self.rows :]
        return self.drawn(state, [] if last is None else [(heights[last] - 1) * self.columns + last], "discs")

    def distance_from_centre(self, move: int) -> float:
        return abs(move - (self.columns - 1) / 2)

    def swapped(self, state: Sequence[int]) -> tuple[int, ...]:
        """Return the position with the colours exchanged."""
        cells, heights = self.columns * self.rows, self.columns
        turn, empty, winner = state[cells + heights :]
        exchanged = [3 - owner if owner else 0 for owner in state[:cells]]
        return (*exchanged, *state[cells : cells + heights], 3 - turn, empty, 3 - winner if winner else 0)


def game(columns: int = 7, rows: int = 6, in_a_row: int = 4) -> ConnectFour:
    """Return connect four on a board of a size; raise InputError for an impossible one."""
    if not (1 <= columns <= MAX_COLUMNS and 1 <= rows <= MAX_ROWS):
        raise InputError(
            "a board of {columns} columns and {rows} rows is not possible: at most {most_columns} and {most_rows}",
            columns=columns,
            rows=rows,
            most_columns=MAX_COLUMNS,
            most_rows=MAX_ROWS,
        )
    if not 1 <= in_a_row <= max(columns, rows):
        raise InputError(
            "{count} in a row do not fit on {columns} columns and {rows} rows",
            count=in_a_row,
            columns=columns,
            rows=rows,
        )
    cells = columns * rows
    turn = cells + columns
    tables = line_tables(columns, rows, in_a_row)
    tables |= {"COLUMNS": columns, "ROWS": rows, "HEIGHTS": cells, "TURN": turn, "EMPTY": turn + 1, "WINNER": turn + 2}
    middle = range((columns - 1) // 2, columns // 2 + 1)
    tables["CENTRE"] = tuple(row * columns + column for row in range(rows) for column in middle)
    functions = (moves, play, undo, *COMMON_RULES)
    return ConnectFour(Rules.of(functions, tables), columns, rows, in_a_row)


def read(text: str) -> Reading:
    """Return the position in a text: columns in the order played, or rows from the top; a size may come first."""
    board, body, state = read_size(text)
    if is_played(body):
        play_columns(board, body, state)
        return Reading(board, state, as_played=text.strip())
    if body:
        fill_rows(board, body, state)
    return Reading(board, state)


def read_size(text: str) -> tuple[ConnectFour, str, State]:
    """Return the game in the size that a text begins with, if any, the rest of the text, and an empty board."""
    size, body = split_size(text)
    board = game(*size)
    cells = board.columns * board.rows
    return board, body.strip(), [0] * (cells + board.columns) + [FIRST, cells, 0]


def is_played(text: str) -> bool:
    """Whether a text means columns in the order played: its first word holds a digit, which no row does."""
    return "/" not in text and any(symbol.isdigit() for word in text.split()[:1] for symbol in word)


def play_columns(board: ConnectFour, digits: str, state: State) -> None:
    """Play columns, which are given as digits, on a state; raise InputError for an impossible move."""
    for number, digit in enumerate(digits, 1):
        if board.rules.is_over(state):
            raise InputError("move {number} comes after the end of the game", number=number)
        column = board.read_move(digit, state)
        if column is None:
            raise no_column(board, number, digit)
        if column not in board.rules.moves(state):
            raise InputError("move {number}: column {digit} is full", number=number, digit=digit)
        board.rules.play(state, column)


def no_column(board: ConnectFour, number: int, symbol: str) -> InputError:
    """Return the error of a character that is no column."""
    if symbol.isascii():
        return InputError(
            "move {number} is '{symbol}'; the columns are 1 to {columns}",
            number=number,
            symbol=symbol,
            columns=board.columns,
        )
    return InputError(
        "move {number} is '{symbol}', {unicode_name}; the columns are 1 to {columns}",
        number=number,
        symbol=symbol,
        unicode_name=unicode_name(symbol),
        columns=board.columns,
    )


def fill_rows(board: ConnectFour, text: str, state: State) -> None:
    """Put the discs of a text's rows on a state; raise InputError where no game leads there."""
    read_rows(board, text, state)
    refuse_floating(board, state)
    check_counts(board, state)


def read_rows(board: ConnectFour, text: str, state: State) -> None:
    """Put the discs of a text's rows on a state, whether or not a game can lead there."""
    rows = [row for row in text.replace("/", " ").split() if row]
    if len(rows) != board.rows:
        raise InputError("the board has {found} rows, it should have {expected}", found=len(rows), expected=board.rows)
    for number, row in enumerate(rows, 1):
        if len(row) != board.columns:
            raise InputError(
                "row {row} has {found} cells, it should have {expected}",
                row=number,
                found=len(row),
                expected=board.columns,
            )
        for column, symbol in enumerate(row):
            state[(board.rows - number) * board.columns + column] = read_cell(symbol, number, column + 1)


def read_cell(symbol: str, row: int, column: int) -> int:
    """Return the side whose disc a letter is; 0 for an empty cell; raise InputError for any other."""
    if symbol.upper() in DISCS and symbol.isascii():
        return DISCS[symbol.upper()]
    if not symbol.isascii():
        raise InputError(
            "row {row}, column {column} holds '{symbol}', {unicode_name}; "
            "a board is written with the Latin letters R and Y (or X and O) and with dots",
            row=row,
            column=column,
            symbol=symbol,
            unicode_name=unicode_name(symbol),
        )
    raise InputError(
        "row {row}, column {column} holds '{symbol}'; a cell is R, Y or empty, written as a dot",
        row=row,
        column=column,
        symbol=symbol,
    )


def refuse_floating(board: ConnectFour, state: State) -> None:
    """Set the heights of the columns; raise InputError for a disc above an empty cell."""
    for column in range(board.columns):
        owners = [state[row * board.columns + column] for row in range(board.rows)]
        height = sum(owner != 0 for owner in owners)
        if 0 in owners[:height]:
            floating = max(row for row in range(board.rows) if owners[row])
            raise InputError(
                "the disc in row {row}, column {column} floats: there is an empty cell below it",
                row=board.rows - floating,
                column=column + 1,
            ).at([board.place(floating * board.columns + column)])
        state[board.columns * board.rows + column] = height


def check_counts(board: ConnectFour, state: State) -> None:
    """Set turn, empty cells and winner; raise InputError for discs that no game leads to.

    R moves first; the winner has moved last, on top of a column.
    """
    cells = board.columns * board.rows
    reds, yellows = state[:cells].count(FIRST), state[:cells].count(SECOND)
    if reds - yellows not in (0, 1):
        raise InputError(
            "{reds} R and {yellows} Y cannot stand together: R moves first and the sides alternate",
            reds=reds,
            yellows=yellows,
        ).at(board.place(cell) for cell in range(cells) if state[cell] == (FIRST if reds > yellows else SECOND))
    turn = FIRST if reds == yellows else SECOND
    won, winner, places = board.won(state)
    if winner == turn:
        raise board.moves_after_the_end(winner).at(places)
    tops = {(state[cells + column] - 1) * board.columns + column for column in range(board.columns)}
    if won and not tops.intersection(*won):
        raise InputError(
            "{count} in a row of {winner} cannot have been made by the last disc",
            winner=board.marks[winner - 1],
            count=board.in_a_row,
        ).at(places)
    state[-3:] = [turn, cells - reds - yellows, winner]


def read_grid(text: str) -> Grid:
    """Return the cells of a text, whether or not a game can lead there."""
    board, body, state = read_size(text)
    if body.isascii() and body.isdigit():
        play_columns(board, body, state)
    elif body:
        read_rows(board, body, state)
    # The state counts its rows from the bottom.
    cells = [
        state[row * board.columns + column] for row in reversed(range(board.rows)) for column in range(board.columns)
    ]
    return Grid(GRID, board.columns, board.rows, board.in_a_row, tuple(cells), None)


def board_text(position: Position) -> str:
    """Return the board for the terminal: cells from the top, and below them the numbers of the columns."""
    board = position.board()
    rows = [" ".join(".RY"[board.owners[x, y]] for x in range(board.columns)) for y in range(board.rows)]
    return "\n".join([*rows, " ".join(str(x + 1) for x in range(board.columns))])


GRID = GridRules(
    read_grid,
    shape="square",
    pieces="discs",
    symbols=".RY",
    max_size=(MAX_COLUMNS, MAX_ROWS),
    usual_size=ConnectFour.usual_size,
    fixed_turn=Message("In connect four red moves first, so that the discs say whose move it is"),
    falls=True,
    cell_name=lambda grid, cell, coordinates: str(cell[0] + 1),
    edge_names=lambda grid, coordinates: (tuple(str(column + 1) for column in range(grid.columns)), ()),
    move_of=lambda rows, cells: " ".join(str(x + 1) for x, _ in cells),
    tools=(
        Tool(None, Message("In turn"), Message("Click a column to drop a disc of the side to move")),
        Tool(FIRST, Message("Red"), Message("Click a column to drop a red disc. Key: R")),
        Tool(SECOND, Message("Yellow"), Message("Click a column to drop a yellow disc. Key: Y")),
        Tool(
            0, Message("Take"), Message("Click a column to take its top disc. Key: Delete, or the right mouse button")
        ),
    ),
    holds=(Message("empty"), Message("red"), Message("yellow")),
)

ENTRY = GameEntry(
    NAME,
    title=Message("Connect four"),
    about=Message("four in a row on 7 columns of 6 cells, or k in a row on any other size"),
    notation=Message("4453, the columns played, or rows from the top: ......./......./......./......./...Y.../.RRRY.."),
    read=read,
    start="/".join(["." * 7] * 6),
    sides=(Message("Red"), Message("Yellow")),
    boards=tuple(
        SampleBoard(
            Message("{columns} × {rows}, {number} in a row", columns=columns, rows=rows, number=number),
            f"{columns},{rows},{number}",
        )
        for columns, rows, number in ((7, 6, 4), (5, 4, 4), (6, 5, 4), (4, 4, 3))
    ),
    manner=Manner(
        board_text,
        Message("{side}, your column [1 to {last}]: "),
        how=Message("Click a column, or type its number."),
        drawn=Message("TIE"),
        won_by_person=Message("YOU WIN!!!!"),
        lost_by_person=Message("GAME OVER"),
        opponent="tutorial-depth",
        opponents=("alphabeta:order=center,score=sooner", "alphabeta:depth=4,order=center", "minimax:depth=2"),
    ),
    grid=GRID,
)

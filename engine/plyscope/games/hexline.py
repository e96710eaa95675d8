"""Hexline: on a board of hexagons, a move takes one, two or three free cells in a straight line.

The side that takes the last cell loses. Odd rows are shifted half a cell to the right, so that every cell has six
neighbours, one in each direction:

     1 2
    3 x 4
     5 6

The state is one int a cell in reading order (0 free, 1 and 2 taken by a side, 3 not part of the board),
then whose turn it is and how many cells are free. A move is the number of a line in a list that is made for
the board: all lines over cells that are free at the start, by x, then y, then length, then direction.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from plyscope.games.entry import GameBase, GameEntry, Manner, RandomBoards, SampleBoard, unicode_name
from plyscope.games.grid import OUTSIDE, Grid, GridRules, Tool, rows_of
from plyscope.messages import InputError, Message
from plyscope.model.position import FIRST, SECOND, Board, Cell, Position, Reading, Rules, State
from plyscope.model.scoring import Scoring
from plyscope.model.shuffle import MAX_SEED, random_below, random_words

NAME = "hexline"
LINE_CELLS: tuple[tuple[int, int, int], ...] = ()
TURN, EMPTY = 0, 0
MAX_SIDE = FIRST


def moves(s: State) -> Iterator[int]:
    for line, cells in enumerate(LINE_CELLS):
        for cell in cells:
            if s[cell] != 0:
                break
        else:
            yield line


def play(s: State, line: int) -> None:
    for cell in LINE_CELLS[line]:
        if s[cell] == 0:
            s[cell] = s[TURN]
            s[EMPTY] -= 1
    s[TURN] = 3 - s[TURN]


def undo(s: State, line: int) -> None:
    s[TURN] = 3 - s[TURN]
    for cell in LINE_CELLS[line]:
        if s[cell] != 0:
            s[cell] = 0
            s[EMPTY] += 1


def is_over(s: State) -> bool:
    return s[EMPTY] == 0


def outcome(s: State) -> float:
    if s[EMPTY] != 0:
        return 0
    return 1 if s[TURN] == 1 else -1


def to_move(s: State) -> int:
    return s[TURN]


def longest(s: State) -> int:
    return s[EMPTY]


def project_score(s: State, depth: float) -> float:
    """Return 1000 or -1000 for MAX by the parity of the cells that are left; 0 where they are more than five.

    One cell left: the other side must take it and loses. None left: the side that has just moved took it.
    """
    free = s[EMPTY]
    if free > 5:
        return 0
    for_last_mover = 1000 if free % 2 == 1 else -1000
    return -for_last_mover if s[TURN] == MAX_SIDE else for_last_mover


EVEN_ROWS = ((-1, -1), (0, -1), (-1, 0), (1, 0), (-1, 1), (0, 1))
ODD_ROWS = ((0, -1), (1, -1), (-1, 0), (1, 0), (0, 1), (1, 1))
"""The change of x and y by a step in directions 1 to 6, in even and in odd rows."""

MAX_SIZE = 12
SYMBOLS = ".12#"


def neighbour(cell: Cell, direction: int) -> Cell:
    """Return the next cell in a direction from 1 to 6, which may lie outside the board."""
    x, y = cell
    right, down = (ODD_ROWS if y % 2 else EVEN_ROWS)[direction - 1]
    return x + right, y + down


def line_from(cell: Cell, length: int, direction: int) -> tuple[Cell, ...]:
    """Return the cells of a straight line from a cell on, which may lie outside the board."""
    cells = [cell]
    while len(cells) < length:
        cells.append(neighbour(cells[-1], direction))
    return tuple(cells)


@dataclass(frozen=True)
class Hexline(GameBase):
    """Hexline on one board: its texts, names and drawing."""

    columns: int
    rows: int
    lines: tuple[tuple[Cell, ...], ...]
    """The cells of each line, in the order of its name."""
    numbers: dict[frozenset[Cell], int]
    """Cells -> line, from whichever end it is read."""
    name = NAME
    sides = ("1", "2")
    marks = ("Player 1", "Player 2")

    def diagram(self, state: Sequence[int]) -> str:
        return "/".join(rows_of(state, self.columns, self.rows, SYMBOLS.encode()))

    def text(self, state: Sequence[int]) -> str:
        return f"{self.diagram(state)} {state[self.columns * self.rows]}"

    def move_text(self, move: int) -> str:
        """Return the cell of a move; for a longer line with its length and direction, 1, 2 or 3."""
        cells = self.lines[move]
        x, y = cells[0]
        if len(cells) == 1:
            return f"{x},{y}"
        direction = next(one for one in (1, 2, 3) if neighbour(cells[0], one) == cells[1])
        return f"{x},{y}:{len(cells)}:{direction}"

    def read_move(self, text: str, state: Sequence[int]) -> int | None:
        named = re.fullmatch(r"([0-9]{1,2}),([0-9]{1,2})(?::([123])(?::([1-6]))?)?", text.replace(" ", ""))
        if named is None:
            return None
        length = int(named[3] or 1)
        if length > 1 and not named[4]:
            return None
        cells = line_from((int(named[1]), int(named[2])), length, int(named[4] or 1))
        return self.numbers.get(frozenset(cells))

    def find_states(self, text: str, root: Sequence[int]) -> list[tuple[int, ...]]:
        found = tuple(read(text).state)
        if split_turn(text.split())[1] is not None:
            return [found]
        *cells, turn, free = found
        return [found, (*cells, 3 - turn, free)]

    def board(self, state: Sequence[int], last: int | None = None) -> Board:
        owners = {
            (x, y): state[y * self.columns + x]
            for y in range(self.rows)
            for x in range(self.columns)
            if state[y * self.columns + x] != OUTSIDE
        }
        return Board(
            shape="hex",
            columns=self.columns,
            rows=self.rows,
            owners=owners,
            labels={},
            last_move=frozenset() if last is None else frozenset(self.lines[last]),
            winning_line=(),
            pieces="cells",
        )

    def distance_from_centre(self, move: int) -> float:
        cells = self.lines[move]
        middle = (self.columns - 1) / 2, (self.rows - 1) / 2
        return sum(abs(x - middle[0]) + abs(y - middle[1]) for x, y in cells) / len(cells)


def game(columns: int, rows: int, cells: Sequence[int]) -> Hexline:
    """Return the game on a board; lines over cells that are taken already are not listed as moves."""
    free = {(place % columns, place // columns) for place, owner in enumerate(cells) if owner == 0}
    lines = []
    for x in range(columns):
        for y in range(rows):
            candidates = [line_from((x, y), 1, 1)]
            candidates += [line_from((x, y), length, direction) for length in (2, 3) for direction in (1, 2, 3)]
            lines += [line for line in candidates if free.issuperset(line)]
    size = columns * rows
    tables = {
        # Three cells each: of a shorter line one stands there more than once.
        "LINE_CELLS": tuple(
            tuple(y * columns + x for x, y in (line[0], line[len(line) // 2], line[-1])) for line in lines
        ),
        "TURN": size,
        "EMPTY": size + 1,
    }
    functions = (moves, play, undo, is_over, outcome, to_move, longest)
    numbers = {frozenset(line): number for number, line in enumerate(lines)}
    return Hexline(Rules.of(functions, tables), columns, rows, tuple(lines), numbers)


def read(text: str) -> Reading:
    """Return the position in a text: rows of cells and the side to move, or `random N SEED`."""
    words = text.split()
    if words and words[0] == "random":
        return read_random(words[1:])
    words, turn = split_turn(words)
    rows = "/".join(words).strip("/").split("/") if words else ["." * MAX_SIZE] * MAX_SIZE
    if len(rows) > MAX_SIZE or len(rows[0]) > MAX_SIZE:
        raise InputError(
            "the board is {columns} by {rows} cells, at most {largest} by {largest} are possible",
            columns=len(rows[0]),
            rows=len(rows),
            largest=MAX_SIZE,
        )
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise InputError(
                "row {row} has {found} cells, row 0 has {expected}", row=number, found=len(row), expected=len(rows[0])
            )
    cells = [read_cell(symbol, x, y) for y, row in enumerate(rows) for x, symbol in enumerate(row)]
    if all(cell == OUTSIDE for cell in cells):
        raise InputError("the board has no cells, only #")
    return Reading(game(len(rows[0]), len(rows), cells), [*cells, turn or FIRST, cells.count(0)])


def split_turn(words: list[str]) -> tuple[list[str], int | None]:
    """Return the words of the board, and the side to move where a last word names one."""
    sides = {"1": FIRST, "2": SECOND}
    if len(words) > 1 and words[0] != "random" and words[-1] in sides:
        return words[:-1], sides[words[-1]]
    return words, None


def read_cell(symbol: str, x: int, y: int) -> int:
    """Return the number of a sign on a board; raise InputError for any other sign."""
    if not symbol.isascii():
        raise InputError(
            "cell {x},{y} holds '{symbol}', {unicode_name}; a board is written with the signs . 1 2 and #",
            x=x,
            y=y,
            symbol=symbol,
            unicode_name=unicode_name(symbol),
        )
    if symbol not in SYMBOLS:
        raise InputError(
            "cell {x},{y} holds '{symbol}'; a cell is . free, 1 or 2 taken, or # not part of the board",
            x=x,
            y=y,
            symbol=symbol,
        )
    return SYMBOLS.index(symbol)


def read_random(words: list[str]) -> Reading:
    """Return a start board of so many free cells, drawn by a seed."""
    if len(words) != 2 or not all(re.fullmatch("-?[0-9]+", word) for word in words):
        raise InputError("a generated board is written random N SEED, with two whole numbers")
    count, seed = (int(word[:30]) for word in words)
    if not 1 <= count <= MAX_SIZE * MAX_SIZE:
        raise InputError("a board has from 1 to {most} free cells, not {count}", most=MAX_SIZE**2, count=words[0])
    if abs(seed) > MAX_SEED:
        raise InputError("a seed is a whole number from -{most} to {most}, not {seed}", most=MAX_SEED, seed=words[1])
    cells = grow_board(count, seed)
    return Reading(game(MAX_SIZE, MAX_SIZE, cells), [*cells, FIRST, count])


def grow_board(count: int, seed: int) -> list[int]:
    """Return a whole board: connected free cells, grown from the middle at random, and all others outside."""
    words = random_words(seed, [count], NAME)
    blob = {(6, 6)}
    rim: list[Cell] = []
    newest = (6, 6)
    while len(blob) < count:
        for direction in range(1, 7):
            x, y = neighbour(newest, direction)
            if 0 <= x < MAX_SIZE and 0 <= y < MAX_SIZE and (x, y) not in blob and (x, y) not in rim:
                rim.append((x, y))
        newest = rim.pop(random_below(len(rim), words))
        blob.add(newest)
    return [0 if (x, y) in blob else OUTSIDE for y in range(MAX_SIZE) for x in range(MAX_SIZE)]


def read_grid(text: str) -> Grid:
    """Return the cells of a text for the editor."""
    reading = read(text)
    board = reading.game
    assert isinstance(board, Hexline)
    *cells, turn, _free = reading.state
    return Grid(GRID, board.columns, board.rows, 0, tuple(cells), turn if turn == SECOND else None)


def board_text(position: Position) -> str:
    """Return the board for the terminal: odd rows shifted, with numbers of columns and rows, without empty edges."""
    board = position.board()
    columns, rows = ({cell[axis] for cell in board.owners} for axis in (0, 1))
    across, down = range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)
    lines = ["    " + "".join(f"{x:<4}" for x in across)]
    for y in down:
        cells = "".join(f"{SYMBOLS[board.owners[x, y]] if (x, y) in board.owners else ' ':<4}" for x in across)
        lines.append(f"{y:>2}  {'  ' if y % 2 else ''}{cells}")
    return "\n".join(line.rstrip() for line in lines)


def line_over(cells: Sequence[Cell]) -> str:
    """Return the text of the move that takes some cells; empty where they are no line."""
    lines = ((line_from(cell, len(cells), one), cell, one) for cell in cells for one in (1, 2, 3))
    x, y, direction = next(((*cell, one) for line, cell, one in lines if set(line) == set(cells)), (-1, -1, 0))
    return "" if not direction else f"{x},{y}" if len(cells) == 1 else f"{x},{y}:{len(cells)}:{direction}"


GRID = GridRules(
    read_grid,
    move_of=lambda rows, cells: line_over(cells),
    shape="hex",
    pieces="cells",
    symbols=SYMBOLS,
    max_size=(MAX_SIZE, MAX_SIZE),
    turns="12",
    counts_tell_turn=False,
    tools=(
        Tool(
            0,
            Message("Cell"),
            Message("Click to add a cell to the board, or to take it out again. Draw with the button held"),
        ),
        Tool(FIRST, Message("Taken by 1"), Message("Click a cell that player 1 has taken. Key: 1")),
        Tool(SECOND, Message("Taken by 2"), Message("Click a cell that player 2 has taken. Key: 2")),
        Tool(
            OUTSIDE,
            Message("No cell"),
            Message("Click to take a cell out of the board. Key: Delete, or the right mouse button"),
        ),
    ),
    holds=(
        Message("free"),
        Message("taken by player 1"),
        Message("taken by player 2"),
        Message("not part of the board"),
    ),
)

PROJECT_SCORING = Scoring(
    "hexline-project",
    project_score,
    Message("±1000 by the number of cells left, seen by the side that has just moved"),
)

ENTRY = GameEntry(
    NAME,
    title=Message("Hexline"),
    about=Message("lines of one to three cells on hexagons; taking the last cell loses"),
    notation=Message("..#/.1./#.. 2, or random N SEED for a start board of N free cells"),
    read=read,
    start="random 12 1",
    sides=(Message("Player 1"), Message("Player 2")),
    boards=tuple(
        SampleBoard(Message("{number} cells, random", number=number), f"random {number}", is_random=True)
        for number in (12, 8, 20, 33, 60)
    ),
    random=RandomBoards("random", MAX_SIZE * MAX_SIZE),
    manner=Manner(
        board_text,
        Message("{side}, your line x,y or x,y:length:direction: "),
        how=Message("Drag over one to three cells in a line. The side that takes the last cell loses."),
        greeting=Message("{first} VS. {second}: the side that takes the last cell loses"),
        reason=Message("{loser} has taken the last cell."),
        opponent="hexline-project",
        opponents=("alphabeta", "alphabeta:depth=2,score=hexline-project", "minimax:depth=2"),
    ),
    grid=GRID,
    scorings=(PROJECT_SCORING,),
)

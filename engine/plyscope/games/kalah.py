"""Kalah: stones are sown from pits; a last stone in one's own store gives another move, one in an empty pit captures.

The board has two rows of pits, north's above south's, and a store for each side: south's at the right, north's at the
left. All stones of one of a side's pits are sown one by one in the order south's pits, south's store, north's pits,
north's store, but never into the other side's store. Where the last one falls into the side's own store, the side moves
again. Where it falls into an empty pit of its own, with stones in the pit opposite, both go into the side's store. The
game is over as soon as all pits of one side are empty. What then lies in the pits of the other is the other's, and the
larger sum wins.

The state is one int a place in that order, then whose turn it is. A move holds the place of its pit, how many stones
lie there and how many it takes from the pit opposite, so that it can be undone. Its name is the column of its pit,
counted from the left of the board for both sides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from plyscope.games.counts import FIXED, CountGrid, CountRules
from plyscope.games.entry import GameBase, GameEntry, Manner, SampleBoard, unicode_name
from plyscope.games.grid import Grid
from plyscope.messages import InputError, Message
from plyscope.model.position import FIRST, SECOND, Board, Cell, Position, Reading, Rules, State
from plyscope.model.scoring import Scoring

NAME = "kalah"
PITS, PLACES, CIRCUIT, TURN = 6, 14, 13, 14
"""Pits of a side; pits and stores; the places that a side sows into; the place of the side to move in a state."""
STONES, TAKEN = 64, 64 * 256
"""The factors of the parts of a move: the stones in its pit, and those that it takes from the pit opposite."""
SIGN = 1


# The rules


def moves(s: State) -> Iterator[int]:
    for column in range(PITS):
        pit = column if s[TURN] == 1 else 2 * PITS - column
        if s[pit]:
            yield pit + STONES * s[pit] + TAKEN * taken(s, pit)


def taken(s: State, pit: int) -> int:
    """Return how many stones sowing a pit takes from the pit opposite the last stone."""
    first = 0 if pit < PITS else PITS + 1
    way = pit - first + s[pit]
    end = way % CIRCUIT
    if end >= PITS or s[pit] > CIRCUIT or (s[pit] < CIRCUIT and s[first + end]):
        return 0
    # Once round the board, the pit opposite has got a stone, too.
    return s[2 * PITS - first - end] + way // CIRCUIT


def play(s: State, move: int) -> None:
    pit, stones, captured = move % STONES, move // STONES % 256, move // TAKEN
    first = 0 if pit < PITS else PITS + 1
    end = (pit - first + stones) % CIRCUIT
    s[pit] = 0
    for way in range(pit - first + 1, pit - first + stones + 1):
        s[(first + way % CIRCUIT) % PLACES] += 1
    if captured:
        s[first + end] = 0
        s[2 * PITS - first - end] = 0
        s[first + PITS] += captured + 1
    if end != PITS:
        s[TURN] = 3 - s[TURN]


def undo(s: State, move: int) -> None:
    pit, stones, captured = move % STONES, move // STONES % 256, move // TAKEN
    first = 0 if pit < PITS else PITS + 1
    end = (pit - first + stones) % CIRCUIT
    s[TURN] = 1 if pit < PITS else 2
    if captured:
        s[first + PITS] -= captured + 1
        s[2 * PITS - first - end] = captured
        s[first + end] = 1
    for way in range(pit - first + 1, pit - first + stones + 1):
        s[(first + way % CIRCUIT) % PLACES] -= 1
    s[pit] = stones


def is_over(s: State) -> bool:
    return stones_from(s, 0) == 0 or stones_from(s, PITS + 1) == 0


def stones_from(s: State, first: int) -> int:
    """Return the stones in the pits of the side whose first pit it is."""
    count = 0
    for pit in range(first, first + PITS):
        count += s[pit]
    return count


def outcome(s: State) -> float:
    if not is_over(s):
        return 0
    lead = s[PITS] + stones_from(s, 0) - s[2 * PITS + 1] - stones_from(s, PITS + 1)
    return 1 if lead > 0 else -1 if lead < 0 else 0


def to_move(s: State) -> int:
    return s[TURN]


def longest(s: State) -> int:
    """Return a number of moves that no game exceeds.

    A move brings its stones nearer to the end of their row, or one of them into a store. The steps to there
    fall by one a move at least. A stone in a store lets those of all others grow, each to the length of a row at most.
    """
    if is_over(s):
        return 0
    steps = count = 0
    for pit in range(PITS):
        count += s[pit] + s[PITS + 1 + pit]
        steps += (PITS - pit) * (s[pit] + s[PITS + 1 + pit])
    return steps + PITS * count * (count + 1) // 2


def stores(s: State, depth: float) -> float:
    """Return the stones in MAX's store less those in MIN's; at the end also those in the pits."""
    lead = s[PITS] - s[2 * PITS + 1]
    if is_over(s):
        for pit in range(PITS):
            lead += s[pit] - s[PITS + 1 + pit]
    return SIGN * lead


FUNCTIONS = (moves, taken, play, undo, is_over, stones_from, outcome, to_move, longest)


# The board

MAX_PITS, MAX_STONES = 9, 96
"""The most pits of a side, which are named by one digit, and the most stones on the board."""
TURNS = {"south": FIRST, "s": FIRST, "north": SECOND, "n": SECOND}


@dataclass(frozen=True)
class Kalah(GameBase):
    """Kalah with rows of some length: its texts, names and drawing."""

    pits: int
    name = NAME
    sides = ("south", "north")
    marks = ("South", "North")

    def diagram(self, state: Sequence[int]) -> str:
        """Return north's store and pits from the left, then south's pits and store."""
        north, south = self.rows_of(state)
        return f"{' '.join(map(str, north))}/{' '.join(map(str, south))}"

    def rows_of(self, state: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return both rows from the left: north's begins with its store, south's ends with its own."""
        return list(state[self.pits + 1 : 2 * self.pits + 2])[::-1], list(state[: self.pits + 1])

    def text(self, state: Sequence[int]) -> str:
        """Return both rows and the side to move, as `read` takes them."""
        return f"{self.diagram(state)} {self.sides[state[-1] - 1]}"

    def move_text(self, move: int) -> str:
        return str(self.pit_cell(move % STONES)[0])

    def read_move(self, text: str, state: Sequence[int]) -> int | None:
        """Return the move of the pit in a column; of an empty pit one that nobody can make."""
        if len(text) != 1 or not "1" <= text <= str(self.pits):
            return None
        pit = int(text) - 1 if state[-1] == FIRST else 2 * self.pits + 1 - int(text)
        legal = [] if self.rules.is_over(list(state)) else self.rules.moves(list(state))
        return next((move for move in legal if move % STONES == pit), pit)

    def find_states(self, text: str, root: Sequence[int]) -> list[tuple[int, ...]]:
        *places, turn = read(text).state
        if text.split() and text.split()[-1].lower() in TURNS:
            return [(*places, turn)]
        return [(*places, turn), (*places, 3 - turn)]

    def pit_cell(self, place: int) -> Cell:
        """Return the column and row of a pit on the drawn board."""
        return (place + 1, 1) if place < self.pits else (2 * self.pits + 1 - place, 0)

    def board(self, state: Sequence[int], last: int | None = None) -> Board:
        north, south = self.rows_of(state)
        stones = {(column, 0): count for column, count in enumerate(north)}
        stones |= {(column, 1): count for column, count in enumerate(south, 1)}
        return Board(
            shape="square",
            columns=self.pits + 2,
            rows=2,
            owners={cell: FIRST if cell[1] else SECOND for cell in stones},
            labels={cell: str(count) for cell, count in stones.items()},
            last_move=frozenset() if last is None else frozenset({self.pit_cell(last % STONES)}),
            winning_line=(),
            pieces="texts",
            shaded=frozenset({(0, 0), (self.pits + 1, 1)}),
        )

    def edge_names(self, coordinates: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return ("", *(str(column) for column in range(1, self.pits + 1)), ""), ("", "")

    def distance_from_centre(self, move: int) -> float:
        return abs(self.pit_cell(move % STONES)[0] - (self.pits + 1) / 2)


def game(pits: int) -> Kalah:
    """Return kalah with so many pits on either side."""
    places = 2 * pits + 2
    tables = {"PITS": pits, "PLACES": places, "CIRCUIT": places - 1, "TURN": places, "STONES": STONES, "TAKEN": TAKEN}
    return Kalah(Rules.of(FUNCTIONS, tables, alternates=False), pits)


# Reading

SIZE = re.compile(r"([0-9]{1,4})\s*,\s*([0-9]{1,4})")


def read(text: str) -> Reading:
    """Return the position in a text: pits and stones in each, or two rows, north's first, and the side to move."""
    north, south, turn = places_of(text)
    pits, count = len(south) - 1, sum(north) + sum(south)
    if count > MAX_STONES:
        raise InputError("a board has at most {most} stones, not {count}", most=MAX_STONES, count=count)
    return Reading(game(pits), [*south, *reversed(north), turn])


def places_of(text: str) -> tuple[list[int], list[int], int]:
    """Return both rows of a text from the left, north's first, and the side to move, with any number of stones."""
    words = text.replace("/", " / ").split()
    turn = TURNS[words.pop().lower()] if words and words[-1].lower() in TURNS else FIRST
    body = " ".join(words)
    size = SIZE.fullmatch(body or "6,4")
    if size is not None:
        pits, stones = map(int, size.groups())
        north, south = [0] + [stones] * pits, [stones] * pits + [0]
    else:
        north, south = read_rows(body)
        pits = len(south) - 1
    if not 1 <= pits <= MAX_PITS:
        raise InputError("a side has from 1 to {most} pits, not {count}", most=MAX_PITS, count=pits)
    return north, south, turn


def read_rows(body: str) -> tuple[list[int], list[int]]:
    """Return north's and south's row of a text, from the left; raise InputError where they do not fit."""
    rows = [row.split() for row in body.split("/")]
    if len(rows) != 2:
        raise InputError(
            "a position of kalah is two rows, as in 0 4 4 4/4 4 4 0 south, or pits and stones, as in 6,4; not {text}",
            text=body[:80],
        )
    if len(rows[0]) != len(rows[1]) or len(rows[0]) < 2:
        raise InputError(
            "the upper row has {upper} numbers and the lower {lower}; both are as many pits, and a store",
            upper=len(rows[0]),
            lower=len(rows[1]),
        )
    north, south = ([read_count(word) for word in row] for row in rows)
    return north, south


def read_count(word: str) -> int:
    """Return a number of stones; raise InputError where a word is none."""
    if re.fullmatch("[0-9]{1,4}", word):
        return int(word)
    symbol = next(symbol for symbol in word if not "0" <= symbol <= "9") if not word.isdecimal() else word
    if len(symbol) == 1 and not symbol.isascii():
        raise InputError(
            "'{word}' holds {unicode_name}; stones are counted in the digits 0 to 9",
            word=word[:20],
            unicode_name=unicode_name(symbol),
        )
    raise InputError("'{word}' is no number of stones", word=word[:20])


def read_grid(text: str) -> CountGrid:
    """Return the stones of a text for the editor, also where they are more than a game can have."""
    north, south, turn = places_of(text)
    return CountGrid(GRID, len(south) + 1, 2, 0, (*north, FIXED, FIXED, *south), turn)


def write_grid(grid: Grid) -> str:
    """Return the text of the editor's grid."""
    rows = grid.cells[: grid.columns - 1], grid.cells[grid.columns + 1 :]
    return f"{'/'.join(' '.join(map(str, row)) for row in rows)} {Kalah.sides[(grid.turn or FIRST) - 1]}"


def name_of_place(grid: Grid, cell: Cell, coordinates: str) -> Message:
    """Return the name of a pit or store."""
    column, row = cell
    if column in (0, grid.columns - 1):
        return Message("South’s store") if row else Message("North’s store")
    if row:
        return Message("South’s pit {column}", column=column)
    return Message("North’s pit {column}", column=column)


GRID = CountRules(
    read_grid,
    most=MAX_STONES,
    side_of=lambda grid, cell: (0, FIRST if cell[1] else SECOND)[grid.owner(cell) != FIXED],
    min_size=(3, 2),
    max_size=(MAX_PITS + 2, 2),
    turns="sn",
    cell_name=name_of_place,
    edge_names=lambda grid, coordinates: (("", *map(str, range(1, grid.columns - 1)), ""), ("", "")),
    holds=(
        Message("no stones"),
        Message("1 stone"),
        *(Message("{count} stones", count=count) for count in range(2, MAX_STONES + 1)),
    ),
    write=write_grid,
)


def board_text(position: Position) -> str:
    """Return the board for the terminal: both rows, with the names of the pits above and below."""
    board = position.board()
    names = "    " + "".join(f"{column:>4}" for column in range(1, board.columns - 1))
    rows = ["".join(f"{board.labels.get((x, y), ''):>4}" for x in range(board.columns)).rstrip() for y in range(2)]
    return "\n".join([names, "", *rows, "", names])


ENTRY = GameEntry(
    NAME,
    title=Message("Kalah"),
    about=Message("stones are sown from pits; a side moves again after a last stone in its own store"),
    notation=Message("6,4 (pits of a side, stones in each), or north's row over south's: 0 4 4 4/4 4 4 0 south"),
    read=read,
    start="6,4",
    sides=(Message("South"), Message("North")),
    boards=tuple(
        SampleBoard(Message("{pits} pits, {stones} stones in each", pits=pits, stones=stones), f"{pits},{stones}")
        for pits, stones in ((6, 4), (6, 3), (4, 3), (3, 2))
    ),
    manner=Manner(
        board_text,
        Message("{side}, your pit, by its column: "),
        how=Message("Click one of your pits, or type its column."),
        reason=Message("{winner} has more stones."),
        opponent="alphabeta:depth=6,score=stores",
        adviser="alphabeta:depth=8,score=stores",
        opponents=("alphabeta:depth=6,score=stores", "alphabeta:depth=3,score=stores", "minimax:depth=2,score=stores"),
    ),
    sit_opposite=True,
    grid=GRID,
    scorings=(
        Scoring(
            "stores",
            stores,
            Message("kalah: stones in MAX's store less those in MIN's; at the end of the game all stones"),
            needs="CIRCUIT",
        ),
    ),
)

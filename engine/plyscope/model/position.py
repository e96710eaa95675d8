"""A position: a board and whose move it is. And what a game must offer so that everything else can use it.

A game is one file that serves two readers. The machine gets `Rules`: plain functions over a flat list of
ints, which a search calls millions of times. The person gets a `Game`: the same state as text, as moves
with names and as a `Board` to draw. Only the game's file knows what the ints mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import FunctionType
from typing import Any, ClassVar, Literal, NamedTuple, Protocol, Self

from plyscope.messages import InputError, Message, OptionError

State = list[int]
"""A flat list of ints, so that a copy is `list(state)`; what of it tells positions apart, its game's `key` says."""
Key = tuple[int, ...]
"""A position as it is kept and looked up: a state without what only `undo` needs. Equal keys have equal futures."""

Outcomes = Sequence[tuple[int, float]]
"""Moves of chance, each with its probability: 1 / 6 and 0.1 are read as the fractions that they stand for."""

FIRST, SECOND = 1, 2
"""The two sides, in the order in which they begin. 3 - side is the other one."""

Cell = tuple[int, int]
"""Column and row of a cell, counted from 0 at the top left."""


def no_moves(_: State) -> Iterator[int]:
    """Return no noisy moves, for games that declare none."""
    return iter(())


class Rules(NamedTuple):
    """The functions of a game that a search calls, on states that are flat lists of ints.

    The laws, tested on every game in the table:

    1. `undo` after `play` gives back the very state, also where `play` began with the key of a state.
    2. `moves` is asked of unfinished positions only and then gives at least one move, each legal move once,
       in an order that follows from the state alone.
    3. After `play` it is the other side's move, unless the game says that sides do not alternate.
    4. `outcome` of a finished board is 1, 0 or -1, seen from the first side; of an unfinished one 0. A tree
       of numbers gives the node's number instead, seen from MAX's side.
    5. `longest` is never less than the number of moves until the end, and falls by at least one a move. A game that
       does not know it says None, for every state; then a search needs a depth.
    6. The text of a state reads back as a state with the same key, and names of moves lead back to the moves.
    7. `key` of a key is the key itself, and every function says the same of a state and of its key.
    8. `noisy` gives some of `moves`, in the same order.
    9. `chance` gives the outcomes of a state in which chance moves, which are its `moves` in their order; each has a
       probability above 0, and together they have 1. It gives none where a side moves, nor where the game is finished.
       `to_move` is then the side whose turn it is. Sides do not alternate in a game with chance.
    10. Where a side `may_pass` in an unfinished position, `pass_turn` makes it the other side's move and changes
       nothing else that moves depend on; `undo_pass` after it gives back the very state. A game has all three or none.
    """

    moves: Callable[[State], Iterator[int]]
    play: Callable[[State, int], None]
    undo: Callable[[State, int], None]
    is_over: Callable[[State], bool]
    outcome: Callable[[State], float]
    to_move: Callable[[State], int]
    longest: Callable[[State], int | None]
    tables: Mapping[str, Any]
    chance: Callable[[State], Outcomes] | None = None
    """The moves of chance in a state, each with its probability. None in games without chance."""
    alternates: bool = True
    """Whether it is the other side's move after every move."""
    transposes: bool = True
    """Whether different moves can lead to the same state."""
    knows_all: bool = True
    """Whether `moves` gives all legal moves, and not only those of a recording."""
    key: Callable[[Sequence[int]], Key] = tuple
    """What of a state tells it from others. In most games all of it."""
    noisy: Callable[[State], Iterator[int]] = no_moves
    """The moves that a search does not stop before, such as captures: a quiet position has none."""

    may_pass: Callable[[State], bool] | None = None
    """Whether a search may suppose that a side passes its turn, which is no move of the game. None where none may."""
    pass_turn: Callable[[State], None] | None = None
    undo_pass: Callable[[State], None] | None = None

    @property
    def is_flat(self) -> bool:
        """Whether all of a state tells it from others."""
        return self.key is tuple

    def outcomes(self, state: State) -> Outcomes:
        """Return the moves of chance in a state, each with its probability; none where a side moves."""
        return () if self.chance is None else self.chance(state)

    @staticmethod
    def of(
        functions: Iterable[Callable[..., Any]],
        tables: Mapping[str, Any],
        transposes: bool = True,
        alternates: bool = True,
    ) -> Rules:
        """Return the functions of a game's file as rules, bound to the tables of one board."""
        bound = bind(functions, tables)
        required = {name: bound[name] for name in REQUIRED_RULES}
        optional = {name: bound[name] for name in OPTIONAL_RULES if name in bound}
        alternates = alternates and "chance" not in optional
        named = required | optional
        return Rules(**named, tables=tables, transposes=transposes, alternates=alternates, knows_all=True)


REQUIRED_RULES = ("moves", "play", "undo", "is_over", "outcome", "to_move", "longest")
OPTIONAL_RULES = ("key", "noisy", "chance", "may_pass", "pass_turn", "undo_pass")
"""The functions that a game declares only where something special holds."""


def bind(functions: Iterable[Callable[..., Any]], names: Mapping[str, Any]) -> dict[str, Callable[..., Any]]:
    """Return the functions with other globals: each sees `names` and the other functions, nothing else."""
    scope: dict[str, Any] = dict(names)
    bound: dict[str, Callable[..., Any]] = {}
    for function in functions:
        assert isinstance(function, FunctionType)
        bound[function.__name__] = FunctionType(function.__code__, scope, function.__name__)
    scope.update(bound)
    return bound


class Board(NamedTuple):
    """A position as people see it: cells with owners and labels, drawn without knowing anything of the game."""

    shape: Literal["square", "hex", "text", "node"]
    """Squares, hexagons, the characters of a text in a font of fixed width, or a node of a tree."""
    columns: int
    rows: int
    owners: Mapping[Cell, int]
    """Every cell of the board: 0 is free, else the side that holds it. Missing cells are not part of it."""
    labels: Mapping[Cell, str]
    """Texts for cells; a cell without one shows its owner's sign."""
    last_move: frozenset[Cell]
    winning_line: tuple[Cell, ...]
    pieces: Literal["marks", "discs", "cells", "chess", "texts"] = "marks"
    """What stands on the board: crosses and rings, discs, nothing but the cell itself, chess pieces, or any texts.

    The labels of a chess board are the letters of its pieces: KQRBNP, in capitals for either side.
    """
    left: frozenset[Cell] = frozenset()
    """Cells with pieces that calls of user code have left behind, instead of taking them back."""
    shaded: frozenset[Cell] = frozenset()
    """Cells with a darker ground: every second square of a chess board, or what is no place to move from."""


def dark_squares(columns: int, rows: int) -> frozenset[Cell]:
    """Return the dark squares of a chess board, whose top left is light."""
    return frozenset((column, row) for column in range(columns) for row in range(rows) if (column + row) % 2)


def node_board(label: str, children: Sequence[str], last: int | None) -> Board:
    """Return the board of a game without one: a node in the first row, led to by `last`, its children in the second."""
    labels = {(0, 0): label} | {(column, 1): child for column, child in enumerate(children)}
    return Board(
        shape="node",
        columns=max(1, len(children)),
        rows=2 if children else 1,
        owners=dict.fromkeys(labels, 0),
        labels=labels,
        last_move=frozenset() if last is None else frozenset({(0, 0)}),
        winning_line=(),
    )


class Game(Protocol):
    """One game on one size of board (for `tree` and `hexline`: on one tree, one board)."""

    @property
    def name(self) -> str: ...
    @property
    def sides(self) -> tuple[str, str]:
        """The letters of the sides in texts, first side first."""

    @property
    def marks(self) -> tuple[str, str]:
        """The names of the sides in sentences."""

    @property
    def rules(self) -> Rules: ...
    @property
    def has_winner(self) -> bool:
        """Whether games are won, drawn or lost; otherwise they end in numbers."""

    @property
    def is_given(self) -> bool:
        """Whether the whole tree is given with the position, so that it can be drawn before it is searched."""

    def given_number(self, state: Sequence[int]) -> float | None:
        """Return the number that was given for a state; None where none was."""

    @property
    def given_extremes(self) -> tuple[float, float] | None:
        """The least and the largest number that was given; None where positions are scored."""

    def diagram(self, state: Sequence[int]) -> str:
        """Return the board on one line, without whose move it is."""

    def text(self, state: Sequence[int]) -> str:
        """Return the whole position on one line; reading it gives the same state."""

    @property
    def coordinates(self) -> tuple[str, ...]:
        """The names of the notations in which moves can be shown; empty in games that have only one."""

    def move_text(self, move: int) -> str:
        """Return a move as files, JSON and conditions have it."""

    @property
    def texts_vary(self) -> bool:
        """Whether a move is written in several ways, by the position in which it is made: `at` gives the right one."""

    def at(self, state: Sequence[int]) -> Game:
        """Return the game as it writes the legal moves of a state; itself where each move has one text."""

    def shown_move(self, move: int, coordinates: str) -> str:
        """Return a move as it is shown in one of the notations, of which an empty name is the usual one."""

    def move_number(self, state: Sequence[int]) -> str:
        """Return the next move's number as the game writes it: 2. or 2… in chess; empty where moves are counted."""

    def edge_names(self, coordinates: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the names beside a board of squares in a notation: of columns and of rows, from the top left."""

    def node_name(self, move: int) -> str | None:
        """Return the name of the node that a move leads to (0: the root), where games give names to nodes."""

    def name_of(self, state: Sequence[int]) -> str | None:
        """Return the name of a state on screen and in sentences, where a game names its states as textbooks do.

        Moves, paths and files never have this name.
        """

    def read_move(self, text: str, state: Sequence[int]) -> int | None:
        """Return the move that a typed text means, legal or not; None where there is no such move."""

    def find_states(self, text: str, root: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the states that a text can mean on this board: two where it does not say whose move it is."""

    def board(self, state: Sequence[int], last: int | None = None) -> Board: ...
    def square(self, move: int) -> Cell | None:
        """Return the square that a move is; None in games where a move is more or less than one square."""

    def distance_from_centre(self, move: int) -> float:
        """Return how far from the middle of the board a move is made, in cells."""

    def missing_number(self, state: Sequence[int], depth: int | None, goes_on: bool = False) -> str | None:
        """Return the unfinished position `depth` moves on (None: at any depth) that has no number of its own, if any.

        A search that `goes_on` from there with noisy moves also needs the numbers of the positions after them.

        Only a tree of numbers has such places; a board can always be scored.
        """


class PlainGame:
    """The answers of a game in which nothing special holds: no notations, no square names, no given numbers."""

    is_given = False
    coordinates: ClassVar[tuple[str, ...]] = ()
    texts_vary: ClassVar[bool] = False

    def move_text(self, move: int) -> str:
        raise NotImplementedError

    def at(self, state: Sequence[int]) -> Self:
        return self

    def shown_move(self, move: int, coordinates: str) -> str:
        return self.move_text(move)

    def move_number(self, state: Sequence[int]) -> str:
        return ""

    def edge_names(self, coordinates: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return (), ()

    def given_number(self, state: Sequence[int]) -> float | None:
        return None

    @property
    def given_extremes(self) -> tuple[float, float] | None:
        return None

    def node_name(self, move: int) -> str | None:
        return None

    def name_of(self, state: Sequence[int]) -> str | None:
        return None

    def square(self, move: int) -> Cell | None:
        return None

    def distance_from_centre(self, move: int) -> float:
        return 0.0

    def missing_number(self, state: Sequence[int], depth: int | None, goes_on: bool = False) -> str | None:
        """Return None: every position can be scored."""
        return None


class Reading(NamedTuple):
    """The result of reading a text: the game for the board in the text, and the state."""

    game: Game
    state: State
    warnings: tuple[Message, ...] = ()
    as_played: str = ""
    """The text, where it consists of moves from the start: it says more than the resulting board."""
    title: str = ""
    notes: str = ""
    best: tuple[str, ...] = ()
    """The moves that the text says are best."""
    walk: Walk | None = None
    """The moves of the game that the text has, where it is that of a whole game."""


class Walk(NamedTuple):
    """A game that was played: the position that it began from, and its moves."""

    start: Key
    moves: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Position:
    """A position with the side that is MAX, and what its file says of the search."""

    game: Game
    state: tuple[int, ...]
    max_side: int = FIRST
    options: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""
    notes: str = ""
    warnings: tuple[Message, ...] = ()
    as_played: str = ""
    """The text that it was read from, where that consists of moves from the start."""
    coordinates: str = ""
    """The notation in which its moves are shown; empty for the game's usual one."""
    best: tuple[str, ...] = ()
    """The moves that the text that it was read from says are best."""
    walk: Walk | None = None
    """The game that led to it, where its file has one."""

    @property
    def text(self) -> str:
        """The position on one line, without moves that led to it."""
        return self.game.text(self.state)

    @property
    def fullest_text(self) -> str:
        """The text to store: it reads back as the same position, with the moves that led to it where known."""
        return self.as_played or self.text

    def __str__(self) -> str:
        return f"{self.game.name}:{self.text}"

    @property
    def side_to_move(self) -> int:
        """The number of the side to move."""
        return self.game.rules.to_move(list(self.state))

    @property
    def to_move(self) -> str:
        """The letter of the side to move, or `chance`."""
        return "chance" if self.is_chance else self.game.sides[self.side_to_move - 1]

    @property
    def mover(self) -> str:
        """The name of the side to move, or `chance`, in sentences."""
        return "chance" if self.is_chance else self.game.marks[self.side_to_move - 1]

    @property
    def is_chance(self) -> bool:
        """Whether chance makes the next move."""
        return bool(self.outcomes())

    def outcomes(self) -> Outcomes:
        """Return the moves of chance, each with its probability; none where a side moves."""
        return self.game.rules.outcomes(list(self.state))

    @property
    def max(self) -> str:
        """The letter of the side that is MAX."""
        return self.game.sides[self.max_side - 1]

    @property
    def is_over(self) -> bool:
        """Whether the game is finished."""
        return bool(self.game.rules.is_over(list(self.state)))

    def legal_moves(self) -> list[int]:
        """Return the legal moves by their numbers, in the order in which a search tries them."""
        state = list(self.state)
        return [] if self.game.rules.is_over(state) else list(self.game.rules.moves(state))

    @property
    def here(self) -> Game:
        """The game as it writes the moves of this position."""
        return self.game.at(self.state)

    def moves(self) -> list[str]:
        """Return the legal moves as texts, in the order in which a search tries them."""
        return list(map(self.here.move_text, self.legal_moves()))

    def shown_move(self, move: int) -> str:
        """Return a move in the position's notation."""
        return self.here.shown_move(move, self.coordinates)

    def shown_text(self, text: str) -> str:
        """Return a move's text in the position's notation; as it is where none is chosen, or it means no move."""
        move = self.game.read_move(text, self.state) if self.coordinates else None
        return text if move is None else self.shown_move(move)

    def play(self, *moves: str) -> Position:
        """Return the position after moves that are given as texts; raise InputError for an illegal one."""
        position = self
        for text in moves:
            position = position.after(position.find_move(text))
        return position

    def find_move(self, text: str) -> int:
        """Return the legal move that a typed text means; raise InputError where there is none."""
        if self.is_over:
            raise InputError("{move}: the game is over, there are no more moves", move=text)
        move = self.game.read_move(text.strip(), self.state)
        if move is None or move not in self.legal_moves():
            raise InputError(
                "{move} is not a legal move here; legal are {legal}",
                move=text,
                legal=" ".join(map(self.shown_text, self.moves()[:40])),
            )
        return move

    def after(self, *moves: int) -> Position:
        """Return the position after moves that are given by their numbers and known to be legal."""
        state = list(self.state)
        for move in moves:
            self.game.rules.play(state, move)
        return self.at(self.game.rules.key(state))

    def at(self, state: Key) -> Position:
        """Return another position of the same game, without what was true of this one alone."""
        return replace(self, state=state, as_played="", best=(), walk=None)

    def walked(self) -> Iterator[Position]:
        """Yield the positions of the game that led here, from its start on; this position alone where none did."""
        if self.walk is None:
            yield self
            return
        position = self.at(self.walk.start)
        yield position
        for move in self.walk.moves:
            position = position.after(move)
            yield position

    def walked_moves(self) -> list[str]:
        """Return the moves of the game that led here, as texts."""
        moves = () if self.walk is None else self.walk.moves
        return [position.here.move_text(move) for position, move in zip(self.walked(), moves, strict=False)]

    def named(self, title: str, notes: str) -> Position:
        """Return the position with another title and other notes."""
        return replace(self, title=title, notes=notes)

    def board(self, last: int | None = None) -> Board:
        """Return the board for display, with the squares of the `last` move marked."""
        return self.game.board(self.state, last)

    def with_coordinates(self, name: str) -> Position:
        """Return the position with its moves shown in a notation of the game; brackets and spaces may be missing."""
        names = {plain_coordinates(known): known for known in self.game.coordinates}
        if not names:
            raise OptionError("coordinates: {game} has one notation for its moves", game=self.game.name)
        if plain_coordinates(name) not in names:
            raise OptionError(
                "coordinates: {name} is not a notation of {game}; the notations are {names}",
                name=name,
                game=self.game.name,
                names=" ".join(self.game.coordinates),
            )
        return replace(self, coordinates=names[plain_coordinates(name)])

    def shown_in(self, coordinates: str) -> Position:
        """Return the position with its moves shown in a notation, if the game has it; else as it is."""
        return replace(self, coordinates=coordinates) if coordinates in self.game.coordinates else self

    def with_max(self, side: str) -> Position:
        """Return the position with another side as MAX: one of the game's letters, first, second or mover."""
        names = {"first": FIRST, "second": SECOND, "mover": self.side_to_move}
        names |= {self.game.sides[0]: FIRST, self.game.sides[1]: SECOND}
        max_side = names.get(str(side).lower())
        if max_side is None:
            raise OptionError(
                "{side} is no side of {game}: MAX is one of {sides}, first, second or mover",
                side=side,
                game=self.game.name,
                sides=", ".join(self.game.sides),
            )
        return replace(self, max_side=max_side)


def plain_coordinates(coordinates: str) -> str:
    """Return the name of a notation without what a shell would take for a pattern."""
    return "".join(coordinates.split()).strip("[]").lower()

"""Small games in which a side may move again, or chance moves, to try the searches and their laws on."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import FunctionType
from typing import Any

from plyscope.games.entry import GameBase
from plyscope.model.position import Outcomes, Position, Rules, State

PILE, TURN, WINNER = 0, 1, 2
DRAWN: tuple[int, ...] = ()


def moves(s: State) -> Iterator[int]:
    yield from range(1, min(3, s[PILE]) + 1)


def play(s: State, taken: int) -> None:
    s[PILE] -= taken
    if s[PILE] == 0:
        s[WINNER] = s[TURN]
    if taken != 2:
        s[TURN] = 3 - s[TURN]


def undo(s: State, taken: int) -> None:
    if taken != 2:
        s[TURN] = 3 - s[TURN]
    s[PILE] += taken
    s[WINNER] = 0


def is_over(s: State) -> bool:
    return s[PILE] == 0


def outcome(s: State) -> float:
    return 1 if s[WINNER] == 1 else -1 if s[WINNER] == 2 else 0


def to_move(s: State) -> int:
    return s[TURN]


def longest(s: State) -> int:
    return s[PILE]


def chance(s: State) -> Outcomes:
    """Where the pile is a multiple of three, a die says how much is taken."""
    if s[PILE] == 0 or s[PILE] % 3:
        return ()
    return (1, 0.5), (2, 0.25), (3, 0.25)


@dataclass(frozen=True)
class Pile(GameBase):
    """Up to three are taken from a pile, and who takes the last wins; who takes two moves again."""

    name = "pile"
    sides = ("a", "b")

    def text(self, state: Sequence[int]) -> str:
        return f"{state[PILE]} {self.sides[state[TURN] - 1]}"

    def move_text(self, move: int) -> str:
        return str(move)

    def find_states(self, text: str, root: Sequence[int]) -> list[tuple[int, ...]]:
        pile, turn = text.split()
        return [(int(pile), 1 + self.sides.index(turn), 0)]


FUNCTIONS = (moves, play, undo, is_over, outcome, to_move, longest)
TABLES = {"PILE": PILE, "TURN": TURN, "WINNER": WINNER}


def pile(count: int, *, turn: int = 1, max_side: int = 1, with_chance: bool = False) -> Position:
    functions = (*FUNCTIONS, chance) if with_chance else FUNCTIONS
    return Position(Pile(Rules.of(functions, TABLES, alternates=False)), (count, turn, 0), max_side)


# A random game: layers of places, from which moves lead down. A place has a number, and a side that is to move there.

PLACE = 0
CHILDREN: list[list[int]] = []
NUMBER: list[int] = []
SIDE: list[int] = []
LEFT: list[int] = []
NOISY: list[bool] = []
"""By places; a thicket has tables of its own."""


def ways(s: State) -> Iterator[int]:
    yield from CHILDREN[s[PLACE]]


def go(s: State, place: int) -> None:
    s.append(s[PLACE])
    s[PLACE] = place


def go_back(s: State, place: int) -> None:
    s[PLACE] = s.pop()


def is_end(s: State) -> bool:
    return not CHILDREN[s[PLACE]]


def number(s: State) -> float:
    return NUMBER[s[PLACE]]


def side(s: State) -> int:
    return SIDE[s[PLACE]]


def layers_left(s: State) -> int:
    return LEFT[s[PLACE]]


def place_alone(s: State) -> tuple[int, ...]:
    return (s[PLACE],)


def loud(s: State) -> Iterator[int]:
    yield from (place for place in CHILDREN[s[PLACE]] if NOISY[place])


@dataclass(frozen=True)
class Thicket(GameBase):
    """Positions are reached in several ways, sides do not alternate, and half of the moves are noisy."""

    name = "thicket"
    sides = ("a", "b")
    has_winner = False

    def text(self, state: Sequence[int]) -> str:
        return str(state[PLACE])

    def move_text(self, move: int) -> str:
        return str(move)

    def find_states(self, text: str, root: Sequence[int]) -> list[tuple[int, ...]]:
        return [(int(text),)]


def thicket(draw: random.Random, layers: int = 5) -> Position:
    """A random one, from either side."""
    rows, count = [[0]], 1
    for _ in range(layers):
        rows.append(list(range(count, count + draw.randrange(1, 5))))
        count += len(rows[-1])
    children: list[list[int]] = [[] for _ in range(count)]
    for row, below in pairwise(rows):
        for place in row:
            if place == 0 or draw.random() < 0.85:
                children[place] = draw.sample(below, draw.randrange(1, len(below) + 1))
    tables = {
        "PLACE": PLACE,
        "CHILDREN": children,
        "NUMBER": [draw.randrange(-9, 10) for _ in range(count)],
        "SIDE": [draw.choice((1, 2)) for _ in range(count)],
        "LEFT": [layers - level for level, row in enumerate(rows) for _ in row],
        "NOISY": [draw.random() < 0.5 for _ in range(count)],
    }
    functions = {"moves": ways, "play": go, "undo": go_back, "is_over": is_end, "outcome": number, "to_move": side,
                 "longest": layers_left, "key": place_alone, "noisy": loud}  # fmt: skip
    rules = Rules.of([renamed(one, name) for name, one in functions.items()], tables, alternates=False)
    return Position(Thicket(rules), (0,), draw.choice((1, 2)))


def renamed(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """The same function by the name that rules have for it."""
    return FunctionType(function.__code__, function.__globals__, name)

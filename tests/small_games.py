"""Small games in which a side may move again, or chance moves, to try the searches and their laws on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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

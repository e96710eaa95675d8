"""Nim: whoever takes the last object wins.

The state holds the size of each heap, then whose turn it is and how many objects are left. A move takes some objects
from one heap: its number is heap * LARGEST + objects - 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from plyscope.games.entry import GameBase, GameEntry, Manner, SampleBoard
from plyscope.messages import InputError, Message
from plyscope.model.position import FIRST, SECOND, Board, Cell, Position, Reading, Rules, State

LARGEST = 20
HEAPS = TURN = LEFT = 0


def moves(s: State) -> Iterator[int]:
    for heap in range(HEAPS):
        for objects in range(1, s[heap] + 1):
            yield heap * LARGEST + objects - 1


def play(s: State, move: int) -> None:
    s[move // LARGEST] -= move % LARGEST + 1
    s[LEFT] -= move % LARGEST + 1
    s[TURN] = 3 - s[TURN]


def undo(s: State, move: int) -> None:
    s[TURN] = 3 - s[TURN]
    s[LEFT] += move % LARGEST + 1
    s[move // LARGEST] += move % LARGEST + 1


def is_over(s: State) -> bool:
    return s[LEFT] == 0


def outcome(s: State) -> float:
    if s[LEFT] != 0:
        return 0
    return 1 if s[TURN] == 2 else -1


def to_move(s: State) -> int:
    return s[TURN]


def longest(s: State) -> int:
    return s[LEFT]


@dataclass(frozen=True)
class Nim(GameBase):
    """Nim with certain heaps. Heaps are named by letters: a move is the heap and the objects taken, a2."""

    sizes: tuple[int, ...]
    """The heaps at the start; the board keeps room for them."""
    name = "nim"
    sides = ("1", "2")
    marks = ("Player 1", "Player 2")

    def text(self, state: Sequence[int]) -> str:
        return f"{self.diagram(state)} {state[-2]}"

    def diagram(self, state: Sequence[int]) -> str:
        return ",".join(map(str, state[:-2]))

    def move_text(self, move: int) -> str:
        return f"{letter(move // LARGEST)}{move % LARGEST + 1}"

    def find_states(self, text: str, root: Sequence[int]) -> list[tuple[int, ...]]:
        found = read(text).state
        names_side = len(text.split()) > 1
        return [(*found[:-2], turn, found[-1]) for turn in ([found[-2]] if names_side else [FIRST, SECOND])]

    def board(self, state: Sequence[int], last: int | None = None) -> Board:
        """A row for each heap; what is taken away leaves empty cells."""
        cells = {
            (column, row): int(column < state[row]) for row, size in enumerate(self.sizes) for column in range(size)
        }
        taken: list[Cell] = []
        if last is not None:
            heap, objects = last // LARGEST, last % LARGEST + 1
            taken = [(column, heap) for column in range(state[heap], state[heap] + objects)]
        return Board(
            shape="square",
            columns=max(1, *self.sizes),
            rows=len(self.sizes),
            owners=cells or {(0, 0): 0},
            labels={},
            last_move=frozenset(taken),
            winning_line=(),
        )


def letter(heap: int) -> str:
    return chr(ord("a") + heap)


def read(text: str) -> Reading:
    """Heaps with commas between them, then the side to move."""
    words = text.split() or ["1,3,5,7"]
    if len(words) > 2 or words[1:] not in ([], ["1"], ["2"]):
        raise InputError("nim is written as heaps and a side, 1 or 2, such as 1,3,5,7 2")
    heaps = words[0].split(",")
    if len(heaps) > 26:
        raise InputError("{count} heaps are too many, at most 26 have a letter", count=len(heaps))
    for number, heap in enumerate(heaps):
        if not (heap.isascii() and heap.isdigit() and int(heap[:9]) <= LARGEST):
            raise InputError(
                "heap {heap} is {size}; it holds from 0 to {most} objects", heap=letter(number), size=heap, most=LARGEST
            )
    sizes = tuple(map(int, heaps))
    tables = {"HEAPS": len(sizes), "TURN": len(sizes), "LEFT": len(sizes) + 1}
    rules = Rules.of((moves, play, undo, is_over, outcome, to_move, longest), tables | {"LARGEST": LARGEST})
    return Reading(Nim(rules, sizes), [*sizes, SECOND if words[1:] == ["2"] else FIRST, sum(sizes)])


def heaps_as_text(position: Position) -> str:
    return "\n".join(f"{letter(heap)} {'|' * size}".rstrip() for heap, size in enumerate(position.state[:-2]))


NIM = GameEntry(
    "nim",
    title=Message("Nim"),
    about=Message("heaps of objects; whoever takes the last one wins"),
    notation=Message("1,3,5,7 2: the sizes of the heaps, then the side to move"),
    read=read,
    start="1,3,5,7",
    sides=(Message("Player 1"), Message("Player 2")),
    boards=(SampleBoard(Message("1, 3, 5, 7"), "1,3,5,7"), SampleBoard(Message("three heaps of three"), "3,3,3")),
    manner=Manner(heaps_as_text, Message("{side}, your heap and number, such as a2: ")),
)

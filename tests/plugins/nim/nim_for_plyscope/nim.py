"""Nim: a move takes objects from one heap; the side that takes the last object of all wins.

The state holds one int for every object, heap after heap (0 there, 1 and 2 taken by a side), then whose turn it is and
how many objects are left. Objects are taken from the right end of a heap. A move is heap * LARGEST + objects - 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from plyscope.games.entry import GameBase, GameEntry, Manner, SampleBoard
from plyscope.messages import InputError, Message
from plyscope.model.position import FIRST, SECOND, Board, Cell, Position, Reading, Rules, State

LARGEST = 20
HEAPS = TURN = LEFT = 0
START: list[int] = []


def size(s: State, heap: int) -> int:
    objects = 0
    for place in range(START[heap], START[heap + 1]):
        if s[place] == 0:
            objects += 1
    return objects


def moves(s: State) -> Iterator[int]:
    for heap in range(HEAPS):
        for objects in range(1, size(s, heap) + 1):
            yield heap * LARGEST + objects - 1


def play(s: State, move: int) -> None:
    heap, objects = move // LARGEST, move % LARGEST + 1
    end = START[heap] + size(s, heap)
    for place in range(end - objects, end):
        s[place] = s[TURN]
    s[LEFT] -= objects
    s[TURN] = 3 - s[TURN]


def undo(s: State, move: int) -> None:
    heap, objects = move // LARGEST, move % LARGEST + 1
    end = START[heap] + size(s, heap)
    s[TURN] = 3 - s[TURN]
    s[LEFT] += objects
    for place in range(end, end + objects):
        s[place] = 0


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
    """Nim with certain heaps. Heaps are numbered from 1: the move 2:3 takes three objects from the second."""

    start: tuple[int, ...]
    """Where each heap begins in the state, and where the last one ends."""
    name = "nim"
    sides = ("a", "b")
    marks = ("A", "B")

    def heap(self, state: Sequence[int], number: int) -> Sequence[int]:
        return state[self.start[number] : self.start[number + 1]]

    def diagram(self, state: Sequence[int]) -> str:
        heaps = range(len(self.start) - 1)
        return ",".join("".join("|ab"[owner] for owner in self.heap(state, heap)) for heap in heaps)

    def text(self, state: Sequence[int]) -> str:
        return f"{self.diagram(state)} {self.sides[state[-2] - 1]}"

    def move_text(self, move: int) -> str:
        return f"{move // LARGEST + 1}:{move % LARGEST + 1}"

    def find_states(self, text: str, root: Sequence[int]) -> list[tuple[int, ...]]:
        """Without a side to move the text means either."""
        found = read(text).state
        turns = [found[-2]] if " " in text else [FIRST, SECOND]
        return [(*found[:-2], turn, found[-1]) for turn in turns]

    def board(self, state: Sequence[int], last: int | None = None) -> Board:
        """A row for each heap."""
        rows = len(self.start) - 1
        owners = {(x, y): owner for y in range(rows) for x, owner in enumerate(self.heap(state, y))}
        taken: list[Cell] = []
        if last is not None:
            heap, left = last // LARGEST, self.heap(state, last // LARGEST).count(0)
            taken = [(x, heap) for x in range(left, left + last % LARGEST + 1)]
        return Board(
            shape="square",
            columns=max(len(self.heap(state, y)) for y in range(rows)),
            rows=rows,
            owners=owners,
            labels={},
            last_move=frozenset(taken),
            winning_line=(),
            pieces="discs",
        )


def read(text: str) -> Reading:
    """Heaps with commas between them, by their sizes or with each object, then the side to move."""
    words = text.split() or ["1,3,5,7"]
    if len(words) > 2 or words[1:] not in ([], ["a"], ["b"]):
        raise InputError("nim is written as heaps and a side to move, a or b, such as 1,3,5,7 b")
    heaps = [read_heap(number, heap) for number, heap in enumerate(words[0].split(","), 1)]
    start = (0, *accumulate(map(len, heaps)))
    tables = {"LARGEST": LARGEST, "HEAPS": len(heaps), "START": start, "TURN": start[-1], "LEFT": start[-1] + 1}
    rules = Rules.of((size, moves, play, undo, is_over, outcome, to_move, longest), tables)
    objects = [owner for heap in heaps for owner in heap]
    return Reading(Nim(rules, start), [*objects, SECOND if words[1:] == ["b"] else FIRST, objects.count(0)])


def read_heap(number: int, text: str) -> list[int]:
    heap = [0] * int(text[:9]) if text.isascii() and text.isdigit() else ["|ab".find(symbol) for symbol in text]
    if not 1 <= len(heap) <= LARGEST or heap != sorted(heap, key=bool) or -1 in heap:
        raise InputError(
            "heap {number} is '{heap}'; it is a size from 1 to {largest}, or | for every object, then a or b for those "
            "that a side has taken",
            number=number,
            heap=text,
            largest=LARGEST,
        )
    return heap


def heaps_as_text(position: Position) -> str:
    heaps = position.game.diagram(position.state).split(",")
    return "\n".join(f"{number}  {heap}" for number, heap in enumerate(heaps, 1))


NIM = GameEntry(
    "nim",
    title=Message("Nim"),
    about=Message("heaps of objects; the side that takes the last one wins"),
    notation=Message("1,3,5,7 b: the sizes of the heaps, then the side to move; or |,||a,||||b"),
    read=read,
    start="1,3,5,7",
    sides=(Message("A"), Message("B")),
    boards=(
        SampleBoard(Message("heaps of 1, 3, 5 and 7"), "1,3,5,7"),
        SampleBoard(Message("three heaps of three"), "3,3,3"),
        SampleBoard(Message("five large heaps"), "16,17,18,19,20"),
    ),
    manner=Manner(
        heaps_as_text,
        Message("{side}, your heap:objects: "),
        how=Message("Drag over objects at the right end of a heap, or type heap:objects."),
    ),
)

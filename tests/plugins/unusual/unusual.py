"""A game in which a turn can be passed, and searches that do what chess engines do: reduce, extend, pass, look ahead.

A number is turned into another one by each of three moves, and after so many moves the game is over. A position is
written as the number, whose turn it is, and how many moves are left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from plyscope.games.entry import GameBase, GameEntry
from plyscope.messages import InputError, Message
from plyscope.model.declaration import Calls, Search, Value, Windows
from plyscope.model.position import Reading, Rules, State
from plyscope.model.scoring import Scoring
from plyscope.search import EVERY_SEARCH_READS

NUMBER, TURN, LEFT = 0, 1, 2
KEPT = 3
WORTH = tuple(number * 7919 % 41 - 20 for number in range(101))


def moves(s: State) -> Iterator[int]:
    yield from (1, 2, 3)


def play(s: State, move: int) -> None:
    s.append(s[NUMBER])
    s[NUMBER] = (s[NUMBER] * 4 + move * 5 + s[LEFT]) % 101
    s[TURN] = 3 - s[TURN]
    s[LEFT] -= 1


def undo(s: State, move: int) -> None:
    s[LEFT] += 1
    s[TURN] = 3 - s[TURN]
    s[NUMBER] = s.pop()


def is_over(s: State) -> bool:
    return s[LEFT] == 0


def outcome(s: State) -> float:
    return WORTH[s[NUMBER]] if s[LEFT] == 0 else 0


def to_move(s: State) -> int:
    return s[TURN]


def longest(s: State) -> int:
    return s[LEFT]


def key(s: Sequence[int]) -> tuple[int, ...]:
    return tuple(s[:KEPT])


def may_pass(s: State) -> bool:
    return s[NUMBER] % 5 > 0


def pass_turn(s: State) -> None:
    s[TURN] = 3 - s[TURN]


def undo_pass(s: State) -> None:
    s[TURN] = 3 - s[TURN]


def worth(s: State, depth: float) -> float:
    return WORTH[s[NUMBER]]


FUNCTIONS = (moves, play, undo, is_over, outcome, to_move, longest, key, may_pass, pass_turn, undo_pass)
TABLES = {"NUMBER": NUMBER, "TURN": TURN, "LEFT": LEFT, "KEPT": KEPT, "WORTH": WORTH}


@dataclass(frozen=True)
class Numbers(GameBase):
    name = "numbers"
    sides = ("a", "b")
    has_winner = False

    def text(self, state: Sequence[int]) -> str:
        return f"{state[NUMBER]} {self.sides[state[TURN] - 1]} {state[LEFT]}"

    def move_text(self, move: int) -> str:
        return f"m{move}"

    def find_states(self, text: str, root: Sequence[int]) -> list[tuple[int, ...]]:
        return [tuple(read(text).state)]


def read(text: str) -> Reading:
    words = (text or "7 a 6").split()
    if len(words) != 3 or words[1] not in Numbers.sides or not (words[0] + words[2]).isdigit():
        raise InputError("{text} is no number, side and number of moves", text=text)
    state = [int(words[0]) % 101, 1 + Numbers.sides.index(words[1]), int(words[2])]
    return Reading(Numbers(Rules.of(FUNCTIONS, TABLES)), state)


GAME = GameEntry(
    "numbers",
    title=Message("Numbers"),
    about=Message("a number is turned into another"),
    notation=Message("7 a 6"),
    read=read,
    start="7 a 6",
    manner=None,
    scorings=(Scoring("worth", worth, Message("what a number is worth"), needs="WORTH"),),
)


def _negamax(name: str, windows: Windows, without_move: str = "") -> Search:
    calls = Calls(name.replace("-", "_"), side="side", value=Value.NEGATED, without_move=without_move)
    return Search(
        name, f"{calls.function}.py", (calls,), Message(name), reads=EVERY_SEARCH_READS, windows=windows, repeats=True
    )


REDUCTIONS = _negamax("reductions", Windows.PROBE)
NULL_MOVE = _negamax("null-move", Windows.WHOLE)
EXTENSIONS = _negamax("extensions", Windows.WHOLE)
NULL_MOVE_PRUNING = replace(_negamax("null-move-pruning", Windows.WHOLE), prunes_forward=True)
INTERNAL_DEEPENING = _negamax("internal-deepening", Windows.WHOLE, "iid")

"""The chess engine with one mistake, which notes the frame at which it shows and the laws that speak of it.

Beside the state that it goes by the engine keeps the one that it should go by. Where the two lead to another window,
another end of the loop or another value, the mistake shows, and nowhere before.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf

import chess

from tests.engine.audit.chess_engine import MATE, NEAR_MATE, Engine, Manner, State
from tests.engine.audit.search_log import Call, Window

TOO_SMALL = 30
"""By how much a β is too small."""
ALWAYS = frozenset({"no window", "α stays", "β too small", "pass is a move"})
"""Mistakes that stand in the program and are made wherever they can be; the others are made once."""
MISTAKES = (
    "no window",
    "α stays",
    "β too small",
    "not turned",
    "bounds leak",
    "cut",
    "goes on",
    "last value",
    "sign",
    "not negated",
    "wrong end",
    "mate distance",
    "probe is exact",
    "pass is a move",
    "round outside",
)


class FaultyEngine(Engine):
    """One search with one mistake, made at the chance of that number."""

    def __init__(self, fen: str, manner: Manner, mistake: str, chance: int = 1, game: str = "a chess engine") -> None:
        super().__init__(fen, manner, game)
        self.mistake, self.chance, self.chances = mistake, chance, 0
        self.right: dict[int, State] = {}
        """The states of calls as they should be, by their frames."""
        self.ends: dict[int, float] = {}
        """Calls with a β that is too small for what is made of them, from the caller's side."""
        self.passed: dict[int, float] = {}
        """What a pass was worth in calls that take that for the value of a move."""
        self.failed_high: dict[int, float] = {}
        """What such calls are worth at least."""

    def happens(self, name: str) -> bool:
        """Whether this is where the mistake of this name is made."""
        if self.mistake != name:
            return False
        self.chances += 1
        return self.chances >= self.chance if name in ALWAYS else self.chances == self.chance

    def right_of(self, state: State) -> State:
        """What a call should go by. Before its first move that is what it goes by."""
        number = state.call.number
        if number not in self.right:
            self.right[number] = replace(state)
        return self.right[number]

    def given(self, state: State, low: float, high: float) -> Window:
        right, child = self.right_of(state), len(self.log.calls)
        is_whole = (low, high) == (state.low, state.high)
        due = (right.low, right.high if is_whole else min(right.low + 1, right.high))
        given = self.changed(state, low, high) if is_whole else (low, high)
        if given[0] == low and given[1] < high:
            self.ends[child] = high - TOO_SMALL
        elif given != due:
            self.log.deviate(child, "narrow", "pass")
        return given

    def changed(self, state: State, low: float, high: float) -> Window:
        if (low, high) != (-inf, inf) and self.happens("no window"):
            return -inf, inf
        has_tried = state.last > -inf  # the first window may be one that a table has narrowed
        if has_tried and high - low > TOO_SMALL and high < NEAR_MATE and self.happens("β too small"):
            return low, high - TOO_SMALL
        if (low, high) != (-high, -low) and self.happens("not turned"):
            return -high, -low
        return low, high

    def take(self, state: State, value: float) -> None:
        right, low, child = self.right_of(state), state.low, state.call.calls[-1] if state.call.calls else None
        right.take(value)
        if child is not None and value >= self.ends.get(child.number, inf):
            self.failed_high[child.number] = value
        if value > state.best and value != 0 and self.happens("not negated"):
            value = -value
        state.take(value)
        # Before the first move its value could be taken for a bound that a table gives.
        state.take(max(state.last, self.passed.pop(state.call.number, -inf)))
        if child is not None and low < value and self.happens("α stays"):
            state.low = low
        if child is not None and child.number in self.right and self.happens("bounds leak"):
            state.high = min(state.high, -self.right[child.number].low)

    def is_closed(self, state: State, value: float, *, has_more: bool) -> bool:
        right = self.right_of(state)
        closes = self.closes(max(state.low, state.best), state.high)
        if has_more and not closes and self.happens("cut"):
            closes = True
        elif has_more and closes and self.happens("goes on"):
            state.low = min(state.low, state.high)
            closes = False
        if has_more and closes != self.closes(right.low, right.high):
            self.log.deviate(state.call.number if closes else len(self.log.calls), "leave" if closes else "stay")
        return closes

    def answer(self, state: State, begun: Window) -> float:
        right = self.right_of(state)
        value, due = super().answer(state, begun), super().answer(right, begun)
        last = super().answer(replace(state, best=state.last), begun)
        if last != value and self.happens("last value"):
            value = last
        if state.call.calls and value != 0 and self.happens("sign"):
            value = -value
        if state.best < begun[0] and self.happens("wrong end"):
            value = begun[1]
        if NEAR_MATE < abs(value) < MATE and self.happens("mate distance"):
            value -= 1 if value > 0 else -1
        if value != due:
            self.log.deviate(state.call.number, "fold")
        for child in state.call.calls:
            if value < begun[1] and value == self.failed_high.get(child.number):
                self.log.deviate(child.number, "pass")
        return value

    def needs_more(self, state: State, value: float) -> bool:
        needs = super().needs_more(state, value)
        if needs and self.happens("probe is exact"):
            self.ends[state.call.calls[-1].number] = state.low + 1
            return False
        return needs

    def has_passed(self, state: State, value: float) -> None:
        if value > state.low and self.happens("pass is a move"):
            self.passed[state.call.number] = value

    def is_inside(self, value: float, low: float, high: float, depth: int) -> bool:
        inside = super().is_inside(value, low, high, depth)
        if not inside and depth == self.manner.depth and self.happens("round outside"):
            self.log.deviate(self.log.calls[0].calls[-1].number, "pass")
            return True
        return inside


class MisreportingEngine(Engine):
    """One search on the game that Plyscope knows, which says of one call what is not so."""

    def __init__(self, fen: str, manner: Manner, mistake: str, chance: int = 1) -> None:
        super().__init__(fen, manner, "chess")
        self.mistake, self.chance, self.chances = mistake, chance, 0
        self.ends: list[tuple[float, float]] = []
        """How games ended, and what was said of it, from White's side."""

    def happens(self, name: str) -> bool:
        if self.mistake != name:
            return False
        self.chances += 1
        return self.chances == self.chance

    def is_max(self) -> bool:
        is_max = super().is_max()
        if self.log.calls and self.happens("side"):
            self.log.deviate(len(self.log.calls), "side")
            return not is_max
        return is_max

    def leave(self, call: Call, value: float, status: str | None = None) -> float:
        if status == "horizon" and self.happens("terminal"):
            self.log.deviate(call.number, "leaf")
            status = "terminal"
        return super().leave(call, value, status)

    def ending(self, ply: int) -> float | None:
        value = due = super().ending(ply)
        if value is None or due is None:
            return None
        if value and self.happens("won below drawn"):
            value = 1.0 if due < 0 else -1.0
        end = (due, value) if self.board.turn == chess.WHITE else (-due, -value)
        if any(is_upside_down(end, other) or is_upside_down(other, end) for other in self.ends):
            self.log.deviate(self.log.open[-1].number, "leaf")
        self.ends.append(end)
        return value


def is_upside_down(better: tuple[float, float], worse: tuple[float, float]) -> bool:
    """Whether a game that ended better is said to be worth no more than one that ended worse."""
    return sign(better[0]) > sign(worse[0]) and better[1] <= worse[1]


def sign(value: float) -> int:
    return (value > 0) - (value < 0)

"""The chess engine with one mistake, which notes the frame at which it shows and the laws that speak of it.

Beside the state that it goes by the engine keeps the one that it should go by. Where the two lead to another window,
another end of the loop or another value, the mistake shows, and nowhere before.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import chess

from tests.engine.audit.chess_engine import MATE, NEAR_MATE, Engine, Manner, State
from tests.engine.audit.search_log import Call, Window

ALWAYS = frozenset({"no window", "α stays"})
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
        """The states of open calls as they should be, by their frames."""

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
        given = low, high
        if is_whole:
            given = self.changed(state, low, high)
        if given != due and not (is_whole and self.mistake == "β too small"):
            self.log.deviate(child, "narrow", "pass")
        return given

    def changed(self, state: State, low: float, high: float) -> Window:
        right = self.right_of(state)
        if (low, high) != (-float("inf"), float("inf")) and self.happens("no window"):
            return -float("inf"), float("inf")
        if high - low > 8 and high < NEAR_MATE and self.happens("β too small"):
            self.narrowed = (state.call.number, len(self.log.calls), high)
            return low, high - 7
        if (low, high) != (-high, -low) and self.happens("not turned"):
            return -high, -low
        del right
        return low, high

    narrowed: tuple[int, int, float] = (-1, -1, 0)
    """The caller and the call that was given a smaller β, and the right one."""

    def take(self, state: State, value: float) -> None:
        right, number = self.right_of(state), state.call.number
        right.take(value)
        caller, child, high = self.narrowed
        if caller == number and self.log.calls[child] is state.call.calls[-1] and state.low < value < high:
            if value >= high - 7:
                self.log.deviate(child, "pass")
        low = state.low
        if value > state.best and -value != value and self.happens("not negated"):
            state.take(-value)
        else:
            state.take(value)
        if low < value and self.mistake == "α stays" and self.happens("α stays"):
            state.low = low
        child_state = self.right.get(state.call.calls[-1].number)
        if self.mistake == "bounds leak" and child_state is not None and state.high > -child_state.low > state.low:
            if self.happens("bounds leak"):
                state.high = -child_state.low

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
        if state.call.calls and state.last != value and self.happens("last value"):
            value = state.last
        if value != 0 and self.happens("sign"):
            value = -value
        if state.best < begun[0] and self.happens("wrong end"):
            value = begun[1]
        if NEAR_MATE < abs(value) < MATE and self.happens("mate distance"):
            value -= 1 if value > 0 else -1
        if value != due:
            self.log.deviate(state.call.number, "fold")
        return value

    def needs_more(self, state: State, value: float) -> bool:
        needs = super().needs_more(state, value)
        if needs and self.happens("probe is exact"):
            self.log.deviate(state.call.calls[-1].number, "pass")
            return False
        return needs

    def has_passed(self, state: State, value: float) -> None:
        if value > state.low and self.happens("pass is a move"):
            self.right_of(state)
            state.take(value)

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
        value = super().ending(ply)
        if value is not None and abs(value) >= NEAR_MATE and self.happens("won below drawn"):
            self.log.deviate(self.log.open[-1].number, "leaf")
            return 1.0 if value < 0 else -1.0
        return value


def mistakes_of(manner: Manner) -> Any:
    """The mistakes that a manner has chances for."""
    return [name for name in MISTAKES if name != "wrong end" or manner.hard]


__all__ = ["MISTAKES", "FaultyEngine", "MisreportingEngine", "chess", "mistakes_of"]

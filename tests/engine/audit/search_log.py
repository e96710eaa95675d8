"""The log that the engines of the tests write, and what they keep beside it to hold Plyscope's reading against.

Nothing here knows how Plyscope reads a log. A call is noted as the engine makes it; windows and values are seen from
MAX's side, as the format wants them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import inf
from typing import Any

Window = tuple[float, float]


@dataclass(eq=False)
class Call:
    """One call of the engine's search, and what the engine knows about it."""

    number: int
    parent: Call | None
    move: str | None
    is_max: bool
    window: Window
    """As it was given."""
    depth: float | None
    tags: set[str]
    value: float | None = None
    status: str | None = None
    pruned: list[str] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    has_cut: bool = False
    """Whether the engine's own guard fired."""
    effect: list[Window] = field(default_factory=list)
    """The window in effect when each of its calls was made."""
    counts: bool = True
    """Whether the engine has folded the value of this call into its parent's."""

    @property
    def below(self) -> int:
        """How many calls were made below it."""
        return sum(1 + call.below for call in self.calls)


@dataclass(frozen=True)
class Mistake:
    """What the engine knows to have done wrong: the frame at which it shows, and the laws that speak of it."""

    frame: int
    laws: frozenset[str]


class SearchLog:
    """The calls of one search, in the order in which they began."""

    def __init__(self, game: str, position: str, max_name: str = "first") -> None:
        self.heading = {"format": "plyscope-trace", "version": 3, "game": game, "position": position, "max": max_name}
        self.calls: list[Call] = []
        self.open: list[Call] = []
        self.mistake: Mistake | None = None

    def enter(
        self, move: str | None, is_max: bool, window: Window, depth: float | None = None, tags: Iterable[str] = ()
    ) -> Call:
        parent = self.open[-1] if self.open else None
        call = Call(len(self.calls), parent, move, is_max, window, depth, set(tags))
        self.calls.append(call)
        self.open.append(call)
        if parent is not None:
            parent.calls.append(call)
        return call

    def leave(self, call: Call, value: float | None, status: str | None = None) -> None:
        assert self.open.pop() is call
        call.value, call.status = value, status

    def deviate(self, frame: int, *laws: str) -> None:
        """Note a mistake of the engine, if it is the first."""
        if self.mistake is None:
            self.mistake = Mistake(frame, frozenset(laws))

    def text(self, is_left_out: Callable[[Call], bool] = lambda call: False) -> str:
        """The lines; what is below calls that are left out is not written."""
        lines = [json.dumps(self.heading)]
        work: list[tuple[Call, bool]] = [(self.calls[0], True)]
        while work:
            call, begins = work.pop()
            hides = bool(call.calls) and is_left_out(call)
            if begins:
                lines.append(json.dumps(enter_line(call)))
                work.append((call, False))
                work += [] if hides else [(below, True) for below in reversed(call.calls)]
            elif call.status != "open":
                lines.append(json.dumps(leave_line(call, hides)))
        return "\n".join(lines) + "\n"


def enter_line(call: Call) -> dict[str, Any]:
    low, high = call.window
    line: dict[str, Any] = {
        "ev": "enter",
        "id": call.number,
        "parent": None if call.parent is None else call.parent.number,
        "move": call.move,
        "kind": "max" if call.is_max else "min",
        "alpha": None if low == -inf else low,
        "beta": None if high == inf else high,
    }
    return line | ({} if call.depth is None else {"depth": call.depth}) | tags_of(call.tags - KNOWN_LATE)


KNOWN_LATE = {"forward"}
"""Tags that an engine knows only when the call ends."""


def tags_of(tags: set[str]) -> dict[str, Any]:
    return {"tags": sorted(tags)} if tags else {}


def leave_line(call: Call, hides: bool) -> dict[str, Any]:
    value = str(call.value) if call.value in (inf, -inf) else call.value
    line: dict[str, Any] = {"ev": "leave", "id": call.number, "value": value}
    if hides:
        return line | {"status": "left_out", "calls": call.below}
    if call.status is not None:
        line["status"] = call.status
    return line | ({"pruned": call.pruned} if call.pruned else {}) | tags_of(call.tags & KNOWN_LATE)

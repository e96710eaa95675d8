"""Calls that are open at the same time, put one after the other.

Generators are suspended and go on, coroutines wait for each other, threads run side by side: what such calls do comes
mixed. A recording is a tree that is walked through call by call; so what a call does waits here until all that its
elder siblings do has been told. Every call stands below the one that made it, and siblings stand in the order in
which they were begun.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from engine.watching.inside.log import ELSEWHERE, ENDED, FIRST_KEY, LEFT, LINE, PRINTED, RAISED, SAVED

SUSPENDED = ["…"]
"""The result of a call that was still suspended when all was over, as results are kept."""


class Call:
    """A call that is open, or of which something still waits."""

    __slots__ = ("above", "is_over", "waiting")

    def __init__(self, above: Call | None) -> None:
        self.above = above
        self.is_over = False
        self.waiting: deque[Call | list[Any]] = deque()
        """What happened in it and has not been told yet, its calls among that."""

    def is_below(self, other: Call) -> bool:
        above = self.above
        while above is not None and above is not other:
            above = above.above
        return above is not None


class Weaver:
    """Takes what has happened, and gives it back in an order in which the call that is told of is the innermost."""

    def __init__(self, counts: Sequence[int], depth: int) -> None:
        self.counts = counts
        self.waiting = 0
        """How many calls wait to be told of."""
        self._plain = [Call(None)]
        """The calls that were open before there were several at once, below them what made them all."""
        for _ in range(depth):
            self._plain.append(Call(self._plain[-1]))
        self._tip = self._plain[-1]
        self._open: dict[int, Call] = {}
        self._out: list[Any] = []

    def in_order(self, items: Sequence[Any]) -> list[Any]:
        """What can be told by now."""
        at = 0
        while at < len(items):
            item = items[at]
            at += 1
            if type(item) is not tuple:
                self._leave(self._plain[-1], [item])
            elif item[0] >= 0:
                until = at + self.counts[item[0]]
                self._enter(item, items[at:until])
                at = until
            else:
                self._notice(item)
        out, self._out = self._out, []
        return out

    def rest(self, all_is_over: bool) -> list[Any]:
        """What nothing can be waited for any more. Calls are left suspended where something else comes after them."""
        while self._tip.above is not None and (all_is_over or any(one.waiting for one in above(self._tip))):
            self._leave(self._tip, [SUSPENDED])
        out, self._out = self._out, []
        return out

    def _enter(self, entered: tuple[int, ...], arguments: Sequence[Any]) -> None:
        function, key, maker = entered if len(entered) > 1 else (entered[0], 0, len(self._plain) - 1)
        call = Call(self._called(maker))
        if key >= FIRST_KEY:
            self._open[key] = call
        else:
            self._plain.append(call)
        told = [(function,), *arguments]
        if call.above is self._tip:
            self._out += told
            self._tip = call
        elif call.above is not None:
            call.waiting.append(told)
            call.above.waiting.append(call)
            self.waiting += 1

    def _called(self, key: int) -> Call:
        """The call that a key means, or the nearest above it that is open; a small one is a depth."""
        call = self._plain[min(key, len(self._plain) - 1)] if key < FIRST_KEY else self._open.get(key, self._plain[0])
        while call.is_over and call.above is not None:
            call = call.above
        return call

    def _notice(self, item: tuple[Any, ...]) -> None:
        kind = item[0]
        if kind == LEFT:
            self._leave_by_key(item[1], [item[2]])
        elif kind == RAISED:
            self._raised(*item)
        elif kind == SAVED and len(item) > 2:
            self._leave_by_key(item[2], [item[:2]])
        elif kind == SAVED:
            self._leave(self._plain[-1], [item])
        elif kind in (ENDED, ELSEWHERE):
            self._out.append(item)
        elif kind == LINE:
            self._add(self._called(item[4]) if len(item) > 4 else self._plain[-1], item[:4])
        elif kind == PRINTED:
            self._add(self._called(item[2]) if len(item) > 2 else self._plain[-1], item[:2])

    def _raised(self, kind: int, text: str, line: int, key: int = -1, depth: int = -1) -> None:
        """A call is left by an exception; with a depth it is one for which there was no room below to tell of it."""
        told = [(kind, text, line)]
        if depth >= 0:
            call = self._open.get(key) if key >= 0 else self._plain[min(depth, len(self._plain) - 1)]
            for lower in [one for one, open_one in self._open.items() if call and open_one.is_below(call)][::-1]:
                self._leave_by_key(lower, told)
            while key < 0 and len(self._plain) > depth + 1:
                self._leave(self._plain[-1], told)
        if key >= 0:
            self._leave_by_key(key, told)
        else:
            self._leave(self._plain[-1], told)

    def _add(self, call: Call, item: tuple[Any, ...]) -> None:
        if call is self._tip:
            self._out.append(item)
        else:
            call.waiting.append([item])

    def _leave_by_key(self, key: int, told: list[Any]) -> None:
        call = self._open.pop(key, None)
        if call is not None:
            self._leave(call, told)

    def _leave(self, call: Call, told: list[Any]) -> None:
        if call.above is None or call.is_over:
            return
        if call is self._plain[-1]:
            self._plain.pop()
        call.is_over = True
        if call is self._tip:
            self._out += told
            self._go_on()
        else:
            call.waiting.append(told)

    def _go_on(self) -> None:
        """Tells of what has waited, up to a call that is still open."""
        while True:
            tip = self._tip
            if tip.waiting:
                following = tip.waiting.popleft()
                if isinstance(following, Call):
                    self._tip = following
                    self.waiting -= 1
                else:
                    self._out += following
            elif tip.is_over and tip.above is not None:
                self._tip = tip.above
            else:
                return


def above(call: Call) -> Iterator[Call]:
    over = call.above
    while over is not None:
        yield over
        over = over.above

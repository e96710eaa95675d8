"""What ran in user code beside its calls: values that names took, tests that were made, and how loops were left.

A fact is an event of the text, the step that it follows, and a value. The events, the call expressions (sites) and the
tests (guards) of the text are in tables of their own. Names are as the program wrote them, and no meaning is read into
them here. What could not be recorded is not in the tables: nothing says that it did not happen.

The text of an expression is as Python writes it, so that `a[0]` and `a [ 0 ]` are the same.
"""

from __future__ import annotations

import ast
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property, partial
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

Column = NDArray[Any]
MAX_WHOLE = 1 << 53
"""The largest integer up to which a float holds every integer."""


class What(IntEnum):
    """The kinds of events."""

    SET = 0
    """A name, attribute or item has taken a value by an assignment."""
    OPERAND = 1
    """An operand of a test that guards an exit was evaluated."""
    LOOP = 2
    """A loop with recursive calls begins; the value is its length, where its container has one of the language's."""
    ITEM = 3
    """An item of it is taken, or the condition of a `while` holds. The value is the item, where the loop may judge such
    items without a call."""
    EXIT = 4
    """A loop is left by `break`, `return` or an exception; of `any`, `all` and `next`, at the item that decides."""
    END = 5
    """A loop comes to its end, or the condition of a `while` no longer holds."""
    RETURN = 6
    """What a `return` statement returns is known, and is returned."""
    RESULT = 7
    """What `any`, `all`, `next`, `max`, `min` or `sum` gave for recursive calls in a comprehension."""
    FACTOR = 8
    """The value of what a recursive call is multiplied with."""
    AGAIN = 9
    """At the beginning of a call, or after a recursive call, an attribute, item, or name that other functions assign
    has this value."""
    OTHER_SEARCH = 10
    """A recursive function of another group is called, by this name; its calls may be in recordings of their own."""


class Event(NamedTuple):
    """Something that may happen at a place of the text."""

    what: What
    function: int
    line: int
    name: str
    """What is set, as it is written: `alpha`, `window[0]`. The text of an operand or a factor, the target
    of a loop; `break`, `return`, `raise`, `any`, `all` or `next` for an exit; the function of a result."""
    loop: int
    """The number of the loop within its function, -1 without one."""
    guard: int
    """The number of the test among `Facts.guards`, -1 without one."""
    operator: str
    """Of the left operand of a comparison: `<`, `>=`, …. Of an augmented assignment: `+=`."""
    against: str
    """Of the left operand of a comparison, the text of the right one."""
    from_call: bool
    """Whether the value comes from a recursive call, or from a name whose value does."""
    text: str
    """The expression that a name takes its value of, that a loop runs through, or that is returned; of an exit, its
    test; of a call elsewhere, the names that its arguments read, with commas between them."""
    holds: bool
    """Of an exit or end, whether its test holds then."""

    @property
    def assignment(self) -> str:
        """The assignment of an event that gives a name a value, as it is written."""
        return f"{self.name} {self.operator or '='} {self.text}"


def expression_of(text: str) -> ast.expr | None:
    """Return the expression that a recorded text is; None where it is none, or only its beginning was kept."""
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


class Argument(NamedTuple):
    """An argument of a call expression."""

    parameter: str
    """`#1` for the one behind the first where the parameters are not known."""
    text: str
    sign: int
    """-1 where what the text says is turned round: of `-beta` the text is `beta`."""


class Site(NamedTuple):
    """A call expression of a recursive call."""

    function: int
    line: int
    callee: str
    """The last name of what is called."""
    sign: int
    """The sign that its result is given: 1, -1, or 0 where it is multiplied with something else, see `What.FACTOR`."""
    arguments: tuple[Argument, ...]
    loop: int
    target: str
    """The name that its statement gives a value to."""
    fold: str
    """What takes the result within the expression: `max`, `min`, `sum` …."""
    is_returned: bool
    """Whether its statement is a `return`."""


class Guard(NamedTuple):
    """A test that guards an exit."""

    function: int
    line: int
    text: str
    loop: int
    """The loop that is left; -1 where the function is."""


class Fact(NamedTuple):
    """A fact with its row, its step, its event and its value."""

    row: int
    step: int
    event: Event
    value: float
    """NaN where it has none, or one that is no exact number."""


@dataclass(frozen=True)
class UserCodeFacts:
    """The facts of a recording, in the order of time."""

    step: Column = field(default_factory=partial(np.zeros, 0, "<i8"))
    """The step of a call that each follows, by the formulas for calls alone."""
    event: Column = field(default_factory=partial(np.zeros, 0, "<u2"))
    value: Column = field(default_factory=partial(np.zeros, 0, "<f8"))
    frame: Column = field(default_factory=partial(np.zeros, 0, "<i4"))
    """The call that it happened in."""
    site: Column = field(default_factory=partial(np.zeros, 0, "<i2"))
    """For each frame the call expression that made it, -1 where that is not known."""
    events: tuple[Event, ...] = ()
    sites: tuple[Site, ...] = ()
    guards: tuple[Guard, ...] = ()

    TYPES: ClassVar[dict[str, str]] = {"step": "<i8", "event": "<u2", "value": "<f8", "frame": "<i4", "site": "<i2"}

    def __len__(self) -> int:
        return len(self.step)

    @property
    def are_recorded(self) -> bool:
        """Whether facts of any function were recorded; older recordings have none."""
        return bool(self.events or self.sites)

    def site_of(self, frame: int) -> Site | None:
        """Return the call expression that made a frame; None where that is not known."""
        number = int(self.site[frame]) if 0 <= frame < len(self.site) else -1
        return self.sites[number] if number >= 0 else None

    def result_signs(self, parent: Column, ply: Column, size: Column) -> NDArray[np.int8]:
        """Return for each frame the sign that its caller gives its result: 1, -1, or 0 where that is not known.

        A factor that is no constant ran before the call or after it, as it stands; only 1 and -1 are signs.
        """
        of_site = np.array([*(site.sign for site in self.sites), 0], np.int8)
        signs = of_site[self.site] if len(self.site) == len(size) else np.zeros(len(size), np.int8)
        rows = self.rows_with(What.FACTOR)
        if not len(rows):
            return signs
        steps = 3 * np.arange(len(size), dtype=np.int64) - 2 * ply.astype(np.int64)
        by_place = []
        for step in (steps - 1, steps + 3 * size.astype(np.int64) - 1):
            at = np.searchsorted(self.step[rows], step, "right") - 1
            is_there = (at >= 0) & (self.step[rows][at] == step) & (self.frame[rows][at] == parent)
            value = self.value[rows][at]
            by_place.append(np.where(is_there & (np.abs(value) == 1), value, 0).astype(np.int8))
        before, after = by_place
        for number, site in enumerate(self.sites):
            if not site.sign:
                calls = self.site == number
                signs[calls] = (before if np.all(before[calls]) else after)[calls]
        return signs

    def takes_result(self, site: Site) -> bool:
        """Return whether the expression around a call takes every result: `max`, `min`, a list made or added to."""
        is_list = any(
            event.what is What.SET and (event.name, event.line) == (site.target, site.line) and event.text[:1] == "["
            for event in self.events
        )
        return is_list or site.fold in ("max", "min", "append")

    def fact(self, row: int) -> Fact:
        """Return the fact in a row."""
        return Fact(row, int(self.step[row]), self.events[self.event[row]], float(self.value[row]))

    @cached_property
    def _by_frame(self) -> tuple[Column, Column]:
        """The rows by frames, in the order of time within each, and where those of each frame begin; last their end."""
        order = np.argsort(self.frame, kind="stable")
        frames = np.arange(self.frame.max(initial=-1) + 2, dtype=self.frame.dtype)
        return order, np.searchsorted(self.frame[order], frames)

    def rows_of(self, frame: int) -> Column:
        """Return the rows of a frame's facts, in the order of time."""
        order, begins = self._by_frame
        found: Column = order[begins[frame] : begins[frame + 1]] if frame + 1 < len(begins) else order[:0]
        return found

    def of_frame(self, frame: int) -> list[Fact]:
        """Return the facts of a frame, in the order of time."""
        return [self.fact(row) for row in self.rows_of(frame).tolist()]

    def between(self, first: int, last: int) -> list[Fact]:
        """Return the facts that follow the steps of calls from one up to and without another."""
        rows = range(bisect_left(self.step, first), bisect_left(self.step, last))
        return [self.fact(row) for row in rows]

    def after(self, step: int) -> list[Fact]:
        """Return the facts that follow one step of a call."""
        return self.between(step, step + 1)

    def value_of(self, name: str, frame: int, step: int) -> Fact | None:
        """Return the last fact by a step that gives a name of a frame a value; None before there is any."""
        kinds = (What.SET, What.AGAIN)
        numbers = [number for number, one in enumerate(self.events) if one.name == name and one.what in kinds]
        rows = self.rows_of(frame)
        rows = rows[: bisect_right(self.step[rows], step)]
        rows = rows[np.isin(self.event[rows], numbers)]
        return self.fact(int(rows[-1])) if len(rows) else None

    def rows_with(self, *kinds: What) -> Column:
        """Return the rows of facts whose events are of some kinds."""
        numbers = [number for number, one in enumerate(self.events) if one.what in kinds]
        return np.flatnonzero(np.isin(self.event, numbers))

    def operands_of(self, row: int) -> list[Fact]:
        """Return the operands that were evaluated in the test of an exit or the end of a loop, in that order."""
        event, rows = self.events[self.event[row]], self.rows_of(int(self.frame[row]))
        found: list[Fact] = []
        for before in reversed(rows[: bisect_left(rows, row)].tolist()):
            one = self.events[self.event[before]]
            if one.what is What.OPERAND and one.guard == event.guard:
                found.append(self.fact(before))
            elif found or one.what in (What.ITEM, What.LOOP):
                break
        return found[::-1]


NO_FACTS = UserCodeFacts()


def with_lines_before(facts: Iterable[Fact], lines: Sequence[int], line: int) -> Iterator[tuple[Fact, int]]:
    """Yield facts that follow the same step, each with how many of the lines executed after it come before the fact.

    `line` is the one that was executed when the step was made.
    """
    at, seen = 0, set[Event]()
    for fact in facts:
        if fact.event.line != line or fact.event in seen:
            ahead = next((n for n in range(at, len(lines)) if lines[n] == fact.event.line), None)
            if ahead is not None:
                at, line, seen = ahead + 1, lines[ahead], set()
        seen.add(fact.event)
        yield fact, at


def numbered_events(
    function: int, guards: int, events: Sequence[Any], sites: Sequence[Any], tests: Sequence[Any]
) -> Any:
    """Return the events, sites and guards of a function in a log; its guards are numbered from `guards` on."""
    made = [
        Event(What(what), function, line, name, loop, guard + guards if guard >= 0 else -1, *others)
        for what, line, name, loop, guard, *others in events
    ]
    calls = [
        Site(function, line, callee, sign, tuple(Argument(*one) for one in arguments), *others)
        for line, callee, sign, arguments, *others in sites
    ]
    return made, calls, [Guard(function, *one) for one in tests]

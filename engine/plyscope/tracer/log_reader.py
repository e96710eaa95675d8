"""Reads the log of a target into rows, one for every call.

Frame 0 is not a call but the caller of all calls; it is removed at the end if it made only one. A frame that an
exception leaves is closed when the next event arrives: if none does, the recording ends at the exception and the frame
is still open.

Generators are suspended and resumed, coroutines wait for each other, threads run side by side: the events of such calls
arrive interleaved. A recording is a tree that is walked call by call, so `CallOrder` holds back the events of a call
until its earlier siblings are complete. Every call is below the one that made it, and siblings are in the order in
which they began. Printed text alone stays where it was printed.
"""

from __future__ import annotations

import contextlib
from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, compress
from math import nan
from time import monotonic
from typing import Any

import numpy as np

from plyscope.messages import InputError
from plyscope.model.columns import INNER, MAX_FRAMES, OPEN, TERMINAL
from plyscope.model.preorder import Column
from plyscope.model.user_code import NO_PARTS, Parts, TracedFunction
from plyscope.model.user_code_facts import MAX_WHOLE
from plyscope.tracer.plain_events import MIN_ITEMS, PARTS, PlainEvents, plain_events
from plyscope.tracer.target.caller_moves import MOVE
from plyscope.tracer.target.drawn_objects import NOT_TAKEN
from plyscope.tracer.target.log import (
    ELSEWHERE,
    ENDED,
    FACT,
    FIRST_KEY,
    FUNCTIONS,
    LEFT,
    LINE,
    LINES_ENDED,
    MARKED,
    MAX_PARTS,
    PRINTED,
    RAISED,
    SAVED,
    SITE,
)
from plyscope.tracer.target.plain_locals import MAX_KNOWN, variables_in
from plyscope.tracer.target.rewriting import RESULT
from plyscope.tracer.target.snapshots import MAX_BITS, text_of

SUSPENDED = ["…"]
"""The result of a call that was still suspended at the end, as results are kept."""


class Call:
    """An open call, or one whose events are still held back."""

    __slots__ = ("above", "is_over", "waiting")

    def __init__(self, above: Call | None) -> None:
        self.above = above
        self.is_over = False
        self.waiting: deque[Call | list[Any]] = deque()
        """Its events that are held back, and its calls among them."""

    def is_below(self, other: Call) -> bool:
        """Whether another call is among the callers of this one."""
        above = self.above
        while above is not None and above is not other:
            above = above.above
        return above is not None


class CallOrder:
    """The order of events in which each belongs to the innermost open call."""

    def __init__(self, counts: Sequence[int], depth: int) -> None:
        self.counts = counts
        self.waiting = 0
        """How many calls are held back."""
        self._plain = [Call(None)]
        """The open calls without a key, from the caller of all calls inwards."""
        for _ in range(depth):
            self._plain.append(Call(self._plain[-1]))
        self._tip = self._plain[-1]
        self._open: dict[int, Call] = {}
        self._out: list[Any] = []
        self._incomplete: list[Any] = []
        """A call whose arguments have not all arrived, with those that have."""

    def in_order(self, items: Sequence[Any]) -> list[Any]:
        """Take events, and return those that need not be held back."""
        items, self._incomplete = [*self._incomplete, *items], []
        at = 0
        while at < len(items):
            item = items[at]
            at += 1
            if type(item) is not tuple:
                self._leave(self._plain[-1], [item])
            elif item[0] in PARTS:
                if item[0] == FACT and at == len(items):
                    self._incomplete = [item]
                    break
                value = items[at : at + 1] if item[0] == FACT and type(items[at]) is not tuple else []
                at += len(value)
                self._add(self._called(item[2]) if len(item) > 2 else self._plain[-1], item[:2], *value)
            elif item[0] >= 0:
                until = at + self.counts[item[0]]
                if until > len(items):
                    self._incomplete = items[at - 1 :]
                    break
                self._enter(item, items[at:until])
                at = until
            else:
                self._notice(item)
        out, self._out = self._out, []
        return out

    def release(self, is_complete: bool) -> list[Any]:
        """Return the events held back at the end, and close as suspended the calls that others interrupted.

        Where the log is complete, all calls that are still open are closed so.
        """
        while self._tip.above is not None and (is_complete or any(one.waiting for one in callers_of(self._tip))):
            self._leave(self._tip, [SUSPENDED])
        out, self._out = self._out, []
        return out

    def _enter(self, entered: tuple[int, ...], arguments: Sequence[Any]) -> None:
        """Take a call that is entered, with its arguments."""
        function, key, maker = entered if len(entered) > 1 else (entered[0], 0, len(self._plain) - 1)
        call = Call(self._called(maker))
        if key >= FIRST_KEY:
            self._open[key] = call
        else:
            self._plain.append(call)
        items = [(function,), *arguments]
        if call.above is self._tip:
            self._out += items
            self._tip = call
        elif call.above is not None:
            call.waiting.append(items)
            call.above.waiting.append(call)
            self.waiting += 1

    def _called(self, key: int) -> Call:
        """Return the call with a key, or the nearest open one above; a number below `FIRST_KEY` is a depth."""
        call = self._plain[min(key, len(self._plain) - 1)] if key < FIRST_KEY else self._open.get(key, self._plain[0])
        while call.is_over and call.above is not None:
            call = call.above
        return call

    def _notice(self, item: tuple[Any, ...]) -> None:
        """Take an item other than a call or its result."""
        kind = item[0]
        if kind == LEFT:
            self._leave_by_key(item[1], [item[2]])
        elif kind == RAISED:
            self._raised(*item)
        elif kind == SAVED and len(item) > 2:
            self._leave_by_key(item[2], [item[:2]])
        elif kind == SAVED:
            self._leave(self._plain[-1], [item])
        elif kind in (PRINTED, ENDED, ELSEWHERE, FUNCTIONS, LINES_ENDED):
            self._out.append(item)  # whatever call has printed a text: all of them stand in the order of time
        elif kind == LINE:
            self._add(self._called(item[4]) if len(item) > 4 else self._plain[-1], item[:4])

    def _raised(self, kind: int, text: str, line: int, key: int = -1, depth: int = -1) -> None:
        """Take an exception that leaves a call; with a depth, also those below it, which had no stack to record it."""
        items = [(kind, text, line)]
        if depth >= 0:
            call = self._open.get(key) if key >= 0 else self._plain[min(depth, len(self._plain) - 1)]
            for lower in [one for one, open_one in self._open.items() if call and open_one.is_below(call)][::-1]:
                self._leave_by_key(lower, items)
            while key < 0 and len(self._plain) > depth + 1:
                self._leave(self._plain[-1], items)
            if key < 0 and len(self._plain) <= depth:
                return
        if key >= 0:
            self._leave_by_key(key, items)
        else:
            self._leave(self._plain[-1], items)

    def _add(self, call: Call, *items: Any) -> None:
        """Add items of a call, at once or to those that it waits with."""
        if call is self._tip:
            self._out += items
        else:
            call.waiting.append([*items])

    def _leave_by_key(self, key: int, items: list[Any]) -> None:
        """Take the end of the call with a key."""
        call = self._open.pop(key, None)
        if call is not None:
            self._leave(call, items)

    def _leave(self, call: Call, items: list[Any]) -> None:
        """Take the end of a call, once; it is held back while another call goes on."""
        if call.above is None or call.is_over:
            return
        if call is self._plain[-1]:
            self._plain.pop()
        call.is_over = True
        if call is self._tip:
            self._out += items
            self._go_on()
        else:
            call.waiting.append(items)

    def _go_on(self) -> None:
        """Release held events up to a call that is still open."""
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


def callers_of(call: Call) -> Iterator[Call]:
    """Iterate over the callers of a call, outwards."""
    over = call.above
    while over is not None:
        yield over
        over = over.above


def calls_left(
    incomplete: Sequence[Any], pieces: Iterable[Sequence[Any]], seconds: float
) -> tuple[int, tuple[Any, ...] | None]:
    """Return the number of calls in unread pieces of a log, and the item that says how the program ended.

    The call whose arguments stand in them has begun before, in `incomplete`. Without an answer in so many seconds, the
    number is -1.
    """
    until, calls, ended = monotonic() + seconds, 0, None
    for piece in pieces:
        events = [item for item in (*incomplete, *piece) if type(item) is tuple]
        incomplete = ()
        calls += len([1 for item in events if item[0] >= 0])
        ended = next((item[1:] for item in events if item[0] == ENDED), ended)
        if monotonic() > until:
            return -1, ended
    return calls, ended


def described_function(facts: Sequence[Any]) -> TracedFunction:
    """Return a function as the log describes it; a program can write anything into its log."""
    name, recorded, variables, line, last_line, parts = facts[:6]
    return function_recorded(str(name), map(str, recorded), map(str, variables), int(line), int(last_line), parts)


def function_recorded(
    name: str,
    recorded: Iterable[str],
    variables: Iterable[str],
    line: int,
    last_line: int,
    parts: Parts = NO_PARTS,
) -> TracedFunction:
    """Return a function with the names of what is recorded of its calls."""
    names = tuple(recorded)
    takes_move = names[-1:] == (MOVE,)
    return TracedFunction(name, names[: len(names) - takes_move], tuple(variables), line, last_line, takes_move, parts)


CALL, NOTE, END, ROW = 1, 2, 3, 4
"""Events of calls: one is entered, tells a fact, returns, or executes a line."""
SELDOM_EVENTS = frozenset({FUNCTIONS, LINES_ENDED, ENDED, ELSEWHERE})
"""Events of which there are few in a log: what is between them can be told apart at once."""
NUMBERS = frozenset({int, float, bool})
MAX_PLIES = 65_000
"""The deepest ply: what the column of plies can hold, with room to spare."""


MISSING_ARGUMENT = ["…"]
"""Stands for an argument that was not recorded."""


NO_MOVE = frozenset({"None", MISSING_ARGUMENT[0]})
"""What the log has where a call has no move."""


def exact_float(value: Any) -> float:
    """Return the value of a fact as a float; NaN where it is no number, or no float equals it."""
    kind = type(value)
    is_exact = kind is float or kind is bool or (kind is int and -MAX_WHOLE <= value <= MAX_WHOLE)
    return value if is_exact else nan


def exact_floats(values: Sequence[Any]) -> Column:
    """Return the values of facts as floats, NaN for others."""
    if NUMBERS.issuperset(map(type, values)):
        with contextlib.suppress(OverflowError):
            found = np.array(values, np.float64)
            if not np.any(np.abs(found[np.isfinite(found)]) >= MAX_WHOLE):
                return found
    return np.array([exact_float(value) for value in values])


def extend(column: array[Any], numbers: Column) -> None:
    """Append numbers to a column, converted to its type."""
    column.frombytes(numbers.astype(column.typecode).tobytes())


class LimitReached(Exception):
    """Raised when the limit of frames is reached; the rows so far are complete."""


class RowBuilder:
    """The builder of a recording's rows from the events of its log."""

    def __init__(self, functions: Sequence[TracedFunction], limit: int | None = None) -> None:
        self.known_functions: list[TracedFunction] = []
        """The functions by their numbers; those of a target are described in its log."""
        self.counts: list[int] = []
        self.variables: list[tuple[str, ...]] = []
        """The local variables of each function, in the order in which rows of executed lines have them."""
        self.add_functions(functions)
        self.limit = MAX_FRAMES if limit is None else min(limit, MAX_FRAMES)
        self.functions = array("i", [-1])
        self.sizes = array("i", [0])
        self.results = array("i", [-1])
        self.statuses = bytearray([OPEN])
        self.arguments = array("i")
        self.moves = array("i", [-1])
        self.saved = array("i")
        self.raised = array("i")
        self.texts: list[str] = []
        self.drawn: dict[int, int] = {}
        """For the texts of objects that draw themselves the numbers of the texts that they draw."""
        self.fact_steps, self.fact_parts, self.fact_frames = array("q"), array("i"), array("i")
        self.fact_values = array("d")
        self.sites = array("i", [-1])
        """For each call the number of the call expression that made it, -1 where that is not known."""
        self.root = -1
        """The function whose call makes all others, where that is recorded."""
        self.printed_steps, self.printed_lines = array("q"), array("q")
        self.printed: list[str] = []
        self.line_steps, self.line_numbers, self.line_values = array("q"), array("i"), array("i")
        self.line_functions = array("i")
        """For each executed line the number of its function, and so its file."""
        self.ended: tuple[Any, ...] | None = None
        self.elsewhere = False
        """Whether other processes were started."""
        self.lines_ended = ""
        """What was used up so that no more lines were recorded: rows, bytes or seconds."""
        self.origin = (0, "", 0)
        """Of the last exception: the frame that raised it, its text, and the line."""
        self.step = 0
        self._site = -1
        """The call expression of the call that is about to be entered."""
        self._raised_frame = -1
        self._pending: list[int] = []
        self._stack = [0]
        self._numbers: dict[type, dict[Any, int]] = {kind: {} for kind in (int, float, bool, type(None), str, bytes)}
        self._known_variables: dict[tuple[int, bytes], list[int]] = {}
        """For the local variables of a function, as they were copied all at once, the numbers of their texts."""
        self._descriptions: dict[bytes, int] = {}
        """The numbers of the texts of described values."""
        self._drawn_numbers: dict[tuple[bytes, str, bool], int] = {}
        self._by_drawing: dict[tuple[int, int], int] = {}
        self.incomplete: list[Any] = []
        """A call whose arguments have not all arrived, with those that have."""
        self._by_text: dict[str, int] = {}
        self._call_order: CallOrder | None = None
        """Reorders events where several calls are open at once."""

    def __len__(self) -> int:
        """The number of calls."""
        return len(self.sizes) - 1

    def add_functions(self, functions: Iterable[TracedFunction]) -> None:
        """Add functions, whose numbers follow those known."""
        for function in functions:
            self.known_functions.append(function)
            self.counts.append(function.recorded)
            self.variables.append(function.variables)

    def text_number(self, kept: Any) -> int:
        """Return the number of the text of a recorded value."""
        kind = type(kept)
        if kind is list:
            if type(kept[0]) is str:
                return self.number_of_text(kept[0])
            if len(kept) > 1:
                return self.number_of_drawn(kept)
            known, key = self._descriptions, kept[0]
        else:
            known, key = self._numbers[kind], kept
        number = known.get(key)
        if number is None:
            number = self.number_of_text(text_of(kept))
            # 0.0 and -0.0 are equal, and are written differently.
            if kind is int and kept.bit_length() >= MAX_BITS:
                return number
            if kind is not float or kept:
                known[key] = number
        return number

    def number_of_drawn(self, kept: Sequence[Any]) -> int:
        """Return the number of the text of an object that draws itself.

        Objects with equal texts that draw themselves differently have different numbers; so have those whose texts do
        not show all of them.
        """
        description, drawn, *others = kept
        key = (description, drawn, bool(others))
        number = self._drawn_numbers.get(key)
        if number is None:
            number, drawing = self.number_of_text(text_of(kept)), self.number_of_text(str(drawn))
            if drawn != NOT_TAKEN and (others or self.drawn.get(number, drawing) != drawing):
                text, number = self.texts[number], self._by_drawing.setdefault((number, drawing), len(self.texts))
                if number == len(self.texts):
                    self.texts.append(text)
            if drawn != NOT_TAKEN:
                self.drawn[number] = drawing
            self._drawn_numbers[key] = number
        return number

    def number_of_text(self, text: str) -> int:
        """Return the number of a text, which is new if it has none."""
        number = self._by_text.setdefault(text, len(self.texts))
        if number == len(self.texts):
            self.texts.append(text)
        return number

    def append(self, batch: Iterable[Any]) -> None:
        """Add a batch of events; raise LimitReached where there are too many calls."""
        items = [*self.incomplete, *batch]
        self.incomplete = []
        events = plain_events(items, self.counts, len(self._stack) - 1) if self._call_order is None else None
        if events is not None and self._has_room_for(events):
            self._append_at_once(events)
            self.incomplete = list(events.rest)
            return
        if self._call_order is None and len(items) >= MIN_ITEMS:
            at = next((n for n, item in enumerate(items) if type(item) is tuple and item[0] in SELDOM_EVENTS), None)
            if at is not None:
                for some in (items[:at], items[at : at + 1], items[at + 1 :]):
                    self.append(some)
                return
        if self._call_order is not None:
            items = self._call_order.in_order(items)
        whole_numbers = self._numbers[int]
        at, number, enter, leave = 0, self.text_number, self.enter, self.leave
        while at < len(items):
            item = items[at]
            at += 1
            if type(item) is int and item in whole_numbers:
                leave(whole_numbers[item])
            elif type(item) is not tuple:
                leave(number(item))
            elif item[0] == MARKED:
                self.fact(item[1])
            elif item[0] == FACT:
                if at == len(items):
                    self.incomplete = [item]
                    break
                value = items[at]
                at += type(value) is not tuple
                self.fact(item[1], value)
            elif item[0] == SITE:
                self._site = item[1]
            elif item[0] < 0:
                self.notice(item)
            elif len(item) > 1:
                self._call_order = CallOrder(self.counts, len(self._stack) - 1)
                at, items = 0, self._call_order.in_order(items[at - 1 :])
            else:
                until = at + self.counts[item[0]]
                try:
                    arguments = [number(kept) for kept in items[at:until]]
                except KeyError:
                    self.put_in_order(items, at, until)
                    at -= 1
                    continue
                if until > len(items):
                    self.incomplete = items[at - 1 :]
                    return
                enter(item[0], arguments)
                at = until
        if self._call_order is not None and len(self) + self._call_order.waiting > self.limit:
            raise LimitReached

    def _has_room_for(self, events: PlainEvents) -> bool:
        """Whether events stay within the limits of frames and plies."""
        has_frames = len(self) + np.count_nonzero(events.kinds >= 0) <= self.limit
        return bool(has_frames and events.depth.max() <= MAX_PLIES)

    def _append_at_once(self, events: PlainEvents) -> None:
        """Add calls, facts, lines and results together, column by column."""
        items, kinds, places = events.items, events.kinds, events.places
        if self._pending and len(items) > np.count_nonzero(kinds == SITE):
            self.close_raised()
        is_call, is_fact, is_line = kinds >= 0, (kinds == FACT) | (kinds == MARKED), kinds == LINE
        calls, functions = places[is_call], kinds[is_call]
        kind_at = np.zeros(len(items), np.int8)
        kind_at[calls], kind_at[places[is_fact]], kind_at[places[is_line]] = CALL, NOTE, ROW
        kind_at[events.results] = END
        at = np.flatnonzero(kind_at)
        kind = kind_at[at]
        calls_so_far = len(self.sizes) + np.cumsum(kind == CALL)
        steps = self.step + np.cumsum((kind == CALL) + 2 * (kind == END))
        frames = self._frames_of(events.depth[at] + (kind == END), kind == CALL, int(events.depth[-1]))
        self.step = int(steps[-1]) if len(steps) else self.step
        parts = events.parts
        # A call expression is told just before its call; executed lines alone may stand between them.
        told = kinds != LINE
        sites = np.append(self._site, np.where(kinds[told] == SITE, parts[told], -1))
        results = np.cumsum(events.results)
        sites[np.diff(results[np.append(places[told], -1)], prepend=0) > 0] = -1
        self._site = int(sites[-1])
        extend(self.functions, functions)
        extend(self.sites, sites[:-1][kinds[told] >= 0])
        number_of = self._text_numbers(events, is_line, frames[kind == ROW], steps[kind == ROW])
        # The last argument of some calls is the move.
        moves, is_argument = np.full(len(calls), -1), events.arguments
        takes_move = np.array([function.takes_move for function in self.known_functions])[functions]
        if np.any(takes_move):
            last = calls[takes_move] + np.array(self.counts)[functions[takes_move]]
            nothing = [one for one in set(number_of[last].tolist()) if self.texts[one] in NO_MOVE]
            moves[takes_move] = np.where(np.isin(number_of[last], nothing), -1, number_of[last])
            is_argument = is_argument.copy()
            is_argument[last] = False
        extend(self.moves, moves)
        extend(self.arguments, number_of[is_argument])
        extend(self.sizes, np.zeros(len(calls)))
        extend(self.results, np.full(len(calls), -1))
        self.statuses += bytes([OPEN]) * len(calls)
        closed, size = frames[kind == END], (calls_so_far - frames)[kind == END]
        np.frombuffer(self.sizes, np.int32)[closed] = size
        np.frombuffer(self.results, np.int32)[closed] = number_of[events.results]
        np.frombuffer(self.statuses, np.uint8)[closed] = np.where(size > 1, INNER, TERMINAL)
        self._add_facts(frames[kind == NOTE], parts[is_fact], steps[kind == NOTE], events, is_fact)

    def _frames_of(self, depths: Column, is_call: Column, still_open: int) -> Column:
        """Return the frames of events by the depths of their calls; those still open go on the stack.

        The frame of an event is that of the last call at its depth.
        """
        before = len(self._stack)
        depths = np.concatenate([np.arange(before), depths])
        entered = np.concatenate([self._stack, len(self.sizes) - 1 + np.cumsum(is_call)])
        order = np.argsort(depths, kind="stable")
        is_entry = np.concatenate([np.ones(before, np.bool_), is_call])[order]
        latest = entered[order][np.maximum.accumulate(np.where(is_entry, np.arange(len(order)), 0))]
        ends = np.searchsorted(depths[order], np.arange(still_open + 1), side="right") - 1
        self._stack = latest[ends].tolist()
        frames = np.empty(len(order), np.int64)
        frames[order] = latest
        return frames[before:]

    def _text_numbers(self, events: PlainEvents, is_line: Column, frames: Column, steps: Column) -> Column:
        """Add lines, and return the numbers of the texts of arguments and results by their places among the items.

        Lines, with their frames and steps, are added meanwhile: texts are numbered in the order of items.
        """
        items, known, number = events.items, self._numbers, self.text_number
        is_value = events.arguments | events.results
        found = np.full(len(items), -1, np.int32)
        if len(frames):
            heads = events.distinct
            of_function, line_number = (
                np.array([head[part] if head[0] == LINE else -1 for head in heads]) for part in (1, 2)
            )
            which, places = events.which[is_line], events.places[is_line]
            is_own = np.frombuffer(self.functions, np.int32)[frames] == of_function[which]
            which, places, steps = which[is_own], places[is_own], steps[is_own]
            first = places[np.unique(which, return_index=True)[1]]
            is_value[first] = True
            line_of = iter(which[np.isin(places, first)].tolist())
            variables: dict[int, list[int] | None] = {}
            numbers: list[int] = []
            for value in compress(items, is_value.tobytes()):
                kind = type(value)
                if kind is tuple:
                    variables[next(line_of)] = self.numbers_of_variables(value)
                    numbers.append(-1)
                else:
                    one = None if kind is list else known[kind].get(value)
                    numbers.append(number(value) if one is None else one)
            found[is_value] = numbers
            has_variables = np.array([variables.get(one) is not None for one in range(len(heads))])
            which, steps = (one[has_variables[which]] for one in (which, steps))
            extend(self.line_steps, steps)
            extend(self.line_numbers, line_number[which])
            extend(self.line_functions, of_function[which])
            self.line_values.extend(chain.from_iterable(variables[one] or () for one in which.tolist()))
            return found
        found[is_value] = [
            one if type(value) is not list and (one := known[type(value)].get(value)) is not None else number(value)
            for value in compress(items, is_value.tobytes())
        ]
        return found

    def _add_facts(self, frames: Column, parts: Column, steps: Column, events: PlainEvents, is_fact: Column) -> None:
        """Add the facts among events that are of the function of their call."""
        function = np.where(frames > 0, np.frombuffer(self.functions, np.int32)[frames], self.root)
        is_own = parts // MAX_PARTS == function
        has_value = events.has_value[is_fact]
        values = np.full(len(parts), nan)
        values[has_value] = exact_floats(list(compress(events.items, events.values.tobytes())))
        extend(self.fact_steps, steps[is_own])
        extend(self.fact_parts, parts[is_own])
        extend(self.fact_frames, frames[is_own])
        extend(self.fact_values, values[is_own])

    def put_in_order(self, items: list[Any], at: int, until: int) -> None:
        """Resolve the first event that stands among a call's arguments: take it out, or fill in those before it."""
        place = next(place for place in range(at, until) if type(items[place]) is tuple)
        if items[place][0] in (PRINTED, LINES_ENDED):
            self.notice(items.pop(place))
        else:
            items[place:place] = [MISSING_ARGUMENT] * (until - place)

    def enter(self, function: int, arguments: Sequence[int]) -> None:
        """Add a row for a call; raise LimitReached where there is no room, InputError where it is too deep."""
        if self._pending:
            self.close_raised()
        frame = len(self.sizes)
        if frame > self.limit:
            raise LimitReached
        if len(self._stack) > MAX_PLIES:
            raise InputError("the calls go more than {deepest} plies deep", deepest=MAX_PLIES)
        self._stack.append(frame)
        self.sizes.append(0)
        self.results.append(-1)
        self.statuses.append(OPEN)
        self.functions.append(function)
        self.sites.append(self._site)
        self._site = -1
        if self.known_functions[function].takes_move:
            arguments = list(arguments)
            move = arguments.pop()
            self.moves.append(-1 if self.texts[move] in NO_MOVE else move)
        else:
            self.moves.append(-1)
        self.arguments.extend(arguments)
        self.step += 1

    def leave(self, result: int) -> None:
        """Complete the row of the innermost call with its result; the caller of all has none."""
        self._site = -1
        if self._pending:
            self.close_raised()
        if len(self._stack) > 1:
            self._close(self._stack.pop(), result)
            self.step += 2

    def _close(self, frame: int, result: int) -> None:
        """Set size, result and status of a frame."""
        size = len(self.sizes) - frame
        self.sizes[frame] = size
        self.results[frame] = result
        self.statuses[frame] = INNER if size > 1 else TERMINAL

    def fact(self, part: int, value: Any = None) -> None:
        """Add a fact of the innermost call, unless another function noted it."""
        self._site = -1
        if self._pending:
            self.close_raised()
        frame, function = self._stack[-1], part // MAX_PARTS
        if function == (self.functions[frame] if frame else self.root):
            self.fact_steps.append(self.step)
            self.fact_parts.append(part)
            self.fact_frames.append(frame)
            self.fact_values.append(exact_float(value))

    def notice(self, event: tuple[Any, ...]) -> None:
        """Add an event that is neither a call nor its result."""
        kind = event[0]
        if kind == RAISED:
            self._site = -1
            self.notice_exception(*event[1:])
            return
        if kind == ENDED:
            self.ended = event[1:]
            return
        if kind == LINES_ENDED:
            self.lines_ended = event[1]
            return
        if kind == ELSEWHERE:
            self.elsewhere = True
            return
        if kind == FUNCTIONS:
            self.add_functions(map(described_function, event[3]))
            return
        if self._pending:
            self.close_raised()
        if kind == LINE:
            self.line(event, self._stack[-1], self.step)
        elif kind == SAVED and len(self._stack) > 1:
            self.saved.append(self._stack[-1])
            self.leave(self.text_number(event[1]))
        elif kind == PRINTED:
            self.printed_steps.append(self.step)
            self.printed_lines.append(len(self.line_numbers))
            self.printed.append(str(event[1]))

    def notice_exception(self, text: str, line: int, _: int = -1, depth: int = -1) -> None:
        """Close the innermost call, which an exception has left; with a depth, also every call deeper than that."""
        while depth >= 0 and len(self._stack) > depth + 1:
            self.left_by_exception(text, line)
        if len(self._stack) > max(1, depth):
            self.left_by_exception(text, line)

    def left_by_exception(self, text: str, line: int) -> None:
        """Close the innermost call, which an exception has left."""
        frame = self._stack.pop()
        # An exception leaves one frame after the other on its way up.
        if not (self._raised_frame > frame and self.origin[1] == text):
            self.origin = (frame, text, line)
        self._raised_frame = frame
        self._close(frame, self.number_of_text(text))
        self._pending.append(frame)

    def close_raised(self) -> None:
        """Take the exception as caught: the frames that it left stay closed."""
        self.raised.extend(self._pending)
        self.step += 2 * len(self._pending)
        self._pending.clear()

    def line(self, event: tuple[Any, ...], frame: int, step: int) -> None:
        """Add an executed line of a frame, with its variables; not one of another function, or told twice."""
        numbers = self.numbers_of_variables(event) if self.functions[frame] == event[1] else None
        if numbers is not None:
            self.line_steps.append(step)
            self.line_numbers.append(event[2])
            self.line_functions.append(event[1])
            self.line_values.extend(numbers)

    def numbers_of_variables(self, event: tuple[Any, ...]) -> list[int] | None:
        """Return the numbers of the texts of a line's variables; None for a line told twice."""
        function, recorded = event[1], event[3]
        key = (function, recorded) if type(recorded) is bytes else None
        numbers = None if key is None else self._known_variables.get(key)
        if numbers is None:
            values = variables_in(recorded)
            # Python 3.12 reports the line of a `return` once more when its result is known.
            if RESULT in values:
                return None
            number = self.text_number
            numbers = [number(values[name]) if name in values else -1 for name in self.variables[function]]
            if key is not None:
                if len(self._known_variables) >= MAX_KNOWN:
                    self._known_variables.clear()
                self._known_variables[key] = numbers
        return numbers

    def finish(self, ended_by_exception: bool, result: str | None = None) -> None:
        """End the rows; frames that did not return are open, as are those an uncaught exception left.

        `result` is the result of the whole program, if it completed.
        """
        if self._call_order is not None:
            held, self._call_order = self._call_order.release(result is not None), None
            with contextlib.suppress(LimitReached):
                self.append(held)
        self.incomplete.clear()  # a call of which not all arguments are known is not recorded
        if ended_by_exception:
            for frame in self._pending:
                self.statuses[frame] = OPEN
            self._pending.clear()
        else:
            self.close_raised()
        if result is not None and self._stack == [0]:
            self._close(0, self.number_of_text(result))
        for frame in self._stack:
            self.sizes[frame] = len(self.sizes) - frame

    @property
    def left_root_by_exception(self) -> bool:
        """Whether an exception left the first call, and nothing came after it."""
        return 1 in self._pending

    @property
    def innermost(self) -> int:
        """The innermost open frame."""
        return self._stack[-1]

    @property
    def roots(self) -> int:
        """The number of calls without a traced caller: 0, 1, or 2 for more; known once the rows are finished."""
        return 0 if len(self.sizes) == 1 else 1 if 1 + self.sizes[1] == len(self.sizes) else 2

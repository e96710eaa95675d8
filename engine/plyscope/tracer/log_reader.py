"""Reads the log of a target into rows, one for every call.

Frame 0 is not a call but the caller of all calls; it is removed at the end if it made only one. A frame that an
exception leaves is closed when the next event arrives: if none does, the recording ends at the exception and the frame
is still open.

Generators are suspended and resumed, coroutines wait for each other, threads run side by side: the events of such calls
arrive interleaved. A recording is a tree that is walked call by call, so `CallOrder` holds back the events of a call
until its earlier siblings are complete. Every call is below the one that made it, and siblings are in the order in
which they began.
"""

from __future__ import annotations

import contextlib
from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from math import nan
from time import monotonic
from typing import Any

from plyscope.messages import InputError
from plyscope.model.columns import INNER, MAX_FRAMES, OPEN, TERMINAL
from plyscope.model.user_code import NO_PARTS, Parts, TracedFunction
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
from plyscope.tracer.target.plain_locals import variables_in
from plyscope.tracer.target.rewriting import RESULT
from plyscope.tracer.target.snapshots import MAX_BITS, text_of

SUSPENDED = ["…"]
"""The result of a call that was still suspended at the end, as results are kept."""


class Call:
    """A call that is open, or whose events are still held back."""

    __slots__ = ("above", "is_over", "waiting")

    def __init__(self, above: Call | None) -> None:
        self.above = above
        self.is_over = False
        self.waiting: deque[Call | list[Any]] = deque()
        """Its events that are held back, and its calls among them."""

    def is_below(self, other: Call) -> bool:
        above = self.above
        while above is not None and above is not other:
            above = above.above
        return above is not None


class CallOrder:
    """Reorders events so that each belongs to the innermost call that is open."""

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
        """Takes events, and returns those that are not held back."""
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
        """The events that are held back at the end. Calls that events of other calls follow are left suspended."""
        while self._tip.above is not None and (is_complete or any(one.waiting for one in above(self._tip))):
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
        items = [(function,), *arguments]
        if call.above is self._tip:
            self._out += items
            self._tip = call
        elif call.above is not None:
            call.waiting.append(items)
            call.above.waiting.append(call)
            self.waiting += 1

    def _called(self, key: int) -> Call:
        """The call with a key, or the nearest open one above it; a number below `FIRST_KEY` is a depth."""
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
        elif kind in (ENDED, ELSEWHERE, FUNCTIONS, LINES_ENDED):
            self._out.append(item)
        elif kind == LINE:
            self._add(self._called(item[4]) if len(item) > 4 else self._plain[-1], item[:4])
        elif kind == PRINTED:
            self._add(self._called(item[2]) if len(item) > 2 else self._plain[-1], item[:2])

    def _raised(self, kind: int, text: str, line: int, key: int = -1, depth: int = -1) -> None:
        """A call is left by an exception; with a depth, those below it could not record that for lack of stack."""
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
        if call is self._tip:
            self._out += items
        else:
            call.waiting.append([*items])

    def _leave_by_key(self, key: int, items: list[Any]) -> None:
        call = self._open.pop(key, None)
        if call is not None:
            self._leave(call, items)

    def _leave(self, call: Call, items: list[Any]) -> None:
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
        """Releases held events, up to a call that is still open."""
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


def calls_left(
    incomplete: Sequence[Any], pieces: Iterable[Sequence[Any]], seconds: float
) -> tuple[int, tuple[Any, ...] | None]:
    """How many calls are in the pieces of a log that are not read, and how it says that the program ended.

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


def described(facts: Sequence[Any]) -> TracedFunction:
    """A function as the log describes it; a program can write anything into its log."""
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
    """A function with the names of what is recorded of its calls."""
    names = tuple(recorded)
    takes_move = names[-1:] == (MOVE,)
    return TracedFunction(name, names[: len(names) - takes_move], tuple(variables), line, last_line, takes_move, parts)


MAX_WHOLE = 1 << 53
"""The largest whole number up to which each is an exact float."""
MAX_PLIES = 65_000
"""The deepest ply: what the column of plies can hold, with room to spare."""


MISSING_ARGUMENT = ["…"]
"""Stands for an argument that was not recorded."""


NO_MOVE = frozenset({"None", MISSING_ARGUMENT[0]})
"""What the log has where a call has no move."""


PARTS = frozenset({FACT, MARKED, SITE})
"""Items of the log that tell of a part of a function."""


class LimitReached(Exception):
    """The limit of frames is reached; the rows so far are complete."""


class RowBuilder:
    """Builds the rows from events."""

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
        """How many calls there are."""
        return len(self.sizes) - 1

    def add_functions(self, functions: Iterable[TracedFunction]) -> None:
        """Functions whose numbers follow those that are known."""
        for function in functions:
            self.known_functions.append(function)
            self.counts.append(function.recorded)
            self.variables.append(function.variables)

    def text_number(self, kept: Any) -> int:
        """The number of the text of a value that was kept."""
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
        """The number of the text of an object that draws itself.

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
        number = self._by_text.setdefault(text, len(self.texts))
        if number == len(self.texts):
            self.texts.append(text)
        return number

    def append(self, batch: Iterable[Any]) -> None:
        """Adds a batch of events."""
        items = [*self.incomplete, *batch]
        self.incomplete = []
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
                    self._incomplete = [item]
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

    def put_in_order(self, items: list[Any], at: int, until: int) -> None:
        """Another event came between the arguments of a call: printed text of another thread, or the end."""
        place = next(place for place in range(at, until) if type(items[place]) is tuple)
        if items[place][0] == PRINTED:
            self.notice(items.pop(place))
        else:
            items[place:place] = [MISSING_ARGUMENT] * (until - place)

    def enter(self, function: int, arguments: Sequence[int]) -> None:
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
        self._site = -1
        if self._pending:
            self.close_raised()
        if len(self._stack) > 1:
            self._close(self._stack.pop(), result)
            self.step += 2

    def _close(self, frame: int, result: int) -> None:
        size = len(self.sizes) - frame
        self.sizes[frame] = size
        self.results[frame] = result
        self.statuses[frame] = INNER if size > 1 else TERMINAL

    def fact(self, part: int, value: Any = None) -> None:
        """An event of the innermost open call; what another function tells there is not a fact of that call."""
        self._site = -1
        if self._pending:
            self.close_raised()
        frame, function = self._stack[-1], part // MAX_PARTS
        if function == (self.functions[frame] if frame else self.root):
            kind = type(value)
            is_exact = kind is float or kind is bool or (kind is int and -MAX_WHOLE <= value <= MAX_WHOLE)
            self.fact_steps.append(self.step)
            self.fact_parts.append(part)
            self.fact_frames.append(frame)
            self.fact_values.append(value if is_exact else nan)

    def notice(self, event: tuple[Any, ...]) -> None:
        """Handles every event but calls and their results."""
        kind = event[0]
        if kind == RAISED:
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
            self.add_functions(map(described, event[3]))
            return
        if self._pending:
            self.close_raised()
        if kind == LINE:
            self.line(event)
        elif kind == SAVED and len(self._stack) > 1:
            self.saved.append(self._stack[-1])
            self.leave(self.text_number(event[1]))
        elif kind == PRINTED:
            self.printed_steps.append(self.step)
            self.printed_lines.append(len(self.line_numbers))
            self.printed.append(str(event[1]))

    def notice_exception(self, text: str, line: int, _: int = -1, depth: int = -1) -> None:
        while depth >= 0 and len(self._stack) > depth + 1:
            self.left_by_exception(text, line)
        if len(self._stack) > max(1, depth):
            self.left_by_exception(text, line)

    def left_by_exception(self, text: str, line: int) -> None:
        frame = self._stack.pop()
        # An exception leaves one frame after the other on its way up.
        if not (self._raised_frame > frame and self.origin[1] == text):
            self.origin = (frame, text, line)
        self._raised_frame = frame
        self._close(frame, self.number_of_text(text))
        self._pending.append(frame)

    def close_raised(self) -> None:
        """The exception was caught: the frames that it left are closed."""
        self.raised.extend(self._pending)
        self.step += 2 * len(self._pending)
        self._pending.clear()

    def line(self, event: tuple[Any, ...]) -> None:
        values = variables_in(event[3])
        # Python 3.12 reports the line of a `return` once more when its result is known.
        if self.functions[self._stack[-1]] != event[1] or RESULT in values:
            return
        number = self.text_number
        self.line_steps.append(self.step)
        self.line_numbers.append(event[2])
        self.line_functions.append(event[1])
        self.line_values.extend([number(values[name]) if name in values else -1 for name in self.variables[event[1]]])

    def finish(self, ended_by_exception: bool, result: str | None = None) -> None:
        """Ends the rows. Frames that did not return are open; so are those that an uncaught exception left.

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
        """The innermost frame that is open."""
        return self._stack[-1]

    @property
    def roots(self) -> int:
        """How many calls have no traced caller, known when the rows are finished: 0, 1, or 2 for more than one."""
        return 0 if len(self.sizes) == 1 else 1 if 1 + self.sizes[1] == len(self.sizes) else 2

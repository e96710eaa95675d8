"""The log of a whole program split into recordings: one for each outermost call of a group of recursive functions.

Functions that call each other are a group. A call is outermost where no call of its group is open in its thread, or
in the thread that started it. A recording holds the calls of its group alone; what other groups do meanwhile is in
recordings of their own. The outermost calls that one call of a deciding function makes are one recording: that call is
its root, and its caller in the rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from plyscope.messages import InputError
from plyscope.model.trace import Trace
from plyscope.model.user_code import NO_PARTS, Ended, TracedFunction
from plyscope.model.user_code_facts import What, numbered_events
from plyscope.tracer.build_trace import make_trace
from plyscope.tracer.log_reader import LimitReached, RowBuilder, described_function
from plyscope.tracer.plain_events import PARTS, PlainEvents, plain_events
from plyscope.tracer.source_parts import Source, cycle_in, only_of, same_functions, without_starter
from plyscope.tracer.target.log import (
    CUT,
    ELSEWHERE,
    ENDED,
    EXCEPTION,
    EXIT,
    FACT,
    FIRST_KEY,
    FUNCTIONS,
    LEFT,
    LINE,
    LINES_ENDED,
    PRINTED,
    RAISED,
    RESUMED,
    RETURNED,
    SAVED,
    TIME,
)
from plyscope.tracer.target.snapshots import text_of

MAX_NESTED = 20
"""Recordings of a group that are made while one call of another group is open: a helper of a search is not listed for
each of its positions."""
MAX_CALL_CHARS = 200
"""Characters of a call."""
MAX_UNREAD_ITEMS = 5_000
"""Items of a recording that are kept as they arrive. A program may make a million short outermost calls, of which few
are kept; only of those are rows built."""


UNLISTED = -1
"""In place of the number of a recording that takes nothing: it stands for an outermost call without a recording, so
that the calls below that are not taken for outermost ones."""


def first_tuple(items: Sequence[Any], start: int, end: int) -> int:
    """Return the place of the first tuple among items; 0 without one."""
    for place in range(start, min(end, len(items))):
        if type(items[place]) is tuple:
            return place
    return 0


@dataclass(eq=False, slots=True)
class Recording:
    """The recording of one outermost call, readable as a trace once it is over."""

    number: int
    group: int
    source: Source
    """The file of its outermost call."""
    functions: list[TracedFunction]
    """All functions that are known; the list grows."""
    sources: list[Source]
    """Of each function the file it is in."""
    limit: int
    began: float
    cpu_began: float
    seconds: float = 0.0
    """Processor time from its beginning to its end, as exact as the log is written often."""
    is_over: bool = False
    frames: int = 0
    """The calls that it has."""
    open_calls: int = 0
    inside: Recording | None = None
    """The recording that was open when it began."""
    root: TracedFunction | None = None
    """The deciding function whose call it is; None where it is a call of a recursive function."""
    root_arguments: Sequence[Any] = ()
    """What that function was called with."""
    is_deep: bool = False
    """Whether a call of the group has made another one."""
    nested: dict[int, int] = field(default_factory=dict)
    """How many recordings of each group began while it was open."""
    _unread: list[Any] = field(default_factory=list)
    """Items of which no rows are built yet."""
    _rows: RowBuilder | None = None
    repeated: Trace | None = None
    """The same call in another run, with lines that were requested."""
    is_across: bool = False
    """Whether the functions of its group stand in several files."""
    _is_recursive: bool = True
    _call: str = ""
    _why: Ended | None = None
    """Why it ended before its call did."""
    _ended_in: str = ""
    """The file that the line in that reason is in; any where it has none."""
    _ended: Ended | None = None
    _left: tuple[Any, ...] | None = None
    """How the call of the deciding function ended: its result, or its exception with the line."""

    def append(self, items: Sequence[Any], calls: int | None = None) -> None:
        """Take items, of which `calls` are calls if known; rows are built later, from many at once."""
        if self._rows is None and len(self._unread) + len(items) <= min(MAX_UNREAD_ITEMS, self.limit):
            self._unread += items
            if calls is None:
                calls = len([1 for item in items if type(item) is tuple and item[0] >= 0])
            self.frames += calls
        else:
            try:
                self.rows.append(items)
            finally:
                self.frames = len(self.rows)

    @property
    def rows(self) -> RowBuilder:
        """The rows of all items so far."""
        if self._rows is None:
            self._rows = RowBuilder(self.functions, self.limit)
            self._rows.root = (
                -1
                if self.root is None
                else next(number for number, one in enumerate(self.functions) if one is self.root)
            )
        if self._unread:
            items, self._unread = self._unread, []
            self._rows.append(items)
            self.frames = len(self._rows)
        return self._rows

    def add_functions(self, made: Sequence[TracedFunction]) -> None:
        """Add functions described while the call is open."""
        if self._rows is not None:
            self._rows.add_functions(made)

    @property
    def ended(self) -> Ended | None:
        """How the call ended; None while it is open."""
        if self.is_over and self._ended is None:
            self._ended = self._ending()
            if self.frames:
                self._ended = self._without_others(self._ended)
        return self._ended

    def _without_others(self, ended: Ended) -> Ended:
        """Drop calls that the run shows to be no part of the search, if any; return the end without them.

        These are one that only starts it, and across files those outside the cycle of functions.
        """
        known, every, call = self.rows.known_functions, self.rows, self.call
        same = same_functions(known, self.sources[: len(known)])
        if not self.is_across:
            if self.root is None:
                self._rows, ended = without_starter(self.rows, same, ended)
        elif cycle := cycle_in(self.rows, same):
            self._rows, ended = only_of(self.rows, cycle, same, ended)
        else:
            self._is_recursive = False
        if self.rows is not every:
            self.frames = len(self.rows)
            self._call = call if self.rows.roots > 1 or self.root is not None else ""
            self.source = self.sources[self.rows.functions[1]]
        return ended

    @property
    def is_recursive(self) -> bool:
        """Whether its functions may have called each other in a cycle; certain once it has ended."""
        return self._is_recursive or not self.is_over

    @property
    def is_search(self) -> bool:
        """Whether its function has recursive calls to choose among."""
        return bool(self.frames) and self.rows.known_functions[self.rows.functions[1]].parts != NO_PARTS

    @property
    def takes_best(self) -> bool:
        """Whether its function takes one of the results of its calls, and does not add them up or collect them."""
        if not self.frames:
            return False
        events, _, _ = numbered_events(0, 0, *self.rows.known_functions[self.rows.functions[1]].parts)
        taken = [event for event in events if event.from_call]
        is_given = any(event.what is What.SET and not event.operator for event in taken)
        return is_given or any(re.search(r"\b(max|min)\(", event.text) for event in taken)

    @property
    def function(self) -> str:
        """The name of its function."""
        return self.rows.known_functions[self.rows.functions[1]].name if self.frames else ""

    @property
    def call(self) -> str:
        """The call with its arguments, as it is written."""
        if not self.frames or self._call:
            return self._call
        function = self.root or self.rows.known_functions[self.rows.functions[1]]
        if self.root is None:
            texts = [self.rows.texts[number] for number in self.rows.arguments[: len(function.parameters)]]
        else:
            texts = list(map(text_of, self.root_arguments[: len(function.parameters)]))
        values = [
            text if name in function.variables else f"{name}={text}"
            for name, text in zip(function.parameters, texts, strict=True)
        ]
        if function.parameters[:1] == ("self",):
            values = values[1:]
        text = f"{function.name.partition('@')[0].rpartition('.')[2]}({', '.join(values)})"
        return text if len(text) <= MAX_CALL_CHARS else text[: MAX_CALL_CHARS - 2] + "…)"

    @property
    def result(self) -> str | None:
        """The text of the result; None where the call did not return."""
        return self.ended.text if self.ended is not None and self.ended.how == RETURNED else None

    def trace(self) -> Trace:
        """Return the trace, once the call is over."""
        if self.repeated is not None:
            return self.repeated
        assert self.ended is not None, "the call is still open"
        rows, source = self.rows, self.source
        sources = self.sources[: len(rows.known_functions)]
        return make_trace(
            rows, rows.known_functions, file=source.path, call=self.call, text=source.text, ended=self.ended,
            sources=sources, keeps_caller=self.root is not None,
        )  # fmt: skip

    def leave_root(self, *how: Any) -> None:
        """Take the result of the deciding function's call, or its exception's text and line."""
        self._left = how

    def end(self, ended: Ended | None = None, file: str = "") -> None:
        """End the recording; without a reason the call returned or raised.

        The line in a reason is one of `file`.
        """
        self._why, self._ended_in = ended, file
        self.is_over = True

    def _ending(self) -> Ended:
        """Finish the rows, and return how the call ended."""
        rows, why = self.rows, self._why
        if self._left is not None and why is None:
            return self._ending_of_root(rows, *self._left)
        raised = bool(len(rows)) and why is None and rows.left_root_by_exception
        rows.finish(raised)
        self.frames = len(rows)  # with those that were held back
        if why is not None:
            is_here = not self._ended_in or self.sources[rows.functions[rows.innermost]].path == self._ended_in
            return Ended(why.how, why.text, rows.innermost, why.line if is_here else 0)
        if raised:
            frame, text, line = rows.origin
            how = EXIT if text.partition(":")[0] == "SystemExit" else EXCEPTION
            return Ended(how, text, frame, line)
        number = rows.results[1]
        return Ended(RETURNED, rows.texts[number] if number >= 0 else "")

    def _ending_of_root(self, rows: RowBuilder, result: Any, line: int = -1) -> Ended:
        """Finish the rows, and return how the deciding function's call ended; with a line, by an exception."""
        if line < 0:
            text = text_of(result)
            rows.finish(False, text)
            return Ended(RETURNED, text)
        frame, text, at = rows.origin
        is_same = bool(frame) and text == result
        rows.finish(is_same)
        how = EXIT if result.partition(":")[0] == "SystemExit" else EXCEPTION
        return Ended(how, result, frame if is_same else rows.innermost, at if is_same else line)


@dataclass(eq=False)
class KeyedCall:
    """An open call that has a key, with its recording."""

    owner: Recording | None
    above: int
    """The key or depth of the call that made it."""
    is_root: bool = False
    """Whether it is the call of a deciding function."""


class LogSplitter:
    """The splitter of a log's items into recordings; `began` and `ended` are called with each."""

    def __init__(self, limit: int, began: Callable[[Recording], object], ended: Callable[[Recording], object]) -> None:
        self.limit = limit
        self.began, self.over = began, ended
        self.functions: list[TracedFunction] = []
        self.groups: list[int] = []
        self.sources: list[Source] = []
        """Of each function the file it is in."""
        self._files: dict[int, set[str]] = {}
        """The files in which the functions of each group stand."""
        self.roots: list[bool] = []
        """Of each function whether it is a deciding one."""
        self.counts: list[int] = []
        self.ended: tuple[Any, ...] | None = None
        self.elsewhere = False
        self.is_full = False
        """Whether the log has reached its size, so that nothing more is recorded."""
        self.count = 0
        """How many outermost calls have begun, those without a recording too."""
        self.calls = 0
        """How many calls were recorded in all."""
        self.unrecorded = 0
        """Outermost calls that were not recorded, see `MAX_NESTED`."""
        self.recursive_groups: set[int] = set()
        """The groups of which a call made another one."""
        self._plain: list[Recording | None] = []
        """The open calls without keys, each with the recording it is in."""
        self._keyed: dict[int, KeyedCall] = {}
        self._open: list[Recording] = []
        self.incomplete: list[Any] = []
        self._lines_ended: list[Any] = []
        """The item that says why no more lines are recorded."""
        self._is_silent = False
        self._has_keys = False
        self._clock = self._cpu = 0.0

    # Items

    def append(self, batch: Sequence[Any]) -> None:
        """Take a batch of items, after those that the batch before left incomplete."""
        if len(batch) == 1 and type(batch[0]) is tuple and batch[0][0] == TIME:
            self._tell_time(batch[0])
            return
        items = [*self.incomplete, *batch] if self.incomplete else batch
        self.incomplete = []
        is_simple = not (self._is_silent or self._has_keys)
        events = plain_events(items, self.counts, len(self._plain)) if is_simple else None
        if events is None or not self._take_at_once(events):
            self._take(items)

    def _take_at_once(self, events: PlainEvents) -> bool:
        """Take plain calls of one group together; return False where they must be taken one by one."""
        plain, items = self._plain, events.items
        owner = plain[-1] if plain else None
        functions = set(events.kinds[events.kinds >= 0].tolist())
        groups = {self.groups[number] for number in functions} | ({owner.group} if owner is not None else set())
        ends = (np.flatnonzero(events.results & (events.depth == 0)) + 1).tolist()
        is_within_root = owner is not None and owner.root is not None
        if (
            len(groups) > 1
            or any(self.roots[number] for number in functions)
            or (plain and (owner is None or not owner.number or plain.count(owner) < len(plain)))
            or (is_within_root and ends)
            or np.any(events.depth[events.places] == 0)
        ):
            return False
        self.incomplete = list(events.rest)
        calls = events.places[events.kinds >= 0]
        still_open = int(events.depth[-1]) if len(items) else len(plain)
        ends += [len(items)] if still_open else []
        start = before = 0
        for place, (end, begun) in enumerate(zip(ends, np.searchsorted(calls, ends).tolist(), strict=True)):
            is_deep = begun - before > (owner is None)
            if is_within_root:
                is_deep = bool(np.any(events.depth[calls] > 2))
            owner = owner or self._begin(items[start][0], None)
            if is_deep:
                owner.is_deep = True
                self.recursive_groups.add(owner.group)
            self._give(owner, items[start:end], begun - before)
            start, before = end, begun
            if still_open and place == len(ends) - 1:
                owner.open_calls = still_open
            else:
                self._end(owner)
                owner = None
        plain[:] = [owner] * still_open
        return True

    def _take(self, items: Sequence[Any]) -> None:
        """Take items one by one; the beginning of a call or fact at their end waits for the rest."""
        at, start, plain, counts = 0, 0, self._plain, self.counts
        while at < len(items):
            item = items[at]
            if type(item) is not tuple:
                at += 1
                if self._is_silent or not plain:
                    start = at
                    continue
                owner = plain.pop()
                if owner is not (plain[-1] if plain else None):
                    self._give_last(owner, items[start:at])
                    start = at
                if owner is not None:
                    self._close_call(owner)
            elif item[0] >= 0:
                until = at + 1 + counts[item[0]]
                other = first_tuple(items, at + 1, until)
                if other or until > len(items):
                    self._give(plain[-1] if plain else None, items[start:at])
                    items, at, start = self._without_other(items[at:], other - at if other else -1), 0, 0
                    continue
                if self._is_silent:
                    start = until
                elif len(item) > 1:
                    self._give(plain[-1] if plain else None, items[start:at])
                    self._enter_keyed(item, items[at + 1 : until])
                    start = until
                elif self.roots[item[0]]:
                    self._give(plain[-1] if plain else None, items[start:at])
                    plain.append(self._begin_root(item[0], items[at + 1 : until], plain))
                    start = until
                else:
                    above = plain[-1] if plain else None
                    owner = self._owner(item[0], plain)
                    if owner is not above:
                        self._give(above, items[start:at])
                        start = at
                    plain.append(owner)
                    if owner is not None:
                        owner.open_calls += 1
                at = until
            elif item[0] in PARTS and len(item) == 2:
                if item[0] == FACT and at + 1 == len(items):
                    break
                at += 1 + (item[0] == FACT and type(items[at + 1]) is not tuple)
            else:
                if item[0] in PARTS:
                    if item[0] == FACT and at + 1 == len(items):
                        break
                    self._give(plain[-1] if plain else None, items[start:at])
                    has_value = item[0] == FACT and type(items[at + 1]) is not tuple
                    start = at + 1 + has_value
                    self._give_keyed(item, *items[at + 1 : start])
                    at = start
                    continue
                if item[0] != LINE or len(item) > 4 or self._is_silent:
                    self._give(plain[-1] if plain else None, items[start:at])
                    start = at + 1
                    self._notice(item)
                    plain = self._plain
                at += 1
        self._give(plain[-1] if plain else None, items[start:at])
        self.incomplete = [*self.incomplete, *items[at:]]

    def _without_other(self, items: Sequence[Any], other: int) -> Sequence[Any]:
        """Return the items from a call with incomplete arguments on, with another item moved out of these."""
        if other < 0:
            self.incomplete = list(items)
            return ()
        if items[other][0] == PRINTED:
            return [*items[:other], *items[other + 1 :]]
        if items[other][0] == LINES_ENDED:
            return [items[other], *items[:other], *items[other + 1 :]]
        return items[other:]  # the log was cut while the call was entered

    def _give(self, owner: Recording | None, items: Sequence[Any], calls: int | None = None) -> None:
        """Hand items to their recording, which ends at a limit; drop those of none, or of one that is over."""
        if owner is None or owner.is_over or not items or self._is_silent:
            return
        before = owner.frames
        try:
            owner.append(items, calls)
        except LimitReached:
            self._end(owner, Ended("limit", "frames"))
        except InputError:
            self._end(owner, Ended("limit", "plies"))
        self.calls += owner.frames - before

    def _give_last(self, owner: Recording | None, items: Sequence[Any]) -> None:
        """Hand the items up to a call's result to its recording."""
        if owner is not None and self._is_root_left(owner):
            self._give(owner, items[:-1])
            owner.leave_root(items[-1])
        else:
            self._give(owner, items)

    def _owner(self, function: int, calls: Sequence[Recording | None]) -> Recording:
        """Return the recording of a call that begins: its group's open one, or a new one."""
        group = self.groups[function]
        around: Recording | None = calls[-1] if calls else None
        if around is not None and around.group == group:
            return self._joined(around)
        for owner in reversed(calls):
            if owner is not None and owner.group == group:
                return self._joined(owner)
        return self._begin(function, around)

    def _joined(self, owner: Recording) -> Recording:
        """Return a group's open recording, listed now that another of its calls begins."""
        if owner.open_calls > (owner.root is not None):
            owner.is_deep = True
            self.recursive_groups.add(owner.group)
        elif not owner.number:
            self._list(owner)
        return owner

    def _begin(self, function: int, around: Recording | None) -> Recording:
        """Return a new recording, which is listed."""
        made = self._recording(function, around)
        self._list(made)
        return made

    def _recording(self, function: int, around: Recording | None) -> Recording:
        """Return a new recording that is not listed yet, within the nearest listed one."""
        while around is not None and around.number == UNLISTED:
            around = around.inside
        source, group = self.sources[function], self.groups[function]
        known = self.functions, self.sources
        made = Recording(0, group, source, *known, self.limit, self._clock, self._cpu, inside=around)
        made.is_across = len(self._files[group]) > 1
        return made

    def _list(self, made: Recording) -> None:
        """List a recording whose first call begins, unless there are too many like it."""
        self.count += 1
        around = made.inside
        if around is not None:
            around.nested[made.group] = count = around.nested.get(made.group, 0) + 1
            if count > MAX_NESTED:
                self.unrecorded += 1
                made.number, made.is_over = UNLISTED, True
                return
        made.number = self.count
        if self._lines_ended:
            made.append(self._lines_ended)
        self._open.append(made)
        self.began(made)

    # Deciding functions

    def _begin_root(
        self, function: int, arguments: Sequence[Any], calls: Iterable[Recording | None]
    ) -> Recording | None:
        """Return the recording of a deciding function's call, listed once its group is called.

        There is none where a recording of the group is open.
        """
        open_ones = [call for call in calls if call is not None]
        if any(one.group == self.groups[function] for one in open_ones):
            return None
        made = self._recording(function, open_ones[-1] if open_ones else None)
        made.root, made.root_arguments = self.functions[function], list(arguments)
        made.open_calls = 1
        return made

    def _is_root_left(self, owner: Recording) -> bool:
        """Whether the call of a recording that ends is that of the deciding function."""
        return owner.root is not None and owner.open_calls == 1

    def _close_call(self, owner: Recording) -> None:
        """Count a call of a recording as over, and end it with its last."""
        owner.open_calls -= 1
        if not owner.open_calls:
            self._end(owner)

    def _end(self, one: Recording, ended: Ended | None = None, file: str = "") -> None:
        """End a recording that is listed and open, and report it."""
        if not one.is_over and one.number:
            one.end(ended, file)
            one.seconds = max(0.0, self._cpu - one.cpu_began)
            self._open.remove(one)
            self.over(one)

    def _notice(self, item: tuple[Any, ...]) -> None:
        """Take an item other than a call without key and its result."""
        kind = item[0]
        if kind == FUNCTIONS:
            self._describe(*item[1:])
        elif kind == ENDED:
            self.ended = item[1:]
        elif kind == LINES_ENDED:
            self._lines_ended = [item] if item[1] else []  # without a reason they begin again
            for one in self._open:
                one.rows.lines_ended = item[1]
        elif kind == CUT:
            self._cut(item[1])
        elif kind == RESUMED:
            self._is_silent = False
            self._plain = self._unrecorded(item[1])
            self._tell_time(item[1:])
        elif self._is_silent:
            return
        elif kind == RAISED:
            self._raised(*item)
        elif kind == SAVED:
            self._leave(item[2] if len(item) > 2 else -1, item)
        elif kind == LEFT:
            self._leave(item[1], item)
        elif kind in (LINE, PRINTED):
            self._give_keyed(item)
        elif kind == ELSEWHERE:
            self.elsewhere = True
            for one in self._open:
                one.rows.elsewhere = True

    def _describe(self, path: str, text: str, functions: Sequence[Any]) -> None:
        """Take the description of a file's functions."""
        source = Source(str(path), str(text))
        made = [described_function(function) for function in functions]
        self.functions += made
        self.counts += [one.recorded for one in made]
        self.groups += [int(function[6]) for function in functions]
        for one in functions:
            self._files.setdefault(int(one[6]), set()).add(source.path)
        self.roots += [bool(function[7]) for function in functions]
        self.sources += [source] * len(made)
        for one in self._open:
            one.add_functions(made)
            one.is_across = len(self._files[one.group]) > 1

    def log_fails(self) -> None:
        """End open recordings, since the log cannot be written any more."""
        self._cut("disk")

    def _cut(self, why: str) -> None:
        """End open recordings since a limit was reached, and take nothing more until recording is resumed."""
        for one in list(self._open):
            self._end(one, Ended("limit", why))
        self._is_silent = True
        self.is_full |= why == "log"
        self._plain, self._keyed, self.incomplete = [], {}, []

    def _unrecorded(self, groups: Sequence[int]) -> list[Recording | None]:
        """Return stand-ins for open calls of some groups, of which nothing more is recorded."""
        made: dict[int, Recording] = {}
        for group in groups:
            if group not in made:
                number = self.groups.index(group)
                made[group] = one = self._recording(number, None)
                one.number, one.is_over = UNLISTED, True
            made[group].open_calls += 1
        return [made[group] for group in groups]

    def _tell_time(self, item: Sequence[Any]) -> None:
        """Take the time that the target has written."""
        self._clock, self._cpu = item[1], item[2]

    # Calls that are open at once

    def _enter_keyed(self, item: Sequence[int], arguments: Sequence[Any]) -> None:
        """Take a call with a key, of a thread, task or generator."""
        function, key, above = item
        self._has_keys = True
        group, around = self.groups[function], None
        owner: Recording | None = None
        if self.roots[function]:
            calls = [found for _, found in self._above(above)]
            self._keyed[key] = KeyedCall(self._begin_root(function, arguments, calls[::-1]), above, is_root=True)
            return
        for place, found in self._above(above):
            around = around or found
            if found is not None and found.group == group:
                owner, above_in_it = self._joined(found), self._place_in(found, place)
                break
        else:
            owner, above_in_it = self._begin(function, around), 0
        self._keyed[key] = KeyedCall(owner, above)
        if owner is not None:
            owner.open_calls += 1
            self._give(owner, [(function, key, above_in_it), *arguments])

    def _above(self, key: int) -> Iterator[tuple[int, Recording | None]]:
        """Iterate over the calls from one outwards, each with its recording."""
        while key >= FIRST_KEY:
            call = self._keyed.get(key)
            if call is None:
                return
            yield key, call.owner
            key = call.above
        for depth in range(min(key, len(self._plain)), 0, -1):
            yield depth, self._plain[depth - 1]

    def _place_in(self, owner: Recording, place: int) -> int:
        """Return a key, or a depth, as counted within a recording."""
        if place >= FIRST_KEY:
            return 0 if self._keyed[place].is_root else place
        has_plain_root = owner.root is not None and owner in self._plain
        return sum(one is owner for one in self._plain[:place]) - has_plain_root

    def _leave(self, key: int, item: tuple[Any, ...]) -> None:
        """Take the end of a call, with a key or of the innermost."""
        if key < 0:
            owner = self._plain.pop() if self._plain else None
        else:
            call = self._keyed.pop(key, None)
            owner = None if call is None else call.owner
        if owner is not None:
            if not self._is_root_left(owner):
                self._give(owner, [item])
            elif item[0] == RAISED:
                owner.leave_root(*item[1:3])
            else:
                owner.leave_root(item[2] if item[0] == LEFT else item[1])
            self._close_call(owner)

    def _raised(self, kind: int, text: str, line: int, key: int = -1, depth: int = -1) -> None:
        """Take calls left by an exception; with a depth, those below too, which had no stack to record it."""
        if key < 0:
            while depth >= 0 and len(self._plain) > depth:
                self._leave(-1, (kind, text, line))
            if len(self._plain) < depth:
                return  # the exception came before the call was recorded
        elif depth >= 0:
            for lower in [one for one in self._keyed if one != key and any(key == at for at, _ in self._above(one))]:
                self._leave(lower, (kind, text, line, lower))
        self._leave(key, (kind, text, line) if key < 0 else (kind, text, line, key))

    def _give_keyed(self, item: tuple[Any, ...], *value: Any) -> None:
        """Hand a line, printed text or fact to the call whose key it ends with."""
        has_key = len(item) > (4 if item[0] == LINE else 2)
        if not has_key:
            self._give(self._plain[-1] if self._plain else None, [item])
            return
        for place, owner in self._above(item[-1]):
            if owner is not None:
                self._give(owner, [(*item[:-1], self._place_in(owner, place)), *value])
                return

    # The end

    def finish(self, ended: Ended, file: str = "") -> None:
        """End all open recordings as the program ended."""
        for one in list(self._open):
            self._end(one, ended, file)

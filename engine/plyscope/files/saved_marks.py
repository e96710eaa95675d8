"""Marks in trace files, read without trust.

A trace file may come from anywhere. Marks that make no sense for the recording are dropped, and a warning
gives their number; what a newer Plyscope has added is ignored.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from plyscope.files.json_values import refuse_half_letters
from plyscope.files.records import read_record
from plyscope.files.trace_file import MARKS, MAX_MARKS_BYTES
from plyscope.files.zip_members import StoredArchive
from plyscope.messages import InputError, Message
from plyscope.model.breakpoints import whole_number
from plyscope.model.conditions import Joined, Leaf, Named, Part, parse
from plyscope.model.marks import Bookmark, Breakpoint, Marks, On
from plyscope.model.steps import Steps
from plyscope.model.trace import Trace

MAX_CONDITION_LENGTH = 1000
"""Characters; far more than a user types, and few enough that a condition is never nested too deeply."""
MAX_BREAKPOINTS = 1000
"""The largest number of marks of a kind: each is checked, and a file must not make the user wait."""
MAX_PASSES = 2**31

UNREADABLE = Message("the marks in the file cannot be read and are ignored")

Read = TypeVar("Read")


@dataclass(frozen=True)
class MarksRead:
    """The marks that could be read, and a warning where some could not."""

    marks: Marks
    dropped: Message | None = None


def read_marks(trace: Trace) -> MarksRead:
    """Return the marks in the file that a trace was opened from; errors in them become a warning."""
    try:
        content = None if trace.archive is None else read_content(trace.archive)
        found = None if content is None else json.loads(content)
    except (InputError, RecursionError, ValueError):
        return MarksRead(Marks(), UNREADABLE)
    return MarksRead(Marks()) if content is None else marks_from_json(found, trace)


def read_content(archive: StoredArchive) -> bytes | None:
    """Return the bytes of the marks in a trace file, None without marks; raise ValueError if they are stored wrong."""
    members = [info for info in archive.infos if info.filename == MARKS]
    if not members:
        return None
    [info] = members  # more than one is a ValueError
    if info.file_size > MAX_MARKS_BYTES:
        raise ValueError("not stored as marks are")
    return bytes(archive.bytes_of(info))


def marks_from_json(value: object, trace: Trace) -> MarksRead:
    """Return the marks in a JSON value, as far as they make sense for a trace."""
    if not isinstance(value, dict):
        return MarksRead(Marks(), UNREADABLE)
    sieve = Sieve(trace)
    breakpoints = list(sieve.each(value.get("breakpoints", []), sieve.breakpoint, MAX_BREAKPOINTS))
    bookmarks: dict[int, Bookmark] = {}
    for bookmark in sieve.each(value.get("bookmarks", []), sieve.bookmark):
        sieve.dropped += bookmark.step in bookmarks
        bookmarks.setdefault(bookmark.step, bookmark)
    marks = Marks(
        breakpoints,
        bookmarks,
        set(sieve.each(value.get("collapsed", []), sieve.frame)),
        set(sieve.each(value.get("hidden", []), sieve.frame)),
        next(sieve.each([value.get("step", 0)], sieve.step), 0),
    )
    if not sieve.dropped:
        return MarksRead(marks)
    return MarksRead(
        marks,
        Message("some marks in the file make no sense here and are ignored: {count}", count=sieve.dropped),
    )


class Sieve:
    """The filter of marks that make sense for a trace; it counts the others."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.steps = Steps(trace).count
        self.dropped = 0

    def each(self, value: Any, read: Callable[[Any], Read], most: int | None = None) -> Iterator[Read]:
        """Iterate over the items of a list that `read` accepts, `most` at most."""
        if not isinstance(value, list):
            self.dropped += 1
            return
        self.dropped += len(value[most:]) if most is not None else 0
        for item in value[:most]:
            try:
                yield read(item)
            except ValueError:
                self.dropped += 1

    def frame(self, value: object) -> int:
        """Return the number of a frame of the trace; ValueError for anything else."""
        return read_index(value, len(self.trace))

    def step(self, value: object) -> int:
        """Return the number of a step of the trace; ValueError for anything else."""
        return read_index(value, self.steps)

    def bookmark(self, value: object) -> Bookmark:
        """Return a bookmark on a step of the trace."""
        bookmark = read_record(Bookmark, value)
        self.step(bookmark.step)
        refuse_half_letters(bookmark.name + bookmark.note)
        return bookmark

    def breakpoint(self, value: object) -> Breakpoint:
        """Return a breakpoint whose target can be searched for."""
        breakpoint = read_record(Breakpoint, value)
        refuse_half_letters(breakpoint.target)
        read_index(breakpoint.passes, MAX_PASSES)
        self.check(breakpoint)
        return breakpoint

    def check(self, breakpoint: Breakpoint) -> None:
        """Raise ValueError if a breakpoint's target cannot be searched for."""
        if breakpoint.on is On.CONDITION:
            if len(breakpoint.target) > MAX_CONDITION_LENGTH:
                raise ValueError("no condition is as long as that")
            self.check_condition(parse(breakpoint.target).tree)
        elif breakpoint.on is On.POSITION:
            self.check_position(breakpoint.target)
        elif breakpoint.on is not On.MOVE:
            whole_number(breakpoint)

    def check_condition(self, part: Part | None) -> None:
        """Raise ValueError for a position in a condition that is none of the trace's game."""
        if isinstance(part, Named) and part.name == "position":
            self.check_position(part.text)
        elif isinstance(part, Joined):
            self.check_condition(part.left)
            self.check_condition(part.right)
        else:
            assert part is None or isinstance(part, Leaf | Named)

    def check_position(self, text: str) -> None:
        """Raise ValueError unless a text is a position of the trace's game and board size."""
        if not text.strip():
            raise ValueError("no position")
        self.trace.position.game.find_states(text, self.trace.position.state)


def read_index(value: object, end: int) -> int:
    """Return a whole number from 0 to before `end`; ValueError for anything else."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < end:
        raise ValueError("no number, or out of range")
    return value

"""Marks in trace files, read without trust.

A trace file may come from anywhere. Marks that make no sense for the recording are dropped, and a warning
gives their number; what a newer Plyscope has added is ignored.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from plyscope.files.json_values import refuse_half_letters
from plyscope.files.records import read_record
from plyscope.files.trace_file import DAMAGE, MARKS, MAX_MARKS_BYTES
from plyscope.messages import Message
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
    """Marks as far as they can be read, and a warning where some cannot."""

    marks: Marks
    dropped: Message | None = None


def read_marks(path: Path, trace: Trace) -> MarksRead:
    """The marks in the file that a trace was opened from. Errors in them are not raised."""
    try:
        content = read_content(path)
        found = None if content is None else json.loads(content)
    except (OSError, RecursionError, *DAMAGE):
        return MarksRead(Marks(), UNREADABLE)
    return MarksRead(Marks()) if content is None else understood(found, trace)


def read_content(path: Path) -> bytes | None:
    with zipfile.ZipFile(path) as archive:
        members = [info for info in archive.infolist() if info.filename == MARKS]
        if not members:
            return None
        [info] = members  # more than one is a ValueError
        if info.compress_type != zipfile.ZIP_STORED or max(info.file_size, info.compress_size) > MAX_MARKS_BYTES:
            raise ValueError("not stored as marks are")
        return archive.read(info)


def understood(found: object, trace: Trace) -> MarksRead:
    """Marks from JSON, as far as they make sense for a trace."""
    if not isinstance(found, dict):
        return MarksRead(Marks(), UNREADABLE)
    sieve = Sieve(trace)
    breakpoints = list(sieve.each(found.get("breakpoints", []), sieve.breakpoint, MAX_BREAKPOINTS))
    bookmarks: dict[int, Bookmark] = {}
    for bookmark in sieve.each(found.get("bookmarks", []), sieve.bookmark):
        sieve.dropped += bookmark.step in bookmarks
        bookmarks.setdefault(bookmark.step, bookmark)
    marks = Marks(
        breakpoints,
        bookmarks,
        set(sieve.each(found.get("collapsed", []), sieve.frame)),
        set(sieve.each(found.get("hidden", []), sieve.frame)),
        next(sieve.each([found.get("step", 0)], sieve.step), 0),
    )
    if not sieve.dropped:
        return MarksRead(marks)
    return MarksRead(
        marks,
        Message("some marks in the file make no sense here and are ignored: {count}", count=sieve.dropped),
    )


class Sieve:
    """A filter that keeps the marks that make sense for a trace, and counts the others."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.steps = Steps(trace).count
        self.dropped = 0

    def each(self, found: Any, read: Callable[[Any], Read], most: int | None = None) -> Iterator[Read]:
        """The items of a list that can be read."""
        if not isinstance(found, list):
            self.dropped += 1
            return
        self.dropped += len(found[most:]) if most is not None else 0
        for item in found[:most]:
            try:
                yield read(item)
            except ValueError:
                self.dropped += 1

    def frame(self, found: object) -> int:
        return whole(found, len(self.trace))

    def step(self, found: object) -> int:
        return whole(found, self.steps)

    def bookmark(self, found: object) -> Bookmark:
        bookmark = read_record(Bookmark, found)
        self.step(bookmark.step)
        refuse_half_letters(bookmark.name + bookmark.note)
        return bookmark

    def breakpoint(self, found: object) -> Breakpoint:
        breakpoint = read_record(Breakpoint, found)
        refuse_half_letters(breakpoint.target)
        whole(breakpoint.passes, MAX_PASSES)
        self.check(breakpoint)
        return breakpoint

    def check(self, breakpoint: Breakpoint) -> None:
        """Raise InputError if a breakpoint's target cannot be searched for."""
        if breakpoint.on is On.CONDITION:
            if len(breakpoint.target) > MAX_CONDITION_LENGTH:
                raise ValueError("no condition is as long as that")
            self.check_condition(parse(breakpoint.target).tree)
        elif breakpoint.on is On.POSITION:
            self.check_position(breakpoint.target)
        elif breakpoint.on is not On.MOVE:
            whole_number(breakpoint)

    def check_condition(self, part: Part | None) -> None:
        if isinstance(part, Named) and part.name == "position":
            self.check_position(part.text)
        elif isinstance(part, Joined):
            self.check_condition(part.left)
            self.check_condition(part.right)
        else:
            assert part is None or isinstance(part, Leaf | Named)

    def check_position(self, text: str) -> None:
        """A position of the trace's game, on a board of its size."""
        if not text.strip():
            raise ValueError("no position")
        self.trace.position.game.find_states(text, self.trace.position.state)


def whole(found: object, end: int) -> int:
    """A whole number from 0 to before the end."""
    if isinstance(found, bool) or not isinstance(found, int) or not 0 <= found < end:
        raise ValueError("no number, or out of range")
    return found

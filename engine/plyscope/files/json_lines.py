"""Reading a recording in JSON lines: a heading, and then a line for every call that is entered or left.

docs/formats.md is written for those whose engine is to print one. Lines are read as they come, many at once where many
are there: their JSON becomes columns, which are checked as columns. Only where something is wrong or unusual the lines
are looked at one by one. msgspec, which comes with the extra `fast`, reads the JSON where it is installed.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress

import numpy as np

from plyscope.files.draft import Draft
from plyscope.files.imported_trace import Heading, make_trace_so_far
from plyscope.files.json_records import (
    MISSING,
    UNREADABLE,
    Leave,
    Record,
    RecordReader,
    parsed,
    read_record,
    records_in,
    text_of,
)
from plyscope.files.json_values import VERSION, Item, check_format, placed, read_text, refuse_unknown_keys, written
from plyscope.files.packed_rows import RowReader
from plyscope.messages import InputError, Message
from plyscope.model.further_facts import FACT_NAME, MAX_FACTS
from plyscope.model.no_collection import no_collection
from plyscope.model.trace import Trace

FORMAT = "plyscope-trace"
PACKED_FORMAT, PACKED_VERSION = "plyscope-rows", 2
"""What the heading says where packed rows follow it instead of lines."""
MAX_LINE_BYTES = 64 * 1024 * 1024
"""Bytes; far more than any line of a recording has."""
HEADING_KEYS = frozenset({"format", "version", "game", "position", "max"})
PIECE_BYTES = 1 << 18
"""Bytes that are read at a time: the objects made of them stay in the cache of a processor."""

Progress = Callable[[int], object]


def line_place(number: int) -> Message:
    """Return the place of a line for an error message."""
    return Message("line {line}", line=number)


def read_lines(file: io.BufferedIOBase, *, is_live: bool = False, progress: Progress = lambda frames: True) -> Trace:
    """Return the recording in JSON lines; a fault ends it there and becomes a warning.

    A live one ends where the connection breaks, or `progress` returns False; half a line at the end is dropped then.
    """
    number, heading = first_heading(file, is_live)
    reader = LineReader(heading.version) if heading.facts is None else RowReader(heading.facts, heading.version)
    stopped_by = None
    try:
        with suppress(OSError) if is_live else nullcontext():
            if isinstance(reader, RowReader):
                reader.read(file, is_live=is_live, progress=progress)
            else:
                reader.read_pieces(pieces(file, number, is_live), progress)
    except InputError as error:
        stopped_by = error
    return make_trace_so_far(heading, reader.draft, stopped_by)


def pieces(file: io.BufferedIOBase, number: int, is_live: bool) -> Iterator[tuple[int, bytes]]:
    """Iterate over blocks of whole lines as they arrive, each with the number of its first line."""
    rest = b""
    while content := file.read1(PIECE_BYTES):
        end = content.rfind(b"\n") + 1
        if end:
            piece, rest = rest + content[:end], content[end:]
            yield number + 1, piece
            number += piece.count(b"\n")
            continue
        rest += content
        if len(rest) >= MAX_LINE_BYTES:
            raise placed(line_place(number + 1), TOO_LONG)
    if rest and not is_live:
        yield number + 1, rest


TOO_LONG = InputError("the line has more than {most} bytes", most=MAX_LINE_BYTES)


def first_heading(file: io.BufferedIOBase, is_live: bool) -> tuple[int, Heading]:
    """Return the heading and the number of its line, the first that is not blank."""
    number, line = 1, ""
    try:
        for number, content in enumerate(iter(lambda: file.readline(MAX_LINE_BYTES), b""), 1):
            if len(content) == MAX_LINE_BYTES:
                raise TOO_LONG
            is_whole = not is_live or content.endswith(b"\n")
            line = text_of(content, is_first=number == 1).strip() if is_whole else ""
            if line:
                break
        return number, read_heading(line)
    except InputError as error:
        raise placed(line_place(number), error) from None


def read_heading(line: str) -> Heading:
    """Return the heading in a line; raise InputError for anything wrong in it."""
    if not line:
        raise InputError("the file is empty, and should begin with a line that says its format")
    found = parsed(line)
    is_packed = found.get("format") == PACKED_FORMAT
    check_format(found, PACKED_FORMAT if is_packed else FORMAT, PACKED_VERSION if is_packed else VERSION)
    refuse_unknown_keys(found, HEADING_KEYS | {"x"} if is_packed else HEADING_KEYS)
    max_name = read_text(found, "max") if found.get("max") is not None else ""
    game, position = read_text(found, "game", may_be_empty=False), read_text(found, "position")
    facts = read_fact_names(found) if is_packed else None
    return Heading(game, position, max_name, version=found["version"], facts=facts)


def read_fact_names(heading: Item) -> tuple[str, ...]:
    """Return the names of the further facts in packed rows."""
    names = heading.get("x", [])
    if type(names) is not list or len(names) > MAX_FACTS or len(set(map(str, names))) < len(names):
        raise InputError("x is a list of at most {most} different names", most=MAX_FACTS)
    for name in names:
        if type(name) is not str or FACT_NAME.fullmatch(name) is None:
            raise InputError("a name in x has letters, digits and _ only, not {found}", found=written(name))
    return tuple(names)


class LineReader(RecordReader):
    """The reader of JSON lines into a draft."""

    def __init__(self, version: int) -> None:
        super().__init__(version, Draft(line_place))

    def read_pieces(self, pieces: Iterator[tuple[int, bytes]], progress: Progress) -> None:
        """Read blocks of lines until `progress`, given the number of frames, returns False.

        It is called before more is waited for, which may come much later.
        """
        for first, piece in pieces:
            self.read_piece(first, piece)
            if progress(len(self.draft)) is False:
                break

    def read_piece(self, first: int, piece: bytes) -> None:
        """Read one block of whole lines, the first of which has that number."""
        fault = None
        with no_collection():
            try:
                records = records_in(piece)
                events = self.events(np.arange(first, first + len(records)), records, piece)
            except UNREADABLE:
                numbers, records, fault = self.one_by_one(first, piece)
                events = self.events(np.array(numbers, np.int64), records)
            added = self.draft.add(events)
        if added < len(events):
            wrong = self.complaint_of_ids(records[added])
            if wrong is not None:
                raise placed(line_place(int(events.place[added])), wrong)
            raise self.draft.complaint(events, added)
        if fault is not None:
            raise fault

    def one_by_one(self, first: int, piece: bytes) -> tuple[list[int], list[Record], InputError | None]:
        """Return the records of lines up to the first wrong one, their line numbers, and its error."""
        found: dict[int, Record] = {}
        fault = None
        for number, line in enumerate(piece.split(b"\n"), first):
            try:
                record = read_record(line, self.version)
            except InputError as error:
                fault = placed(line_place(number), error)
                break
            if record is not None:
                found[number] = record
        return [*found], [*found.values()], fault

    # What is wrong with the ids of one line, where all those before it have been read

    def complaint_of_ids(self, record: Record) -> InputError | None:
        """Return the error for a record whose ids contradict the calls so far; None if they fit."""
        frame, stack, id = self.frame_of(record.id), self.draft.stack.tolist(), written(record.id)
        if type(record) is Leave:
            if frame is None:
                return InputError("frame {id} returns, and was never entered", id=id)
            if frame not in stack:
                return InputError("frame {id} returns a second time", id=id)
            if stack[-1] != frame:
                open = self.name_above(frame)
                return InputError("frame {id} returns before frame {open}, which it has called", id=id, open=open)
            return None
        if frame is not None:
            return InputError("the id {id} was given to another frame before", id=id)
        if record.parent in (None, MISSING):
            return InputError("this is a second root, and a recording has one") if len(self.draft) else None
        parent, id = self.frame_of(record.parent), written(record.parent)
        if parent is None:
            return InputError("the parent {id} was never entered", id=id)
        if parent not in stack:
            return InputError("the parent {id} has returned already", id=id)
        if stack[-1] != parent:
            open = self.name_above(parent)
            return InputError("the parent {id} waits for frame {open}, which has not returned", id=id, open=open)
        return None

    def frame_of(self, name: str | int) -> int | None:
        """Return the frame with an id; None where none has it."""
        frame = self.frames.get(name) if self.frames is not None else name if type(name) is int else None
        return frame if frame is not None and 0 <= frame < len(self.draft) else None

    def name_above(self, frame: int) -> str:
        """Return the id of the open call that a frame has made."""
        stack = self.draft.stack.tolist()
        called = stack[stack.index(frame) + 1]
        frames = self.frames or {called: called}
        return written(next(name for name, found in frames.items() if found == called))

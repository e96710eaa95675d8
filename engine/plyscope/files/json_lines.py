"""Reading a recording in JSON lines: a heading, and then a line for every call that is entered or left.

docs/formats.md is written for those whose engine is to print one. Lines are read as they come, many at once where
many are there (`json_batches`).
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from typing import Any

from plyscope.files.batches import SMALLEST
from plyscope.files.draft import Draft
from plyscope.files.imported_trace import Heading, make_trace_so_far
from plyscope.files.json_batches import Known, add_lines
from plyscope.files.json_values import (
    DECODER,
    VERSION,
    placed,
    read_bound,
    read_facts,
    read_kind,
    read_move,
    read_name,
    read_probability,
    read_status,
    read_text,
    read_value,
    read_version,
    refuse_unknown_keys,
    refuse_words_of_version_2,
    unreadable,
    written,
)
from plyscope.files.packed_rows import RowReader
from plyscope.messages import InputError, Message
from plyscope.model.further_facts import FACT_NAME, MAX_FACTS
from plyscope.model.trace import Trace

FORMAT = "plyscope-trace"
PACKED_FORMAT, PACKED_VERSION = "plyscope-rows", 1
"""What the heading says where packed rows follow it instead of lines."""
MAX_LINE_BYTES = 64 * 1024 * 1024
"""Bytes; far more than any line of a recording has."""
HEADING_KEYS = frozenset({"format", "version", "game", "position", "max"})
ENTER_KEYS = frozenset({"ev", "id", "parent", "move", "kind", "alpha", "beta", "probability", "x"})
LEAVE_KEYS = frozenset({"ev", "id", "value", "status", "pruned", "x"})
PIECE_BYTES = 1 << 18
"""Bytes that are read at a time: the objects made of them stay in the cache of a processor."""

Event = dict[str, Any]
Progress = Callable[[int], object]


def line_place(number: int) -> Message:
    return Message("line {line}", line=number)


def read_lines(file: io.BufferedIOBase, *, is_live: bool = False, progress: Progress = lambda frames: True) -> Trace:
    """The recording as far as it goes: a fault in a line ends it there, and a warning says what is wrong.

    A live one ends where the connection breaks, or `progress` returns False; half a line at the end is dropped then.
    """
    number, heading = first_heading(numbered(WholeLines(file) if is_live else file))
    reader = LineReader(heading.version) if heading.facts is None else RowReader(heading.facts)
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


class WholeLines(io.BufferedIOBase):
    """A stream without its last line if that is incomplete."""

    def __init__(self, file: io.BufferedIOBase) -> None:
        self.file = file

    def readline(self, size: int | None = -1) -> bytes:
        line = self.file.readline(-1 if size is None else size)
        return line if line.endswith(b"\n") or len(line) == size else b""


def numbered(file: io.BufferedIOBase, number: int = 0) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers; `number` is that of the line before."""
    while line := file.readline(MAX_LINE_BYTES):
        number += 1
        if len(line) == MAX_LINE_BYTES and not line.endswith(b"\n"):
            complaint = InputError("the line has more than {most} bytes", most=MAX_LINE_BYTES)
            raise placed(line_place(number), complaint)
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8").strip()
        except UnicodeDecodeError as error:
            complaint = InputError("byte {byte} of the line is not UTF-8", byte=error.start + 1)
            raise placed(line_place(number), complaint) from error
        if text:
            yield number, text


def pieces(file: io.BufferedIOBase, number: int, is_live: bool) -> Iterator[tuple[int, bytes]]:
    """Whole lines as they come, many at once, with the number of the first; `number` is that of the line before."""
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
            yield number + 1, rest
    if rest and not is_live:
        yield number + 1, rest


def parsed(line: str) -> Event:
    """The JSON object in a line."""
    try:
        event, end = DECODER.raw_decode(line)
    except json.JSONDecodeError as error:
        raise InputError(
            "column {column}: this is not JSON: {reason}", column=error.pos + 1, reason=error.msg
        ) from None
    except (ValueError, RecursionError) as error:
        raise unreadable(error) from error
    if end < len(line):
        raise InputError("column {column}: this is not JSON: {reason}", column=end + 1, reason="text after the end")
    if type(event) is not dict:
        raise InputError("a line is a JSON object, not {found}", found=written(event))
    if line.count(":") > len(event):
        refuse_repeated_keys(line)
    return event


def refuse_repeated_keys(line: str) -> None:
    """Refuse a repeated key. Called if there are more colons than keys, though a colon may be in a text."""

    def check(pairs: list[tuple[str, Any]]) -> None:
        keys = [key for key, _ in pairs]
        for key in keys:
            if keys.count(key) > 1:
                raise InputError("{key} occurs twice in one line", key=key)

    json.loads(line, object_pairs_hook=check)


def first_heading(lines: Iterator[tuple[int, str]]) -> tuple[int, Heading]:
    """The heading and the number of its line, taken from numbered lines."""
    number, line = next(lines, (1, ""))
    try:
        return number, read_heading(line)
    except InputError as error:
        raise placed(line_place(number), error) from None


def read_heading(line: str) -> Heading:
    if not line:
        raise InputError("the file is empty, and should begin with a line that says its format")
    found = parsed(line)
    is_packed = found.get("format") == PACKED_FORMAT
    read_version(found, PACKED_FORMAT if is_packed else FORMAT, PACKED_VERSION if is_packed else VERSION)
    refuse_unknown_keys(found, HEADING_KEYS | {"x"} if is_packed else HEADING_KEYS)
    max_name = read_text(found, "max") if found.get("max") is not None else ""
    game, position = read_text(found, "game", may_be_empty=False), read_text(found, "position")
    facts = read_fact_names(found) if is_packed else None
    return Heading(game, position, max_name, version=found["version"], facts=facts)


def read_fact_names(heading: Event) -> tuple[str, ...]:
    """The names of the further facts in packed rows."""
    names = heading.get("x", [])
    if type(names) is not list or len(names) > MAX_FACTS or len(set(map(str, names))) < len(names):
        raise InputError("x is a list of at most {most} different names", most=MAX_FACTS)
    for name in names:
        if type(name) is not str or FACT_NAME.fullmatch(name) is None:
            raise InputError("a name in x has letters, digits and _ only, not {found}", found=written(name))
    return tuple(names)


class LineReader:
    """The reader of events, which become rows of a draft."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.draft = Draft(line_place)
        self.known = Known(self.draft, version)

    @property
    def frames(self) -> dict[str | int, int]:
        """The frames by their ids in the file."""
        return self.known.frames

    def read_pieces(self, pieces: Iterator[tuple[int, bytes]], progress: Progress) -> None:
        """Read pieces of whole lines until `progress`, which is given the number of frames after each, returns False.

        It is called before more is waited for, which may come much later.
        """
        for first, piece in pieces:
            self.read_piece(first, piece)
            if progress(len(self.draft)) is False:
                break

    def read_piece(self, first: int, piece: bytes) -> None:
        """Read whole lines, the first of which has that number."""
        if piece.count(b"\n") < SMALLEST or not add_lines(self.known, first, piece):
            self.read(numbered(io.BytesIO(piece), first - 1))

    def read(self, lines: Iterator[tuple[int, str]]) -> None:
        readers: dict[object, Callable[[int, Event], None]] = {"enter": self.enter, "leave": self.leave}
        for number, line in lines:
            try:
                event = parsed(line)
                name = event.get("ev")
                if type(name) is not str or name not in readers:
                    raise InputError("ev is enter or leave, not {found}", found=written(name))
                if self.version == 1:
                    refuse_words_of_version_2(event)
                readers[name](number, event)
            except InputError as error:
                raise placed(line_place(number), error) from None

    def enter(self, number: int, event: Event) -> None:
        if not event.keys() <= ENTER_KEYS:
            refuse_unknown_keys(event, ENTER_KEYS)
        name = read_name(event, "id")
        if name in self.frames:
            raise InputError("the id {id} was given to another frame before", id=written(name))
        has_parent = self.check_parent(event)
        move = self.draft.text_number(read_move(event.get("move"))) if has_parent else -1
        alpha, beta = read_bound(event, "alpha"), read_bound(event, "beta")
        probability = read_probability(event)
        frame = self.draft.enter(number, move, read_kind(event), alpha, beta, probability)
        self.frames[name] = frame
        if "x" in event:
            self.draft.add_facts(frame, read_facts(event))

    def check_parent(self, event: Event) -> bool:
        """Whether the frame has a parent, which must be the innermost open one."""
        if event.get("parent") is None:
            if self.frames:
                raise InputError("this is a second root, and a recording has one")
            return False
        name, stack = read_name(event, "parent"), self.draft.stack
        frame = self.frames.get(name)
        if stack and stack[-1] == frame:
            return True
        if frame is None:
            raise InputError("the parent {id} was never entered", id=written(name))
        if frame not in stack:
            raise InputError("the parent {id} has returned already", id=written(name))
        raise InputError(
            "the parent {id} waits for frame {open}, which has not returned",
            id=written(name),
            open=self.name_above(frame),
        )

    def leave(self, number: int, event: Event) -> None:
        if not event.keys() <= LEAVE_KEYS:
            refuse_unknown_keys(event, LEAVE_KEYS)
        name, stack = read_name(event, "id"), self.draft.stack
        frame = self.frames.get(name)
        if frame is None:
            raise InputError("frame {id} returns, and was never entered", id=written(name))
        if not stack or stack[-1] != frame:
            if frame not in stack:
                raise InputError("frame {id} returns a second time", id=written(name))
            raise InputError(
                "frame {id} returns before frame {open}, which it has called",
                id=written(name),
                open=self.name_above(frame),
            )
        if "value" not in event:
            raise InputError("value is missing; where it is no number, it is null")
        self.draft.leave(number, read_value(event), read_status(event), read_pruned(event))
        if "x" in event:
            self.draft.add_facts(frame, read_facts(event))

    def name_above(self, frame: int) -> str:
        """The name of the open frame that a frame has called."""
        stack = self.draft.stack
        called = stack[stack.index(frame) + 1]
        return written(next(name for name, found in self.frames.items() if found == called))


def read_pruned(event: Event) -> list[str]:
    pruned = event.get("pruned")
    if pruned is None:
        return []
    if type(pruned) is not list:
        raise InputError("pruned is a list of moves, not {found}", found=written(pruned))
    return [read_move(move) for move in pruned]

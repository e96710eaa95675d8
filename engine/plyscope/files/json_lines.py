"""Reading a recording in JSON lines: a heading, and then a line for every call that is entered or left.

docs/formats.md is written for those whose engine is to print one. Lines are read as they come, many at once where many
are there: their JSON becomes columns, which are checked as columns. Only where something is wrong or unusual the lines
are looked at one by one. msgspec, which comes with the extra `fast`, reads the JSON where it is installed.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, suppress
from itertools import chain
from math import inf, nan
from types import NoneType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.files.draft import UNSAID, Draft
from plyscope.files.events import Events
from plyscope.files.imported_trace import Heading, make_trace_so_far
from plyscope.files.json_values import (
    DECODER,
    KINDS,
    STATUSES,
    UNBOUNDED,
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
from plyscope.model.columns import TABLE
from plyscope.model.declaration import CHANCE, NO_SIDE
from plyscope.model.further_facts import FACT_NAME, MAX_FACTS, Fact
from plyscope.model.no_collection import no_collection
from plyscope.model.trace import Trace


class Unusual(Exception):
    """The lines are to be read one by one."""


loads: Callable[[bytes], Any]
UNREADABLE: tuple[type[Exception], ...] = (
    *(Unusual, InputError, KeyError, TypeError, ValueError, OverflowError, RecursionError),
)
"""What can go wrong where lines are read many at once."""
try:
    import msgspec
except ImportError:

    def loads(text: bytes) -> Any:
        return DECODER.decode(text.decode())
else:
    loads = msgspec.json.Decoder().decode
    UNREADABLE = (*UNREADABLE, msgspec.MsgspecError)

FORMAT = "plyscope-trace"
PACKED_FORMAT, PACKED_VERSION = "plyscope-rows", 1
"""What the heading says where packed rows follow it instead of lines."""
MAX_LINE_BYTES = 64 * 1024 * 1024
"""Bytes; far more than any line of a recording has."""
HEADING_KEYS = frozenset({"format", "version", "game", "position", "max"})
ENTER_KEYS = frozenset({"ev", "id", "parent", "move", "kind", "alpha", "beta", "probability", "x"})
LEAVE_KEYS = frozenset({"ev", "id", "value", "status", "pruned", "x"})
SECOND_KEYS = frozenset({"probability", "x"})
"""Keys of version 2."""
SIDES = {**KINDS, None: NO_SIDE}
ENDS = {**STATUSES, None: UNSAID}
WORDS = {"inf": inf, "-inf": -inf}
NAME = (int, str)
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
    number, heading = first_heading(file, is_live)
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
            raise placed(line_place(number + 1), TOO_LONG)
    if rest and not is_live:
        yield number + 1, rest


TOO_LONG = InputError("the line has more than {most} bytes", most=MAX_LINE_BYTES)


def first_heading(file: io.BufferedIOBase, is_live: bool) -> tuple[int, Heading]:
    """The heading and the number of its line, which is the first that is not blank."""
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


def text_of(line: bytes, *, is_first: bool = False) -> str:
    try:
        return line.decode("utf-8-sig" if is_first else "utf-8")
    except UnicodeDecodeError as error:
        raise InputError("byte {byte} of the line is not UTF-8", byte=error.start + 1) from error


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
    """The reader of lines, which become calls of a draft."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.draft = Draft(line_place)
        self._frames: dict[str | int, int] | None = None
        """The frames by their ids in the file; None as long as each has its own number as id."""
        self._moves: dict[str | int | None, int] = {None: -1}
        """The numbers of the texts of moves, as moves are written in the file; a root has none."""

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
        stripped = [line.strip() for line in piece.split(b"\n")]
        numbers = [number for number, line in enumerate(stripped, first) if line]
        lines = [line for line in stripped if line]
        fault = None
        with no_collection():
            try:
                found = self.many(lines)
                events = self.columns(numbers, found)
                refuse_more_colons(piece, found)
            except UNREADABLE:
                numbers, found, fault = self.one_by_one(numbers, lines)
                events = self.columns(numbers, found)
            added = self.draft.add(events)
        if added < len(found):
            wrong = self.complaint_of_ids(found[added])
            raise self.draft.complaint(events, added) if wrong is None else placed(line_place(numbers[added]), wrong)
        if fault is not None:
            raise fault

    def many(self, lines: Sequence[bytes]) -> list[Event]:
        """The objects in lines of which each holds one.

        Each line begins and ends with a brace. So no object of a recording can go over two lines: between a brace that
        closes and one that opens there is nothing but a list, and only moves, which are no objects, stand in lists.
        """
        text = b"\n,".join(lines)
        if text.count(b"}\n,{") != len(lines) - 1 or not (text.startswith(b"{") and text.endswith(b"}")):
            raise Unusual
        found: list[Event] = loads(b"[%b]" % text)
        keys = frozenset[str]().union(*found)
        if len(found) != len(lines) or (self.version == 1 and keys & SECOND_KEYS):
            raise Unusual
        return found

    def one_by_one(
        self, numbers: Sequence[int], lines: Sequence[bytes]
    ) -> tuple[list[int], list[Event], InputError | None]:
        """The objects in lines up to the first that is wrong by itself, their numbers, and what is wrong with that."""
        found: dict[int, Event] = {}
        fault = None
        for number, line in zip(numbers, lines, strict=True):
            try:
                text = text_of(line).strip()
                if text:
                    found[number] = self.checked(parsed(text))
            except InputError as error:
                fault = placed(line_place(number), error)
                break
        return [*found], [*found.values()], fault

    def checked(self, event: Event) -> Event:
        """An event of which every value is one that may stand there."""
        name = event.get("ev")
        if name != "enter" and name != "leave":
            raise InputError("ev is enter or leave, not {found}", found=written(name))
        if self.version == 1:
            refuse_words_of_version_2(event)
        refuse_unknown_keys(event, ENTER_KEYS if name == "enter" else LEAVE_KEYS)
        read_name(event, "id")
        if name == "leave":
            if "value" not in event:
                raise InputError("value is missing; where it is no number, it is null")
            read_value(event)
            read_status(event)
            read_pruned(event)
        else:
            if event.get("parent") is None:
                event["move"] = None
            else:
                read_name(event, "parent")
                read_move(event.get("move"))
            for key in UNBOUNDED:
                read_bound(event, key)
            read_probability(event)
            read_kind(event)
        read_facts(event)
        return event

    def columns(self, numbers: Sequence[int], found: Sequence[Event]) -> Events:
        """The columns of events. What may stand in a line is read, and anything else raises an error."""
        enters = [event for event in found if event["ev"] == "enter"]
        leaves = [event for event in found if event["ev"] == "leave"]
        keys = frozenset[str]().union(*enters), frozenset[str]().union(*leaves)
        if len(enters) + len(leaves) < len(found) or not (keys[0] <= ENTER_KEYS and keys[1] <= LEAVE_KEYS):
            raise Unusual
        ids = of_types([event["id"] for event in enters], *NAME)
        parents = of_types([event.get("parent") for event in enters], *NAME, NoneType)
        left = of_types([event["id"] for event in leaves], *NAME)
        moves = of_types([event.get("move") for event in enters], *NAME, NoneType)
        if [move is None for move in moves] != [parent is None for parent in parents]:
            raise Unusual
        pruned = [moves or () for moves in of_types([event.get("pruned") for event in leaves], list, NoneType)]
        moves += of_types([*chain.from_iterable(pruned)], *NAME)
        move, left_out = np.split(self.numbers_of_moves(found, moves), [len(enters)])
        entered = {
            "move": move,
            "kind": np.array([SIDES[event.get("kind")] for event in enters], np.uint8),
            "alpha": numbers_of(enters, "alpha", -inf),
            "beta": numbers_of(enters, "beta", inf),
            "probability": numbers_of(enters, "probability", nan),
        }
        chances = entered["probability"]
        if (chances <= 0).any() or (chances > 1).any() or not all("value" in event for event in leaves):
            raise Unusual
        of_left = {
            "value": numbers_of(leaves, "value", nan),
            "status": np.array([ENDS[event.get("status")] for event in leaves], np.uint8),
            "skipped": np.array([len(moves) for moves in pruned], np.int64),
        }
        if self.version == 1 and ((entered["kind"] == CHANCE).any() or (of_left["status"] == TABLE).any()):
            raise Unusual
        return Events(
            np.array(numbers, np.int64),
            np.array([event["ev"] == "enter" for event in found], np.bool_),
            entered,
            of_left,
            left_out,
            facts_of(found) if "x" in keys[0] | keys[1] else (),
            *self.frames_of(ids, parents, left),
        )

    def numbers_of_moves(self, found: Sequence[Event], moves: Sequence[Any]) -> NDArray[np.int64]:
        """The numbers of the texts of moves. Texts are numbered in the order in which the file has them."""
        known = self._moves
        if not known.keys() >= {*moves}:
            for event in found:
                for move in event.get("pruned") or () if event["ev"] == "leave" else (event.get("move"),):
                    if move not in known:
                        known[move] = self.draft.text_number(read_move(move))
        return np.array([known[move] for move in moves], np.int64)

    def frames_of(
        self, ids: Sequence[str | int], parents: Sequence[str | int | None], left: Sequence[str | int]
    ) -> tuple[Sequence[object], Sequence[object]]:
        """The frames that ids mean, of parents and of calls left: -1 where none has the id, or where two are to have it."""
        first = len(self.draft)
        if self._frames is None and ids == [*range(first, first + len(ids))]:
            return parents, left
        if self._frames is None:
            self._frames = {number: number for number in range(first)}
        frames = self._frames
        is_new = [frames.setdefault(name, number) == number for number, name in enumerate(ids, first)]
        above = [None if name is None else frames.get(name, -1) for name in parents]
        if not all(is_new):
            above = [frame if new else -1 for frame, new in zip(above, is_new, strict=True)]
        return above, [frames.get(name, -1) for name in left]

    # What is wrong with the ids of one line, where all those before it have been read

    def complaint_of_ids(self, event: Event) -> InputError | None:
        name, frame, stack = event["id"], self.frame_of(event["id"]), self.draft.stack.tolist()
        id = written(name)
        if event["ev"] == "leave":
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
        if event.get("parent") is None:
            return InputError("this is a second root, and a recording has one") if len(self.draft) else None
        parent, id = self.frame_of(event["parent"]), written(event["parent"])
        if parent is None:
            return InputError("the parent {id} was never entered", id=id)
        if parent not in stack:
            return InputError("the parent {id} has returned already", id=id)
        if stack[-1] != parent:
            open = self.name_above(parent)
            return InputError("the parent {id} waits for frame {open}, which has not returned", id=id, open=open)
        return None

    def frame_of(self, name: str | int) -> int | None:
        """The frame that has an id; None where none has."""
        frame = self._frames.get(name) if self._frames is not None else name if type(name) is int else None
        return frame if frame is not None and 0 <= frame < len(self.draft) else None

    def name_above(self, frame: int) -> str:
        """The id of the open frame that a frame has called."""
        stack = self.draft.stack.tolist()
        called = stack[stack.index(frame) + 1]
        frames = self._frames or {called: called}
        return written(next(name for name, found in frames.items() if found == called))


def of_types(column: list[Any], *types: type) -> list[Any]:
    """The column, of which each item must have one of these types."""
    if not set(map(type, column)) <= {*types}:
        raise Unusual
    return column


def numbers_of(events: Sequence[Event], key: str, missing: float) -> NDArray[np.float64]:
    """Numbers, where null is what is missing; an infinity is a text, and otherwise a number beyond the range of floats."""
    column = [event.get(key) for event in events]
    types = set(map(type, column))
    words = [place for place, number in enumerate(column) if type(number) is str] if str in types else []
    values = [WORDS[column[place]] for place in words]
    for place in words:
        column[place] = None
    found = np.array(of_types(column, int, float, NoneType), np.float64)
    if np.isinf(found).any():
        raise Unusual
    if NoneType in types:
        found[np.isnan(found)] = missing
    found[words] = values
    return found


def facts_of(found: Sequence[Event]) -> list[tuple[int, int, str, Fact]]:
    """Further facts, those of a call that is left at the moment before it is."""
    return [
        (place, place + (event["ev"] == "enter"), name, fact)
        for place, event in enumerate(found)
        for name, fact in read_facts(event).items()
    ]


def refuse_more_colons(piece: bytes, found: Sequence[Event]) -> None:
    """Refuse keys that occur twice: then there are more colons than keys and texts have."""
    objects = [event["x"] for event in found if event.get("x")]
    excess = piece.count(b":") - sum(map(len, found)) - sum(map(len, objects))
    if not excess:
        return
    values = chain.from_iterable(map(dict.values, found))
    pairs = chain.from_iterable(pair for facts in objects for pair in facts.items())
    moves = chain.from_iterable(event.get("pruned") or () for event in found)
    if b"\\" in piece or excess != sum(text.count(":") for text in chain(values, pairs, moves) if type(text) is str):
        raise Unusual


def read_pruned(event: Event) -> list[str]:
    pruned = event.get("pruned")
    if pruned is None:
        return []
    if type(pruned) is not list:
        raise InputError("pruned is a list of moves, not {found}", found=written(pruned))
    return [read_move(move) for move in pruned]

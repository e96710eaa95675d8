"""The JSON of many lines about calls, as columns: msgspec, which comes with the extra `fast`, reads it where it is
installed, else the standard library.

Values are checked column by column. Only where one is wrong or unusual the lines are looked at one by one.
"""

from __future__ import annotations

import json
from collections import namedtuple
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, compress
from math import inf, nan
from operator import attrgetter, not_
from types import NoneType
from typing import Any, TypeAlias

import numpy as np

from plyscope.files.draft import Draft
from plyscope.files.events import Events, Numbers
from plyscope.files.json_values import (
    DECODER,
    FIRST_WITHOUT_MOVES,
    KINDS,
    MAX_DEPTH,
    NEWER_KEYS,
    STATUSES,
    UNBOUNDED,
    Item,
    check_calls,
    read_bound,
    read_depth,
    read_facts,
    read_kind,
    read_move,
    read_name,
    read_probability,
    read_status,
    read_tags,
    read_value,
    refuse_newer_words,
    refuse_unknown_keys,
    unreadable,
    written,
)
from plyscope.messages import InputError
from plyscope.model.columns import LEFT_OUT, STATUS_NOT_GIVEN, TABLE, TAG_BITS
from plyscope.model.declaration import CHANCE, NO_SIDE
from plyscope.model.further_facts import CALLS, EXACT_INTEGERS, Fact

Types: TypeAlias = frozenset[type]
Record: TypeAlias = Any
"""An `Enter` or a `Leave`, with the values as they stand in the line."""

NAME, WORD, NUMBER = Types({int, str}), Types({str, NoneType}), Types({int, float, str, NoneType})
OBJECT, LIST = Types({dict, NoneType}), Types({list, NoneType})
ENTER: Mapping[str, Types] = {
    "id": NAME,
    "parent": NAME | {NoneType},
    "move": NAME | {NoneType},
    "kind": WORD,
    "alpha": NUMBER,
    "beta": NUMBER,
    "probability": NUMBER,
    "depth": NUMBER,
    "tags": LIST,
    "x": OBJECT,
}
LEAVE: Mapping[str, Types] = {
    "id": NAME,
    "value": NUMBER,
    "status": WORD,
    "pruned": LIST,
    "tags": LIST,
    "calls": Types({int, NoneType}),
    "x": OBJECT,
}
"""The keys of a line about a call that is entered, and of one that is left, with the types of their values."""
REQUIRED = ("id", "value")
SIDES: Mapping[Any, int] = {**KINDS, None: NO_SIDE}
ENDS: Mapping[Any, int] = {**STATUSES, None: STATUS_NOT_GIVEN}
WORDS = {"inf": inf, "-inf": -inf}


class Unusual(Exception):
    """Raised where a block of lines must be read line by line."""


try:
    import msgspec
except ImportError:
    HAS_MSGSPEC = False
else:
    HAS_MSGSPEC = True

MISSING: Any = msgspec.UNSET if HAS_MSGSPEC else ()
"""Stands for the value of a key that is missing: false, and of a type that no value has."""


def record_type(name: str, keys: Mapping[str, Types]) -> Any:
    """Return the class of records with these keys, any of which may be missing."""
    if HAS_MSGSPEC:
        fields = [(key, Any, MISSING) for key in keys]
        return msgspec.defstruct(name, fields, tag_field="ev", tag=name.lower(), forbid_unknown_fields=True, gc=False)
    return namedtuple(name, keys, defaults=[MISSING] * len(keys))


Enter, Leave = record_type("Enter", ENTER), record_type("Leave", LEAVE)
BY_EVENT = {"enter": Enter, "leave": Leave}
FAST_DECODER: Any = msgspec.json.Decoder(Enter | Leave) if HAS_MSGSPEC else None
UNREADABLE: tuple[type[Exception], ...] = (
    *(Unusual, InputError, KeyError, TypeError, AttributeError, ValueError, OverflowError, RecursionError),
    *([msgspec.MsgspecError] if HAS_MSGSPEC else []),
)
"""What is raised where lines that are read many at once are wrong or unusual."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The values of many records by key; None where a key is missing or null."""

    values: Mapping[str, Sequence[Any]]
    given: Mapping[str, int]
    """How many records have each key."""
    types: Mapping[str, set[type]]

    @classmethod
    def of(cls, records: Sequence[Record], keys: Mapping[str, Types]) -> Columns:
        """Return the columns of records; raise `Unusual` for a value of a wrong type."""
        columns = zip(*map(attrgetter(*keys), records), strict=True) if records else [()] * len(keys)
        values: dict[str, Sequence[Any]] = {}
        types_of: dict[str, set[type]] = {}
        given = dict.fromkeys(keys, len(records))
        for (key, allowed), column in zip(keys.items(), columns, strict=True):
            types = types_of[key] = set(map(type, column))
            values[key] = column
            if type(MISSING) in types and key not in REQUIRED:
                types.remove(type(MISSING))
                values[key] = (
                    [None if value is MISSING else value for value in column] if types else [None] * len(column)
                )
                given[key] = len(column) - list(map(type, column)).count(type(MISSING)) if types else 0
            if not types <= allowed:
                raise Unusual
        return cls(values, given, types_of)

    def numbers(self, key: str, missing: float = nan) -> Numbers:
        """Return the numbers of a key; infinities are written as texts, and missing ones are `missing`."""
        column = plain = self.values[key]
        if not self.given[key]:
            return np.full(len(column), missing)
        words: list[int] = []
        if str in self.types[key]:
            words = [place for place, number in enumerate(column) if type(number) is str]
            plain = [None if type(number) is str else number for number in column]
        found = np.array(plain, np.float64)
        if np.isinf(found).any():
            raise Unusual
        found[np.isnan(found)] = missing
        found[words] = [WORDS[column[place]] for place in words]
        return found

    def depths(self) -> Numbers:
        """Return the depths of the records; NaN where none is given."""
        found = self.numbers("depth")
        if (found == -inf).any() or (np.abs(found[np.isfinite(found)]) > MAX_DEPTH).any():
            raise Unusual
        return found

    def tags(self) -> Numbers:
        """Return the tags of the records as bits."""
        if not self.given["tags"]:
            return np.zeros(len(self.values["tags"]), np.uint16)
        return np.array([sum({*map(TAG_BITS.__getitem__, tags or ())}) for tags in self.values["tags"]], np.uint16)

    def codes(self, key: str, known: Mapping[Any, int]) -> Numbers:
        """Return the codes of the words of a key."""
        return np.array(list(map(known.__getitem__, self.values[key])), np.uint8)


def records_in(piece: bytes) -> list[Record]:
    """Return the records in a block of lines, each of which must hold one; raise `Unusual` otherwise.

    Each line begins and ends with a brace. So no object of a recording can go over two lines: between a brace that
    closes and one that opens there is nothing but a list, and only moves, which are no objects, stand in lists.
    """
    text = piece.rstrip().replace(b"\r\n", b"\n")
    breaks = text.count(b"\n")
    if text.count(b"}\n{") != breaks or not (text.startswith(b"{") and text.endswith(b"}")):
        raise Unusual
    if HAS_MSGSPEC:
        found: list[Record] = FAST_DECODER.decode_lines(text)
    else:
        events = DECODER.decode("[" + text.decode().replace("\n", ",") + "]")
        found = [BY_EVENT[event.pop("ev")](**event) for event in events]
    if len(found) != breaks + 1:
        raise Unusual
    return found


def refuse_more_colons(piece: bytes, columns: Sequence[Columns]) -> None:
    """Raise `Unusual` where more colons than keys and texts account for hint at repeated keys."""
    objects = (
        [x for column in columns for x in column.values["x"] if x]
        if any(column.given["x"] for column in columns)
        else []
    )
    events = sum(column.given["id"] for column in columns)
    excess = piece.count(b":") - events - sum(sum(column.given.values()) for column in columns) - sum(map(len, objects))
    if not excess:
        return
    values = chain.from_iterable(chain.from_iterable(column.values.values()) for column in columns)
    pairs = chain.from_iterable(pair for x in objects for pair in x.items())
    moves = chain.from_iterable(found or () for found in columns[1].values["pruned"])
    if b"\\" in piece or excess != sum(found.count(":") for found in chain(values, pairs, moves) if type(found) is str):
        raise Unusual


def read_record(line: bytes, version: int) -> Record | None:
    """Return the record in one line; None for a blank one; InputError for anything wrong in it."""
    text = text_of(line).strip()
    if not text:
        return None
    event = parsed(text)
    name = event.pop("ev", None)
    if type(name) is not str or name not in BY_EVENT:
        raise InputError("ev is enter or leave, not {found}", found=written(name))
    refuse_newer_words(event, version)
    refuse_unknown_keys(event, frozenset({"ev", *(ENTER if name == "enter" else LEAVE)}))
    read_name(event, "id")
    if name == "leave" and "value" not in event:
        raise InputError("value is missing; where it is no number, it is null")
    if event.get("parent") is not None:
        read_name(event, "parent")
        if version < FIRST_WITHOUT_MOVES or event.get("move") is not None:
            read_move(event.get("move"))
    elif name == "enter":
        event["move"] = None
    check_values(event)
    if event.get("status") == "left_out":
        check_calls(event)
    elif event.get(CALLS) is not None:
        raise InputError("calls stands only where the status is left_out")
    return BY_EVENT[name](**event)


def check_values(event: Item, statuses: Mapping[str, int] = STATUSES) -> None:
    """Raise InputError for the first value that a line or node about a call may not have."""
    for key in UNBOUNDED:
        read_bound(event, key)
    read_probability(event)
    read_depth(event)
    read_tags(event)
    read_kind(event)
    read_value(event)
    read_status(event, statuses)
    pruned = event.get("pruned")
    if type(pruned) not in (list, NoneType):
        raise InputError("pruned is a list of moves, not {found}", found=written(pruned))
    for move in pruned or ():
        read_move(move)
    read_facts(event)


def text_of(line: bytes, *, is_first: bool = False) -> str:
    """Return a line as text; raise InputError unless it is UTF-8."""
    try:
        return line.decode("utf-8-sig" if is_first else "utf-8")
    except UnicodeDecodeError as error:
        raise InputError("byte {byte} of the line is not UTF-8", byte=error.start + 1) from error


def parsed(line: str) -> dict[str, Any]:
    """Return the JSON object in a line; raise InputError for anything else."""
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
    """Raise InputError for a key that occurs twice in one object of a line."""

    def check(pairs: list[tuple[str, Any]]) -> None:
        keys = [key for key, _ in pairs]
        for key in keys:
            if keys.count(key) > 1:
                raise InputError("{key} occurs twice in one line", key=key)

    json.loads(line, object_pairs_hook=check)


class RecordReader:
    """The reader of records of calls into a draft."""

    def __init__(self, version: int, draft: Draft) -> None:
        self.version = version
        self.draft = draft
        self.frames: dict[str | int, int] | None = None
        """The frames by their ids in the file; None as long as each has its own number as id."""
        self._moves: dict[object, int] = {None: -1, MISSING: -1}
        """The numbers of the texts of moves, as moves are written in the file; a root has none."""

    def events(self, places: Numbers, records: Sequence[Record], piece: bytes = b"") -> Events:
        """Return records as events; `piece` are their lines, unless these were read one by one."""
        is_enter = [type(record) is Enter for record in records]
        enters = Columns.of([*compress(records, is_enter)], ENTER)
        leaves = Columns.of([*compress(records, map(not_, is_enter))], LEAVE)
        if piece:
            refuse_more_colons(piece, (enters, leaves))
        ids, parents, moves = (enters.values[key] for key in ("id", "parent", "move"))
        is_root = [parent is None for parent in parents]
        has_no_move = [move is None for move in moves]
        if has_no_move != is_root and (self.version < FIRST_WITHOUT_MOVES or not all(compress(has_no_move, is_root))):
            raise Unusual
        pruned = [found or () for found in leaves.values["pruned"]]
        left_out = [*chain.from_iterable(pruned)]
        if not set(map(type, left_out)) <= NAME:
            raise Unusual
        move, left_out_move = np.split(self.numbers_of_moves(records, [*moves, *left_out]), [len(moves)])
        entered: dict[str, Numbers] = {
            "move": move,
            "kind": enters.codes("kind", SIDES),
            "alpha": enters.numbers("alpha", -inf),
            "beta": enters.numbers("beta", inf),
            "probability": enters.numbers("probability"),
            "depth": enters.depths(),
            "tags": enters.tags(),
        }
        left: dict[str, Numbers] = {
            "value": leaves.numbers("value"),
            "status": leaves.codes("status", ENDS),
            "skipped": np.array(list(map(len, pruned)), np.int64),
            "tags": leaves.tags(),
            "calls": np.array([count or 0 for count in leaves.values[CALLS]], np.float64),
        }
        if (entered["probability"] <= 0).any() or (entered["probability"] > 1).any():
            raise Unusual
        has_facts = enters.given["x"] or leaves.given["x"]
        versions = [first for key, first in NEWER_KEYS.items() if enters.given.get(key) or leaves.given.get(key)]
        versions += [2] * bool((entered["kind"] == CHANCE).any() or (left["status"] == TABLE).any())
        versions += [3] * bool((left["status"] == LEFT_OUT).any())
        if max(versions, default=1) > self.version:
            raise Unusual
        are_said = (left["calls"] != 0) == (left["status"] == LEFT_OUT)
        if piece and not (are_said & (left["calls"] >= 0) & (left["calls"] <= EXACT_INTEGERS)).all():
            raise Unusual
        return Events(
            places,
            np.array(is_enter, np.bool_),
            entered,
            left,
            left_out_move,
            facts_of(records) if has_facts else (),
            *self.frames_of(ids, parents, leaves.values["id"]),
        )

    def numbers_of_moves(self, records: Sequence[Record], moves: Sequence[Any]) -> Numbers:
        """Return the numbers of moves' texts, new ones numbered in the order of the file."""
        known = self._moves
        if not known.keys() >= {*moves}:
            for record in records:
                for move in (record.move,) if type(record) is Enter else record.pruned or ():
                    if move not in known:
                        known[move] = self.draft.text_number(read_move(move))
        return np.array(list(map(known.__getitem__, moves)), np.int64)

    def frames_of(
        self, ids: Sequence[str | int], parents: Sequence[str | int | None], left: Sequence[str | int]
    ) -> tuple[Sequence[object], Sequence[object]]:
        """Return the frames meant by the ids of parents, and by those of calls that return.

        That is -1 where none has the id, and the parent of a call with an id that another one has.
        """
        first = len(self.draft)
        if self.frames is None and [*ids] == [*range(first, first + len(ids))]:
            return parents, left
        if self.frames is None:
            self.frames = {number: number for number in range(first)}
        frames = self.frames
        is_new = [frames.setdefault(name, number) == number for number, name in enumerate(ids, first)]
        above = [None if name is None else frames.get(name, -1) for name in parents]
        if not all(is_new):
            above = [frame if new else -1 for frame, new in zip(above, is_new, strict=True)]
        return above, [frames.get(name, -1) for name in left]


def facts_of(records: Sequence[Record]) -> list[tuple[int, int, str, Fact]]:
    """Return the further facts of records: the place of the record, how many were read by then, the name, the fact."""
    return [
        (place, place + (type(record) is Enter), name, fact)
        for place, record in enumerate(records)
        if record.x
        for name, fact in read_facts({"x": record.x}).items()
    ]

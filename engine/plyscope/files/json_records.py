"""The JSON of many lines about calls, as columns: msgspec, which comes with the extra `fast`, reads it where it is
installed, else the standard library.

Values are checked column by column. Only where one is wrong or unusual the lines are looked at one by one.
"""

from __future__ import annotations

import json
from collections import namedtuple
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import inf, nan
from operator import attrgetter
from types import NoneType
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from plyscope.files.draft import UNSAID
from plyscope.files.json_values import (
    DECODER,
    KINDS,
    STATUSES,
    UNBOUNDED,
    read_bound,
    read_facts,
    read_kind,
    read_move,
    read_name,
    read_probability,
    read_status,
    read_value,
    refuse_unknown_keys,
    refuse_words_of_version_2,
    unreadable,
    written,
)
from plyscope.messages import InputError
from plyscope.model.declaration import NO_SIDE

Types: TypeAlias = frozenset[type]
Event: TypeAlias = dict[str, Any]
Record: TypeAlias = Any
"""An `Enter` or a `Leave`, with the values as they stand in the line."""

NAME, WORD, NUMBER = Types({int, str}), Types({str, NoneType}), Types({int, float, str, NoneType})
OBJECT = Types({dict, NoneType})
ENTER: Mapping[str, Types] = {
    "id": NAME,
    "parent": NAME | {NoneType},
    "move": NAME | {NoneType},
    "kind": WORD,
    "alpha": NUMBER,
    "beta": NUMBER,
    "probability": NUMBER,
    "x": OBJECT,
}
LEAVE: Mapping[str, Types] = {
    "id": NAME,
    "value": NUMBER,
    "status": WORD,
    "pruned": Types({list, NoneType}),
    "x": OBJECT,
}
"""The keys of a line about a call that is entered, and of one that is left, with the types of their values."""
REQUIRED = ("id", "value")
SECOND = ("probability", "x")
"""Keys of version 2."""
SIDES = {**KINDS, None: NO_SIDE}
ENDS = {**STATUSES, None: UNSAID}
WORDS = {"inf": inf, "-inf": -inf}


class Unusual(Exception):
    """The lines are to be read one by one."""


UNREADABLE: tuple[type[Exception], ...] = (Unusual, InputError, KeyError, TypeError, AttributeError, ValueError)
UNREADABLE += (OverflowError, RecursionError)
"""What is raised where lines that are read many at once are wrong or unusual."""
MISSING: Any
"""Stands for the value of a key that is missing: false, and of a type that no value has."""
try:
    import msgspec
except ImportError:
    MISSING = ()
    Enter: Any = namedtuple("Enter", ENTER, defaults=[MISSING] * len(ENTER))
    Leave: Any = namedtuple("Leave", LEAVE, defaults=[MISSING] * len(LEAVE))

    def decoded(text: bytes) -> list[Record]:
        """The records in a list."""
        return [BY_EVENT[event.pop("ev")](**event) for event in DECODER.decode(text.decode())]
else:
    MISSING = msgspec.UNSET
    COMMON: Any = {"tag_field": "ev", "forbid_unknown_fields": True, "gc": False}
    Enter = msgspec.defstruct("Enter", [(key, Any, MISSING) for key in ENTER], tag="enter", **COMMON)
    Leave = msgspec.defstruct("Leave", [(key, Any, MISSING) for key in LEAVE], tag="leave", **COMMON)
    decoded = msgspec.json.Decoder(list[Enter | Leave]).decode
    UNREADABLE += (msgspec.MsgspecError,)

BY_EVENT = {"enter": Enter, "leave": Leave}


@dataclass(frozen=True, slots=True)
class Columns:
    """The values of records by their keys; None where a key is missing or null."""

    values: Mapping[str, Sequence[Any]]
    given: Mapping[str, int]
    """How many records have each key."""
    types: Mapping[str, set[type]]

    @classmethod
    def of(cls, records: Sequence[Record], keys: Mapping[str, Types]) -> Columns:
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

    def numbers(self, key: str, missing: float = nan) -> NDArray[np.float64]:
        """Numbers; an infinity is a text, and otherwise a number beyond the range of floats."""
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

    def codes(self, key: str, known: Mapping[Any, int]) -> NDArray[np.uint8]:
        return np.array(list(map(known.__getitem__, self.values[key])), np.uint8)


def records_in(piece: bytes) -> list[Record]:
    """The records in lines of which each holds one.

    Each line begins and ends with a brace. So no object of a recording can go over two lines: between a brace that
    closes and one that opens there is nothing but a list, and only moves, which are no objects, stand in lists.
    """
    text = piece.rstrip().replace(b"\r\n", b"\n")
    breaks = text.count(b"\n")
    if text.count(b"}\n{") != breaks or not (text.startswith(b"{") and text.endswith(b"}")):
        raise Unusual
    found = decoded(b"[%b]" % text.replace(b"\n", b","))
    if len(found) != breaks + 1:
        raise Unusual
    return found


def refuse_more_colons(piece: bytes, columns: Sequence[Columns]) -> None:
    """Refuse keys that occur twice: then there are more colons than keys and texts have."""
    objects = [x for one in columns for x in one.values["x"] if x] if any(one.given["x"] for one in columns) else []
    events = sum(one.given["id"] for one in columns)
    excess = piece.count(b":") - events - sum(sum(one.given.values()) for one in columns) - sum(map(len, objects))
    if not excess:
        return
    values = chain.from_iterable(chain.from_iterable(one.values.values()) for one in columns)
    pairs = chain.from_iterable(pair for x in objects for pair in x.items())
    moves = chain.from_iterable(found or () for found in columns[1].values["pruned"])
    if b"\\" in piece or excess != sum(found.count(":") for found in chain(values, pairs, moves) if type(found) is str):
        raise Unusual


def read_record(line: bytes, version: int) -> Record | None:
    """The record in one line, None where it is blank; raise InputError if anything in it is wrong by itself."""
    text = text_of(line).strip()
    if not text:
        return None
    event = parsed(text)
    name = event.pop("ev", None)
    if type(name) is not str or name not in BY_EVENT:
        raise InputError("ev is enter or leave, not {found}", found=written(name))
    if version == 1:
        refuse_words_of_version_2(event)
    refuse_unknown_keys(event, frozenset({"ev", *(ENTER if name == "enter" else LEAVE)}))
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
    return BY_EVENT[name](**event)


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


def read_pruned(event: Event) -> list[str]:
    pruned = event.get("pruned")
    if pruned is None:
        return []
    if type(pruned) is not list:
        raise InputError("pruned is a list of moves, not {found}", found=written(pruned))
    return [read_move(move) for move in pruned]

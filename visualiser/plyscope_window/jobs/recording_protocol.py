"""What the window and the process that records say to each other: lines, each one a JSON object or an order.

The window sends a request, and then orders. The process answers with

    {"estimate": frames, "remark": a message or null}    before it begins
    {"frames": n, "seconds": s}                          now and then
    {"asks": n}                                          and waits for an order
    {"saving": n}                                        when the search is over
    {"ended": path, "frames": n, "complete": true, "seconds": s}
    {"error": a message}

A message crosses over as its pattern and its values, so that the window can say it in the person's language.
Nothing here knows of Qt: a process that need not load it starts in half the time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from plyscope.files.sources import read_text
from plyscope.messages import Message, written
from plyscope.model.position import Position

ASK_AT = 20_000_000
"""Frames after which a person is asked whether the recording should go on; and again after as many more."""

GO_ON, STOP = "go on", "stop"


@dataclass(frozen=True)
class Request:
    """A search that is to be recorded, and where to."""

    game: str
    position: str
    max: str
    title: str
    notes: str
    file_options: Mapping[str, Any]
    """What the position's file says of the search."""
    options: Mapping[str, Any]
    """What the person asked for; None where nothing."""
    paths: tuple[str, ...]
    """Where the recording goes: the first place that can be written."""
    limit: int | None = None
    ask_at: int | None = ASK_AT

    @staticmethod
    def of(position: Position, options: Mapping[str, Any], paths: tuple[Path, ...], **others: Any) -> Request:
        return Request(
            position.game.name,
            position.fullest_text,
            position.max,
            position.title,
            position.notes,
            plain(position.options),
            plain(options),
            tuple(map(str, paths)),
            **others,
        )

    @property
    def searched(self) -> Position:
        """The position, read from its text as a trace file's is."""
        position = read_text(self.game, self.position).with_max(self.max).named(self.title, self.notes)
        return replace(position, options=self.file_options)

    @property
    def line(self) -> bytes:
        return line_of(asdict(self))

    @staticmethod
    def from_line(line: bytes) -> Request:
        return Request(**json.loads(line))


def plain(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as JSON can hold them; a file of weights by its path."""
    return {
        name: str(value) if isinstance(value, Path) else dict(value) if isinstance(value, Mapping) else value
        for name, value in options.items()
    }


def line_of(facts: Mapping[str, Any]) -> bytes:
    return json.dumps(facts).encode() + b"\n"


def message_facts(message: Message) -> dict[str, Any]:
    """A message with its values; what JSON cannot hold goes over as people would read it."""
    return {"pattern": message.pattern, "values": {name: value_facts(value) for name, value in message.values.items()}}


def value_facts(value: object) -> object:
    if isinstance(value, Message):
        return message_facts(value)
    return value if value is None or isinstance(value, str | int | float) else written(value)


def message_from(facts: Mapping[str, Any]) -> Message:
    values = facts["values"].items()
    return Message(
        facts["pattern"], **{name: message_from(value) if isinstance(value, dict) else value for name, value in values}
    )


SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def roughly(frames: float) -> Message:
    """A number of frames as an estimate is spoken."""
    if frames < 1e6:
        return Message("{count}", count=f"{frames:,.0f}")
    if frames < 1e9:
        return Message("{count} million", count=f"{frames / 1e6:,.1f}")
    digits, exponent = f"{frames:.1e}".split("e+")
    return Message("{count}", count=f"{digits}·10{str(int(exponent)).translate(SUPERSCRIPTS)}")


def lines_from(descriptor: int) -> Iterator[bytes]:
    """Lines as they arrive. No buffer of Python's lies between, since a thread that waits in one cannot be left."""
    begun: list[bytes] = []
    while piece := os.read(descriptor, 1 << 16):
        first, *others = piece.split(b"\n")
        begun.append(first)
        for following in others:
            yield b"".join(begun)
            begun = [following]

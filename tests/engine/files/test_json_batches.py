"""Lines that are read many at once: the same recording as line by line, and the same complaints."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from plyscope import Trace
from plyscope.files import json_batches, json_lines
from plyscope.files.json_lines import read_lines
from plyscope.messages import InputError

pytestmark = pytest.mark.skipif(not json_batches.HAS_MSGSPEC, reason="there is no msgspec")

HEADING = {"format": "plyscope-trace", "version": 2, "game": "pebbles", "position": "3", "max": "first"}
BREAKS = ['"', *":{}[],\n\\0\r\x00 é", "9e999", "null", "true", '"id":0,']
WRONG = (None, 1, 1.0, 2**70, 1e300, "", " ", "1", "inf", True, [], ["a", "a"], [1, "1"], {}, "\ud800")


def some_lines(draw: random.Random, frames: int, of_id: Callable[[int], object] = lambda frame: frame) -> list[str]:
    """A recording of a random tree, in which values are those of minimax."""
    lines: list[dict[str, Any]] = []
    count = 0

    def call(parent: int | None, ply: int) -> float:
        nonlocal count
        me, count = count, count + 1
        event: dict[str, Any] = {"ev": "enter", "id": of_id(me), "kind": "max" if ply % 2 == 0 else "min"}
        if parent is not None:
            event |= {"parent": of_id(parent), "move": str(me) if draw.random() < 0.9 else me}
        if draw.random() < 0.5:
            event |= {"alpha": None, "beta": draw.choice(("inf", 10**6, 1e9))}
        if draw.random() < 0.2:
            event["x"] = {"eval": draw.choice((1, 0.5, -7)), "tt": draw.choice(("hit: 1", "miss", None, True))}
        lines.append(event)
        values = []
        while count < frames and ply < 6 and draw.random() < 0.75:
            values.append(call(me, ply + 1))
        value = (max if ply % 2 == 0 else min)(values) if values else float(draw.randrange(9))
        event = {"ev": "leave", "id": of_id(me), "value": value}
        if values and draw.random() < 0.3:
            event["pruned"] = ["a:b", "c", 700][: draw.randrange(4)]
        if not values and draw.random() < 0.3:
            event["status"] = draw.choice(("terminal", "horizon", "table", None))
        if draw.random() < 0.1:
            event["x"] = {"eval": 3}
        lines.append(event)
        return value

    while count < frames:
        lines.clear()
        count = 0
        call(None, 0)
    return [json.dumps(line) for line in (HEADING, *lines)]


def outcome(content: bytes) -> tuple[object, ...]:
    try:
        trace: Trace = read_lines(io.BytesIO(content))
    except InputError as error:
        return (str(error),)
    return (trace.signature, len(trace), trace.complete, [str(warning) for warning in trace.position.warnings])


def compare(content: bytes, monkeypatch: pytest.MonkeyPatch) -> tuple[object, ...]:
    """What comes of a file in small pieces at once, which is also what comes of it line by line."""
    with monkeypatch.context() as patch:
        patch.setattr(json_lines, "SMALLEST", 10**9)
        expected = outcome(content)
    with monkeypatch.context() as patch:
        patch.setattr(json_lines, "SMALLEST", 2)
        patch.setattr(json_lines, "PIECE_BYTES", 700)
        assert outcome(content) == expected, content
    return expected


@pytest.mark.parametrize("of_id", [lambda frame: frame, lambda frame: f"n{frame}", lambda frame: frame * 7 % 1009 - 5])
def test_right_lines_are_read_many_at_once(monkeypatch: pytest.MonkeyPatch, of_id: Callable[[int], object]) -> None:
    added = []
    real = json_batches.add_lines
    monkeypatch.setattr(json_lines, "add_lines", lambda *lines: added.append(real(*lines)) or added[-1])
    for seed in range(10):
        lines = some_lines(random.Random(seed), 40, of_id)
        assert len(compare("\n".join(lines).encode(), monkeypatch)) == 4
        compare("\r\n".join(lines).encode() + b"\r\n", monkeypatch)
        compare("\n".join(lines[: len(lines) * 2 // 3]).encode(), monkeypatch)
    assert sum(added) > 0.9 * len(added)


def test_changed_lines_are_read_or_refused_as_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(1)
    for _ in range(150):
        content = "\n".join(some_lines(draw, 12)).encode()
        compare(mutated(content, draw), monkeypatch)


def mutated(content: bytes, draw: random.Random) -> bytes:
    """With a few changes: bytes, pieces of lines, whole lines, the end."""
    for _ in range(draw.randrange(1, 3)):
        at = draw.randrange(len(content))
        way = draw.randrange(6)
        if way == 0:
            content = content[:at]
        elif way == 1:
            content = content[:at] + bytes([draw.randrange(256)]) + content[at + 1 :]
        elif way == 2:
            content = content[:at] + draw.choice(BREAKS).encode() + content[at + draw.randrange(3) :]
        else:
            lines = content.split(b"\n")
            first, second = draw.randrange(len(lines)), draw.randrange(len(lines))
            if way == 3:
                lines[first], lines[second] = lines[second], lines[first]
            elif way == 4:
                lines.insert(first, lines[second])
            else:
                lines[first] = wrong_type(lines[first], draw)
            content = b"\n".join(lines)
        content = content or b"{"
    return content


def wrong_type(line: bytes, draw: random.Random) -> bytes:
    try:
        event = json.loads(line)
        key = draw.choice([*event, "more"])
    except (ValueError, TypeError):
        return line
    event[key] = draw.choice(
        (None, 1, 1.0, 2**70, 1e300, "", " ", "1", "inf", True, [], ["a", "a"], [1, "1"], {}, "\ud800")
    )
    return json.dumps(event).encode()


def test_without_msgspec_lines_are_read_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    content = "\n".join(some_lines(random.Random(3), 30)).encode()
    expected = compare(content, monkeypatch)
    monkeypatch.setattr(json_batches, "HAS_MSGSPEC", False)
    assert compare(content, monkeypatch) == expected

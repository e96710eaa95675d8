"""Lines that are read many at once: the same recording as line by line, and the same complaints, by either decoder."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from plyscope.files import json_lines, json_records
from plyscope.files.json_lines import read_lines
from plyscope.messages import InputError

from tests.full_traces import Trace
from tests.places import ROOT

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
    """What comes of a file in pieces of several lines, which is also what comes of it line by line."""
    found = []
    for size in (1, 700, 1 << 18):
        with monkeypatch.context() as patch:
            patch.setattr(json_lines, "PIECE_BYTES", size)
            found.append(outcome(content))
    assert found[0] == found[1] == found[2], content
    return found[0]


@pytest.mark.full
@pytest.mark.spread(3, 1)
@pytest.mark.parametrize("of_id", [lambda frame: frame, lambda frame: f"n{frame}", lambda frame: frame * 7 % 1009 - 5])
def test_right_lines_are_read_many_at_once(monkeypatch: pytest.MonkeyPatch, of_id: Callable[[int], object]) -> None:
    monkeypatch.setattr(json_lines, "read_record", None)
    for seed in range(10):
        lines = some_lines(random.Random(seed), 40, of_id)
        assert len(compare("\n".join(lines).encode(), monkeypatch)) == 4
        compare("\r\n".join(lines).encode() + b"\r\n", monkeypatch)
        compare("\n".join(lines[: len(lines) * 2 // 3]).encode(), monkeypatch)


@pytest.mark.full
def test_changed_lines_are_read_or_refused_alike_in_pieces_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
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


WITHOUT = """
import sys
sys.modules["msgspec"] = None
from tests.engine.files.test_json_records import json_records, outcome
assert json_records.Enter.__mro__[1] is tuple
for content in eval(sys.stdin.read()):
    print(outcome(content))
"""


@pytest.mark.skipif(json_records.Enter.__mro__[1] is tuple, reason="there is no msgspec")
@pytest.mark.full
def test_without_msgspec_all_is_read_and_refused_alike() -> None:
    draw = random.Random(5)
    contents = ["\n".join(some_lines(draw, 12)).encode() for _ in range(100)]
    contents[20:] = [mutated(content, draw) for content in contents[20:]]
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT], input=repr(contents), capture_output=True, text=True, cwd=ROOT
    )
    assert run.stdout.splitlines() == [str(outcome(content)) for content in contents], run.stderr

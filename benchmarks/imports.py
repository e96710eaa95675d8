"""Importing recordings of an engine: JSON lines and packed rows, against `json.loads` of the lines alone.

The recording is of connect four, alpha-beta, from the empty board. It is imported as what it is, so that its moves are
played and its positions found, and as a game that Plyscope does not know, as other people's engines write it.
"""

from __future__ import annotations

import json
import struct
import sys
import tempfile
from collections.abc import Iterator
from math import isinf, nan
from pathlib import Path

from interleaved import medians, report
from plyscope import Trace, record
from plyscope.model.columns import OPEN

FRAMES = 1_692_129
ROUNDS = 3
KINDS, STATUSES = ("min", "max"), ("inner", "terminal", "horizon")


def lines_of(trace: Trace, game: str) -> Iterator[str]:
    """The recording as an engine would print it."""
    columns = [trace.column(name).tolist() for name in ("parent", "kind", "alpha", "beta", "size")]
    heading = {"format": "plyscope-trace", "version": 1, "game": game, "position": trace.position.text, "max": "first"}
    yield json.dumps(heading)
    stack: list[int] = []
    for frame, (parent, kind, alpha, beta, size) in enumerate(zip(*columns, strict=True)):
        while stack and stack[-1] + columns[4][stack[-1]] <= frame:
            yield leaving(trace, stack.pop())
        bounds = [None if isinf(bound) else bound for bound in (alpha, beta)]
        event = {"ev": "enter", "id": frame, "parent": None if parent < 0 else parent, "move": trace.move_text(frame)}
        yield json.dumps(event | {"kind": KINDS[kind], "alpha": bounds[0], "beta": bounds[1]}, separators=(",", ":"))
        if trace.column("status")[frame] != OPEN or size > 1:
            stack.append(frame)
    if trace.complete:
        yield from (leaving(trace, frame) for frame in reversed(stack))


def leaving(trace: Trace, frame: int) -> str:
    event = {"ev": "leave", "id": frame, "value": trace.values[frame], "status": STATUSES[trace.statuses[frame]]}
    pruned = {"pruned": trace.pruned_texts(frame)} if trace.skips[frame] else {}
    return json.dumps(event | pruned, separators=(",", ":"))


def rows_of(trace: Trace, game: str) -> Iterator[bytes]:
    """The same in packed rows."""
    row = struct.Struct("<BBH12s3d").pack
    columns = [trace.column(name).tolist() for name in ("ply", "kind", "alpha", "beta", "size")]
    heading = {"format": "plyscope-rows", "version": 1, "game": game, "position": trace.position.text, "max": "first"}
    yield json.dumps(heading).encode() + b"\n"
    stack: list[int] = []

    def leave(frame: int) -> Iterator[bytes]:
        moves = [text.encode() for text in trace.pruned_texts(frame)]
        for first in range(0, len(moves), 3):
            here = moves[first : first + 3]
            yield struct.pack("<BBH12s12s12s", 3, len(here), columns[0][frame], *[*here, b"", b""][:3])
        yield row(2, trace.statuses[frame], columns[0][frame], b"", trace.values[frame], 0.0, 0.0)

    for frame, (ply, kind, alpha, beta, size) in enumerate(zip(*columns, strict=True)):
        while stack and stack[-1] + columns[4][stack[-1]] <= frame:
            yield from leave(stack.pop())
        yield row(1, kind, ply, trace.move_text(frame).encode(), alpha, beta, nan)
        if trace.column("status")[frame] != OPEN or size > 1:
            stack.append(frame)
    if trace.complete:
        for frame in reversed(stack):
            yield from leave(frame)


def loads(path: Path) -> None:
    with path.open("rb", buffering=1 << 20) as file:
        for line in file:
            json.loads(line)


if __name__ == "__main__":
    frames = int(sys.argv[1]) if len(sys.argv) > 1 else FRAMES
    with tempfile.TemporaryDirectory() as folder:
        trace = record("connectfour:", "alphabeta", depth=12, limit=frames)
        paths = {game: Path(folder) / f"{game}.jsonl" for game in ("connectfour", "unknown")}
        for game, path in paths.items():
            path.write_text("\n".join(lines_of(trace, game)), encoding="utf-8")
            path.with_suffix(".rows").write_bytes(b"".join(rows_of(trace, game)))
        times = medians(
            {
                "json.loads": lambda: loads(paths["connectfour"]),
                "connectfour": lambda: Trace.open(paths["connectfour"]),
                "unknown": lambda: Trace.open(paths["unknown"]),
                "connectfour rows": lambda: Trace.open(paths["connectfour"].with_suffix(".rows")),
                "unknown rows": lambda: Trace.open(paths["unknown"].with_suffix(".rows")),
            },
            rounds=ROUNDS,
        )
        bare = times["json.loads"]
        report(
            f"JSON lines of {frames:,} frames are imported in less time than json.loads needs, packed rows in 0.2",
            {
                "size of the file": f"{paths['connectfour'].stat().st_size / 1e6:.0f} MB",
                "json.loads of each line": f"{bare:.1f} s",
                "connect four, played and checked": f"{times['connectfour'] / bare:.2f} of that",
                "a game that is not known": f"{times['unknown'] / bare:.2f} of that",
                "packed rows, connect four": f"{times['connectfour rows'] / bare:.2f} of that",
                "packed rows, a game that is not known": f"{times['unknown rows'] / bare:.2f} of that",
            },
            times["connectfour"] < bare and times["unknown rows"] < 0.2 * bare,
        )

"""The recordings that panels are tested with: every kind of board and search, and the extremes of depth and breadth."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from io import BytesIO
from typing import Any

from plyscope.files.json_lines import read_lines
from plyscope.files.sources import load

from tests.full_traces import record
from tests.recordings import as_lines


def imported(trace: Any, without: str = "nothing") -> Any:
    """The recording as imported from another program, with an unknown game; without a key if one is given."""
    lines = [json.loads(line) for line in as_lines(trace, game="none of ours").splitlines()]
    kept = [{key: value for key, value in line.items() if key != without} for line in lines]
    return read_lines(BytesIO("\n".join(map(json.dumps, kept)).encode()))


@cache
def recording(name: str) -> Any:
    """A recording by its name in `SOURCES`, made once for all tests."""
    return SOURCES[name]()


SOURCES: dict[str, Callable[[], Any]] = {
    "by hand": lambda: record(load("sample:tictactoe/hebrew")),
    "nine leaves": lambda: record(load("sample:tree/nine-leaves")),
    "alpha-beta": lambda: record(load("tictactoe:XO./.../...")),
    "probed": lambda: record("tree:[[5,8,7],[6,9,8],[3,2,1]]", "pvs"),
    "sum": lambda: record("tree:[[9,8],[7,6]]", "accumulate"),
    "brain": lambda: record("connectfour:4453", "tutorial-depth", depth=2),
    "hexagons": lambda: record(load("sample:hexline/three-left")),
    "cut short": lambda: record("tictactoe:XO./.../...", limit=60),
    "one frame": lambda: record("tree:5"),
    "wide": lambda: record(f"tree:[{','.join(f'[{leaf}]' for leaf in range(450))}]", "minimax"),
    "imported": lambda: imported(record("tree:[[5,8,7],[6,9,8],[3,2,1]]", "pvs")),
    "of no side": lambda: imported(record(load("sample:tree/nine-leaves")), "kind"),
    "deep": lambda: record("tree:" + "[" * 300 + "7" + "]" * 300, "minimax"),
}

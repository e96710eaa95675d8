"""What is to be run: a file, a call in it, and the limits. Nothing here knows of Qt; it goes over in one line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from plyscope.tracer.running import Limits

from plyscope_window.jobs.recording_protocol import line_of

MEBIBYTE = 1 << 20
MOST_SECONDS, MOST_MEMORY, MOST_CALLS = 86_400, 1 << 20, 100_000_000
"""The largest limits that can be asked for; those of memory are MiB."""
FEWEST_LEVELS, MOST_LEVELS = 10, 64_000


@dataclass(frozen=True)
class Wanted:
    """A call of somebody's file."""

    file: str
    call: str
    functions: tuple[str, ...] = ()
    """What is watched; where nothing is named, what calls itself."""
    lines: bool | None = None
    """Whether executed lines are recorded; None: those of the beginning."""
    limits: Limits = field(default_factory=Limits)
    paths: tuple[str, ...] = ()
    """Where the recording goes: the first place that can be written."""
    folder: str = ""
    """Where the run writes down what happens, so that something is left whatever it does."""
    is_over: bool = False
    """Whether nothing is to be run any more, and what is left in the folder is to be read."""

    @property
    def facts(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def line(self) -> bytes:
        return line_of(self.facts)

    @staticmethod
    def of(facts: Mapping[str, Any]) -> Wanted:
        """Read again; raises ValueError, TypeError or KeyError where it makes no sense."""
        limits = facts["limits"]
        if facts.keys() != {one.name for one in fields(Wanted)}:
            raise KeyError("other names")
        whole = all(type(limits[name]) is int for name in ("memory", "frames", "depth"))
        texts = [facts["file"], facts["call"], *facts["functions"], *facts["paths"], facts["folder"]]
        if not whole or not all(isinstance(text, str) for text in texts):
            raise TypeError("other types")
        return Wanted(
            facts["file"],
            facts["call"],
            tuple(facts["functions"]),
            {True: True, False: False, None: None}[facts["lines"]],
            Limits(float(limits["seconds"]), limits["memory"], limits["frames"], limits["depth"]),
            tuple(facts["paths"]),
            facts["folder"],
            facts["is_over"] is True,
        )

    @staticmethod
    def from_line(line: bytes | str) -> Wanted:
        return Wanted.of(json.loads(line))

    def into(self, paths: tuple[str, ...], folder: str = "") -> Wanted:
        return replace(self, paths=paths, folder=folder)

"""What is to be measured, and what was, as one process tells the other: lines of JSON.

The window sends one line that says what is wanted; when its end of the pipe closes, or a second line comes, the
process stops. It answers with

    {"trying": who, "depth": n, "frames": n}    now and then
    {"measured": what plyscope.analysis.growth.Measured holds}
    {"ended": true}
    {"error": a message}
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from plyscope.files.sources import read_text
from plyscope.model.position import Position

from plyscope_window.jobs.recording_protocol import line_of, plain


@dataclass(frozen=True)
class Wanted:
    """One position, the searches, and how deep."""

    game: str
    position: str
    max: str
    options: Mapping[str, Any]
    """What holds for every search that says nothing else."""
    searches: tuple[str, ...]
    depths: tuple[int, int]
    limit: int

    @staticmethod
    def of(position: Position, searches: tuple[str, ...], depths: tuple[int, int], limit: int) -> Wanted:
        options = plain(position.options)
        return Wanted(position.game.name, position.fullest_text, position.max, options, searches, depths, limit)

    @property
    def searched(self) -> Position:
        return replace(read_text(self.game, self.position).with_max(self.max), options=self.options)

    @property
    def line(self) -> bytes:
        return line_of(asdict(self))

    @staticmethod
    def from_line(line: bytes) -> Wanted:
        facts = json.loads(line)
        return Wanted(**{**facts, "searches": tuple(facts["searches"]), "depths": tuple(facts["depths"])})

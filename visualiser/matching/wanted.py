"""What is to be played, as one process tells the other: lines of JSON.

The window sends one line that says what is wanted; when its end of the pipe closes, or a second line comes, the
process stops. It answers with

    {"begun": the header of the match, "left": the games to be played}
    {"game": a line of its file}                           each game as soon as it is over and on the disk
    {"asked": n, "of": n}                                  positions that were put to both versions
    {"differs": a position and what each plays there}
    {"ended": true}
    {"error": a message}
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from engine.sources import read_text
from visualiser.recording.protocol import line_of

if TYPE_CHECKING:
    from engine.playing.match import Match
    from engine.position import Position


@dataclass(frozen=True)
class Settings:
    """A match that somebody wants to begin."""

    game: str
    position: str
    max: str
    a: str
    b: str
    games: int
    openings: str | None = None
    seed: int = 0
    seconds: float = 10.0
    """What a Python file has for a move."""

    @property
    def start(self) -> Position:
        return read_text(self.game, self.position).with_max(self.max)

    def prepare(self) -> Match:
        from engine.playing.match import prepare

        return prepare(
            self.start, self.a, self.b, self.games, openings_named=self.openings, seed=self.seed, seconds=self.seconds
        )


@dataclass(frozen=True)
class Wanted:
    """One piece of work for the process."""

    path: str
    """The match's file."""
    jobs: int
    settings: Settings | None = None
    """Of a match that begins; None where the file says it."""
    replaces: bool = False
    """Whether a file that is there may be replaced."""
    known: int = 0
    """The games of the file that the window has already."""
    files: tuple[str | None, str | None] = (None, None)
    """The Python files of the match that somebody lets run."""
    asks: bool = False
    """Whether both versions are to be asked about every position, and no game is played."""

    @property
    def line(self) -> bytes:
        return line_of(asdict(self))

    @staticmethod
    def from_line(line: bytes) -> Wanted:
        facts: dict[str, Any] = json.loads(line)
        settings: Mapping[str, Any] | None = facts.pop("settings")
        files = tuple(facts.pop("files"))
        return Wanted(**facts, files=(files[0], files[1]), settings=None if settings is None else Settings(**settings))

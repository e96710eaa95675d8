"""The settings of a match as the user enters them, and what is wrong with each field, before anything is played.

The checks are those of the engine that would play it; no player's file is run.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from plyscope.files.atomic import check_writable
from plyscope.files.sources import read_text
from plyscope.messages import InputError, Message
from plyscope.play.match import openings
from plyscope.play.match_file import ENDING
from plyscope.play.players import read_version

if TYPE_CHECKING:
    from plyscope.model.position import Position
    from plyscope.play.match import Match


@dataclass(frozen=True)
class Settings:
    """The settings of a new match."""

    game: str
    position: str
    max: str
    a: str
    b: str
    games: int
    openings: str | None = None
    seed: int = 0
    seconds: float = 10.0
    """Seconds that a Python file has for a move."""
    coordinates: str = ""
    """The notation in which its games are shown; empty for the game's usual one."""

    @property
    def start(self) -> Position:
        """The position with which it begins."""
        return read_text(self.game, self.position).with_max(self.max).shown_in(self.coordinates)

    def prepare(self) -> Match:
        """Return the match; raise InputError if it cannot be played."""
        from plyscope.play.match import prepare

        return prepare(
            self.start, self.a, self.b, self.games, openings_named=self.openings, seed=self.seed, seconds=self.seconds
        )


@dataclass(frozen=True)
class MatchRequest:
    """A request to play a match, or to compare its versions."""

    path: str
    """The match's file."""
    jobs: int
    settings: Settings | None = None
    """The settings of a new match; None if the file has them."""
    replaces: bool = False
    """Whether an existing file may be replaced."""
    known: int = 0
    """The number of games of the file that the window knows already."""
    files: tuple[str | None, str | None] = (None, None)
    """The Python files of the two versions that the user allows to run."""


VERSION_A, VERSION_B, OPENINGS, FILE = "a", "b", "openings", "file"
"""The names of fields that may have a problem."""


def field_problems(settings: Settings, path: str, *, replaces: bool) -> dict[str, Message]:
    """Return what is wrong with each field, by its name; empty if the match can begin."""
    problems: dict[str, Message] = {}

    def check_field(field: str, check: Callable[[], object]) -> None:
        try:
            check()
        except InputError as error:
            problems[field] = error.message

    start = settings.start
    check_field(VERSION_A, lambda: check_version(settings, settings.a))
    check_field(VERSION_B, lambda: check_version(settings, settings.b))
    check_field(OPENINGS, lambda: openings(settings.openings, start, 1, settings.seed))
    check_field(FILE, lambda: check_file(path, replaces=replaces))
    return problems


def check_version(settings: Settings, who: str) -> None:
    """Raise InputError where a text names no machine that can play."""
    if not who:
        raise InputError("say who plays")
    if read_version(who, settings.start).is_person:
        raise InputError("a match is for machines")


def check_file(path: str, *, replaces: bool) -> None:
    """Raise InputError where games cannot be written to a file. An existing one is replaced only if requested."""
    if not path:
        raise InputError("say which file the games are written to")
    if Path(path).suffix != ENDING:
        raise InputError("the name of a match's file ends in {ending}", ending=ENDING)
    if Path(path).exists() and not replaces:
        raise InputError("this file exists: open it to continue the match, or choose another name")
    check_writable(Path(path), force=True)

"""A match that a person asks for, and what is wrong with it, field by field, before anything is played.

The same engine that would play it is asked; nothing here runs a player's file.
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
        from plyscope.play.match import prepare

        return prepare(
            self.start, self.a, self.b, self.games, openings_named=self.openings, seed=self.seed, seconds=self.seconds
        )


@dataclass(frozen=True)
class MatchRequest:
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


A, B, OPENINGS, FILE = "a", "b", "openings", "file"


def faults(settings: Settings, path: str, *, replaces: bool) -> dict[str, Message]:
    """By the name of a field, what is wrong with it; nothing where the match can begin."""
    found: dict[str, Message] = {}

    def look(field: str, check: Callable[[], object]) -> None:
        try:
            check()
        except InputError as error:
            found[field] = error.message

    start = settings.start
    look(A, lambda: check_version(settings, settings.a))
    look(B, lambda: check_version(settings, settings.b))
    look(OPENINGS, lambda: openings(settings.openings, start, 1, settings.seed))
    look(FILE, lambda: check_file(path, replaces=replaces))
    return found


def check_version(settings: Settings, who: str) -> None:
    if not who:
        raise InputError("say who plays")
    if read_version(who, settings.start).is_person:
        raise InputError("a match is for machines")


def check_file(path: str, *, replaces: bool) -> None:
    """Whether the games can be written there. A file that is there is not replaced unasked."""
    if not path:
        raise InputError("say which file the games are written to")
    if Path(path).suffix != ENDING:
        raise InputError("the name of a match's file ends in {ending}", ending=ENDING)
    if Path(path).exists() and not replaces:
        raise InputError("there is such a file already: open it to go on with it, or take another name")
    check_writable(Path(path), force=True)

"""What is wrong with a match that somebody wants, field by field, before anything is played.

The same engine that would play it is asked; nothing here runs anybody's file.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.messages import InputError, Message
from engine.playing.matchfile import ENDING
from engine.playing.openings import openings
from engine.playing.version import read_version
from engine.writing import check_writable
from visualiser.matching.wanted import Settings

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

"""Long work in parts: an empty piece now and then, so that whoever writes hears of it and can break it off."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import TypeVar

AT_ONCE = 100
"""Things that are made between two looks at whether they are still wanted."""
Made = TypeVar("Made")


def listed(things: Iterable[Made]) -> Generator[str, None, list[Made]]:
    """All of them, with an empty piece after every few."""
    found: list[Made] = []
    for thing in things:
        found.append(thing)
        if len(found) % AT_ONCE == 0:
            yield ""
    return found


def finished(making: Generator[str, None, Made]) -> Made:
    """What comes of such work, for one who waits for it."""
    while True:
        try:
            next(making)
        except StopIteration as made:
            found: Made = made.value
            return found

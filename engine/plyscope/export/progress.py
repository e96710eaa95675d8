"""Long work in parts: an empty piece now and then, at which progress is reported and the export can be stopped."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import TypeVar

BATCH = 100
"""Items that are made between two empty pieces."""
Made = TypeVar("Made")


def collect(items: Iterable[Made]) -> Generator[str, None, list[Made]]:
    """All items in a list, with an empty piece after every batch."""
    found: list[Made] = []
    for item in items:
        found.append(item)
        if len(found) % BATCH == 0:
            yield ""
    return found


def result_of(work: Generator[str, None, Made]) -> Made:
    """The result of such work, done in one go."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            made: Made = end.value
            return made

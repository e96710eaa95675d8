"""Long work before the first piece of a file can be written, such as a layout, that can still be stopped.

It is a generator that yields an empty piece now and then, for at each piece of an export progress is reported and the
export may be stopped. What it returns at its end is the result of the work.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import TypeVar

BATCH = 100
"""Items between two empty pieces, at which the export can be stopped."""
Made = TypeVar("Made")


def collected(items: Iterable[Made]) -> Generator[str, None, list[Made]]:
    """Yield an empty piece after every batch; return all items in a list."""
    found: list[Made] = []
    for item in items:
        found.append(item)
        if len(found) % BATCH == 0:
            yield ""
    return found


def result_of(work: Generator[str, None, Made]) -> Made:
    """Return the result of such work, which runs to its end without progress."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            made: Made = end.value
            return made

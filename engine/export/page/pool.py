"""Things that are kept once and known by their numbers."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

Thing = TypeVar("Thing", bound=Hashable)


class Pool(Generic[Thing]):
    """Numbers for things, from 0 on, in the order in which they first come."""

    def __init__(self, *first: Thing) -> None:
        self._numbers: dict[Thing, int] = {}
        for thing in first:
            self.number(thing)

    def number(self, thing: Thing) -> int:
        return self._numbers.setdefault(thing, len(self._numbers))

    def __iter__(self) -> Iterator[Thing]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

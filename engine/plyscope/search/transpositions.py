"""The table of a search that looks positions up: what the last search of each has shown, at the same remaining depth.

A table of a given size has so many places, and a newer entry replaces the one that has its place. Which place that is
follows from the position and the depth alone, so that the same search gives the same recording on every machine.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from zlib import crc32

from plyscope.model.position import Key as PositionKey

EXACT, LOWER, UPPER = "exact", "lower", "upper"
"""What a search has shown: the value itself, or a bound of it."""

Key = tuple[bytes, float]
Place = int | Key


def packed(s: Sequence[int]) -> bytes:
    return array("q", s).tobytes()


class TranspositionTable:
    """The table of one run."""

    def __init__(self, size: int | None = None, key: Callable[[Sequence[int]], PositionKey] = tuple) -> None:
        """`size` is the number of places; None means as many as are needed. `key` is that of the game's rules."""
        self._size = size
        self._packed = packed if key is tuple else lambda s: packed(key(s))
        self._entries: dict[Place, tuple[Key, float, str]] = {}
        self.place: Place = 0
        """Where the last entry was found or stored."""

    def look_up(self, s: Sequence[int], depth: float) -> tuple[float, str] | None:
        """The value and what it is, for a position with so much depth left; None if that is not in the table."""
        key = (self._packed(s), depth)
        place = self._place_of(key)
        entry = self._entries.get(place)
        if entry is None or entry[0] != key:
            return None
        self.place = place
        return entry[1], entry[2]

    def store(self, s: Sequence[int], depth: float, value: float, shown: str) -> None:
        key = (self._packed(s), depth)
        self.place = self._place_of(key)
        self._entries[self.place] = key, value, shown

    def _place_of(self, key: Key) -> Place:
        return key if self._size is None else crc32(key[0] + str(key[1]).encode()) % self._size


def shown_by(value: float, alpha: float, beta: float) -> str:
    """What a search with a window has shown by its value."""
    return UPPER if value <= alpha else LOWER if value >= beta else EXACT


def ends_call(entry: tuple[float, str], alpha: float, beta: float) -> bool:
    """Whether an entry is enough for a call with a window."""
    value, shown = entry
    return shown == EXACT or (shown == LOWER and value >= beta) or (shown == UPPER and value <= alpha)

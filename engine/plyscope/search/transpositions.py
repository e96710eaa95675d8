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
"""What an entry of the table is: the value of a position, or a lower or an upper bound of it."""

Key = tuple[bytes, float]
Place = int | Key


def packed(s: Sequence[int]) -> bytes:
    """Return a state as bytes, which are smaller than a tuple."""
    return array("q", s).tobytes()


class TranspositionTable:
    """The table of one run."""

    def __init__(self, size: int | None = None, key: Callable[[Sequence[int]], PositionKey] = tuple) -> None:
        """`size` is the number of places; None means as many as are needed. `key` is that of the game's rules."""
        self._size = size
        self._packed = packed if key is tuple else lambda s: packed(key(s))
        self._entries: dict[Place, tuple[Key, float, str]] = {}
        self.place: Place = 0
        """The place in the table of the last entry that was looked up or stored."""

    def look_up(self, s: Sequence[int], depth: float) -> tuple[float, str] | None:
        """Return the value of a position with so much depth left, what it is, and note its place; None if unknown."""
        key = (self._packed(s), depth)
        place = self._place_of(key)
        entry = self._entries.get(place)
        if entry is None or entry[0] != key:
            return None
        self.place = place
        return entry[1], entry[2]

    def store(self, s: Sequence[int], depth: float, value: float, shown: str) -> None:
        """Store what the search of a position has shown, over the entry that has its place."""
        key = (self._packed(s), depth)
        self.place = self._place_of(key)
        self._entries[self.place] = key, value, shown

    def _place_of(self, key: Key) -> Place:
        """Return the place of a key: the key itself, or in a table of a given size a hash of it."""
        return key if self._size is None else crc32(key[0] + str(key[1]).encode()) % self._size


def shown_by(value: float, alpha: float, beta: float) -> str:
    """Return whether a value that a search with a window has returned is exact, or a lower or an upper bound."""
    return UPPER if value <= alpha else LOWER if value >= beta else EXACT


def ends_call(entry: tuple[float, str], alpha: float, beta: float) -> bool:
    """Whether an entry answers a call with a window, so that its moves need not be searched."""
    value, shown = entry
    return shown == EXACT or (shown == LOWER and value >= beta) or (shown == UPPER and value <= alpha)

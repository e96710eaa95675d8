"""Numbers and texts made small: one block of bytes, deflated, and written in letters.

The block begins with the length of a JSON text, then that text, then the columns. The text says of each column its
name, how many bytes a number takes, and how many numbers there are; all are little-endian and none is negative.

Things that are kept once and known by their numbers.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

import numpy as np

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


LETTERS = 1 << 16
"""In a piece; three bytes make four of them."""


def packed(head: Mapping[str, Any], columns: Mapping[str, Sequence[int]]) -> Iterator[str]:
    """The block in letters, piece by piece."""
    bodies = {name: narrow(column) for name, column in columns.items()}
    shapes = [[name, body.itemsize, len(body)] for name, body in bodies.items()]
    text = json.dumps({**head, "columns": shapes}, ensure_ascii=False, separators=(",", ":")).encode()
    block = len(text).to_bytes(4, "little") + text + b"".join(body.tobytes() for body in bodies.values())
    small = zlib.compress(block, 9)
    size = LETTERS // 4 * 3
    for start in range(0, len(small), size):
        yield b64encode(small[start : start + size]).decode()


def narrow(column: Sequence[int]) -> np.ndarray[Any, np.dtype[np.uint8 | np.uint16 | np.uint32]]:
    """The column in as few bytes a number as hold them all."""
    numbers = np.asarray(column, np.int64)
    most = int(numbers.max()) if len(numbers) else 0
    return numbers.astype("<u1" if most < 1 << 8 else "<u2" if most < 1 << 16 else "<u4")

"""Numbers and texts made small: pools of equal items, and one deflated block of bytes in Base64.

The block begins with the length of a JSON text, then that text, then the columns. For each column the text has its
name, the bytes of a number, and the count of numbers; all are little-endian and none is negative.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

import numpy as np

Item = TypeVar("Item", bound=Hashable)


class Pool(Generic[Item]):
    """Different items numbered in the order of their first appearance, from 0."""

    def __init__(self, *first: Item) -> None:
        self._numbers: dict[Item, int] = {}
        for item in first:
            self.number(item)

    def number(self, item: Item) -> int:
        """Return the number of an item, which is new if it has none."""
        return self._numbers.setdefault(item, len(self._numbers))

    def __iter__(self) -> Iterator[Item]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)


PIECE_CHARS = 1 << 16
"""Characters in a piece; three bytes make four characters."""


def packed(head: Mapping[str, Any], columns: Mapping[str, Sequence[int]]) -> Iterator[str]:
    """Iterate over a head and columns as one deflated block in Base64."""
    bodies = {name: narrow(column) for name, column in columns.items()}
    shapes = [[name, body.itemsize, len(body)] for name, body in bodies.items()]
    text = json.dumps({**head, "columns": shapes}, ensure_ascii=False, separators=(",", ":")).encode()
    block = len(text).to_bytes(4, "little") + text + b"".join(body.tobytes() for body in bodies.values())
    small = zlib.compress(block, 9)
    size = PIECE_CHARS // 4 * 3
    for start in range(0, len(small), size):
        yield b64encode(small[start : start + size]).decode()


def narrow(column: Sequence[int]) -> np.ndarray[Any, np.dtype[np.uint8 | np.uint16 | np.uint32]]:
    """Return a column as an array with as few bytes a number as the largest needs."""
    numbers = np.asarray(column, np.int64)
    most = int(numbers.max()) if len(numbers) else 0
    return numbers.astype("<u1" if most < 1 << 8 else "<u2" if most < 1 << 16 else "<u4")

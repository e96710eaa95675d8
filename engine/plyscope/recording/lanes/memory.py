"""Columns that grow without being copied, where the system can move pages instead."""

from __future__ import annotations

import ctypes
import mmap
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.model.columns import COLUMNS

FIRST_CAPACITY = 1 << 18


class GrowingColumns:
    """The columns of a recording in the making, at addresses that a compiled search writes to."""

    def __init__(self, capacity: int = FIRST_CAPACITY) -> None:
        self.capacity = capacity
        self.memory = {name: fresh(capacity * np.dtype(kind).itemsize) for name, kind in COLUMNS.items()}

    def grow(self) -> None:
        """Double the room; addresses change."""
        for name, memory in self.memory.items():
            self.memory[name] = larger(memory)
        self.capacity *= 2

    def addresses(self) -> list[int]:
        return [ctypes.addressof(ctypes.c_char.from_buffer(memory)) for memory in self.memory.values()]

    def arrays(self, count: int) -> dict[str, NDArray[Any]]:
        """The first rows of all columns, in the same memory."""
        return {name: np.frombuffer(memory, COLUMNS[name], count) for name, memory in self.memory.items()}


def fresh(size: int) -> mmap.mmap:
    """Anonymous memory, in large pages where the system has them: asking for small ones takes longer than a search."""
    if not hasattr(mmap, "MAP_ANONYMOUS"):
        return mmap.mmap(-1, size)
    # Shared memory, which is the default, cannot grow.
    memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with suppress(OSError):
            memory.madvise(mmap.MADV_HUGEPAGE)
    return memory


def larger(memory: mmap.mmap) -> mmap.mmap:
    """The same memory with as much again behind it."""
    size = len(memory)
    try:
        memory.resize(2 * size)
    except (SystemError, ValueError):  # not every system moves pages
        moved = fresh(2 * size)
        moved[:size] = memory[:]
        memory.close()
        return moved
    return memory

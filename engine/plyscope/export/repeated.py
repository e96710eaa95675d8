"""Texts that repeat, made once for each different value: most of what large files say is the same again and again."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

MAX_TEXTS = 1 << 12
"""The largest number of texts of one kind that are remembered."""
Made = TypeVar("Made")


class Known(dict[Any, Made]):
    """What was made for each value, of which a limited number is remembered."""

    def keep(self, value: Hashable, made: Made) -> Made:
        """Remember what was made for a value, and return it."""
        if len(self) >= MAX_TEXTS:
            self.clear()
        self[value] = made
        return made


class Texts(Known[str]):
    """The texts of values, each written when it is first asked for."""

    def __init__(self, write: Callable[[Any], str]) -> None:
        self.write = write

    def __missing__(self, value: Hashable) -> str:
        return self.keep(value, self.write(value))

    def of(self, column: Iterable[Hashable]) -> list[str]:
        """Return the text of each value of a column."""
        return list(map(self.__getitem__, column))

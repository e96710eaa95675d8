"""Further facts of frames: what another engine adds to its calls, such as a static evaluation or a table hit.

A fact has a name and, for each frame that has it, a number, a text, or true or false. Plyscope gives it no meaning: it
is shown, used in conditions as `x.NAME`, and exported.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

Fact = str | int | float | bool
PREFIX = "x."
"""The prefix of a fact's name, where it stands beside other names, as in conditions."""
FACT_NAME = re.compile(r"\w{1,60}")
"""The names that a fact may have."""
CALLS = "calls"
"""The fact that holds how many calls below a frame are not in the recording."""
MAX_FACTS = 64
"""The most facts, by their names, in a recording."""
EXACT_INTEGERS = 2**53
"""The largest integer up to which a float holds every integer."""


@dataclass(frozen=True, eq=False)
class FurtherFacts:
    """The facts of all frames, in columns by their names."""

    numbers: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)
    """Facts that are numbers in every frame; NaN where a frame has none."""
    values: Mapping[str, tuple[Sequence[Fact], NDArray[np.int32]]] = field(default_factory=dict)
    """All other facts: the different values, and for each frame the number of its own; -1 where it has none."""

    @property
    def names(self) -> list[str]:
        return sorted([*self.numbers, *self.values])

    def of(self, frame: int) -> dict[str, Fact]:
        """Return the facts of a frame by name."""
        found: dict[str, Fact] = {}
        for name in self.names:
            fact = self.fact(frame, name)
            if fact is not None:
                found[name] = fact
        return found

    def fact(self, frame: int, name: str) -> Fact | None:
        """Return a fact of a frame by its name; None where the frame has none."""
        if name in self.numbers:
            number = float(self.numbers[name][frame])
            return None if isnan(number) else int(number) if number.is_integer() else number
        different, places = self.values[name]
        return different[places[frame]] if places[frame] >= 0 else None

    def as_numbers(self, name: str, frames: int) -> NDArray[np.float64]:
        """Return a fact of every frame as a number; NaN where it is none."""
        if name in self.numbers:
            return self.numbers[name]
        if name not in self.values:
            return np.full(frames, np.nan)
        different, places = self.values[name]
        is_number = [type(fact) in (int, float) for fact in different]
        table = [float(fact) if known else np.nan for fact, known in zip(different, is_number, strict=True)]
        return np.array([*table, np.nan])[places]

    def equals(self, name: str, fact: Fact, frames: int) -> NDArray[np.bool_]:
        """Return for each frame whether its fact is this text, or this truth value."""
        if name not in self.values:
            return np.zeros(frames, np.bool_)
        different, places = self.values[name]
        meant = [place for place, one in enumerate(different) if type(one) is type(fact) and one == fact]
        return np.isin(places, meant)

    @property
    def digest(self) -> bytes:
        """A hash of all facts, for the signature; empty where there are none."""
        if not self.names:
            return b""
        from hashlib import blake2b

        made = blake2b(digest_size=16)
        for name in self.names:
            made.update(repr((name, list(self.values[name][0]) if name in self.values else None)).encode())
            made.update(np.ascontiguousarray(self.column(name)).data)
        return made.digest()

    def column(self, name: str) -> NDArray[Any]:
        """Return the column of a fact as trace files hold it."""
        return self.numbers[name] if name in self.numbers else self.values[name][1]


NO_FURTHER_FACTS = FurtherFacts()


def facts_in_columns(found: Mapping[str, Mapping[int, Fact]], frames: int) -> FurtherFacts:
    """Return the columns of facts that are given by name and frame."""
    numbers, values = {}, {}
    for name, facts in found.items():
        if all(map(fits_float, facts.values())):
            column = np.full(frames, np.nan)
            column[list(facts)] = list(facts.values())
            numbers[name] = column + 0.0
            continue
        # 1, 1.0 and true are equal in Python, and are written differently.
        different: dict[tuple[type, Fact], int] = {}
        places = np.full(frames, -1, "<i4")
        for frame, fact in facts.items():
            places[frame] = different.setdefault((type(fact), fact), len(different))
        values[name] = (tuple(fact for _, fact in different), places)
    return FurtherFacts(numbers, values)


def fits_float(fact: Fact) -> bool:
    """Whether a fact is a number that a float holds exactly."""
    return type(fact) is float or (type(fact) is int and abs(fact) <= EXACT_INTEGERS)

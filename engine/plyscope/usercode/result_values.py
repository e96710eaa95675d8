"""The values in arguments and results of user code, as whole columns, and how results follow from those below.

This is the evidence for roles: `children_extremes` says for which frames a result is the largest or the smallest of
the children's, `Extremes.share` how well an assignment of sides explains the run.
"""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Iterable, Iterator
from math import nan
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.model import preorder
from plyscope.model.board_texts import Record, number_in, value_of_text
from plyscope.model.columns import INNER, OPEN
from plyscope.model.declaration import MAX, MIN
from plyscope.model.roles import NO_VALUE, NOT_KNOWN, Proposal
from plyscope.model.trace import Trace
from plyscope.model.user_code import UserCode

Column = NDArray[np.float64]
Mask = NDArray[np.bool_]


def result_values(trace: Trace, proposal: Proposal) -> Column:
    """The value of each frame: its result, or a part of it; NaN if that is no number."""
    user_code = trace.user_code
    values = np.full(len(trace), nan)
    for number, function in enumerate(user_code.functions):
        path = proposal.path(function.name)
        if path in (NOT_KNOWN, NO_VALUE):
            continue
        frames = np.flatnonzero(user_code.tables.function == number)
        values[frames] = numbers_of(user_code, user_code.tables.result[frames], path)
    values[trace.column("status") == OPEN] = nan
    values[user_code.tables.raised] = nan
    if user_code.has_caller:
        values[0] = nan
    return values + 0.0


def numbers_of(user_code: UserCode, texts: NDArray[Any], path: str = "") -> Column:
    """The numbers at a path in texts, which are given by their numbers; NaN for none."""
    distinct, which = np.unique(texts, return_inverse=True)
    found = [nan if one < 0 else number_at(user_code.texts[one], path) for one in distinct.tolist()]
    return np.array(found, np.float64)[which.reshape(-1)]


# Parts of results


def number_at(text: str, path: str) -> float:
    """The number at a path in the text of a result; NaN if there is none."""
    if not path:
        return number_in(text)
    found = part_at(text, path)
    return float(found) if type(found) in (int, float) else nan


def item_text(text: str, path: str) -> str | None:
    """The text of a part of a result; None if there is no such part."""
    if not path:
        return text
    found = part_at(text, path)
    return None if found is ... else str(found)


PATH_STEP = re.compile(r"\[(-?[0-9]+|'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")\]|\.([^\W\d]\w*)")
"""A step of a path: an index, a key, or an attribute."""


def steps_of(path: str) -> list[str]:
    """The steps of a path; nothing if it is none."""
    found = [one[0] for one in PATH_STEP.finditer(path)]
    return found if "".join(found) == path else []


def part_at(text: str, path: str) -> Any:
    """The part of a recorded value at a path; `...` where there is none."""
    found = value_of_text(text)
    for step in steps_of(path):
        found = part_of(found, step)
    return found


def part_of(value: Any, step: str) -> Any:
    """An attribute, the value of a key, or an item; of a dictionary without that number as a key, its n-th value.

    It is `...` where there is none.
    """
    if step.startswith("."):
        return value.attributes.get(step[1:], ...) if isinstance(value, Record) else ...
    key, value = literal_eval(step[1:-1]), unwrapped_value(value)
    if isinstance(value, dict):
        if key in value:
            return value[key]
        value = list(value.values())
    if not isinstance(value, list | tuple) or not isinstance(key, int) or not -len(value) <= key < len(value):
        return ...
    return value[key]


def unwrapped_value(value: Any) -> Any:
    """The value that an object wraps, such as the lists of an array; any other value as it is."""
    return value.items[0] if isinstance(value, Record) and value.items else value


MAX_PARTS = 24
"""Parts of a result that may be its value."""
MAX_LEVELS = 3


def numeric_paths(values: Iterable[Any]) -> list[str]:
    """The paths at which some values have numbers, the first value's first."""
    found: dict[str, None] = {}
    for value in values:
        for path in paths_in(value, "", MAX_LEVELS):
            found.setdefault(path)
            if len(found) >= MAX_PARTS:
                return list(found)
    return list(found)


def paths_in(value: Any, path: str, levels: int) -> Iterator[str]:
    """The paths from `path` on at which a value has numbers, so many levels deep at most."""
    value = unwrapped_value(value)
    if type(value) in (int, float):
        yield path
    elif levels and isinstance(value, Record):
        for name, one in value.attributes.items():
            yield from paths_in(one, f"{path}.{name}", levels - 1)
    elif levels and isinstance(value, dict):
        for key, one in value.items():
            if isinstance(key, str | int):
                yield from paths_in(one, f"{path}[{key!r}]", levels - 1)
    elif levels and isinstance(value, list | tuple) and len(value) <= MAX_PARTS:
        for place, one in enumerate(value):
            yield from paths_in(one, f"{path}[{place}]", levels - 1)


def argument_values(trace: Trace, proposal: Proposal, role: str) -> Column:
    """For each frame the number that it was given for a role; NaN if it was given none."""
    return numbers_of(trace.user_code, proposal.texts_given(trace.user_code, role))


class Extremes(NamedTuple):
    """How the values of frames compare with those of their children."""

    counts: Mask
    """Frames that are evidence: their children have different values."""
    is_largest: Mask
    is_smallest: Mask
    values: Column
    smallest: Column
    """The smallest value of the children."""

    @property
    def one_way_share(self) -> float:
        """The share of the frames that return the largest value, or of those that return the smallest."""
        return max(self.fitting_share(np.True_), self.fitting_share(np.False_))

    @property
    def largest_share(self) -> float:
        """The share of the frames that return the largest value."""
        return self.fitting_share(np.True_)

    def support(self, is_max: Mask) -> tuple[int, int]:
        """How many frames are evidence for MAX, and how many for MIN."""
        return int(np.count_nonzero(self.counts & is_max)), int(np.count_nonzero(self.counts & ~is_max))

    def speaks_against(self, is_max: Mask) -> bool:
        """Whether some frame returns what the other side would, and not what its own would."""
        other = np.where(is_max, self.is_smallest & ~self.is_largest, self.is_largest & ~self.is_smallest)
        return bool(np.any(other[self.counts]))

    def fitting_share(self, is_max: Mask | np.bool_) -> float:
        """The share of the frames that return what their side would, if these move for MAX and the others for MIN."""
        fits = np.where(is_max, self.is_largest, self.is_smallest)[self.counts]
        return float(fits.mean()) if len(fits) else 0.0

    def negated_share(self, total: float = 0.0) -> float:
        """The share of the frames that return the largest value as the other side sees it: `total` less the value."""
        fits = (self.values == total - self.smallest)[self.counts]
        return float(fits.mean()) if len(fits) else 0.0


def children_extremes(trace: Trace, values: Column) -> Extremes:
    """How the value of each frame compares with the largest and the smallest of its children."""
    columns = {"size": trace.column("size"), "value": values}
    largest = preorder.best_values({**columns, "kind": np.full(len(trace), MAX)})
    smallest = preorder.best_values({**columns, "kind": np.full(len(trace), MIN)})
    counts = (trace.column("status") == INNER) & ~np.isnan(values) & (largest != smallest) & ~np.isnan(largest)
    return Extremes(counts, values == largest, values == smallest, values, smallest)

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
    """Return the value of each frame: its result, or the part of it that the proposal names; NaN for no number."""
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
    """Return the numbers at a path of texts, which are given by their places among all texts; NaN for none."""
    distinct, which = np.unique(texts, return_inverse=True)
    numbers = [nan if number < 0 else number_at(user_code.texts[number], path) for number in distinct.tolist()]
    return np.array(numbers, np.float64)[which.reshape(-1)]


# Parts of results


def number_at(text: str, path: str) -> float:
    """Return the number at a path of a result, given as a text; NaN if there is none.

    Of a function that returns pairs and, at leaves, plain numbers, a number is the value itself.
    """
    if not path:
        return number_in(text)
    value = value_of_text(text)
    part = value if type(value) in (int, float) else part_at(value, path)
    # An integer that is too large for a float is infinite, as number_in reads it.
    return number_in(str(part)) if type(part) in (int, float) else nan


def item_text(text: str, path: str) -> str | None:
    """Return the text of the part of a result at a path; None if there is no such part."""
    if not path:
        return text
    part = part_at(value_of_text(text), path)
    return None if part is ... else str(part)


PATH_STEP = re.compile(r"\[(-?[0-9]+|'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")\]|\.([^\W\d]\w*)")
"""A step of a path: an index, a key, or an attribute."""


def path_steps(path: str) -> list[str]:
    """Return the steps of a path, as `[0]`, `['score']` and `.value`; none if it is no path."""
    steps = [step[0] for step in PATH_STEP.finditer(path)]
    return steps if "".join(steps) == path else []


def part_at(value: Any, path: str) -> Any:
    """Return the part of a recorded value at a path; `...` where there is none."""
    for step in path_steps(path):
        value = part_at_step(value, step)
    return value


def part_at_step(value: Any, step: str) -> Any:
    """Return the part of a value at one step of a path: an attribute, an item or a key's value; `...` for none.

    Of a dictionary without a number as a key it is the n-th value.
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
    """Return the value that an object wraps, such as the lists of an array; any other value as it is."""
    return value.items[0] if isinstance(value, Record) and value.items else value


MAX_PARTS = 24
"""Parts of a result that may be its value."""
MAX_PART_LEVELS = 3
"""Lists, dictionaries and objects in each other that are searched for numbers."""


def numeric_paths(values: Iterable[Any]) -> list[str]:
    """Return the paths at which some of several values have numbers, the first value's first."""
    paths: dict[str, None] = {}
    for value in values:
        for path in paths_in(value, "", MAX_PART_LEVELS):
            paths.setdefault(path)
            if len(paths) >= MAX_PARTS:
                return list(paths)
    return list(paths)


def paths_in(value: Any, path: str, levels: int) -> Iterator[str]:
    """Yield the paths from `path` on at which a value has numbers, at most so many levels deep."""
    value = unwrapped_value(value)
    if type(value) in (int, float):
        yield path
    elif levels and isinstance(value, Record):
        for name, part in value.attributes.items():
            yield from paths_in(part, f"{path}.{name}", levels - 1)
    elif levels and isinstance(value, dict):
        for key, part in value.items():
            if isinstance(key, str | int):
                yield from paths_in(part, f"{path}[{key!r}]", levels - 1)
    elif levels and isinstance(value, list | tuple) and len(value) <= MAX_PARTS:
        for place, part in enumerate(value):
            yield from paths_in(part, f"{path}[{place}]", levels - 1)


def argument_values(trace: Trace, proposal: Proposal, role: str) -> Column:
    """Return for each frame the number that it was given for a role; NaN if it was given none."""
    return numbers_of(trace.user_code, proposal.texts_given(trace.user_code, role))


class Extremes(NamedTuple):
    """How the value of each frame compares with those of its children."""

    counts: Mask
    """Frames that are evidence: their children have different values."""
    is_largest: Mask
    is_smallest: Mask
    values: Column
    smallest: Column
    """The smallest value of the children."""

    @property
    def one_way_share(self) -> float:
        """Return the share of the frames that return the largest value, or the smallest if they are more."""
        return max(self.fitting_share(np.True_), self.fitting_share(np.False_))

    @property
    def largest_share(self) -> float:
        """Return the share of the frames that return the largest value of their children."""
        return self.fitting_share(np.True_)

    def support(self, is_max: Mask) -> tuple[int, int]:
        """Return how many frames are evidence for MAX, and how many for MIN."""
        return int(np.count_nonzero(self.counts & is_max)), int(np.count_nonzero(self.counts & ~is_max))

    def speaks_against(self, is_max: Mask) -> bool:
        """Whether some frame returns what the other side would, and not what its own would."""
        other = np.where(is_max, self.is_smallest & ~self.is_largest, self.is_largest & ~self.is_smallest)
        return bool(np.any(other[self.counts]))

    def fitting_share(self, is_max: Mask | np.bool_) -> float:
        """Return the share of the frames that return what their side would; MAX moves in those of `is_max`."""
        fits = np.where(is_max, self.is_largest, self.is_smallest)[self.counts]
        return float(fits.mean()) if len(fits) else 0.0

    def negated_share(self, total: float) -> float:
        """Return the share of the frames that return the largest of `total` less each child's value."""
        fits = (self.values == total - self.smallest)[self.counts]
        return float(fits.mean()) if len(fits) else 0.0


def children_extremes(trace: Trace, values: Column) -> Extremes:
    """Return how the value of each frame compares with the largest and the smallest of its children."""
    columns = {"size": trace.column("size"), "value": values}
    largest = preorder.best_values({**columns, "kind": np.full(len(trace), MAX)})
    smallest = preorder.best_values({**columns, "kind": np.full(len(trace), MIN)})
    counts = (trace.column("status") == INNER) & ~np.isnan(values) & (largest != smallest) & ~np.isnan(largest)
    return Extremes(counts, values == largest, values == smallest, values, smallest)

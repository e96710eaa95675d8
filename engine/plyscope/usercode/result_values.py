"""The values in arguments and results of user code, as whole columns, and how results follow from those below.

This is the evidence for roles: `children_extremes` says for which frames a result is the largest or the smallest of
the children's, `Extremes.share` how well an assignment of sides explains the run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.model import preorder
from plyscope.model.columns import INNER, OPEN
from plyscope.model.declaration import MAX, MIN
from plyscope.model.trace import Trace
from plyscope.tracer.build_trace import literal, number_in

Column = NDArray[np.float64]
Mask = NDArray[np.bool_]


def result_values(trace: Trace, item: int) -> Column:
    """The value of each frame: its result, or an item of it; NaN if that is no number."""
    user_code = trace.user_code
    used = np.unique(user_code.tables.result)
    table = np.full(len(user_code.texts) + 1, nan)
    for number in used[used >= 0].tolist():
        table[number] = number_of_item(user_code.texts[number], item)
    values: Column = table[user_code.tables.result]
    values[trace.column("status") == OPEN] = nan
    values[user_code.tables.raised] = nan
    if user_code.has_caller:
        values[0] = nan
    return values + 0.0


def number_of_item(text: str, item: int) -> float:
    if item < 0:
        return number_in(text)
    inside = item_text(text, item)
    return nan if inside is None else number_in(inside)


def item_text(text: str, item: int) -> str | None:
    """The text of an item of a list, a tuple or a dictionary; None if there is none."""
    if not text.startswith(("(", "[", "{")):
        return None
    found: Any = literal(text.replace("inf", "1e999"))
    if isinstance(found, dict):
        found = list(found.values())
    if not isinstance(found, Sequence) or isinstance(found, str) or len(found) <= item:
        return None
    return str(found[item])


def argument_values(trace: Trace, role: str, roles: dict[str, str | None]) -> Column:
    """For each frame the number that it was given for a parameter; NaN if it was given none."""
    user_code = trace.user_code
    values = np.full(len(trace), nan)
    for number, function in enumerate(user_code.functions):
        name = roles.get(function.name)
        if name is None or name not in function.parameters:
            continue
        frames, texts = user_code.argument_column(number, function.parameters.index(name))
        distinct, which = np.unique(texts, return_inverse=True)
        values[frames] = np.array([number_in(user_code.texts[one]) for one in distinct])[which.reshape(-1)]
    return values


@dataclass(frozen=True)
class Extremes:
    """How the values of frames compare with those of their children."""

    counts: Mask
    """Frames that are evidence: their children have different values."""
    is_largest: Mask
    is_smallest: Mask
    is_largest_negated: Mask

    def share(self, is_max: Mask) -> float:
        """The share of the frames that return what their side would, if these move for MAX and the others for MIN."""
        fits = np.where(is_max, self.is_largest, self.is_smallest)[self.counts]
        return float(fits.mean()) if len(fits) else 0.0

    @property
    def negated(self) -> float:
        fits = self.is_largest_negated[self.counts]
        return float(fits.mean()) if len(fits) else 0.0


def children_extremes(trace: Trace, values: Column) -> Extremes:
    columns = {"size": trace.column("size"), "value": values}
    largest = preorder.best_values({**columns, "kind": np.full(len(trace), MAX)})
    smallest = preorder.best_values({**columns, "kind": np.full(len(trace), MIN)})
    counts = (trace.column("status") == INNER) & ~np.isnan(values) & (largest != smallest) & ~np.isnan(largest)
    return Extremes(counts, values == largest, values == smallest, values == -smallest)

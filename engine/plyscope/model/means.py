"""The mean of a frame in which chance moves, and with Star1 the windows that it passes down (Ballard, 1983).

Every value lies between a bottom and a top. After some outcomes, the mean lies between what it is if all others are
worth the bottom and if all are worth the top. The next outcome's window is what takes the mean to α or to β if all
after it are worth the most, or the least. The arithmetic is that of the search's text, so that the numbers are too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.model import preorder
from plyscope.model.declaration import CHANCE

Column = NDArray[Any]
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


def narrowed(
    window: tuple[Any, Any], total: Any, rest: Any, probability: Any, extremes: tuple[float, float]
) -> tuple[Any, Any]:
    """The values of an outcome below and above which the mean is outside the window; of numbers or of columns.

    `total` is the sum so far, and `rest` the probability of all outcomes after this one.
    """
    bottom, top = extremes
    low = (window[0] - total - rest * top) / probability
    return low, (window[1] - total - rest * bottom) / probability


class Means(NamedTuple):
    """What all frames of chance make of their outcomes; the entries of other frames mean nothing."""

    total: Floats
    """The sum of what the outcomes that were tried add to the mean."""
    fails_low: Mask
    """Whether an outcome has shown that the mean cannot reach α."""
    fails_high: Mask
    low: Floats
    """For an outcome the value that fails low, before it is clipped to the extremes."""
    high: Floats
    after_cut: Mask
    """Whether an outcome was tried after one that failed."""


def means(columns: Mapping[str, Column], probabilities: Column, extremes: tuple[float, float], *, cuts: bool) -> Means:
    """The means of a recording, all first outcomes together, then all second ones; `cuts` says that it uses Star1."""
    value, kind = columns["value"], columns["kind"]
    count = len(value)
    total, rest = np.zeros(count), np.ones(count)
    fails_low, fails_high, after_cut = (np.zeros(count, np.bool_) for _ in range(3))
    low, high = np.full(count, -np.inf), np.full(count, np.inf)
    for above, children in preorder.siblings(columns["size"]):
        of_chance = kind[above] == CHANCE
        above, children = above[of_chance], children[of_chance]
        chances = probabilities[children]
        rest[above] -= chances
        after_cut[children] = fails_low[above] | fails_high[above]
        with np.errstate(invalid="ignore", over="ignore"):
            if cuts:
                window = columns["alpha"][above], columns["beta"][above]
                low[children], high[children] = narrowed(window, total[above], rest[above], chances, extremes)
                fails_low[above] |= value[children] <= low[children]
                fails_high[above] |= ~fails_low[above] & (value[children] >= high[children])
            returned = ~np.isnan(value[children])
            total[above[returned]] += chances[returned] * value[children[returned]]
    return Means(total, fails_low, fails_high, low, high, after_cut)

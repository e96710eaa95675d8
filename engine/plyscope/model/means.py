"""The mean of a frame in which chance moves, and with Star1 the windows that it passes down (Ballard, 1983).

A search calculates with fractions: probabilities and scores are exact, and so are all means of them. What is recorded
of a value is the float next to it. Here the fractions are found again. The scores have a common denominator, and so
have the probabilities of each ply. The product of these from a ply downwards is its *unit*: a value there, times the
unit, is a whole number, and as long as this has fewer than 51 bits the float tells which one. Then sums of whole
numbers take the place of sums of floats. Where probabilities have no common denominator, do not add up to 1 exactly, or
the numbers would be too large, the unit is 1, and a sum is what floats make of it.

Every value lies between a bottom and a top. After some outcomes, the mean lies between what it is if all others are
worth the bottom and if all are worth the top. The next outcome's window is what takes the mean to α or to β if all
after it are worth the most, or the least.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.model import preorder
from plyscope.model.columns import INNER, LEAVES
from plyscope.model.declaration import CHANCE
from plyscope.model.fractions import LARGEST_DENOMINATOR, exact

Column = NDArray[Any]
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

LARGEST_MULTIPLE = 2**51
"""The largest whole number that may stand for a value: a float holds it with a bit to spare."""
RELATIVE_ROUNDING_ERROR = 2.0**-51
"""How far the product of a float and a unit may be from a whole number that it stands for, relative to it."""
MIN_CERTAIN_DISTANCE = 2.0**-40
"""How far a sum of floats may be from the sum of what they stand for, relative to its parts: far more than it is."""


class Units(NamedTuple):
    """The units in which outcomes of chance are summed, by frame; the entries of other frames mean nothing."""

    weight: Floats
    """What an outcome counts: its probability as a multiple of that of its ply, or else its probability."""
    unit: Floats
    """For a frame of chance how many units make 1 in the values of its outcomes."""
    whole: Floats
    """For a frame of chance what the weights of all its outcomes are together."""
    is_exact: Mask
    """Whether a frame of chance is summed in whole numbers."""


def units(columns: Mapping[str, Column], probabilities: Floats, extremes: tuple[float, float]) -> Units:
    """Return the units of a recording; `extremes` are the least and the largest value that a position can have."""
    parent, ply, kind = columns["parent"], columns["ply"], columns["kind"]
    outcomes = np.flatnonzero(~np.isnan(probabilities))
    above = parent[outcomes]
    different, which = np.unique(probabilities[outcomes], return_inverse=True)
    fractions = [Fraction(exact(one)) for one in different.tolist()]
    denominators = np.array([one.denominator for one in fractions], np.float64)
    numerators = np.array([min(one.numerator, LARGEST_MULTIPLE) for one in fractions], np.float64)
    is_exact = kind == CHANCE
    is_exact[above[denominators[which] > LARGEST_DENOMINATOR]] = False

    weight, unit, whole = np.nan_to_num(probabilities), np.ones(len(ply)), np.ones(len(ply))
    leaves = np.flatnonzero(np.isin(columns["status"], LEAVES))
    below, largest = common_denominator(np.concatenate([columns["value"][leaves], extremes]))
    here = [np.zeros(0, np.int64)] * (int(ply.max()) + 1)
    for number in range(len(here)):
        here[number] = np.flatnonzero((ply[outcomes] == number) & is_exact[above])
    for places in reversed(here):
        if not len(places):
            continue
        together = lcm(*denominators[np.unique(which[places])].astype(np.int64).tolist())
        if below * together * largest >= LARGEST_MULTIPLE:
            together = LARGEST_MULTIPLE
        below_now, below = below, below * together
        if below * largest >= LARGEST_MULTIPLE:
            is_exact[above[places]] = False
            continue
        weight[outcomes[places]] = numerators[which[places]] * (together / denominators[which[places]])
        unit[above[places]], whole[above[places]] = below_now, together
    sums = np.bincount(above, weight[outcomes], len(ply))
    is_whole = (columns["status"] == INNER) & (columns["skipped"] == 0)
    is_exact &= np.where(is_whole, sums == whole, sums <= whole)
    is_exact &= ~has_below((kind == CHANCE) & ~is_exact, columns["size"])
    rounded = outcomes[~is_exact[above]]
    weight[rounded], unit[~is_exact], whole[~is_exact] = probabilities[rounded], 1.0, 1.0
    return Units(weight, unit, whole, is_exact)


def common_denominator(values: Floats) -> tuple[int, float]:
    """Return the common denominator of numbers, up to LARGEST_MULTIPLE, and the largest absolute value."""
    finite = np.unique(values[np.isfinite(values)])
    largest = max(1.0, float(np.abs(finite).max(initial=0.0)))
    common = 1
    for value in finite.tolist():
        common = lcm(common, exact(value).denominator)
        if common * largest >= LARGEST_MULTIPLE:
            return LARGEST_MULTIPLE, largest
    return common, largest


def has_below(marked: Mask, size: Column) -> Mask:
    """Return for each frame whether it has a marked one somewhere below it."""
    before = np.concatenate([[0], np.cumsum(marked)])
    frames = np.arange(len(size))
    return np.asarray(before[frames + size] > before[frames + 1], np.bool_)


def in_units(number: Any, unit: Any) -> Any:
    """Return how many units a number is, of numbers or of columns: the whole number that this is but for rounding."""
    with np.errstate(invalid="ignore", over="ignore"):
        count = np.multiply(number, unit)
        whole = np.rint(count)
        return np.where(np.abs(count - whole) <= RELATIVE_ROUNDING_ERROR * np.abs(count), whole, count)


class Means(NamedTuple):
    """The sums, cutoffs and windows of frames of chance and their outcomes; other frames' entries mean nothing."""

    total: Floats
    """The sum of what the outcomes that were tried add to the mean."""
    so_far: Floats
    """For an outcome that sum with it and all before it."""
    fails_low: Mask
    """Whether an outcome has shown that the mean cannot reach α."""
    fails_high: Mask
    low: Floats
    """For an outcome the value that fails low, before it is clipped to the extremes."""
    high: Floats
    after_cut: Mask
    """Whether an outcome was tried after one that failed."""


def means(columns: Mapping[str, Column], scale: Units, extremes: tuple[float, float], *, cuts: bool) -> Means:
    """Return the means of a recording, all first outcomes together, then all second ones; `cuts`: it uses Star1."""
    value, kind, (bottom, top) = columns["value"], columns["kind"], extremes
    count = len(value)
    total, so_far, rest, sums = np.zeros(count), np.zeros(count), scale.whole.copy(), np.zeros(count)
    fails_low, fails_high, after_cut = (np.zeros(count, np.bool_) for _ in range(3))
    low, high = np.full(count, -np.inf), np.full(count, np.inf)
    for above, children in preorder.siblings(columns["size"]):
        of_chance = kind[above] == CHANCE
        above, children = above[of_chance], children[of_chance]
        weight, unit, found = scale.weight[children], scale.unit[above], value[children]
        in_all = scale.whole[above] * unit
        rest[above] -= weight
        after_cut[children] = fails_low[above] | fails_high[above]
        with np.errstate(invalid="ignore", over="ignore"):
            if cuts:
                alpha, beta = (in_units(columns[name][above], in_all) for name in ("alpha", "beta"))
                most, least = (rest[above] * in_units(end, unit) for end in (top, bottom))
                low[children] = (alpha - sums[above] - most) / (weight * unit)
                high[children] = (beta - sums[above] - least) / (weight * unit)
                # The window that was passed down is this one, clipped, and rounded as values are. Where it ends just at
                # an extreme, sums of floats may have missed it: whether that was a cut says what comes after.
                is_last = children + columns["size"][children] == above + columns["size"][above]
                is_inside = is_above(low[children], bottom, is_last)
                fails_low[above] |= is_inside & (found <= columns["alpha"][children])
                is_inside = is_above(-high[children], -top, is_last)
                fails_high[above] |= ~fails_low[above] & is_inside & (found >= columns["beta"][children])
            sums[above] += np.where(np.isnan(found), 0, weight * in_units(found, unit))
            total[above] = so_far[children] = sums[above] / in_all
    return Means(total, so_far, fails_low, fails_high, low, high, after_cut)


def is_above(ends: Floats, extreme: float, otherwise: Mask) -> Mask:
    """Return whether ends of windows are above an extreme; `otherwise` where rounding decides it."""
    slack = MIN_CERTAIN_DISTANCE * max(1.0, abs(extreme))
    return np.asarray(np.where(np.abs(ends - extreme) <= slack, otherwise, ends > extreme), np.bool_)

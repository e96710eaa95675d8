"""How fast a tree grows: branching factors, and the exponential that fits best."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, expm1, log, log1p
from typing import NamedTuple

MIN_DEPTHS = 3
"""The fewest depths for a fit: a line goes exactly through any two points, which would say nothing."""


def effective_branching(frames: int, depth: int) -> float | None:
    """Return the b of a uniform tree of this depth with as many frames, or None at depth 0.

    That is the b with 1 + b + b² + … + b^depth = frames. The root is one of the frames, and its depth is 0; there is
    nothing else at depth 0, whatever b is.
    A tree in which every frame but the last has one child has b = 1, and less than that none can have.
    """
    if depth == 0:
        return None
    if frames <= depth + 1:
        return 1.0
    # With b = 1 + x the sum is ((1 + x)^(depth + 1) - 1) / x, which loses no digits where x is small.
    low, high = 0.0, 2 * expm1(log(frames) / depth)
    while low < (middle := (low + high) / 2) < high:
        is_less = expm1((depth + 1) * log1p(middle)) < frames * middle
        low, high = (middle, high) if is_less else (low, middle)
    # A uniform tree has the whole number itself, and not what rounding made of it.
    return 1.0 + round(high) if uniform_frames(1 + round(high), depth) == frames else 1.0 + high


def uniform_frames(b: int, depth: int) -> int:
    """Return the number of frames of a uniform tree."""
    frames = 1
    for _ in range(depth):
        frames = 1 + b * frames
    return frames


class Fit(NamedTuple):
    """Amounts that grow like factor · base^depth."""

    factor: float
    base: float
    r_squared: float
    """How well the logarithms lie on a line: 1 where they lie on it exactly."""

    def at(self, depth: float) -> float:
        """Return the amount at a depth."""
        return self.factor * float(self.base**depth)


def fitted_growth(depths: Sequence[int], amounts: Sequence[float]) -> Fit | None:
    """Return the growth of positive amounts by least squares on their logarithms; None for fewer than three depths."""
    if len(set(depths)) < MIN_DEPTHS:
        return None
    logs = [log(amount) for amount in amounts]
    middle, level = sum(depths) / len(depths), sum(logs) / len(logs)
    spread = sum((depth - middle) ** 2 for depth in depths)
    slope = sum((depth - middle) * (one - level) for depth, one in zip(depths, logs, strict=True)) / spread
    missed = sum((one - level - slope * (depth - middle)) ** 2 for depth, one in zip(depths, logs, strict=True))
    whole = sum((one - level) ** 2 for one in logs)
    return Fit(exp(level - slope * middle), exp(slope), 1 - missed / whole if whole else 1.0)

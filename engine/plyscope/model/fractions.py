"""The fractions that floats stand for: probabilities and scores as a search of chance calculates with them."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import isfinite
from typing import Any

LARGEST_DENOMINATOR = 10**6
"""Two fractions with denominators up to this are further apart than the floats next to them are from either."""


@lru_cache(maxsize=1 << 14)
def exact(number: float) -> Any:
    """The number that a float stands for: a fraction with a small denominator where it is next to one, as 1/3 or 0.1
    are, else what the float is itself. An infinity stays what it is."""
    if not isfinite(number):
        return number
    found = Fraction(number).limit_denominator(LARGEST_DENOMINATOR)
    if float(found) != number:
        found = Fraction(number)
    return found.numerator if found.denominator == 1 else found


@lru_cache(maxsize=1 << 12)
def exact_outcomes(outcomes: tuple[tuple[int, float], ...]) -> tuple[tuple[int, Any], ...]:
    """Outcomes with the fractions that their probabilities stand for; as they are if these do not add up to 1."""
    found = [(move, Fraction(exact(probability))) for move, probability in outcomes]
    is_common = all(one.denominator <= LARGEST_DENOMINATOR for _, one in found) and sum(one for _, one in found) == 1
    return tuple(found) if is_common else outcomes

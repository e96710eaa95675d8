"""The fractions that floats stand for: probabilities and scores as a search of chance calculates with them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import gcd, isfinite
from typing import Any

LARGEST_DENOMINATOR = 10**6
"""Two fractions with denominators up to this are further apart than the floats next to them are from either."""


def quick_operation(usual: Callable[[Any, Any], Any], combined: Callable[[int, int, int, int], tuple[int, int]]) -> Any:
    """Return an operation of fractions that is quick on whole numbers and `Exact`, and the usual one on others."""

    def operation(one: Any, other: Any) -> Any:
        if type(other) is not Exact and type(other) is not int:
            return usual(one, other)
        return lowest(*combined(one._numerator, one._denominator, other.numerator, other.denominator))

    return operation


class Exact(Fraction):
    """A fraction with quick operations: a mean calculates in every call, and those of `Fraction` take far longer."""

    __slots__ = ()
    __add__ = __radd__ = quick_operation(Fraction.__add__, lambda n, d, m, e: (n * e + m * d, d * e))
    __sub__ = quick_operation(Fraction.__sub__, lambda n, d, m, e: (n * e - m * d, d * e))
    __rsub__ = quick_operation(Fraction.__rsub__, lambda n, d, m, e: (m * d - n * e, d * e))
    __mul__ = __rmul__ = quick_operation(Fraction.__mul__, lambda n, d, m, e: (n * m, d * e))
    __truediv__ = quick_operation(Fraction.__truediv__, lambda n, d, m, e: (n * e, d * m))
    __rtruediv__ = quick_operation(Fraction.__rtruediv__, lambda n, d, m, e: (m * d, e * n))


def lowest(numerator: int, denominator: int) -> Any:
    """Return a fraction in lowest terms, or a whole number; `Fraction` has the signs and refuses a division by zero."""
    if denominator <= 0:
        return Fraction(numerator, denominator)
    common = gcd(numerator, denominator)
    if common == denominator:
        return numerator // common
    made: Any = object.__new__(Exact)
    made._numerator, made._denominator = numerator // common, denominator // common
    return made


@lru_cache(maxsize=1 << 14)
def exact(number: float) -> Any:
    """Return the number that a float stands for, as a fraction; an infinity stays what it is.

    That is a fraction with a small denominator where the float is next to one, as 1/3 or 0.1 are, else its own value.
    """
    if not isfinite(number):
        return number
    found = Fraction(number).limit_denominator(LARGEST_DENOMINATOR)
    if float(found) != number:
        found = Fraction(number)
    return lowest(found.numerator, found.denominator)


@lru_cache(maxsize=1 << 12)
def exact_outcomes(outcomes: tuple[tuple[int, float], ...]) -> tuple[tuple[int, Any], ...]:
    """Return outcomes with the fractions that their probabilities stand for, if these add up to 1."""
    found = [(move, exact(probability)) for move, probability in outcomes]
    is_common = all(one.denominator <= LARGEST_DENOMINATOR for _, one in found) and sum(one for _, one in found) == 1
    return tuple(found) if is_common else outcomes

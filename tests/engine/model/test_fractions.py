"""The fractions of a search of chance against the fractions of the language, operation by operation."""

from __future__ import annotations

import operator
import random
from fractions import Fraction
from math import inf
from typing import Any

import pytest
from plyscope.model.fractions import Exact, exact

OPERATIONS = (operator.add, operator.sub, operator.mul, operator.truediv, operator.lt, operator.le, operator.eq)


def drawn(draw: random.Random) -> Any:
    """A number of any kind that a search may calculate with."""
    kind = draw.randrange(5)
    if kind == 0:
        return draw.randrange(-3, 4)
    return draw.choice([inf, -inf, 0.3]) if kind == 1 else exact(draw.randrange(-30, 31) / draw.choice([1, 6, 7, 10]))


def result(operation: Any, one: Any, other: Any) -> Any:
    try:
        return operation(one, other)
    except ZeroDivisionError:
        return "division by zero"


def test_operations_give_what_fractions_give() -> None:
    draw = random.Random("operations")
    for _ in range(5000):
        one, other = (drawn(draw) for _ in range(2))
        usual = [Fraction(number) if isinstance(number, Exact) else number for number in (one, other)]
        for operation in OPERATIONS:
            found, expected = result(operation, one, other), result(operation, *usual)
            assert found == expected or found != found != expected != expected
            assert isinstance(found, float) == isinstance(expected, float)
            if isinstance(found, Fraction):
                assert found.denominator == expected.denominator


@pytest.mark.parametrize(("number", "fraction"), [(1 / 3, (1, 3)), (0.1, (1, 10)), (-2.5, (-5, 2)), (2.0, (2, 1))])
def test_a_float_next_to_a_small_fraction_stands_for_it(number: float, fraction: tuple[int, int]) -> None:
    assert exact(number).as_integer_ratio() == fraction

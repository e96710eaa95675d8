"""The different numbers of a column, in ascending order, and the next one.

`np.unique` loads masked arrays for that, which takes a quarter as long as numpy itself and is felt in every answer.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Number = TypeVar("Number", bound=np.generic)


def distinct_numbers(numbers: NDArray[Number]) -> NDArray[Number]:
    """Return the distinct numbers of a column without NaN, ascending."""
    ordered = np.sort(numbers, axis=None)
    is_new = np.ones(len(ordered), np.bool_)
    is_new[1:] = ordered[1:] != ordered[:-1]
    return ordered[is_new]


def next_number(ascending: NDArray[Any], number: int, *, forwards: bool) -> int | None:
    """Return the nearest number of an ascending column above a number, or below it; None where there is none."""
    place = int(np.searchsorted(ascending, number, "right" if forwards else "left")) - (not forwards)
    return int(ascending[place]) if 0 <= place < len(ascending) else None

"""Whether no depth was left where a call returned, by the parts of the test that it returned under."""

from __future__ import annotations

from math import nan

import numpy as np
import pytest
from plyscope.model.columns import HORIZON, INNER, TERMINAL
from plyscope.model.leaf_ends import MAYBE_OVER, NO, NOT_KNOWN, YES, Part, ends_of, fulfilled


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ([], [NO, NO, NO, NO]),
        ([("==", 0)], [NOT_KNOWN, YES, NOT_KNOWN, NOT_KNOWN]),
        ([("<", 1)], [YES, YES, NOT_KNOWN, NOT_KNOWN]),
        ([("==", 0), None], [NO, YES, NO, NOT_KNOWN]),
        ([None, ("==", 0)], [NO, MAYBE_OVER, NO, NOT_KNOWN]),
        ([("<", 0), None, ("<=", 0)], [YES, MAYBE_OVER, NO, NOT_KNOWN]),
        ([(">=", "limit"), None], [NO, YES, NOT_KNOWN, NOT_KNOWN]),
        ([("==", 0), (">", 0)], [NOT_KNOWN, YES, YES, NOT_KNOWN]),
    ],
)
def test_the_first_part_that_the_depth_fulfils_ended_the_call(parts: list[Part], expected: list[int]) -> None:
    """The parts before it did not hold, unless they ask something else."""
    depth, limit = np.array([-1, 0, 2, nan]), np.array([0, 0, nan, 2])
    assert fulfilled(parts, {"depth": depth, "limit": limit}, depth).tolist() == expected


def test_a_search_of_ours_says_itself_why_it_ends() -> None:
    found = ends_of(np.array([INNER, TERMINAL, HORIZON]), None, has_rules=True)
    assert found.finished.tolist() == [False, True, False]
    assert found.at_horizon.tolist() == [False, False, True]
    assert found.knows_finished.all()
    assert found.knows_horizon.all()

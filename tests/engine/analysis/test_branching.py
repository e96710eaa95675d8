"""How fast trees grow."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.analysis.branching import effective_branching, fitted_growth


@pytest.mark.parametrize("b", [1, 2, 3, 7, 30])
@pytest.mark.parametrize("depth", [1, 2, 3, 8])
def test_a_uniform_tree_has_its_own_number_exactly(b: int, depth: int) -> None:
    frames = sum(b**ply for ply in range(depth + 1))
    assert effective_branching(frames, depth) == b


def test_the_root_alone_has_no_branching_and_a_chain_has_one() -> None:
    assert effective_branching(1, 0) is None
    assert effective_branching(301, 300) == 1.0
    assert effective_branching(8, 1) == 7.0


def test_a_textbook_example() -> None:
    """Russell and Norvig: 52 nodes below the root at depth 5 are an effective branching factor of 1.92."""
    assert effective_branching(53, 5) == pytest.approx(1.92, abs=0.005)


@given(st.integers(1, 12), st.integers(0, 10**6))
def test_it_solves_its_equation(depth: int, more: int) -> None:
    frames = depth + 1 + more
    b = effective_branching(frames, depth)
    assert b is not None
    assert b >= 1
    assert sum(b**ply for ply in range(depth + 1)) == pytest.approx(frames, rel=1e-9)


@pytest.mark.parametrize(("frames", "depth"), [(1002, 1000), (1500, 1000), (10**7, 3000)])
def test_it_solves_its_equation_in_deep_trees(frames: int, depth: int) -> None:
    b = effective_branching(frames, depth)
    assert b is not None
    assert sum(b**ply for ply in range(depth + 1)) == pytest.approx(frames, rel=1e-8)


def test_an_exponential_is_found_again() -> None:
    fit = fitted_growth([1, 2, 4, 7], [5 * 3.0**depth for depth in (1, 2, 4, 7)])
    assert fit is not None
    assert (fit.factor, fit.base, fit.r_squared) == pytest.approx((5, 3, 1))
    assert fit.at(3) == pytest.approx(135)


@given(st.lists(st.tuples(st.integers(0, 12), st.floats(1e-3, 1e6)), min_size=2, max_size=9))
def test_it_is_what_numpy_fits(points: list[tuple[int, float]]) -> None:
    depths, amounts = zip(*points, strict=True)
    fit = fitted_growth(depths, amounts)
    if len(set(depths)) < 3:
        assert fit is None
        return
    assert fit is not None
    slope, level = np.polyfit(depths, np.log(amounts), 1)
    assert (log(fit.base), log(fit.factor)) == pytest.approx((slope, level), abs=1e-7)
    spread = np.var(np.log(amounts))
    if spread > 1e-9:
        correlation = np.corrcoef(depths, np.log(amounts))[0, 1]
        assert fit.r_squared == pytest.approx(correlation**2, abs=1e-6)


def test_what_does_not_grow_fits_exactly() -> None:
    fit = fitted_growth([1, 2, 3], [4, 4, 4])
    assert fit == (pytest.approx(4), 1.0, 1.0)
    assert fitted_growth([3], [10]) is None
    assert fitted_growth([3, 4, 4], [10, 20, 21]) is None, "any two depths lie on a line"
    assert fitted_growth([], []) is None

"""Scales: the places of amounts on an axis, their ticks and labels."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope_window.widgets.plots.plot import (
    decimal,
    linear_scale,
    log_scale,
    percent,
    seconds,
    share_scale,
    short_count,
)


@given(st.floats(1e-6, 1e12), st.integers(2, 12))
def test_ticks_are_round_and_few(highest: float, most: int) -> None:
    scale = linear_scale(highest, short_count)
    ticks = scale.ticks(most)
    assert 1 <= len(ticks) <= most
    assert ticks[0] == 0
    assert scale.low <= min(ticks)
    assert max(ticks) <= scale.high * (1 + 1e-9)
    places = [scale.place(tick) for tick in ticks]
    assert places == sorted(places)


@given(st.lists(st.floats(1e-6, 1e9), min_size=1, max_size=20), st.integers(2, 12))
def test_a_log_scale_contains_all_its_amounts(amounts: list[float], most: int) -> None:
    scale = log_scale(amounts, short_count)
    assert scale.low <= min(amounts) * (1 + 1e-9)
    assert scale.high >= max(amounts) * (1 - 1e-9)
    assert all(0 <= scale.place(amount) <= 1 for amount in amounts)
    assert len(scale.ticks(most)) <= most + 1


def test_equal_factors_are_equally_far_apart() -> None:
    scale = log_scale([1, 1000], short_count)
    places = [scale.place(10**power) for power in range(4)]
    apart = [after - before for before, after in pairwise(places)]
    assert apart == pytest.approx([apart[0]] * 3)
    assert scale.place(1) > 0, "a bar of one is visible"
    assert (scale.place(0), scale.place(10**9)) == (0, 1)
    assert scale.unbounded_place(10**9) > 1


def test_an_empty_plot_has_an_axis() -> None:
    assert linear_scale(0, short_count).ticks(4)
    assert log_scale([], short_count).ticks(4)
    assert share_scale().ticks(3) == [0, 0.5, 1]


@pytest.mark.parametrize(
    ("amount", "text"), [(0, "0"), (7, "7"), (999, "999"), (1500, "1.5k"), (20_000, "20k"), (5e6, "5M"), (2e9, "2G")]
)
def test_counts_are_abbreviated(amount: float, text: str) -> None:
    assert short_count(amount) == text


def test_times_and_shares_are_formatted() -> None:
    assert [seconds(one) for one in (0, 1e-5, 0.0123456, 1, 61.5)] == ["0 s", "10 µs", "12.3 ms", "1 s", "61.5 s"]
    assert (percent(0.625), decimal(2.0), decimal(1.666)) == ("62 %", "2", "1.67")

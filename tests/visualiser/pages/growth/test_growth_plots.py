"""Several searches at growing depths, as plots."""

from __future__ import annotations

import csv
from io import StringIO
from math import log10

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope.analysis.growth import Measured, growths
from plyscope.analysis.stats import as_csv
from plyscope_window.pages.growth.growth_plots import fit_words, growth_numbers, growth_plots
from plyscope_window.widgets.plots.plot import Kind

pytestmark = pytest.mark.qt


def measured(who: str, depth: int, frames: int, complete: bool = True) -> Measured:
    return Measured(who, depth, frames, frames // 2, 0, frames / 1000, complete, False, None, "search")


SEARCHES = ("a", "b")
FOUND = growths(
    [
        *(measured("a", depth, 5 * 3**depth) for depth in range(1, 5)),
        *(measured("b", depth, 2 * 2**depth) for depth in range(1, 4)),
        measured("a", 5, 500, complete=False),
    ],
    SEARCHES,
    (1, 6),
)


def test_points_and_fitted_lines() -> None:
    frames, time = growth_plots(FOUND, (1, 6))
    assert frames.scale.is_log
    assert time.scale.is_log
    assert frames.places == ("1", "2", "3", "4", "5", "6")
    points = [one for one in frames.series if one.kind is Kind.POINTS]
    assert [one.name for one in points] == ["a: × 3 a ply", "b: × 2 a ply", "stopped at the limit"]
    assert len({one.marker for one in points}) == 3
    assert [(mark.place, mark.high) for mark in points[0].marks] == [(0, 15), (1, 45), (2, 135), (3, 405)]
    assert [(mark.place, mark.high) for mark in points[2].marks] == [(4, 500)]
    curves = [one for one in frames.series if one.kind is Kind.CURVE]
    assert [(mark.place, mark.high) for mark in curves[0].marks] == [
        (0, pytest.approx(15)),
        (5, pytest.approx(5 * 3**6)),
    ]
    steps = [log10(mark.high) for mark in curves[1].marks]
    assert steps[-1] - steps[0] == pytest.approx(5 * log10(2)), "a straight line on this scale"


def test_what_is_said_of_them() -> None:
    assert fit_words(FOUND[0]) == "a: frames ≈ 5 · 3^depth, R² 1.0000; more frames than the limit"
    assert fit_words(FOUND[1]) == "b: frames ≈ 2 · 2^depth, R² 1.0000"
    assert fit_words(growths([], ("c",), (1, 6))[0]) == "c: too few depths to fit a line to"


def test_the_table() -> None:
    numbers = growth_numbers(FOUND)
    assert [row[:3] for row in numbers.rows][:5] == [
        ("a", 1, 15),
        ("a", 2, 45),
        ("a", 3, 135),
        ("a", 4, 405),
        ("a", 5, 500),
    ]
    assert numbers.rows[4][-1] == "more frames than the limit"
    assert [row["who"] for row in csv.DictReader(StringIO(as_csv(numbers.csv)))] == ["a"] * 5 + ["b"] * 3


def test_before_anything_is_measured() -> None:
    plots = growth_plots(growths([], SEARCHES, (1, 3)), (1, 3))
    assert all(plot.is_empty and plot.remark == "Nothing has been measured yet." for plot in plots)

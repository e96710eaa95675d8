"""The layout of plots, and which mark is under the pointer."""

from __future__ import annotations

from itertools import pairwise

import pytest
from plyscope_window.widgets.plots.drawing import Geometry, plot_height
from plyscope_window.widgets.plots.plot import Kind, Mark, Plot, Series, linear_scale, log_scale, short_count
from PySide6.QtCore import QPointF, QRectF

pytestmark = pytest.mark.qt


def plot(slots: int = 1) -> Plot:
    first = tuple(Mark(place, 10.0 * (place + 1), 0, f"a{place}") for place in range(4))
    second = tuple(
        Mark(place, 10.0 * (place + 1) + 5, 0 if slots == 2 else 10.0 * (place + 1), f"b{place}") for place in range(4)
    )
    points = (Mark(1, 44.0, 0, "p1"), Mark(2, 12.0, 0, "p2"))
    series = (
        Series("first", Kind.BARS, first),
        Series("second", Kind.BARS, second, slot=slots - 1),
        Series("points", Kind.LINE, points),
    )
    return Plot("A title", ("0", "1", "2", "3"), "ply", linear_scale(45, short_count), series, slots)


AREA = QRectF(0, 0, 300, 240)


def test_bars_stand_on_the_axis_and_on_each_other() -> None:
    geometry = Geometry(plot(), AREA)
    areas = {one.mark.title: one.area for one in geometry.placed}
    assert areas["a3"].bottom() == pytest.approx(geometry.inside.bottom())
    assert areas["b3"].bottom() == pytest.approx(areas["a3"].top())
    assert areas["a3"].height() == pytest.approx(4 * areas["a0"].height())
    assert all(geometry.inside.adjusted(-1, -1, 1, 1).contains(area) for area in areas.values() if area.width() > 0)
    assert areas["a0"].right() < areas["a1"].left()


def test_bars_beside_each_other_do_not_overlap() -> None:
    areas = {one.mark.title: one.area for one in Geometry(plot(2), AREA).placed}
    assert areas["a1"].right() <= areas["b1"].left() + 1
    assert areas["b1"].right() < areas["a2"].left()


@pytest.mark.parametrize("slots", [1, 2])
def test_the_centre_of_a_mark_selects_it(slots: int) -> None:
    geometry = Geometry(plot(slots), AREA)
    for placed in geometry.placed:
        found = geometry.at(placed.area.center())
        near_point = placed.series != 2 and found is not None and found.series == 2
        assert found is placed or near_point


def test_the_column_of_a_bar_selects_it_and_outside_nothing_is_selected() -> None:
    geometry = Geometry(plot(), AREA)
    high = geometry.at(QPointF(geometry.x_of(0), geometry.inside.top() + 2))
    assert high is not None
    assert high.mark.title == "b0", "the upper one of the pile"
    low = geometry.at(QPointF(geometry.x_of(0), geometry.inside.bottom() - 1))
    assert low is not None
    assert low.mark.title == "a0"
    assert geometry.at(QPointF(2, 2)) is None
    point = geometry.at(QPointF(geometry.x_of(2) + 5, geometry.y_of(12) + 4))
    assert point is not None
    assert point.mark.title == "p2"


def test_labels_of_the_axis_do_not_overlap() -> None:
    many = Plot(
        "", tuple(map(str, range(300))), "ply", linear_scale(1, short_count), (Series("", Kind.BARS, (Mark(0, 1),)),)
    )
    geometry = Geometry(many, AREA)
    named = geometry.named_places
    wide = geometry.small.horizontalAdvance("299")
    assert len(named) > 3
    assert all(after[0] - before[0] > wide for before, after in pairwise(named))
    assert named[1][2] in (20, 50, 100)


def test_a_narrow_plot_wraps_its_legend_and_is_higher() -> None:
    wide, narrow = plot_height(plot(), 600, 100), plot_height(plot(), 130, 100)
    assert narrow > wide
    geometry = Geometry(plot(), QRectF(0, 0, 130, narrow))
    assert geometry.inside.height() == pytest.approx(100)
    assert all(area.right() <= 130 for _, area in geometry.legend)


def test_lines_are_clipped_at_the_edge_of_the_plot() -> None:
    curve = Series("", Kind.CURVE, (Mark(0, 0.1), Mark(1, 10_000.0)))
    geometry = Geometry(Plot("", ("0", "1"), "", log_scale([5, 90], short_count), (curve,)), AREA)
    line = geometry.line_between(*curve.marks)
    assert line is not None
    assert line.y1() == pytest.approx(geometry.inside.bottom())
    assert line.y2() == pytest.approx(geometry.inside.top())
    assert geometry.x_of(0) < line.x1() < line.x2() < geometry.x_of(1)
    assert geometry.line_between(Mark(0, 1000.0), Mark(1, 2000.0)) is None

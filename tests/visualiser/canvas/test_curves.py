"""The bent lines of arrows: between the rims, to the side asked for, and each part of them a curve again."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope_window.canvas.arrows import SAMPLES, Curve, visible_part
from plyscope_window.canvas.places import Place
from PySide6.QtCore import QPointF, QRectF

pytestmark = pytest.mark.qt

START, END = Place(QPointF(0, 0), 10), Place(QPointF(200, 0), 10)


def test_a_curve_leaves_the_rims_and_bends_aside(qapp: Any) -> None:
    points = Curve(START, END, 1).points()
    assert len(points) == SAMPLES + 1
    assert 10 < points[0][0] < 25
    assert 175 < points[-1][0] < 190
    assert max(abs(y) for _, y in points) > 20
    other = Curve(START, END, -1).points()
    assert all(one == pytest.approx((x, -y)) for one, (x, y) in zip(points, other, strict=True))


@pytest.mark.parametrize(("first", "last"), [(0, SAMPLES), (0, 7), (13, 30), (38, SAMPLES)])
def test_a_part_runs_through_the_points_of_the_whole(first: int, last: int, qapp: Any) -> None:
    curve = Curve(Place(QPointF(-30, 400), 12), Place(QPointF(250, 90), 4), 1)
    part, points = curve.part(first, last), curve.points()
    drawn = [part.pointAtPercent(share / 400) for share in range(401)]
    for x, y in points[first : last + 1]:
        assert min(hypot(x - point.x(), y - point.y()) for point in drawn) < 1
    assert (drawn[0].x(), drawn[0].y()) == pytest.approx(points[first])
    assert (drawn[-1].x(), drawn[-1].y()) == pytest.approx(points[last])


def test_only_the_longest_run_inside_is_drawn() -> None:
    points = [(x, 50.0) for x in (-20.0, 20.0, 120.0, 20.0, 40.0, 60.0, 150.0)]
    assert visible_part(points, QRectF(0, 0, 100, 100)) == range(3, 6)
    assert not visible_part(points, QRectF(0, 0, 100, 40))

"""The arrow of a cut: from the frame to whoever set the bound, whatever is in the window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import hypot
from typing import Any

import pytest
from plyscope.analysis.why import why_cut
from plyscope.files.sources import load
from plyscope_window.canvas.arrows import (
    CURVE_SAMPLES,
    Arrow,
    Arrows,
    Curve,
    label_middle,
    least_covering_curve,
    limited_ends,
    paint_arrow,
    pill_area,
    visible_indices,
)
from plyscope_window.canvas.places import Place, StubPlace
from plyscope_window.session.limits import Future
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from tests.full_traces import Trace, record

pytestmark = pytest.mark.qt


@pytest.fixture(scope="module")
def deep() -> Trace:
    return record(load("sample:tree/deep-cutoff"))


def arrow_of(session: Any) -> Arrow | None:
    return Arrows(session).now()


def test_a_deep_cut_points_at_the_child_that_set_the_bound(session_of: Callable[..., Any], deep: Trace) -> None:
    session = session_of(deep)
    session.go(session.cursor.last_step)
    session.select(4)
    assert arrow_of(session) == Arrow(4, 1, 0, "A has 5 from A1", "set by 1", names_owner=True)
    session.select(1)
    assert arrow_of(session) is None, "a leaf is not cut"


@pytest.mark.parametrize("algorithm", ["alphabeta", "negamax", "pvs"])
def test_every_cut_with_an_owner_has_one(session_of: Callable[..., Any], algorithm: str) -> None:
    trace = record("tictactoe:XO./.X./..O", algorithm)
    session = session_of(trace)
    session.go(session.cursor.last_step)
    for frame in range(len(trace)):
        session.select(frame)
        cut, arrow = why_cut(trace, frame), arrow_of(session)
        assert (arrow is not None) == (cut is not None and cut.origin.owner >= 0)
        if arrow is not None and cut is not None:
            assert (arrow.frame, arrow.child, arrow.owner) == (frame, cut.origin.child, cut.origin.owner)
            assert trace.parents[arrow.child] == arrow.owner


def test_none_before_the_cut_has_happened(session_of: Callable[..., Any], deep: Trace) -> None:
    session = session_of(deep)
    session.go(8)
    session.select(4)
    assert arrow_of(session) is None
    session.go(9)
    session.select(4)
    assert arrow_of(session) is not None
    session.go(0)
    session.select(4)
    assert arrow_of(session) is None, "a frame of the future is not explained"
    session.future = Future.WHOLE
    assert arrow_of(session) is not None


class TwoPlaces:
    """A view in which two frames are drawn, and nothing else."""

    links_owner = True

    def __init__(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.area = QRectF(0, 0, 400, 300)
        self.points = {1: Place(QPointF(*start), 10), 2: Place(QPointF(*end), 10)}

    def of(self, frame: int) -> Place | None:
        return self.points.get(frame)

    def drawn(self) -> Any:
        return iter(self.points.items())

    def stubs(self) -> Any:
        return iter(())


@pytest.mark.parametrize(
    ("start", "end", "is_on_it"),
    [((80, 150), (340, 150), True), ((150, 150), (210, 150), False), ((150, 150), (150, 220), False)],
)
def test_the_label_of_a_short_arrow_stands_beside_it(
    start: tuple[float, float], end: tuple[float, float], is_on_it: bool, light: Any
) -> None:
    places = TwoPlaces(start, end)
    points = Curve(places.points[1], places.points[2], 1).points()
    middle = label_middle(Arrow(1, 2, 0, "A has 3 from B", ""), points, [start, end], places)
    ground = pill_area("A has 3 from B", middle, places.area)
    covered = sum(ground.contains(*point) for point in points) / len(points)
    assert covered > 0 if is_on_it else covered < 0.6
    assert not ground.contains(*points[-1]), "the head is seen"


class WithCut(TwoPlaces):
    """The same with a pruned move below the first frame, and a leaf beside it."""

    def __init__(self, mark: QRectF, leaf: QPointF) -> None:
        super().__init__((150, 150), (210, 150))
        self.mark = mark
        self.points[3] = Place(leaf, 12)

    def stubs(self) -> Any:
        yield StubPlace(1, 0, QPointF(20, 20), 10, 10, glyph=10, mark=self.mark)


def test_the_label_covers_neither_the_strokes_of_its_cut_nor_a_number(light: Any) -> None:
    arrow = Arrow(1, 2, 0, "A has 3 from B", "")

    def ground(places: TwoPlaces) -> QRectF:
        points = Curve(places.points[1], places.points[2], 1).points()
        return pill_area(arrow.label, label_middle(arrow, points, [], places), places.area)

    free = ground(TwoPlaces((150, 150), (210, 150)))
    mark = QRectF(free.right() - 20, free.center().y() - 8, 16, 16)
    leaf = QPointF(free.left() + 10, free.center().y())
    found = ground(WithCut(mark, leaf))
    assert free.intersects(mark)
    assert free.contains(leaf)
    assert not found.intersects(mark)
    assert not found.contains(leaf)


@pytest.mark.spread(6)
@pytest.mark.parametrize(
    ("start", "end", "is_seen"),
    [
        ((50, 250), (300, 60), True),
        ((50, 250), (90, 250), True),
        ((200, 150), (100_000, 40), True),
        ((200, 150), (210, -90_000), True),
        ((-50_000, 150), (200, 150), True),
        ((-900, -100), (-800, -200), False),
        ((600, 100), (900, 200), False),
    ],
)
def test_what_is_painted_stays_inside_and_is_seen(
    light: Any, start: tuple[float, float], end: tuple[float, float], is_seen: bool
) -> None:
    places = TwoPlaces(start, end)
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(light.paper)
    painter = QPainter(image)
    painted = paint_arrow(painter, Arrow(1, 2, 0, "β = 5", "set by a b"), places, light)
    painter.end()
    assert painted == is_seen
    dark = sum(image.pixelColor(x, y).lightness() < 100 for x in range(400) for y in range(300))
    assert (dark > 60) == is_seen


def test_what_is_far_off_is_brought_near_in_the_same_direction(qapp: Any) -> None:
    area = QRectF(0, 0, 100, 100)
    start, end, is_near = limited_ends(Place(QPointF(50, 50), 5), Place(QPointF(50_050, 50), 5), area)
    assert not is_near
    assert (end.point.y(), start.point) == (50, QPointF(50, 50))
    assert 100 < end.point.x() < 2000


START, END = Place(QPointF(0, 0), 10), Place(QPointF(200, 0), 10)


def test_an_arrow_goes_around_what_stands_in_its_way(light: Any) -> None:
    places = TwoPlaces((60, 150), (340, 150))
    for number, y in enumerate((80, 110, 190, 220)):
        places.points[10 + number] = Place(QPointF(200, y), 14)
    start, end = places.points[1], places.points[2]
    points = least_covering_curve(start, end, [], places).points()
    assert all(hypot(x - 200, y - at) > 14 for x, y in points for at in (80, 110, 190, 220))


def test_an_arrow_between_neighbours_is_long_enough_to_be_seen(light: Any) -> None:
    places = TwoPlaces((150, 150), (215, 150))
    start, end = (replace(places.points[frame], reach=28.0) for frame in (1, 2))
    points = least_covering_curve(start, end, [], places).points()
    assert hypot(points[0][0] - points[-1][0], points[0][1] - points[-1][1]) > 25
    assert max(abs(y - 150) for _, y in points) > 30, "it passes below the glyphs"


def test_an_arrow_begins_outside_of_the_ground_of_a_long_number(light: Any) -> None:
    start = Place(QPointF(300, 150), 30, ground=QRectF(200, 110, 200, 80))
    first, *_ = Curve(start, Place(QPointF(40, 150), 20), 1).points()
    assert not start.ground.contains(*first)


def test_a_curve_leaves_the_rims_and_bends_aside(qapp: Any) -> None:
    points = Curve(START, END, 1).points()
    assert len(points) == CURVE_SAMPLES + 1
    assert 10 < points[0][0] < 25
    assert 175 < points[-1][0] < 190
    assert max(abs(y) for _, y in points) > 20
    other = Curve(START, END, -1).points()
    assert all(one == pytest.approx((x, -y)) for one, (x, y) in zip(points, other, strict=True))


@pytest.mark.parametrize(("first", "last"), [(0, CURVE_SAMPLES), (0, 7), (13, 30), (38, CURVE_SAMPLES)])
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
    assert visible_indices(points, QRectF(0, 0, 100, 100)) == range(3, 6)
    assert not visible_indices(points, QRectF(0, 0, 100, 40))


def test_an_answer_of_the_table_points_at_the_frame_that_stored_it(session_of: Callable[..., Any]) -> None:
    trace = record(load("sample:tictactoe/same-board"))
    session = session_of(trace)
    frame, source = int(trace.origin.hits.frames[0]), int(trace.origin.hits.sources[0])
    answered = session.cursor.steps.leave(frame)
    for step, has_arrow in ((answered - 1, False), (answered, True)):
        session.go(step)
        session.select(frame)
        arrow = arrow_of(session)
        assert (arrow is not None) is has_arrow
    assert arrow is not None
    assert (arrow.frame, arrow.child, arrow.is_dashed) == (frame, source, True)
    assert arrow.label == f"stored {trace.value_text(source)}"

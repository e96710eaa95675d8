"""Looking at a tree: what every way of moving about promises."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from plyscope.layout.viewport import (
    BOTTOM,
    CLOSE,
    CLOSEST,
    EDGE,
    FAR_PITCH,
    LARGEST_SCALE,
    LOWEST_PITCH,
    NEAR_PITCH,
    PLAIN_SCALE,
    TOP,
    View,
)

shares = st.floats(0, 1)


@st.composite
def views(draw: st.DrawFn) -> View:
    """Any view within its limits: from one leaf to ten million units, from a stamp to a wall."""
    units, plies = draw(st.integers(2, 10_000_000)), draw(st.integers(1, 400))
    view = View(
        units, plies, draw(st.floats(60, 4000)), draw(st.floats(60, 3000)), head=draw(st.sampled_from((0.0, 30.0)))
    ).fitted()
    scale = view.whole_scale * (LARGEST_SCALE / view.whole_scale) ** draw(shares)
    return replace(view, x=units * draw(shares), y=draw(st.floats(0, 5000)), scale=scale).within()


def close(value: float, view: View) -> object:
    """Equal up to a hundredth of a pixel, and to what large numbers can tell."""
    return pytest.approx(value, rel=1e-9, abs=0.01 / view.scale)


def check_within(view: View) -> None:
    assert view.whole_scale <= view.scale <= LARGEST_SCALE
    seen, edge = view.width / view.scale, EDGE / view.scale
    if seen - 2 * edge >= view.units:
        assert view.x_of(0) == pytest.approx(view.width - view.x_of(view.units), abs=0.01), "not in the middle"
    else:
        limit = 1e-6 * max(1.0, view.units)
        assert -edge - limit <= view.x <= view.units - seen + edge + limit
    assert 0 <= view.y <= max(0.0, view.depth - view.height)


@given(views())
def test_a_view_within_its_limits_stays_as_it_is(view: View) -> None:
    check_within(view)
    again = view.within()
    assert (again.x, again.y, again.scale) == (close(view.x, view), view.y, view.scale)


@given(views())
def test_fitted_shows_all_of_the_tree(view: View) -> None:
    whole = view.fitted()
    edge = min(EDGE, view.width / 2 - 1)
    assert whole.x_of(0) >= edge - 0.01
    assert whole.x_of(view.units) <= view.width - edge + 0.01
    assert whole.fitted() == whole


@given(views(), st.floats(0.05, 20), shares, shares)
def test_zooming_keeps_what_is_under_the_pointer_unless_an_end_of_the_tree_would_leave_its_place(
    view: View, factor: float, across: float, down: float
) -> None:
    x, y = across * view.width, down * view.height
    zoomed = view.zoomed(factor, x, y)
    check_within(zoomed)
    unit, moved = view.unit_at(x), zoomed.unit_at(x)
    edge = EDGE / zoomed.scale - 1e-6
    is_at_an_end = zoomed.x <= -edge or zoomed.x >= zoomed.units - zoomed.width / zoomed.scale + edge
    assert moved == close(unit, view) or is_at_an_end
    is_at_top_or_foot = zoomed.y == 0 or zoomed.y >= zoomed.depth - zoomed.height - 0.01
    assert (y + zoomed.y - zoomed.top) / zoomed.pitch == pytest.approx(
        (y + view.y - view.top) / view.pitch
    ) or is_at_top_or_foot


@given(views(), st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_panning_ends_where_the_tree_ends(view: View, right: float, down: float) -> None:
    panned = view.panned(right, down)
    check_within(panned)
    assert panned.scale == view.scale
    expected = view.x + right / view.scale
    edge = EDGE / view.scale
    if view.width / view.scale - 2 * edge < view.units:
        limit = view.units - view.width / view.scale + edge
        assert panned.x == close(min(max(expected, -edge), limit), view)


@given(views(), shares, shares, shares)
def test_following_brings_a_frame_into_the_window_and_moves_no_more_than_it_must(
    view: View, begin: float, length: float, ply_share: float
) -> None:
    start = view.units * begin
    end = start + (view.units - start) * length
    ply = int(ply_share * (view.plies - 1))
    followed = view.following(start, end, ply)
    check_within(followed)
    assert followed.scale == view.scale
    assert followed.x_of(end) >= -0.01
    assert followed.x_of(start) <= view.width + 0.01
    if end - start < view.width / view.scale:
        assert -0.01 <= followed.x_of((start + end) / 2) <= view.width + 0.01
    assert 0 <= followed.y_of(ply) <= view.height or view.height < followed.depth
    again = followed.following(start, end, ply)
    assert (again.x, again.y) == (close(followed.x, view), pytest.approx(followed.y, abs=0.01))


def test_a_frame_that_is_in_the_middle_already_moves_nothing() -> None:
    view = View(1000, 5, 500, 500, x=300, y=0, scale=2).within()
    assert view.following(420, 430, 2) == view


@pytest.mark.parametrize(("start", "end"), [(600, 1000), (0, 290), (0, 1000)])
def test_a_frame_wider_than_the_window_is_moved_well_into_it(start: float, end: float) -> None:
    view = View(1000, 5, 500, 500, x=300, y=0, scale=2.5).within()
    followed = view.following(start, end, 2)
    left, right = max(0.0, followed.x_of(start)), min(500.0, followed.x_of(end))
    assert 100 - 0.01 <= (left + right) / 2 <= 400 + 0.01
    assert followed.x == view.x or right - left == pytest.approx(200), "no further than that"


@given(views(), views())
def test_on_the_way_to_another_view_it_ends_at_the_goal(view: View, goal: View) -> None:
    begin = replace(goal, x=view.x, y=view.y, scale=view.scale)
    assert begin.towards(goal, 0).scale == pytest.approx(begin.scale)
    assert begin.towards(goal, 0).x == pytest.approx(begin.x, abs=1e-3 / begin.scale)
    arrived = begin.towards(goal, 1)
    assert arrived.scale == pytest.approx(goal.scale)
    assert arrived.x == pytest.approx(goal.x, rel=1e-6, abs=1e-3 / goal.scale)
    assert arrived.y == pytest.approx(goal.y, rel=1e-6, abs=1e-3)


@given(views(), st.floats(1.1, 20), shares)
def test_while_zooming_about_a_point_it_stays_there_all_the_way(view: View, factor: float, across: float) -> None:
    x = across * view.width
    goal = view.zoomed(factor, x, 0)
    unit = view.unit_at(x)
    if goal.unit_at(x) == close(unit, goal):
        for done in (0.25, 0.5, 0.75):
            between = view.towards(goal, done)
            assert between.x_of(unit) == pytest.approx(x, abs=0.1 + 1e-6 * view.units * between.scale)


@given(views())
def test_plies_fill_the_window_or_keep_to_their_limits(view: View) -> None:
    assert LOWEST_PITCH - 1e-9 <= view.pitch / view.magnification <= NEAR_PITCH + 1e-9
    whole = view.fitted()
    room = (view.height / whole.magnification - view.head - TOP - BOTTOM) / view.plies
    if LOWEST_PITCH <= room <= FAR_PITCH:
        assert whole.pitch / whole.magnification == pytest.approx(room)
    closest = replace(whole, scale=LARGEST_SCALE)
    if whole.slot <= 2 * PLAIN_SCALE - (CLOSEST - CLOSE):
        assert closest.pitch == pytest.approx(NEAR_PITCH * LARGEST_SCALE / PLAIN_SCALE)
    assert whole.pitch <= view.pitch <= closest.pitch + 1e-9


@given(views(), st.floats(60, 4000), st.floats(60, 3000))
def test_another_window_keeps_the_limits_and_the_whole_tree_stays_whole(
    view: View, width: float, height: float
) -> None:
    check_within(view.resized(width, height))
    whole = view.fitted().resized(width, height)
    assert whole == whole.fitted()
    assert whole.head == view.head
    below = whole.resized(width, height, whole.head + 20)
    assert below == below.fitted()
    assert below.top == pytest.approx((whole.head + 20 + TOP) * below.magnification)


@given(views(), shares, shares, shares)
def test_showing_puts_a_span_across_the_window(view: View, begin: float, length: float, ply_share: float) -> None:
    start = view.units * begin
    end = start + max(1.0, (view.units - start) * length)
    shown = view.showing(start, min(end, view.units), int(ply_share * (view.plies - 1)))
    check_within(shown)
    assert shown.x_of(start) >= -0.01 - 1e-6 * view.units * shown.scale
    assert shown.x_of(min(end, view.units)) <= view.width + 0.01 + 1e-6 * view.units * shown.scale


@given(views(), shares, shares)
def test_there_and_back_between_tree_and_window(view: View, across: float, ply_share: float) -> None:
    x = across * view.width
    assert view.x_of(view.unit_at(x)) == pytest.approx(x, abs=1e-6 * view.units * view.scale)
    ply = int(ply_share * (view.plies - 1))
    assert view.ply_at(view.y_of(ply)) == ply


@given(views(), shares, shares)
def test_magnified_everything_lies_where_it_lies_in_the_plain_look(view: View, across: float, ply_share: float) -> None:
    plain, by = view.plain, view.magnification
    unit, ply = view.units * across, int(ply_share * (view.plies - 1))
    assert 1 <= by <= LARGEST_SCALE / PLAIN_SCALE
    assert plain.scale <= PLAIN_SCALE
    assert plain.magnification == 1
    assert plain.x_of(unit) * by == pytest.approx(view.x_of(unit), abs=1e-6 * view.units * view.scale)
    assert plain.y_of(ply) * by == pytest.approx(view.y_of(ply), abs=1e-6)


def test_a_small_tree_is_magnified_to_fill_the_window_and_can_be_enlarged() -> None:
    whole = View(8, 3, 1200, 800).fitted()
    assert 1 < whole.magnification <= 1.6
    assert whole.depth <= whole.height + 0.01
    assert whole.zoomed(1.5, 600, 400).scale == pytest.approx(1.5 * whole.scale)


@given(views(), shares, shares, shares)
@example(View(units=2, plies=1, width=77.0, height=182.0, scale=64.69545935409485), 0.0, 0.0, 0.0)
@example(View(units=2, plies=1, width=77.0, height=182.0, y=44.0, scale=64.69545935409485), 0.0, 0.0, 0.0)
def test_following_keeps_a_whole_glyph_with_its_board_off_the_edges(
    view: View, begin: float, length: float, ply_share: float
) -> None:
    start = view.units * begin
    ply = int(ply_share * (view.plies - 1))
    followed = view.following(start, start + (view.units - start) * length, ply)
    y, reach = followed.y_of(ply), 0.36 * followed.pitch
    if followed.height >= 2 * reach + BOTTOM:
        assert y >= reach - 0.01
        assert y <= followed.height - BOTTOM - reach + 0.01

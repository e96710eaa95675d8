"""Where frames and pruned moves are drawn: what is said of it is what is under the point."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from plyscope_window.canvas.arrows import Curve, part_between_names
from plyscope_window.canvas.gutter import GUTTER_WIDTH
from plyscope_window.canvas.places import FocusPlaces, IciclePlaces, Places, TreePlaces
from plyscope_window.canvas.whole import WholePlaces
from PySide6.QtCore import QPointF

from tests.full_traces import Trace, record

pytestmark = pytest.mark.qt

MODES = ("focus", "tree", "large tree", "icicle")


def places_in(canvas: Any) -> tuple[Places, Callable[[QPointF], QPointF]]:
    """The places of the view in front, and where a point of theirs is on the canvas."""
    canvas.grab()
    view = canvas.view.plain
    if canvas.mode == "focus":
        return FocusPlaces(canvas.focus, canvas.focus_size), lambda point: point * canvas.focus_scale
    if canvas.is_whole:
        return WholePlaces(canvas.whole_view, canvas.session.trace), lambda point: point
    made = TreePlaces(canvas.tree, canvas.session.rows, view, labels=canvas.labels) if canvas.mode == "tree" else None
    by = canvas.view.magnification
    return made or IciclePlaces(canvas.session.rows, view), lambda point: point * by + QPointF(GUTTER_WIDTH, 0)


@pytest.mark.parametrize("mode", MODES)
def test_what_is_said_to_be_at_a_point_is_there(canvas_of: Callable[..., Any], by_hand: Trace, mode: str) -> None:
    canvas = canvas_of(by_hand, mode)
    for step in (0, 5, canvas.session.cursor.last_step):
        canvas.session.go(step)
        places, on_canvas = places_in(canvas)
        for frame in range(len(by_hand)):
            place = places.of(frame)
            assert place is not None
            if place.is_itself:
                assert canvas.frame_at(on_canvas(place.point)) == frame
        drawn = dict(places.drawn())
        assert drawn
        assert all(canvas.frame_at(on_canvas(place.point)) == frame for frame, place in drawn.items())


@pytest.mark.parametrize("mode", ["focus", "tree"])
def test_pruned_moves_are_found_where_they_are_drawn(canvas_of: Callable[..., Any], pruned: Trace, mode: str) -> None:
    canvas = canvas_of(pruned, mode, width=2400)
    frame = next(frame for frame in range(len(pruned)) if pruned.skips[frame] > 1)
    canvas.session.go(canvas.session.cursor.steps.leave(frame))
    if mode == "tree":
        canvas.show_subtree(frame)
        canvas.finish_easing()
    places, on_canvas = places_in(canvas)
    found = [stub for stub in places.stubs() if stub.frame == frame]
    assert sorted(stub.move for stub in found) == sorted(pruned.pruned_moves(frame))
    for stub in found:
        assert canvas.stub_move_at(on_canvas(stub.point)) == (frame, stub.move)


def test_an_arrow_to_a_leaf_ends_outside_of_its_name(canvas_of: Callable[..., Any]) -> None:
    canvas = canvas_of(record("sample:tree/deep-cutoff"), "tree", width=1024)
    places, _ = places_in(canvas)
    start, leaf = places.of(4), places.of(1)
    assert start is not None
    assert leaf is not None
    points = Curve(start, leaf, -1).points()
    assert leaf.name.contains(*points[-1]), "the way to its rim crosses the name"
    seen = part_between_names(range(len(points)), points, start, leaf)
    assert len(seen) > 2
    assert not leaf.name.contains(*points[seen[-1]])


def test_in_the_focus_view_others_stand_for_what_is_not_drawn(canvas_of: Callable[..., Any], wide: Trace) -> None:
    canvas = canvas_of(wide, "focus")
    places, _ = places_in(canvas)
    inside = wide.children(next(iter(wide.children(0))))
    place = places.of(next(iter(inside)))
    assert place is not None
    assert not place.is_itself
    bundled = next(child for child in wide.children(0) if child not in dict(places.drawn()))
    place = places.of(bundled)
    assert place is not None
    assert not place.is_itself
    node = canvas.focus.node_at(place.point)
    assert node.item.kind == "bundle"
    assert node.item.first <= bundled


def test_hidden_frames_are_where_their_callers_are(canvas_of: Callable[..., Any], pruned: Trace) -> None:
    canvas = canvas_of(pruned, "tree", collapsed={1})
    places, _ = places_in(canvas)
    place, above = places.of(3), places.of(1)
    assert place is not None
    assert above is not None
    assert (place.point, place.is_itself) == (above.point, False)

"""Ghosts with room of their own: they lie where subtrees would, pale, and only where nothing else is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from plyscope_window.canvas.canvas_state import pruned_move_at
from plyscope_window.jobs.background import wait_for_all
from PySide6.QtCore import QPointF
from PySide6.QtTest import QTest

from tests.full_traces import Trace
from tests.visualiser.canvas.test_places import places_in

pytestmark = pytest.mark.qt


@pytest.fixture
def haunted(canvas_of: Callable[..., Any], pruned: Trace) -> Callable[..., Any]:
    """A canvas with all ghosts of a recording."""

    def shown(mode: str) -> Any:
        canvas = canvas_of(pruned, mode, width=1500, height=900)
        session = canvas.session
        session.go(session.cursor.last_step)
        session.ghosts.search(session.ghosts.stubs())
        while session.ghosts.is_running:
            wait_for_all()
            QTest.qWait(1)
        session.lay_out(session.make_rows())
        return canvas

    return shown


def test_each_ghost_has_room_for_its_leaves(haunted: Callable[..., Any], pruned: Trace) -> None:
    session = haunted("tree").session
    drawn = session.ghosts.drawn()
    assert drawn
    for (frame, move), rows in drawn.items():
        row = session.rows[pruned.plies[frame]]
        number = pruned.pruned_moves(frame).index(move)
        assert row.stub_widths(row.place(frame))[number] == rows.width


@pytest.mark.spread(2, 1)
@pytest.mark.parametrize("mode", ["tree", "icicle"])
def test_what_lies_below_a_ghost_belongs_to_it(haunted: Callable[..., Any], pruned: Trace, mode: str) -> None:
    canvas = haunted(mode)
    session = canvas.session
    canvas.grab()
    (frame, move), rows = max(session.ghosts.drawn().items(), key=lambda one: len(one[1]))
    row = session.rows[pruned.plies[frame]]
    place, number = row.place(frame), pruned.pruned_moves(frame).index(move)
    begin = int(row.ends[place]) - sum(row.stub_widths(place)[number:])
    for ply in range(len(rows)):
        found = pruned_move_at(session.rows, pruned.plies[frame] + 1 + ply, begin + rows.width / 2)
        assert found == (frame, pruned.position.game.move_text(move))


@pytest.mark.spread(2)
@pytest.mark.parametrize("mode", ["tree", "icicle"])
def test_no_frame_is_where_a_ghost_is(haunted: Callable[..., Any], mode: str) -> None:
    canvas = haunted(mode)
    places, on_canvas = places_in(canvas)
    roomy = [stub for stub in places.stubs() if stub.ghost_view is not None]
    assert roomy
    for stub in roomy:
        point = on_canvas(stub.point)
        assert canvas.frame_at(point) is None
        assert canvas.stub_move_at(point) == (stub.frame, stub.move)


@pytest.mark.spread(2)
@pytest.mark.parametrize("mode", ["tree", "icicle"])
def test_it_is_seen_and_goes_when_ghosts_are_hidden(haunted: Callable[..., Any], mode: str) -> None:
    canvas = haunted(mode)
    places, on_canvas = places_in(canvas)
    stub = next(stub for stub in places.stubs() if stub.ghost_view is not None)
    around = on_canvas(stub.point)

    def colours() -> set[int]:
        picture = canvas.grab().toImage()
        steps = range(-8, 9)
        points = [around + QPointF(x, y) for x in steps for y in steps]
        return {picture.pixel(int(point.x()), int(point.y())) for point in points}

    with_ghost = colours()
    canvas.session.ghosts.are_shown = False
    assert colours() != with_ghost


def test_the_picture_of_ghosts_is_kept_from_step_to_step(
    haunted: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    from plyscope_window.canvas import annotations

    canvas = haunted("tree")
    canvas.grab()
    painted: list[object] = []
    monkeypatch.setattr(annotations, "paint_branches", lambda *of: painted.append(of))
    canvas.session.go(canvas.session.cursor.last_step - 1)
    canvas.grab()
    canvas.session.go(canvas.session.cursor.last_step)
    canvas.grab()
    assert painted == []


def test_many_together_are_not_all_drawn(haunted: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from plyscope.analysis import ghosts

    session = haunted("tree").session
    monkeypatch.setattr(ghosts, "MAX_DRAWN_TOGETHER", 10)
    assert sum(len(rows.trace) for rows in session.ghosts.drawn().values()) <= 10

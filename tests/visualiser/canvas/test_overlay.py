"""Up to where things have happened, ply by ply, against the steps themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from plyscope_window.canvas import tree
from plyscope_window.canvas.edges import BEST_EDGE_WIDTH, draw_lines
from plyscope_window.canvas.gutter import GUTTER_WIDTH
from plyscope_window.canvas.overlay import (
    RepaintedEdge,
    cover_edges,
    edge_line,
    future_begins,
    open_value_text,
    path_points,
    visible_label_area,
)
from plyscope_window.look import fonts
from PySide6.QtCore import QPointF
from PySide6.QtGui import QBrush, QColor, QImage, QPainter

from tests.full_traces import Trace, record
from tests.visualiser.user_code_sessions import trace_of_text, user_code_trace

pytestmark = pytest.mark.qt


def check(session: Any) -> None:
    """At every step, frames that were entered lie left of the boundary, all others right of it."""
    rows, trace = session.rows, session.trace
    for step in range(session.cursor.steps.count):
        session.go(step)
        edges = future_begins(session, rows)
        assert len(edges) == len(rows)
        on_path = {open_frame.frame for open_frame in session.stack}
        for frame in range(len(trace)):
            span = rows.span(frame)
            if span is None:
                continue
            edge = edges[trace.plies[frame]]
            if frame in on_path or frame < session.entered:
                assert span[1] <= edge, f"step {step}: frame {frame} has been entered"
            else:
                assert span[0] >= edge, f"step {step}: frame {frame} has not been entered"


def test_the_boundary_parts_what_was_entered_from_what_was_not(session_of: Callable[..., Any], pruned: Trace) -> None:
    check(session_of(pruned))


@pytest.mark.parametrize(
    "marks", [{"hidden": {2, 44}}, {"hidden": {43}}, {"collapsed": {1, 46}}, {"hidden": {50}, "collapsed": {3, 60}}]
)
def test_also_where_frames_are_not_shown(
    session_of: Callable[..., Any], pruned: Trace, marks: dict[str, set[int]]
) -> None:
    check(session_of(pruned, **marks))


def test_also_where_a_recording_was_cut_short(session_of: Callable[..., Any]) -> None:
    check(session_of(record("tictactoe:XO./.../...", limit=60)))


def test_the_boundary_of_a_cut_is_past_the_pruned_moves(session_of: Callable[..., Any]) -> None:
    session = session_of(record("tree:[[5,8],[3,9,9,9]]"))
    span = session.rows.span(4)
    session.go_to_frame(5)
    assert future_begins(session, session.rows)[2] == span[1] - 3
    session.go(session.cursor.steps.back(5))
    assert future_begins(session, session.rows)[2] == span[1]


def test_the_path_goes_down_to_the_running_frame_as_far_as_it_is_shown(
    canvas_of: Callable[..., Any], pruned: Trace
) -> None:
    canvas = canvas_of(pruned, collapsed={1})
    session = canvas.session
    style = canvas.tree.style(canvas.view, True)
    for step in range(session.cursor.steps.count):
        session.go(step)
        path = [open_frame.frame for open_frame in session.stack]
        path += [session.cursor.now.child] if session.cursor.now.child >= 0 else []
        shown = [frame for frame in path if session.rows.span(frame) is not None]
        points = path_points(session, session.rows, canvas.view, style)
        assert [point.frame for point in points] == shown
        assert all(0 <= point.point.x() <= canvas.view.width for point in points)


def test_bounds_of_an_open_frame(session_of: Callable[..., Any]) -> None:
    session = session_of(record("tree:[[5,-8],3]"))
    said = []
    for step in range(6):
        session.go(step)
        said.append(open_value_text(session.stack[-1]))
    assert said[0] == "?"
    session.go(session.cursor.steps.back(2))
    assert open_value_text(session.stack[-1]) == "≤5"
    session.go(session.cursor.steps.back(1))
    assert open_value_text(session.stack[-1]) == "≥−8"


LONG = "def walk(where, n):\n    return 1 if n == 0 else walk(where, n - 1) + walk(where, n - 1)\n"


@pytest.mark.full
@pytest.mark.spread(2)
@pytest.mark.parametrize("own", ["short", "long"])
def test_the_path_covers_every_move_of_the_picture_below(
    canvas_of: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, own: str
) -> None:
    """Where the path is, the picture is that which it would be if no moves were written below."""
    fonts.load()
    trace = (
        user_code_trace("fibonacci", "fib(6)") if own == "short" else trace_of_text(LONG, "walk('over the hills', 3)")
    )
    canvas = canvas_of(trace, "large tree", 1300, 800)
    view, style = canvas.view, canvas.tree.style(canvas.view, True)
    steps = range(0, canvas.session.cursor.last_step, 3)

    def pictures(steps: range = steps) -> list[Any]:
        canvas.forget_picture()
        found = []
        for step in steps:
            canvas.session.go(step)
            canvas.finish_easing()
            found.append(canvas.grab().toImage())
        return found

    usual = pictures()
    monkeypatch.setattr(tree, "paint_label", lambda *_, **__: None)
    looked_at = 0
    for step, with_moves, without in zip(steps, usual, pictures(), strict=True):
        canvas.session.go(step)
        for point in path_points(canvas.session, canvas.session.rows, view, style)[1:]:
            area = visible_label_area(canvas.session.rows, view, style, point.frame)
            part = area.translated(GUTTER_WIDTH, 0).toRect().adjusted(0, 0, -1, 0)
            assert part.width() > 20
            assert with_moves.copy(part) == without.copy(part), (step, point.frame)
            looked_at += 1
    assert looked_at > 40
    assert usual[-1] != pictures(steps[-1:])[0]


def test_no_cut_is_shown_before_it_happens(canvas_of: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """While a frame that will be cut is open, the picture is that which it would be if no cuts were written."""
    fonts.load()
    canvas = canvas_of(record("sample:tictactoe/hebrew", "alphabeta"), "large tree", 1300, 800)
    session = canvas.session
    [cut] = [frame for frame in range(len(session.trace)) if session.trace.is_cutoff(frame)]
    steps = range(session.cursor.steps.enter(cut), session.cursor.last_step)

    def pictures() -> list[Any]:
        canvas.forget_picture()
        found = []
        for step in steps:
            session.go(step)
            canvas.finish_easing()
            found.append(canvas.grab().toImage())
        return found

    usual = pictures()
    monkeypatch.setattr(tree, "paint_cut", lambda *_: None)
    is_told = [one != other for one, other in zip(usual, pictures(), strict=True)]
    happens = next(step for step in steps if session.cursor.steps.leave(cut) == step) - 1
    assert is_told == [step >= happens for step in steps]
    assert len(set(is_told)) == 2


def test_what_is_chosen_is_never_a_sliver(canvas_of: Callable[..., Any]) -> None:
    """A best move with a small subtree among large ones is drawn as wide as any frame that matters."""
    leaves = ",".join(f"[[{','.join(['1'] * 40)}]]" for _ in range(30))
    trace = record(f"tree:[{leaves},9]", "minimax")
    canvas = canvas_of(trace, "tree", 900, 500)
    session = canvas.session
    session.go(session.cursor.last_step)
    best = trace.best_child(0)
    assert session.best_line() == [0, best]
    span = session.rows.span(best)
    assert (span[1] - span[0]) * canvas.view.scale < 4, "its span alone would be a sliver"
    usual = canvas.grab().toImage()
    style, view = canvas.tree.style(canvas.view, True), canvas.view
    x, y = view.x_of((span[0] + span[1]) / 2) + GUTTER_WIDTH, style.y(view, 1)
    fill = usual.pixelColor(round(x), round(y))
    across = [usual.pixelColor(round(x) + dx, round(y)) == fill for dx in (-3, 3)]
    assert all(across)
    session.go(0)
    assert session.best_line() == [0], "nothing is best before it has returned"


@pytest.mark.parametrize("scale", [1.0, 1.25, 2.0])
def test_no_rim_of_a_covered_edge_tells_that_it_is_thick(scale: float) -> None:
    paper = QColor("white")
    for across in (-150, -70, -20, 0, 5, 40, 170):
        for part in (0.0, 0.1, 0.36, 0.5, 0.98):
            edge = RepaintedEdge(1, QPointF(200, 10 + part), QPointF(200 + across, 80 + part), 40.0, is_best=True)
            image = QImage(round(400 * scale), round(100 * scale), QImage.Format.Format_RGB32)
            image.fill(paper)
            painter = QPainter(image)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(scale, scale)
            draw_lines(painter, [edge_line(edge)], QColor("black"), BEST_EDGE_WIDTH)
            cover_edges(painter, [edge], QBrush(paper))
            painter.end()
            blank = image.copy()
            blank.fill(paper)
            assert image == blank, f"{across} across, ends at {80 + part}"

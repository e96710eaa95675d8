"""The card beside the pointer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from plyscope.usercode.reading import read_as_search
from plyscope_window.canvas.gutter import GUTTER_WIDTH
from plyscope_window.canvas.hover import first_moves, frame_lines, frame_title
from plyscope_window.session.limits import Future
from PySide6.QtCore import QPoint, QPointF

from tests.full_traces import Trace, record
from tests.visualiser.user_code_sessions import trace_of_text

pytestmark = pytest.mark.qt


def test_the_card_has_every_fact_about_a_frame(session_of: Callable[..., Any]) -> None:
    trace = record("tree:[[5,8],[3,9,9,9]]")
    session = session_of(trace)
    session.go(session.cursor.last_step)
    assert frame_lines(session, 4) == [
        ("frame", "4, ply 1"),
        ("window", "α 5   β ∞"),
        ("α from", "B at A, step 9"),
        ("value", "≤3  (at most)"),
        ("best move", "C1"),
        ("calls below", "1"),
        ("pruned", "C2 C3 C4"),
        ("steps", "10 to 14"),
    ]
    leaf = dict(frame_lines(session, 5))
    assert leaf["value"] == "3"
    assert leaf["ends"] == "a leaf"
    assert "calls below" not in leaf


def test_what_a_rule_has_left_out_is_not_called_pruned(session_of: Callable[..., Any], beam: Trace) -> None:
    session = session_of(beam)
    session.go(session.cursor.last_step)
    by_rule, cut = dict(frame_lines(session, 1)), dict(frame_lines(session, 4))
    assert by_rule["left out"] == "B2"
    assert "pruned" not in by_rule
    assert cut["pruned"] == "C2 C3"
    assert "left out" not in cut


def test_without_windows_and_at_the_horizon(session_of: Callable[..., Any]) -> None:
    trace = record("tictactoe:XO./.X./..O", "minimax", depth=1)
    session = session_of(trace)
    session.go(session.cursor.last_step)
    about = dict(frame_lines(session, 1))
    assert "window" not in about
    assert about["ends"] == "the search goes no deeper"


def test_a_program_s_leaves_say_why_they_end_only_where_that_is_known(session_of: Callable[..., Any]) -> None:
    text = """
def search(path, depth, is_max):
    if path[-2:] in ((0, 0), (1, 1)) or depth == 0:
        return 7 * sum(path) % 5 - 2
    values = [search(path + (step,), depth - 1, not is_max) for step in range(2)]
    return max(values) if is_max else min(values)
"""
    trace = read_as_search(trace_of_text(text, "search((), 3, True)"), {})
    session = session_of(trace)
    session.go(session.cursor.last_step)
    leaves = [frame for frame in range(len(trace)) if not trace.calls_among(frame + 1, frame + trace.sizes[frame])]
    assert len(leaves) == 6
    assert not [frame for frame in leaves if "ends" in dict(frame_lines(session, frame))], "it may be over at any"
    text = text.replace("path[-2:] in ((0, 0), (1, 1)) or depth == 0", "depth == 0 or path[-2:] in ((0, 0), (1, 1))")
    trace = read_as_search(trace_of_text(text, "search((), 3, True)"), {})
    session = session_of(trace)
    session.go(session.cursor.last_step)
    said = [dict(frame_lines(session, frame)).get("ends") for frame in leaves]
    assert [trace.plies[frame] for frame in leaves] == [2, 3, 3, 3, 3, 2]
    assert said == [None, *["the search goes no deeper"] * 4, None]


def test_an_open_frame_of_a_recording_that_was_cut_short(session_of: Callable[..., Any]) -> None:
    about = dict(frame_lines(session_of(record("tictactoe:XO./.../...", limit=60)), 0))
    assert about["value"] == "still open"
    assert about["steps"] == "from 0"


def test_steps_are_those_of_the_cursor(session_of: Callable[..., Any], pruned: Trace) -> None:
    session = session_of(pruned)
    session.go(session.cursor.last_step)
    for frame in range(len(pruned)):
        first, last = dict(frame_lines(session, frame))["steps"].split(" to ")
        assert int(first) == session.cursor.steps.enter(frame)
        assert int(last) == session.cursor.steps.leave(frame)


def test_the_card_knows_no_more_than_the_step(session_of: Callable[..., Any]) -> None:
    session = session_of(record("tree:[[5,8],[3,9,9,9]]"))
    session.go(0)
    assert frame_lines(session, 4) == [("frame", "4, ply 1"), ("steps", "not entered yet: it is at step 10")]
    assert dict(frame_lines(session, 0))["value"] == "still open"
    session.go(12)
    about = dict(frame_lines(session, 4))
    assert (about["value"], about["steps"], "pruned" in about) == ("still open", "from 10", False)
    assert dict(frame_lines(session, 0))["value"] == "still open, so far 5", "C is at most 3 by now"
    session.go(13)
    assert dict(frame_lines(session, 4))["pruned"] == "C2 C3 C4"
    session.go(0)
    session.future = Future.WHOLE
    assert dict(frame_lines(session, 4))["steps"] == "10 to 14"


def test_titles_say_whose_turn_it_is(pruned: Trace) -> None:
    assert frame_title(pruned, 0) == "MAX, the root"
    assert frame_title(pruned, 1) == f"MIN after {pruned.move_text(1)}"
    named = record("tree:[[5,8],[3,9]]")
    assert [frame_title(named, frame) for frame in range(3)] == ["A, MAX", "B, MIN", "B1, LEAF"]


def test_many_moves_are_shortened() -> None:
    assert first_moves(["a", "b"]) == "a b"
    assert first_moves([str(move) for move in range(20)]) == "0 1 2 3 4 5 6 and 13 more"


@pytest.mark.parametrize("width", [320, 1000])
def test_the_card_stays_inside_the_canvas_and_holds_its_words(
    canvas_of: Callable[..., Any], pruned: Trace, width: int
) -> None:
    canvas = canvas_of(pruned, width=width, height=400)
    for frame in range(0, len(pruned), 11):
        for beside in (QPoint(2, 2), QPoint(width - 5, 390), QPoint(width // 2, 200)):
            canvas.card.show_frame(canvas.session, frame, beside)
            assert canvas.card.isVisible()
            assert canvas.rect().contains(canvas.card.geometry())
            assert not canvas.card.grab().isNull()


def test_the_card_goes_when_the_cursor_moves(canvas_of: Callable[..., Any], pruned: Trace) -> None:
    canvas = canvas_of(pruned)
    canvas.card.show_frame(canvas.session, 3, QPoint(300, 200))
    canvas.session.go(5)
    assert not canvas.card.isVisible()


def point_of_stub(canvas: Any, mode: str) -> QPointF:
    """Where a pruned move of frame 4 is drawn."""
    if mode == "focus":
        node = next(node for node in canvas.focus.nodes if node.item.kind == "stub")
        return QPointF(node.point * canvas.focus_scale)
    view = canvas.view
    if mode == "tree":
        view = canvas.whole_view
        return QPointF(view.point(next(node for node in view.tree.nodes if node.frame < 0)))
    span = canvas.session.rows.span(4)
    return QPointF(view.x_of(span[1] - 2.5) + GUTTER_WIDTH, view.y_of(2))


@pytest.mark.parametrize("mode", ["tree", "large tree", "focus"])
def test_a_pruned_move_has_a_card_that_says_why(canvas_of: Callable[..., Any], mode: str) -> None:
    trace = record("tree:[[5,8],[3,9,9,9]]")
    canvas = canvas_of(trace, mode)
    canvas.session.go(canvas.session.cursor.steps.leave(4))
    canvas.grab()
    canvas.show_card(point_of_stub(canvas, mode).toPoint())
    assert canvas.card.isVisible()
    assert canvas.card.title == f"{trace.pruned_names(4)[0]} was not searched"
    assert dict(canvas.card.lines)["because"] == "3 ≤ α 5 there"
    assert dict(canvas.card.lines)["pruned"] == "3 in all"
    canvas.grab()


@pytest.mark.parametrize("mode", ["tree", "large tree", "focus"])
def test_a_move_has_no_such_card_before_it_is_pruned(canvas_of: Callable[..., Any], mode: str) -> None:
    canvas = canvas_of(record("tree:[[5,8],[3,9,9,9]]"), mode)
    canvas.session.go(canvas.session.cursor.steps.leave(5))
    canvas.grab()
    point = point_of_stub(canvas, mode)
    canvas.show_card(point.toPoint())
    assert not canvas.card.isVisible()
    assert canvas.stub_move_at(point) is None
    canvas.session.go(canvas.session.cursor.step + 1)
    canvas.grab()
    assert canvas.stub_move_at(point_of_stub(canvas, mode)) is not None


def test_the_card_goes_with_the_wheel(canvas_of: Callable[..., Any], pruned: Trace) -> None:
    canvas = canvas_of(pruned)
    canvas.card.show_frame(canvas.session, 3, QPoint(300, 200))
    canvas.zoom(1.5)
    assert not canvas.card.isVisible()

"""What is put away leaves a note, and a cursor within it is marked where it vanished."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from plyscope.layout.rows import Rows
from plyscope_window.canvas.badges import collapsed_text, hidden_text, same_calls_text, saved_frames_mask, times_text
from PySide6.QtCore import QPointF

from tests.full_traces import Trace
from tests.visualiser.canvas.pixels import is_close, most_common
from tests.visualiser.driving import session_on, settle, show
from tests.visualiser.user_code_sessions import user_code_session, user_code_trace

pytestmark = pytest.mark.qt


def test_notes_count_what_is_collapsed_or_hidden(pruned: Trace) -> None:
    first = next(iter(pruned.children(0)))
    rows = Rows(pruned, {first}, {44, 65})
    assert collapsed_text(rows, first) == f"+{pruned.sizes[first] - 1}"
    assert collapsed_text(rows, 0) == ""
    assert hidden_text(rows, pruned.parents[44]) == "1 hidden"
    assert hidden_text(rows, first) == ""


def test_a_cursor_below_a_collapsed_frame_is_marked_at_that_frame(
    canvas_of: Callable[..., Any], pruned: Trace, light: Any
) -> None:
    first = next(iter(pruned.children(0)))
    canvas = canvas_of(pruned, "focus", collapsed={first})
    canvas.session.go_to_frame(first + 2)
    image = canvas.grab().toImage()
    node = next(node for node in canvas.focus.nodes if node.item.frame == first)
    corner = (node.point + QPointF(-14, 12)) * canvas.focus_scale
    assert is_close(most_common(image, corner, 3, 3), light.now)


def test_what_is_the_same_elsewhere_is_counted_in_words_or_in_short(pruned: Trace) -> None:
    first = next(iter(pruned.children(0)))
    rows = Rows(pruned, same=np.array([first], np.int32))
    assert same_calls_text(rows, 0, 200) == f"= {pruned.sizes[first]} the same"
    assert same_calls_text(rows, 0, 30) == f"= {pruned.sizes[first]}"
    assert same_calls_text(rows, first, 200) == ""
    assert same_calls_text(Rows(pruned, {0}, same=np.array([first], np.int32)), 0, 200) == "", "all of it is put away"


@pytest.mark.parametrize("mode", ["focus", "tree"])
def test_that_note_is_painted(canvas_of: Callable[..., Any], pruned: Trace, light: Any, mode: str) -> None:
    canvas = canvas_of(pruned, mode)
    canvas.session.go(canvas.session.cursor.last_step)
    written: list[str] = []
    canvas.session.lay_out(Rows(pruned, same=np.array(list(pruned.children(0))[1:], np.int32)))
    with pytest.MonkeyPatch.context() as patch:

        def paint(painter: Any, text: str, *more: Any) -> None:
            written.append(text)

        for module in ("badges", "focus", "whole"):
            patch.setattr(f"plyscope_window.canvas.{module}.paint_badge", paint)
            patch.setattr(f"plyscope_window.canvas.{module}.paint_note", paint, raising=False)
        canvas.grab()
    gone = sum(pruned.sizes[child] for child in list(pruned.children(0))[1:])
    assert any(text.startswith(f"= {gone}") for text in written)


def test_a_call_made_again_has_its_count() -> None:
    trace = user_code_trace("fibonacci", "fib(10)")
    texts = {trace.user_code.label(frame): times_text(trace, frame, len(trace)) for frame in range(len(trace))}
    assert (texts["fib(10)"], texts["fib(8)"], texts["fib(1)"]) == ("", "×2", "×55")
    assert [times_text(trace, 9, until) for until in (10, 11, 12)] == ["", "", "×2"], "as far as it has been made"
    assert times_text(session_on("sample:tree/textbook").trace, 1, 2) == ""


def test_saved_calls_are_recognized() -> None:
    trace = user_code_trace("fibonacci_cached", "fib(10)")
    saved = saved_frames_mask(trace)
    assert saved is not None
    assert np.array_equal(np.flatnonzero(saved), trace.user_code.tables.saved)
    assert saved_frames_mask(user_code_trace("fibonacci", "fib(10)")) is None


def test_a_saved_call_is_hollow_in_every_view_where_frames_have_shapes(window: Any) -> None:
    session = show(window, user_code_session(user_code_trace("fibonacci_cached", "fib(4)")))
    session.go(session.cursor.last_step)
    paper = window.canvas.palette().window().color().name()
    window.canvas.whole.max_nodes = 0
    window.canvas.lay_out()
    window.canvas.set_mode("tree")
    settle(window)
    window.canvas.finish_easing()
    picture = window.canvas.grab().toImage()
    levels = {int(frame): (level, place) for level in window.canvas.tree.levels
              for place, frame in enumerate(level.frames)}  # fmt: skip
    style = window.canvas.tree.style(window.canvas.view, True)
    from plyscope_window.canvas.gutter import GUTTER_WIDTH

    def beside_the_text(frame: int) -> str:
        level, place = levels[frame]
        x = GUTTER_WIDTH + float(level.centre[place])
        y = style.y(window.canvas.view, level.ply) + style.glyph * 0.25
        return str(picture.pixelColor(round(x), round(y)).name())

    assert session.trace.user_code.is_saved(6)
    assert beside_the_text(6) == paper
    assert beside_the_text(4) != paper

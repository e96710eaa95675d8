"""Counts at equal calls, and calls that a cache had saved as stubs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope_window.canvas.badges import saved_frames, times_text

from tests.visualiser.driving import session_on, settle, show
from tests.visualiser.user_code_sessions import user_code_session, user_code_trace

pytestmark = pytest.mark.qt


def test_a_call_made_again_has_its_count() -> None:
    trace = user_code_trace("fibonacci", "fib(10)")
    texts = {trace.user_code.label(frame): times_text(trace, frame) for frame in range(len(trace))}
    assert (texts["fib(10)"], texts["fib(8)"], texts["fib(1)"]) == ("", "×2", "×55")
    assert times_text(session_on("sample:tree/textbook").trace, 1) == ""


def test_saved_calls_are_known() -> None:
    trace = user_code_trace("fibonacci_cached", "fib(10)")
    saved = saved_frames(trace)
    assert saved is not None
    assert np.array_equal(np.flatnonzero(saved), trace.user_code.tables.saved)
    assert saved_frames(user_code_trace("fibonacci", "fib(10)")) is None


def test_a_saved_call_is_hollow_in_every_view_where_frames_have_shapes(window: Any) -> None:
    session = show(window, user_code_session(user_code_trace("fibonacci_cached", "fib(4)")))
    session.go(session.cursor.last_step)
    paper = window.canvas.palette().window().color().name()
    window.canvas.set_mode("tree")
    settle(window)
    window.canvas.finish_easing()
    picture = window.canvas.grab().toImage()
    levels = {int(frame): (level, place) for level in window.canvas.tree.levels
              for place, frame in enumerate(level.frames)}  # fmt: skip
    style = window.canvas.tree.style(window.canvas.view, True)
    from plyscope_window.canvas.gutter import WIDTH

    def beside_the_text(frame: int) -> str:
        level, place = levels[frame]
        x = WIDTH + float(level.centre[place])
        y = style.y(window.canvas.view, level.ply) + style.glyph * 0.25
        return str(picture.pixelColor(round(x), round(y)).name())

    assert session.trace.user_code.is_saved(6)
    assert beside_the_text(6) == paper
    assert beside_the_text(4) != paper

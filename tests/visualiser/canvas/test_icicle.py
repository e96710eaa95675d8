"""The icicle picture: every frame a block as wide as its search, in the colour of its value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from plyscope.layout.rows import Rows
from plyscope.layout.viewport import View
from plyscope_window.canvas.geometry import block_edges
from plyscope_window.canvas.gutter import GUTTER_WIDTH
from plyscope_window.canvas.icicle import IciclePicture, block_texts, paint_fitting_text, paint_times_of_blocks
from plyscope_window.canvas.strips import shade_table
from plyscope_window.look.theme import font
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter

from tests.full_traces import Trace, record
from tests.visualiser.canvas.pixels import is_close, most_common
from tests.visualiser.user_code_sessions import trace_of_text, user_code_trace

pytestmark = pytest.mark.qt


def test_every_block_has_the_colour_of_its_value(pruned: Trace, light: Any) -> None:
    rows = Rows(pruned)
    view = View(rows.width, len(rows), 1200, 600).fitted()
    image = QImage(1200, 600, QImage.Format.Format_RGB32)
    IciclePicture(pruned).paint(image, rows, view, light, labels=False, fast=False)
    full = shade_table("light")[:, -1]
    for ply, row in enumerate(rows.rows):
        top, bottom = block_edges(view, ply)
        for place, shade in enumerate(row.shades.tolist()):
            x = (view.x_of(float(row.starts[place])) + view.x_of(float(row.ends[place]))) / 2
            for y in (top + 3, (top + bottom) / 2, bottom - 4):
                assert is_close(image.pixelColor(int(x), int(y)), QColor(int(full[shade + 128])))


def test_words_are_written_where_they_fit_and_not_while_it_moves(by_hand: Trace, light: Any) -> None:
    rows = Rows(by_hand)
    view = View(rows.width, len(rows), 1200, 600).fitted()
    pictures = []
    for labels, fast in ((False, False), (True, True), (True, False)):
        image = QImage(1200, 600, QImage.Format.Format_RGB32)
        IciclePicture(by_hand).paint(image, rows, view, light, labels=labels, fast=fast)
        pictures.append(image)
    assert pictures[0] == pictures[1]
    assert pictures[0] != pictures[2]


def area_of(canvas: Any, frame: int) -> tuple[float, float, float, float]:
    span = canvas.session.rows.span(frame)
    top, bottom = block_edges(canvas.view, canvas.session.trace.plies[frame])
    return canvas.view.x_of(span[0]) + GUTTER_WIDTH, canvas.view.x_of(span[1]) + GUTTER_WIDTH, top, bottom


def test_the_current_block_is_yellow_and_keeps_its_words(
    canvas_of: Callable[..., Any], by_hand: Trace, light: Any
) -> None:
    canvas = canvas_of(by_hand, "icicle")
    for step in (1, 8, 11, 21):
        canvas.session.go(step)
        canvas.finish_easing()
        image = canvas.grab().toImage()
        left, right, top, bottom = area_of(canvas, canvas.session.cursor.frame)
        middle = QPointF((left + right) / 2, (top + bottom) / 2)
        assert is_close(most_common(image, middle, 60, 40), light.now)
        around = {image.pixel(int(middle.x()) + x, int(middle.y()) + y) for x in range(-20, 21) for y in range(-7, 8)}
        assert any(QColor(colour).lightness() < 120 for colour in around), "there are words on it"


def test_blocks_that_have_not_been_reached_are_veiled(
    canvas_of: Callable[..., Any], by_hand: Trace, light: Any
) -> None:
    canvas = canvas_of(by_hand, "icicle")
    canvas.session.go(8)
    canvas.set_option("labels", False)
    canvas.finish_easing()
    image = canvas.grab().toImage()
    full = QColor(int(shade_table("light")[255, -1]))
    still_open = {open_frame.frame for open_frame in canvas.session.stack if open_frame.value is None}
    for frame in range(1, len(by_hand)):
        left, right, top, bottom = area_of(canvas, frame)
        colour = most_common(image, QPointF((left + right) / 2, (top + bottom) / 2), 20, 20)
        if frame != canvas.session.cursor.frame and by_hand.values[frame] == 1:
            is_known = frame < canvas.session.entered and frame not in still_open
            assert is_close(colour, full) == is_known


def test_a_block_that_is_open_has_no_end_yet(canvas_of: Callable[..., Any], light: Any) -> None:
    canvas = canvas_of(record("tree:[[5,8,2],[9,9,9],[7,1,9]]", "minimax"), "icicle")
    canvas.set_option("labels", False)
    canvas.session.go_to_frame(5)
    canvas.finish_easing()
    image = canvas.grab().toImage()
    left, right, top, bottom = area_of(canvas, 0)
    now = area_of(canvas, 5)[0]
    middle = (top + bottom) / 2
    assert left < now < right
    assert most_common(image, QPointF((left + now) / 2, middle), 40, 20) == light.card
    assert most_common(image, QPointF((now + right) / 2, middle), 40, 20) == light.paper

    def is_drawn(x: float) -> int:
        """How much of the upright line at a place is as dark as ink."""
        return sum(image.pixelColor(round(x), y).lightness() < 100 for y in range(int(top) + 4, int(bottom) - 4))

    assert max(is_drawn(left + shift) for shift in (0, 0.5, 1)) > 0.9 * (bottom - top - 8)
    assert max(is_drawn(right + shift) for shift in (-1.5, -1, -0.5, 0)) == 0
    canvas.session.go(canvas.session.cursor.last_step)
    canvas.finish_easing()
    image = canvas.grab().toImage()
    assert most_common(image, QPointF(right - 20, middle), 10, 20) == light.now, "now it is over"


def test_equal_calls_are_counted_where_there_is_room(light: Any) -> None:
    trace = user_code_trace("fibonacci", "fib(10)")
    seven = next(frame for frame in range(len(trace)) if trace.move_text(frame) == "fib(7)")
    assert block_texts(trace, seven) == ["fib(7): 13", "13"]
    assert block_texts(trace, 0) == ["55", "55"]
    rows = Rows(trace)
    view = View(rows.width, len(rows), 1200, 600).fitted()

    def painted(until: int, still_open: frozenset[int] = frozenset()) -> QImage:
        image = QImage(1200, 600, QImage.Format.Format_RGB32)
        image.fill(light.paper)
        painter = QPainter(image)
        paint_times_of_blocks(painter, rows, view, light, until, still_open)
        painter.end()
        return image

    assert painted(10) == painted(1), "so far no call was made again"
    assert painted(len(trace)) != painted(1)
    assert painted(len(trace), frozenset(range(len(trace)))) == painted(1), "open calls have other texts"


def test_words_are_cut_to_what_there_is_room_for(light: Any) -> None:
    def painted(words: list[str], wide: float) -> QImage:
        image = QImage(300, 40, QImage.Format.Format_RGB32)
        image.fill(light.paper)
        painter = QPainter(image)
        paint_fitting_text(painter, words, QRectF(0, 0, wide, 40), light.ink)
        painter.end()
        return image

    words = ["fib(7): 13  ×3", "fib(7): 13", "13"]
    for place, text in enumerate(words):
        wide = max(30.0, QFontMetricsF(font(12)).horizontalAdvance(text) + 8)
        assert painted(words, wide) == painted(words[place:][:1], wide)
        assert painted(words, wide) != painted([], wide)


def test_calls_that_a_cache_had_saved_are_empty_and_dashed(canvas_of: Callable[..., Any], light: Any) -> None:
    trace = trace_of_text(
        "from functools import cache\n\n@cache\ndef fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n",
        "fib(8)",
    )
    canvas = canvas_of(trace, "icicle")
    canvas.session.go(canvas.session.cursor.last_step)
    canvas.set_option("labels", False)
    canvas.finish_easing()
    image = canvas.grab().toImage()
    for frame in range(1, len(trace)):
        left, right, top, bottom = area_of(canvas, frame)
        inside = most_common(image, QPointF((left + right) / 2, (top + bottom) / 2), 10, 10)
        assert is_close(inside, light.paper) == trace.user_code.is_saved(frame), frame
        if trace.user_code.is_saved(frame):
            lines = [
                [is_close(image.pixelColor(x, y), light.paper) for y in range(round(top) + 4, round(bottom) - 4)]
                for x in range(round(left), round(left) + 5)
            ]
            gaps = min(sum(line) / len(line) for line in lines)
            assert 0.2 < gaps < 0.8, "there is a line, and it has gaps"

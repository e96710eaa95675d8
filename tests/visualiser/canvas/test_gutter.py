"""What stands beside the tree and below it."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope.layout.rows import Rows
from plyscope.layout.viewport import BOTTOM, View
from plyscope_window.canvas.gutter import GUTTER_WIDTH, PlyFacts, frame_at, paint_axis, paint_gutter
from plyscope_window.look.glyphs import DOWN, SQUARE, UP
from PySide6.QtGui import QImage, QPainter

from tests.full_traces import Trace, record

pytestmark = pytest.mark.qt


def test_every_ply_is_counted_and_has_the_shape_of_whose_turn_it_is() -> None:
    facts = PlyFacts(Rows(record("tree:[[5,[1,2]],[-3,0]]", "minimax")))
    assert facts.counts == [1, 2, 4, 2]
    assert facts.shapes == [(UP,), (DOWN,), (UP,), (SQUARE,)]


def test_a_ply_in_which_either_side_may_move_has_both_shapes() -> None:
    facts = PlyFacts(Rows(record("sample:kalah/three-in-turn")))
    assert facts.shapes == [(UP,), (UP, DOWN), (UP, DOWN), (SQUARE,)]


def test_shares_are_of_what_is_good_for_either_side() -> None:
    facts = PlyFacts(Rows(record("tree:[5,0,0,-3]", "minimax")))
    assert facts.shares[1] == pytest.approx((0.25, 0.5, 0.25))


def test_the_first_frame_after_a_point(pruned: Trace) -> None:
    rows = Rows(pruned)
    spans = [rows.span(frame) for frame in range(len(pruned))]
    for unit in range(rows.width):
        begun = [frame for frame, span in enumerate(spans) if span is not None and span[0] >= unit]
        assert frame_at(rows, unit) == min(begun, default=len(pruned) - 1)


@pytest.mark.parametrize("factor", [1, 5, 1e6])
def test_the_axis_has_a_ground_of_its_own_and_numbers_on_it(pruned: Trace, light: Any, factor: float) -> None:
    rows = Rows(pruned)
    view = View(rows.width, len(rows), 800, 400).fitted().zoomed(factor, 300, 0)
    image = QImage(800, 400, QImage.Format.Format_RGB32)
    image.fill(light.for_min)
    painter = QPainter(image)
    paint_axis(painter, rows, view, light)
    painter.end()
    ground = [image.pixelColor(x, y) for x in range(800) for y in range(round(400 - BOTTOM + 7), 400)]
    assert light.for_min not in ground
    assert sum(colour != light.paper for colour in ground) > 800
    assert image.pixelColor(400, 300) == light.for_min


def test_every_number_on_the_axis_is_seen_whole(light: Any) -> None:
    """None goes on beyond the end of the picture."""
    rows = Rows(record("tictactoe:", "alphabeta"))
    for width in range(640, 1120, 40):
        view = View(rows.width, len(rows), width, 200).fitted()
        image = QImage(width + 60, 200, QImage.Format.Format_RGB32)
        image.fill(light.paper)
        painter = QPainter(image)
        paint_axis(painter, rows, view, light)
        painter.end()
        assert {image.pixel(x, y) for x in range(width + 2, width + 60) for y in range(200)} == {light.paper.rgb()}


def test_counts_of_millions_are_written_in_few_letters_beside_the_side(light: Any, pruned: Trace) -> None:
    rows = Rows(pruned)
    view = View(rows.width, len(rows), 800, 200).fitted()
    assert 16 < view.pitch < 44

    def painted(number: int) -> QImage:
        facts = PlyFacts(rows)
        facts.counts[1] = number
        image = QImage(int(GUTTER_WIDTH), 200, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        paint_gutter(painter, facts, view, light, counts=True)
        painter.end()
        return image.copy(0, round(view.y_of(1)) - 10, 70, 20)

    assert painted(1_048_576) == painted(2), "nothing runs into the name of the side"
    assert painted(999_999) == painted(2)

"""What is written into the shapes that stand for frames."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope_window.look.glyphs import short_value

from tests.full_traces import record

pytestmark = pytest.mark.qt


def test_a_bound_has_its_sign() -> None:
    trace = record("tree:[[5,8],[3,9,9,9]]")
    assert (short_value(trace, 0), short_value(trace, 1)) == ("5", "5")
    assert short_value(trace, 4) == trace.value_text(4) == "≤3"


def test_an_open_frame_has_no_value() -> None:
    trace = record("tictactoe:XO./.../...", limit=60)
    assert short_value(trace, 0) == "?"


def test_every_shape_can_be_drawn_and_has_a_name(qapp: Any) -> None:
    from plyscope.model.columns import INNER, TERMINAL
    from plyscope_window.look.glyphs import ROUND, SHAPES, SQUARE, outline, shape_of, shape_of_stub, side_name

    assert len({side_name(shape) for shape in SHAPES}) == len(SHAPES)
    assert side_name(SQUARE) == "LEAF"
    for shape in SHAPES:
        assert 10 < outline(shape, 20).boundingRect().width() <= 20.5
    assert [shape_of(kind, INNER) for kind in (0, 1, 2)] == [1, 0, ROUND]
    assert [shape_of_stub(kind) for kind in (0, 1, 2)] == [0, 1, ROUND]
    assert shape_of(2, TERMINAL) == SQUARE

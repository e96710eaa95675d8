"""What is written into the shapes that stand for frames."""

from __future__ import annotations

import pytest

pytest.importorskip("PySide6.QtWidgets")

from engine.recording import record
from visualiser.glyphs import short_value

pytestmark = pytest.mark.qt


def test_a_bound_has_its_sign() -> None:
    trace = record("tree:[[5,8],[3,9,9,9]]")
    assert (short_value(trace, 0), short_value(trace, 1)) == ("5", "5")
    assert short_value(trace, 4) == trace.value_text(4) == "≤3"


def test_an_open_frame_has_no_value() -> None:
    trace = record("tictactoe:XO./.../...", limit=60)
    assert short_value(trace, 0) == "?"

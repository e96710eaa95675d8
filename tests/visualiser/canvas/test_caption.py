"""The caption of a step: its values are coloured as their nodes are at the step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from plyscope import load
from plyscope_window.canvas.caption import Caption
from plyscope_window.widgets.sentence import Outline

from tests.full_traces import record

pytestmark = pytest.mark.qt


def test_values_are_filled_as_their_nodes_and_pruned_ones_dashed(
    session_of: Callable[..., Any], qtbot: Any, light: Any
) -> None:
    session = session_of(record(load("tree:[[3,12,8],[2,4,6],[14,5,2]]")))
    caption = Caption(session)
    qtbot.addWidget(caption)
    session.go(16)
    text = "".join(piece.text for piece in caption.sentence.pieces)
    assert text == "Cut at C. C returns at most 2: A already has 3 from B, so the leaves 4 and 6 cannot matter."
    boxes = [piece for piece in caption.sentence.pieces if piece.fill is not None]
    assert [(box.text, box.line) for box in boxes] == [
        ("2", Outline.NONE), ("3", Outline.NONE), ("4", Outline.DASHED), ("6", Outline.DASHED),
    ]  # fmt: skip
    shades = session.rows.shades
    assert boxes[0].fill == light.of_shade(shades.of_frame(session.trace, 6))
    assert boxes[1].fill == light.of_shade(shades.of_frame(session.trace, 1))
    assert caption.sentence.reason


def test_every_step_has_a_sentence(session_of: Callable[..., Any], qtbot: Any) -> None:
    session = session_of(record(load("sample:tictactoe/hebrew")))
    caption = Caption(session)
    qtbot.addWidget(caption)
    for step in range(session.cursor.last_step + 1):
        session.go(step)
        assert caption.sentence.accessibleName()
    caption.resize(900, 80)
    assert not caption.grab().isNull()

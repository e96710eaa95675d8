"""What is put away leaves a note, and a cursor within it is marked where it vanished."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QPointF

from engine.layout.rows import Rows
from engine.trace import Trace
from tests.visualiser.canvas.pixels import is_close, most_common
from visualiser.canvas.badges import collapsed_text, hidden_text

pytestmark = pytest.mark.qt


def test_notes_count_what_is_put_away(pruned: Trace) -> None:
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

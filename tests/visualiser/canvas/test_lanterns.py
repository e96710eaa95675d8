"""Lanterns: small pictures of whole subtrees."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope.layout.rows import Rows
from plyscope_window.canvas.lanterns import MAX_LINES, ROOF_HEIGHT, lantern_icicle, paint_lantern
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from tests.full_traces import record
from tests.visualiser.canvas.pixels import is_close

pytestmark = pytest.mark.qt


def painted(rows: Rows, frame: int, light: Any) -> QImage:
    image = QImage(120, 80, QImage.Format.Format_RGB32)
    image.fill(light.paper)
    painter = QPainter(image)
    paint_lantern(painter, rows, frame, QPointF(60, 5), (40.0, 26.0))
    painter.end()
    return image


def test_a_lantern_shows_what_lies_below_its_frame_ply_by_ply(light: Any) -> None:
    rows = Rows(record("tree:[[[4,4],[4,4]],[[-4,-4],[-4,-4]]]", "minimax"))
    image = painted(rows, 1, light)
    for x in (45, 60, 75):
        colour = image.pixelColor(x, round(5 + ROOF_HEIGHT + 10))
        assert colour.blue() > colour.red() + 60, "all of it is good for MAX"
    other = painted(rows, 8, light).pixelColor(60, round(5 + ROOF_HEIGHT + 10))
    assert other.red() > other.blue() + 60, "all of it is good for MIN"
    assert is_close(image.pixelColor(5, 20), light.paper)


@pytest.mark.parametrize(("plies", "lines"), [(3, 3), (MAX_LINES, MAX_LINES), (700, MAX_LINES)])
def test_no_more_lines_than_can_be_seen(plies: int, lines: int, light: Any) -> None:
    """Beside a path much deeper than itself, a lantern of few plies still has a line for each."""
    deep = "[" * (plies + 1) + "4" + "]" * (plies + 1)
    rows = Rows(record(f"tree:[{deep},{'[' * 800}1{']' * 800}]", "minimax"))
    body = lantern_icicle(rows, 2, 12)
    assert (body.width(), body.height()) == (12, lines)
    assert all(is_close(body.pixelColor(6, line), body.pixelColor(6, 0)) for line in range(lines))

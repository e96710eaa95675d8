"""No pixel of a widget shows what lay in memory before, whatever the scale."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope_window.widgets.painting import fill_rim
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter

pytestmark = pytest.mark.qt


PAPER, GARBAGE = QColor("#FBFAF6"), QColor("#000000")


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 1.75, 2.0])
@pytest.mark.parametrize(("wide", "high"), [(301, 203), (302, 202), (303, 201)])
def test_the_outermost_pixels_are_filled(qapp: Any, ratio: float, wide: int, high: int) -> None:
    whole = (int(wide * ratio + 0.999), int(high * ratio + 0.999))
    image = QImage(*whole, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(GARBAGE)
    painter = QPainter(image)
    fill_rim(painter, QRect(0, 0, wide, high), PAPER)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(QRect(0, 0, wide, high), PAPER)
    painter.end()
    seen = {image.pixel(x, y) for x in range(whole[0]) for y in (0, 1, whole[1] - 2, whole[1] - 1)}
    seen |= {image.pixel(x, y) for y in range(whole[1]) for x in (0, 1, whole[0] - 2, whole[0] - 1)}
    assert seen == {PAPER.rgb()}

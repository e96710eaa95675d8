"""Rows and columns of parts, lines of widgets that wrap, and cards that share their line."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope_window.widgets.layouts import STRETCH, FlowLayout, column_layout, row_layout, widget_with
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

pytestmark = pytest.mark.qt


def filled(qtbot: Any, layout: FlowLayout, count: int) -> tuple[QWidget, list[QWidget]]:
    outside = QWidget()
    qtbot.addWidget(outside)
    outside.setLayout(layout)
    parts = []
    for _ in range(count):
        part = QWidget()
        part.setFixedSize(100, 20)
        layout.addWidget(part)
        parts.append(part)
    return outside, parts


def test_a_layout_is_declared_with_its_parts(qtbot: Any) -> None:
    left, right, below = (QWidget() for _ in range(3))
    for part in (left, right, below):
        part.setFixedSize(100, 20)
    beside = row_layout(left, (right, 0, Qt.AlignmentFlag.AlignTop), STRETCH, spacing=10)
    outside = widget_with(column_layout(beside, 30, below, STRETCH, margins=(5, 6, 7, 8), spacing=0))
    qtbot.addWidget(outside)
    outside.resize(400, 300)
    outside.show()
    assert [(part.x(), part.y()) for part in (left, right, below)] == [(5, 6), (115, 6), (5, 56)]


def test_widgets_that_do_not_fit_wrap_to_the_next_line(qtbot: Any) -> None:
    layout = FlowLayout(10)
    outside, parts = filled(qtbot, layout, 5)
    outside.resize(330, 200)
    outside.show()
    assert [(part.x(), part.y()) for part in parts] == [(0, 0), (110, 0), (220, 0), (0, 30), (110, 30)]
    assert layout.heightForWidth(330) == 50
    assert layout.heightForWidth(1000) == 20
    assert layout.heightForWidth(430) == 50
    parts[0].hide()
    assert layout.heightForWidth(430) == 20
    parts[1].setFixedSize(100, 30)
    assert layout.heightForWidth(430) == 30


def test_lines_are_mirrored(qtbot: Any) -> None:
    outside, parts = filled(qtbot, FlowLayout(10), 2)
    outside.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    outside.resize(330, 40)
    outside.show()
    assert [part.x() for part in parts] == [230, 120]


def test_cards_share_their_line_evenly(qtbot: Any) -> None:
    outside, parts = filled(qtbot, FlowLayout(10, 100), 4)
    for part in parts:
        part.setMaximumWidth(500)
        part.setMinimumWidth(10)
    outside.resize(365, 200)
    outside.show()
    assert [part.x() for part in parts] == [0, 125, 250, 0]
    assert {part.width() for part in parts} == {115}

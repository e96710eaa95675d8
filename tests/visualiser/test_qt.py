"""Qt itself works here: what the window stands on."""

from __future__ import annotations

import sys
from typing import Any

import pytest

pytestmark = pytest.mark.qt


def test_a_widget_is_shown_and_drawn(qtbot: Any) -> None:
    from PySide6.QtWidgets import QLabel

    label = QLabel("α ≥ β")
    qtbot.addWidget(label)
    label.show()
    picture = label.grab().toImage()
    assert (picture.width(), picture.height()) == (label.width(), label.height())


def test_this_version_keeps_its_references_to_none(qtbot: Any) -> None:
    """PySide6 6.12 loses one with every call that returns nothing, and ends the process after some thousands."""
    from PySide6.QtWidgets import QLabel

    label = QLabel()
    qtbot.addWidget(label)
    before = sys.getrefcount(None)
    for _ in range(2000):
        label.setText("")
    assert sys.getrefcount(None) > before - 1000

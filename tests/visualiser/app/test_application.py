"""The window as it first comes."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.qt


def test_no_window_begins_larger_than_its_screen(qapp: Any) -> None:
    from plyscope_window.app.application import keep_on_screen
    from PySide6.QtWidgets import QWidget

    window = QWidget()
    room = window.screen().availableSize()
    window.resize(room.width() + 400, room.height() + 400)
    keep_on_screen(window)
    assert window.width() == room.width()
    assert room.height() - 60 < window.height() < room.height()
    window.resize(300, 200)
    keep_on_screen(window)
    assert (window.width(), window.height()) == (300, 200)

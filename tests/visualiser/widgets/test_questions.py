"""Questions are answered by letters too."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope_window.widgets.questions import ask_to_save
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

pytestmark = pytest.mark.qt


@pytest.mark.parametrize(
    ("key", "answer"), [(Qt.Key.Key_S, "save"), (Qt.Key.Key_D, "discard"), (Qt.Key.Key_Escape, "cancel")]
)
def test_a_letter_answers_whether_to_save(qtbot: Any, key: Qt.Key, answer: str) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)

    def press() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        QTest.keyClick(box, key)

    QTimer.singleShot(50, press)
    assert ask_to_save(parent, "a recording") == answer

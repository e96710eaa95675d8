"""Predicting: stepping stops before a decision, asks, goes on when it is answered, and keeps a tally."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope_window.panels.predict import PredictPanel
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.visualiser.driving import panel, session_on, settle, show

pytestmark = pytest.mark.qt


def press(window: Any, keys: str) -> None:
    QTest.keySequence(window.canvas, keys)
    settle(window)


@pytest.fixture
def asked(window: Any) -> Any:
    show(window, session_on("tree:[[3,12,8],[2,4,6],[14,5,2]]"))
    press(window, "Ctrl+Alt+D")
    settle(window)
    return panel(window, "predict")


def choose(asked: PredictPanel, key: str) -> None:
    asked.kind.setCurrentIndex(asked.kind.findData(key))


@pytest.mark.full
def test_a_way_over_many_decisions_stops_before_the_first(window: Any, asked: PredictPanel) -> None:
    session = window.session
    choose(asked, "cut")
    press(window, "End")
    settle(window)
    assert session.cursor.step == 3, "B1 has returned, and nothing is said of B yet"
    assert asked.text.text() == "B1 has returned 3 to B. Is B cut now?"
    press(window, "F11")
    assert session.cursor.step == 3, "it waits for the answer"
    asked.no.click()
    settle(window)
    assert session.cursor.step == 4
    assert asked.verdict.text() == "✓ Right: no."
    press(window, "F11")
    press(window, "F11")
    press(window, "F11")
    settle(window)
    asked.yes.click()
    settle(window)
    assert asked.verdict.text() == "✗ Not so: no."
    assert asked.tally.text() == "1 of 2 right"


def test_a_value_is_typed_or_shown(window: Any, asked: PredictPanel) -> None:
    session = window.session
    choose(asked, "value")
    press(window, "End")
    settle(window)
    assert asked.text.text() == "What does B return?"
    QTest.keyClicks(asked.field, "three")
    QTest.keyClick(asked.field, Qt.Key.Key_Return)
    assert "Type a number" in asked.verdict.text()
    asked.field.clear()
    QTest.keyClicks(asked.field, "3")
    QTest.keyClick(asked.field, Qt.Key.Key_Return)
    settle(window)
    assert asked.verdict.text() == "✓ Right: 3."
    press(window, "End")
    settle(window)
    asked.give_up.click()
    settle(window)
    assert asked.verdict.text() == "It was: 2."
    assert asked.tally.text() == "1 of 2 right"
    choose(asked, "")
    press(window, "End")
    assert session.cursor.step == session.cursor.last_step


def test_going_back_asks_nothing(window: Any, asked: PredictPanel) -> None:
    press(window, "End")
    choose(asked, "best")
    press(window, "Home")
    assert window.session.cursor.step == 0
    assert window.session.prediction.question is None


def test_words_are_whole_in_a_low_panel(window: Any, asked: PredictPanel) -> None:
    choose(asked, "")
    asked.resize(300, 110)
    settle(window)
    assert asked.text.height() >= asked.text.heightForWidth(asked.text.width())

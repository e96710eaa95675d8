from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope_window.widgets.controls import ActionButton, Choice, Number, fill, labelled
from PySide6.QtCore import SIGNAL
from PySide6.QtGui import QAction, QActionGroup

pytestmark = pytest.mark.qt


def test_filling_a_choice_tells_nobody_and_keeps_what_is_chosen(qtbot: Any) -> None:
    box = Choice()
    qtbot.addWidget(box)
    told: list[int] = []
    box.currentIndexChanged.connect(told.append)
    fill(box, [("A", 1), ("B", 2)], 2)
    assert box.currentData() == 2
    fill(box, [("A", 1), ("C", 3)], 2)
    assert box.currentData() == 1
    assert told == []


def test_a_label_leads_to_its_control(qtbot: Any) -> None:
    from PySide6.QtWidgets import QLabel

    number = Number(1, 9, 3)
    pair = labelled("&Rows", number, "How many")
    qtbot.addWidget(pair)
    assert pair.findChild(QLabel).buddy() is number
    assert (number.accessibleName(), number.toolTip()) == ("Rows", "How many")


@pytest.mark.parametrize("text", ["", "a very long text that stands for the least number"])
def test_a_number_is_wide_enough_for_all_that_it_can_say(qtbot: Any, text: str) -> None:
    number = Number(-1, 20_000_000, 5)
    qtbot.addWidget(number)
    number.setSpecialValueText(text)
    number.resize(number.sizeHint())
    number.show()
    longest = text or "20000000"
    assert number.lineEdit().width() >= number.fontMetrics().horizontalAdvance(longest)


def test_a_button_looks_as_its_action_does_and_triggers_it(qtbot: Any) -> None:
    action = QAction("&Play")
    action.setCheckable(True)
    button = ActionButton(action)
    qtbot.addWidget(button)
    told: list[bool] = []
    action.triggered.connect(lambda is_on: told.append(is_on))
    button.click()
    assert (told, button.isChecked()) == ([True], True)
    action.setChecked(False)
    action.setToolTip("from here")
    action.setEnabled(False)
    assert (button.isChecked(), button.toolTip(), button.isEnabled()) == (False, "from here", False)
    button.click()
    assert told == [True]


def test_a_button_of_a_group_stays_pressed(qtbot: Any) -> None:
    group = QActionGroup(None)
    one, other = (group.addAction(text) for text in ("Focus", "Tree"))
    for action in (one, other):
        action.setCheckable(True)
    one.setChecked(True)
    button = ActionButton(one)
    qtbot.addWidget(button)
    button.click()
    assert button.isChecked()
    other.trigger()
    assert not button.isChecked()


def test_a_button_is_tied_to_its_action_once_however_often_that_changes(qtbot: Any) -> None:
    action = QAction("Over")
    button = ActionButton(action)
    qtbot.addWidget(button)
    before = action.receivers(SIGNAL("changed()")) + action.receivers(SIGNAL("enabledChanged(bool)"))
    for _ in range(20):
        action.setEnabled(not action.isEnabled())
    after = action.receivers(SIGNAL("changed()")) + action.receivers(SIGNAL("enabledChanged(bool)"))
    assert after == before

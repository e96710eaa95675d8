"""Choices, numbers, labels and buttons, and buttons for actions."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope_window.look import theme
from plyscope_window.widgets.controls import ActionButton, Choice, Number, framed_button, labelled, replace_entries
from PySide6.QtCore import SIGNAL, Qt
from PySide6.QtGui import QAction, QActionGroup

pytestmark = pytest.mark.qt


def test_filling_a_choice_emits_nothing_and_keeps_the_selection(qtbot: Any) -> None:
    box = Choice()
    qtbot.addWidget(box)
    emitted: list[int] = []
    box.currentIndexChanged.connect(emitted.append)
    replace_entries(box, [("A", 1), ("B", 2)], 2)
    assert box.currentData() == 2
    replace_entries(box, [("A", 1), ("C", 3)], 2)
    assert box.currentData() == 1
    assert emitted == []


def test_a_mnemonic_leads_to_its_control(qtbot: Any) -> None:
    from PySide6.QtWidgets import QLabel

    number = Number(1, 9, 3)
    pair = labelled("&Rows", number, "How many")
    qtbot.addWidget(pair)
    assert pair.findChild(QLabel).buddy() is number
    assert (number.accessibleName(), number.toolTip()) == ("Rows", "How many")


@pytest.mark.parametrize("text", ["", "a very long text that stands for the least number"])
def test_a_number_field_is_wide_enough_for_all_its_texts(qtbot: Any, text: str) -> None:
    number = Number(-1, 20_000_000, 5)
    qtbot.addWidget(number)
    number.setSpecialValueText(text)
    number.resize(number.sizeHint())
    number.show()
    longest = text or "20000000"
    assert number.lineEdit().width() >= number.fontMetrics().horizontalAdvance(longest)


def test_a_button_follows_and_triggers_its_action(qtbot: Any) -> None:
    action = QAction("&Play")
    action.setCheckable(True)
    button = ActionButton(action)
    qtbot.addWidget(button)
    emitted: list[bool] = []
    action.triggered.connect(lambda is_on: emitted.append(is_on))
    button.click()
    assert (emitted, button.isChecked()) == ([True], True)
    action.setChecked(False)
    action.setToolTip("from here")
    action.setEnabled(False)
    assert (button.isChecked(), button.toolTip(), button.isEnabled()) == (False, "from here", False)
    button.click()
    assert emitted == [True]


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


def test_a_button_keeps_one_connection_to_its_action(qtbot: Any) -> None:
    action = QAction("Over")
    button = ActionButton(action)
    qtbot.addWidget(button)
    before = action.receivers(SIGNAL("changed()")) + action.receivers(SIGNAL("enabledChanged(bool)"))
    for _ in range(20):
        action.setEnabled(not action.isEnabled())
    after = action.receivers(SIGNAL("changed()")) + action.receivers(SIGNAL("enabledChanged(bool)"))
    assert after == before


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_a_button_has_as_much_room_behind_its_text_as_before_its_icon(
    qtbot: Any, direction: Qt.LayoutDirection
) -> None:
    theme.use(theme.THEMES["light"])
    button = framed_button("Note", "", "play")
    qtbot.addWidget(button)
    button.setLayoutDirection(direction)
    button.resize(button.sizeHint())
    picture = button.grab().toImage()
    ground = picture.pixel(4, picture.height() // 2)
    rows = range(6, picture.height() - 6)
    drawn = [x for x in range(3, picture.width() - 3) if any(picture.pixel(x, y) != ground for y in rows)]
    assert abs((min(drawn)) - (picture.width() - 1 - max(drawn))) <= 4
    assert button.text() == "Note"

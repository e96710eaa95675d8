from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("PySide6.QtWidgets")

from visualiser.controls import Choice, Number, fill, labelled

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

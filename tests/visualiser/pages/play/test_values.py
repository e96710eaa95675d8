"""Bars for what moves were worth."""

from __future__ import annotations

from math import inf

import pytest
from plyscope.play.decision import Decision
from plyscope_window.look.theme import theme
from plyscope_window.pages.play.sidebar import ValueBars, move_value_text
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

pytestmark = pytest.mark.qt

ROWS = (("a", 2.0, "exact", 5), ("b", -4.0, "at most", 7), ("c", None, None, 1), ("d", 0.0, "at least", 2))


@pytest.fixture
def bars(qtbot: QtBot) -> ValueBars:
    made = ValueBars()
    qtbot.addWidget(made)
    made.show_decision(Decision("b", ROWS, 16))
    made.resize(made.sizeHint())
    return made


def test_values_with_their_bounds() -> None:
    assert [move_value_text(row) for row in ROWS] == ["2", "≤−4", "none", "≥0"]


def test_bars_are_as_long_as_values_are_large(bars: ValueBars) -> None:
    assert [bars.bar_length(row[1]) for row in ROWS] == [0.5, -1.0, 0.0, 0.0]
    bars.show_decision(Decision("a", (*ROWS, ("e", inf, "exact", 1), ("f", -inf, "exact", 1)), 16))
    assert (bars.bar_length(inf), bars.bar_length(-inf), bars.bar_length(-4.0)) == (1.0, -1.0, -0.8)


def test_it_is_said_to_those_who_cannot_see_it(bars: ValueBars) -> None:
    assert bars.accessibleDescription() == ("a: 2, 5 calls; b: ≤−4, 7 calls, played; c: none, 1 calls; d: ≥0, 2 calls")


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_what_is_good_for_max_goes_to_the_right_in_every_direction(
    bars: ValueBars, direction: Qt.LayoutDirection
) -> None:
    bars.setLayoutDirection(direction)
    image = bars.grab().toImage()
    row = bars.height() // len(ROWS)
    middle = middle_of(image, row * 2 + row // 2)
    good, bad = columns(image, row // 2, theme().of_shade(0.5)), columns(image, row + row // 2, theme().for_min)
    assert min(good) >= middle - 1
    assert max(bad) <= middle + 1


def middle_of(image: QImage, y: int) -> int:
    """The axis: in the row without a bar it is the only line of its colour."""
    (x, *_) = columns(image, y, theme().edge)
    return x


def columns(image: QImage, y: int, colour: QColor) -> list[int]:
    return [x for x in range(image.width()) if image.pixelColor(x, y) == colour]


def test_of_very_many_moves_the_played_one_is_described(bars: ValueBars) -> None:
    rows = tuple((f"{number},0", float(number), "exact", number) for number in range(869))
    bars.show_decision(Decision("7,0", rows, 900))
    assert bars.accessibleDescription() == "7,0: 7, 7 calls, played; 869 moves in all"
    narrow, values, _ = bars._widths()
    bars.show_decision(Decision("7,0", rows[:5], 900))
    assert bars.accessibleDescription().count("calls") == 5
    assert narrow > bars._widths()[0]
    assert values > bars._widths()[1]

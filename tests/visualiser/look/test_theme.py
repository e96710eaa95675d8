"""The theme: what a palette cannot say, as it is seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from plyscope_window.look import theme
from plyscope_window.look.theme import DARK, LIGHT, Theme
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QCheckBox

pytestmark = pytest.mark.qt

LEAST = 30
"""Of 255: how much lighter or darker than the ground a line is that can be seen."""


@pytest.fixture(autouse=True)
def _theme(qapp: object) -> Iterator[None]:
    before, scale = theme.Current.theme, theme.Current.text_scale
    yield
    theme.use(before, scale)


@pytest.mark.spread(3)
@pytest.mark.parametrize("name", theme.THEMES)
@pytest.mark.parametrize("is_on", [False, True])
def test_a_box_to_tick_stands_out_from_the_ground_on_all_sides(qtbot: Any, name: str, is_on: bool) -> None:
    theme.use(theme.THEMES[name])
    box = QCheckBox()
    qtbot.addWidget(box)
    box.setChecked(is_on)
    box.resize(40, 40)
    box.show()
    image, ground = box.grab().toImage(), theme.theme().paper.lightness()
    marked = [
        (x, y)
        for x in range(image.width())
        for y in range(image.height())
        if abs(QColor(image.pixel(x, y)).lightness() - ground) >= LEAST
    ]
    left, right = min(x for x, _ in marked), max(x for x, _ in marked)
    top, bottom = min(y for _, y in marked), max(y for _, y in marked)
    assert 11 <= right - left <= 17
    assert abs((right - left) - (bottom - top)) <= 1
    middle = ((left + right) // 2, (top + bottom) // 2)
    for x, y in ((left, middle[1]), (right - 1, middle[1]), (middle[0], top), (middle[0], bottom - 1)):
        assert {(x, y), (x + 1, y), (x, y + 1)} & set(marked)
    inside = {image.pixel(x, y) for x in range(left + 2, right - 1) for y in range(top + 2, bottom - 1)}
    assert (len(inside) > 2) == is_on, "a tick, or nothing"


@pytest.mark.parametrize("name", theme.THEMES)
def test_ticks_are_drawn_in_the_colour_of_their_theme(name: str) -> None:
    drawing = (theme.TICKS / f"{name}.svg").read_text(encoding="utf-8")
    assert theme.THEMES[name].paper.name().lower() in drawing.lower()


def test_indistinguishable_sizes_are_one_font() -> None:
    theme.use(theme.theme(), 1.0)
    assert theme.font(12.6, bold=True) is theme.font(13.4, bold=True)
    assert theme.font(13.4) is not theme.font(13.6)
    small = theme.font(13).pixelSize()
    theme.use(theme.theme(), 1.5)
    assert theme.font(13).pixelSize() == round(small * 1.5)


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_values_good_for_max_and_for_min_have_the_colours_of_their_side(colours: Theme) -> None:
    assert (colours.of_shade(1), colours.of_shade(0), colours.of_shade(-1)) == (
        colours.for_max,
        colours.even,
        colours.for_min,
    )
    for good, bad, side in ((0.9, -0.9, colours.for_max), (-0.9, 0.9, colours.for_min)):
        near, far = distance(colours.of_mean(good), side), distance(colours.of_mean(bad), side)
        assert near < far


def distance(one: QColor, other: QColor) -> float:
    return sum((a - b) ** 2 for a, b in zip(one.getRgb(), other.getRgb(), strict=True))

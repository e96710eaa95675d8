"""The picture of what has not happened yet: pale, without colours, on the grounds that are there."""

from __future__ import annotations

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope_window.canvas.overlay import FUTURE_CONTRAST, MAX_CONTRAST, faint_table, future_of
from plyscope_window.look.theme import DARK, LIGHT, Theme, mixed
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage

THEMES = [LIGHT, DARK]


def one_pixel(theme: Theme, colour: QColor, *, grounds: bool = False, is_hidden: bool = False) -> QColor:
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    image.fill(colour)
    behind = [QRect(0, 0, 4, 4)] if grounds else []
    return future_of(image, theme.name, behind, 1.0, is_hidden=is_hidden).pixelColor(1, 1)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_the_ground_stays_as_it_is(theme: Theme) -> None:
    assert one_pixel(theme, theme.paper) == theme.paper
    assert one_pixel(theme, theme.band, grounds=True) == theme.band


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_all_values_look_alike_and_pale(theme: Theme) -> None:
    shown = {one_pixel(theme, theme.of_shade(shade / 10)).rgb() for shade in range(-10, 11)}
    assert len(shown) == 1
    away = abs(QColor(shown.pop()).green() - theme.paper.green())
    assert away == round(MAX_CONTRAST * FUTURE_CONTRAST)
    # So do the paler blocks of even values in bands.
    assert one_pixel(theme, mixed(theme.paper, theme.even, 0.4)) == one_pixel(theme, theme.for_max)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_a_hidden_future_is_nothing_but_ground(theme: Theme) -> None:
    assert one_pixel(theme, theme.for_max, is_hidden=True) == theme.paper
    assert one_pixel(theme, theme.ink, grounds=True, is_hidden=True) == theme.band


def test_grounds_lie_where_they_lie_in_the_picture_at_every_scale() -> None:
    image = QImage(3, 30, QImage.Format.Format_RGB32)
    image.fill(LIGHT.ink)
    made = future_of(image, "light", [QRect(0, 4, 2, 6)], 1.5, is_hidden=True)
    assert [y for y in range(30) if made.pixelColor(1, y) == LIGHT.band] == list(range(6, 15))
    assert len(faint_table("light", "paper", FUTURE_CONTRAST)) == 3 * 255 + 1

"""What is painted is what the engine wrote down: its colours are the window's, its texts have the room they need."""

from __future__ import annotations

from dataclasses import fields

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope.export.node_texts import STYLES, width_of
from plyscope.export.palette import PALETTES
from plyscope_window.export import painting
from plyscope_window.look import theme
from PySide6.QtGui import QFont, QGuiApplication

pytestmark = pytest.mark.qt


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_colours_are_those_of_the_window(name: str) -> None:
    palette, shown = PALETTES[name], theme.THEMES[name]
    for field in fields(palette):
        if (name, field.name) != ("light", "paper"):  # a drawing goes to paper that is white
            assert getattr(palette, field.name) == getattr(shown, field.name).name().upper(), field.name


@pytest.mark.parametrize("text", ["b2", "≥−100", "5,4:3:2", "α −∞", "a name", "Move 17", "10k", "ראשון", "左上"])
@pytest.mark.parametrize("bold", [False, True])
def test_texts_are_as_wide_as_the_engine_thinks(text: str, bold: bool) -> None:
    painting.ensure_application()
    real = painting.width_of(painting.font_of(24, bold), text)
    assert width_of(text, 12, bold=bold) == pytest.approx(real, rel=0.15)


def test_every_role_has_a_colour_in_every_palette() -> None:
    for style in STYLES.values():
        assert all(hasattr(palette, style.colour) for palette in PALETTES.values())


def test_figures_are_not_all_as_wide_whatever_the_window_has() -> None:
    """Printed pages could not be searched for them."""
    painting.ensure_application()
    before = QGuiApplication.font()
    try:
        QGuiApplication.setFont(theme.font(13))
        painting.font_of.cache_clear()
        tag = QFont.Tag("tnum")
        assert theme.font(13).featureValue(tag) == 1
        assert painting.font_of(24, False).featureValue(tag) == 0
    finally:
        QGuiApplication.setFont(before)
        painting.font_of.cache_clear()

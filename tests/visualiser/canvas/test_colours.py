"""The table from shades and coverage to pixels."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope_window.canvas.strips import COVERAGES, packed, pixel, shade_table
from plyscope_window.look.theme import THEMES, mixed
from PySide6.QtGui import QColor

from tests.visualiser.canvas.pixels import is_close

pytestmark = pytest.mark.qt


@pytest.mark.parametrize("name", THEMES)
def test_the_corners_of_the_table(name: str, qapp: Any) -> None:
    theme, table = THEMES[name], shade_table(name)
    assert table.shape == (256, COVERAGES)
    assert {int(entry) for entry in table[:, 0]} == {int(pixel(theme.paper))}, "what is not covered is paper"
    full = table[:, -1]
    assert is_close(QColor(int(full[255])), mixed(theme.paper, theme.for_max, 0.88))
    assert is_close(QColor(int(full[1])), mixed(theme.paper, theme.for_min, 0.88))
    even = mixed(theme.paper, mixed(theme.paper, theme.even, 0.42), 0.88)
    assert is_close(QColor(int(full[128])), even)


@pytest.mark.parametrize("name", THEMES)
def test_more_is_stronger(name: str, qapp: Any) -> None:
    """The further from even and the better covered, the further from the paper."""
    theme, table = THEMES[name], shade_table(name)
    paper = np.array([theme.paper.red(), theme.paper.green(), theme.paper.blue()])

    def strength(entry: int) -> float:
        colour = QColor(entry)
        return float(np.abs(np.array([colour.red(), colour.green(), colour.blue()]) - paper).sum())

    for shade in (1, 64, 128, 192, 255):
        along = [strength(int(entry)) for entry in table[shade]]
        assert along == sorted(along)
    for side in (table[128:, -1], table[128:0:-1, -1]):
        assert strength(int(side[-1])) > strength(int(side[0]))


def test_the_two_sides_are_told_apart(qapp: Any) -> None:
    for name in THEMES:
        table = shade_table(name)
        assert not is_close(QColor(int(table[255, -1])), QColor(int(table[1, -1])), 60)


def test_channels_are_packed_as_qt_has_them() -> None:
    assert int(packed(np.array([18.0, 52.0, 86.0]))) == QColor(18, 52, 86).rgb()
    assert int(packed(np.array([-3.0, 300.0, 0.4]))) == QColor(0, 255, 0).rgb()

"""Plots as files: bitmaps, drawings, and what happens where they cannot be written."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from plyscope.analysis.stats import by_ply
from plyscope.messages import InputError
from plyscope_window.look import theme
from plyscope_window.panels.statistics import plots_by_ply
from plyscope_window.widgets.plots.numbers import Numbers
from plyscope_window.widgets.plots.stack import (
    BITMAP_SCALE,
    PICTURE_WIDTH,
    PlotStack,
    picture_size,
    plots_image,
    save_picture,
)
from plyscope_window.widgets.table import LEADING, TRAILING
from PySide6.QtGui import QImage

from tests.full_traces import record

pytestmark = pytest.mark.qt


@pytest.fixture
def plots() -> Any:
    return plots_by_ply(by_ply(record("tictactoe:XO./.../...", "alphabeta")))


def test_plots_are_saved_as_a_bitmap(plots: Any, tmp_path: Path) -> None:
    file = tmp_path / "plots.png"
    save_picture(plots, file)
    image = QImage(str(file))
    assert image.width() == BITMAP_SCALE * PICTURE_WIDTH
    assert image.height() == BITMAP_SCALE * picture_size(plots).height()
    assert image.pixelColor(1, 1) == theme.theme().paper
    assert len({image.pixel(x, y) for x in range(0, image.width(), 9) for y in range(0, image.height(), 9)}) > 10
    assert [one.name for one in tmp_path.iterdir()] == ["plots.png"]


def test_plots_are_saved_as_a_drawing_with_their_texts(plots: Any, tmp_path: Path) -> None:
    file = tmp_path / "plots.svg"
    save_picture(plots, file)
    root = ElementTree.parse(file).getroot()
    words = " ".join("".join(one.itertext()) for one in root.iter("{http://www.w3.org/2000/svg}text"))
    for plot in plots:
        assert plot.title in words
    assert "cutoffs" in words
    assert root.get("viewBox") == f"0 0 {PICTURE_WIDTH} {picture_size(plots).height()}"


@pytest.mark.full
def test_pictures_follow_the_theme(plots: Any) -> None:
    light = plots_image(plots)
    theme.use(theme.DARK)
    dark = plots_image(plots)
    theme.use(theme.LIGHT)
    assert light.pixelColor(1, 1).lightness() > 200
    assert dark.pixelColor(1, 1).lightness() < 60


def test_a_failed_write_is_reported(plots: Any, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        save_picture(plots, tmp_path / "nowhere" / "plots.png")


def test_a_table_below_is_there_once_it_has_rows(qtbot: Any, plots: Any) -> None:
    stack = PlotStack(has_table_below=True)
    qtbot.addWidget(stack)
    headings = ("", "score", "moves")
    stack.show_plots(plots, Numbers("Nothing", headings, (), (), ()))
    stack.show()
    assert not stack.table.isVisible()
    rows = (("95 % of it", "7.5 %", 3), ("won", "−1.5", None))
    stack.show_plots(plots, Numbers("Something", headings, rows, (None, None), ()))
    assert stack.table.isVisible()
    assert [column.align for column in stack.table.rows.columns] == [LEADING, TRAILING, TRAILING], "words, then numbers"

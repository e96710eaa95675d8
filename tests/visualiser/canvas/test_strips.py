"""Lines of pixels from the row index."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from plyscope.layout.rows import LEAF, Rows
from plyscope.layout.viewport import View
from plyscope_window.canvas.strips import (
    COVERAGE_STEPS,
    DIMMED_STRENGTH,
    Columns,
    band,
    hatch_columns,
    packed_pixels,
    pixel_of,
    pixels_of,
    shade_table,
)
from plyscope_window.look.theme import THEMES, mixed
from PySide6.QtGui import QColor, QImage

from tests.full_traces import record
from tests.visualiser.canvas.pixels import is_close

pytestmark = pytest.mark.qt


LEAVES = [place % 5 - 2 for place in range(120)]


def leaf_rows() -> Rows:
    return Rows(record(f"tree:[{','.join(map(str, LEAVES))}]", "minimax"))


def test_a_leaf_a_pixel_has_the_colour_of_its_value(light: Any) -> None:
    rows = leaf_rows()
    view = View(rows.width, len(rows), len(LEAVES), 100, scale=1 / LEAF)
    line, filled = band(rows, 1, Columns(view, 1.0), light)
    assert filled.all()
    full = shade_table("light")[:, -1]
    assert line.tolist() == [int(full[shade + 128]) for shade in rows[1].shades.tolist()]


def test_twice_as_fine_on_a_fine_screen(light: Any) -> None:
    rows = leaf_rows()
    view = View(rows.width, len(rows), len(LEAVES), 100, scale=1 / LEAF)
    once, _ = band(rows, 1, Columns(view, 1.0), light)
    twice, _ = band(rows, 1, Columns(view, 2.0), light)
    assert twice.tolist() == np.repeat(once, 2).tolist()


def test_two_leaves_a_pixel_have_the_colour_of_their_mean(light: Any) -> None:
    rows = leaf_rows()
    view = View(rows.width, len(rows), len(LEAVES) / 2, 100, scale=0.5 / LEAF)
    line, _ = band(rows, 1, Columns(view, 1.0), light)
    shades = rows[1].shades.astype(int)
    means = np.rint((shades[::2] + shades[1::2]) / 2).astype(int)
    assert line.tolist() == [int(entry) for entry in shade_table("light")[means + 128, -1]]


def test_what_is_pale_is_nearer_to_the_paper(light: Any) -> None:
    trace = leaf_rows().trace
    strong = np.arange(len(trace)) % 2 == 0
    rows, plain = Rows(trace, strong=strong), Rows(trace)
    columns = Columns(View(rows.width, len(rows), len(LEAVES), 100, scale=1 / LEAF), 1.0)
    line, filled = band(rows, 1, columns, light)
    full, _ = band(plain, 1, columns, light)
    assert filled.all()
    is_strong = strong[rows[1].frames]
    assert (line == full).tolist() == is_strong.tolist()
    faint = np.round(DIMMED_STRENGTH * (COVERAGE_STEPS - 1)).astype(int)
    expected = shade_table("light")[rows[1].shades.astype(int) + 128, faint]
    assert line[~is_strong].tolist() == expected[~is_strong].tolist()


def test_where_there_is_nothing_nothing_is_painted(light: Any) -> None:
    rows = Rows(record("tree:[[1,2,3],4]", "minimax"))
    view = View(rows.width, len(rows), 8, 100, scale=1.0)
    line, filled = band(rows, 2, Columns(view, 1.0), light)
    assert filled.tolist() == [True] * 6 + [False] * 2
    assert set(line[6:].tolist()) == {int(pixel_of(light.paper))}


def test_pruned_moves_are_marked_and_hatched(light: Any) -> None:
    rows = Rows(record("tree:[[5,8],[3,9,9,9]]"))
    assert rows[1].stubs is not None
    view = View(rows.width, len(rows), rows.width * 4, 100, scale=4.0)
    line, filled = band(rows, 2, Columns(view, 1.0), light)
    span = rows.span(4)
    assert span is not None
    stubs = int(rows[1].stubs.sum())
    pruned = slice((span[1] - stubs) * 4, span[1] * 4)
    assert stubs == 3
    assert filled[pruned].all()
    assert set(line[pruned].tolist()) == {int(pixel_of(light.pruned))}
    pixels = np.zeros((10, len(line)), np.uint32)
    hatch_columns(pixels, line, light)
    painted = pixels[:, pruned]
    assert set(np.unique(painted).tolist()) == {int(pixel_of(light.pruned)), int(pixel_of(light.paper))}
    assert not pixels[:, : pruned.start].any()


def test_an_images_memory_is_its_pixels(light: Any) -> None:
    image = QImage(5, 3, QImage.Format.Format_RGB32)
    image.fill(light.paper)
    pixels = pixels_of(image)
    assert pixels.shape == (3, 5)
    pixels[1, 4] = pixel_of(light.now)
    assert image.pixelColor(4, 1) == light.now
    assert image.pixelColor(3, 1) == light.paper


@pytest.mark.parametrize("name", THEMES)
def test_the_corners_of_the_table(name: str, qapp: Any) -> None:
    theme, table = THEMES[name], shade_table(name)
    assert table.shape == (256, COVERAGE_STEPS)
    assert {int(entry) for entry in table[:, 0]} == {int(pixel_of(theme.paper))}, "what is not covered is paper"
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


def test_the_two_sides_are_distinguished(qapp: Any) -> None:
    for name in THEMES:
        table = shade_table(name)
        assert not is_close(QColor(int(table[255, -1])), QColor(int(table[1, -1])), 60)


def test_channels_are_packed_as_qt_has_them() -> None:
    assert int(packed_pixels(np.array([18.0, 52.0, 86.0]))) == QColor(18, 52, 86).rgb()
    assert int(packed_pixels(np.array([-3.0, 300.0, 0.4]))) == QColor(0, 255, 0).rgb()

"""Lines of pixels from the row index."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope import record
from plyscope.layout.rows import LEAF, Rows
from plyscope.layout.viewport import View
from plyscope_window.canvas.strips import COVERAGES, PALE, Columns, band, hatch, pixel, pixels_of, shade_table
from PySide6.QtGui import QImage

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
    faint = np.round(PALE * (COVERAGES - 1)).astype(int)
    expected = shade_table("light")[rows[1].shades.astype(int) + 128, faint]
    assert line[~is_strong].tolist() == expected[~is_strong].tolist()


def test_where_there_is_nothing_nothing_is_painted(light: Any) -> None:
    rows = Rows(record("tree:[[1,2,3],4]", "minimax"))
    view = View(rows.width, len(rows), 8, 100, scale=1.0)
    line, filled = band(rows, 2, Columns(view, 1.0), light)
    assert filled.tolist() == [True] * 6 + [False] * 2
    assert set(line[6:].tolist()) == {int(pixel(light.paper))}


def test_moves_left_out_are_marked_and_hatched(light: Any) -> None:
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
    assert set(line[pruned].tolist()) == {int(pixel(light.pruned))}
    pixels = np.zeros((10, len(line)), np.uint32)
    hatch(pixels, line, light)
    painted = pixels[:, pruned]
    assert set(np.unique(painted).tolist()) == {int(pixel(light.pruned)), int(pixel(light.paper))}
    assert not pixels[:, : pruned.start].any()


def test_an_images_memory_is_its_pixels(light: Any) -> None:
    image = QImage(5, 3, QImage.Format.Format_RGB32)
    image.fill(light.paper)
    pixels = pixels_of(image)
    assert pixels.shape == (3, 5)
    pixels[1, 4] = pixel(light.now)
    assert image.pixelColor(4, 1) == light.now
    assert image.pixelColor(3, 1) == light.paper

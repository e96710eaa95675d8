"""Bands below the frames that are drawn one by one."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope import record
from plyscope.layout.detail import levels
from plyscope.layout.rows import Rows
from plyscope.layout.viewport import EDGE, View
from plyscope_window.canvas.geometry import Style
from plyscope_window.canvas.strips import pixel, shade_table
from plyscope_window.canvas.tree import Bands
from PySide6.QtGui import QImage

pytestmark = pytest.mark.qt

LEAVES = [place % 5 - 2 for place in range(400)]


def painted(light: Any, tree: str, width: int) -> tuple[QImage, Rows, View]:
    rows = Rows(record(f"tree:{tree}", "minimax"))
    view = View(rows.width, len(rows), width, 300).fitted()
    image = QImage(width, 300, QImage.Format.Format_RGB32)
    image.fill(light.paper)
    style = Style.of(view, has_boards=False, labels=True)
    Bands(rows, view, light, 1.0, levels(rows, view), style).paint(image)
    return image, rows, view


def test_a_frame_a_pixel_has_its_own_colour_in_its_own_column(light: Any) -> None:
    edge = round(EDGE)
    image, rows, view = painted(light, f"[{','.join(map(str, LEAVES))}]", len(LEAVES) + 2 * edge)
    full = shade_table("light")[:, -1]
    y = round(view.y_of(1))
    for x, shade in enumerate(rows[1].shades.tolist()):
        assert image.pixel(x + edge, y) == int(full[shade + 128])
    assert image.pixelColor(200, round(view.y_of(0))) == light.paper, "the root is no band"


def test_a_band_fills_its_ply_and_fades_towards_the_frame_it_hangs_from(light: Any) -> None:
    image, _rows, view = painted(light, f"[{','.join(['2'] * 399)},-2]", 400)
    middle, edge = round(view.y_of(1)), round(view.y_of(1) - view.pitch / 2)
    column = [image.pixel(50, y) for y in range(edge + 2, round(view.y_of(1) + view.pitch / 2) - 2)]
    assert set(column) == {image.pixel(50, middle)}
    above = [image.pixelColor(50, y).red() for y in range(edge - 24, edge)]
    assert above == sorted(above, reverse=True)
    assert above[0] > above[-1]


def test_below_frames_that_are_opened_there_is_no_band(light: Any) -> None:
    image, _rows, view = painted(light, "[1,-1,1]", 400)
    assert {image.pixel(x, round(view.y_of(1))) for x in range(400)} == {int(pixel(light.paper))}


def test_a_closed_frame_beside_opened_ones_has_its_own_band(light: Any) -> None:
    image, rows, view = painted(light, f"[[{','.join(['-2'] * 200)}],[2,2],2]", 300)
    drawn = levels(rows, view)
    assert drawn[1].opened.tolist()[:2] == [False, True] or not drawn[1].opened.any()
    y, span = round(view.y_of(2)), rows.span(1)
    assert span is not None
    full = int(shade_table("light")[1, -1])
    inside = range(round(view.x_of(span[0])) + 1, round(view.x_of(span[1])) - 1)
    assert {image.pixel(x, y) for x in inside} == {full}

"""Bands of mean values, one column of pixels at a time, for frames that are too small to be drawn one by one.

A table made once for each theme turns shade and coverage into colours.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray
from plyscope.layout.rows import Rows
from plyscope.layout.viewport import View
from PySide6.QtGui import QColor, QImage

from plyscope_window.look.call_colours import THEMES_BY_NAME
from plyscope_window.look.theme import Theme, mixed

COVERAGE_STEPS = 64
"""The shares of a covered pixel that are told apart."""
Pixels = NDArray[np.uint32]


@cache
def shade_table(theme_name: str) -> Pixels:
    """The pixels to paint: a row for each shade + 128, a column for how much of the pixel is covered."""
    theme = THEMES_BY_NAME[theme_name]
    shades = np.array([rgb_channels(theme.of_mean(shade / 127)) for shade in range(-128, 128)])[:, None, :]
    paper = rgb_channels(theme.paper)
    coverage = np.linspace(0, 1, COVERAGE_STEPS)[None, :, None]
    return packed_pixels(paper + (shades - paper) * coverage)


def rgb_channels(colour: QColor) -> NDArray[np.float64]:
    """Red, green and blue of a colour."""
    return np.array([colour.red(), colour.green(), colour.blue()], np.float64)


def packed_pixels(colours: NDArray[np.float64]) -> Pixels:
    """Channels packed as Qt has them in 32 bits."""
    whole = np.clip(np.rint(colours), 0, 255).astype(np.uint32)
    return np.asarray(np.uint32(0xFF000000) | (whole[..., 0] << 16) | (whole[..., 1] << 8) | whole[..., 2])


def pixel_of(colour: QColor) -> np.uint32:
    """The pixel of a colour."""
    return np.uint32(colour.rgb())


Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
DIMMED_STRENGTH, DIMMED_TEXT_STRENGTH = 0.26, 0.55
"""How strongly dimmed frames are drawn, and the texts at them."""
FUTURE_STRENGTH = 0.6
"""How strongly the bands and blocks of the future are drawn."""


def pixels_of(image: QImage) -> Pixels:
    """The memory of an image as rows of pixels; keep a reference to the image as long as they are used."""
    bits = np.frombuffer(image.bits(), np.uint32)
    return bits.reshape(image.height(), image.bytesPerLine() // 4)[:, : image.width()]


class Columns:
    """The columns of pixels of one view, by their edges in units."""

    def __init__(self, view: View, ratio: float) -> None:
        self.count = max(1, round(view.width * ratio))
        self.units = 1 / (view.scale * ratio)
        """The width of a column in units."""
        self.edges = np.asarray(view.x + np.arange(self.count + 1) * self.units, np.float64)


def band(rows: Rows, ply: int, columns: Columns, theme: Theme) -> tuple[Pixels, Mask]:
    """One ply as a line of pixels, and a mask of the pixels that are covered.

    A pixel covered mostly by pruned moves of the ply above has the colour of stubs and is hatched later.
    """
    covered, shade = rows[ply].averages(columns.edges)
    line, filled = blended_pixels(rows, ply, columns.edges, covered / columns.units, shade, theme)
    stubs = rows[ply - 1].pruned_widths(columns.edges) if ply else None
    if stubs is not None:
        pruned = stubs > np.maximum(covered, columns.units * 0.25)
        line = np.where(pruned, pixel_of(theme.pruned), line)
        filled |= pruned
    return line, filled


def future_band(rows: Rows, ply: int, columns: Columns, theme: Theme) -> tuple[Pixels, Mask]:
    """One ply of the future as a line of pixels: only where anything will be, and the mask of that."""
    covered, _ = rows[ply].averages(columns.edges)
    stubs = rows[ply - 1].pruned_widths(columns.edges) if ply else None
    filled = covered + (0 if stubs is None else stubs) > columns.units * 0.1
    return np.full(columns.count, pixel_of(mixed(theme.paper, theme.hairline, FUTURE_STRENGTH)), np.uint32), filled


def blended_pixels(
    rows: Rows, ply: int, edges: Floats, coverage: Floats, shade: Floats, theme: Theme
) -> tuple[Pixels, Mask]:
    """The colours of partly covered pixels, and a mask of those covered at all."""
    coverage = np.clip(coverage, 0, 1) * (COVERAGE_STEPS - 1)
    filled = np.rint(coverage) > 0
    if rows.strong is not None:
        coverage *= DIMMED_STRENGTH + (1 - DIMMED_STRENGTH) * rows.strong.between(ply, edges)
    return shade_table(theme.name)[np.rint(shade).astype(np.intp) + 128, np.rint(coverage).astype(np.intp)], filled


def hatch_columns(pixels: Pixels, line: Pixels, theme: Theme) -> None:
    """Hatch the columns of pixels that stand for pruned moves."""
    pruned = np.flatnonzero(line == pixel_of(theme.pruned))
    if len(pruned):
        down = np.arange(pixels.shape[0])[:, None]
        on = (pruned[None, :] + down) % 5 == 0
        pixels[:, pruned] = np.where(on, pixel_of(theme.pruned), pixel_of(theme.paper))

"""Bands of mean values: what cannot be drawn frame by frame, a column of pixels at a time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from plyscope.layout.rows import Rows
from plyscope.layout.viewport import View
from PySide6.QtGui import QImage

from plyscope_window.canvas.colours import COVERAGES, Pixels, pixel, shade_table
from plyscope_window.look.theme import Theme

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
PALE, PALE_WORDS = 0.26, 0.55
"""How strongly those frames are drawn that are pale, and what is written at them."""


def pixels_of(image: QImage) -> Pixels:
    """The image's memory as rows of pixels. The image has to be kept as long as they are used."""
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
    """One ply as one line of pixels, and where there is anything in it.

    Where most of a pixel is moves that the ply above left out, it is hatched later: its colour is that of stubs.
    """
    covered, shade = rows[ply].averages(columns.edges)
    line, filled = colours_of(rows, ply, columns.edges, covered / columns.units, shade, theme)
    stubs = rows[ply - 1].left_out(columns.edges) if ply else None
    if stubs is not None:
        pruned = stubs > np.maximum(covered, columns.units * 0.25)
        line = np.where(pruned, pixel(theme.pruned), line)
        filled |= pruned
    return line, filled


def colours_of(
    rows: Rows, ply: int, edges: Floats, coverage: Floats, shade: Floats, theme: Theme
) -> tuple[Pixels, Mask]:
    """The colours of shades that cover some of their pixels, and which cover any. Where most is pale, so are they."""
    coverage = np.clip(coverage, 0, 1) * (COVERAGES - 1)
    filled = np.rint(coverage) > 0
    if rows.strong is not None:
        coverage *= PALE + (1 - PALE) * rows.strong.between(ply, edges)
    return shade_table(theme.name)[np.rint(shade).astype(np.intp) + 128, np.rint(coverage).astype(np.intp)], filled


def hatch(pixels: Pixels, line: Pixels, theme: Theme) -> None:
    """Turns the columns of moves left out into slanted hatching."""
    pruned = np.flatnonzero(line == pixel(theme.pruned))
    if len(pruned):
        down = np.arange(pixels.shape[0])[:, None]
        on = (pruned[None, :] + down) % 5 == 0
        pixels[:, pruned] = np.where(on, pixel(theme.pruned), pixel(theme.paper))

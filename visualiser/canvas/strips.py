"""Bands of mean values: what cannot be drawn frame by frame, a column of pixels at a time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

from engine.layout.rows import Row
from engine.layout.view import View
from visualiser.canvas.colours import COVERAGES, Pixels, pixel, shade_table
from visualiser.theme import Theme

Mask = NDArray[np.bool_]


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


def band(row: Row, above: Row | None, columns: Columns, theme: Theme) -> tuple[Pixels, Mask]:
    """One ply as one line of pixels, and where there is anything in it.

    Where most of a pixel is moves that the ply above left out, it is hatched later: its colour is that of stubs.
    """
    covered, shade = row.averages(columns.edges)
    coverage = np.rint(np.clip(covered / columns.units, 0, 1) * (COVERAGES - 1)).astype(np.intp)
    line = shade_table(theme.name)[np.rint(shade).astype(np.intp) + 128, coverage]
    filled = coverage > 0
    stubs = above.left_out(columns.edges) if above is not None else None
    if stubs is not None:
        pruned = stubs > np.maximum(covered, columns.units * 0.25)
        line = np.where(pruned, pixel(theme.pruned), line)
        filled |= pruned
    return line, filled


def hatch(pixels: Pixels, line: Pixels, theme: Theme) -> None:
    """Turns the columns of moves left out into slanted hatching."""
    pruned = np.flatnonzero(line == pixel(theme.pruned))
    if len(pruned):
        down = np.arange(pixels.shape[0])[:, None]
        on = (pruned[None, :] + down) % 5 == 0
        pixels[:, pruned] = np.where(on, pixel(theme.pruned), pixel(theme.paper))

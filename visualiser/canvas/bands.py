"""The plies below the frames that are drawn one by one, as bands that melt into lines as frames appear in them."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

from engine.layout.detail import Level
from engine.layout.rows import Rows
from engine.layout.view import View
from visualiser.canvas.colours import pixel
from visualiser.canvas.strips import Columns, band, hatch, pixels_of
from visualiser.theme import Theme


class Feet(Protocol):
    """What says where the edges from a ply down begin."""

    def foot(self, view: View, ply: int) -> float: ...


class Bands:
    """The plies below the frames that are drawn one by one, as bands."""

    def __init__(self, rows: Rows, view: View, theme: Theme, ratio: float, drawn: list[Level], style: Feet) -> None:
        self.rows, self.view, self.theme, self.ratio, self.drawn, self.style = rows, view, theme, ratio, drawn, style
        self.columns = Columns(view, ratio)

    def paint(self, image: QImage) -> None:
        pixels = pixels_of(image)
        closed = np.zeros(self.columns.count, np.bool_)
        for ply in range(1, len(self.rows)):
            if ply - 1 < len(self.drawn):
                closed |= self._below_closed(self.drawn[ply - 1])
            y = self.view.y_of(ply)
            if not closed.any() or not -self.view.pitch < y < self.view.height + self.view.pitch:
                continue
            line, filled = band(self.rows, ply, self.columns, self.theme)
            self._paint_band(pixels, ply, np.where(closed & filled, line, pixel(self.theme.paper)), closed & filled)

    def _below_closed(self, level: Level) -> NDArray[np.bool_]:
        """The columns below frames that have children which are not drawn one by one."""
        shut = ~level.opened & (level.children > 0)
        steps = np.zeros(self.columns.count + 1, np.int64)
        begin = np.clip(np.floor(level.left[shut] * self.ratio), 0, self.columns.count).astype(np.intp)
        end = np.clip(np.ceil(level.right[shut] * self.ratio), 0, self.columns.count).astype(np.intp)
        np.add.at(steps, begin, 1)
        np.add.at(steps, end, -1)
        return np.asarray(np.cumsum(steps)[:-1] > 0, np.bool_)

    def _paint_band(
        self, pixels: NDArray[np.uint32], ply: int, line: NDArray[np.uint32], filled: NDArray[np.bool_]
    ) -> None:
        """A band as high as the ply where nothing is drawn one by one; it melts to a line as frames appear in it."""
        open_share = self._drawn_share(ply)
        full = self.view.pitch - 2
        height = max(3.0, full * (1 - open_share) ** 1.5 + min(12.0, full) * (1 - (1 - open_share) ** 1.5))
        middle = self.view.y_of(ply) * self.ratio
        top = max(0, round(middle - height * self.ratio / 2))
        bottom = min(pixels.shape[0], round(middle + height * self.ratio / 2))
        if bottom <= top:
            return
        part = pixels[top:bottom]
        part[:, filled] = line[filled]
        hatch(part, line, self.theme)
        if ply - 1 < len(self.drawn):
            self._fade_in(pixels, top, ply, line, filled)

    def _drawn_share(self, ply: int) -> float:
        if ply >= len(self.drawn):
            return 0.0
        level = self.drawn[ply]
        seen = np.minimum(level.right, self.view.width) - np.maximum(level.left, 0.0)
        return min(1.0, float(seen.sum()) / self.view.width)

    def _fade_in(
        self, pixels: NDArray[np.uint32], bottom: int, ply: int, line: NDArray[np.uint32], filled: NDArray[np.bool_]
    ) -> None:
        """The colours of a band reach up towards the frames it hangs from."""
        begin = max(0, round(self.style.foot(self.view, ply - 1) * self.ratio) + 2)
        begin = max(begin, bottom - round(26 * self.ratio))
        if bottom - begin < 4:
            return
        columns = np.flatnonzero(filled)
        colours, paper = unpacked(line[columns]), unpacked(np.array([pixel(self.theme.paper)]))
        for y in range(begin, bottom):
            strength = 0.5 * ((y - begin) / (bottom - begin)) ** 1.3
            mixture = (paper + (colours - paper) * strength).astype(np.uint32)
            pixels[y, columns] = 0xFF000000 | (mixture[:, 0] << 16) | (mixture[:, 1] << 8) | mixture[:, 2]


def unpacked(colours: NDArray[np.uint32]) -> NDArray[np.float64]:
    return np.stack([(colours >> 16) & 255, (colours >> 8) & 255, colours & 255], axis=1).astype(np.float64)

"""Ready-made glyphs in every size and colour, to be stamped by the thousand in one call.

They are stamped at exactly the size they were made in: Qt scales slowly, and scaled shapes are blurred.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap
from shiboken6 import wrapInstance

from plyscope_window.look.call_colours import THEMES_BY_NAME
from plyscope_window.look.glyphs import SHAPES, dashed, no_line, paint_glyph
from plyscope_window.look.theme import Theme
from plyscope_window.widgets.painting import smooth_painter

MIN_WIDTH, MAX_WIDTH = 5, 38
"""Widths of glyphs in pixels."""
CELL_PIXELS = 44
"""The side of the square that each glyph has on the sheet, before the pixel ratio."""
MAX_PIXEL_RATIO = 3.0
"""The largest pixel ratio of an atlas. Beyond it glyphs are large, so that there are few, and are drawn one by one."""
TONES = 9
"""Shades from best for MIN to best for MAX; two more tones for pruned moves and for the future."""
PRUNED_TONE, FUTURE_TONE = TONES, TONES + 1

Numbers = NDArray[Any]


class Stamper(Protocol):
    """An object that paints many glyphs at their centres; the arrays are equally long."""

    def stamp(
        self, painter: QPainter, x: Numbers, y: Numbers, width: Numbers, tone: Numbers, shape: Numbers
    ) -> None: ...


class Direct:
    """Paints glyphs one by one, sharp in any size."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme

    def stamp(self, painter: QPainter, x: Numbers, y: Numbers, width: Numbers, tone: Numbers, shape: Numbers) -> None:
        """Paint glyphs one by one."""
        columns = (column.tolist() for column in (shape, x, y, width, tone))
        for shape_number, across, down, glyph_width, tone_number in zip(*columns, strict=True):
            paint_tone(painter, shape_number, QPointF(across, down), glyph_width, tone_number, self.theme)


def paint_tone(painter: QPainter, shape: int, centre: QPointF, width: float, tone: int, theme: Theme) -> None:
    """Paint a glyph in one of the tones: a shade, or the look of pruned moves or of the future."""
    if tone == PRUNED_TONE:
        paint_glyph(painter, shape, centre, width, theme.paper, dashed(theme.pruned, 1.2, 2.0, 1.6))
    elif tone == FUTURE_TONE:
        paint_glyph(painter, shape, centre, width, theme.paper, QPen(theme.hairline, 1.2))
    else:
        fill = theme.of_shade((tone - TONES // 2) / (TONES // 2))
        paint_glyph(painter, shape, centre, width, fill, no_line())


class Atlas:
    """All glyphs of one theme at one pixel ratio."""

    def __init__(self, theme_name: str, ratio: float) -> None:
        theme = THEMES_BY_NAME[theme_name]
        self.ratio = ratio
        # An even number of pixels, so that the middle of a glyph lies between two of them.
        self.cell = 2 * round(CELL_PIXELS * ratio / 2)
        rows = MAX_WIDTH - MIN_WIDTH + 1
        self.sheet = QPixmap(self.cell * len(SHAPES) * (TONES + 2), self.cell * rows)
        self.sheet.fill(Qt.GlobalColor.transparent)
        self.sheet.setDevicePixelRatio(ratio)
        painter = smooth_painter(self.sheet)
        for row in range(rows):
            for tone in range(TONES + 2):
                for shape in SHAPES:
                    centre = QPointF(tone * len(SHAPES) + shape + 0.5, row + 0.5) * self.cell / ratio
                    paint_tone(painter, shape, centre, row + MIN_WIDTH, tone, theme)
        painter.end()

    def stamp(self, painter: QPainter, x: Numbers, y: Numbers, width: Numbers, tone: Numbers, shape: Numbers) -> None:
        """Paint glyphs at their centres; the arrays are equally long."""
        if not len(x):
            return
        fragments = np.empty((len(x), 10))
        # Whole pixels of the device, or shapes would be blurred.
        fragments[:, 0] = np.rint(x * self.ratio) / self.ratio
        fragments[:, 1] = np.rint(y * self.ratio) / self.ratio
        fragments[:, 2] = (tone * len(SHAPES) + shape) * self.cell
        fragments[:, 3] = (np.clip(np.floor(width), MIN_WIDTH, MAX_WIDTH) - MIN_WIDTH) * self.cell
        fragments[:, 4] = fragments[:, 5] = self.cell
        fragments[:, 6] = fragments[:, 7] = 1 / self.ratio
        fragments[:, 8], fragments[:, 9] = 0, 1
        first = cast(QPainter.PixmapFragment, wrapInstance(fragments.ctypes.data, QPainter.PixmapFragment))
        painter.drawPixmapFragments(first, len(x), self.sheet)


def stamper(theme: Theme, ratio: float) -> Stamper:
    """The painter of many glyphs at a pixel ratio: stamps, or drawings where the ratio is too large for them."""
    return Direct(theme) if ratio > MAX_PIXEL_RATIO else atlas(theme.name, ratio)


@lru_cache(maxsize=1)
def atlas(theme_name: str, ratio: float) -> Atlas:
    """The atlas of one theme. Only one is kept: each takes ten megabytes."""
    return Atlas(theme_name, ratio)


def tones(shades: NDArray[np.int8]) -> NDArray[np.int64]:
    """The nearest tone to each shade."""
    return np.asarray(np.rint(shades.astype(np.float64) / 127 * (TONES // 2)) + TONES // 2, np.int64)

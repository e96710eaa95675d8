"""The icicle view: every frame is a block under its caller, as wide as the search below it took."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPen
from shiboken6 import wrapInstance

from engine.layout.detail import pixels
from engine.layout.rows import Ints, Row, Rows
from engine.layout.view import View
from engine.trace import Trace
from visualiser.canvas.atlas import TONES
from visualiser.canvas.strips import PALE_WORDS, Columns, band, hatch, pixels_of
from visualiser.glyphs import short_value
from visualiser.theme import Theme, font, mixed

Floats = NDArray[np.float64]
TEXT_ROOM, LEAST_HEIGHT = 30.0, 13.0
"""Pixels from which words are written into a block."""
EDGE_ROOM = 4.0
"""Pixels from which blocks are told apart by a line."""


class IciclePicture:
    """Draws the blocks of one recording."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace

    def paint(
        self, image: QImage, rows: Rows, view: View, theme: Theme, *, labels: bool, fast: bool,
        before_values: Callable[[], object] = lambda: None,
    ) -> None:  # fmt: skip
        """The whole picture. Somebody may want to look at it before the values are written into it."""
        ratio = image.devicePixelRatio()
        image.fill(theme.paper)
        lines_of_pixels = pixels_of(image)
        columns = Columns(view, ratio)
        for ply in range(len(rows)):
            top, bottom = edges_of(view, ply)
            if bottom < 0 or top > view.height:
                continue
            line, filled = band(rows, ply, columns, theme)
            first, last = round(top * ratio), round(bottom * ratio) - 1
            part = lines_of_pixels[max(0, first) : max(first + 1, last, 0)]
            part[:, filled] = line[filled]
            hatch(part, line, theme)
        painter = QPainter(image)
        blocks = list(seen_blocks(rows, view))
        for ply, _frames, _shades, left, right in blocks:
            self._paint_lines(painter, ply, left, right, view, theme)
        before_values()
        if labels and not fast:
            for ply, frames, shades, left, right in blocks:
                self._paint_words(painter, rows, ply, frames, shades, left, right, view, theme)
        painter.end()

    def _paint_lines(self, painter: QPainter, ply: int, left: Floats, right: Floats, view: View, theme: Theme) -> None:
        """Lines between blocks that are wide enough."""
        top, bottom = edges_of(view, ply)
        lines = np.empty((len(left), 4))
        lines[:, 0] = lines[:, 2] = np.rint(right) - 0.5
        lines[:, 1], lines[:, 3] = top, bottom - 1
        lines = np.ascontiguousarray(lines[right - left >= EDGE_ROOM])
        if len(lines):
            painter.setPen(QPen(theme.paper, 1))
            painter.drawLines(cast(QLineF, wrapInstance(lines.ctypes.data, QLineF)), len(lines))

    def _paint_words(
        self, painter: QPainter, rows: Rows, ply: int, frames: Ints, shades: NDArray[np.int8], left: Floats,
        right: Floats, view: View, theme: Theme,
    ) -> None:  # fmt: skip
        """Moves and values in blocks that are wider still."""
        top, bottom = edges_of(view, ply)
        if bottom - top < LEAST_HEIGHT:
            return
        for place in np.flatnonzero(right - left >= TEXT_ROOM)[:120].tolist():
            seen_left, seen_right = max(0.0, float(left[place])), min(view.width, float(right[place]))
            frame, shade = int(frames[place]), float(shades[place]) / 127
            is_filled = abs(shade) > 1.5 / TONES * 2 and not rows.is_pale(frame)
            colour = theme.on_fill if is_filled else mixed(theme.ink, theme.quiet, 0.2)
            area = QRectF(seen_left, top, seen_right - seen_left, bottom - top)
            painter.setOpacity(PALE_WORDS if rows.is_pale(frame) else 1.0)
            paint_words(painter, self.trace.move_text(frame), short_value(self.trace, frame), area, colour)


def seen_blocks(rows: Rows, view: View) -> Iterator[tuple[int, Ints, NDArray[np.int8], Floats, Floats]]:
    """Of each ply whose blocks can be told apart: frames, shades, left and right of those in the window."""
    for ply, row in enumerate(rows.rows):
        seen = blocks_of(row, ply, view)
        if seen is not None:
            yield ply, *seen


def blocks_of(row: Row, ply: int, view: View) -> tuple[Ints, NDArray[np.int8], Floats, Floats] | None:
    """Frames, shades, left and right of the blocks of a ply in the window; None if they cannot be told apart."""
    top, bottom = edges_of(view, ply)
    begin = max(0, int(np.searchsorted(row.starts, np.int32(max(0, view.x)), "right")) - 1)
    end = int(np.searchsorted(row.starts, np.int32(min(view.right + 1, 2**31 - 1)), "right"))
    if bottom < 0 or top > view.height or (end - begin) * EDGE_ROOM > view.width * 1.5 or end <= begin:
        return None
    here = slice(begin, end)
    return row.frames[here], row.shades[here], pixels(row.starts[here], view), pixels(row.ends[here], view)


def paint_words(painter: QPainter, move: str, value: str, block: QRectF, colour: QColor) -> None:
    """A move and its value in the part of a block that can be seen, as far as there is room for them."""
    room = block.width() - 6
    if block.height() < LEAST_HEIGHT or room < TEXT_ROOM - 8:
        return
    painter.setFont(font(min(12.0, block.height() * 0.7)))
    words = f"{move}  {value}" if move else value
    metrics = QFontMetricsF(painter.font())
    if metrics.horizontalAdvance(words) > room:
        words = value if metrics.horizontalAdvance(value) <= room else ""
    painter.setPen(colour)
    painter.drawText(block, Qt.AlignmentFlag.AlignCenter, words)


def edges_of(view: View, ply: int) -> tuple[float, float]:
    """Top and bottom of a ply's blocks."""
    return view.y_of(ply) - view.pitch / 2, view.y_of(ply) + view.pitch / 2

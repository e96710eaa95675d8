"""The icicle view: every frame is a block under its caller, as wide as the search below it took."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
from numpy.typing import NDArray
from plyscope.layout.rows import Ints, Rows
from plyscope.layout.shades import CallShades
from plyscope.layout.viewport import View
from plyscope.model.trace import Trace
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen
from shiboken6 import wrapInstance

from plyscope_window.canvas.atlas import TONES
from plyscope_window.canvas.badges import saved_frame_pen, saved_frames_mask, times_text
from plyscope_window.canvas.geometry import EDGE_ROOM, block_edges, seen_blocks
from plyscope_window.canvas.strips import DIMMED_TEXT_STRENGTH, Columns, band, future_band, hatch_columns, pixels_of
from plyscope_window.look.glyphs import short_value
from plyscope_window.look.theme import Theme, font, mixed, text_width

Floats = NDArray[np.float64]


MIN_TEXT_WIDTH, MIN_TEXT_HEIGHT = 30.0, 13.0
"""The width and height in pixels from which text is written into a block."""
MAX_TEXTS_PER_PLY = 120
"""The most texts written on one ply."""
MIN_TIMES_WIDTH = 110.0
"""The width in pixels from which a block says how often its call is made."""
MIN_SAVED_WIDTH = 8.0
"""The width in pixels from which a block shows that its result came from a cache."""


class IciclePicture:
    """The painter of the blocks of one recording."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.saved = saved_frames_mask(trace)

    def paint(self, image: QImage, rows: Rows, view: View, theme: Theme, *, labels: bool, fast: bool) -> None:
        """Paint the whole picture; `fast`, while the view moves, leaves out texts."""
        self._paint_blocks(image, rows, view, theme, is_future=False)
        painter = QPainter(image)
        blocks = list(seen_blocks(rows, view))
        for ply, _frames, _shades, left, right in blocks:
            self._paint_lines(painter, ply, left, right, view, theme)
        if self.saved is not None:
            for ply, frames, _, left, right in blocks:
                self._paint_saved(
                    painter, ply, self.saved[frames] & (right - left >= MIN_SAVED_WIDTH), left, right, view, theme
                )
        if labels and not fast:
            for ply, frames, shades, left, right in blocks:
                self._paint_words(painter, rows, ply, frames, shades, left, right, view, theme)
        painter.end()

    def paint_future(self, image: QImage, rows: Rows, view: View, theme: Theme, *, labels: bool, hidden: bool) -> None:
        """Paint the outlines of what is still to come; nothing where it is `hidden`."""
        if hidden:
            image.fill(theme.paper)
            return
        self._paint_blocks(image, rows, view, theme, is_future=True)
        painter = QPainter(image)
        for ply, _frames, _shades, left, right in seen_blocks(rows, view):
            self._paint_lines(painter, ply, left, right, view, theme)
        painter.end()

    def _paint_blocks(self, image: QImage, rows: Rows, view: View, theme: Theme, *, is_future: bool) -> None:
        """Paint the blocks of all plies as columns of pixels."""
        ratio = image.devicePixelRatio()
        image.fill(theme.paper)
        lines_of_pixels = pixels_of(image)
        columns = Columns(view, ratio)
        for ply in range(len(rows)):
            top, bottom = block_edges(view, ply)
            if bottom < 0 or top > view.height:
                continue
            line, filled = (future_band if is_future else band)(rows, ply, columns, theme)
            first, last = round(top * ratio), round(bottom * ratio) - 1
            part = lines_of_pixels[max(0, first) : max(first + 1, last, 0)]
            part[:, filled] = line[filled]
            if not is_future:
                hatch_columns(part, line, theme)

    def _paint_lines(self, painter: QPainter, ply: int, left: Floats, right: Floats, view: View, theme: Theme) -> None:
        """Paint the lines between blocks that are wide enough."""
        top, bottom = block_edges(view, ply)
        lines = np.empty((len(left), 4))
        lines[:, 0] = lines[:, 2] = np.rint(right) - 0.5
        lines[:, 1], lines[:, 3] = top, bottom - 1
        lines = np.ascontiguousarray(lines[right - left >= EDGE_ROOM])
        if len(lines):
            painter.setPen(QPen(theme.paper, 1))
            painter.drawLines(cast(QLineF, wrapInstance(lines.ctypes.data, QLineF)), len(lines))

    def _paint_saved(
        self, painter: QPainter, ply: int, is_saved: NDArray[np.bool_], left: Floats, right: Floats, view: View,
        theme: Theme,
    ) -> None:  # fmt: skip
        """Paint blocks whose results came from a cache: empty, with a dashed outline."""
        top, bottom = block_edges(view, ply)
        painter.setPen(saved_frame_pen(theme))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for place in np.flatnonzero(is_saved).tolist():
            x, width = float(np.rint(left[place])), float(np.rint(right[place]) - np.rint(left[place]))
            painter.fillRect(QRectF(x, top, width - 1, bottom - top - 1), theme.paper)
            painter.drawRect(QRectF(x + 1.5, top + 1.5, width - 4, bottom - top - 4))

    def _paint_words(
        self, painter: QPainter, rows: Rows, ply: int, frames: Ints, shades: NDArray[np.int8], left: Floats,
        right: Floats, view: View, theme: Theme,
    ) -> None:  # fmt: skip
        """Paint moves and values in blocks that are wide enough."""
        top, bottom = block_edges(view, ply)
        if bottom - top < MIN_TEXT_HEIGHT:
            return
        for place in np.flatnonzero(right - left >= MIN_TEXT_WIDTH)[:MAX_TEXTS_PER_PLY].tolist():
            seen_left, seen_right = max(0.0, float(left[place])), min(view.width, float(right[place]))
            frame = int(frames[place])
            colour = text_colour(rows, frame, float(shades[place]) / 127, theme)
            area = QRectF(seen_left, top, seen_right - seen_left, bottom - top)
            painter.setOpacity(DIMMED_TEXT_STRENGTH if rows.is_pale(frame) else 1.0)
            paint_fitting_text(painter, block_texts(self.trace, frame), area, colour)


def text_colour(rows: Rows, frame: int, shade: float, theme: Theme) -> QColor:
    """The colour of the text in a block, by the block's shade."""
    strong = 0.0 if isinstance(rows.shades, CallShades) else 1.5 / TONES * 2
    is_filled = abs(shade) > strong and not rows.is_pale(frame) and not rows.trace.origin.is_saved(frame)
    return theme.on_fill if is_filled else mixed(theme.ink, theme.quiet, 0.2)


def block_texts(trace: Trace, frame: int, value: str | None = None) -> list[str]:
    """The texts that may stand in a block, the longest first: its move, and its value or a bound."""
    move = trace.shown_move_to(frame)
    value = short_value(trace, frame) if value is None else value
    return [f"{move}: {value}" if move else value, value]


def paint_times_of_blocks(
    painter: QPainter, rows: Rows, view: View, theme: Theme, until: int, still_open: frozenset[int]
) -> None:
    """Paint at the ends of wide blocks how often their calls are made before frame `until`."""
    painter.setFont(font(10))
    for ply, frames, shades, left, right in seen_blocks(rows, view):
        top, bottom = block_edges(view, ply)
        roomy = (right - left >= MIN_TIMES_WIDTH) & (frames < until) & (bottom - top >= MIN_TEXT_HEIGHT)
        for place in np.flatnonzero(roomy)[:MAX_TEXTS_PER_PLY].tolist():
            frame = int(frames[place])
            if frame not in still_open and (text := times_text(rows.trace, frame, until)):
                painter.setPen(text_colour(rows, frame, float(shades[place]) / 127, theme))
                end = min(view.width, float(right[place])) - 6
                area = QRectF(end - MIN_TIMES_WIDTH, top, MIN_TIMES_WIDTH, bottom - top)
                painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)


def paint_fitting_text(painter: QPainter, words: Sequence[str], block: QRectF, colour: QColor) -> None:
    """Paint the first of some texts that fits into the visible part of a block."""
    room = block.width() - 6
    if block.height() < MIN_TEXT_HEIGHT or room < MIN_TEXT_WIDTH - 8:
        return
    face = font(min(12.0, block.height() * 0.7))
    fitting = next((text for text in words if text_width(face, text) <= room), "")
    painter.setFont(face)
    painter.setPen(colour)
    painter.drawText(block, Qt.AlignmentFlag.AlignCenter, fitting)

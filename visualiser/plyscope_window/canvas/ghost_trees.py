"""Ghosts with room of their own, drawn frame by frame behind their severed edges: pale and dashed, in any view.

A ghost lies in the tree as a subtree would: the same units, the same plies, the same levels of detail.
"""

from __future__ import annotations

import numpy as np
from plyscope.analysis.ghosts import Ghost
from plyscope.layout.detail import levels
from plyscope.layout.rows import Rows
from plyscope.layout.viewport import View
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from plyscope_window.canvas.blocks import edges_of, seen_blocks
from plyscope_window.canvas.edges import draw_lines
from plyscope_window.canvas.ghost_picture import dashes, paint_pale
from plyscope_window.canvas.icicle import paint_words, words_of
from plyscope_window.canvas.near import BOARD, paint_label
from plyscope_window.canvas.style import Style
from plyscope_window.canvas.tree import LABEL_ROOM
from plyscope_window.look.theme import Theme, mixed

DASHED = 11.0
"""The width of a glyph from which it is drawn, with a dashed outline; below, a frame is a bar."""
PALE = 0.22
OUTLINED = 12.0
"""The width of a block from which its outline is dashed."""


def paint_branches(
    painter: QPainter, found: Ghost, rows: Rows, view: View, top_ply: int, style: Style, theme: Theme
) -> None:
    """A ghost in the tree view; `view` looks at its own units, and `top_ply` is the ply of its first frame."""
    shown = levels(rows, view)
    for level in shown[1:]:
        above = shown[level.ply - 1]
        lines = np.empty((len(level.places), 4))
        lines[:, 0], lines[:, 2] = above.centre[level.parents], level.centre
        lines[:, 1] = style.foot(view, top_ply + above.ply) - (BOARD if style.boards else 0)
        lines[:, 3] = style.head(view, top_ply + level.ply)
        draw_lines(painter, [lines], theme.pruned, dashed=view.slot >= DASHED)
    for level in shown:
        widths, y = style.widths(level), style.y(view, top_ply + level.ply)
        for place, frame in enumerate(level.frames.tolist()):
            point, width = QPointF(float(level.centre[place]), y), float(widths[place])
            if width >= DASHED:
                paint_pale(painter, found, rows, frame, point, width)
            else:
                shade = theme.of_shade(float(level.row.shades[level.places[place]]) / 127)
                wide = max(1.0, width)
                painter.fillRect(QRectF(point.x() - wide / 2, y - 5, wide, 10), mixed(theme.paper, shade, PALE))
            if level.ply and style.labels and float(level.spans[place]) >= LABEL_ROOM:
                where = QPointF(point.x(), style.head(view, top_ply + level.ply) - 12)
                paint_label(painter, found.trace.move_text(frame), where, float(level.spans[place]), theme)


def paint_blocks_of(painter: QPainter, found: Ghost, rows: Rows, view: View, top_ply: int, theme: Theme) -> None:
    """A ghost in the icicle view."""
    for ply, frames, shades, left, right in seen_blocks(rows, view):
        top, bottom = edges_of(view, top_ply + ply)
        for place in np.flatnonzero((right > 0) & (left < view.width)).tolist():
            begin, end = max(-4.0, float(left[place])), min(view.width + 4, float(right[place]))
            area = QRectF(begin, top, end - begin, bottom - top - 1)
            painter.fillRect(area, mixed(theme.paper, theme.of_shade(float(shades[place]) / 127), PALE))
            if area.width() < OUTLINED:
                continue
            painter.setPen(dashes())
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))
            frame = int(frames[place])
            paint_words(painter, words_of(found.trace, frame), area, theme.ink)

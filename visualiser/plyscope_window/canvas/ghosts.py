"""Subtrees below pruned moves, searched afterwards and drawn pale and dashed.

On a card or a panel a ghost is drawn by itself: a small one as a tidy tree, a large one as blocks. On the canvas a
ghost with room of its own lies behind its severed edge as any subtree would: the same units, the same plies, the same
levels of detail.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from plyscope.analysis.ghosts import Ghost
from plyscope.export.palette import GHOST_SHARE
from plyscope.layout.detail import levels
from plyscope.layout.rows import Rows
from plyscope.layout.tidy import tidy
from plyscope.layout.viewport import View
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from plyscope_window.canvas.edges import draw_lines
from plyscope_window.canvas.geometry import Style, block_edges, seen_blocks
from plyscope_window.canvas.icicle import block_texts, paint_fitting_text
from plyscope_window.canvas.near import BOARD_SIDE, paint_label
from plyscope_window.canvas.tree import LABEL_ROOM
from plyscope_window.look.glyphs import SQUARE, dashed, paint_glyph, shape_of_frame, short_value, text_area
from plyscope_window.look.theme import Theme, font, mixed, theme

if TYPE_CHECKING:
    from plyscope.analysis.ghosts import Ghost
    from plyscope.layout.rows import Rows

MAX_NODES = 40
"""The most frames of a ghost that is drawn as a tree."""
GLYPH_WIDTH, SLOT_WIDTH, PLY_HEIGHT = 19.0, 26.0, 38.0
"""The width of a glyph, of a leaf's room, and the height of a ply of a ghost that is drawn by itself."""
TEXT_SHARE, TEXT_SHARE_OF_SQUARE = 0.32, 0.365
"""The size of a value as a share of a large glyph's width."""
BLOCKS_SIZE = (150.0, 44.0)
"""Width and height of the blocks."""


class GhostPicture(QWidget):
    """The picture of one ghost in a panel."""

    def __init__(self) -> None:
        super().__init__()
        self.ghost: Ghost | None = None
        self.rows: Rows | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_ghost(self, ghost: Ghost | None, rows: Rows | None) -> None:
        """Show a ghost; None hides the picture."""
        if ghost is not self.ghost:
            self.ghost, self.rows = ghost, rows
            self.updateGeometry()
        self.setVisible(ghost is not None)
        self.update()

    def sizeHint(self) -> QSize:
        if self.ghost is None:
            return QSize(10, 0)
        width, height = picture_size(self.ghost)
        return QSize(min(240, round(width)), min(190, round(height)))

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.ghost is not None and self.rows is not None:
            painter = QPainter(self)
            painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
            paint_ghost(painter, self.ghost, self.rows, QRectF(self.rect()))


def is_drawn_as_tree(ghost: Ghost) -> bool:
    """Whether a ghost is so small that it is drawn as a tree, and not as blocks."""
    return len(ghost.trace) <= MAX_NODES


def node_points(ghost: Ghost) -> list[QPointF]:
    """The middles of the nodes of a small ghost."""
    trace = ghost.trace
    xs = tidy([trace.parents[frame] for frame in range(len(trace))], [SLOT_WIDTH] * len(trace))
    return [QPointF(x, GLYPH_WIDTH * 0.7 + trace.plies[frame] * PLY_HEIGHT) for frame, x in enumerate(xs)]


def picture_size(ghost: Ghost) -> tuple[float, float]:
    """The size of a ghost's picture before it is fitted into an area."""
    if not is_drawn_as_tree(ghost):
        return BLOCKS_SIZE[0] + 8, BLOCKS_SIZE[1] + 20
    places = node_points(ghost)
    return max(place.x() for place in places) + SLOT_WIDTH / 2, max(place.y() for place in places) + GLYPH_WIDTH * 0.7


def paint_ghost(painter: QPainter, ghost: Ghost, rows: Rows, area: QRectF) -> None:
    """Paint a ghost at the top of an area, as large as fits."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    width, height = picture_size(ghost)
    scale = min(1.0, area.width() / width, area.height() / height)
    painter.save()
    painter.translate(area.left() + (area.width() - width * scale) / 2, area.top())
    painter.scale(scale, scale)
    if is_drawn_as_tree(ghost):
        paint_tree(painter, ghost, rows)
    else:
        paint_blocks(painter, rows, QPointF(width / 2, 2), BLOCKS_SIZE)
    painter.restore()


def paint_tree(painter: QPainter, ghost: Ghost, rows: Rows) -> None:
    """Paint a small ghost as a tree."""
    places, trace = node_points(ghost), ghost.trace
    painter.setPen(ghost_pen())
    for frame, place in enumerate(places[1:], 1):
        above = places[trace.parents[frame]]
        painter.drawLine(above + QPointF(0, GLYPH_WIDTH * 0.44), place - QPointF(0, GLYPH_WIDTH * 0.44))
    for frame, place in enumerate(places):
        paint_frame(painter, ghost, rows, frame, place, GLYPH_WIDTH)


def paint_frame(painter: QPainter, ghost: Ghost, rows: Rows, frame: int, place: QPointF, width: float) -> None:
    """Paint a frame of a ghost: a pale fill, a dashed outline, and its value in ink."""
    colours, trace = theme(), ghost.trace
    shape = shape_of_frame(trace, frame)
    strong = colours.of_shade(rows.shades.of_value(trace.values[frame]))
    paint_glyph(painter, shape, place, width, mixed(colours.paper, strong, 0.22), ghost_pen())
    text = short_value(trace, frame)
    largest = max(11.0, width * (TEXT_SHARE_OF_SQUARE if shape == SQUARE else TEXT_SHARE))
    size = min(largest, max(6.5, width * (0.95 if shape == SQUARE else 0.85) / max(1, len(text))))
    painter.setFont(font(size, bold=True))
    painter.setPen(colours.ink)
    painter.drawText(text_area(shape, place, width), Qt.AlignmentFlag.AlignCenter, text)


def paint_blocks(painter: QPainter, rows: Rows, top: QPointF, size: tuple[float, float]) -> None:
    """Paint a large ghost as a pale lantern, with its number of frames below."""
    from plyscope_window.canvas.lanterns import paint_lantern

    opacity = painter.opacity()
    painter.setOpacity(opacity * 0.55)
    paint_lantern(painter, rows, 0, top, size)
    painter.setOpacity(opacity)


def ghost_pen() -> QPen:
    """The pen of the edges and outlines of a ghost."""
    return dashed(theme().quiet, 1.2, 2.4, 2.0)


MIN_DASHED_GLYPH = 11.0
"""The width from which a frame is a glyph with a dashed outline; below it a bar."""
MIN_DASHED_BLOCK = 12.0
"""The width from which a block's outline is dashed."""


def paint_branches(
    painter: QPainter, ghost: Ghost, rows: Rows, view: View, top_ply: int, style: Style, theme: Theme
) -> None:
    """Paint a ghost in the tree view; `view` is in the ghost's units, and `top_ply` is the ply of its first frame."""
    shown = levels(rows, view)
    for level in shown[1:]:
        above = shown[level.ply - 1]
        lines = np.empty((len(level.places), 4))
        lines[:, 0], lines[:, 2] = above.centre[level.parents], level.centre
        lines[:, 1] = style.foot(view, top_ply + above.ply) - (BOARD_SIDE if style.boards else 0)
        lines[:, 3] = style.head(view, top_ply + level.ply)
        draw_lines(painter, [lines], theme.pruned, dashed=view.slot >= MIN_DASHED_GLYPH)
    for level in shown:
        widths, y = style.widths(level), style.y(view, top_ply + level.ply)
        for place, frame in enumerate(level.frames.tolist()):
            point, width = QPointF(float(level.centre[place]), y), float(widths[place])
            if width >= MIN_DASHED_GLYPH:
                paint_frame(painter, ghost, rows, frame, point, width)
            else:
                shade = theme.of_shade(float(level.row.shades[level.places[place]]) / 127)
                bar_width = max(1.0, width)
                bar = QRectF(point.x() - bar_width / 2, y - 5, bar_width, 10)
                painter.fillRect(bar, mixed(theme.paper, shade, GHOST_SHARE))
            if level.ply and style.labels and float(level.spans[place]) >= LABEL_ROOM:
                where = QPointF(point.x(), style.head(view, top_ply + level.ply) - 12)
                paint_label(painter, ghost.trace.shown_move_to(frame), where, float(level.spans[place]), theme)


def paint_icicle(painter: QPainter, ghost: Ghost, rows: Rows, view: View, top_ply: int, theme: Theme) -> None:
    """Paint a ghost in the icicle view."""
    for ply, frames, shades, left, right in seen_blocks(rows, view):
        top, bottom = block_edges(view, top_ply + ply)
        for place in np.flatnonzero((right > 0) & (left < view.width)).tolist():
            begin, end = max(-4.0, float(left[place])), min(view.width + 4, float(right[place]))
            area = QRectF(begin, top, end - begin, bottom - top - 1)
            painter.fillRect(area, mixed(theme.paper, theme.of_shade(float(shades[place]) / 127), GHOST_SHARE))
            if area.width() < MIN_DASHED_BLOCK:
                continue
            painter.setPen(ghost_pen())
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))
            frame = int(frames[place])
            paint_fitting_text(painter, block_texts(ghost.trace, frame), area, theme.ink)

"""How large frames are at a zoom, and where they stand: glyphs of the tree view, blocks of the icicle view."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from plyscope.layout.detail import Level, pixels
from plyscope.layout.rows import Ints, Row, Rows
from plyscope.layout.viewport import View, fraction_between
from PySide6.QtCore import QPointF

from plyscope_window.canvas.near import BOARD_SIDE

Floats = NDArray[np.float64]
EDGE_ROOM = 4.0
"""The width in pixels from which blocks are separated by a line."""
BOARD_ROOM = 84.0
"""The width in pixels from which a board is drawn beside a glyph."""
NODE_ROOM, NODE_PITCH = 58.0, 62.0
"""The width of a leaf and the distance of plies from which boards stand for frames whose values are not known."""


@dataclass(frozen=True)
class Style:
    """How close the view is, and what is drawn beside the frames."""

    boards: bool
    labels: bool
    glyph: float
    """The width of the widest glyph."""
    are_nodes: bool = False
    """Whether boards stand in place of glyphs, which would only say that no value is known."""

    @staticmethod
    def of(view: View, *, has_boards: bool, labels: bool, has_values: bool = True) -> Style:
        """The style of a view: boards where there is room, in place of glyphs where no values are known."""
        if has_boards and not has_values and view.slot >= NODE_ROOM and view.pitch >= NODE_PITCH:
            return Style(True, labels, BOARD_SIDE, are_nodes=True)
        close = fraction_between(view.slot, 40, 84)
        boards = has_boards and view.slot >= BOARD_ROOM and view.pitch >= 120
        return Style(boards, labels, min(24 + 14 * close, view.pitch * 0.5))

    def widths(self, level: Level) -> Floats:
        """The widths of the glyphs of a level."""
        return np.clip(level.spans * 0.82, 0, self.glyph)

    @property
    def board_room(self) -> float:
        """The width from which a frame has its board."""
        return NODE_ROOM if self.are_nodes else BOARD_ROOM

    def centre(self, view: View, left: float, right: float) -> float:
        """The middle of a frame's glyph: the middle of the visible part of its span."""
        return (max(left, 0.0) + min(right, view.width)) / 2

    def y(self, view: View, ply: int) -> float:
        """The middle of the glyphs of a ply."""
        return view.y_of(ply) - (BOARD_SIDE / 2 + 4 if self.boards and not self.are_nodes else 0)

    def foot(self, view: View, ply: int) -> float:
        """The y at which the edges to the children of a ply begin."""
        if self.are_nodes:
            return self.y(view, ply) + BOARD_SIDE / 2 + 1
        return self.y(view, ply) + self.glyph * 0.44 + (BOARD_SIDE + 8 if self.boards else 1)

    def board_corner(self, glyph: QPointF) -> QPointF:
        """The top left corner of a board, by the middle of its glyph."""
        return glyph + QPointF(-BOARD_SIDE / 2, -BOARD_SIDE / 2 if self.are_nodes else self.glyph * 0.44 + 5)

    def head(self, view: View, ply: int) -> float:
        """The y at which the edge from the parent of a ply's frame ends."""
        return self.y(view, ply) - (BOARD_SIDE / 2 if self.are_nodes else self.glyph * 0.44) - 1


def seen_blocks(rows: Rows, view: View) -> Iterator[tuple[int, Ints, NDArray[np.int8], Floats, Floats]]:
    """For each ply with blocks that can be told apart: ply, frames, shades, left and right ends of the visible ones."""
    for ply, row in enumerate(rows.rows):
        seen = visible_blocks(row, ply, view)
        if seen is not None:
            yield ply, *seen


def block_edges(view: View, ply: int) -> tuple[float, float]:
    """The top and the bottom of a ply's blocks."""
    return view.y_of(ply) - view.pitch / 2, view.y_of(ply) + view.pitch / 2


def visible_blocks(row: Row, ply: int, view: View) -> tuple[Ints, NDArray[np.int8], Floats, Floats] | None:
    """Frames, shades, left and right ends of a ply's blocks in the window; None where they cannot be told apart."""
    top, bottom = block_edges(view, ply)
    begin = max(0, int(np.searchsorted(row.starts, np.int32(max(0, view.x)), "right")) - 1)
    end = int(np.searchsorted(row.starts, np.int32(min(view.right + 1, 2**31 - 1)), "right"))
    if bottom < 0 or top > view.height or (end - begin) * EDGE_ROOM > view.width * 1.5 or end <= begin:
        return None
    here = slice(begin, end)
    return row.frames[here], row.shades[here], pixels(row.starts[here], view), pixels(row.ends[here], view)

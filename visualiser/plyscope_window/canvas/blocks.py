"""The blocks of the icicle view: where they lie, and which of them can be told apart."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from plyscope.layout.detail import pixels
from plyscope.layout.rows import Ints, Row, Rows
from plyscope.layout.viewport import View

Floats = NDArray[np.float64]
EDGE_ROOM = 4.0
"""Pixels from which blocks are told apart by a line."""


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


def edges_of(view: View, ply: int) -> tuple[float, float]:
    """Top and bottom of a ply's blocks."""
    return view.y_of(ply) - view.pitch / 2, view.y_of(ply) + view.pitch / 2

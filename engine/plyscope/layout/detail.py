"""How much of the tree to draw: from the top, frames one by one as long as there is room for them.

A frame is opened when its children would be a few pixels wide on average. What is not opened is drawn as
bands of mean values instead. A frame stands in the middle of the visible part of its span, so that
the callers of visible frames stay visible above them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, floor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.layout.rows import Ints, Row, Rows
from plyscope.layout.viewport import View

LEAST_ROOM, ROOM, MOST_ROOM = 1.5, 2.6, 4.2
"""Pixels for each child from which a frame is opened: where most of its ply is open, to count that, and elsewhere."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Level:
    """The frames of one ply that are drawn one by one, left to right. Positions are in pixels."""

    ply: int
    row: Row
    places: NDArray[np.int64]
    """The places of the frames in the row."""
    left: Floats
    right: Floats
    centre: Floats
    """The middle of the visible part of the span."""
    parents: NDArray[np.int64]
    """The place of each frame's parent in the level above."""
    opened: NDArray[np.bool_]
    """The frames whose children are drawn one by one."""
    children: NDArray[np.int32]
    """The number of shown children of each frame."""
    is_pale: bool = False

    @property
    def frames(self) -> NDArray[np.int32]:
        """The frames themselves, by their numbers in the recording."""
        return self.row.frames[self.places]

    @property
    def spans(self) -> Floats:
        """Widths of the frames in pixels, visible and invisible parts together."""
        return self.right - self.left

    def part(self, chosen: NDArray[np.bool_], *, is_pale: bool) -> Level:
        """Return some of the frames as a level, all pale or all not."""
        columns: dict[str, Any] = {
            name: column[chosen] for name, column in vars(self).items() if isinstance(column, np.ndarray)
        }
        return replace(self, **columns, is_pale=is_pale)


def levels(rows: Rows, view: View) -> list[Level]:
    """Return the frames that are drawn one by one, ply by ply; as many as the window has room for."""
    near = view.plies_near(2).stop
    places, parents = np.zeros(1, np.int64), np.full(1, -1, np.int64)
    found: list[Level] = []
    for ply, row in enumerate(rows.rows[:near]):
        starts, ends = row.starts[places], row.ends[places]
        seen = (ends > view.x) & (starts < view.right)
        if not seen.all():
            places, parents, starts, ends = places[seen], parents[seen], starts[seen], ends[seen]
        if not len(places):
            break
        left, right = pixels(starts, view), pixels(ends, view)
        centre = (np.maximum(left, 0.0) + np.minimum(right, view.width)) / 2
        begin = row.first_child[places]
        children = row.first_child[places + 1] - begin
        opened = roomy(right - left, children) & (seen_children(rows, ply, places, view) * LEAST_ROOM <= view.width)
        found.append(Level(ply, row, places, left, right, centre, parents, opened, children))
        chosen = np.flatnonzero(opened)
        if not len(chosen):
            break
        counts = children[chosen].astype(np.int64)
        before = np.concatenate([[0], np.cumsum(counts)[:-1]])
        places = np.repeat(begin[chosen] - before, counts) + np.arange(counts.sum())
        parents = np.repeat(chosen, counts)
    return found


def pixels(units: Ints, view: View) -> Floats:
    """Return the x in the window of some units."""
    return np.asarray((units - view.x) * view.scale, np.float64)


def seen_children(rows: Rows, ply: int, places: NDArray[np.int64], view: View) -> NDArray[np.int64]:
    """Return how many children of each frame are inside the window: a large frame may have many outside."""
    if ply + 1 == len(rows):
        return np.zeros(len(places), np.int64)
    below, limit = rows[ply + 1], 2**31 - 1
    begin = np.searchsorted(below.ends, np.int32(min(max(floor(view.x), -1), limit)), "right")
    end = np.searchsorted(below.starts, np.int32(min(max(ceil(view.right), 0), limit)))
    first, last = rows[ply].first_child[places], rows[ply].first_child[places + 1]
    return np.asarray(np.clip(last, begin, end) - np.clip(first, begin, end), np.int64)


def roomy(widths: Floats, children: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Return which frames have room for their children, and are opened.

    Once most of a ply is open, the others open sooner, so that no islands remain.
    """
    inner = children > 0
    opened = inner & (widths >= ROOM * children)
    whole = widths[inner].sum()
    if whole:
        most_is_open = widths[opened].sum() >= whole / 2
        opened = inner & (widths >= (LEAST_ROOM if most_is_open else MOST_ROOM) * children)
    return np.asarray(opened, np.bool_)

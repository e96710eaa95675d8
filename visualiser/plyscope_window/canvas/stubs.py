"""Where the moves that were left out stand in the tree view: at the right end of their frames, a ply below them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from plyscope.layout.detail import Level
from plyscope.layout.rows import STUB
from plyscope.layout.viewport import View

LEAST = 3.0
"""Pixels that a move left out needs to be drawn by itself."""


def stubs_of(level: Level, view: View) -> Iterator[tuple[int, float, float]]:
    """Place of the frame, middle and width of each move left out that there is room for."""
    for place, _, x, width in numbered_stubs_of(level, view):
        yield place, x, width


def numbered_stubs_of(level: Level, view: View) -> Iterator[tuple[int, int, float, float]]:
    """The same with the number of the move among those left out."""
    is_tight = view.scale * STUB < LEAST
    if level.row.stubs is None or (is_tight and not level.row.rooms):
        return
    stubs = level.row.stubs[level.places]
    for place in np.flatnonzero(level.opened & (stubs > 0)).tolist():
        right = float(level.right[place])
        if int(level.places[place]) in level.row.rooms:
            yield from roomy_stubs(place, right, level.row.stub_widths(int(level.places[place])), view)
            continue
        if is_tight:
            continue
        number, width = int(stubs[place]), view.scale * STUB
        first = right - number * width
        begin, end = max(0, int(-first / width) - 1), min(number, int((view.width - first) / width) + 1)
        for left_out in range(begin, end):
            yield place, left_out, first + (left_out + 0.5) * width, width


def roomy_stubs(
    place: int, right: float, widths: tuple[int, ...], view: View
) -> Iterator[tuple[int, int, float, float]]:
    """Moves left out that are not all as narrow as usual: each in the middle of what can be seen of its room."""
    left = right - sum(widths) * view.scale
    for number, units in enumerate(widths):
        width = units * view.scale
        if width >= LEAST and left + width > 0 and left < view.width:
            yield place, number, (max(left, 0.0) + min(left + width, view.width)) / 2, width
        left += width

"""How far apart the plies of the focus view lie, so that the running frame and its children are always in sight.

As long as there is room, every ply has as much as the others. Where the path is longer, the upper plies move
closer together, as many of them as it takes; and where that is not enough, the uppermost become one note that
says how many they are. Nothing is ever cut in two by an edge of the window.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from math import ceil

HIGHEST_PITCH, LEAST_PITCH, CLOSE_PITCH = 112.0, 74.0, 48.0
"""Pixels from ply to ply: in a small tree, at the least with lanterns, and where plies lie close together."""
TOP = 26.0
"""Above the middle of the first ply."""
TALLEST, LOWEST = 26.0, 9.0
"""The height of a lantern, at the most and at the least."""


@dataclass(frozen=True)
class Heights:
    """Where the plies lie."""

    first: int
    """The first ply that is shown. If it is not the root, it is a note that stands for itself and all above."""
    tops: list[float]
    """The middle of each ply from the first on."""
    gaps: list[float]
    """The room from each to the next."""


def pitch_for(height: float, plies: int) -> float:
    """From ply to ply in a window of some height, where there is room for all that a recording has."""
    return min(HIGHEST_PITCH, max(LEAST_PITCH, (height - 2 * TOP) / plies))


def heights(plies: int, running: int, height: float, pitch: float) -> Heights:
    """The plies of a path, of which the running frame's and those below it keep their full room."""
    room = height - TOP - foot(pitch)
    close = CLOSE_PITCH
    below = (plies - 1 - running) * pitch
    first = 0
    if running * close + below > room:
        first = min(max(0, running - 1), max(1, ceil(running - (room - below) / close)))
    over = (plies - 1 - first) * pitch - room
    closer = min(running - first, max(1 if first else 0, ceil(over / (pitch - close))))
    gaps = [close] * closer + [pitch] * (plies - first - closer)
    return Heights(first, list(accumulate(gaps[:-1], initial=TOP)), gaps)


def foot(gap: float) -> float:
    """The room below the middle of a ply that its nodes need."""
    return 28 + lantern_height(gap)


def lantern_height(gap: float) -> float:
    """How high lanterns are where a ply has so much room; zero where there are none."""
    height = min(TALLEST, gap - 55)
    return height if height >= LOWEST else 0.0


def trunk(gap: float) -> float:
    """How far below a glyph its lines to the children part."""
    return min(66.0, max(20.0, gap - 42))

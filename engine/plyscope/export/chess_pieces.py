"""Outlines of chess pieces, of our own drawing: polygons in a cell of size 1, about its middle, y downwards.

Every pen fills the same outlines: white pieces light with a dark outline in every theme, black ones the other way
round. Circles are polygons of many corners, so that a pen needs nothing but polygons.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

Point = tuple[float, float]
Outline = tuple[Point, ...]

PIECES = "KQRBNP"
CORNERS = 14
"""Of a polygon that stands for a circle."""
FOOT: Outline = ((-0.28, 0.38), (0.28, 0.38), (0.28, 0.31), (0.2, 0.26), (-0.2, 0.26), (-0.28, 0.31))


def circle(x: float, y: float, radius: float) -> Outline:
    """Return a polygon that looks like a circle."""
    angles = (2 * pi * corner / CORNERS for corner in range(CORNERS))
    return tuple((round(x + radius * sin(angle), 4), round(y - radius * cos(angle), 4)) for angle in angles)


def mirrored(left: Outline) -> Outline:
    """Return a left half, from the top to the bottom, joined with its right half."""
    return (*left, *((-x, y) for x, y in reversed(left) if x))


@cache
def outlines(piece: str) -> tuple[Outline, ...]:
    """Return the polygons of a piece by its letter, in the order to fill them."""
    return {
        "P": (FOOT, mirrored(((-0.14, -0.06), (-0.14, -0.02), (-0.08, 0.02), (-0.18, 0.26))), circle(0, -0.17, 0.13)),
        "R": (
            FOOT,
            mirrored((
                (-0.05, -0.28), (-0.05, -0.36), (-0.13, -0.36), (-0.13, -0.28), (-0.22, -0.28), (-0.22, -0.36),
                (-0.24, -0.36), (-0.24, -0.2), (-0.15, -0.14), (-0.18, 0.26),
            )),
        ),
        "B": (
            FOOT,
            mirrored(((-0.15, 0.0), (-0.15, 0.05), (-0.09, 0.08), (-0.18, 0.26))),
            mirrored(((0.0, -0.34), (-0.09, -0.23), (-0.13, -0.12), (-0.1, 0.01))),
            circle(0, -0.36, 0.045),
        ),
        "N": (
            FOOT,
            (
                (-0.2, 0.26), (-0.17, 0.12), (-0.05, -0.01), (-0.03, -0.08), (-0.14, -0.04), (-0.2, 0.04),
                (-0.27, 0.03), (-0.29, -0.04), (-0.2, -0.17), (-0.15, -0.27), (-0.13, -0.38), (-0.05, -0.31),
                (0.06, -0.3), (0.17, -0.21), (0.23, -0.07), (0.24, 0.1), (0.21, 0.26),
            ),
        ),
        "Q": (
            FOOT,
            mirrored(((0.0, -0.05), (-0.13, -0.27), (-0.15, 0.0), (-0.31, -0.17), (-0.19, 0.26))),
            *(circle(x, y, 0.045) for x, y in ((-0.31, -0.2), (-0.13, -0.3), (0.13, -0.3), (0.31, -0.2))),
        ),
        "K": (
            mirrored((
                (-0.03, -0.41), (-0.03, -0.35), (-0.1, -0.35), (-0.1, -0.28), (-0.03, -0.28), (-0.03, -0.1),
            )),
            FOOT,
            mirrored(((0.0, -0.03), (-0.06, -0.13), (-0.19, -0.14), (-0.28, -0.03), (-0.26, 0.09), (-0.2, 0.26))),
        ),
    }[piece]  # fmt: skip

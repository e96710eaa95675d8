"""From shades and coverage to pixels, by a table that is made once for each theme."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor

from plyscope_window.look.call_colours import BY_NAME

COVERAGES = 64
Pixels = NDArray[np.uint32]


@cache
def shade_table(theme_name: str) -> Pixels:
    """Rows by shade + 128, columns by how much of the pixel is covered: the pixel to paint."""
    theme = BY_NAME[theme_name]
    shades = np.array([channels(theme.of_mean(shade / 127)) for shade in range(-128, 128)])[:, None, :]
    paper = channels(theme.paper)
    coverage = np.linspace(0, 1, COVERAGES)[None, :, None]
    return packed(paper + (shades - paper) * coverage)


def channels(colour: QColor) -> NDArray[np.float64]:
    return np.array([colour.red(), colour.green(), colour.blue()], np.float64)


def packed(colours: NDArray[np.float64]) -> Pixels:
    """Channels put together as Qt has them in 32 bits."""
    whole = np.clip(np.rint(colours), 0, 255).astype(np.uint32)
    return np.asarray(np.uint32(0xFF000000) | (whole[..., 0] << 16) | (whole[..., 1] << 8) | whole[..., 2])


def pixel(colour: QColor) -> np.uint32:
    return np.uint32(colour.rgb())

"""What has not happened yet, as it is drawn in the tree and in the icicle: the same picture, pale and without values.

The picture that stays shows how the search ended. From it one is made in which only light and dark are left of
the colours, and little of those; a step shows that one wherever its time has not come.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from PySide6.QtCore import QRect
from PySide6.QtGui import QBrush, QColor, QImage, QTransform

from plyscope_window.canvas.colours import Pixels, pixel
from plyscope_window.canvas.strips import pixels_of
from plyscope_window.look.call_colours import BY_NAME

FAINT, MOST = 0.5, 48
"""How much is left of light and dark, and from which difference to the ground on there is no more of it. Values
differ in lightness too: beyond this they all look alike."""
ROWS = 24
"""Rows of pixels that are worked on at once."""


def future_of(
    image: QImage, theme_name: str, grounds: list[QRect], scale: float, *, is_hidden: bool, into: QImage | None = None
) -> QImage:
    """The picture without values, or, where the future is hidden, nothing but the grounds behind plies.

    `grounds` are where the ground is that of every second ply, `scale` the pixels of one unit of them. `into` is
    a picture that may be painted over.
    """
    made = into if into is not None and into.size() == image.size() else QImage(image.size(), image.format())
    pixels, faded = pixels_of(image), pixels_of(made)
    strength = 0.0 if is_hidden else FAINT
    fade(pixels, faded, faint_table(theme_name, "paper", strength))
    for ground in grounds:
        rows = slice(max(0, round(ground.top() * scale)), max(0, round((ground.top() + ground.height()) * scale)))
        fade(pixels[rows], faded[rows], faint_table(theme_name, "band", strength))
    return made


def fade(pixels: Pixels, faded: Pixels, table: Pixels) -> None:
    """Looks up the sum of every pixel's channels, some rows at a time: what is large costs more than the arithmetic."""
    for start in range(0, len(pixels), ROWS):
        some = pixels[start : start + ROWS]
        light = (some & 255) + ((some >> 8) & 255) + ((some >> 16) & 255)
        np.take(table, light, out=faded[start : start + ROWS], mode="clip")


@cache
def faint_table(theme_name: str, role: str, strength: float) -> Pixels:
    """By the sum of the three channels, the pixel on a ground that keeps its own colour."""
    ground: QColor = getattr(BY_NAME[theme_name], role)
    channels = np.array([ground.red(), ground.green(), ground.blue()])
    away = np.clip((np.arange(766) - channels.sum()) / 3, -MOST, MOST)
    away = np.rint(away * strength).astype(np.int64)
    red, green, blue = np.clip(channels[:, None] + away, 0, 255)
    return np.asarray(pixel(QColor(0, 0, 0)) | (red << 16) | (green << 8) | blue, np.uint32)


def brush_of(image: QImage, scale: float) -> QBrush:
    """Paints whatever is filled with it in the colours that the image has there; `scale` is its pixels by a unit."""
    brush = QBrush(image)
    brush.setTransform(QTransform.fromScale(1 / scale, 1 / scale))
    return brush

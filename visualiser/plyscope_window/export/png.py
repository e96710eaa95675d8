"""A picture of pixels."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from plyscope.export.drawing import Drawing, draw_in_parts
from plyscope.export.extent import SCALE, SMALLER_EXPORT_OPTIONS
from plyscope.export.selection import Selection
from plyscope.messages import InputError, OptionError
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageWriter, QPainter

from plyscope_window.export.painting import ensure_application, paint_drawing

MAX_SIDE, MAX_PIXELS = 30_000, 100_000_000
"""Many viewers show no more than 32,767 pixels a side; 100 million take 400 MB while they are painted."""
MIN_SCALE, MAX_SCALE = 0.25, 4
"""The least and the largest number of pixels for a unit of the drawing."""
PIXELS_PER_METRE = 3780
"""At scale 1: 96 per inch, as on the web."""


def pieces(selection: Selection) -> Iterator[str | bytes]:
    """The pieces of a PNG with what is selected: an empty one after each mark, then the file."""
    ensure_application()
    drawing = yield from draw_in_parts(selection)
    image = picture(drawing, selection.extent.scale)
    yield from paint(image, drawing, selection)
    image.setText("Title", selection.title)
    yield png_bytes(image)


def picture(drawing: Drawing, scale: float) -> QImage:
    """An empty image as large as a drawing at a scale; InputError where it would be too large."""
    if not MIN_SCALE <= scale <= MAX_SCALE:
        raise OptionError(
            "{option} is between {least} and {most}, not {scale}",
            option=SCALE,
            least=MIN_SCALE,
            most=MAX_SCALE,
            scale=scale,
        )
    width, height = ceil(drawing.width * scale), ceil(drawing.height * scale)
    if max(width, height) > MAX_SIDE or width * height > MAX_PIXELS:
        raise InputError(
            "this picture would have {width} times {height} pixels, more than programs can show: a smaller scale"
            " ({scale}), fewer plies ({plies}) or a subtree ({subtree}) will do, or svg or pdf",
            width=width,
            height=height,
            scale=SCALE,
            **SMALLER_EXPORT_OPTIONS,
        )
    image = QImage(width, height, QImage.Format.Format_RGB32)
    if image.isNull():
        raise InputError(
            "there is no memory for a picture of {width} times {height} pixels", width=width, height=height
        )
    image.setDotsPerMeterX(round(PIXELS_PER_METRE * scale))
    image.setDotsPerMeterY(round(PIXELS_PER_METRE * scale))
    return image


def paint(image: QImage, drawing: Drawing, selection: Selection) -> Iterator[bytes]:
    """Paint a drawing onto an image; yields an empty piece after each mark, so that the export can be stopped."""
    image.fill(drawing.palette.paper)
    painter = QPainter(image)
    try:
        painter.scale(selection.extent.scale, selection.extent.scale)
        for _ in paint_drawing(painter, drawing):
            yield b""
    finally:
        painter.end()


def png_bytes(image: QImage) -> bytes:
    """The bytes of the PNG of an image."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(b"png"))
    if not writer.write(image):
        raise InputError("the picture could not be written: {reason}", reason=writer.errorString())
    return bytes(buffer.data().data())

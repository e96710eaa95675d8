"""A PDF of one page, as large as the drawing, made of lines and letters; its fonts are embedded."""

from __future__ import annotations

from collections.abc import Iterator

from plyscope.export.drawing import draw_in_parts
from plyscope.export.selection import Selection
from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter

from plyscope_window.export.painting import ensure_application, paint_drawing

MAX_PAGE = 14_400.0
"""Points, which are 5 metres: PDF viewers show no larger pages."""
DOTS_PER_INCH, POINTS_PER_INCH = 1200, 72


def pieces(selection: Selection) -> Iterator[str | bytes]:
    ensure_application()
    drawing = yield from draw_in_parts(selection)
    shrunk = min(1.0, MAX_PAGE / max(drawing.width, drawing.height))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(selection.title)
    writer.setCreator("Plyscope")
    writer.setResolution(DOTS_PER_INCH)
    size = QSizeF(drawing.width * shrunk, drawing.height * shrunk)
    page = QPageSize(size, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0)))
    painter = QPainter(writer)
    try:
        scale = shrunk * DOTS_PER_INCH / POINTS_PER_INCH
        painter.scale(scale, scale)
        for _ in paint_drawing(painter, drawing):
            yield b""
    finally:
        painter.end()
    yield bytes(buffer.data().data())

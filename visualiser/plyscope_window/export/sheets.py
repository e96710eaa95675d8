"""Worksheets as PDF, A4, made of lines and letters; the fonts are embedded."""

from __future__ import annotations

from collections.abc import Sequence

from plyscope.worksheets.pages import HIGH, WIDTH, Page
from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter

from plyscope_window.export.painting import ensure_application, paint_mark

DOTS_PER_INCH, POINTS_PER_INCH = 1200, 72


def painted(pages: Sequence[Page]) -> bytes:
    """A PDF of the pages."""
    ensure_application()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setCreator("Plyscope")
    writer.setResolution(DOTS_PER_INCH)
    size = QPageSize(QSizeF(WIDTH, HIGH), QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0)))
    painter = QPainter(writer)
    try:
        painter.scale(DOTS_PER_INCH / POINTS_PER_INCH, DOTS_PER_INCH / POINTS_PER_INCH)
        for place, page in enumerate(pages):
            if place:
                writer.newPage()
            for mark in page.marks:
                paint_mark(painter, mark)
    finally:
        painter.end()
    return bytes(buffer.data().data())

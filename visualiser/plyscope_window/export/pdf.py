"""A drawing as a PDF of one page, as large as it is, and the pages of worksheets; their fonts are embedded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from plyscope.export.drawing import draw_in_parts
from plyscope.export.marks import DrawingMarks, Mark
from plyscope.export.selection import Selection
from plyscope.worksheets.pages import PAGE_HEIGHT, PAGE_WIDTH, Page
from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter

from plyscope_window.export.painting import ensure_application, paint_marks

MAX_PAGE = 14_400.0
"""Points, which are 5 metres: PDF viewers show no larger pages."""
DOTS_PER_INCH, POINTS_PER_INCH = 1200, 72


def pieces(selection: Selection) -> Iterator[str | bytes]:
    """The pieces of a PDF with what is selected on one page, as large as it is; all but the last are empty."""
    drawing = yield from draw_in_parts(selection)
    shrunk = min(1.0, MAX_PAGE / max(drawing.width, drawing.height))
    size = QSizeF(drawing.width * shrunk, drawing.height * shrunk)
    yield from pdf_pieces([DrawingMarks(drawing).marks()], size, shrunk, selection.title)


def painted(pages: Sequence[Page]) -> bytes:
    """The bytes of a PDF with these pages; called by the engine for worksheets."""
    return b"".join(pdf_pieces([page.marks for page in pages], QSizeF(PAGE_WIDTH, PAGE_HEIGHT)))


def pdf_pieces(pages: Iterable[Iterable[Mark]], size: QSizeF, scale: float = 1.0, title: str = "") -> Iterator[bytes]:
    """Write pages of marks as PDF, each `size` points large, with `scale` points to a unit of the marks.

    The last piece is the file; an empty one before it comes after each mark, so that the export can be stopped.
    """
    ensure_application()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(title)
    writer.setCreator("Plyscope")
    writer.setResolution(DOTS_PER_INCH)
    page_size = QPageSize(size, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(page_size, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0)))
    painter = QPainter(writer)
    try:
        painter.scale(scale * DOTS_PER_INCH / POINTS_PER_INCH, scale * DOTS_PER_INCH / POINTS_PER_INCH)
        for place, marks in enumerate(pages):
            if place:
                writer.newPage()
            for _ in paint_marks(painter, marks):
                yield b""
    finally:
        painter.end()
    yield bytes(buffer.data().data())

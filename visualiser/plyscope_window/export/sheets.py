"""Worksheets as PDF, A4, made of lines and letters; the fonts are embedded."""

from __future__ import annotations

from collections.abc import Sequence

from plyscope.worksheets.pages import HIGH, WIDTH, Box, Page, Stroke, Text
from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPageLayout, QPageSize, QPainter, QPdfWriter, QPen, QPolygonF

from plyscope_window.export.painting import ensure_application, font_of

DOTS_PER_INCH, POINTS_PER_INCH = 1200, 72
INK, QUIET = QColor("#1b1d21"), QColor("#646a72")
FINER = 4
"""Letters are set in quarters of a point, for a font has whole pixels."""


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
            paint(painter, page)
    finally:
        painter.end()
    return bytes(buffer.data().data())


def paint(painter: QPainter, page: Page) -> None:
    """Paint one page; the unit of the painter is a point."""
    for mark in page.marks:
        match mark:
            case Text():
                write(painter, mark)
            case Stroke():
                painter.setPen(pen(mark.width, mark.dashed, mark.colour))
                points = QPolygonF([QPointF(x, y) for x, y in mark.points])
                if mark.closed:
                    painter.setBrush(brush(mark.fill))
                    painter.drawPolygon(points)
                else:
                    painter.drawPolyline(points)
            case Box():
                painter.setPen(pen(mark.line, mark.dashed, mark.colour))
                painter.setBrush(brush(mark.fill))
                painter.drawRoundedRect(QRectF(mark.x, mark.y, mark.width, mark.high), mark.radius, mark.radius)


def write(painter: QPainter, text: Text) -> None:
    letters = font_of(round(text.size * FINER), text.bold, fixed=text.fixed)
    width = QFontMetricsF(letters).horizontalAdvance(text.text) / FINER
    left = text.x - {"left": 0.0, "center": width / 2, "right": width}[text.align]
    painter.save()
    painter.translate(left, text.y)
    painter.scale(1 / FINER, 1 / FINER)
    painter.setFont(letters)
    painter.setPen(QUIET if text.quiet else INK)
    painter.drawText(QPointF(0, 0), text.text)
    painter.restore()


def brush(fill: str) -> QBrush:
    return QBrush(QColor(fill)) if fill else QBrush(Qt.BrushStyle.NoBrush)


def pen(width: float, is_dashed: bool, colour: str) -> QPen:
    if not width:
        return QPen(Qt.PenStyle.NoPen)
    made = QPen(QColor(colour), width)
    made.setCapStyle(Qt.PenCapStyle.FlatCap if is_dashed else Qt.PenCapStyle.RoundCap)
    made.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if is_dashed:
        made.setDashPattern([3 / width, 2.4 / width])
    return made

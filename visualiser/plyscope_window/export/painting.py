"""The pen that paints marks by Qt: pictures and printed pages look as the SVG does."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cache

from plyscope.export.drawing import Drawing
from plyscope.export.marks import Box, DrawingMarks, Mark, Text
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QPainter, QPen, QPolygonF

from plyscope_window.look import fonts, theme

TEXT_SUBUNITS = 4
"""Text is set in a unit that is so many times finer, because fonts have a whole number of pixels."""


@cache
def ensure_application() -> QCoreApplication:
    """Return Qt's application, which fonts need; where none is running, make one that needs no display."""
    running = QGuiApplication.instance()
    if running is None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        running = QGuiApplication(["plyscope"])
    fonts.load()
    return running


def paint_drawing(painter: QPainter, drawing: Drawing) -> Iterator[None]:
    """Paint a drawing in its own units; an export can be stopped after each mark."""
    return paint_marks(painter, DrawingMarks(drawing).marks())


def paint_marks(painter: QPainter, marks: Iterable[Mark]) -> Iterator[None]:
    """Paint marks in their own units; an export can be stopped after each."""
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
    for mark in marks:
        paint_mark(painter, mark)
        yield


def paint_mark(painter: QPainter, mark: Mark) -> None:
    """Paint one mark: a text, a box, an ellipse or a line."""
    if isinstance(mark, Text):
        write(painter, mark)
        return
    painter.setBrush(colour_of(mark.fill) if mark.fill else Qt.BrushStyle.NoBrush)
    if isinstance(mark, Box):
        painter.setPen(pen(mark.line, mark.dashes, mark.colour))
        area = QRectF(mark.x, mark.y, mark.width, mark.high)
        if 2 * mark.radius == mark.width == mark.high:
            painter.drawEllipse(area)
        else:
            painter.drawRoundedRect(area, mark.radius, mark.radius)
        return
    painter.setPen(pen(mark.width, mark.dashes, mark.colour))
    points = QPolygonF([QPointF(x, y) for x, y in mark.points])
    if mark.closed:
        painter.drawPolygon(points)
    else:
        painter.drawPolyline(points)


def write(painter: QPainter, text: Text) -> None:
    """Paint a line of text, with its ground behind it."""
    letters = font_of(round(text.size * TEXT_SUBUNITS), text.bold, fixed=text.fixed)
    width = width_of(letters, text.text)
    left = text.x - {"left": 0.0, "center": width / 2, "right": width}[text.align]
    if text.ground:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour_of(text.ground))
        height = text.size * 14 / 12
        painter.drawRoundedRect(QRectF(left - 2.5, text.y - text.size * 11 / 12, width + 5, height), 4, 4)
    painter.save()
    painter.translate(left, text.y)
    painter.scale(1 / TEXT_SUBUNITS, 1 / TEXT_SUBUNITS)
    painter.setFont(letters)
    painter.setPen(colour_of(text.colour))
    painter.drawText(QPointF(0, 0), text.text)
    painter.restore()


@cache
def pen(width: float, dashes: tuple[float, float] | None, colour: str) -> QPen:
    """The pen of a line in units of the drawing; a width of 0 is for no line."""
    if not width:
        return QPen(Qt.PenStyle.NoPen)
    pen_of_line = QPen(colour_of(colour), width)
    pen_of_line.setCapStyle(Qt.PenCapStyle.FlatCap if dashes else Qt.PenCapStyle.RoundCap)
    pen_of_line.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if dashes:
        pen_of_line.setDashPattern([length / width for length in dashes])
    return pen_of_line


@cache
def colour_of(name: str) -> QColor:
    """Qt's colour of a name or of #RRGGBB, made once for each."""
    return QColor(name)


@cache
def font_of(pixels: int, bold: bool, *, fixed: bool = False) -> QFont:
    """The font of a text by its size, without the tabular figures of the window.

    Its figures are proportional: tabular ones cannot be found by a search in a PDF.
    """
    face = QFont(theme.font_of(pixels, bold, fixed))
    face.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if hasattr(face, "setFeature"):
        face.setFeature(QFont.Tag("tnum"), 0)  # Otherwise the feature of the window's font applies here too.
    return face


@cache
def width_of(letters: QFont, text: str) -> float:
    """The width of a text in units of the drawing, in a font that is set in the finer unit."""
    return QFontMetricsF(letters).horizontalAdvance(text) / TEXT_SUBUNITS

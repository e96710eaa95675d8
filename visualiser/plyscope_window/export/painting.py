"""A drawing by a painter of Qt: pictures of dots and printed pages look as the SVG does."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache

from plyscope.export.drawing import SQUARE, UNDER, Drawing, Edge, Figure, Look, Shape, corners, height_of
from plyscope.export.node_texts import Label, Role
from plyscope.export.palette import Palette
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QPainter, QPen, QPolygonF

from plyscope_window.export.boards import BoardPainter, pen
from plyscope_window.look import fonts
from plyscope_window.look.theme import TEXT_FACES

ON_EDGES = (Role.MOVE, Role.BEST_MOVE, Role.OPEN_MOVE, Role.FUTURE_MOVE)
"""Texts that have a ground of their own, so that no edge runs through them."""


@cache
def be_ready() -> QCoreApplication:
    """Fonts need an application; one that shows nothing will do where there is none."""
    running = QGuiApplication.instance()
    if running is None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        running = QGuiApplication(["plyscope"])
    fonts.load()
    return running


class DrawingPainter:
    """Paints one drawing, in its own units."""

    def __init__(self, painter: QPainter, drawing: Drawing, palette: Palette, max_side: int) -> None:
        self.painter, self.drawing, self.palette = painter, drawing, palette
        self.boards = BoardPainter(painter, palette, max_side)

    def paint(self) -> Iterator[None]:
        """All of it; it stops after each node and edge, so that whoever has had enough can break it off."""
        painter = self.painter
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        painter.fillRect(QRectF(0, 0, self.drawing.width, self.drawing.height), QColor(self.palette.paper))
        for edge in self.drawing.edges:
            self.paint_edge(edge)
            yield
        for edge in self.drawing.edges:
            if edge.label is not None:
                self.paint_label(edge.label)
        for figure in self.drawing.figures:
            self.paint_figure(figure)
            yield

    def paint_edge(self, edge: Edge) -> None:
        painter, palette = self.painter, self.palette
        line = QLineF(edge.x, edge.y, edge.to_x, edge.to_y)
        if edge.look is Look.OPEN:
            painter.setPen(pen(palette.now, 11))
            painter.drawLine(line)
        painter.setPen(self.edge_pen(edge))
        painter.drawLine(line)
        if edge.look is Look.STUB:
            painter.setPen(pen(palette.ink, 1.4))
            painter.drawLines([QLineF(*stroke) for stroke in edge.severed()])

    def edge_pen(self, edge: Edge) -> QPen:
        palette = self.palette
        if edge.look in (Look.STUB, Look.GHOST):
            return dashed(palette.pruned, 1.3, (3, 3))
        if edge.look is Look.BEST:
            return pen(palette.of_shade(edge.shade), 3.2)
        if edge.look is Look.OPEN:
            return pen(palette.ink, 2.4)
        return pen(palette.hairline if edge.look is Look.FUTURE else palette.edge, 1.3)

    def paint_figure(self, figure: Figure) -> None:
        painter, palette = self.painter, self.palette
        if figure.is_now:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(palette.now))
            x, y, width, height = figure.ring
            painter.drawRoundedRect(QRectF(x, y, width, height), 8, 8)
        if figure.board is not None:
            top = figure.y + height_of(figure.shape) / 2 + UNDER
            left = figure.x - figure.board.width / 2
            self.boards.paint(figure.board, left, top, is_pale=figure.is_pale)
        line, fill = self.glyph_style(figure)
        painter.setPen(line)
        painter.setBrush(QColor(fill))
        paint_shape(painter, figure)
        for label in figure.labels:
            self.paint_label(label)

    def glyph_style(self, figure: Figure) -> tuple[QPen | Qt.PenStyle, str]:
        palette = self.palette
        if figure.look is Look.STUB:
            return dashed(palette.pruned, 1.2, (2.5, 2)), palette.paper
        if figure.look is Look.GHOST:
            return dashed(palette.quiet, 1.2, (2.5, 2)), palette.pale_of_shade(figure.shade)
        if figure.look is Look.FUTURE:
            return pen(palette.hairline, 1.3), palette.card
        if figure.look is Look.OPEN:
            return pen(palette.ink, 2.2), palette.card
        return Qt.PenStyle.NoPen, palette.of_shade(figure.shade)

    def paint_label(self, label: Label) -> None:
        painter, style = self.painter, label.style
        letters = letters_of(round(label.letter_size * 2), style.bold)
        wide = width_of(letters, label.text)
        left = label.x - wide / 2 if label.is_centred else label.x
        painter.setFont(letters)
        if label.role in ON_EDGES:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self.palette.paper))
            painter.drawRoundedRect(QRectF(left - 2.5, label.y - 11, wide + 5, 14), 4, 4)
        painter.setPen(QColor(getattr(self.palette, style.colour)))
        # The letters are twice as large as they are to be, since fonts come in whole pixels alone.
        painter.save()
        painter.translate(left, label.y)
        painter.scale(0.5, 0.5)
        painter.drawText(QPointF(0, 0), label.text)
        painter.restore()


def paint_shape(painter: QPainter, figure: Figure) -> None:
    """A triangle up or down, a square or a circle, round its middle."""
    side = height_of(figure.shape, figure.look) if figure.look is Look.STUB else SQUARE
    middle = QPointF(figure.x, figure.y)
    if figure.shape is Shape.SQUARE:
        painter.drawRoundedRect(QRectF(figure.x - side / 2, figure.y - side / 2, side, side), 3, 3)
    elif figure.shape is Shape.CIRCLE:
        painter.drawEllipse(middle, side / 2, side / 2)
    else:
        painter.drawPolygon(QPolygonF([middle + QPointF(x, y) for x, y in corners(figure.shape, figure.look)]))


def dashed(colour: str, width: float, pattern: tuple[float, float]) -> QPen:
    made = QPen(QColor(colour), width)
    made.setDashPattern([length / width for length in pattern])
    return made


@cache
def letters_of(pixels: int, bold: bool) -> QFont:
    """Figures are as wide as they like: those that are all equally wide cannot be searched for in a printed page."""
    made = QFont()
    made.setFamilies(list(TEXT_FACES))
    made.setPixelSize(pixels)
    made.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if hasattr(made, "setFeature"):
        made.setFeature(QFont.Tag("tnum"), 0)  # else those of the window's own font are taken over
    return made


@cache
def width_of(letters: QFont, text: str) -> float:
    """In units of a drawing, in which letters are half as large."""
    return QFontMetricsF(letters).horizontalAdvance(text) / 2

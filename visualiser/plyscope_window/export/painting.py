"""A drawing painted by Qt: pictures and printed pages look as the SVG does."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache

from plyscope.export.boards import (
    CORE,
    CROSS_ARM,
    DISC,
    LAST_RING,
    RING,
    BoardColours,
    BoardDrawing,
    CellDrawing,
    Pen,
    draw_board,
    hexagon,
    piece_outlines,
)
from plyscope.export.drawing import SQUARE, Drawing, Edge, Figure, Look, Shape, corners, height_of
from plyscope.export.links import Link
from plyscope.export.node_texts import Label, Role
from plyscope.export.palette import DISCS
from plyscope.model.position import FIRST
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QPainter, QPainterPath, QPen, QPolygonF

from plyscope_window.look import fonts
from plyscope_window.look.theme import FIXED_FACES, TEXT_FACES

ROLES_ON_EDGES = (Role.MOVE, Role.BEST_MOVE, Role.OPEN_MOVE, Role.FUTURE_MOVE)
"""Texts with a ground of their own, so that no edge runs through them."""


@cache
def ensure_application() -> QCoreApplication:
    """The application, which fonts need; where none is running, one without a display is created."""
    running = QGuiApplication.instance()
    if running is None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        running = QGuiApplication(["plyscope"])
    fonts.load()
    return running


class DrawingPainter:
    """A painter of one drawing, in its own units."""

    def __init__(self, painter: QPainter, drawing: Drawing) -> None:
        self.painter, self.drawing, self.palette = painter, drawing, drawing.palette

    def paint(self) -> Iterator[None]:
        """Paint everything; the export can be stopped after each node and edge."""
        painter = self.painter
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        painter.fillRect(QRectF(0, 0, self.drawing.width, self.drawing.height), QColor(self.palette.paper))
        for link in self.drawing.links:
            self.paint_link(link)
            yield
        for edge in self.drawing.edges:
            self.paint_edge(edge)
            yield
        for edge in self.drawing.edges:
            if edge.label is not None:
                self.paint_label(edge.label)
        for figure in self.drawing.figures:
            self.paint_figure(figure)
            yield

    def paint_link(self, link: Link) -> None:
        painter, palette = self.painter, self.palette
        curve = QPainterPath(QPointF(*link.start))
        curve.quadTo(QPointF(*link.bend), QPointF(*link.end))
        painter.strokePath(curve, dashed(palette.quiet, 1.2, (4, 3)))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(palette.quiet))
        painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in link.head]))

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
        if edge.look is Look.LEFT_OUT:
            return dashed(palette.pruned, 1.3, (1, 3))
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
            painter.save()
            painter.translate(*figure.board_at)
            if figure.is_pale:
                painter.setOpacity(0.35)
            draw_board(figure.board, PaperPen(painter, self.drawing.board_colours))
            painter.restore()
        line, fill = self.glyph_style(figure)
        painter.setPen(line)
        painter.setBrush(QColor(fill))
        paint_shape(painter, figure)
        for label in figure.labels:
            self.paint_label(label)

    def glyph_style(self, figure: Figure) -> tuple[QPen | Qt.PenStyle, str]:
        palette = self.palette
        if figure.look in (Look.STUB, Look.PRUNED):
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
        letters = font_of(round(label.letter_size * 2), style.bold)
        wide = width_of(letters, label.text)
        left = label.x - wide / 2 if label.is_centred else label.x
        painter.setFont(letters)
        if label.role in ROLES_ON_EDGES:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self.palette.paper))
            painter.drawRoundedRect(QRectF(left - 2.5, label.y - 11, wide + 5, 14), 4, 4)
        painter.setPen(QColor(getattr(self.palette, style.colour)))
        # Letters are set at double size and scaled down, since font sizes are whole pixels.
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


class PaperPen(Pen):
    """A painter of boards that look as in the SVG."""

    def __init__(self, painter: QPainter, colours: BoardColours) -> None:
        self.painter, self.colours, self.palette = painter, colours, colours.palette

    def use(self, line: QPen | Qt.PenStyle, fill: str | None) -> None:
        self.painter.setPen(line)
        if fill is None:
            self.painter.setBrush(Qt.BrushStyle.NoBrush)
        else:
            self.painter.setBrush(QColor(fill))

    def circle(self, board: BoardDrawing, cell: CellDrawing, radius: float) -> None:
        self.painter.drawEllipse(QPointF(cell.x, cell.y), board.cell * radius, board.cell * radius)

    def hexagon(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.painter.drawPolygon(QPolygonF([QPointF(cell.x + x, cell.y + y) for x, y in hexagon(board.cell)]))

    def frame(self, board: BoardDrawing) -> None:
        self.use(pen(self.palette.hairline, 0.8), self.palette.card)
        self.painter.drawRoundedRect(QRectF(0, 0, board.width, board.height), 2, 2)

    def grid(self, board: BoardDrawing, across: list[float], down: list[float]) -> None:
        self.painter.drawLines([QLineF(x, 1, x, board.height - 1) for x in across])
        self.painter.drawLines([QLineF(1, y, board.width - 1, y) for y in down])

    def free_cell(self, board: BoardDrawing, cell: CellDrawing) -> None:
        if board.is_hexagonal:
            self.use(pen(self.palette.hairline, 0.8), self.palette.card)
            self.hexagon(board, cell)
        elif board.has_discs:
            self.use(Qt.PenStyle.NoPen, self.colours.hole)
            self.circle(board, cell, DISC)

    def tint(self, board: BoardDrawing, cell: CellDrawing) -> None:
        size = board.cell
        wide, gap = board.cell_width, 0.0 if board.is_text else 0.5
        area = QRectF(cell.x - wide / 2 + gap, cell.y - size / 2 + gap, wide - 2 * gap, size - 2 * gap)
        self.painter.fillRect(area, QColor(self.colours.tint(cell.owner)))

    def taken_hexagon(self, board: BoardDrawing, cell: CellDrawing) -> None:
        owner, colours = cell.owner, self.colours
        rim = pen(colours.side(owner), 1.6) if cell.is_last else pen(colours.taken_rim(owner), 1)
        self.use(rim, colours.taken(owner))
        self.hexagon(board, cell)

    def mark(self, board: BoardDrawing, cell: CellDrawing, is_hot: bool) -> None:
        x, y, reach = cell.x, cell.y, board.cell * CROSS_ARM
        self.use(pen(self.colours.side(cell.owner) if is_hot else self.palette.quiet, board.line_width), None)
        if cell.owner == FIRST:
            self.painter.drawLine(QLineF(x - reach, y - reach, x + reach, y + reach))
            self.painter.drawLine(QLineF(x - reach, y + reach, x + reach, y - reach))
        else:
            self.circle(board, cell, RING)

    def dark_square(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.painter.fillRect(square_of(board, cell), QColor(self.colours.dark_square))

    def piece(self, board: BoardDrawing, cell: CellDrawing) -> None:
        fill, line = self.palette.of_piece(cell.owner == FIRST)
        self.use(pen(line, max(0.4, board.cell * 0.03)), fill)
        for outline in piece_outlines(board, cell):
            self.painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in outline]))

    def letter(self, board: BoardDrawing, cell: CellDrawing) -> None:
        painter = self.painter
        painter.save()
        painter.translate(cell.x, cell.y)
        painter.scale(0.5, 0.5)
        painter.setFont(font_of(max(1, round(2 * board.letter_size)), bold=not board.is_text, fixed=board.is_text))
        painter.setPen(QColor(self.palette.ink))
        area = QRectF(-board.cell, -board.cell, 2 * board.cell, 2 * board.cell)
        painter.drawText(area, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip), cell.label)
        painter.restore()

    def last_ring(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.use(pen(self.palette.ink, 1), self.palette.card)
        self.circle(board, cell, LAST_RING)

    def disc(self, board: BoardDrawing, cell: CellDrawing) -> None:
        disc = DISCS[cell.owner - 1]
        self.use(pen(disc.outline, 0.8), disc.fill)
        self.circle(board, cell, DISC)
        if cell.owner == FIRST:
            self.use(Qt.PenStyle.NoPen, disc.outline)
            self.circle(board, cell, CORE)

    def winning_line(self, board: BoardDrawing, line: tuple[float, float, float, float]) -> None:
        self.use(pen(self.colours.line(board), board.line_width * 1.3), None)
        self.painter.drawLine(QLineF(*line))


def square_of(board: BoardDrawing, cell: CellDrawing) -> QRectF:
    """The whole square of a cell."""
    return QRectF(cell.x - board.cell / 2, cell.y - board.cell / 2, board.cell, board.cell)


def pen(colour: str, width: float) -> QPen:
    made = QPen(QColor(colour), width)
    made.setCapStyle(Qt.PenCapStyle.RoundCap)
    made.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return made


def dashed(colour: str, width: float, pattern: tuple[float, float]) -> QPen:
    made = QPen(QColor(colour), width)
    made.setDashPattern([length / width for length in pattern])
    return made


@cache
def font_of(pixels: int, bold: bool, *, fixed: bool = False) -> QFont:
    """The font of texts, or one of fixed width.

    Its figures are proportional: tabular ones cannot be found by a search in a PDF.
    """
    made = QFont()
    made.setFamilies(list(FIXED_FACES if fixed else TEXT_FACES))
    made.setPixelSize(pixels)
    made.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if hasattr(made, "setFeature"):
        made.setFeature(QFont.Tag("tnum"), 0)  # Otherwise the feature of the window's font applies here too.
    return made


@cache
def width_of(letters: QFont, text: str) -> float:
    """The width of a text in units of a drawing, in which letters are half as large."""
    return QFontMetricsF(letters).horizontalAdvance(text) / 2

"""The small boards of a drawing, painted as the SVG has them."""

from __future__ import annotations

from plyscope.export.boards import CORNER_TO_CORNER, BoardDrawing, CellDrawing
from plyscope.export.palette import DISCS, Palette, mixed
from plyscope.model.position import FIRST
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

TAKEN = 0.35
"""How much of a side's colour a cell has that the side has taken."""


class BoardPainter:
    """Paints the boards of one drawing, which are of one game."""

    def __init__(self, painter: QPainter, palette: Palette, max_side: int) -> None:
        self.painter, self.palette, self.max_side = painter, palette, max_side

    def paint(self, board: BoardDrawing, x: float, y: float, *, is_pale: bool) -> None:
        """With its top left there."""
        painter = self.painter
        painter.save()
        painter.translate(x, y)
        if is_pale:
            painter.setOpacity(0.35)
        self.paint_empty(board)
        for cell in board.cells:
            if cell.owner:
                self.paint_cell(board, cell)
        if board.line is not None:
            colour = self.palette.ink if board.pieces == "discs" else self.of_side(board.winner)
            painter.setPen(pen(colour, self.thin(board) * 1.3))
            painter.drawLine(QLineF(*board.line))
        painter.restore()

    def of_side(self, side: int) -> str:
        return self.palette.of_side(side == self.max_side)

    def tint_of_side(self, side: int) -> str:
        return self.palette.tint_of_side(side == self.max_side)

    def thin(self, board: BoardDrawing) -> float:
        return max(1.0, board.cell * 0.1)

    def paint_empty(self, board: BoardDrawing) -> None:
        painter, palette, size = self.painter, self.palette, board.cell
        painter.setPen(pen(palette.hairline, 0.8))
        painter.setBrush(QColor(palette.card))
        if board.shape == "hex":
            for cell in board.cells:
                painter.drawPolygon(hexagon(cell, size))
            return
        painter.drawRoundedRect(QRectF(0, 0, board.width, board.height), 2, 2)
        if board.pieces == "discs":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(mixed(palette.card, palette.hairline, 0.55)))
            for cell in board.cells:
                painter.drawEllipse(QPointF(cell.x, cell.y), size * 0.38, size * 0.38)
            return
        for column in range(1, board.columns):
            painter.drawLine(QLineF(column * size, 1, column * size, board.height - 1))
        for row in range(1, board.rows):
            painter.drawLine(QLineF(1, row * size, board.width - 1, row * size))

    def paint_cell(self, board: BoardDrawing, cell: CellDrawing) -> None:
        painter, size = self.painter, board.cell
        middle = QPointF(cell.x, cell.y)
        if board.pieces == "discs":
            self.paint_disc(middle, size, cell)
            return
        colour, tint = self.of_side(cell.owner), self.tint_of_side(cell.owner)
        if board.shape == "hex":
            painter.setPen(pen(colour, 1.6) if cell.is_last else pen(mixed(tint, colour, 0.45), 1))
            painter.setBrush(QColor(mixed(self.palette.card, colour, TAKEN)))
            painter.drawPolygon(hexagon(cell, size))
        elif cell.is_last:
            painter.fillRect(QRectF(cell.x - size / 2 + 0.5, cell.y - size / 2 + 0.5, size - 1, size - 1), QColor(tint))
        is_hot = cell.is_last or cell.is_winning or board.shape == "hex"
        painter.setPen(pen(colour if is_hot else self.palette.quiet, self.thin(board)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        reach = size * 0.27
        if cell.owner == FIRST:
            painter.drawLine(QLineF(cell.x - reach, cell.y - reach, cell.x + reach, cell.y + reach))
            painter.drawLine(QLineF(cell.x - reach, cell.y + reach, cell.x + reach, cell.y - reach))
        else:
            painter.drawEllipse(middle, reach * 1.05, reach * 1.05)

    def paint_disc(self, middle: QPointF, size: float, cell: CellDrawing) -> None:
        painter, disc = self.painter, DISCS[cell.owner - 1]
        if cell.is_last:
            painter.setPen(pen(self.palette.ink, 1))
            painter.setBrush(QColor(self.palette.card))
            painter.drawEllipse(middle, size * 0.47, size * 0.47)
        painter.setPen(pen(disc.outline, 0.8))
        painter.setBrush(QColor(disc.fill))
        painter.drawEllipse(middle, size * 0.38, size * 0.38)
        if cell.owner == FIRST:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(disc.outline))
            painter.drawEllipse(middle, size * 0.11, size * 0.11)


def pen(colour: str, width: float) -> QPen:
    made = QPen(QColor(colour), width)
    made.setCapStyle(Qt.PenCapStyle.RoundCap)
    made.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return made


def hexagon(cell: CellDrawing, size: float) -> QPolygonF:
    """Standing on a corner."""
    wide, high = size * 0.97 / 2, size * 0.97 * CORNER_TO_CORNER / 2
    return QPolygonF(
        [
            QPointF(cell.x, cell.y - high), QPointF(cell.x + wide, cell.y - high / 2),
            QPointF(cell.x + wide, cell.y + high / 2), QPointF(cell.x, cell.y + high),
            QPointF(cell.x - wide, cell.y + high / 2), QPointF(cell.x - wide, cell.y - high / 2),
        ]
    )  # fmt: skip

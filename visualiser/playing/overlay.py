"""What is drawn over a board that is played on: where one may play, the hint, what is chosen, a disc that falls."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from engine.position import Board, Cell
from visualiser.boards import BoardPlan, hexagon, paint_disc
from visualiser.theme import font, theme

MARGIN = 26
"""Room round the board for the names of files, ranks and columns."""


def column_area(plan: BoardPlan, column: int) -> QRectF:
    return plan.cell((column, 0)).united(plan.cell((column, plan.board.rows - 1)))


def paint_outline(painter: QPainter, plan: BoardPlan, cell: Cell, pen: QPen, *, whole_column: bool = False) -> None:
    """An outline round one cell; in connect four round the column, since discs fall."""
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inset = pen.widthF() / 2 + 0.5
    if plan.board.shape == "hex":
        painter.drawPolygon(hexagon(plan.cell(cell), max(inset, plan.width * 0.05)))
        return
    area = column_area(plan, cell[0]) if whole_column else plan.cell(cell)
    painter.drawRoundedRect(area.adjusted(inset, inset, -inset, -inset), 5, 5)


def paint_legal(painter: QPainter, plan: BoardPlan, cells: Collection[Cell]) -> None:
    """A dot in every cell that can be taken; a ring would be the second side's mark."""
    painter.setBrush(theme().quiet)
    painter.setPen(Qt.PenStyle.NoPen)
    reach = max(2.0, plan.width * 0.06)
    for cell in cells:
        painter.drawEllipse(plan.centre(cell), reach, reach)


def paint_chosen(painter: QPainter, plan: BoardPlan, cells: Collection[Cell], *, is_legal: bool) -> None:
    """Cells that are being chosen: in whole lines where they are a move, else broken and with a cross."""
    colour = theme().ink if is_legal else theme().for_min
    pen = QPen(colour, max(2.0, plan.width * 0.07))
    if not is_legal:
        pen.setStyle(Qt.PenStyle.DotLine)
    for cell in cells:
        paint_outline(painter, plan, cell, QPen(pen))
        if not is_legal:
            paint_cross(painter, plan.centre(cell), plan.width * 0.1, colour)


def paint_cross(painter: QPainter, centre: QPointF, reach: float, colour: QColor) -> None:
    painter.setPen(QPen(colour, max(1.5, reach * 0.4)))
    painter.drawLine(centre + QPointF(-reach, -reach), centre + QPointF(reach, reach))
    painter.drawLine(centre + QPointF(-reach, reach), centre + QPointF(reach, -reach))


def paint_hint(painter: QPainter, plan: BoardPlan, signs: Mapping[Cell, str]) -> None:
    """A broken outline with a sign in it: what is advised, or would be played, is not played yet."""
    for cell, sign in signs.items():
        paint_outline(painter, plan, cell, QPen(theme().ink, max(1.5, plan.width * 0.035), Qt.PenStyle.DashLine))
        painter.setFont(font(max(9.0, min(34.0, plan.width * 0.34)), bold=True))
        painter.drawText(plan.cell(cell), Qt.AlignmentFlag.AlignCenter, sign)


def paint_names(painter: QPainter, plan: BoardPlan) -> None:
    """Files and ranks of tic-tac-toe, the columns of connect four, columns and rows of hexline."""
    if plan.width < 12:
        return
    board, frame = plan.board, plan.frame
    painter.setFont(font(12))
    painter.setPen(theme().quiet)
    below = Qt.AlignmentFlag.AlignCenter
    beside = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    rows = sorted({row for _, row in board.owners})
    if board.shape == "hex":
        first = rows[0]
        for column in sorted({column for column, _ in board.owners}):
            area = QRectF(plan.cell((column, first)).left(), frame.top() - MARGIN + 4, plan.width, MARGIN - 4)
            painter.drawText(area, below, str(column))
    else:
        for column in range(board.columns):
            name = str(column + 1) if board.pieces == "discs" else "abcdefghijklmnopqrstuvwxyz"[column]
            area = QRectF(plan.cell((column, 0)).left(), frame.bottom() + 2, plan.width, MARGIN - 4)
            painter.drawText(area, below, name)
    if board.pieces != "discs":
        for row in rows:
            name = str(row if board.shape == "hex" else board.rows - row)
            place = plan.cell((0, row))
            painter.drawText(QRectF(frame.left() - MARGIN, place.top(), MARGIN - 6, place.height()), beside, name)


def without(board: Board, cell: Cell) -> Board:
    """The board before a disc has come to lie."""
    return replace(board, owners={**board.owners, cell: 0}, last_move=frozenset(), winning_line=())


def paint_falling(painter: QPainter, plan: BoardPlan, cell: Cell, owner: int, share: float) -> None:
    """A disc on its way from above the board; `share` of the time has passed. It falls faster and faster, and stops."""
    start, end = plan.frame.top() - plan.width / 2, plan.centre(cell).y()
    painter.save()
    painter.setClipRect(plan.frame)
    y = start + (end - start) * share * share
    paint_disc(painter, QPointF(plan.centre(cell).x(), y), plan.width, owner)
    painter.restore()

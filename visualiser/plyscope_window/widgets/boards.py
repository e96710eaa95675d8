"""Drawing any game's board: large in the position panel, small on a card, tiny beside a node of the tree."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass

from plyscope.model.position import FIRST, Board, Cell
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from plyscope_window.look.theme import Current, font, mixed, theme

ROW_PITCH, CORNER_TO_CORNER = 0.866, 1.155
"""Of hexagons that are one wide and stand on a corner: from row to row, and their height."""

SMALL = 14
"""Pixels of a cell below which only the plainest shapes can be told apart."""


@dataclass(frozen=True)
class Disc:
    """How one side's discs look in both themes. The outline keeps them apart from a value and from *now*."""

    fill: QColor
    outline: QColor
    has_ring: bool


RED = Disc(QColor("#FF5641"), QColor("#8E1F12"), has_ring=True)
YELLOW = Disc(QColor("#FFDF37"), QColor("#3A3000"), has_ring=False)


class BoardPlan:
    """Where each cell of a board lies within a rectangle; for drawing it and for finding what was clicked.

    Only the cells that the board has are fitted: a board of hexagons with empty margins fills its place all the same.
    """

    def __init__(self, board: Board, area: QRectF) -> None:
        self.board = board
        if board.shape == "node":
            self.width, self.height = area.width() / max(1, board.columns), area.height() / max(1, board.rows)
            self.left, self.top = area.left(), area.top()
            return
        bounds = QRectF(0, 0, board.columns, board.rows)
        if board.shape == "hex":
            bounds = QRectF()
            for cell in board.owners:
                bounds = bounds.united(hex_place(cell))
        self.width = self.height = min(area.width() / max(1, bounds.width()), area.height() / max(1, bounds.height()))
        self.left = area.center().x() - bounds.center().x() * self.width
        self.top = area.center().y() - bounds.center().y() * self.height

    def under(self, board: Board) -> BoardPlan:
        """The same places under another board of that size."""
        plan = copy(self)
        plan.board = board
        return plan

    @property
    def frame(self) -> QRectF:
        """What the whole board takes up."""
        rectangle = QRectF()
        for cell in self.board.owners:
            rectangle = rectangle.united(self.cell(cell))
        return rectangle

    def cell(self, cell: Cell) -> QRectF:
        column, row = cell
        if self.board.shape == "node" and row == 0:
            return QRectF(self.left, self.top, self.width * max(1, self.board.columns), self.height)
        place = hex_place(cell) if self.board.shape == "hex" else QRectF(column, row, 1, 1)
        return QRectF(
            self.left + place.left() * self.width, self.top + place.top() * self.height,
            place.width() * self.width, place.height() * self.height,
        )  # fmt: skip

    def centre(self, cell: Cell) -> QPointF:
        return self.cell(cell).center()

    def cell_at(self, point: QPointF) -> Cell | None:
        """The cell under a point; on hexagons the one whose centre is nearest."""
        inside = [cell for cell in self.board.owners if self.cell(cell).contains(point)]

        def distance(cell: Cell) -> float:
            apart = self.centre(cell) - point
            return apart.x() ** 2 + apart.y() ** 2

        return min(inside, key=distance, default=None)


def hex_place(cell: Cell) -> QRectF:
    """A hexagon's place where every one is one wide."""
    column, row = cell
    return QRectF(column + (0.5 if row % 2 else 0.0), row * ROW_PITCH, 1.0, CORNER_TO_CORNER)


def paint_board(
    painter: QPainter,
    board: Board,
    area: QRectF,
    max_side: int = FIRST,
    *,
    bare: bool = False,
    plan: BoardPlan | None = None,
) -> None:
    """The board in the colours of the theme. `bare` leaves out the frame round it; `plan` says where cells lie."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    plan = plan.under(board) if plan else BoardPlan(board, area)
    if board.shape == "node":
        paint_node(painter, plan)
    else:
        if board.shape == "square":
            paint_grid(painter, plan, bare)
        for cell in board.owners:
            paint_cell(painter, plan, cell, max_side)
        if board.shape == "hex":
            paint_last_cells(painter, plan, board, max_side)
        if len(board.winning_line) > 1:
            paint_winning_line(painter, plan, max_side)
    painter.restore()


def paint_grid(painter: QPainter, plan: BoardPlan, bare: bool) -> None:
    colours = theme()
    frame = plan.frame
    painter.setPen(Qt.PenStyle.NoPen if bare else QPen(colours.hairline, 1))
    painter.setBrush(colours.card)
    painter.drawRoundedRect(frame, 3, 3)
    if plan.board.pieces == "discs":
        return
    painter.setPen(QPen(colours.hairline, 1))
    for column in range(1, plan.board.columns):
        x = plan.left + column * plan.width
        painter.drawLine(QPointF(x, frame.top() + 2), QPointF(x, frame.bottom() - 2))
    for row in range(1, plan.board.rows):
        y = plan.top + row * plan.height
        painter.drawLine(QPointF(frame.left() + 2, y), QPointF(frame.right() - 2, y))


def paint_cell(painter: QPainter, plan: BoardPlan, cell: Cell, max_side: int) -> None:
    board = plan.board
    owner, area = board.owners[cell], plan.cell(cell)
    is_hot = cell in board.last_move or cell in board.winning_line
    if board.shape == "hex":
        paint_hexagon(painter, area, owner, max_side)
    elif board.pieces == "discs":
        paint_slot(painter, area, owner, is_last=cell in board.last_move)
    else:
        if cell in board.last_move:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().tint_of_side(owner, max_side) if owner else theme().even_tint)
            painter.drawRect(area.adjusted(1, 1, -1, -1))
        paint_mark(painter, area, owner, max_side, is_hot=is_hot)


def paint_mark(painter: QPainter, area: QRectF, owner: int, max_side: int, *, is_hot: bool) -> None:
    """A cross or a ring. On small boards only what matters has a colour."""
    if not owner:
        return
    size = area.width()
    colour = theme().of_side(owner, max_side) if is_hot or size >= 18 else theme().quiet
    pen = QPen(colour, max(1.0, size * (0.12 if size >= 18 else 0.1)))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    centre, reach = area.center(), size * 0.27
    if owner == FIRST:
        painter.drawLine(centre + QPointF(-reach, -reach), centre + QPointF(reach, reach))
        painter.drawLine(centre + QPointF(-reach, reach), centre + QPointF(reach, -reach))
    else:
        painter.drawEllipse(centre, reach * 1.05, reach * 1.05)


def paint_slot(painter: QPainter, area: QRectF, owner: int, *, is_last: bool) -> None:
    """A round hole, with the disc that is in it. The last disc has a ring of ink round it."""
    colours, size, centre = theme(), area.width(), area.center()
    if not owner:
        painter.setPen(Qt.PenStyle.NoPen if size < SMALL else QPen(colours.hairline, 1))
        painter.setBrush(mixed(colours.card, colours.hairline, 0.55 if size < SMALL else 0.25))
        painter.drawEllipse(centre, size * 0.38, size * 0.38)
        return
    if is_last:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.ink)
        painter.drawEllipse(centre, size * 0.5, size * 0.5)
        painter.setBrush(colours.card)
        painter.drawEllipse(centre, size * 0.44, size * 0.44)
    paint_disc(painter, centre, size, owner)


def paint_disc(painter: QPainter, centre: QPointF, size: float, owner: int) -> None:
    """The first side's discs have a ring in them, so that the two can be told apart without their colours.

    The outline lies within a rim of the disc's own colour, as on a coin: so it is seen on dark ground as on light.
    """
    disc = RED if owner == FIRST else YELLOW
    line = max(0.8, size * 0.045)
    radius = size * 0.4 - line / 2
    painter.setPen(QPen(disc.fill, line))
    painter.setBrush(disc.fill)
    painter.drawEllipse(centre, radius, radius)
    painter.setPen(QPen(disc.outline, line))
    painter.drawEllipse(centre, radius - line * 0.75, radius - line * 0.75)
    if disc.has_ring and size >= SMALL:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, radius * 0.52, radius * 0.52)
    elif disc.has_ring:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(disc.outline)
        painter.drawEllipse(centre, size * 0.11, size * 0.11)


def paint_hexagon(painter: QPainter, area: QRectF, owner: int, max_side: int) -> None:
    """A cell that is free stands open; one that is taken has its side's tint and a mark."""
    colours, size = theme(), area.width()
    shape = hexagon(area, size * 0.03)
    if not owner:
        painter.setPen(QPen(colours.edge if size >= SMALL else colours.hairline, 1))
        painter.setBrush(colours.card)
        painter.drawPolygon(shape)
        return
    colour = colours.of_side(owner, max_side)
    painter.setPen(QPen(mixed(colours.tint_of_side(owner, max_side), colour, 0.45), 1))
    painter.setBrush(colours.tint_of_side(owner, max_side) if size >= SMALL else mixed(colours.card, colour, 0.35))
    painter.drawPolygon(shape)
    if size < SMALL:
        paint_mark(painter, area, owner, max_side, is_hot=True)
        return
    painter.setFont(font(size * 0.5 / Current.text_scale, bold=True))
    painter.setPen(colour)
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, str(owner))


def paint_last_cells(painter: QPainter, plan: BoardPlan, board: Board, max_side: int) -> None:
    """A strong outline round the one, two or three cells that were taken last, over their neighbours' edges."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for cell in board.last_move:
        pen = QPen(theme().of_side(board.owners[cell], max_side), max(1.2, plan.width * 0.07))
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.drawPolygon(hexagon(plan.cell(cell), plan.width * 0.05))


def hexagon(area: QRectF, inset: float) -> QPolygonF:
    area = area.adjusted(inset, inset, -inset, -inset)
    x, y, right, bottom = area.left(), area.top(), area.right(), area.bottom()
    quarter = area.height() / 4
    return QPolygonF(
        [
            QPointF(area.center().x(), y), QPointF(right, y + quarter), QPointF(right, bottom - quarter),
            QPointF(area.center().x(), bottom), QPointF(x, bottom - quarter), QPointF(x, y + quarter),
        ]
    )  # fmt: skip


def paint_winning_line(painter: QPainter, plan: BoardPlan, max_side: int) -> None:
    line = plan.board.winning_line
    start, end = plan.centre(line[0]), plan.centre(line[-1])
    beyond = (end - start) / max(1, len(line) - 1) * 0.33
    width = max(1.6, plan.width * 0.1)
    is_strong = plan.width >= 18 or plan.board.pieces == "discs"
    colour = theme().ink if is_strong else theme().of_side(plan.board.owners[line[0]], max_side)
    if plan.board.pieces == "discs":
        stroke(painter, start - beyond, end + beyond, theme().card, width * 1.9)
    stroke(painter, start - beyond, end + beyond, colour, width)


def paint_faults(painter: QPainter, plan: BoardPlan, cells: Iterable[Cell]) -> None:
    """An outline round each cell that makes a position impossible, with an exclamation mark in its corner."""
    colours = theme()
    for cell in cells:
        area, size = plan.cell(cell), plan.width
        painter.setPen(QPen(colours.for_min, max(1.5, size * 0.025)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        inset = max(1.5, size * 0.04)
        painter.drawRoundedRect(area.adjusted(inset, inset, -inset, -inset), 4, 4)
        reach = max(5.0, min(11.0, size * 0.14))
        centre = area.topRight() + QPointF(-reach - inset / 2, reach + inset / 2)
        painter.setPen(QPen(colours.card, 1.5))
        painter.setBrush(colours.for_min)
        painter.drawEllipse(centre, reach, reach)
        painter.setPen(colours.on_fill)
        painter.setFont(font(reach * 1.5 / Current.text_scale, bold=True))
        mark = QRectF(centre.x() - reach, centre.y() - reach, 2 * reach, 2 * reach)
        painter.drawText(mark, Qt.AlignmentFlag.AlignCenter, "!")


def stroke(painter: QPainter, start: QPointF, end: QPointF, colour: QColor, width: float) -> None:
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawLine(start, end)


def paint_node(painter: QPainter, plan: BoardPlan) -> None:
    """A node of a tree by its name, its children below it."""
    colours = theme()
    painter.setBrush(colours.card)
    for cell, label in plan.board.labels.items():
        area = plan.cell(cell)
        size = max(7.0, min(13.0, area.height() * 0.5))
        painter.setFont(font(size, bold=cell == (0, 0)))
        painter.setPen(colours.ink if cell == (0, 0) else colours.quiet)
        short = QFontMetricsF(painter.font()).elidedText(label, Qt.TextElideMode.ElideLeft, area.width() - 2)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, short)
        if cell == (0, 0) and plan.board.rows > 1:
            painter.setPen(QPen(mixed(colours.paper, colours.edge, 0.7), 1))
            painter.drawLine(area.bottomLeft(), area.bottomRight())

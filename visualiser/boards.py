"""Drawing any game's board: large in the position panel, small on a card, tiny beside a node of the tree."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QPolygonF

from engine.position import FIRST, Board, Cell
from visualiser.theme import font, mixed, theme


class BoardPlan:
    """Where each cell of a board lies within a rectangle; for drawing it and for finding what was clicked."""

    def __init__(self, board: Board, area: QRectF) -> None:
        self.board = board
        wide = board.columns + (0.5 if board.shape == "hex" and board.rows > 1 else 0.0)
        high = (board.rows - 1) * 0.866 + 1.155 if board.shape == "hex" else board.rows
        if board.shape == "node":
            self.width, self.height = area.width() / max(1, board.columns), area.height() / max(1, board.rows)
            self.left, self.top = area.left(), area.top()
            return
        size = min(area.width() / wide, area.height() / high)
        self.width = self.height = size
        self.left = area.left() + (area.width() - size * wide) / 2
        self.top = area.top() + (area.height() - size * high) / 2

    @property
    def frame(self) -> QRectF:
        """What the whole board takes up."""
        rectangle = QRectF()
        for cell in self.board.owners:
            rectangle = rectangle.united(self.cell(cell))
        return rectangle

    def cell(self, cell: Cell) -> QRectF:
        column, row = cell
        if self.board.shape == "hex":
            shift = 0.5 if row % 2 else 0.0
            return QRectF(
                self.left + (column + shift) * self.width, self.top + row * 0.866 * self.height,
                self.width, self.height * 1.155,
            )  # fmt: skip
        if self.board.shape == "node" and row == 0:
            return QRectF(self.left, self.top, self.width * max(1, self.board.columns), self.height)
        return QRectF(self.left + column * self.width, self.top + row * self.height, self.width, self.height)

    def centre(self, cell: Cell) -> QPointF:
        return self.cell(cell).center()

    def cell_at(self, point: QPointF) -> Cell | None:
        """The cell under a point; on hexagons the one whose centre is nearest."""
        inside = [cell for cell in self.board.owners if self.cell(cell).contains(point)]

        def distance(cell: Cell) -> float:
            apart = self.centre(cell) - point
            return apart.x() ** 2 + apart.y() ** 2

        return min(inside, key=distance, default=None)


def paint_board(painter: QPainter, board: Board, area: QRectF, max_side: int = FIRST, *, bare: bool = False) -> None:
    """The board in the colours of the theme; `bare` leaves out the frame round it."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    plan = BoardPlan(board, area)
    if board.shape == "node":
        paint_node(painter, plan)
    else:
        if board.shape == "square":
            paint_grid(painter, plan, bare)
        for cell in board.owners:
            paint_cell(painter, plan, cell, max_side)
        if len(board.winning_line) > 1:
            paint_winning_line(painter, plan, max_side)
    painter.restore()


def paint_grid(painter: QPainter, plan: BoardPlan, bare: bool) -> None:
    colours = theme()
    frame = plan.frame
    painter.setPen(Qt.PenStyle.NoPen if bare else QPen(colours.hairline, 1))
    painter.setBrush(colours.card)
    painter.drawRoundedRect(frame, 3, 3)
    painter.setPen(QPen(colours.hairline, 1))
    for column in range(1, plan.board.columns):
        x = plan.left + column * plan.width
        painter.drawLine(QPointF(x, frame.top() + 2), QPointF(x, frame.bottom() - 2))
    for row in range(1, plan.board.rows):
        y = plan.top + row * plan.height
        painter.drawLine(QPointF(frame.left() + 2, y), QPointF(frame.right() - 2, y))


def paint_cell(painter: QPainter, plan: BoardPlan, cell: Cell, max_side: int) -> None:
    colours, board = theme(), plan.board
    owner, area = board.owners[cell], plan.cell(cell)
    is_hot = cell in board.last_move or cell in board.winning_line
    size = plan.width
    if board.shape == "hex":
        painter.setPen(QPen(colours.edge if is_hot else colours.hairline, 1))
        painter.setBrush(colours.tint_of_side(owner, max_side) if owner and is_hot else colours.band if owner else colours.card)
        painter.drawPolygon(hexagon(area, max(0.0, size * 0.03)))
    elif cell in board.last_move:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.tint_of_side(owner, max_side) if owner else colours.even_tint)
        painter.drawRect(area.adjusted(1, 1, -1, -1))
    if not owner:
        return
    colour = colours.of_side(owner, max_side) if is_hot or size >= 18 else colours.quiet
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
    pen = QPen(theme().ink if plan.width >= 18 else theme().of_side(plan.board.owners[line[0]], max_side), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawLine(start - beyond, end + beyond)


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

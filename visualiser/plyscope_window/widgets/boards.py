"""Drawing any game's board in the window: large in the position panel, small on a card, tiny beside a node."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy

from plyscope.export.boards import (
    CORE_RADIUS,
    CORNER_TO_CORNER,
    CROSS_ARM,
    DISC_RADIUS,
    RING_RADIUS,
    BoardDrawing,
    CellDrawing,
    Pen,
    bounds,
    cell_height,
    cell_width,
    corner,
    describe_board,
    draw_board,
    turned,
)
from plyscope.export.chess_pieces import outlines
from plyscope.export.palette import DISCS
from plyscope.model.position import FIRST, Board, Cell
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from plyscope_window.look.theme import Current, font, mixed, theme

NAMES_ROOM = 26
"""Room beside a board for the names of columns and rows, in pixels."""
MIN_DETAILED_CELL = 14
"""The size of a cell, in pixels, below which only the simplest shapes are distinguishable."""
MIN_COLOURED_CELL = 18
"""The size of a cell, in pixels, from which every mark has its side's colour."""


MIN_LINE_HEIGHT, MAX_LINE_HEIGHT = 6.5, 22.0
"""The height of a line of text, in pixels, below which its characters are blocks, and the greatest one."""


class BoardPlan:
    """The layout of a board's cells within a rectangle, for drawing and for hit testing.

    Only cells that exist are fitted, so that a board of hexagons with empty margins fills the rectangle, too. A board
    that is turned is seen from the other side; its cells keep their names.
    """

    def __init__(self, board: Board, area: QRectF, *, is_turned: bool = False) -> None:
        self.board, self.is_turned = board, is_turned
        if board.shape == "node":
            self.width, self.height = area.width() / max(1, board.columns), area.height() / max(1, board.rows)
            self.left, self.top = area.left(), area.top()
            return
        left, top, right, bottom = self._extent = bounds(board)
        size = min(area.width() / max(1, right - left), area.height() / max(1, bottom - top))
        self.width = self.height = min(size, MAX_LINE_HEIGHT) if board.shape == "text" else size
        self.left = area.center().x() - (left + right) / 2 * self.width
        self.top = area.center().y() - (top + bottom) / 2 * self.height

    def under(self, board: Board) -> BoardPlan:
        """The same layout for another board of as many columns and rows."""
        plan = copy(self)
        plan.board = board
        return plan

    def describe(self) -> BoardDrawing:
        """The drawing of the board, fitted into the rectangle."""
        left, top, _, _ = bounds(self.board)
        at = self.left + left * self.width, self.top + top * self.height
        return describe_board(self.board, self.width, at, is_turned=self.is_turned)

    @property
    def frame(self) -> QRectF:
        """The rectangle of the whole board."""
        rectangle = QRectF()
        for cell in self.board.owners:
            rectangle = rectangle.united(self.cell(cell))
        return rectangle

    def cell(self, cell: Cell) -> QRectF:
        """The area of a cell."""
        column, row = cell
        if self.board.shape == "node":
            width = self.width * (max(1, self.board.columns) if row == 0 else 1)
            return QRectF(self.left + column * self.width, self.top + row * self.height, width, self.height)
        x, y = corner(cell, self.board.shape)
        if self.is_turned:
            x, y = turned((x, y), self.board, self._extent)
        width, height = cell_width(self.board) * self.width, cell_height(self.board) * self.height
        return QRectF(self.left + x * self.width, self.top + y * self.height, width, height)

    def centre(self, cell: Cell) -> QPointF:
        """The middle of a cell."""
        return self.cell(cell).center()

    def cell_at(self, point: QPointF) -> Cell | None:
        """The cell under a point, on hexagons the one with the nearest centre; None where there is none."""
        inside = [cell for cell in self.board.owners if self.cell(cell).contains(point)]

        def distance(cell: Cell) -> float:
            apart = self.centre(cell) - point
            return apart.x() ** 2 + apart.y() ** 2

        return min(inside, key=distance, default=None)


def paint_board(
    painter: QPainter,
    board: Board,
    area: QRectF,
    max_side: int,
    *,
    bare: bool = False,
    plan: BoardPlan | None = None,
) -> None:
    """Paint a board in the colours of the theme, fitted into an area or laid out by `plan`; `bare` omits its frame."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    plan = plan.under(board) if plan else BoardPlan(board, area)
    if board.shape == "node":
        paint_node(painter, plan)
    else:
        draw_board(plan.describe(), ScreenPen(painter, max_side, bare))
    painter.restore()


class ScreenPen(Pen):
    """A pen for boards in the colours of the theme. Small cells get simpler shapes."""

    empties_first = False

    def __init__(self, painter: QPainter, max_side: int, bare: bool) -> None:
        self.painter, self.max_side, self.bare = painter, max_side, bare
        self._hole: tuple[QPen, QBrush] | None = None
        """The line and the fill of an empty place for a disc, which most cells of a board are."""

    def frame(self, board: BoardDrawing) -> None:
        """Paint the ground of the board, with a frame around it if it is not bare."""
        self.painter.setPen(Qt.PenStyle.NoPen if self.bare else QPen(theme().hairline, 1))
        self.painter.setBrush(theme().card)
        self.painter.drawRoundedRect(QRectF(board.left, board.top, board.width, board.height), 3, 3)

    def grid(self, board: BoardDrawing, across: list[float], down: list[float]) -> None:
        """Paint lines between cells: `across` are their xs, `down` their ys, from the board's corner."""
        self.painter.setPen(QPen(theme().hairline, 1))
        right, bottom = board.left + board.width - 2, board.top + board.height - 2
        for x in across:
            self.painter.drawLine(QPointF(board.left + x, board.top + 2), QPointF(board.left + x, bottom))
        for y in down:
            self.painter.drawLine(QPointF(board.left + 2, board.top + y), QPointF(right, board.top + y))

    def free_cell(self, board: BoardDrawing, cell: CellDrawing) -> None:
        """Paint a cell without a piece: a hexagon or a hole; a square is tinted if the last move left it."""
        painter, colours, size = self.painter, theme(), board.cell
        if board.is_hexagonal:
            painter.setPen(QPen(colours.edge if size >= MIN_DETAILED_CELL else colours.hairline, 1))
            painter.setBrush(colours.card)
            painter.drawPolygon(hexagon_outline(cell_area(board, cell), size * 0.03))
        elif board.has_discs:
            if self._hole is None:
                is_small = size < MIN_DETAILED_CELL
                line = QPen(Qt.PenStyle.NoPen) if is_small else QPen(colours.hairline, 1)
                self._hole = line, QBrush(mixed(colours.card, colours.hairline, 0.55 if is_small else 0.25))
            painter.setPen(self._hole[0])
            painter.setBrush(self._hole[1])
            painter.drawEllipse(QPointF(cell.x, cell.y), size * DISC_RADIUS, size * DISC_RADIUS)
        elif cell.is_last:
            self.tint(board, cell)

    def tint(self, board: BoardDrawing, cell: CellDrawing) -> None:
        """Paint the ground of a cell of the last move, in the pale colour of its side."""
        self.painter.setPen(Qt.PenStyle.NoPen)
        colours = theme()
        self.painter.setBrush(colours.tint_of_side(cell.owner, self.max_side) if cell.owner else colours.even_tint)
        gap = 0 if board.is_text else 1
        self.painter.drawRect(cell_area(board, cell).adjusted(gap, gap, -gap, -gap))

    def left_behind(self, board: BoardDrawing, cell: CellDrawing) -> None:
        """Paint the ground of a cell with a piece that an earlier call left behind."""
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(mixed(theme().card, theme().wrong, 0.22))
        self.painter.drawRect(cell_area(board, cell).adjusted(1, 1, -1, -1))

    def taken_hexagon(self, board: BoardDrawing, cell: CellDrawing) -> None:
        """Paint a hexagon that a side has taken."""
        painter, colours = self.painter, theme()
        colour, tint = colours.of_side(cell.owner, self.max_side), colours.tint_of_side(cell.owner, self.max_side)
        painter.setPen(QPen(mixed(tint, colour, 0.45), 1))
        painter.setBrush(tint if board.cell >= MIN_DETAILED_CELL else mixed(colours.card, colour, 0.35))
        painter.drawPolygon(hexagon_outline(cell_area(board, cell), board.cell * 0.03))

    def dark_square(self, board: BoardDrawing, cell: CellDrawing) -> None:
        """Paint the ground of a dark square."""
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(mixed(theme().card, theme().hairline, 0.75))
        self.painter.drawRect(cell_area(board, cell))

    def piece(self, board: BoardDrawing, cell: CellDrawing) -> None:
        """Paint a chess piece."""
        paint_piece(self.painter, cell.label, cell.owner, QPointF(cell.x, cell.y), board.cell)

    def letter(self, board: BoardDrawing, cell: CellDrawing) -> None:
        """Paint what stands in a cell as text; lines that are too small for letters as grey blocks."""
        if board.is_text and board.cell < MIN_LINE_HEIGHT:
            width, height = board.cell_width * 0.7, board.cell * 0.5
            self.painter.fillRect(QRectF(cell.x - width / 2, cell.y - height / 2, width, height), theme().quiet)
            return
        size = board.letter_size if board.is_text else board.cell * 0.5
        self.painter.setFont(font(size / Current.text_scale, bold=not board.is_text, fixed=board.is_text))
        self.painter.setPen(theme().wrong if cell.is_left else theme().ink)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip
        self.painter.drawText(cell_area(board, cell), flags, cell.label)

    def mark(self, board: BoardDrawing, cell: CellDrawing, is_hot: bool) -> None:
        """Paint a cross or a ring; on a large hexagon the number of its side."""
        area = cell_area(board, cell)
        if not board.is_hexagonal or board.cell < MIN_DETAILED_CELL:
            colour = theme().wrong if cell.is_left else None
            paint_mark(self.painter, area, cell.owner, self.max_side, is_hot=is_hot, colour=colour)
            return
        self.painter.setFont(font(board.cell * 0.5 / Current.text_scale, bold=True))
        self.painter.setPen(theme().of_side(cell.owner, self.max_side))
        self.painter.drawText(area, Qt.AlignmentFlag.AlignCenter, str(cell.owner))

    def last_hexagon(self, board: BoardDrawing, cell: CellDrawing) -> None:
        """Paint a thick outline around the hexagon of the last move."""
        pen = QPen(theme().of_side(cell.owner, self.max_side), max(1.2, board.cell * 0.07))
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        self.painter.setPen(pen)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.drawPolygon(hexagon_outline(cell_area(board, cell), board.cell * 0.05))

    def last_ring(self, board: BoardDrawing, cell: CellDrawing) -> None:
        """Paint a ring around the disc of the last move."""
        centre, size = QPointF(cell.x, cell.y), board.cell
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(theme().ink)
        self.painter.drawEllipse(centre, size * 0.5, size * 0.5)
        self.painter.setBrush(theme().card)
        self.painter.drawEllipse(centre, size * 0.44, size * 0.44)

    def disc(self, board: BoardDrawing, cell: CellDrawing) -> None:
        """Paint a disc."""
        paint_disc(self.painter, QPointF(cell.x, cell.y), board.cell, cell.owner)

    def winning_line(self, board: BoardDrawing, line: tuple[float, float, float, float]) -> None:
        """Paint the line through the cells that won; strong where there is room."""
        start, end = QPointF(*line[:2]), QPointF(*line[2:])
        width = max(1.6, board.cell * 0.1)
        is_strong = board.cell >= MIN_COLOURED_CELL or board.has_discs
        colour = theme().ink if is_strong else theme().of_side(board.winner, self.max_side)
        if board.has_discs:
            paint_stroke(self.painter, start, end, theme().card, width * 1.9)
        paint_stroke(self.painter, start, end, colour, width)


def cell_area(board: BoardDrawing, cell: CellDrawing) -> QRectF:
    """The area of a cell of a drawing."""
    height = board.cell * (CORNER_TO_CORNER if board.is_hexagonal else 1.0)
    return QRectF(cell.x - board.cell_width / 2, cell.y - height / 2, board.cell_width, height)


def paint_mark(
    painter: QPainter, area: QRectF, owner: int, max_side: int, *, is_hot: bool, colour: QColor | None = None
) -> None:
    """Paint a cross or a ring, in its side's colour if none is given. Small boards colour only highlighted marks."""
    if not owner:
        return
    size = area.width()
    if colour is None:
        colour = theme().of_side(owner, max_side) if is_hot or size >= MIN_COLOURED_CELL else theme().quiet
    pen = QPen(colour, max(1.0, size * (0.12 if size >= MIN_COLOURED_CELL else 0.1)))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    centre, reach = area.center(), size * CROSS_ARM
    if owner == FIRST:
        painter.drawLine(centre + QPointF(-reach, -reach), centre + QPointF(reach, reach))
        painter.drawLine(centre + QPointF(-reach, reach), centre + QPointF(reach, -reach))
    else:
        painter.drawEllipse(centre, size * RING_RADIUS, size * RING_RADIUS)


def paint_piece(painter: QPainter, letter: str, owner: int, centre: QPointF, size: float) -> None:
    """Paint a chess piece by its letter, in a cell of a size around a point."""
    # White pieces are light in every theme.
    dark, light = sorted((theme().card, theme().ink), key=QColor.lightness)
    fill, line = (light, dark) if owner == FIRST else (dark, light)
    painter.setPen(QPen(line, max(0.6, size * 0.03)))
    painter.setBrush(fill)
    for outline in outlines(letter):
        painter.drawPolygon(QPolygonF([centre + QPointF(x * size, y * size) for x, y in outline]))


def paint_disc(painter: QPainter, centre: QPointF, size: float, owner: int) -> None:
    """Paint a disc. The first side's discs have a ring inside, so that the sides differ without colours, too.

    The outline lies within a rim of the disc's colour, as on a coin, so that it is visible on dark and on light ground.
    """
    disc = DISCS[owner - 1]
    fill, outline = QColor(disc.fill), QColor(disc.outline)
    line = max(0.8, size * 0.045)
    radius = size * 0.4 - line / 2
    painter.setPen(QPen(fill, line))
    painter.setBrush(fill)
    painter.drawEllipse(centre, radius, radius)
    painter.setPen(QPen(outline, line))
    painter.drawEllipse(centre, radius - line * 0.75, radius - line * 0.75)
    if owner != FIRST:
        return
    if size >= MIN_DETAILED_CELL:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, radius * 0.52, radius * 0.52)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(outline)
        painter.drawEllipse(centre, size * CORE_RADIUS, size * CORE_RADIUS)


def hexagon_outline(area: QRectF, inset: float) -> QPolygonF:
    """The corners of a hexagon that stands on a corner, inside an area."""
    area = area.adjusted(inset, inset, -inset, -inset)
    x, y, right, bottom = area.left(), area.top(), area.right(), area.bottom()
    quarter = area.height() / 4
    return QPolygonF(
        [
            QPointF(area.center().x(), y), QPointF(right, y + quarter), QPointF(right, bottom - quarter),
            QPointF(area.center().x(), bottom), QPointF(x, bottom - quarter), QPointF(x, y + quarter),
        ]
    )  # fmt: skip


def paint_edge_names(painter: QPainter, plan: BoardPlan, columns: Sequence[str], rows: Sequence[str]) -> None:
    """Paint the names of columns below a board of squares, and those of rows to its left; none beside small cells."""
    if plan.width < MIN_DETAILED_CELL:
        return
    frame = plan.frame
    painter.setFont(font(12))
    painter.setPen(theme().quiet)
    for column, name in enumerate(columns):
        area = QRectF(plan.cell((column, 0)).left(), frame.bottom() + 2, plan.width, NAMES_ROOM - 4)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, name)
    for row, name in enumerate(rows):
        area = QRectF(frame.left() - NAMES_ROOM, plan.cell((0, row)).top(), NAMES_ROOM - 6, plan.height)
        painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, name)


def paint_cell_names(painter: QPainter, plan: BoardPlan, names: Mapping[Cell, str]) -> None:
    """Paint the names of cells into them, in the corner where no mark is; none into small cells."""
    if plan.width < MIN_DETAILED_CELL:
        return
    painter.setFont(font(12))
    painter.setPen(theme().quiet)
    for cell, name in names.items():
        area = plan.cell(cell).adjusted(7, 4, -7, -4)
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, name)


def paint_faults(painter: QPainter, plan: BoardPlan, cells: Iterable[Cell]) -> None:
    """Paint an outline with an exclamation mark around each cell that makes a position impossible."""
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


def paint_stroke(painter: QPainter, start: QPointF, end: QPointF, colour: QColor, width: float) -> None:
    """Paint a line with round ends."""
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawLine(start, end)


def paint_node(painter: QPainter, plan: BoardPlan) -> None:
    """Paint a node of a tree: its name, and below it those of its children."""
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

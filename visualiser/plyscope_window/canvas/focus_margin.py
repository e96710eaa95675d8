"""The margins of the focus view: at the left the call stack, ply by ply, and at the right its boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyscope.model.declaration import Windows
from plyscope.model.stack import StackFrame
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from plyscope_window.canvas.focus_plies import LEAST_PITCH
from plyscope_window.canvas.near import Boards
from plyscope_window.canvas.stamps import Stamps
from plyscope_window.look.glyphs import SQUARE, paint_glyph, shape_of_frame, side_name
from plyscope_window.look.theme import Theme, font
from plyscope_window.words import number, tr

if TYPE_CHECKING:
    from plyscope_window.canvas.focus import Ply

SIDE = 62.0
"""The width of the boards at the right."""
BOARD, SMALL_BOARD = 44.0, 38.0
"""The side of a board, and where plies lie close together."""
LEFT_MIDDLE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


def paint_call(
    painter: QPainter, stamps: Stamps, open_frame: StackFrame, ply: Ply, boards: Boards, theme: Theme
) -> None:
    """Whose turn it is in an open frame, its ply and its window; stamped, since most windows come again and again."""
    shape = shape_of_frame(boards.trace, open_frame.frame)
    has_window = boards.trace.search.windows is not Windows.NONE and shape != SQUARE
    window = (number(open_frame.alpha), number(open_frame.beta)) if has_window else ()
    y, is_roomy = round(ply.y), ply.gap >= LEAST_PITCH
    stamps.paint(
        painter, (shape, ply.number, window, is_roomy), QRectF(12, y - 20, 74, 110),
        lambda on: paint_turn(on, shape, ply.number, window, y, theme, is_roomy=is_roomy),
    )  # fmt: skip


def paint_turn(
    painter: QPainter, shape: int, ply: int, window: tuple[str, ...], y: int, theme: Theme, *, is_roomy: bool
) -> None:
    """The ply stands beside the side where there is little room."""
    paint_glyph(painter, shape, QPointF(20, y), 12, theme.paper, QPen(theme.quiet, 1.2))
    painter.setFont(font(12, bold=True))
    painter.setPen(theme.ink)
    metrics, side = QFontMetricsF(painter.font()), side_name(shape)
    painter.drawText(QRectF(31, y - 20, 60, 40), LEFT_MIDDLE, side)
    beside, line = 36 + metrics.horizontalAdvance(side), y + metrics.height() / 2
    painter.setFont(font(10))
    painter.setPen(theme.quiet)
    high = QFontMetricsF(painter.font()).height()
    if is_roomy or not window:
        painter.drawText(QRectF(14, line, 72, high), LEFT_MIDDLE, tr("ply {ply}", ply=ply))
        line += high
    else:
        painter.drawText(QRectF(beside, y - 20, 24, 40), LEFT_MIDDLE, str(ply))
    painter.setFont(font(10, fixed=True))
    painter.setPen(theme.ink)
    for name, bound in zip("αβ", window, strict=False):
        painter.drawText(QRectF(14, line, 72, high), LEFT_MIDDLE, f"{name} {bound}")
        line += high


def paint_side_board(
    painter: QPainter, frame: int, ply: Ply, boards: Boards, size: QSizeF, theme: Theme, *, is_running: bool
) -> bool:
    """The board of an open frame; False where there was no time to make it."""
    side = BOARD if ply.gap >= LEAST_PITCH else SMALL_BOARD
    corner = QPointF(size.width() - SIDE / 2 - 1 - side / 2, ply.y + 2 - side / 2)
    is_made = boards.paint(painter, frame, corner, side)
    if is_running:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.grip, 2))
        painter.drawRoundedRect(QRectF(corner.x() - 3, corner.y() - 3, side + 6, side + 6), 5, 5)
    return is_made

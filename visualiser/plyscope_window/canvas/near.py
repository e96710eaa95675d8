"""What is drawn beside frames seen from close by: boards, windows, moves, and why a frame was cut."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from math import ceil

import numpy as np
from plyscope.layout.viewport import View
from plyscope.model.declaration import MAX, Windows
from plyscope.model.position import Board, Cell
from plyscope.model.trace import Trace
from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from plyscope_window.canvas.pictures import Stamps
from plyscope_window.look.glyphs import dashed
from plyscope_window.look.theme import Theme, font, text_width
from plyscope_window.widgets.boards import paint_board
from plyscope_window.widgets.painting import elided, paint_on_ground
from plyscope_window.words import number, tr

BOARD_SIDE = 46.0
"""The side of a board beside a node."""
MIN_LABELLED_EDGE, MIN_LABELLED_EDGE_OF_BOARDS = 40, 20
"""The height from which an edge carries its move; the second where it runs from board to board."""


class Boards:
    """Pictures of the small boards of one recording, each painted once."""

    def __init__(
        self,
        trace: Trace,
        board: Callable[[int], Board],
        cells_left: Callable[[int], frozenset[Cell]] | None = None,
    ) -> None:
        """`cells_left` gives the cells of a frame's board that look different at this step."""
        self.trace, self.board, self.cells_left = trace, board, cells_left
        self.are_drawn = trace.position.board().shape != "node"
        """Whether positions have boards: nodes of a tree have names instead."""
        self.stamps = Stamps()

    @cached_property
    def has_values(self) -> bool:
        """Whether any frame has a value; in user code it may not be known which part of a result is the value."""
        return not bool(np.all(np.isnan(self.trace.column("value"))))

    def paint(self, painter: QPainter, frame: int, corner: QPointF, side: float = BOARD_SIDE) -> None:
        """Paint the board of a frame."""
        state = self.trace.state(frame)
        last = self.trace.last_move(frame)
        position = self.trace.position

        def draw(on: QPainter) -> None:
            area = QRectF(corner.x() + 0.5, corner.y() + 0.5, side - 1, side - 1)
            paint_board(on, self.board(frame), area, position.max_side)

        left = None if self.cells_left is None else self.cells_left(frame)
        self.stamps.paint(painter, (tuple(state), last, side, left), QRectF(corner, QSizeF(side, side)), draw)

    def redraw(self) -> None:
        """Draw all boards anew, because more is known of them."""
        self.stamps = Stamps()


def ply_bands(view: View, plies: int) -> list[QRect]:
    """The areas of the bands behind every second ply where there are boards."""
    height = round(view.pitch * 0.6)
    return [QRect(0, round(view.y_of(ply) - view.pitch * 0.3), ceil(view.width), height) for ply in range(0, plies, 2)]


def paint_window(painter: QPainter, trace: Trace, frame: int, corner: QPointF, theme: Theme) -> None:
    """Paint the α and β that a frame was called with, one over the other, at a top left corner."""
    if trace.search.windows is Windows.NONE:
        return
    painter.setFont(font(10))
    painter.setPen(theme.quiet)
    painter.drawText(corner + QPointF(0, 9), f"α {number(trace.alphas[frame])}")
    painter.drawText(corner + QPointF(0, 22), f"β {number(trace.betas[frame])}")


def cut_texts(trace: Trace, frame: int) -> tuple[str, str]:
    """Two texts about a frame that was cut: β-cut or α-cut, and the comparison of value and bound."""
    is_max, value = trace.kinds[frame] == MAX, number(trace.values[frame])
    return tr("β-cut") if is_max else tr("α-cut"), f"{value} {cut_sign(trace, frame)} {'β' if is_max else 'α'}"


def cut_sign(trace: Trace, frame: int) -> str:
    """The sign between a frame's value and the bound by which it was cut: ≥ or > β for MAX, ≤ or < α for MIN."""
    signs = "><" if trace.options.get("cut") == ">" else "≥≤"
    return signs[trace.kinds[frame] != MAX]


def paint_cut(painter: QPainter, trace: Trace, frame: int, corner: QPointF, theme: Theme) -> None:
    """Paint the texts about a frame that was cut, at a top left corner."""
    kind, comparison = cut_texts(trace, frame)
    painter.setFont(font(10, bold=True))
    painter.setPen(theme.ink)
    painter.drawText(corner + QPointF(0, 10), kind)
    painter.setFont(font(10))
    painter.setPen(theme.quiet)
    painter.drawText(corner + QPointF(0, 23), comparison)


def cut_area(trace: Trace, frame: int, corner: QPointF) -> QRectF:
    """The area of the texts about a frame that was cut, at a top left corner."""
    kind, comparison = cut_texts(trace, frame)
    bold, usual = QFontMetricsF(font(10, bold=True)), QFontMetricsF(font(10))
    width = max(bold.horizontalAdvance(kind), usual.horizontalAdvance(comparison))
    return QRectF(corner.x() - 1, corner.y() + 10 - bold.ascent(), width + 3, 13 + bold.ascent() + usual.descent())


def paint_label(
    painter: QPainter, text: str, centre: QPointF, room: float, theme: Theme, *, strong: bool = False, now: bool = False
) -> None:
    """Paint a move on its edge, on its own background so that the line does not run through it."""
    text, ground = label_ground(text, centre, room, strong=strong)
    ink, fill = (theme.on_now, theme.now) if now else (theme.ink if strong else theme.quiet, theme.paper)
    paint_on_ground(painter, ground, 8, text, font(12, bold=strong), ink, fill)


def label_ground(text: str, centre: QPointF, room: float, *, strong: bool) -> tuple[str, QRectF]:
    """A move's text, shortened to the room, and the area that it covers on its edge."""
    face = font(12, bold=strong)
    text = elided(text, face, max(14.0, room - 8))
    width = text_width(face, text) + 8
    return text, QRectF(centre.x() - width / 2, centre.y() - 8, width, 16)


def label_point(foot: QPointF, head: QPointF, *, of_boards: bool = False) -> QPointF | None:
    """The middle of a move's text on an edge; None where the edge is too short for it."""
    height = head.y() - foot.y()
    if of_boards:
        return None if height < MIN_LABELLED_EDGE_OF_BOARDS else (foot + head) / 2
    return None if height < MIN_LABELLED_EDGE else foot + (head - foot) * (1 - 17 / height)


def paint_left_out(painter: QPainter, start: QPointF, end: QPointF, theme: Theme) -> None:
    """Paint the dotted edge to a move that a rule of the search has left out."""
    painter.setPen(QPen(theme.pruned, 1.3, Qt.PenStyle.DotLine))
    painter.drawLine(start, end)


def paint_severed(painter: QPainter, start: QPointF, end: QPointF, theme: Theme, share: float = 0.42) -> None:
    """Paint the dashed edge to a pruned move, with two strokes across it at a `share` of its length."""
    painter.setPen(dashed(theme.pruned, 1.3, 3))
    painter.drawLine(start, end)
    along = end - start
    length = (along.x() ** 2 + along.y() ** 2) ** 0.5 or 1.0
    step = along / length
    across = QPointF(-step.y(), step.x()) * 5.5 + step * 1.8
    middle = start + along * share
    painter.setPen(QPen(theme.paper, 5))
    painter.drawLine(middle - step * 3, middle + step * 3)
    painter.setPen(QPen(theme.ink, 1.5))
    for shift in (-2.2, 2.2):
        painter.drawLine(middle + step * shift - across, middle + step * shift + across)

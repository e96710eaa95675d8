"""Painting the nodes of the focus view: frames, moves left out, bundles of siblings, and the note for plies above."""

from __future__ import annotations

from plyscope.layout.rows import Rows
from plyscope.model.stack import StackFrame
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from plyscope_window.canvas.badges import collapsed_text, hidden_text, paint_badge, paint_note, same_text
from plyscope_window.canvas.equal import dashed, paint_times, times_text
from plyscope_window.canvas.focus_layout import GLYPH, Node, lantern_height
from plyscope_window.canvas.lanterns import paint_lantern
from plyscope_window.canvas.overlay import known
from plyscope_window.canvas.strips import PALE
from plyscope_window.canvas.tree import fitting_size
from plyscope_window.look.glyphs import paint_glyph, shape_of_frame, shape_of_stub, short_value, text_area
from plyscope_window.look.theme import Theme, font, mixed
from plyscope_window.words import count, tr

FUTURE = 0.3
"""How strongly the future is drawn."""


class NodePainter:
    """Paints nodes one by one, as they are at the cursor."""

    def __init__(
        self, painter: QPainter, rows: Rows, theme: Theme, stack: dict[int, StackFrame], returned: int, labels: bool
    ) -> None:
        self.painter, self.rows, self.theme, self.stack, self.labels = painter, rows, theme, stack, labels
        self.trace = rows.trace
        self.on_path = {*stack, returned}

    def paint(self, node: Node, *, is_future: bool, lantern: bool = True) -> None:
        if node.item.what == "frame":
            self._paint_frame(node, is_future, lantern)
        elif node.item.what == "stub":
            self._paint_stub(node, is_future)
        elif node.item.what == "bundle":
            self._paint_bundle(node, is_future)
        else:
            self._paint_above(node)

    def _paint_frame(self, node: Node, is_future: bool, lantern: bool) -> None:
        painter, theme, frame, point = self.painter, self.theme, node.item.frame, node.point
        is_pale = frame not in self.on_path and self.rows.is_pale(frame)
        shape = shape_of_frame(self.trace, frame)
        open_frame = self.stack.get(frame)
        text, ink = "", theme.on_fill
        if is_future:
            paint_glyph(painter, shape, point, GLYPH, theme.paper, QPen(theme.hairline, 1.3))
        elif open_frame is not None and open_frame.value is None:
            paint_glyph(painter, shape, point, GLYPH, theme.card, QPen(theme.ink, 2.2))
            text, ink = known(open_frame), theme.ink
        else:
            fill = theme.of_shade(self.rows.shades.of_frame(self.trace, frame))
            fill, ink = (mixed(theme.paper, fill, PALE), theme.quiet) if is_pale else (fill, ink)
            is_saved = self.trace.user_code is not None and self.trace.user_code.is_saved(frame)
            fill, ink, line = (theme.paper, theme.ink, dashed(theme)) if is_saved else (fill, ink, QPen(fill, 1))
            paint_glyph(painter, shape, point, GLYPH, fill, line)
            text = short_value(self.trace, frame)
        if text:
            painter.setFont(font(fitting_size(text, GLYPH), bold=True))
            painter.setPen(ink)
            painter.drawText(text_area(shape, point, GLYPH), Qt.AlignmentFlag.AlignCenter, text)
        if self.labels and node.item.move:
            self._paint_move(node, is_future)
        if self.labels and not is_future and (times := times_text(self.trace, frame)):
            gap = 8 if frame in self.on_path else 2
            paint_times(painter, times, point + QPointF(GLYPH / 2 + gap, 1), node.slot - GLYPH - gap - 2, theme)
        if text := collapsed_text(self.rows, frame):
            paint_badge(painter, text, point + QPointF(0, GLYPH * 0.44 + 6), theme)
        elif lantern and frame not in self.stack and self.trace.sizes[frame] > 1:
            self._paint_lantern(node, is_future)
        if frame in self.stack:
            texts = (hidden_text(self.rows, frame), same_text(self.rows, frame, node.slot - GLYPH - 12))
            for place, text in enumerate(filter(None, texts)):
                paint_note(painter, text, point + QPointF(GLYPH / 2 + 8, 10 + 16 * place), theme)

    def _paint_move(self, node: Node, is_future: bool) -> None:
        """The move beside the glyph, or above it on a ground of its own where there is not enough room."""
        painter, theme = self.painter, self.theme
        strong = node.item.frame in self.on_path
        painter.setFont(font(10.5, bold=strong))
        colour = theme.pruned if is_future else theme.ink if strong else theme.quiet
        metrics = QFontMetricsF(painter.font())
        text, wide = node.item.move, metrics.horizontalAdvance(node.item.move)
        gap = 8 if strong else 2
        if wide <= node.slot - GLYPH - gap - 2:
            painter.setPen(colour)
            where = QRectF(node.point.x() + GLYPH / 2 + gap, node.point.y() - 14, wide + 2, 14)
            painter.drawText(where, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
            return
        if wide > node.slot:
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, node.slot)
            wide = metrics.horizontalAdvance(text)
        ground = QRectF(node.point.x() - wide / 2 - 3, node.point.y() - GLYPH / 2 - 16, wide + 6, 14)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.now if strong else theme.paper)
        painter.drawRoundedRect(ground, 6, 6)
        painter.setPen(theme.on_now if strong else colour)
        painter.drawText(ground, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_lantern(self, node: Node, is_future: bool) -> None:
        height = lantern_height(node.room)
        if not height:
            return
        width = min(44.0, max(20.0, node.slot * 0.66))
        opacity = self.painter.opacity()
        self.painter.setOpacity(FUTURE if is_future else 1.0)
        top = node.point + QPointF(0, GLYPH * 0.44 + 2)
        paint_lantern(self.painter, self.rows, node.item.frame, top, (width, height), is_known=not is_future)
        self.painter.setOpacity(opacity)

    def _paint_stub(self, node: Node, is_future: bool) -> None:
        painter, theme = self.painter, self.theme
        shape = shape_of_stub(self.trace.kinds[node.item.frame])
        pen = QPen(theme.hairline if is_future else theme.pruned, 1.2)
        if not is_future:
            pen.setDashPattern([2.2, 2.2])
        paint_glyph(painter, shape, node.point, 17, theme.paper, pen)
        painter.setFont(font(10))
        painter.setPen(theme.pruned if is_future else theme.quiet)
        text = node.item.move if node.item.count == 1 else tr("{number} left out", number=node.item.count)
        where = QRectF(node.point.x() - 40, node.point.y() + 10, 80, 14)
        painter.drawText(where, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_bundle(self, node: Node, is_future: bool) -> None:
        """Several siblings as a few bars and their number."""
        painter, theme = self.painter, self.theme
        colour = mixed(theme.paper, theme.edge, FUTURE if is_future else 1.0)
        painter.setPen(QPen(colour, 1.4))
        for bar in range(-2, 3):
            x = node.point.x() + bar * 4
            painter.drawLine(QPointF(x, node.point.y() - 7), QPointF(x, node.point.y() + 7))
        painter.setFont(font(10))
        painter.setPen(theme.pruned if is_future else theme.quiet)
        where = QRectF(node.point.x() - 40, node.point.y() + 9, 80, 14)
        painter.drawText(where, Qt.AlignmentFlag.AlignCenter, tr("{number} more", number=count(node.item.count)))

    def _paint_above(self, node: Node) -> None:
        """A note in the place of the uppermost plies, on the path that comes down from them."""
        painter, theme = self.painter, self.theme
        text = tr("{number} plies above", number=node.item.count)
        painter.setFont(font(11, bold=True))
        wide = painter.fontMetrics().horizontalAdvance(text) + 20
        ground = QRectF(node.point.x() - wide / 2, node.point.y() - 12, wide, 24)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.now)
        painter.drawRoundedRect(ground, 8, 8)
        painter.setPen(theme.on_now)
        painter.drawText(ground, Qt.AlignmentFlag.AlignCenter, text)

"""Painting the focus view once: margin, path, edges, and every node as it is at the cursor."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen

from engine.cursor import StackFrame
from engine.layout.rows import Rows
from engine.search.declaration import MAX, Windows
from engine.steps import Moment
from visualiser.canvas.badges import collapsed_text, hidden_text, paint_badge, paint_note
from visualiser.canvas.lanterns import paint_lantern
from visualiser.canvas.near import paint_severed
from visualiser.canvas.overlay import known
from visualiser.canvas.tree import fitting_size
from visualiser.glyphs import DOWN, SQUARE, UP, paint_glyph, shape_of_frame, short_value, side_name, text_area
from visualiser.theme import Theme, font, mixed
from visualiser.words import count, number, tr

if TYPE_CHECKING:
    from visualiser.canvas.focus import FocusPicture, Node

GLYPH, SIDE = 27.0, 62.0
"""The width of a glyph, and of the boards at the right."""
FUTURE = 0.3
"""How strongly the future is drawn."""


@dataclass
class Drawing:
    """One painting of the focus view."""

    picture: FocusPicture
    painter: QPainter
    theme: Theme
    stack: dict[int, StackFrame]
    labels: bool
    hide_future: bool

    def __post_init__(self) -> None:
        self.session = self.picture.session
        self.trace = self.session.trace
        self.entered = self.session.entered
        self.on_path = {*self.stack, self.session.cursor.now.child}
        self.places = {node.item.frame: node.point for node in self.picture.nodes if node.item.what == "frame"}
        assert self.session.rows is not None
        self.rows: Rows = self.session.rows
        self.current = self.rows.nearest_shown(self.session.cursor.frame)
        self.best: dict[int, int] = {}
        """Of each open frame, its best child so far."""

    def paint(self, size: QSizeF) -> None:
        low, high = -self.picture.pitch, size.height() + self.picture.pitch
        nodes = [node for node in self.picture.nodes if low < node.point.y() < high]
        self._paint_margin(size)
        self._paint_path()
        for node in nodes:
            self._paint_edge(node)
        for node in nodes:
            self._paint_trunk(node)
        for node in nodes:
            if not (self.hide_future and self._is_future(node)):
                self._paint_node(node)

    # The margin

    def _paint_margin(self, size: QSizeF) -> None:
        painter, theme = self.painter, self.theme
        has_windows = self.trace.search.windows is not Windows.NONE
        side = self.picture.side(size)
        for ply, frame in enumerate(self.stack.values()):
            y = self.picture._y(ply)
            if not -self.picture.pitch < y < size.height() + self.picture.pitch:
                continue
            shape = shape_of_frame(self.trace, frame.frame)
            paint_glyph(painter, shape, QPointF(20, y), 12, theme.paper, QPen(theme.quiet, 1.2))
            painter.setFont(font(12, bold=True))
            painter.setPen(theme.ink)
            painter.drawText(QRectF(31, y - 10, 50, 20), Qt.AlignmentFlag.AlignVCenter, side_name(shape))
            painter.setFont(font(10))
            painter.setPen(theme.quiet)
            painter.drawText(QRectF(14, y + 8, 66, 16), Qt.AlignmentFlag.AlignVCenter, tr("ply {ply}", ply=ply))
            if has_windows and shape != SQUARE:
                painter.setFont(font(10, fixed=True))
                painter.setPen(theme.ink)
                for line, text in enumerate((f"α {number(frame.alpha)}", f"β {number(frame.beta)}")):
                    where = QRectF(14, y + 23 + 13 * line, 66, 14)
                    painter.drawText(where, Qt.AlignmentFlag.AlignVCenter, text)
            if side == SIDE:
                corner = QPointF(size.width() - SIDE + 8, y - 20)
                self.picture.boards.paint(painter, frame.frame, corner, 44)
                if frame.frame == self.session.cursor.frame:
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                    painter.setPen(QPen(theme.grip, 2))
                    painter.drawRoundedRect(QRectF(corner.x() - 3, corner.y() - 3, 50, 50), 5, 5)

    # Lines

    @property
    def _trunk(self) -> float:
        """How far below a glyph its lines to the children part."""
        return min(66.0, self.picture.pitch - 42)

    def _paint_path(self) -> None:
        path = [self.places[frame] for frame in self.stack if frame in self.places]
        if self.session.cursor.now.child in self.places:
            path.append(self.places[self.session.cursor.now.child])
        line = QPainterPath(path[0])
        for before, point in pairwise(path):
            line.lineTo(before + QPointF(0, self._trunk))
            line.lineTo(point - QPointF(0, GLYPH * 0.44))
            line.lineTo(point)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
        self.painter.setPen(QPen(self.theme.now, 11, Qt.PenStyle.SolidLine, cap, join))
        self.painter.drawPath(line)
        for frame in self.stack:
            if frame in self.places:
                self._paint_halo(self.places[frame], is_current=frame == self.current)

    def _paint_halo(self, point: QPointF, *, is_current: bool) -> None:
        self.painter.setPen(QPen(self.theme.grip, 1.8) if is_current else Qt.PenStyle.NoPen)
        self.painter.setBrush(self.theme.now)
        self.painter.drawRoundedRect(QRectF(point.x() - 19, point.y() - 16, 38, 32), 8, 8)

    def _parent(self, node: Node) -> int:
        return self.trace.parents[node.item.frame] if node.item.what == "frame" else node.item.frame

    def _paint_edge(self, node: Node) -> None:
        if node.ply == 0 or (self.hide_future and self._is_future(node)):
            return
        parent = self._parent(node)
        start, end = self.places[parent] + QPointF(0, self._trunk), node.point - QPointF(0, GLYPH * 0.44)
        theme = self.theme
        if node.item.what == "stub" and not self._is_future(node):
            paint_severed(self.painter, start, end, theme, 0.5)
            return
        if self._is_future(node):
            pen = QPen(theme.hairline, 1.2)
        elif node.item.what == "frame" and node.item.frame in self.on_path:
            pen = QPen(theme.ink, 2.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        elif node.item.what == "frame" and node.item.frame == self._best(parent):
            shade = self.rows.shades.of_value(self.trace.values[node.item.frame])
            pen = QPen(theme.of_shade(shade), 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        else:
            pen = QPen(theme.edge, 1.2)
        self.painter.setPen(pen)
        self.painter.drawLine(start, end)

    def _best(self, parent: int) -> int:
        """The best child so far, as the cursor has it; -1 where there is none."""
        if parent not in self.best:
            open_frame, steps, now = self.stack.get(parent), self.session.cursor.steps, self.session.cursor.step
            best = -1
            if open_frame is not None and open_frame.best_move is not None:
                for folded in self.trace.folds(parent):
                    if (steps.back(folded.child) or 0) > now:
                        break
                    best = folded.best_child
            self.best[parent] = best
        return self.best[parent]

    def _paint_trunk(self, node: Node) -> None:
        frame = node.item.frame
        if node.item.what != "frame" or frame not in self.stack or self.trace.sizes[frame] <= 1:
            return
        if frame in self.rows.collapsed:
            return
        going_on = frame != self.session.cursor.frame or self.session.cursor.now.moment is Moment.BACK
        if not going_on and self.hide_future:
            return
        foot = node.point + QPointF(0, self._trunk)
        pen = QPen(self.theme.ink if going_on else self.theme.hairline, 2.4 if going_on else 1.2)
        self.painter.setPen(pen)
        self.painter.drawLine(node.point + QPointF(0, GLYPH * 0.44), foot)
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(pen.color())
        self.painter.drawEllipse(foot, 2.4, 2.4)

    # Nodes

    def _is_future(self, node: Node) -> bool:
        item = node.item
        if item.what == "frame":
            return item.frame >= self.entered
        if item.what == "bundle":
            return item.first >= self.entered
        now = self.session.cursor.now
        if item.frame != self.session.cursor.frame:
            return True
        return not (
            now.moment is Moment.LEAVE
            or (now.moment is Moment.BACK and self.trace.fold_at(now.frame, now.child)[1].is_cut)
        )

    def _paint_node(self, node: Node) -> None:
        """What lies on the path is drawn as it is now; all else is stamped, since it was drawn before."""
        if node.item.what == "frame" and node.item.frame in self.on_path:
            self._draw_node(node)
            return
        reach = max(node.slot, 84.0) / 2
        area = QRectF(round(node.point.x() - reach), round(node.point.y()) - 30, round(2 * reach + GLYPH), 96)
        key = (node.item, round(node.slot), round(self.picture.pitch), self._is_future(node), self.labels)
        drawn_before = self.painter

        def draw(painter: QPainter) -> None:
            self.painter = painter
            self._draw_node(node)

        made = self.picture.siblings.paint(drawn_before, key, area, draw)
        self.painter = drawn_before
        if not made:
            self._draw_node(node, lantern=False)

    def _draw_node(self, node: Node, *, lantern: bool = True) -> None:
        if node.item.what == "frame":
            self._paint_frame(node, lantern)
        elif node.item.what == "stub":
            self._paint_stub(node)
        else:
            self._paint_bundle(node)

    def _paint_frame(self, node: Node, lantern: bool) -> None:
        painter, theme, frame, point = self.painter, self.theme, node.item.frame, node.point
        shape = shape_of_frame(self.trace, frame)
        open_frame = self.stack.get(frame)
        is_future = frame >= self.entered
        text, ink = "", theme.on_fill
        if is_future:
            paint_glyph(painter, shape, point, GLYPH, theme.paper, QPen(theme.hairline, 1.3))
        elif open_frame is not None and open_frame.value is None:
            paint_glyph(painter, shape, point, GLYPH, theme.card, QPen(theme.ink, 2.2))
            text, ink = known(open_frame), theme.ink
        else:
            fill = theme.of_shade(self.rows.shades.of_value(self.trace.values[frame]))
            paint_glyph(painter, shape, point, GLYPH, fill, QPen(fill, 1))
            text = short_value(self.trace, frame)
        if text:
            painter.setFont(font(fitting_size(text, GLYPH), bold=True))
            painter.setPen(ink)
            painter.drawText(text_area(shape, point, GLYPH), Qt.AlignmentFlag.AlignCenter, text)
        if self.labels and node.item.move:
            self._paint_move(node, is_future)
        if text := collapsed_text(self.rows, frame):
            paint_badge(painter, text, point + QPointF(0, GLYPH * 0.44 + 6), theme)
        elif lantern and frame not in self.stack and self.trace.sizes[frame] > 1:
            self._paint_lantern(node, is_future)
        if frame in self.stack and (text := hidden_text(self.rows, frame)):
            paint_note(painter, text, point + QPointF(GLYPH / 2 + 8, 10), theme)

    def _paint_move(self, node: Node, is_future: bool) -> None:
        painter, theme = self.painter, self.theme
        strong = node.item.frame in self.on_path and node.item.what == "frame"
        painter.setFont(font(10.5, bold=strong))
        painter.setPen(theme.pruned if is_future else theme.ink if strong else theme.quiet)
        room = max(12.0, node.slot - GLYPH - (12 if strong else 6)) if node.slot >= 52 else node.slot
        text = QFontMetricsF(painter.font()).elidedText(node.item.move, Qt.TextElideMode.ElideRight, room)
        if node.slot >= 52:
            where = QRectF(node.point.x() + GLYPH / 2 + (8 if strong else 2), node.point.y() - 14, room, 14)
            painter.drawText(where, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        else:
            where = QRectF(node.point.x() - node.slot / 2, node.point.y() - GLYPH / 2 - 13, node.slot, 13)
            painter.drawText(where, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_lantern(self, node: Node, is_future: bool) -> None:
        height = min(26.0, self.picture.pitch - GLYPH - 28)
        if height < 9:
            return
        width = min(44.0, max(20.0, node.slot * 0.66))
        opacity = self.painter.opacity()
        self.painter.setOpacity(FUTURE if is_future else 1.0)
        top = node.point + QPointF(0, GLYPH * 0.44 + 2)
        paint_lantern(self.painter, self.rows, node.item.frame, top, (width, height))
        self.painter.setOpacity(opacity)

    def _paint_stub(self, node: Node) -> None:
        painter, theme = self.painter, self.theme
        is_future = self._is_future(node)
        shape = DOWN if self.trace.kinds[node.item.frame] == MAX else UP
        pen = QPen(theme.hairline if is_future else theme.pruned, 1.2)
        if not is_future:
            pen.setDashPattern([2.2, 2.2])
        paint_glyph(painter, shape, node.point, 17, theme.paper, pen)
        painter.setFont(font(10))
        painter.setPen(theme.pruned if is_future else theme.quiet)
        text = node.item.move if node.item.count == 1 else tr("{number} left out", number=node.item.count)
        where = QRectF(node.point.x() - 40, node.point.y() + 10, 80, 14)
        painter.drawText(where, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_bundle(self, node: Node) -> None:
        """Several siblings as a few bars and their number."""
        painter, theme = self.painter, self.theme
        is_future = self._is_future(node)
        colour = mixed(theme.paper, theme.edge, FUTURE if is_future else 1.0)
        painter.setPen(QPen(colour, 1.4))
        for bar in range(-2, 3):
            x = node.point.x() + bar * 4
            painter.drawLine(QPointF(x, node.point.y() - 7), QPointF(x, node.point.y() + 7))
        painter.setFont(font(10))
        painter.setPen(theme.pruned if is_future else theme.quiet)
        where = QRectF(node.point.x() - 40, node.point.y() + 9, 80, 14)
        painter.drawText(where, Qt.AlignmentFlag.AlignCenter, tr("{number} more", number=count(node.item.count)))

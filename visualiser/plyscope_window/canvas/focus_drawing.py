"""Painting the focus view: margins, path, edges and nodes, of all plies or of those that changed."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from plyscope.model.steps import Moment
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from plyscope_window.canvas.equal import dashed
from plyscope_window.canvas.focus_margin import SIDE, paint_call, paint_side_board
from plyscope_window.canvas.focus_nodes import GLYPH, NodePainter
from plyscope_window.canvas.focus_plies import trunk
from plyscope_window.canvas.near import paint_severed
from plyscope_window.canvas.strips import PALE
from plyscope_window.look.theme import Theme, mixed

if TYPE_CHECKING:
    from plyscope_window.canvas.focus import FocusPicture, Node, Ply

ON_PATH = ("frame", "above")
"""Nodes that the path may lead through."""


class Drawing:
    """One painting of the focus view, as the cursor stands."""

    painter: QPainter

    def __init__(self, picture: FocusPicture, size: QSizeF, theme: Theme, labels: bool, hide_future: bool) -> None:
        self.picture, self.size, self.theme = picture, size, theme
        self.labels, self.hide_future = labels, hide_future
        self.session = picture.session
        self.trace = self.session.trace
        self.entered = self.session.entered
        self.calls = self.session.stack
        self.stack = {open_frame.frame: open_frame for open_frame in self.calls}
        self.on_path = {*self.stack, self.session.cursor.now.child}
        self.plies = picture.plies
        assert self.session.rows is not None
        self.rows = self.session.rows
        self.current = self.rows.nearest_shown(self.session.cursor.frame)
        self.best: dict[int, int] = {}
        """Of each open frame, its best child so far."""
        self.places: dict[int, QPointF] = {}
        self.feet: dict[int, QPointF] = {}
        """Of frames on the path, where they stand, and where their lines to the children part."""
        for ply in self.plies:
            for node in ply.nodes:
                if node.item.what in ON_PATH and node.item.frame in self.on_path:
                    self.places[node.item.frame] = node.point
                    self.feet[node.item.frame] = node.point + QPointF(0, trunk(ply.gap))

    def look(self, place: int) -> tuple[object, ...]:
        """All that the picture of a ply depends on at this step."""
        ply = self.plies[place]
        call = self.calls[ply.number] if ply.number < len(self.calls) else None
        caller = self.calls[ply.number - 1].frame if ply.number else -1
        frames = [node.item.frame for node in ply.nodes if node.item.what in ON_PATH]
        return (
            ply,
            call,
            call is not None and (self._goes_on(call.frame), call.frame == self.session.cursor.frame),
            [self._is_future(node) for node in ply.nodes],
            [frame for frame in frames if frame in self.on_path],
            self.current in frames,
            self._best(caller),
            self.feet.get(caller),
        )

    def paint(self, painter: QPainter, places: Collection[int]) -> None:
        """Paints the plies at some places."""
        self.painter = painter
        now = self.session.cursor.now
        self.node_painter = NodePainter(painter, self.rows, self.theme, self.stack, now.child, self.labels)
        chosen = [(place, ply) for place, ply in enumerate(self.plies) if place in places]
        for place, ply in chosen:
            self._paint_margin(place, ply)
        self._paint_path()
        for _, ply in chosen:
            for node in ply.nodes:
                self._paint_edge(node)
        for _, ply in chosen:
            for node in ply.nodes:
                self._paint_trunk(node)
        for place, ply in chosen:
            for node in ply.nodes:
                if not (self.hide_future and self._is_future(node)):
                    self._paint_node(node, place)

    def _paint_margin(self, place: int, ply: Ply) -> None:
        if ply.number >= len(self.calls) or (ply.nodes and ply.nodes[0].item.what == "above"):
            return
        call, boards = self.calls[ply.number], self.picture.boards
        paint_call(self.painter, self.picture.calls, call, ply, boards, self.theme)
        if self.picture.side(self.size) == SIDE:
            is_running = call.frame == self.session.cursor.frame
            if not paint_side_board(
                self.painter, call.frame, ply, boards, self.size, self.theme, is_running=is_running
            ):
                self.picture.renewal.leave_for_later(place)

    # Lines

    def _paint_path(self) -> None:
        path = [self.places[frame] for frame in self.stack if frame in self.places]
        feet = [self.feet[frame] for frame in self.stack if frame in self.places]
        if self.session.cursor.now.child in self.places:
            path.append(self.places[self.session.cursor.now.child])
        line = QPainterPath(path[0])
        for foot, point in zip(feet, path[1:], strict=False):
            line.lineTo(foot)
            line.lineTo(point - QPointF(0, GLYPH * 0.44))
            line.lineTo(point)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
        self.painter.setPen(QPen(self.theme.now, 11, Qt.PenStyle.SolidLine, cap, join))
        self.painter.drawPath(line)
        note = self.plies[0].nodes[0].item
        for frame in self.stack:
            if frame in self.places and not (note.what == "above" and note.frame == frame):
                self._paint_halo(self.places[frame], is_current=frame == self.current)

    def _paint_halo(self, point: QPointF, *, is_current: bool) -> None:
        self.painter.setPen(QPen(self.theme.grip, 1.8) if is_current else Qt.PenStyle.NoPen)
        self.painter.setBrush(self.theme.now)
        self.painter.drawRoundedRect(QRectF(point.x() - 19, point.y() - 16, 38, 32), 8, 8)

    def _parent(self, node: Node) -> int:
        return self.trace.parents[node.item.frame] if node.item.what == "frame" else node.item.frame

    def _paint_edge(self, node: Node) -> None:
        parent = self._parent(node)
        if parent not in self.feet or node.item.what == "above" or (self.hide_future and self._is_future(node)):
            return
        start, end = self.feet[parent], node.point - QPointF(0, GLYPH * 0.44)
        theme = self.theme
        if node.item.what == "stub" and not self._is_future(node):
            paint_severed(self.painter, start, end, theme, 0.5)
            return
        if self._is_future(node):
            pen = QPen(theme.hairline, 1.2)
        elif node.item.what == "frame" and node.item.frame in self.on_path:
            pen = QPen(theme.ink, 2.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        elif node.item.what == "frame" and self.rows.is_pale(node.item.frame):
            pen = QPen(mixed(theme.paper, theme.edge, PALE), 1.2)
        elif node.item.what == "frame" and node.item.frame == self._best(parent):
            shade = self.rows.shades.of_frame(self.trace, node.item.frame)
            pen = QPen(theme.of_shade(shade), 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        elif (
            node.item.what == "frame"
            and self.trace.user_code is not None
            and self.trace.user_code.is_saved(node.item.frame)
        ):
            pen = dashed(theme)
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

    def _goes_on(self, frame: int) -> bool:
        """Whether the path leads from an open frame to one of its children."""
        return frame != self.session.cursor.frame or self.session.cursor.now.moment is Moment.BACK

    def _paint_trunk(self, node: Node) -> None:
        frame = node.item.frame
        if node.item.what not in ON_PATH or frame not in self.stack or self.trace.sizes[frame] <= 1:
            return
        if frame in self.rows.collapsed:
            return
        going_on = self._goes_on(frame)
        if not going_on and self.hide_future:
            return
        foot = self.feet[frame]
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
        now = self.session.cursor.now.of_call
        if item.frame != self.session.cursor.frame:
            return True
        return not (
            now.moment is Moment.LEAVE
            or (now.moment is Moment.BACK and self.trace.fold_at(now.frame, now.child)[1].is_cut)
        )

    def _paint_node(self, node: Node, place: int) -> None:
        """What lies on the path is drawn as it is now; all else is stamped, since it was drawn before."""
        is_future = self._is_future(node)
        if node.item.what == "above" or (node.item.what == "frame" and node.item.frame in self.on_path):
            self.node_painter.paint(node, is_future=is_future)
            return
        reach = max(node.slot, 84.0) / 2
        area = QRectF(round(node.point.x() - reach), round(node.point.y()) - 30, round(2 * reach + GLYPH), 96)
        key = (node.item, round(node.slot), round(node.room), is_future, self.labels)

        def draw(painter: QPainter) -> None:
            self.node_painter.painter = painter
            self.node_painter.paint(node, is_future=is_future)

        is_made = self.picture.siblings.paint(self.painter, key, area, draw)
        self.node_painter.painter = self.painter
        if not is_made:
            self.node_painter.paint(node, is_future=is_future, lantern=False)
            self.picture.renewal.leave_for_later(place)

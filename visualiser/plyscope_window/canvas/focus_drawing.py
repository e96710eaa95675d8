"""Painting the focus view: margins, path, edges and nodes, of all plies or of those that look different now.

In the margins stand, at the left, the call stack ply by ply, and at the right its boards.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from plyscope.model.declaration import Windows
from plyscope.model.stack import StackFrame
from plyscope.model.steps import Moment
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen

from plyscope_window.canvas.equal import dashed
from plyscope_window.canvas.focus_layout import GLYPH, LEAST_PITCH, SIDE, FocusLayout, Node, Ply, trunk
from plyscope_window.canvas.focus_nodes import NodePainter
from plyscope_window.canvas.near import Boards, paint_severed
from plyscope_window.canvas.stamps import Stamps
from plyscope_window.canvas.strips import PALE
from plyscope_window.look.glyphs import SQUARE, paint_glyph, shape_of_frame, side_name
from plyscope_window.look.theme import Theme, font, mixed
from plyscope_window.words import number, tr

ON_PATH = ("frame", "above")
"""Nodes that the path may lead through."""
BOARD, SMALL_BOARD = 44.0, 38.0
"""The side of a board, and where plies lie close together."""
LEFT_MIDDLE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
Band = tuple[float, float]


class Renewal:
    """How the strips of a picture looked when they were painted last, and from where to where each reached."""

    def __init__(self) -> None:
        self._looks: list[object] = []
        self._bands: list[Band] = []
        self._unfinished: set[int] = set()

    @property
    def is_finished(self) -> bool:
        """Whether nothing was left for later."""
        return not self._unfinished

    def leave_for_later(self, place: int) -> None:
        """A strip will have to be painted again even if nothing changes."""
        self._unfinished.add(place)

    def forget(self) -> None:
        """The picture is lost."""
        self._looks, self._bands = [], []
        self._unfinished = set()

    def turn_to(self, looks: Sequence[object], bands: Sequence[Band]) -> tuple[set[int], list[Band]]:
        """Which of the strips have to be painted for the picture to look so, and where; also where one is gone."""
        most = max(len(looks), len(self._looks))
        changed = {
            place
            for place in range(most)
            if place >= len(looks)
            or place >= len(self._looks)
            or place in self._unfinished
            or looks[place] != self._looks[place]
            or bands[place] != self._bands[place]
        }
        reached = [known[place] for known in (self._bands, bands) for place in changed if place < len(known)]
        self._looks, self._bands, self._unfinished = list(looks), list(bands), set()
        return changed, reached


@dataclass
class FocusStamps:
    """What is kept of the focus view from one painting to the next."""

    boards: Boards
    siblings: Stamps
    """What does not lie on the path: it looks the same from step to step."""
    calls: Stamps
    """The open frames in the margin."""
    renewal: Renewal


class Drawing:
    """One painting of the focus view, as the cursor stands."""

    painter: QPainter

    def __init__(
        self, layout: FocusLayout, stamps: FocusStamps, size: QSizeF, theme: Theme, labels: bool, hide_future: bool
    ) -> None:
        self.layout, self.stamps, self.size, self.theme = layout, stamps, size, theme
        self.labels, self.hide_future = labels, hide_future
        self.session = layout.session
        self.trace = self.session.trace
        self.entered = self.session.entered
        self.calls = self.session.stack
        self.stack = {open_frame.frame: open_frame for open_frame in self.calls}
        self.on_path = {*self.stack, self.session.cursor.now.child}
        self.plies = layout.plies
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
        call, boards = self.calls[ply.number], self.stamps.boards
        paint_call(self.painter, self.stamps.calls, call, ply, boards, self.theme)
        if self.layout.side(self.size) == SIDE:
            is_running = call.frame == self.session.cursor.frame
            if not paint_side_board(
                self.painter, call.frame, ply, boards, self.size, self.theme, is_running=is_running
            ):
                self.stamps.renewal.leave_for_later(place)

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

        is_made = self.stamps.siblings.paint(self.painter, key, area, draw)
        self.node_painter.painter = self.painter
        if not is_made:
            self.node_painter.paint(node, is_future=is_future, lantern=False)
            self.stamps.renewal.leave_for_later(place)


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

"""The focus view: the path to the cursor, its siblings, and nothing else. What lies below a sibling is a lantern.

The left margin is the call stack, ply by ply: the window of each open frame stands beside its ply. The right margin
shows the boards. A node is a frame, a pruned move, a bundle of siblings, or a note that stands for the plies above.
Most nodes look like one that was painted before, and are stamped.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from math import ceil, isnan

from plyscope.layout.rows import Rows
from plyscope.model.declaration import Windows
from plyscope.model.stack import StackFrame
from plyscope.model.steps import Moment
from plyscope.model.trace import Trace
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QFontMetricsF, QPainter, QPainterPath, QPen

from plyscope_window.canvas.badges import (
    collapsed_text,
    hidden_text,
    paint_badge,
    paint_note,
    paint_times,
    same_calls_text,
    saved_frame_pen,
    times_text,
)
from plyscope_window.canvas.focus_layout import (
    BOARDS_WIDTH,
    GLYPH_WIDTH,
    MIN_PITCH,
    FocusLayout,
    Node,
    Ply,
    lantern_height,
    trunk,
)
from plyscope_window.canvas.lanterns import paint_lantern
from plyscope_window.canvas.near import Boards, paint_left_out, paint_severed
from plyscope_window.canvas.overlay import open_value_text
from plyscope_window.canvas.pictures import Stamps
from plyscope_window.canvas.strips import DIMMED_STRENGTH
from plyscope_window.canvas.tree import MIN_RESULT_SIZE, font_in_glyph
from plyscope_window.look.glyphs import (
    DOWN,
    SQUARE,
    UP,
    dashed,
    grown_width,
    paint_glyph,
    paint_grown,
    shape_after,
    shape_of_frame,
    shape_of_stub,
    short_value,
    side_name,
    text_area,
)
from plyscope_window.look.theme import Current, Theme, font, mixed, text_width
from plyscope_window.session.session import Session
from plyscope_window.widgets.painting import elided, paint_on_ground
from plyscope_window.words import count, number, tr

FUTURE_OPACITY = 0.3
"""How strongly the future is drawn."""
MAX_NUMBER_WIDTH = 80
"""The width in pixels that the number below a lantern may have."""
TEXT_SHARE = 0.42
"""The size of a glyph's text as a share of the glyph's usual width."""


class NodePainter:
    """A painter of single nodes as they are at the cursor's step."""

    def __init__(
        self, painter: QPainter, rows: Rows, theme: Theme, stack: dict[int, StackFrame], returned: int,
        times: Mapping[int, str], *, labels: bool,
    ) -> None:  # fmt: skip
        """`times` is how often the calls of frames are made, where that is written."""
        self.painter, self.rows, self.theme, self.stack, self.times = painter, rows, theme, stack, times
        self.trace, self.labels = rows.trace, labels
        self.on_path = {*stack, returned}

    def paint(self, node: Node, *, is_future: bool) -> None:
        """Paint a node without its lantern and without notes beside it."""
        if node.item.kind == "frame":
            self._paint_frame(node, is_future)
        elif node.item.kind == "stub":
            self._paint_stub(node, is_future)
        elif node.item.kind == "bundle":
            self._paint_bundle(node, is_future)
        else:
            self._paint_above(node)

    def look_key(self, node: Node, *, is_future: bool) -> Hashable:
        """All that a node's look depends on: nodes with the same key are painted the same, whatever frames they are."""
        if node.item.kind != "frame":
            return node.item, node.slot, is_future, self.labels
        frame, open_frame = node.item.frame, self.stack.get(node.item.frame)
        is_on_path = frame in self.on_path
        if is_future:
            value_look: Hashable = None
        elif open_frame is not None and open_frame.value is None:
            value_look = open_value_text(open_frame)
        else:
            value_look = not is_on_path and self.rows.is_pale(frame), self._closed_look(frame)
        shape, times = shape_of_frame(self.trace, frame), self.times.get(frame)
        collapsed = collapsed_text(self.rows, frame)
        return node.item.move, node.slot, is_future, self.labels, is_on_path, shape, value_look, times, collapsed

    def _closed_look(self, frame: int) -> Hashable:
        """What the look of a frame that has returned depends on."""
        trace, shade = self.trace, self.rows.shades.of_frame(self.trace, frame)
        return short_value(trace, frame), isnan(trace.values[frame]), trace.origin.is_saved(frame), repr(shade)

    def _paint_frame(self, node: Node, is_future: bool) -> None:
        """Paint the glyph of a frame with its value, its move and how often its call is made."""
        painter, theme, frame, point = self.painter, self.theme, node.item.frame, node.point
        is_pale = frame not in self.on_path and self.rows.is_pale(frame)
        shape = shape_of_frame(self.trace, frame)
        text, ink, fill, line = "", theme.on_fill, theme.paper, QPen(theme.hairline, 1.3)
        if not is_future:
            text, ink, fill, line = self.look(frame, is_pale=is_pale)
        pixels, width = GLYPH_WIDTH * TEXT_SHARE / Current.text_scale, glyph_width(shape, text, node.slot)
        paint_grown(painter, shape, point, QSizeF(width, GLYPH_WIDTH), fill, line)
        if text:
            # A triangle is widest where its text does not stand.
            largest = pixels * (0.85 if width > GLYPH_WIDTH and shape != SQUARE else 1)
            painter.setFont(font_in_glyph(text, width, largest))
            painter.setPen(ink)
            painter.drawText(text_area(shape, point, GLYPH_WIDTH), Qt.AlignmentFlag.AlignCenter, text)
        # With which arguments user code will be called is not known before.
        if self.labels and node.item.move and not (is_future and self.trace.origin.is_user_code):
            self._paint_move(node, is_future, GLYPH_WIDTH if shape == UP else width)
        if not is_future and (times := self.times.get(frame)):
            gap = 8 if frame in self.on_path else 2
            beside = GLYPH_WIDTH if shape == DOWN else width
            paint_times(painter, times, point + QPointF(beside / 2 + gap, 1), node.slot - beside - gap - 2, theme)
        if text := collapsed_text(self.rows, frame):
            paint_badge(painter, text, point + QPointF(0, GLYPH_WIDTH * 0.44 + 6), theme)

    def paint_notes(self, node: Node) -> None:
        """Paint the notes beside an open frame on what is not shown below it."""
        frame = node.item.frame
        texts = (hidden_text(self.rows, frame), same_calls_text(self.rows, frame, node.slot - GLYPH_WIDTH - 12))
        for place, text in enumerate(filter(None, texts)):
            paint_note(self.painter, text, node.point + QPointF(GLYPH_WIDTH / 2 + 8, 10 + 16 * place), self.theme)

    def has_lantern(self, node: Node) -> bool:
        """Whether what is below a node is shown as a lantern."""
        frame = node.item.frame
        is_closed = node.item.kind == "frame" and frame not in self.stack and frame not in self.rows.collapsed
        return is_closed and self.trace.sizes[frame] > 1

    def look(self, frame: int, *, is_pale: bool) -> tuple[str, QColor, QColor, QPen]:
        """The text of a frame that has been entered, the colour of the text, the fill and the outline."""
        theme, open_frame = self.theme, self.stack.get(frame)
        if open_frame is not None and open_frame.value is None:
            return open_value_text(open_frame), theme.ink, theme.card, QPen(theme.ink, 2.2)
        fill = theme.of_shade(self.rows.shades.of_frame(self.trace, frame))
        fill, ink = (mixed(theme.paper, fill, DIMMED_STRENGTH), theme.quiet) if is_pale else (fill, theme.on_fill)
        is_saved = self.trace.origin.is_saved(frame)
        fill, ink, line = (theme.paper, theme.ink, saved_frame_pen(theme)) if is_saved else (fill, ink, QPen(fill, 1))
        text = short_value(self.trace, frame)
        least = MIN_RESULT_SIZE * Current.text_scale
        if isnan(self.trace.values[frame]) and font_in_glyph(text, GLYPH_WIDTH).pixelSize() < least:
            text = ""  # what the call returned stands in its panels
        return text, ink, fill, line

    def _paint_move(self, node: Node, is_future: bool, glyph: float) -> None:
        """Paint the move to a frame beside its glyph, or above it where there is too little room."""
        painter, theme = self.painter, self.theme
        is_on_path = node.item.frame in self.on_path
        face = font(10.5, bold=is_on_path)
        painter.setFont(face)
        colour = theme.pruned if is_future else theme.ink if is_on_path else theme.quiet
        text, width = node.item.move, text_width(face, node.item.move)
        gap = 8 if is_on_path else 2
        if width <= node.slot - glyph - gap - 2:
            painter.setPen(colour)
            where = QRectF(node.point.x() + glyph / 2 + gap, node.point.y() - 14, width + 2, 14)
            painter.drawText(where, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
            return
        text = elided(text, face, node.slot)
        width = text_width(face, text)
        ground = QRectF(node.point.x() - width / 2 - 3, node.point.y() - GLYPH_WIDTH / 2 - 16, width + 6, 14)
        ink, fill = (theme.on_now, theme.now) if is_on_path else (colour, theme.paper)
        paint_on_ground(painter, ground, 6, text, face, ink, fill)

    def paint_lantern(self, painter: QPainter, node: Node, size: tuple[float, float], *, is_future: bool) -> None:
        """Paint the lantern below a node, faint in the future."""
        painter.setOpacity(FUTURE_OPACITY if is_future else 1.0)
        top = node.point + QPointF(0, GLYPH_WIDTH * 0.44 + 2)
        paint_lantern(painter, self.rows, node.item.frame, top, size, is_known=not is_future)

    def _paint_stub(self, node: Node, is_future: bool) -> None:
        """Paint a pruned move, or how many there are."""
        painter, theme = self.painter, self.theme
        move = self.trace.position.game.read_move(node.item.move, self.trace.state(node.item.frame))
        frame = node.item.frame
        shape = shape_of_stub(self.trace.kinds[frame]) if move is None else shape_after(self.trace, frame, move)
        pen = QPen(theme.hairline, 1.2) if is_future else dashed(theme.pruned, 1.2, 2.2)
        paint_glyph(painter, shape, node.point, 17, theme.paper, pen)
        painter.setFont(font(10))
        painter.setPen(theme.pruned if is_future else theme.quiet)
        text = (
            self.trace.shown_text(node.item.move)
            if node.item.count == 1
            else tr("{number} pruned", number=node.item.count)
        )
        where = QRectF(node.point.x() - 40, node.point.y() + 10, 80, 14)
        painter.drawText(where, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_bundle(self, node: Node, is_future: bool) -> None:
        """Paint siblings that stand together as a few bars and their number."""
        painter, theme = self.painter, self.theme
        colour = mixed(theme.paper, theme.edge, FUTURE_OPACITY if is_future else 1.0)
        painter.setPen(QPen(colour, 1.4))
        for bar in range(-2, 3):
            x = node.point.x() + bar * 4
            painter.drawLine(QPointF(x, node.point.y() - 7), QPointF(x, node.point.y() + 7))
        painter.setFont(font(10))
        painter.setPen(theme.pruned if is_future else theme.quiet)
        where = QRectF(node.point.x() - 40, node.point.y() + 9, 80, 14)
        painter.drawText(where, Qt.AlignmentFlag.AlignCenter, tr("{number} more", number=count(node.item.count)))

    def _paint_above(self, node: Node) -> None:
        """Paint the note that stands for the uppermost plies, on the path that comes down from them."""
        text, face = tr("{number} plies above", number=node.item.count), font(11, bold=True)
        width = QFontMetrics(face).horizontalAdvance(text) + 20
        ground = QRectF(node.point.x() - width / 2, node.point.y() - 12, width, 24)
        paint_on_ground(self.painter, ground, 8, text, face, self.theme.on_now, self.theme.now)


def glyph_width(shape: int, text: str, slot: float) -> float:
    """The width of a glyph in a slot; it grows with its text, as far as there is room."""
    size = GLYPH_WIDTH * TEXT_SHARE / Current.text_scale
    return grown_width(shape, text, GLYPH_WIDTH, size, slot - 4) if text else GLYPH_WIDTH


PATH_KINDS = ("frame", "above")
"""Nodes that the path may lead through."""
BOARD_SIDE, SMALL_BOARD_SIDE = 44.0, 38.0
"""The side of a board; the second where plies lie close together."""
LEFT_MIDDLE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class FocusDrawing:
    """One painting of the focus view, at the cursor's step."""

    def __init__(
        self, painter: QPainter, picture: FocusPicture, size: QSizeF, theme: Theme, *, labels: bool, hide_future: bool
    ) -> None:
        self.painter, self.picture, self.size, self.theme = painter, picture, size, theme
        self.labels, self.hide_future = labels, hide_future
        self.is_finished = True
        """Whether everything has been drawn."""
        self.session = picture.session
        self.trace = self.session.trace
        self.known_frames = self.session.known_frames
        self.calls = self.session.stack
        self.stack = self.session.open_frames
        self.on_path = {*self.stack, self.session.cursor.now.child}
        self.plies = picture.plies
        assert self.session.rows is not None
        self.rows = self.session.rows
        self.current = self.rows.nearest_shown(self.session.cursor.frame)
        self.best: dict[int, int] = {}
        """The best child so far of each open frame."""
        self.times = self._times() if labels else {}
        self.places: dict[int, QPointF] = {}
        self.slots: dict[int, float] = {}
        self.feet: dict[int, QPointF] = {}
        """Where frames on the path stand, how wide their slots are, and where the lines to their children branch."""
        for ply in self.plies:
            for node in ply.nodes:
                if node.item.kind in PATH_KINDS and node.item.frame in self.on_path:
                    self.places[node.item.frame] = node.point
                    self.slots[node.item.frame] = node.slot
                    self.feet[node.item.frame] = node.point + QPointF(0, trunk(ply.gap))

    def _times(self) -> dict[int, str]:
        """The texts that say how often the calls of the frames in the view are made."""
        frames = [node.item.frame for ply in self.plies for node in ply.nodes if node.item.kind == "frame"]
        return {frame: times_text(self.trace, frame, self.known_frames) for frame in frames}

    def paint(self) -> None:
        """Paint margins, path, edges and nodes of all visible plies."""
        self.node_painter = NodePainter(
            self.painter, self.rows, self.theme, self.stack, self.session.cursor.now.child, self.times,
            labels=self.labels,
        )  # fmt: skip
        for ply in self.plies:
            self._paint_margin(ply)
        nodes = [(node, self._is_future(node)) for ply in self.plies for node in ply.nodes]
        self._paint_path()
        self._paint_edges(nodes)
        for node, _ in nodes:
            self._paint_trunk(node)
        for node, is_future in nodes:
            if not (self.hide_future and is_future):
                self._paint_node(node, is_future)

    def _paint_margin(self, ply: Ply) -> None:
        """Paint the side, the ply and the window of a ply's open frame, and its board at the right."""
        if ply.number >= len(self.calls) or (ply.nodes and ply.nodes[0].item.kind == "above"):
            return
        call, boards = self.calls[ply.number], self.picture.boards
        paint_call(self.painter, self.picture.drawn, call, ply, self.trace, self.theme)
        if self.picture.side(self.size) == BOARDS_WIDTH:
            is_running = call.frame == self.session.cursor.frame
            paint_side_board(self.painter, call.frame, ply, boards, self.size, self.theme, is_running=is_running)

    # Lines

    def _paint_path(self) -> None:
        """Paint the path, and the grounds of the frames that it leads through."""
        path = [self.places[frame] for frame in self.stack if frame in self.places]
        feet = [self.feet[frame] for frame in self.stack if frame in self.places]
        if self.session.cursor.now.child in self.places:
            path.append(self.places[self.session.cursor.now.child])
        line = QPainterPath(path[0])
        for foot, point in zip(feet, path[1:], strict=False):
            line.lineTo(foot)
            line.lineTo(point - QPointF(0, GLYPH_WIDTH * 0.44))
            line.lineTo(point)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
        self.painter.setPen(QPen(self.theme.now, 11, Qt.PenStyle.SolidLine, cap, join))
        self.painter.drawPath(line)
        note = self.plies[0].nodes[0].item
        for frame in self.stack:
            if frame in self.places and not (note.kind == "above" and note.frame == frame):
                shape = shape_of_frame(self.trace, frame)
                text = self.node_painter.look(frame, is_pale=False)[0]
                width = glyph_width(shape, text, self.slots[frame])
                self._paint_halo(self.places[frame], 5.5 + width / 2, is_current=frame == self.current)

    def _paint_halo(self, point: QPointF, reach: float, *, is_current: bool) -> None:
        """Paint the yellow ground of a frame on the path."""
        self.painter.setPen(QPen(self.theme.grip, 1.8) if is_current else Qt.PenStyle.NoPen)
        self.painter.setBrush(self.theme.now)
        self.painter.drawRoundedRect(QRectF(point.x() - reach, point.y() - 16, 2 * reach, 32), 8, 8)

    def _parent(self, node: Node) -> int:
        """The frame that the edge to a node comes from."""
        return self.trace.parents[node.item.frame] if node.item.kind == "frame" else node.item.frame

    def _paint_edges(self, nodes: list[tuple[Node, bool]]) -> None:
        """Paint the edges to nodes: the many that look alike at once, and below the others."""
        alike: dict[bool, list[QLineF]] = {True: [], False: []}
        single = list[tuple[QPen | None, QLineF, int]]()
        for node, is_future in nodes:
            parent = self._parent(node)
            if parent not in self.feet or node.item.kind == "above" or (self.hide_future and is_future):
                continue
            line = QLineF(self.feet[parent], node.point - QPointF(0, GLYPH_WIDTH * 0.44))
            is_severed = node.item.kind == "stub" and not is_future
            pen = None if is_future or is_severed else self._pen_of_edge(node, parent)
            if pen is None and not is_severed:
                alike[is_future].append(line)
            else:
                single.append((pen, line, node.item.frame))
        for is_future, lines in alike.items():
            self.painter.setPen(QPen(self.theme.hairline if is_future else self.theme.edge, 1.2))
            self.painter.drawLines(lines)
        for pen, line, frame in single:
            if pen is None and self.trace.prunes_forward(frame):
                paint_left_out(self.painter, line.p1(), line.p2(), self.theme)
            elif pen is None:
                paint_severed(self.painter, line.p1(), line.p2(), self.theme, 0.5)
            else:
                self.painter.setPen(pen)
                self.painter.drawLine(line)

    def _pen_of_edge(self, node: Node, parent: int) -> QPen | None:
        """The pen of an edge to a node that was entered; None for the usual one."""
        theme = self.theme
        if node.item.kind == "frame" and node.item.frame in self.on_path:
            return QPen(theme.ink, 2.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        if node.item.kind == "frame" and self.rows.is_pale(node.item.frame):
            return QPen(mixed(theme.paper, theme.edge, DIMMED_STRENGTH), 1.2)
        if node.item.kind == "frame" and node.item.frame == self._best_child(parent):
            shade = self.rows.shades.of_frame(self.trace, node.item.frame)
            return QPen(theme.of_shade(shade), 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        is_saved = node.item.kind == "frame" and self.trace.origin.is_saved(node.item.frame)
        return saved_frame_pen(theme) if is_saved else None

    def _best_child(self, parent: int) -> int:
        """The best child of a frame at the cursor's step; -1 where there is none."""
        if parent not in self.best:
            self.best[parent] = self.session.best_child(parent) if parent >= 0 else -1
        return self.best[parent]

    def _continues_path(self, frame: int) -> bool:
        """Whether the path leads from an open frame to one of its children."""
        return frame != self.session.cursor.frame or self.session.cursor.now.moment is Moment.BACK

    def _paint_trunk(self, node: Node) -> None:
        """Paint the line from an open frame down to where the edges to its children branch."""
        frame = node.item.frame
        if node.item.kind not in PATH_KINDS or frame not in self.stack or self.trace.sizes[frame] <= 1:
            return
        if frame in self.rows.collapsed:
            return
        going_on = self._continues_path(frame)
        if not going_on and self.hide_future:
            return
        foot = self.feet[frame]
        pen = QPen(self.theme.ink if going_on else self.theme.hairline, 2.4 if going_on else 1.2)
        self.painter.setPen(pen)
        self.painter.drawLine(node.point + QPointF(0, GLYPH_WIDTH * 0.44), foot)
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(pen.color())
        self.painter.drawEllipse(foot, 2.4, 2.4)

    # Nodes

    def _is_future(self, node: Node) -> bool:
        """Whether a node lies in the future of the cursor's step."""
        item = node.item
        if item.kind == "frame":
            return not self.session.has_entered(item.frame)
        if item.kind == "bundle":
            return not self.session.has_entered(item.first)
        return not self.session.has_pruned(item.frame)

    def _paint_node(self, node: Node, is_future: bool) -> None:
        """Stamp a node and its lantern, with notes beside an open frame."""
        painter, on_node = self.painter, self.node_painter
        if node.item.kind == "above":
            on_node.paint(node, is_future=is_future)
            return
        reach = ceil(max(node.slot, 84.0) / 2)
        area = QRectF(node.point.x() - reach, node.point.y() - 30, 2 * reach + GLYPH_WIDTH, 64)

        def draw(painter: QPainter) -> None:
            on_node.painter = painter
            on_node.paint(node, is_future=is_future)

        key = on_node.look_key(node, is_future=is_future)
        self.picture.drawn.paint(painter, (key,), area, draw)
        on_node.painter = painter
        if on_node.has_lantern(node):
            self._paint_lantern(node, is_future)
        if node.item.kind == "frame" and node.item.frame in self.stack:
            on_node.paint_notes(node)

    def _paint_lantern(self, node: Node, is_future: bool) -> None:
        """Stamp the lantern of a node, if there is room for it."""
        size = min(44.0, max(20.0, node.slot * 0.66)), lantern_height(node.room)
        if not size[1]:
            return
        area = QRectF(node.point.x() - MAX_NUMBER_WIDTH / 2, node.point.y() + 12, MAX_NUMBER_WIDTH, 54)
        # Of a large recording there are only the upper plies at first, and lanterns grow with the others.
        self.is_finished &= self.picture.lanterns.paint(
            self.painter,
            (node.item.frame, size, is_future),
            area,
            lambda painter: self.node_painter.paint_lantern(painter, node, size, is_future=is_future),
            version=len(self.rows),
        )


def paint_call(painter: QPainter, drawn: Stamps, open_frame: StackFrame, ply: Ply, trace: Trace, theme: Theme) -> None:
    """Stamp an open frame's side, ply and window in the margin: most windows occur again and again."""
    shape = shape_of_frame(trace, open_frame.frame)
    has_window = trace.search.windows is not Windows.NONE and shape != SQUARE
    window = (number(open_frame.alpha), number(open_frame.beta)) if has_window else ()
    y, is_roomy = round(ply.y), ply.gap >= MIN_PITCH
    drawn.paint(
        painter, (shape, ply.number, window, is_roomy), QRectF(12, y - 20, 74, 110),
        lambda on: paint_turn(on, shape, ply.number, window, y, theme, is_roomy=is_roomy),
    )  # fmt: skip


def paint_turn(
    painter: QPainter, shape: int, ply: int, window: tuple[str, ...], y: int, theme: Theme, *, is_roomy: bool
) -> None:
    """Paint side, ply and window; where there is little room the ply stands beside the side."""
    paint_glyph(painter, shape, QPointF(20, y), 12, theme.paper, QPen(theme.quiet, 1.2))
    painter.setFont(font(12, bold=True))
    painter.setPen(theme.ink)
    metrics, side = QFontMetricsF(painter.font()), side_name(shape)
    painter.drawText(QRectF(31, y - 20, 60, 40), LEFT_MIDDLE, side)
    beside, line = 36 + metrics.horizontalAdvance(side), y + metrics.height() / 2
    painter.setFont(font(10))
    painter.setPen(theme.quiet)
    height = QFontMetricsF(painter.font()).height()
    if is_roomy or not window:
        painter.drawText(QRectF(14, line, 72, height), LEFT_MIDDLE, tr("ply {ply}", ply=ply))
        line += height
    else:
        painter.drawText(QRectF(beside, y - 20, 24, 40), LEFT_MIDDLE, str(ply))
    painter.setPen(theme.ink)
    for name, bound in zip("αβ", window, strict=False):
        painter.drawText(QRectF(14, line, 72, height), LEFT_MIDDLE, f"{name} {bound}")
        line += height


def paint_side_board(
    painter: QPainter, frame: int, ply: Ply, boards: Boards, size: QSizeF, theme: Theme, *, is_running: bool
) -> None:
    """Paint the board of an open frame at the right of its ply."""
    side = BOARD_SIDE if ply.gap >= MIN_PITCH else SMALL_BOARD_SIDE
    corner = QPointF(round(size.width() - BOARDS_WIDTH / 2 - 1 - side / 2), round(ply.y + 2 - side / 2))
    boards.paint(painter, frame, corner, side)
    if is_running:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.grip, 2))
        painter.drawRoundedRect(QRectF(corner.x() - 3, corner.y() - 3, side + 6, side + 6), 5, 5)


class FocusPicture(FocusLayout):
    """The focus view of one session."""

    def __init__(self, session: Session, boards: Boards) -> None:
        super().__init__(session, boards)
        self.drawn, self.lanterns = Stamps(), Stamps()
        """Nodes without their lanterns and open frames in the margin, most of which look like some that were painted
        before; and the lanterns."""
        self.is_finished = True
        """Whether everything has been drawn."""
        self._painted_rows: Rows | None = None

    def paint(
        self, painter: QPainter, size: QSizeF, theme: Theme, *, labels: bool, hide_future: bool, new: int
    ) -> None:
        """Paint the view, making at most `new` lanterns; `size` is what it measures before it is enlarged."""
        self.lay_out(size)
        rows = self.session.rows
        assert rows is not None
        if rows is not self._painted_rows and not rows.is_of_same_layout(self._painted_rows):
            self.drawn, self.lanterns = Stamps(), Stamps()
        self._painted_rows = rows
        self.lanterns.left_to_make = new
        drawing = FocusDrawing(painter, self, size, theme, labels=labels, hide_future=hide_future)
        drawing.paint()
        self.is_finished = drawing.is_finished

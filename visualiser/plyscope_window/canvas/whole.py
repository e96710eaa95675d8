"""A small tree, shown whole: every node with its number, its name, and what has become of it by the cursor's step.

There are few nodes, so that everything is painted anew at each step, and what is painted depends on nothing that
happens later. Sizes are in units that grow with the text and with the window: at 1, a triangle is 66 wide.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import inf, isnan

from plyscope.layout.rows import Rows
from plyscope.layout.whole_tree import MAX_NODES, WholeNode, WholeTree, whole_tree
from plyscope.messages import probability, shortened
from plyscope.model.columns import BOUND_SIGNS, OPEN
from plyscope.model.declaration import Windows
from plyscope.model.steps import Moment
from plyscope.model.trace import Trace
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from plyscope_window.canvas.badges import (
    collapsed_text,
    hidden_text,
    paint_badge,
    paint_note,
    same_calls_text,
    times_text,
)
from plyscope_window.canvas.near import Boards
from plyscope_window.canvas.overlay import open_value_text
from plyscope_window.canvas.places import Place, StubPlace
from plyscope_window.look.glyphs import DOWN, ROUND, SQUARE, UP, dashed, outline, shape_of, side_name
from plyscope_window.look.theme import Current, Theme, fitting_font, font, mixed, text_width
from plyscope_window.session.session import Session
from plyscope_window.widgets.painting import elided
from plyscope_window.words import number, short_number, tr

TRIANGLE_WIDTH, SQUARE_WIDTH = 66.0, 46.0
"""The widths of a triangle and of a square."""
SQUARE_SHARE = 0.8
"""The side of a square as a share of the width of its glyph."""
HALF_TRIANGLE, HALF_SQUARE, MIN_HALF_SQUARE = 28.0, 23.0, 7.5
"""Half the heights of a triangle and of a square; and half the least height of a square in pixels, for its number."""
MIN_LEAF_NUMBER, MIN_INNER_NUMBER = 12.0, 9.0
"""The sizes of the numbers of crowded leaves and of other nodes, in pixels, as far as there is room for them."""
MIN_DIGIT_WIDTH_SHARE = 0.72
"""How narrow the digits of a number become before they become smaller."""
MAX_SLOT, MAX_MOVE_SLOT, MIN_SLOT, MIN_SLOT_WITH_BOARD = 118.0, 210.0, 54.0, 92.0
"""The most widths of a leaf, where nodes have short names and where they are called by moves; and the least widths."""
MAX_PITCH, MIN_PITCH = 186.0, 112.0
"""The largest and the smallest distance from ply to ply."""
BOARD_SIDE, BOARD_GAP = 66.0, 8.0
"""The side of a board, and its distance from the glyph above it."""
MIN_UNIT, MIN_UNIT_WITH_BOARD = 0.12, 0.5
"""The least unit, and the least from which boards are drawn."""
CHANCE_POSITION, LOW_CHANCE_POSITION = 0.5, 0.72
"""Where on its edge a probability stands, from above: usually, and where that is crowded or has slashes."""
GUTTER, NARROW_GUTTER, NARROW_GUTTER_OF_CHANCE = 124.0, 66.0, 86.0
"""Room for the names of the plies; CHANCE is the longest."""
MAX_NAME_SPILL = 10.0
"""How far the name of the first node may reach into the gutter."""
HEAD_HEIGHT = 30.0
"""Room above the tree, for the choice of how the future is shown."""
MIN_NAME_PITCH = 46.0
"""The distance of plies from which the number of a ply stands below its side."""
NARROW_CANVAS_WIDTH = 720.0
"""The width of a canvas below which the gutter is narrow."""
MIN_INNER_UNIT = 0.62
"""The unit down to which inner nodes stay larger than crowded leaves, where they have the room."""
MIN_TALL_UNIT = 0.9
"""The unit down to which plies keep their distance, where the height is there."""
MIN_TEXT_PIXELS = 11.5
"""The size of names and windows, in pixels, as far as there is room for it in width."""
MIN_ONE_ROW_PIXELS = 10
"""The size of the names of leaves, in pixels, below which they stand in two rows."""
MIN_NAME_PIXELS = 7
"""The least size of a name, in pixels; a name that is still too long is cut, in larger letters where there is room."""
NAME_GAP = 3.0
"""Pixels between the names of neighbouring leaves."""
MIN_LETTERS = 3
"""The fewest letters of a name that is cut: of many moves with a queen, Q… says nothing."""
CROWDED_UNIT = 0.5
"""The unit below which the edges of one parent are close together in their middles."""
MAX_ZOOM = 4.0
"""How far the tree can be enlarged by hand."""
MAX_RESULT_CHARS = 14
"""The most characters of a result that is no number."""


class NodeState(Enum):
    """What has become of a node by a step."""

    FUTURE = "future"
    OPEN = "open"
    DONE = "done"
    PRUNED = "pruned"


@dataclass(frozen=True)
class ZoomAndShift:
    """How far the picture was zoomed and shifted by hand."""

    zoom: float = 1.0
    right: float = 0.0
    down: float = 0.0
    """Pixels."""

    @property
    def shift(self) -> QPointF:
        """The shift as a point."""
        return QPointF(self.right, self.down)

    def by(self, shift: QPointF) -> ZoomAndShift:
        """The same zoom, shifted by so much more."""
        return replace(self, right=self.right + shift.x(), down=self.down + shift.y())


class WholeView:
    """Where the nodes of a tree are in a window of some size."""

    def __init__(
        self, tree: WholeTree, size: QSizeF, moved: ZoomAndShift, *, has_boards: bool, head: float = 0.0
    ) -> None:
        """`head` is the room above the tree, in pixels before the text size."""
        self.tree, self.size, self.moved = tree, size, moved
        self.gutter = gutter_width(size.width(), has_chance=tree.has_chance) * Current.text_scale
        above = head * Current.text_scale
        room = QSizeF(max(60.0, size.width() - self.gutter - 12), max(60.0, size.height() - 16 - above))
        self.has_boards = has_boards and self._fitting(room, MIN_SLOT_WITH_BOARD, BOARD_SIDE) >= MIN_UNIT_WITH_BOARD
        below = BOARD_SIDE + BOARD_GAP if self.has_boards else 0.0
        unit = self._fitting(room, MIN_SLOT_WITH_BOARD if self.has_boards else MIN_SLOT, below)
        unit = max(MIN_UNIT, min(Current.text_scale, unit))
        widest = MAX_SLOT if tree.is_given else MAX_MOVE_SLOT
        slot = min(widest * unit, max(MIN_SLOT * unit, room.width() / tree.leaves))
        self._inner_unit = max(unit, MIN_INNER_UNIT * Current.text_scale)
        tallest = (MAX_PITCH + below) * max(unit, MIN_TALL_UNIT * Current.text_scale)
        pitch = min(tallest, max((MIN_PITCH + below) * unit, room.height() / tree.plies))
        self._inner_unit = min(self._inner_unit, pitch / (MIN_PITCH + below))
        self.fits = slot * tree.leaves <= room.width() + 1 and pitch * tree.plies <= room.height() + 1
        self.unit, self.slot, self.pitch = unit * moved.zoom, slot * moved.zoom, pitch * moved.zoom
        self.below = below * self.unit
        self._units = self._units_of_plies()
        middle = QPointF(self.gutter + room.width() / 2, above + 8 + room.height() / 2) + moved.shift
        self.left = middle.x() - self.slot * tree.leaves / 2
        self.top = middle.y() - self.pitch * tree.plies / 2

    def _fitting(self, room: QSizeF, slot: float, below: float) -> float:
        """The largest unit at which the whole tree fits into a room, with leaves of a width and boards below glyphs."""
        return min(room.width() / (slot * self.tree.leaves), room.height() / ((MIN_PITCH + below) * self.tree.plies))

    def _units_of_plies(self) -> list[float]:
        """Find the unit of each ply: plies with few nodes are drawn larger than crowded ones."""
        places: list[list[float]] = [[] for _ in range(self.tree.plies)]
        for node in self.tree.nodes:
            places[node.ply].append(node.x)
        units = []
        for row in map(sorted, places):
            apart = min((after - before for before, after in itertools.pairwise(row)), default=inf)
            fitting = 1.0 if self.has_boards else apart * self.slot / (MIN_SLOT * 1.6)
            largest = self.unit if self.has_boards else self._inner_unit * self.moved.zoom
            units.append(max(self.unit, min(largest, fitting)))
        return units

    def unit_of(self, ply: int) -> float:
        """The unit of the nodes of a ply."""
        return self._units[ply]

    def y_of(self, ply: int) -> float:
        """The y of the middle of the glyphs of a ply."""
        return self.top + self.pitch * (ply + 0.5) - self.below / 2

    def point(self, node: WholeNode) -> QPointF:
        """The middle of a node's glyph."""
        return QPointF(self.left + node.x * self.slot, self.y_of(node.ply))

    def node_at(self, point: QPointF) -> WholeNode | None:
        """The node whose glyph, name or board is under a point."""
        ply = int((point.y() - self.top) // self.pitch)
        row = [node for node in self.tree.nodes if node.ply == ply]
        if not row or point.x() < self.gutter:
            return None
        nearest = min(row, key=lambda node: abs(self.point(node).x() - point.x()))
        reach = max(self.slot, 60 * self.unit_of(ply)) / 2
        return nearest if abs(self.point(nearest).x() - point.x()) <= reach else None

    def zoomed(self, factor: float, about: QPointF) -> ZoomAndShift:
        """The zoom and shift after zooming about a point, which stays where it is."""
        zoom = min(MAX_ZOOM, max(1.0, self.moved.zoom * factor))
        middle = QPointF(self.left + self.slot * self.tree.leaves / 2, self.top + self.pitch * self.tree.plies / 2)
        change = zoom / self.moved.zoom - 1
        return self.within(replace(self.moved, zoom=zoom).by((middle - about) * change))

    def shifted(self, by: QPointF) -> ZoomAndShift:
        """The zoom and shift after shifting, no farther than to the ends of the tree."""
        return self.within(self.moved.by(by))

    def showing(self, node: WholeNode) -> ZoomAndShift:
        """The zoom and shift with a node in the middle."""
        return self.shifted(QPointF(self.size.width() / 2, self.size.height() / 2) - self.point(node))

    def within(self, moved: ZoomAndShift) -> ZoomAndShift:
        """A zoom and shift with the shift limited by the ends of the tree."""
        scale = moved.zoom / self.moved.zoom
        spare = QPointF(
            max(0.0, self.slot * scale * self.tree.leaves - (self.size.width() - self.gutter)) / 2,
            max(0.0, self.pitch * scale * self.tree.plies - self.size.height()) / 2,
        )
        margin = 24.0 * (moved.zoom > 1 or not self.fits)
        x = min(max(moved.right, -spare.x() - margin), spare.x() + margin)
        y = min(max(moved.down, -spare.y() - margin), spare.y() + margin)
        return ZoomAndShift(moved.zoom, x, y)


class WholePicture:
    """A small recording shown whole: its layout, and how it was moved by hand."""

    def __init__(self, session: Session, boards: Boards) -> None:
        self.session, self.boards = session, boards
        self.max_nodes = MAX_NODES
        """The most nodes that are shown whole."""
        self.moved = ZoomAndShift()
        self.head = 0.0
        """Room above the tree, in pixels before the text size."""
        self.room = 0.0
        """More of it, for what a presentation shows in a corner."""
        self.tree: WholeTree | None = None
        self.is_small = False
        """Whether all nodes fit, also where boards stand in the tree view in place of nodes without values."""

    def lay_out(self, rows: Rows | None) -> None:
        """Lay out what is shown; `tree` is None afterwards where that is too much."""
        trace = self.session.trace
        shown = None
        if rows is not None and len(trace) - rows.hidden_count > self.max_nodes:
            self.tree, self.is_small, self.moved = None, False, ZoomAndShift()
            return
        if rows is not None and rows.hidden_count:
            shown = frozenset(int(frame) for row in rows.rows for frame in row.frames)
        tree = whole_tree(trace, shown, self.max_nodes)
        self.is_small = tree is not None
        self.tree = None if self.boards.are_drawn and not self.boards.has_values else tree
        self.moved = ZoomAndShift()

    def show(self, frame: int, size: QSizeF) -> None:
        """Shift a frame into the middle, where not all of the tree is visible."""
        assert self.tree is not None
        number = self.tree.by_frame.get(frame)
        view = self.view(size)
        if number is not None and (self.moved.zoom > 1 or not view.fits):
            self.moved = view.showing(self.tree.nodes[number])

    def view(self, size: QSizeF) -> WholeView:
        """Where the nodes are in a window of a size."""
        assert self.tree is not None
        has_boards, head = self.boards.are_drawn, self.head + self.room
        return WholeView(self.tree, size, self.moved, has_boards=has_boards, head=head)


class WholePainter:
    """One painting of a small tree at the cursor's step."""

    def __init__(
        self, painter: QPainter, session: Session, view: WholeView, boards: Boards, theme: Theme,
        *, labels: bool, hides_future: bool,
    ) -> None:  # fmt: skip
        self.painter, self.session, self.view, self.boards, self.theme = painter, session, view, boards, theme
        self.labels, self.hides_future = labels, hides_future
        self.tree, self.trace, self.unit = view.tree, session.trace, view.unit
        assert session.rows is not None
        self.rows = session.rows
        self.stack = session.open_frames
        self.now = session.cursor.now.of_call
        self.states = [self._state_of(node) for node in self.tree.nodes]
        self._best: dict[int, int] = {}
        self._leaf_fonts: dict[int, tuple[QFont, int]] = {}
        self._on_ply: dict[int, list[WholeNode]] = {}
        for node in sorted(self.tree.nodes, key=lambda node: node.x):
            self._on_ply.setdefault(node.ply, []).append(node)
        self._neighbours = {
            id(node): (row[place - 1] if place else None, row[place + 1] if place + 1 < len(row) else None)
            for row in self._on_ply.values()
            for place, node in enumerate(row)
        }

    # What is known

    def _state_of(self, node: WholeNode) -> NodeState:
        """What has become of a node by the cursor's step."""
        if node.frame < 0:
            return NodeState.PRUNED if self.session.has_pruned(node.owner) else NodeState.FUTURE
        if self.session.shows_whole:
            return NodeState.OPEN if self.trace.statuses[node.frame] == OPEN else NodeState.DONE
        if node.frame >= self.session.entered:
            return NodeState.FUTURE
        open_frame = self.stack.get(node.frame)
        return NodeState.OPEN if open_frame is not None and open_frame.value is None else NodeState.DONE

    def _best_child(self, frame: int) -> int:
        """The best child of a frame among those that have returned by the cursor's step."""
        if frame not in self._best:
            self._best[frame] = self.session.best_child(frame)
        return self._best[frame]

    def _is_on_path(self, node: WholeNode) -> bool:
        """Whether a node is an open frame."""
        return node.frame in self.stack and not (self.session.shows_whole and node.frame < 0)

    # Painting

    def paint(self) -> None:
        """Paint the tree as it is at the cursor's step."""
        painter = self.painter
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_plies()
        painter.save()
        left = self.view.gutter - MAX_NAME_SPILL
        painter.setClipRect(QRectF(left, 0, self.view.size.width() - left, self.view.size.height()))
        seen = [
            (node, state)
            for node, state in zip(self.tree.nodes, self.states, strict=True)
            if state is not NodeState.FUTURE or not self.hides_future
        ]
        for node, state in seen:
            if node.parent >= 0:
                self.unit = self.view.unit_of(node.ply)
                self._paint_edge(node, state)
        outcomes: dict[int, list[tuple[WholeNode, float, NodeState]]] = {}
        for node, state in seen:
            if node.chance is not None:
                outcomes.setdefault(node.parent, []).append((node, node.chance, state))
        for siblings in outcomes.values():
            self._paint_chances(siblings)
        for node, state in seen:
            self.unit = self.view.unit_of(node.ply)
            self._paint_node(node, state)
        painter.restore()

    def ring(self, frames: Iterable[int]) -> None:
        """Paint rings round those of the frames that the picture shows at the step."""
        painter = self.painter
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self.theme.ink, 2))
        for frame in frames:
            number = self.tree.by_frame.get(frame)
            if number is not None and (self.states[number] is not NodeState.FUTURE or not self.hides_future):
                node = self.tree.nodes[number]
                reach = self._half_height(node) + 12 * self.unit
                painter.drawEllipse(self.view.point(node), reach, reach)

    def font(self, size: float, *, bold: bool = False, least: float = 7.0) -> QFont:
        """A font of a size in units, of `least` pixels or more."""
        return font(max(least, size * self.unit) / Current.text_scale, bold)

    # Plies

    def _paint_plies(self) -> None:
        """Paint the bands behind every second ply, and the names of all plies."""
        painter, view, theme = self.painter, self.view, self.theme
        for ply, row in self._on_ply.items():
            if ply % 2 == 0:
                height = view.pitch * (0.78 if not view.has_boards else 0.94)
                middle = view.top + view.pitch * (ply + 0.5)
                painter.fillRect(QRectF(0, middle - height / 2, view.size.width(), height), theme.band)
            self._paint_ply_name(ply, row)

    def _paint_ply_name(self, ply: int, row: list[WholeNode]) -> None:
        """Paint whose turn it is on a ply, and its number; a ply of leaves alone is named so."""
        certain = [node for node in row if node.frame >= 0 or node.children] or row
        shapes = sorted({self._shape(node) for node in certain if not node.is_leaf})
        has_room = self.view.pitch >= MIN_NAME_PITCH * Current.text_scale
        under = tr("ply {ply}", ply=ply) if has_room else ""
        paint_ply_name(self.painter, self.view.gutter, self.view.y_of(ply), shapes or [SQUARE], under, self.theme)

    # Edges

    def _foot(self, node: WholeNode) -> QPointF:
        """The point at which the edges to a node's children begin."""
        return self.view.point(node) + QPointF(0, self._half_height(node) + self.view.below)

    def _head(self, node: WholeNode) -> QPointF:
        """The point at which the edge from a node's parent ends."""
        return self.view.point(node) - QPointF(0, self._half_height(node))

    def _half_height(self, node: WholeNode) -> float:
        """Half the height of a node's glyph."""
        unit = self.view.unit_of(node.ply)
        return half_square(unit) if self._shape(node) == SQUARE else HALF_TRIANGLE * unit

    def _paint_edge(self, node: WholeNode, state: NodeState) -> None:
        """Paint the edge to a node: severed to a pruned move, thick in colour to a best child, yellow on the path."""
        painter, theme, unit = self.painter, self.theme, self.unit
        parent = self.tree.nodes[node.parent]
        foot, head = self._foot(parent), self._head(node)
        if state is NodeState.PRUNED:
            is_first = len(node.path) == 1
            is_left_out = is_first and self.trace.passes_over_moves(node.owner)
            painter.setPen(QPen(theme.edge, 1.8, Qt.PenStyle.DotLine) if is_left_out else dashed(theme.edge, 1.8, 3.3))
            painter.drawLine(foot, head)
            if is_first and not is_left_out:
                paint_slashes(painter, foot, head, unit, theme)
            return
        if state is NodeState.OPEN and self._is_on_path(node):
            for colour, width in ((theme.now, 14 * unit), (theme.ink, max(1.4, 2.6 * unit))):
                painter.setPen(QPen(colour, width))
                painter.drawLine(foot, head)
            return
        is_best = state is NodeState.DONE and node.frame == self._best_child(parent.frame)
        if state is NodeState.FUTURE:
            painter.setPen(QPen(theme.hairline, 1.6))
        elif is_best and not self.rows.is_pale(node.frame):
            painter.setPen(QPen(self._fill(node), max(2.4, 4 * unit)))
        elif self.trace.origin.is_saved(node.frame):
            painter.setPen(dashed(theme.edge, 1.6, 3.3))
        else:
            colour = mixed(theme.paper, theme.edge, 0.4) if self.rows.is_pale(node.frame) else theme.edge
            painter.setPen(QPen(colour, 1.6))
        painter.drawLine(foot, head)

    def _paint_chances(self, outcomes: list[tuple[WholeNode, float, NodeState]]) -> None:
        """Paint probabilities on the edges below a node, which are interrupted for them."""
        painter = self.painter
        self.unit = self.view.unit_of(outcomes[0][0].ply)
        painter.setFont(self.font(13, least=MIN_TEXT_PIXELS))
        places = self.places_of_chances(outcomes, QFontMetricsF(painter.font()))
        for (_, chance, state), area in zip(outcomes, places, strict=True):
            if area is not None:
                painter.fillRect(area, self.theme.paper)
                painter.setPen(self.theme.quiet if state is NodeState.FUTURE else self.theme.ink)
                painter.drawText(area, Qt.AlignmentFlag.AlignCenter, probability(chance))

    def places_of_chances(
        self, outcomes: list[tuple[WholeNode, float, NodeState]], metrics: QFontMetricsF
    ) -> list[QRectF | None]:
        """The areas of the probabilities on edges, as far down as they need to stand apart.

        None is that of one that has no room even there.
        """
        widths = [metrics.horizontalAdvance(probability(chance)) + 4 for _, chance, _ in outcomes]
        across = [self._head(node).x() for node, _, _ in outcomes]
        apart = min((right - left for left, right in itertools.pairwise(across)), default=inf)
        usual = min(max(CHANCE_POSITION, max(widths) / max(1.0, apart)), LOW_CHANCE_POSITION)
        places, end = list[QRectF | None](), -inf
        for (node, _, state), width in zip(outcomes, widths, strict=True):
            # The middle of a pruned edge has its slashes.
            share = LOW_CHANCE_POSITION if state is NodeState.PRUNED and len(node.path) == 1 else usual
            area = QRectF(0, 0, width, metrics.height())
            area.moveCenter(self._foot(self.tree.nodes[node.parent]) * (1 - share) + self._head(node) * share)
            has_room = area.left() >= end - 1
            places.append(area if has_room else None)
            end = area.right() if has_room else end
        return places

    # Nodes

    def _shape(self, node: WholeNode) -> int:
        """The shape of a node."""
        if node.frame >= 0:
            return shape_of(node.kind, self.trace.statuses[node.frame])
        if node.is_leaf:
            return SQUARE
        return shape_of(node.kind, 0)

    def _fill(self, node: WholeNode) -> QColor:
        """The colour of a node's value."""
        return self.theme.of_shade(self.rows.shades.of_frame(self.trace, node.frame))

    def _paint_node(self, node: WholeNode, state: NodeState) -> None:
        """Paint a node with all that stands in and around it."""
        painter, theme, unit, point = self.painter, self.theme, self.unit, self.view.point(node)
        shape = self._shape(node)
        on_path = state is NodeState.OPEN and self._is_on_path(node)
        text, ink, pen, fill = self._appearance(node, state)
        pale = node.frame >= 0 and state is NodeState.DONE and self.rows.is_pale(node.frame)
        if pale:
            fill, pen, ink = mixed(theme.paper, fill, 0.25), QPen(mixed(theme.paper, fill, 0.4), 1), theme.quiet
        width, size, stretch = self._fitted(shape, text, node)
        if on_path:
            self._paint_halo(node, point, width)
        if self._has_just_returned(node):
            painter.setPen(QPen(theme.grip, 3 * unit))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            across, height = width / 2 + 7 * unit, self._half_height(node) + 7 * unit
            painter.drawRoundedRect(QRectF(point.x() - across, point.y() - height, 2 * across, 2 * height), 9 * unit,
                                    9 * unit)  # fmt: skip
        if self._is_chosen(node):
            painter.setPen(QPen(theme.ink, 2.2, Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            across = width / 2 + (11 if on_path else 8) * unit
            height = self._half_height(node) + (15 if on_path else 8) * unit
            painter.drawRoundedRect(QRectF(point.x() - across, point.y() - height, 2 * across, 2 * height), 10, 10)
        paint_shape(painter, unit, shape, point, width, pen, fill)
        if text:
            painter.setFont(font(size / Current.text_scale, bold=state is not NodeState.FUTURE))
            painter.setPen(ink)
            shift = {UP: 0.19 * width, DOWN: -0.12 * width}.get(shape, 0.0)
            shift = min(abs(shift), 12.5 * unit) * (1 if shift > 0 else -1)
            painter.save()
            painter.translate(point.x(), point.y() + shift)
            painter.scale(stretch, 1)
            area = QRectF(-width * 1.5, -30 * unit, width * 3, 60 * unit)
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, text)
            painter.restore()
        if self.view.has_boards and node.frame >= 0 and (state is not NodeState.FUTURE or not self.hides_future):
            self._paint_board(node, point, state)
        if self.labels:
            self._paint_name(node, state, point, width, on_path=on_path)
            if on_path and self.trace.search.windows is not Windows.NONE:
                self._paint_window(node, point, width)
        if node.frame >= 0:
            self._paint_notes(node, state, point, width)

    def _appearance(self, node: WholeNode, state: NodeState) -> tuple[str, QColor, QPen, QColor]:
        """The text of a node, the colour of the text, the outline and the fill."""
        theme, given = self.theme, "" if node.given is None else short_number(node.given)
        if state is NodeState.FUTURE:
            return given, theme.quiet, QPen(theme.hairline, 1.8), theme.paper
        if state is NodeState.PRUNED:
            return given, theme.quiet, dashed(theme.edge, 1.6, 3.0), theme.paper
        if state is NodeState.OPEN:
            open_frame = self.stack.get(node.frame)
            known = "" if open_frame is None else open_value_text(open_frame, unknown="")
            return known or given, theme.ink, QPen(theme.ink, max(1.6, 2.8 * self.unit)), theme.card
        fill = self._fill(node)
        if self.trace.origin.is_saved(node.frame):
            return value_in_node(self.trace, node.frame), theme.ink, dashed(theme.quiet, 1.4, 2.2), theme.paper
        return value_in_node(self.trace, node.frame), theme.on_fill, QPen(fill, 1), fill

    def _fitted(self, shape: int, text: str, node: WholeNode) -> tuple[float, float, float]:
        """The width of a glyph for its text, the size of the text, and the stretch of its digits.

        A glyph grows before its digits become narrower, and they become narrower before they become smaller.
        """
        unit, is_square = self.unit, shape == SQUARE
        usual = (SQUARE_WIDTH if is_square else TRIANGLE_WIDTH) * unit
        size = max(MIN_LEAF_NUMBER if is_square else MIN_INNER_NUMBER, 21 * unit)
        before, after = self._neighbours[id(node)]
        apart = [abs(other.x - node.x) for other in (before, after) if other is not None]
        room = min(apart, default=max(2.0, self.tree.leaves)) * self.view.slot
        if not text:
            return min(usual, room - 4 * unit), size, 1.0
        text_pixels = text_width(font(size / Current.text_scale, bold=True), text)
        # A triangle is narrower than its base where the top of the text is.
        needed = text_pixels + 14 * unit if is_square else text_pixels * (1.5 if shape == ROUND else 1.7) + 10 * unit
        width = min(max(usual, needed), max(usual, room - max(1.5, 4 * unit)))
        if width >= needed:
            return width, size, 1.0
        inside = width - max(1.0, 6 * unit) if is_square else text_pixels * width / needed
        size = max(6.0, size * min(1.0, inside / (text_pixels * MIN_DIGIT_WIDTH_SHARE)))
        return width, size, min(1.0, inside / text_width(font(size / Current.text_scale, bold=True), text))

    def _paint_halo(self, node: WholeNode, point: QPointF, width: float) -> None:
        """Paint the yellow ground of an open frame, with its board."""
        painter, unit = self.painter, self.unit
        painter.setPen(QPen(self.theme.grip, 2) if node.frame == self.now.frame else Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.now)
        across, height = width / 2 + 14 * unit, self._half_height(node) + 13 * unit
        if not node.children:
            across = max(width / 2 + 3, min(across, self.view.slot - width / 2 - 4))
        area = QRectF(point.x() - across, point.y() - height, 2 * across, 2 * height + self.view.below)
        painter.drawRoundedRect(area, 12 * unit, 12 * unit)

    def _has_just_returned(self, node: WholeNode) -> bool:
        """Whether the step is that a node's value comes back to its caller."""
        return not self.session.shows_whole and self.now.moment is Moment.BACK and node.frame == self.now.child

    def _is_chosen(self, node: WholeNode) -> bool:
        """Whether a node is selected, other than by the step itself."""
        session = self.session
        if session.pruned_move is not None:
            return node.frame < 0 and (node.owner, *node.path) == (session.selected, session.pruned_move)
        return node.frame >= 0 and node.frame == session.selected and session.selected != session.affected

    def _paint_board(self, node: WholeNode, point: QPointF, state: NodeState) -> None:
        """Paint the board of a frame below its glyph, faint in the future."""
        painter, side = self.painter, BOARD_SIDE * self.unit
        corner = point + QPointF(-side / 2, self._half_height(node) + BOARD_GAP * self.unit * 0.6)
        painter.setOpacity(0.35 if state is NodeState.FUTURE else 1.0)
        self.boards.paint(painter, node.frame, corner, side)
        painter.setOpacity(1.0)

    # Texts beside nodes

    def _paint_name(self, node: WholeNode, state: NodeState, point: QPointF, width: float, *, on_path: bool) -> None:
        """Paint a node's name to the left of an inner node or below a leaf, as far as there is room."""
        painter, unit, theme = self.painter, self.unit, self.theme
        text = self._name(node)
        # With which arguments user code will be called is not known before.
        if not text or (state is NodeState.FUTURE and self.trace.origin.is_user_code):
            return
        strong = state in (NodeState.OPEN, NodeState.DONE)
        painter.setPen(theme.ink if strong else theme.quiet)
        before, _ = self._neighbours[id(node)]
        if not node.children and not self.view.has_boards:
            face, rows = self._leaf_font(node.ply, point.y() + self._half_height(node))
            painter.setFont(face)
            height, room = QFontMetricsF(face).height(), rows * self.view.slot - NAME_GAP
            painter.setPen(theme.ink if on_path else theme.quiet)
            shown = elided(text, face, room)
            top = point.y() + self._half_height(node) + (16 if on_path else 9) * unit
            if rows > 1:
                top += height * (self._leaves_of(node.ply).index(node) % rows)
            area = QRectF(point.x() - room / 2, top, room, height)
            if shown == text or len(shown) - 1 >= MIN_LETTERS:
                painter.drawText(area, Qt.AlignmentFlag.AlignCenter, shown)
            return
        right = point.x() - width / 2 - (20 if on_path else 8) * unit
        if self._has_just_returned(node) or self._is_chosen(node):
            right -= 6 * unit
        elif self._shape(node) == UP and not on_path:
            right += 14 * unit
        left = self.view.gutter - MAX_NAME_SPILL
        if before is not None:
            reach = TRIANGLE_WIDTH * 0.55 if before.children else SQUARE_WIDTH * 0.6
            left = self.view.point(before).x() + reach * unit
        room, size = right - left, 18 if self.tree.is_given else 15
        face, shown = fitting_name(text, self.font(size, bold=strong, least=MIN_TEXT_PIXELS), max(0.0, room))
        painter.setFont(face)
        if shown == text or len(shown) - 1 >= MIN_LETTERS:
            height = QFontMetricsF(face).height()
            area = QRectF(left, point.y() - 17 * unit - height / 2, room, height)
            painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, shown)

    def _leaves_of(self, ply: int) -> list[WholeNode]:
        """The leaves of a ply, from the left."""
        return [node for node in self._on_ply[ply] if not node.children]

    def _leaf_font(self, ply: int, bottom: float) -> tuple[QFont, int]:
        """The font of the names of a ply's leaves, which end at `bottom`, and the rows in which they stand."""
        if ply not in self._leaf_fonts:
            larger = self.font(13, least=MIN_TEXT_PIXELS - 1)
            longest = max((text_width(larger, self._name(node)) for node in self._leaves_of(ply)), default=0.0)
            end = min(bottom + self.view.pitch - 2 * HALF_TRIANGLE * self.unit, self.view.size.height())
            has_height = bottom + 12 * self.unit + 2 * QFontMetricsF(larger).height() <= end
            shares = [(rows * self.view.slot - NAME_GAP) / max(1.0, longest) for rows in (1, 2)]
            in_one, in_two = (larger.pixelSize() * share for share in shares)
            rows = 2 if has_height and in_one < MIN_ONE_ROW_PIXELS and in_two > MIN_NAME_PIXELS else 1
            share = min(1.0, shares[rows - 1])
            size = max(self.font(13).pixelSize(), int(larger.pixelSize() * share))
            self._leaf_fonts[ply] = font(size / Current.text_scale), rows
        return self._leaf_fonts[ply]

    def _name(self, node: WholeNode) -> str:
        """The name of a node: its own, else the move to it; empty for the root of a search."""
        if node.name is not None:
            return node.name
        if node.frame == 0:
            return "" if self.trace.origin.is_search else self.trace.origin.label(0) or ""
        if node.frame > 0:
            return self.trace.shown_move_to(node.frame)
        return self.trace.shown_move(node.owner, node.path[-1])

    def _paint_window(self, node: WholeNode, point: QPointF, width: float) -> None:
        """Paint α and β of an open frame as they are now; in bold what this step has changed."""
        painter, unit, theme = self.painter, self.unit, self.theme
        open_frame = self.stack[node.frame]
        _, after = self._neighbours[id(node)]
        left = point.x() + width / 2 + (22 if unit > MIN_INNER_UNIT else 26) * unit
        end = self.view.size.width()
        if after is not None:
            name = text_width(self.font(18, bold=True, least=MIN_TEXT_PIXELS), self._name(after))
            end = self.view.point(after).x() - (TRIANGLE_WIDTH / 2 + 10) * unit - name
        changed = self._changed(node.frame)
        bounds = (("α", open_frame.alpha), ("β", open_frame.beta))
        texts = [(f"{name} {number(value)}", name in changed) for name, value in bounds]

        def width_at(least: float) -> float:
            return max(text_width(self.font(15, bold=True, least=least), text) for text, _ in texts)

        least = next((pixels for pixels in (MIN_TEXT_PIXELS, 9.0) if left + width_at(pixels) <= end), None)
        if least is None:
            return
        height = QFontMetricsF(self.font(15, bold=True, least=least)).height() + 2
        for place, (text, is_changed) in enumerate(texts):
            painter.setFont(self.font(15, bold=is_changed, least=least))
            painter.setPen(theme.ink if is_changed else theme.quiet)
            area = QRectF(left, point.y() - 4 * unit + (place - 1) * height, 200, height)
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, text)

    def _changed(self, frame: int) -> str:
        """The bounds of a frame that a child's return has changed at this step: α, β, αβ or nothing."""
        if self.session.shows_whole or self.now.moment is not Moment.BACK or frame != self.now.frame:
            return ""
        before, after = self.trace.fold_at(self.now.frame, self.now.child)
        alpha = self.trace.alphas[frame] if before is None else before.alpha
        beta = self.trace.betas[frame] if before is None else before.beta
        return ("α" if after.alpha != alpha else "") + ("β" if after.beta != beta else "")

    def _paint_notes(self, node: WholeNode, state: NodeState, point: QPointF, width: float) -> None:
        """Paint how many calls are hidden below a frame, or how often an equal call is made."""
        if text := collapsed_text(self.rows, node.frame):
            below = QPointF(0, self._half_height(node) + self.view.below + 6)
            paint_badge(self.painter, text, point + below, self.theme)
        elif text := hidden_text(self.rows, node.frame) or same_calls_text(self.rows, node.frame, self.view.slot):
            paint_note(self.painter, text, point + QPointF(width / 2 + 8, 10), self.theme)
        elif self.labels and state is not NodeState.FUTURE:
            text = times_text(self.trace, node.frame, self.session.known_frames)
            self.painter.setFont(self.font(11))
            self.painter.setPen(self.theme.quiet)
            area = QRectF(point.x() + width / 2 + 3 * self.unit, point.y() + 4 * self.unit, 60, 16 * self.unit)
            self.painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, text)


class WholePlaces:
    """The places of a tree that is shown whole."""

    links_owner = False

    def __init__(self, view: WholeView, trace: Trace, running: frozenset[int] = frozenset()) -> None:
        """`running` are the frames that stand on a ground of their own."""
        self.view, self.trace, self.running = view, trace, running
        self.area = QRectF(view.gutter, 0, view.size.width() - view.gutter, view.size.height())

    def of(self, frame: int) -> Place | None:
        """Where a frame is drawn, or the nearest one above it that is shown."""
        above, is_itself = frame, True
        while above not in self.view.tree.by_frame:
            above, is_itself = self.trace.parents[above], False
        node = self.view.tree.nodes[self.view.tree.by_frame[above]]
        glyph = TRIANGLE_WIDTH / 2 * self.view.unit_of(node.ply)
        point, name = self.view.point(node), self._name_of(node)
        return Place(point, self._reach(node), is_itself, glyph, name, self._ground_of(node, above))

    def _ground_of(self, node: WholeNode, frame: int) -> QRectF:
        """The area that an open node with a long number may cover; empty for other nodes."""
        if frame not in self.running:
            return QRectF()
        unit, point = self.view.unit_of(node.ply), self.view.point(node)
        face = font(max(MIN_INNER_NUMBER, 21 * unit) / Current.text_scale, bold=True)
        width = text_width(face, value_in_node(self.trace, frame)) * (1.2 if node.is_leaf else 1.7)
        across, height = width / 2 + 19 * unit, (HALF_TRIANGLE + 13) * unit
        return QRectF(point.x() - across, point.y() - height, 2 * across, 2 * height)

    def _name_of(self, node: WholeNode) -> QRectF:
        """The area of a node's name: at the left of an inner node, below a leaf."""
        unit, point = self.view.unit_of(node.ply), self.view.point(node)
        if not node.children and not self.view.has_boards and node.frame >= 0:
            metrics = QFontMetricsF(font(max(MIN_TEXT_PIXELS, 13 * unit) / Current.text_scale))
            width = metrics.horizontalAdvance(node.name or self.trace.shown_move_to(node.frame)) + 10
            return QRectF(point.x() - width / 2, point.y() + HALF_TRIANGLE * unit, width, metrics.height() + 16 * unit)
        if not node.name or not node.children:
            return QRectF()
        metrics = QFontMetricsF(font(max(MIN_TEXT_PIXELS, 18 * unit) / Current.text_scale, bold=True))
        width, height = metrics.horizontalAdvance(node.name) + 6, metrics.height()
        right = point.x() - self._reach(node) - 5 * unit
        return QRectF(right - width, point.y() - 17 * unit - height / 2, width + 4, height)

    def _reach(self, node: WholeNode) -> float:
        """The distance from a node's middle to its rim, with the ground of an open one."""
        return (TRIANGLE_WIDTH / 2 + 14 * (node.frame in self.running)) * self.view.unit_of(node.ply)

    def drawn(self) -> Iterator[tuple[int, Place]]:
        """The frames of the tree, with their places."""
        for node in self.view.tree.nodes:
            if node.frame >= 0:
                yield node.frame, Place(self.view.point(node), self._reach(node))

    def stubs(self) -> Iterator[StubPlace]:
        """The pruned moves of the tree, with their places."""
        for node in self.view.tree.nodes:
            if node.frame < 0 and len(node.path) == 1:
                width = (SQUARE_WIDTH / SQUARE_SHARE if node.is_leaf else TRIANGLE_WIDTH) * self.view.unit_of(node.ply)
                point, room = self.view.point(node), self.view.pitch
                yield StubPlace(
                    node.owner, node.move, point, self.view.slot, room, glyph=width, mark=self._mark_of(node)
                )

    def _mark_of(self, node: WholeNode) -> QRectF:
        """The area of the strokes across the edge to a pruned move."""
        parent, unit = self.view.tree.nodes[node.parent], self.view.unit_of(node.ply)
        foot = self.view.point(parent) + QPointF(0, HALF_TRIANGLE * self.view.unit_of(parent.ply) + self.view.below)
        head = self.view.point(node) - QPointF(0, half_square(unit) if node.is_leaf else HALF_TRIANGLE * unit)
        area = QRectF(0, 0, 22 * unit, 22 * unit)
        area.moveCenter(middle_of_slashes(foot, head, unit))
        return area


def gutter_width(canvas_width: float, *, has_chance: bool = False) -> float:
    """The width of the room for the names of plies: less in a narrow canvas."""
    narrow = NARROW_GUTTER_OF_CHANCE if has_chance else NARROW_GUTTER
    return narrow if canvas_width < NARROW_CANVAS_WIDTH else GUTTER


def value_in_node(trace: Trace, frame: int) -> str:
    """A frame's value as its node has it: with ≥ or ≤ where it is only a bound, empty while it is open."""
    if trace.statuses[frame] == OPEN:
        return ""
    if trace.is_undecided(frame):
        return "–"
    if isnan(trace.values[frame]):
        result = trace.origin.result_text(frame)
        return "" if result is None else shortened(result, MAX_RESULT_CHARS)
    return BOUND_SIGNS.get(trace.bound_of(frame) or "", "") + short_number(trace.values[frame])


def paint_slashes(painter: QPainter, start: QPointF, end: QPointF, unit: float, theme: Theme) -> None:
    """Paint two strokes across a severed edge."""
    middle = middle_of_slashes(start, end, unit)
    painter.setPen(QPen(theme.ink, max(1.4, 2.4 * unit), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    for shift in (-4, 4):
        painter.drawLine(middle + QPointF(shift - 5, 9) * unit, middle + QPointF(shift + 5, -9) * unit)


def fitting_name(text: str, usual: QFont, room: float) -> tuple[QFont, str]:
    """A name in a font in which it fits, or shortened in letters that can be read."""
    small = fitting_font(text, usual, room, MIN_NAME_PIXELS)
    legible = font(MIN_TEXT_PIXELS / Current.text_scale, bold=usual.bold())
    cut = elided(text, legible, room)
    if text_width(small, text) > room and len(cut) - 1 >= MIN_LETTERS:
        return legible, cut
    return small, elided(text, small, room)


def middle_of_slashes(start: QPointF, end: QPointF, unit: float) -> QPointF:
    """The middle of the strokes across an edge; in a crowded ply farther down, where its edges are apart."""
    return start + (end - start) * (0.5 if unit >= CROWDED_UNIT else 0.72)


def half_square(unit: float) -> float:
    """Half the height of a square node."""
    return max(MIN_HALF_SQUARE, HALF_SQUARE * unit)


def paint_shape(
    painter: QPainter, unit: float, shape: int, point: QPointF, width: float, pen: QPen, fill: QColor
) -> None:
    """Paint the glyph of a node, as wide as its text needs."""
    painter.setPen(pen)
    painter.setBrush(fill)
    if shape == SQUARE:
        half = half_square(unit)
        area = QRectF(point.x() - width / 2, point.y() - half, width, 2 * half)
        painter.drawRoundedRect(area, 4 * unit, 4 * unit)
        return
    usual = TRIANGLE_WIDTH * unit
    painter.save()
    painter.translate(point)
    # The outline is 0.88 as high as it is wide; a glyph that has grown keeps its height.
    painter.scale(width / usual, HALF_TRIANGLE * 2 / (TRIANGLE_WIDTH * 0.88))
    painter.drawPath(outline(shape, usual))
    painter.restore()


def paint_ply_name(painter: QPainter, gutter: float, y: float, shapes: Sequence[int], under: str, theme: Theme) -> None:
    """Paint the name of a ply with its shape in the gutter, and a text under it.

    A ply of several shapes has no name: there the side does not follow from the ply.
    """
    scale = Current.text_scale
    narrow = gutter < GUTTER * scale
    x = (10 if narrow else 22) * scale
    y += 0 if under else 7 * scale
    painter.setPen(QPen(theme.ink, 1.5))
    painter.setBrush(theme.paper)
    step = (24 if not narrow else 20) * scale
    for place, shape in enumerate(shapes):
        middle = QPointF(x + 8 * scale + place * step, y - 7 * scale)
        painter.translate(middle)
        painter.drawPath(outline(shape, 17 * scale))
        painter.translate(-middle)
    if len(shapes) == 1:
        painter.setFont(font(14 if not narrow else 11, bold=True))
        painter.setPen(theme.ink)
        at = QRectF(x + step, y - 18 * scale, gutter - x - 24, 22 * scale)
        painter.drawText(at, Qt.AlignmentFlag.AlignVCenter, side_name(shapes[0]))
    painter.setFont(font(12.5 if not narrow else 11))
    painter.setPen(theme.quiet)
    painter.drawText(QRectF(x, y + 4 * scale, gutter, 20 * scale), Qt.AlignmentFlag.AlignVCenter, under)

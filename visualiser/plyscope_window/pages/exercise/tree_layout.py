"""Where the nodes of an exercise and the boxes beside them are.

Every node keeps the room that its name and boxes need; a tree that is too large for the view at a legible size is
larger than the view and scrolls. Sizes are in units that grow with the text and the view: at 1, a triangle is 66 wide.
"""

from __future__ import annotations

from itertools import pairwise

from plyscope.exercises.exercise import BEST, VALUES, WINDOWS, Exercise
from plyscope.exercises.work import Box, Field
from plyscope.messages import shortened
from PySide6.QtCore import QPointF, QRectF, QSizeF

from plyscope_window.canvas.whole import HALF_TRIANGLE, SQUARE_WIDTH, TRIANGLE_WIDTH, gutter_width, half_square
from plyscope_window.look.theme import Current

BOX_WIDE, BOX_HIGH, BOX_GAP = 46.0, 26.0, 4.0
"""The size of a box, and the gap between two, in units."""
LABELS_ROOM = 56.0
"""Room for the names of the rows of boxes."""
HEADING = 18.0
"""Room for α and β above the columns."""
NODE_BOX_GAP = 11.0
"""Between a node and its boxes."""
NAME_ROOM = 30.0
"""Room for the name to the left of an inner node."""
LEAF_SLOT, MAX_SLOT = 62.0, 106.0
"""The room for a leaf in units: the least, and the most."""
LETTER_WIDTH, LONGEST_LABEL = 7.4, 24
"""Room for a letter of a move or a call, and how many are shown of it; the whole stands in the tooltip."""
NODE_GAP = 12.0
"""The least gap between two nodes of a ply, in units."""
MIN_UNIT, MIN_UNIT_WITH_LABELS = 0.58, 0.78
"""The least unit in pixels, without and with the names of the rows of boxes."""
LEAF_SHARES = (1.0, 0.8, 0.6, 0.4, 0.2)
"""How far the room for a leaf may grow from the least to the most, as shares that are tried in this order."""
MAX_STRETCH = 1.4
"""How much farther apart than needed plies may be."""
EDGE_REACH = 12.0
"""Half the width of an edge as a target for clicks, in pixels."""


class TreeLayout:
    """The layout of an exercise's tree in a view of some size."""

    def __init__(self, exercise: Exercise, view: QSizeF) -> None:
        self.exercise, self.nodes = exercise, exercise.tree.nodes
        scale = Current.text_scale
        self.gutter = gutter_width(view.width()) * scale
        self.plies = 1 + max(node.ply for node in self.nodes)
        self.rows = box_rows(exercise)
        has_labels = exercise.is_of_calls or exercise.is_of_game
        self.labels = [shortened(node.label, LONGEST_LABEL) if has_labels else "" for node in self.nodes]
        """The moves that lead to the nodes, or the calls, where their names do not say them."""
        room = QSizeF(max(80.0, view.width() - self.gutter - 8), max(80.0, view.height()))
        self.has_labels = True
        self.unit = self._fitting_unit(room)
        if self.unit < MIN_UNIT_WITH_LABELS * scale:
            self.has_labels = False
            self.unit = self._fitting_unit(room)
        # The text size enlarges the tree, but only what does not fit any more scrolls.
        self.unit = max(MIN_UNIT * scale, min(scale, self.unit))
        self._use_spare_room(room)
        self.size = QSizeF(self.gutter + 8 + self._width * self.unit, self._height * self.unit)
        self.size = self.size.expandedTo(view)

    # Making it

    def _fitting_unit(self, room: QSizeF) -> float:
        """Place the nodes as close as they can be, and return the unit at which the whole tree fits."""
        self.x = self._node_places(1.0)
        width, height = self._natural_size()
        return min(room.width() / width, room.height() / height)

    def _natural_size(self) -> tuple[float, float]:
        """Return the least width and height of the tree, in units."""
        right = max(x + self.right_reach(number) for number, x in enumerate(self.x))
        return right, sum(self._ply_height(ply) for ply in range(self.plies))

    def _use_spare_room(self, room: QSizeF) -> None:
        """Use the room that is left: leaves farther apart, then plies."""
        width, height = self._natural_size()
        for share in LEAF_SHARES:
            wider = self._node_places(1 + (MAX_SLOT / LEAF_SLOT - 1) * share)
            if max(x + self.right_reach(number) for number, x in enumerate(wider)) * self.unit <= room.width():
                self.x = wider
                break
        width, _ = self._natural_size()
        self._width, self._height = width, height
        stretch = min(MAX_STRETCH, max(1.0, room.height() / (height * self.unit)))
        self._tops, top = [], max(0.0, (room.height() / self.unit - height * stretch) / 2)
        for ply in range(self.plies + 1):
            self._tops.append(top)
            top += self._ply_height(min(ply, self.plies - 1)) * stretch
        self.left = max(0.0, (room.width() - width * self.unit) / 2)

    def _node_places(self, factor: float) -> list[float]:
        """Return the x of every node, in units: over its children, and as far right as its neighbour needs."""
        nodes, free = self.nodes, [0.0] * self.plies
        places = [0.0] * len(nodes)
        for number in self._postorder():
            node = nodes[number]
            reach = self._left_reach(number) if node.children else self._leaf_slot(number, factor) / 2
            least = free[node.ply] + reach
            if not node.children:
                places[number] = least
            else:
                middle = (places[node.children[0]] + places[node.children[-1]]) / 2
                places[number] = max(middle, least)
                if least > middle:
                    self._shift_subtree(number, least - middle, places, free)
            behind = self.right_reach(number) + NODE_GAP if node.children else self._leaf_slot(number, factor) / 2
            free[node.ply] = places[number] + behind
        return places

    def _shift_subtree(self, top: int, by: float, places: list[float], free: list[float]) -> None:
        """Move everything below a node to the right, with what comes after it."""
        for number in self.exercise.tree.below(top)[1:]:
            places[number] += by
        for ply in range(self.nodes[top].ply + 1, self.plies):
            free[ply] += by

    def _postorder(self) -> list[int]:
        """Return the numbers of the nodes from left to right, children before their parents."""
        numbers, waiting = [], [0]
        while waiting:
            number = waiting.pop()
            numbers.append(number)
            waiting.extend(self.nodes[number].children)
        return numbers[::-1]

    def _ply_height(self, ply: int) -> float:
        """Return the height that a ply needs, in units."""
        row = [node for node in self.nodes if node.ply == ply]
        if not any(node.children for node in row):
            return 112.0
        lines = len(self.rows) + (ply == 0 and BEST in self.exercise.asks)
        return max(112.0, HEADING + lines * (BOX_HIGH + BOX_GAP) + 44.0)

    def _left_reach(self, number: int) -> float:
        """Return how far a node reaches to the left of its middle, with its name, in units."""
        if not self.nodes[number].children:
            return SQUARE_WIDTH / 2
        return TRIANGLE_WIDTH / 2 + max(NAME_ROOM, len(self.labels[number]) * LETTER_WIDTH + 6)

    def _leaf_slot(self, number: int, factor: float) -> float:
        """Return the width that a leaf needs with its name, in units."""
        label = self.labels[number]
        own = (len(label) + len(self.nodes[number].name) + 2) * LETTER_WIDTH + 6 if label else 0.0
        return max(LEAF_SLOT * factor, own)

    def right_reach(self, number: int) -> float:
        """Return how far a node reaches to the right of its middle, with its boxes, in units."""
        if not self.nodes[number].children:
            return max(SQUARE_WIDTH / 2 + 4, self._leaf_slot(number, 0) / 2)
        return TRIANGLE_WIDTH / 2 + NODE_BOX_GAP + self._labels_width + self._boxes_width + 8

    @property
    def _labels_width(self) -> float:
        """The width of the names of the rows of boxes, in units; 0 where they are not shown."""
        return LABELS_ROOM if self.has_labels else 0.0

    @property
    def _boxes_width(self) -> float:
        """The width of two boxes beside each other, in units."""
        return 2 * BOX_WIDE + BOX_GAP

    # Asking it

    def y_of(self, ply: int) -> float:
        """Return the y of the middle of a ply, in pixels."""
        return (self._tops[ply] + self._tops[ply + 1]) / 2 * self.unit

    def ply_band(self, ply: int) -> QRectF:
        """Return the rectangle of a ply across the whole tree."""
        top, bottom = self._tops[ply] * self.unit, self._tops[ply + 1] * self.unit
        return QRectF(0, top, self.size.width(), bottom - top)

    def point(self, number: int) -> QPointF:
        """Return the middle of a node."""
        return QPointF(self.gutter + self.left + self.x[number] * self.unit, self.y_of(self.nodes[number].ply))

    def half_height(self, number: int) -> float:
        """Return half the height of a node's glyph."""
        return HALF_TRIANGLE * self.unit if self.nodes[number].children else half_square(self.unit)

    def edge_ends(self, number: int) -> tuple[QPointF, QPointF]:
        """Return the two ends of the edge above a node."""
        parent = self.nodes[number].parent
        start = self.point(parent) + QPointF(0, self.half_height(parent))
        return start, self.point(number) - QPointF(0, self.half_height(number))

    def boxes_corner(self, number: int) -> QPointF:
        """Return the corner at which the boxes of a node begin: their names first, α and β above them."""
        point, unit = self.point(number), self.unit
        lines = len(self.rows) + (number == 0 and BEST in self.exercise.asks)
        high = (HEADING * (WINDOWS in self.exercise.asks) + lines * (BOX_HIGH + BOX_GAP)) * unit
        return QPointF(point.x() + (TRIANGLE_WIDTH / 2 + NODE_BOX_GAP) * unit, point.y() - high / 2 - 4 * unit)

    def row_of_field(self, field: Field) -> int:
        """Return the row of a field among the boxes of a node."""
        return (*self.rows, "best").index(field.when or field.value)

    def box_area(self, box: Box) -> QRectF:
        """Return the rectangle of a box."""
        unit, corner = self.unit, self.boxes_corner(box.node)
        left = corner.x() + self._labels_width * unit
        heading = HEADING if WINDOWS in self.exercise.asks else 0.0
        top = corner.y() + (heading + self.row_of_field(box.field) * (BOX_HIGH + BOX_GAP)) * unit
        if box.field.when:
            column = box.field.end == "beta"
            return QRectF(left + column * (BOX_WIDE + BOX_GAP) * unit, top, BOX_WIDE * unit, BOX_HIGH * unit)
        return QRectF(left, top, self._boxes_width * unit, BOX_HIGH * unit)

    def label_area(self, number: int, row: int) -> QRectF:
        """Return the rectangle of the name of a row of boxes."""
        unit, corner = self.unit, self.boxes_corner(number)
        heading = HEADING if WINDOWS in self.exercise.asks else 0.0
        top = corner.y() + (heading + row * (BOX_HIGH + BOX_GAP)) * unit
        return QRectF(corner.x(), top, (LABELS_ROOM - 6) * unit, BOX_HIGH * unit)

    def node_at(self, point: QPointF) -> int | None:
        """Return the node whose glyph or name is under a point; None for none."""
        for number in range(len(self.nodes)):
            middle = self.point(number)
            wide = (TRIANGLE_WIDTH if self.nodes[number].children else SQUARE_WIDTH) * self.unit / 2
            area = QRectF(
                middle.x() - wide, middle.y() - self.half_height(number), 2 * wide, 2 * self.half_height(number)
            )
            if area.adjusted(-4, -4, 4, 4 if self.nodes[number].children else 22 * self.unit).contains(point):
                return number
        return None

    def edge_at(self, point: QPointF) -> int | None:
        """Return the node whose edge is nearest to a point; None if it is too far for a click."""
        nearest = min(
            range(1, len(self.nodes)), key=lambda number: distance_to_line(point, *self.edge_ends(number)), default=None
        )  # fmt: skip
        if nearest is None or distance_to_line(point, *self.edge_ends(nearest)) > EDGE_REACH:
            return None
        return nearest

    @property
    def is_crowded(self) -> bool:
        """Whether edges of one parent are too close together for their strokes to stand in the middle."""
        rows = (sorted(self.x[child] for child in node.children) for node in self.nodes)
        return any((after - before) * self.unit < 40 for row in rows for before, after in pairwise(row))


def box_rows(exercise: Exercise) -> list[str]:
    """Return the names of the rows of boxes that every inner node has."""
    return (["in", "out"] if WINDOWS in exercise.asks else []) + (["value"] if VALUES in exercise.asks else [])


def distance_to_line(point: QPointF, start: QPointF, end: QPointF) -> float:
    """Return the distance from a point to the line between two points."""
    along = end - start
    length = QPointF.dotProduct(along, along) or 1.0
    share = min(1.0, max(0.0, QPointF.dotProduct(point - start, along) / length))
    off = point - (start + along * share)
    return float((off.x() ** 2 + off.y() ** 2) ** 0.5)

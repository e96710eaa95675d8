"""Painting an exercise: the tree as far as it is given, what the student has entered, and how it is marked."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from plyscope.exercises.answers import ascii_entry
from plyscope.exercises.exercise import BEST, VALUES, WINDOWS
from plyscope.exercises.work import Box, Field, Verdict, Work
from plyscope.model.declaration import MAX, MIN
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from plyscope_window.canvas.whole import (
    SQUARE_WIDTH,
    TRIANGLE_WIDTH,
    paint_ply_name,
    paint_shape,
    paint_slashes,
)
from plyscope_window.look.glyphs import DOWN, ROUND, SQUARE, UP, dashed
from plyscope_window.look.theme import Current, Theme, fitting_font, font
from plyscope_window.pages.exercise.tree_layout import TreeLayout
from plyscope_window.words import minus, tr
from plyscope_window.words import number as value_text

MARK_RADIUS, EDGE_MARK = 7.0, 10.0
"""The radii of the marks on boxes and edges, in pixels where the tree's unit is one."""
SIGNS = {Verdict.RIGHT: "✓", Verdict.WRONG: "✗", Verdict.FOLLOWS: "↳", Verdict.GIVEN_UP: "·"}
"""The sign of each verdict."""


def verdict_colour(verdict: Verdict, theme: Theme) -> QColor:
    """Return the colour of a verdict."""
    return {
        Verdict.RIGHT: theme.right, Verdict.WRONG: theme.wrong, Verdict.FOLLOWS: theme.follows,
        Verdict.GIVEN_UP: theme.quiet,
    }[verdict]  # fmt: skip


def paint_mark(painter: QPainter, middle: QPointF, radius: float, verdict: Verdict, theme: Theme) -> None:
    """Paint a mark: a filled disc with its sign, so that it does not rest on its colour."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(verdict_colour(verdict, theme))
    painter.drawEllipse(middle, radius, radius)
    painter.setPen(theme.on_fill)
    painter.setFont(font(radius * 1.4 / Current.text_scale, bold=True))
    area = QRectF(middle.x() - 2 * radius, middle.y() - 2 * radius, 4 * radius, 4 * radius)
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, SIGNS[verdict])


class TreePainter:
    """A painter of an exercise, for one painting: its tree, the entries and how they are marked."""

    def __init__(
        self, painter: QPainter, layout: TreeLayout, work: Work, theme: Theme, *,
        verdicts: Mapping[Box, Verdict], edges: Mapping[int, Verdict], node: int, box: Box | None,
        ringed: Collection[int],
    ) -> None:  # fmt: skip
        """`node` and `box` have the keyboard; `ringed` are the nodes that remarks are about."""
        self.painter, self.layout, self.work, self.theme = painter, layout, work, theme
        self.verdicts, self.edges, self.node, self.box, self.ringed = verdicts, edges, node, box, ringed
        self.exercise, self.nodes, self.unit = work.exercise, layout.nodes, layout.unit
        self.covered = work.covered
        self.open = work.open_boxes()
        self.next_box = work.next_open() if work.in_order else None

    def paint(self, left: float = 0.0) -> None:
        """Paint all; `left` is where the visible part begins, at which the names of the plies stand."""
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # A tree and its numbers run from left to right in every language.
        self.painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        for ply in range(0, self.layout.plies, 2):
            self.painter.fillRect(self.layout.ply_band(ply), self.theme.band)
        for number in range(1, len(self.nodes)):
            self._paint_edge(number)
        for number in range(len(self.nodes)):
            self._paint_node(number)
            if self.nodes[number].children and number not in self.covered:
                self._paint_boxes(number)
        for number, verdict in self.edges.items():
            self._paint_edge_mark(number, verdict)
        self._paint_plies(left)

    def paint_tie(self, number: int, verdict: Verdict, end: QPointF) -> None:
        """Paint a line from a node to the card that is about it, where no other node is in the way."""
        point, unit = self.layout.point(number), self.unit
        top = point.y() + self.layout.half_height(number) + (34 if not self.nodes[number].children else 8) * unit
        for other, node in enumerate(self.nodes):
            across = abs(self.layout.point(other).x() - point.x())
            if node.ply > self.nodes[number].ply and across < SQUARE_WIDTH * unit:
                return
        self.painter.setPen(QPen(verdict_colour(verdict, self.theme), 2))
        elbow = end.y() - 8
        for start, finish in (
            (QPointF(point.x(), top), QPointF(point.x(), elbow)), (QPointF(point.x(), elbow), QPointF(end.x(), elbow)),
            (QPointF(end.x(), elbow), end),
        ):  # fmt: skip
            self.painter.drawLine(start, finish)

    def font(self, size: float, *, bold: bool = False, least: float = 9.0) -> QFont:
        """Return a font in units of the tree, but no smaller than can be read."""
        return font(max(least, size * self.unit) / Current.text_scale, bold)

    # The tree

    def _paint_plies(self, left: float) -> None:
        """Paint the names of the plies, over the tree where that is scrolled."""
        layout = self.layout
        self.painter.translate(left, 0)
        for ply in range(layout.plies):
            row = [node for node in self.nodes if node.ply == ply]
            ground = layout.ply_band(ply)
            ground.setWidth(layout.gutter)
            if left:
                self.painter.fillRect(ground, self.theme.paper if ply % 2 else self.theme.band)
            inner = [node for node in row if node.children]
            shapes = sorted({self._shape_of(node.kind) for node in inner}) or [SQUARE]
            under = tr("ply {ply}", ply=ply) if inner else tr("given")
            paint_ply_name(self.painter, layout.gutter, layout.y_of(ply), shapes, under, self.theme)
        self.painter.translate(-left, 0)

    @staticmethod
    def _shape_of(kind: int) -> int:
        """Return the shape of an inner node, from its kind."""
        return {MAX: UP, MIN: DOWN}.get(kind, ROUND)

    def _is_struck(self, number: int) -> bool:
        """Whether the strokes of pruning stand on the edge above a node."""
        return number in self.covered and self.nodes[number].parent not in self.covered

    def _paint_edge(self, number: int) -> None:
        """Paint the edge above a node: dashed and struck where it is pruned."""
        start, end = self.layout.edge_ends(number)
        is_focused = number == self.node and self.box is None
        if is_focused:
            self.painter.setPen(QPen(self.theme.grip, 8 * self.unit))
            self.painter.drawLine(start, end)
        is_pruned = number in self.covered
        self.painter.setPen(dashed(self.theme.edge, 1.8, 3.3) if is_pruned else QPen(self.theme.edge, 1.6))
        self.painter.drawLine(start, end)
        if self._is_struck(number):
            unit = min(self.unit, 0.49) if self.layout.is_crowded else max(self.unit, 0.5)
            paint_slashes(self.painter, start, end, unit, self.theme)

    def _paint_edge_mark(self, number: int, verdict: Verdict) -> None:
        """Paint how the edge above a node is marked."""
        start, end = self.layout.edge_ends(number)
        middle = start + (end - start) * (0.72 if self.layout.is_crowded else 0.5)
        side = -1 if end.x() <= start.x() else 1
        shift = (EDGE_MARK + 10 * self.unit) * side
        paint_mark(self.painter, middle + QPointF(shift, 0), EDGE_MARK * max(0.75, self.unit), verdict, self.theme)

    def _paint_node(self, number: int) -> None:
        """Paint a node, its value and its name."""
        painter, theme, unit, node = self.painter, self.theme, self.unit, self.nodes[number]
        point, is_pruned = self.layout.point(number), number in self.covered
        shape = self._shape_of(node.kind) if node.children else SQUARE
        width = (TRIANGLE_WIDTH if node.children else SQUARE_WIDTH) * unit
        if number in self.ringed or (number == self.node and self.box is None):
            self._paint_ring(number, width)
        pen = dashed(theme.edge, 1.6, 3.0) if is_pruned else QPen(theme.ink, 1.6)
        paint_shape(painter, unit, shape, point, width, pen, theme.paper if is_pruned else theme.card)
        text = self._node_text(number)
        room = width * (0.62 if node.children else 0.86)
        painter.setFont(fitting_font(text, self.font(21, bold=True), room))
        painter.setPen(theme.quiet if is_pruned or not text or text == "?" else theme.ink)
        shift = {UP: 12.0, DOWN: -7.0}.get(shape, 0.0) * unit
        area = QRectF(point.x() - width, point.y() + shift - 30 * unit, 2 * width, 60 * unit)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)
        self._paint_name(number, width)

    def _node_text(self, number: int) -> str:
        """Return the number in a node: a leaf's, or the entered value, `?` before that; empty where it is not asked."""
        given = self.nodes[number].given
        if given is not None:
            return value_text(given)
        if VALUES not in self.exercise.asks or number in self.covered:
            return ""
        return typeset(self.work.text(Box(number, Field.VALUE))) or "?"

    def _paint_ring(self, number: int, width: float) -> None:
        """Paint the rings of remarks and of the keyboard round a node."""
        painter, theme, unit = self.painter, self.theme, self.unit
        point, high = self.layout.point(number), self.layout.half_height(number) + 8 * unit
        across, below = width / 2 + 8 * unit, 0.0 if self.nodes[number].children else 26 * unit
        area = QRectF(point.x() - across, point.y() - high, 2 * across, 2 * high + below)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if number in self.ringed:
            painter.setPen(QPen(theme.wrong, 2.5))
            painter.drawRoundedRect(area, 10 * unit, 10 * unit)
        if number == self.node and self.box is None:
            painter.setPen(QPen(theme.grip, 3))
            painter.drawRoundedRect(area.adjusted(3, 3, -3, -3), 8 * unit, 8 * unit)

    def _paint_name(self, number: int, width: float) -> None:
        """Paint the name of a node: under a leaf, beside an inner node."""
        painter, theme, unit, node = self.painter, self.theme, self.unit, self.nodes[number]
        point, is_pruned = self.layout.point(number), number in self.covered
        label = self.layout.labels[number]
        name = f"{node.name}  {label}" if label else node.name
        painter.setPen(theme.quiet if is_pruned or not node.children else theme.ink)
        if not node.children:
            painter.setFont(self.font(13))
            area = QRectF(point.x() - 150, point.y() + self.layout.half_height(number) + 5 * unit, 300, 22 * unit)
            painter.drawText(area, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, name)
            return
        painter.setFont(self.font(18, bold=True))
        right = point.x() - width / 2 - (2 if node.kind != MIN else 6) * unit
        area = QRectF(right - 200, point.y() - 26 * unit, 200, 26 * unit)
        painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, node.name)
        if name != node.name:
            painter.setFont(self.font(12))
            painter.setPen(theme.quiet)
            under = QRectF(right - 200, point.y() - 2 * unit, 200, 20 * unit)
            painter.drawText(under, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, label)

    # The boxes

    def _paint_boxes(self, number: int) -> None:
        """Paint the boxes of a node, with their headings and names."""
        painter, layout, unit = self.painter, self.layout, self.unit
        painter.setFont(self.font(12))
        painter.setPen(self.theme.quiet)
        if WINDOWS in self.exercise.asks:
            for field, letter in ((Field.IN_ALPHA, "α"), (Field.IN_BETA, "β")):
                area = layout.box_area(Box(number, field))
                head = QRectF(area.left(), area.top() - 19 * unit, area.width(), 18 * unit)
                painter.drawText(head, Qt.AlignmentFlag.AlignCenter, letter)
        if layout.has_labels:
            names = {"in": tr("called"), "out": tr("returns"), "value": tr("value"), "best": tr("best")}
            rows = [*layout.rows, *(["best"] if number == 0 and BEST in self.exercise.asks else [])]
            for row, key in enumerate(rows):
                flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                painter.drawText(layout.label_area(number, row), flags, names[key])
        for field in self.work.fields_of(number):
            self._paint_box(Box(number, field))

    def _paint_box(self, box: Box) -> None:
        """Paint a box with its entry, and how it is marked."""
        painter, theme, unit = self.painter, self.theme, self.unit
        area, verdict = self.layout.box_area(box), self.verdicts.get(box)
        is_closed = box not in self.open and box.node not in self.work.state.given_up
        painter.setBrush(theme.band if is_closed else theme.card)
        if box == self.box:
            painter.setPen(QPen(theme.grip, 4))
            painter.drawRoundedRect(area.adjusted(-3, -3, 3, 3), 6, 6)
            painter.setPen(QPen(theme.ink, 2))
        elif verdict is None:
            painter.setPen(QPen(theme.hairline if is_closed else theme.edge, 1.4))
        else:
            colour = verdict_colour(verdict, theme)
            painter.setPen(QPen(colour, 1.5) if verdict is Verdict.RIGHT else dashed(colour, 1.5, 2.6))
            if verdict is Verdict.WRONG:
                painter.setPen(QPen(colour, 2.2))
        painter.drawRoundedRect(area, 4, 4)
        text = typeset(self.work.text(box))
        if box != self.box and text:
            painter.setFont(fitting_font(text, self.font(14, bold=True), area.width() - 6))
            given_up = box.node in self.work.state.given_up
            painter.setPen(theme.quiet if given_up else theme.wrong if self.work.problem(box) else theme.ink)
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)
        elif box == self.next_box and box != self.box:
            painter.setPen(theme.quiet)
            painter.setFont(self.font(13))
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, "?")
        if verdict not in (None, Verdict.GIVEN_UP):
            assert verdict is not None
            paint_mark(painter, area.topRight() + QPointF(-2, 0), MARK_RADIUS * max(0.8, unit), verdict, theme)


def typeset(text: str) -> str:
    """Return what was typed as it is printed: ≤2 for <=2, ∞ for inf, a true minus."""
    text = ascii_entry(text)
    for word in ("infinity", "inf"):
        text = text.replace(word, "∞")
    return minus(text).replace("-", "−") if text[:2].lstrip("≤≥").startswith("-") else text

"""How a tree that is being edited is drawn, and where its nodes lie."""

from __future__ import annotations

from math import isnan

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from visualiser.editor.tree_draft import TreeDraft
from visualiser.glyphs import SQUARE, paint_glyph, text_area
from visualiser.theme import font, theme
from visualiser.tree_sketch import shape_of_node
from visualiser.words import number

NARROWEST, USUAL_SLOT, WIDEST = 34.0, 52.0, 84.0
"""Pixels from leaf to leaf: as narrow as it can be before the drawing is scrolled, and as wide as it gets."""
PITCH = 74.0
SMALLEST = 0.7
"""The share of its usual size that a node keeps at least."""
GLYPH = 34.0
EDGE = 36.0
"""Room round the drawing."""


class TreePlan:
    """Where the nodes of a draft lie on a canvas that is at least as large as the room for it."""

    def __init__(self, draft: TreeDraft, room_wide: float, room_high: float, scale: float) -> None:
        sketch = draft.sketch
        self.draft = draft
        # A tree that is a little too wide is drawn smaller before it has to be scrolled.
        wanted = NARROWEST * scale * (sketch.leaves - 1) + 2 * EDGE
        scale *= min(1.0, max(SMALLEST, room_wide / wanted))
        self.glyph = GLYPH * scale
        free = (room_wide - 2 * EDGE) / max(1, sketch.leaves - 1) if sketch.leaves > 1 else USUAL_SLOT
        self.slot = min(max(free, NARROWEST * scale), WIDEST * scale)
        self.pitch = PITCH * scale
        if sketch.deepest:
            self.pitch = min(max((room_high - 2 * EDGE) / sketch.deepest, 56.0 * scale), 96.0 * scale)
        self.width = max(room_wide, self.slot * (sketch.leaves - 1) + 2 * EDGE)
        self.height = max(room_high, self.pitch * sketch.deepest + 2 * EDGE)
        left = (self.width - self.slot * (sketch.leaves - 1)) / 2
        top = (self.height - self.pitch * sketch.deepest) / 2
        self.places = [
            QPointF(left + x * self.slot, top + ply * self.pitch)
            for x, ply in zip(sketch.xs, sketch.plies, strict=True)
        ]

    def area(self, node: int) -> QRectF:
        """A node with the room for its words."""
        place = self.places[node]
        half = max(self.glyph / 2 + 4, min(self.slot / 2, self.glyph))
        return QRectF(place.x() - half, place.y() - self.glyph / 2 - 4, 2 * half, self.glyph + 8)

    def node_at(self, point: QPointF) -> int | None:
        """The node whose middle is nearest, where that is near."""
        reach = self.glyph * 0.8

        def distance(node: int) -> float:
            apart = self.places[node] - point
            return max(abs(apart.x()), abs(apart.y()))

        nearest = min(range(len(self.places)), key=distance)
        return nearest if distance(nearest) <= reach else None


def paint_tree(
    painter: QPainter, plan: TreePlan, visible: QRectF, selected: int | None, *, max_side: int, has_focus: bool
) -> None:
    """What can be seen of the tree."""
    colours, draft = theme(), plan.draft
    # Else a minus would stand behind its number where the window is read from the right.
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    around = visible.adjusted(-plan.glyph * 2, -plan.pitch, plan.glyph * 2, plan.pitch)
    painter.setPen(QPen(colours.edge, 1.3))
    for node, parent in enumerate(draft.parents):
        if parent >= 0 and around.intersects(between(plan.places[parent], plan.places[node])):
            painter.drawLine(plan.places[parent], plan.places[node])
    if selected is not None:
        paint_selection(painter, plan, selected, has_focus=has_focus)
    root_is_max = draft.turn == max_side
    for node, place in enumerate(plan.places):
        if around.contains(place):
            paint_one(painter, plan, node, root_is_max, is_selected=node == selected)


def between(start: QPointF, end: QPointF) -> QRectF:
    """What an edge takes up, also one that goes straight down."""
    return QRectF(start, end).normalized().adjusted(-1, -1, 1, 1)


def paint_selection(painter: QPainter, plan: TreePlan, node: int, *, has_focus: bool) -> None:
    half = plan.glyph * 0.78
    place = plan.places[node]
    area = QRectF(place.x() - half, place.y() - half, 2 * half, 2 * half)
    painter.setPen(QPen(theme().for_max if has_focus else theme().edge, 2))
    painter.setBrush(theme().band)
    painter.drawRoundedRect(area, 8, 8)


def paint_one(painter: QPainter, plan: TreePlan, node: int, root_is_max: bool, *, is_selected: bool) -> None:
    colours, draft, place, glyph = theme(), plan.draft, plan.places[node], plan.glyph
    inner = bool(draft.nodes[node].children)
    shape = shape_of_node(root_is_max, draft.sketch.plies[node], not inner)
    paint_glyph(painter, shape, place, glyph, colours.card, QPen(colours.ink, 2.0 if is_selected else 1.5))
    value = draft.nodes[node].number
    if not isnan(value):
        text = number(value)
        room = glyph * (0.72 if shape == SQUARE else 0.52)
        paint_fitting(painter, text, text_area(shape, place, glyph), room, bold=not inner)
    name = draft.nodes[node].name
    label = name or draft.label(node)
    if label:
        paint_label(painter, plan, node, label, is_given=bool(name))


def paint_fitting(painter: QPainter, text: str, area: QRectF, room: float, *, bold: bool) -> None:
    """A number in a glyph, in smaller letters where it is long."""
    for pixels in (13, 12, 11, 10, 9, 8, 7):
        face = font(pixels, bold=bold)
        if QFontMetricsF(face).horizontalAdvance(text) <= room or pixels == 7:
            painter.setFont(face)
            break
    painter.setPen(theme().ink)
    short = QFontMetricsF(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, room * 1.4)
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, short)


def paint_label(painter: QPainter, plan: TreePlan, node: int, label: str, *, is_given: bool) -> None:
    """A name under a leaf and beside an inner node. Numbers that stand in for names are quieter."""
    place, glyph = plan.places[node], plan.glyph
    face = font(12 if is_given else 10)
    painter.setFont(face)
    painter.setPen(theme().ink if is_given else theme().quiet)
    metrics = QFontMetricsF(face)
    if plan.draft.nodes[node].children:
        room = max(plan.slot, glyph * 1.2)
        text = metrics.elidedText(label, Qt.TextElideMode.ElideRight, room)
        width = metrics.horizontalAdvance(text) + 2
        area = QRectF(place.x() + glyph * 0.5 + 3, place.y() - glyph * 0.62, width, metrics.height())
        painter.fillRect(area.adjusted(-1, 1, 1, -1), theme().card)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)
        return
    text = metrics.elidedText(label, Qt.TextElideMode.ElideRight, plan.slot - 4)
    area = QRectF(place.x() - plan.slot / 2, place.y() + glyph * 0.46, plan.slot, metrics.height())
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)

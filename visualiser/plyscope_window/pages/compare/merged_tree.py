"""A small merged tree, shown whole: a sign at every node, and a frame round what only one of the two calls.

What only one of them calls is dashed, with the number that was found there. Before the step at which something is
known of a node, nothing is said of it.
"""

from __future__ import annotations

from functools import cached_property
from math import hypot
from typing import NamedTuple

import numpy as np
from plyscope.analysis.linked_cursors import Side, other
from plyscope.analysis.union import BOUNDS_AGREE, CUT_IN_A, CUT_IN_B, VALUE_DIFFERS
from plyscope.layout.whole_tree import WholeNode
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPen

from plyscope_window.canvas.badges import hidden_text, paint_note, same_calls_text
from plyscope_window.canvas.whole import (
    GUTTER,
    TRIANGLE_WIDTH,
    NodeState,
    WholePainter,
    paint_slashes,
    value_in_node,
)
from plyscope_window.look.glyphs import SQUARE, dashed
from plyscope_window.look.theme import Current, font
from plyscope_window.pages.compare.badges import paint_sign
from plyscope_window.session.pair import SIDE_OF, SIDES, SIGNS, MergedSession, Pair, verdict_name
from plyscope_window.words import count, tr

SIGN_HEIGHT = 22.0
"""The height of a sign, in the unit of the tree."""


SAMPLE_PIXELS = 6.0
"""How far apart an edge is looked at, where a text might cross it, in pixels."""


def crosses(foot: QPointF, head: QPointF, area: QRectF) -> bool:
    """Whether the edge from `foot` to `head` runs through an area."""
    if not QRectF(foot, head).normalized().adjusted(-1, 0, 1, 0).intersects(area):
        return False
    way = head - foot
    parts = max(1, round(hypot(way.x(), way.y()) / SAMPLE_PIXELS))
    return any(area.contains(foot + way * (part / parts)) for part in range(parts + 1))


class Group(NamedTuple):
    """Neighbouring subtrees that only one side calls."""

    side: Side
    area: QRectF
    calls: int
    is_pruned: bool
    unit: float


class MergedPainter(WholePainter):
    """One painting of a small merged tree at the steps of both."""

    @cached_property
    def pair(self) -> Pair:
        """The two recordings that are compared."""
        assert isinstance(self.session, MergedSession)
        return self.session.pair

    # What is known

    def _frames(self, node: WholeNode) -> dict[Side, int]:
        """Return the frames of a node in both; -1 where a side does not call it."""
        return {side: self.pair.frame_at(node.frame, side) for side in SIDES}

    def _only_caller(self, node: WholeNode) -> Side | None:
        """Return the side that alone calls a node in the whole run; None where both do, or neither."""
        return None if node.frame < 0 else SIDE_OF.get(int(self.pair.union.verdicts[node.frame]))

    def _known_only_caller(self, node: WholeNode) -> Side | None:
        """Return the side that alone calls a node, once it is known that the other one does not; else None."""
        return None if node.frame < 0 or self.pair.verdict(node.frame) is None else self._only_caller(node)

    def _state_of(self, node: WholeNode) -> NodeState:
        if node.frame < 0 or self.pair.shows_whole:
            return super()._state_of(node)
        pair, frames = self.pair, self._frames(node)
        entered = [side for side in SIDES if 0 <= frames[side] < pair.entered(side)]
        if not entered:
            return NodeState.PRUNED if self._is_pruned_by_other(node) else NodeState.FUTURE
        return NodeState.DONE if self.session.has_returned(node.frame) else NodeState.OPEN

    def _is_pruned_by_other(self, node: WholeNode) -> bool:
        """Whether the side that does not call a node has pruned it by its step."""
        if (alone := self._only_caller(node)) is None or self.pair.union.verdicts[node.frame] not in (
            CUT_IN_A,
            CUT_IN_B,
        ):
            return False
        there, above = other(alone), node
        while self.pair.frame_at(above.frame, there) < 0:
            above = self.tree.nodes[above.parent]
        return self.pair.sides[there].has_pruned(self.pair.frame_at(above.frame, there))

    # Nodes and edges

    def _appearance(self, node: WholeNode, state: NodeState) -> tuple[str, QColor, QPen, QColor]:
        if state is NodeState.DONE and self._known_only_caller(node) is not None:
            theme = self.theme
            return value_in_node(self.trace, node.frame), theme.quiet, dashed(theme.edge, 1.6, 3.0), theme.paper
        return super()._appearance(node, state)

    def _paint_edge(self, node: WholeNode, state: NodeState) -> None:
        side = self._known_only_caller(node) if state is NodeState.DONE else self._only_caller(node)
        if side is None or state not in (NodeState.DONE, NodeState.PRUNED):
            super()._paint_edge(node, state)
            return
        parent = self.tree.nodes[node.parent]
        foot, head = self._foot(parent), self._head(node)
        self.painter.setPen(dashed(self.theme.edge, 1.8, 3.3))
        self.painter.drawLine(foot, head)
        is_top = self._only_caller(parent) is None
        if is_top and self.pair.union.verdicts[node.frame] in (CUT_IN_A, CUT_IN_B):
            paint_slashes(self.painter, foot, head, self.unit, self.theme)

    # Signs

    def _paint_notes(self, node: WholeNode, state: NodeState, point: QPointF, width: float) -> None:
        unit, verdict = self.unit, self.pair.verdict(node.frame)
        if text := hidden_text(self.rows, node.frame) or same_calls_text(self.rows, node.frame, self.view.slot):
            paint_note(self.painter, text, point + QPointF(width / 2 + 8, 44 * unit), self.theme)
        else:
            super()._paint_notes(node, state, point, width)
        if verdict is None or state is NodeState.FUTURE:
            return
        high = max(13.0, SIGN_HEIGHT * unit)
        is_leaf = self._shape(node) == SQUARE
        middle = point + (
            QPointF(width / 2 + 2 * unit, -22 * unit) if is_leaf else QPointF(width / 2 + 13 * unit, 8 * unit)
        )
        area = QRectF(middle.x() - high / 2, middle.y() - high / 2, high, high)
        self.painter.setFont(font(max(9.0, 13 * unit) / Current.text_scale, bold=True))
        paint_sign(self.painter, area, verdict, SIGNS.get(verdict, ""), self.theme)
        if verdict in (BOUNDS_AGREE, VALUE_DIFFERS) and not is_leaf:
            self._paint_values(node, area, verdict)

    def _paint_values(self, node: WholeNode, sign: QRectF, verdict: int) -> None:
        """Paint what either side says of a node beside its sign, if there is room."""
        pair, unit, painter = self.pair, self.unit, self.painter
        values = dict(zip(SIDES, pair.union.values_of(node.frame), strict=True))
        first: Side = "b" if pair.union.by_b[node.frame] else "a"
        shown = {side: "" if text is None else text.replace("-", "−") for side, text in values.items()}
        texts = [f"{pair.names[side]} {shown[side]}" for side in (first, other(first))]
        texts[1] = tr("{value}: {verdict}", value=texts[1], verdict=verdict_name(verdict, pair.names))
        _, after = self._neighbours[id(node)]
        end = self.view.size.width() if after is None else self.view.point(after).x() - (TRIANGLE_WIDTH / 2 + 34) * unit
        faces = (self.font(13.5, bold=True, least=11), self.font(13.5, least=11))
        left = sign.right() + 8 * unit
        widths = [QFontMetricsF(face).horizontalAdvance(text) for face, text in zip(faces, texts, strict=True)]
        if left + max(widths) > end:
            return
        for place, (face, text) in enumerate(zip(faces, texts, strict=True)):
            painter.setFont(face)
            painter.setPen(self.theme.quiet if place else self.theme.ink)
            high = QFontMetricsF(face).height()
            area = QRectF(left, sign.center().y() + (place - 1) * high, max(widths) + 2, high)
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)

    # Around the nodes

    def paint(self) -> None:
        super().paint()
        groups = self._groups()
        self.painter.save()
        self.painter.setClipRect(QRectF(self.view.gutter, 0, self.view.size.width(), self.view.size.height()))
        for place, group in enumerate(groups):
            near = [abs(group.area.center().x() - neighbour.area.center().x())
                    for neighbour in (groups[place - 1 : place] + groups[place + 1 : place + 2])]  # fmt: skip
            self._paint_group(group, min(near, default=self.view.size.width()) - 8)
        self.painter.restore()

    def _groups(self) -> list[Group]:
        """Return the groups of nodes that only one side calls and has entered, from left to right."""
        groups: list[Group] = []
        for parent in self.tree.nodes:
            if self._only_caller(parent) is not None or parent.frame < 0:
                continue
            run: list[int] = []
            for child in [*parent.children, -1]:
                is_in = child >= 0 and self._is_shown_alone(child)
                only = self._known_only_caller(self.tree.nodes[child]) if is_in else None
                if run and (only is None or only != self._known_only_caller(self.tree.nodes[run[0]])):
                    groups.append(self._make_group(run))
                    run = []
                if only is not None:
                    run.append(child)
        return sorted(groups, key=lambda group: group.area.center().x())

    def _is_shown_alone(self, place: int) -> bool:
        """Whether a node, by its index, is shown as one that only one side calls."""
        return self._known_only_caller(self.tree.nodes[place]) is not None and self.states[place] in (
            NodeState.DONE,
            NodeState.OPEN,
        )

    def _make_group(self, run: list[int]) -> Group:
        """Return the group of neighbouring siblings, given by their indexes, and of all nodes below them."""
        tree = self.tree
        below = list(run)
        for place in below:
            below.extend(tree.nodes[place].children)
        nodes = [tree.nodes[place] for place in below]
        first, lowest = tree.nodes[run[0]], max(node.ply for node in nodes)
        unit = self.view.unit_of(lowest)
        side = self._known_only_caller(first)
        assert side is not None
        margin = min(0.44 * self.view.slot, 46 * unit)
        left = min(self.view.point(node).x() - self._left_margin(node, margin) for node in nodes)
        # Long names are inside, too, where nothing of the nodes before them is in the way.
        named = min(self.view.point(node).x() - self._name_margin(node) for node in nodes)
        left = min(left, max(named, self._end_of_nodes_before(nodes)))
        right = max(self.view.point(node).x() + self._right_margin(node, margin) for node in nodes)
        top = self.view.y_of(first.ply) - 40 * self.view.unit_of(first.ply)
        # A leaf has its name below it; with boards all names stand to the left.
        foot = (40 if self.view.has_boards else 54) * unit + self.view.below
        bottom = min(self.view.y_of(lowest) + foot, self.view.size.height() - 2)
        calls = sum(self._calls_below(tree.nodes[place], side) for place in run)
        is_pruned = self.pair.union.verdicts[first.frame] in (CUT_IN_A, CUT_IN_B)
        return Group(side, QRectF(QPointF(left, top), QPointF(right, bottom)), calls, bool(is_pruned), unit)

    def _calls_below(self, node: WholeNode, side: Side) -> int:
        """Return how many calls a side has made at a node and below it by its step."""
        frame = self.pair.frame_at(node.frame, side)
        return max(0, min(int(self.pair.union.sizes[node.frame]), self.pair.entered(side) - frame))

    def _left_margin(self, node: WholeNode, margin: float) -> float:
        """Return the room to the left of a node, with its name where that stands there."""
        if not node.children and not self.view.has_boards:
            return margin
        return max(margin, min(0.48 * self.view.slot, self._name_margin(node)))

    def _name_margin(self, node: WholeNode) -> float:
        """Return the pixels to the left of a node that its whole name takes; 0 for a leaf's, which stands below it."""
        if not node.children and not self.view.has_boards:
            return 0
        unit = self.view.unit_of(node.ply)
        face = font(max(11.5, 18 * unit) / Current.text_scale, bold=True)
        return (TRIANGLE_WIDTH / 2 + 14) * unit + QFontMetricsF(face).horizontalAdvance(self._name(node))

    def _end_of_nodes_before(self, nodes: list[WholeNode]) -> float:
        """Return the x at which the nodes to the left of these end."""
        inside = {id(node) for node in nodes}
        before = [
            neighbour
            for node in nodes
            if (neighbour := self._neighbours[id(node)][0]) is not None and id(neighbour) not in inside
        ]
        ends = (
            self.view.point(neighbour).x() + self._right_margin(neighbour, 36 * self.view.unit_of(neighbour.ply))
            for neighbour in before
        )
        return max(ends, default=self.view.gutter) + 4

    def _right_margin(self, node: WholeNode, margin: float) -> float:
        """Return the room to the right of a node, with its sign."""
        is_leaf = self._shape(node) == SQUARE
        return margin if is_leaf else max(margin, (TRIANGLE_WIDTH / 2 + 28) * self.view.unit_of(node.ply))

    def _paint_group(self, group: Group, room: float) -> None:
        """Paint a dotted frame round a group, and its caption."""
        painter, theme = self.painter, self.theme
        self.unit = group.unit
        pen = QPen(theme.ink, 1.6, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
        pen.setDashPattern([0.8, 3.2])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(group.area, 12 * self.unit, 12 * self.unit)
        self._paint_caption(group, room)

    def _paint_caption(self, group: Group, room: float) -> None:
        """Paint the longest caption that fits below the group, or beside it, without covering anything."""
        painter, area, gap = self.painter, group.area, 6 * group.unit
        painter.setFont(self.font(14, bold=True, least=11))
        metrics = QFontMetricsF(painter.font())
        high = metrics.height()
        for text in self._captions(group):
            wide = metrics.horizontalAdvance(text) + 6
            middle = area.center()
            below = QRectF(middle.x() - wide / 2, area.bottom() + gap, wide, high)
            below.moveLeft(max(self.view.gutter, min(below.left(), self.view.size.width() - wide - 4)))
            beside = [QRectF(area.right() + gap, middle.y() - high / 2, wide, high),
                      QRectF(area.left() - gap - wide, middle.y() - high / 2, wide, high)]  # fmt: skip
            fitting = [below] * (wide <= room) + beside
            place = next((area_of_text for area_of_text in fitting if self._is_free(area_of_text)), None)
            if place is not None:
                painter.setPen(self.theme.ink)
                painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)
                return

    def _is_free(self, area: QRectF) -> bool:
        """Whether an area lies inside the canvas, with no node, name, board or edge in it."""
        view = self.view
        if area.left() < view.gutter or area.right() > view.size.width() or area.bottom() > view.size.height():
            return False
        if any(area.intersects(self._node_area(node)) for node in self.tree.nodes):
            return False
        inner = (node for node in self.tree.nodes if node.parent >= 0)
        return not any(crosses(self._foot(self.tree.nodes[node.parent]), self._head(node), area) for node in inner)

    def _node_area(self, node: WholeNode) -> QRectF:
        """Return the area that a node takes, with what stands at its left, below it and at its right."""
        point, unit, half = self.view.point(node), self.view.unit_of(node.ply), self._half_height(node)
        foot = half + self.view.below + (0 if node.children or self.view.has_boards else 30 * unit)
        across = TRIANGLE_WIDTH / 2 * unit
        left, right = self._left_margin(node, across), self._right_margin(node, across)
        return QRectF(point - QPointF(left, half), point + QPointF(right, foot))

    def _captions(self, group: Group) -> list[str]:
        """Return the captions of a group, the longest first."""
        values = {"name": self.pair.names[group.side], "calls": count(group.calls)}
        if not group.is_pruned:
            return [tr("only {name} calls these: {calls} calls", **values), tr("{calls} calls", **values)]
        if group.calls == 1:
            return [tr("only {name} calls this: 1 call saved", **values), tr("1 call saved"), tr("1 saved")]
        return [
            tr("only {name} calls these: {calls} calls saved", **values),
            tr("{calls} calls saved", **values),
            tr("{calls} saved", **values),
        ]

    # Beside the tree

    def _paint_ply_name(self, ply: int, row: list[WholeNode]) -> None:
        """Paint the name of a ply and, where there is room, the calls of both sides there, the smaller number first."""
        super()._paint_ply_name(ply, row)
        scale = Current.text_scale
        if self.view.gutter < GUTTER * scale or self.view.pitch < 84 * scale:
            return
        calls = sorted(self._calls_by_ply[side][ply] for side in SIDES)
        self.painter.setFont(font(12.5))
        self.painter.setPen(self.theme.quiet)
        area = QRectF(22 * scale, self.view.y_of(ply) + 21 * scale, self.view.gutter, 20 * scale)
        words = tr("{some} of {all} calls", some=count(calls[0]), all=count(calls[1]))
        self.painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, words)

    @cached_property
    def _calls_by_ply(self) -> dict[Side, list[int]]:
        """The numbers of calls that each side has made on each ply by its step."""
        pair, plies = self.pair, max(self.tree.plies, 1 + int(self.trace.column("ply").max()))
        return {
            side: np.bincount(pair.sides[side].trace.column("ply")[: pair.entered(side)], minlength=plies).tolist()
            for side in SIDES
        }

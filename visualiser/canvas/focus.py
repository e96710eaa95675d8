"""The focus view: the path to the cursor, its siblings, and nothing else. What lies below a sibling is a lantern.

A few dozen nodes stand for any number of frames. The window of each open frame stands beside its ply: the
margin is the call stack.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QSizeF
from PySide6.QtGui import QPainter

from engine.layout.rows import Rows
from visualiser.canvas.fan import MOST_BUNDLED, Item, fan
from visualiser.canvas.focus_drawing import GLYPH, SIDE, Drawing
from visualiser.canvas.near import Boards
from visualiser.canvas.stamps import Stamps
from visualiser.session import Session
from visualiser.theme import Theme

MARGIN = 84.0
"""Room for the plies by name at the left."""
SLOT, LEAST_SLOT = 70.0, 40.0
HIGHEST_PITCH, LEAST_PITCH = 112.0, 74.0
TOP = 26.0
LARGEST_SCALE = 1.6
"""How much a small tree is enlarged."""

KEPT, NEW_AT_ONCE = 3000, 8
"""Siblings that are kept ready-made, and how many of them are drawn anew in one picture; the rest in the next."""


@dataclass(frozen=True)
class Node:
    """Something drawn at a place."""

    item: Item
    point: QPointF
    ply: int
    slot: float


class FocusPicture:
    """Draws the focus view of one session."""

    def __init__(self, session: Session, boards: Boards) -> None:
        self.session, self.boards = session, boards
        self.nodes: list[Node] = []
        self._rows: Rows | None = None
        self.siblings = Stamps(KEPT)
        """What does not lie on the path: it looks the same from step to step."""
        self.pitch = HIGHEST_PITCH
        self.scroll = 0.0
        self._widest: tuple[Rows, int] | None = None

    def paint(self, painter: QPainter, size: QSizeF, theme: Theme, *, labels: bool, hide_future: bool) -> None:
        session, rows = self.session, self.session.rows
        assert rows is not None
        if self._rows is not rows:
            self._rows, self.siblings = rows, Stamps(KEPT)
        self.siblings.left_to_make = self.boards.stamps.left_to_make = NEW_AT_ONCE
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._lay_out(size)
        stack = {frame.frame: frame for frame in session.stack}
        Drawing(self, painter, theme, stack, labels, hide_future).paint(size)

    @property
    def is_finished(self) -> bool:
        """Whether everything that was wanted has been drawn."""
        return self.boards.stamps.left_to_make > 0 and self.siblings.left_to_make > 0

    def node_at(self, point: QPointF) -> Node | None:
        """The node under a point; its whole column down to the lantern is the target."""
        near = [
            node
            for node in self.nodes
            if abs(point.x() - node.point.x()) <= max(GLYPH, node.slot) / 2 and -16 <= point.y() - node.point.y() <= 44
        ]
        return min(near, key=lambda node: abs(point.x() - node.point.x()), default=None)

    # Where everything goes

    def fitting_scale(self, size: QSizeF) -> float:
        """How much a small tree is enlarged to fill the canvas; the same at every step."""
        rows = self.session.rows
        if rows is None:
            return 1.0
        fitting = size.height() / (len(rows) * HIGHEST_PITCH + 2 * TOP)
        if fitting <= 1:
            return 1.0
        if self._widest is None or self._widest[0] is not rows:
            self._widest = (rows, widest_fan(rows))
        widest = self._widest[1]
        is_bundled = widest * LEAST_SLOT > size.width() - MARGIN - SIDE
        side_by_side = min(widest, MOST_BUNDLED) if is_bundled else widest
        return max(1.0, min(LARGEST_SCALE, fitting, size.width() / (MARGIN + SIDE + SLOT * side_by_side)))

    def _lay_out(self, size: QSizeF) -> None:
        """Each group of siblings is centred under its caller, and moved into the window."""
        session, trace = self.session, self.session.trace
        assert session.rows is not None
        path = [frame.frame for frame in session.stack]
        returned = session.cursor.now.child
        plies = len(path) + (trace.sizes[path[-1]] > 1 or trace.skips[path[-1]] > 0)
        self.pitch = min(HIGHEST_PITCH, max(LEAST_PITCH, (size.height() - 2 * TOP) / len(session.rows)))
        over = plies * self.pitch + 2 * TOP - size.height()
        here = len(path) * self.pitch
        self.scroll = min(max(0.0, here - size.height() * 0.66), over) if over > 0 else 0.0
        left, right = MARGIN, size.width() - self.side(size)
        at = (left + right) / 2
        self.nodes = [Node(Item("frame", 0), QPointF(at, self._y(0)), 0, SLOT)]
        for ply, frame in enumerate(path, start=1):
            if frame in session.cursor.marks.hidden:
                break
            below = path[ply] if ply < len(path) else returned
            best = trace.best_child(frame) if session.cursor.steps.count else -1
            items = fan(trace, frame, below, best, session.cursor.marks.hidden, int((right - left) / LEAST_SLOT))
            if not items or frame in session.cursor.marks.collapsed:
                break
            weight = sum(item.weight for item in items)
            slot = min(SLOT, (right - left) / weight)
            x = min(max(at - weight * slot / 2, left), right - weight * slot)
            for item in items:
                middle = x + item.weight * slot / 2
                self.nodes.append(Node(item, QPointF(middle, self._y(ply)), ply, item.weight * slot))
                at = middle if item.what == "frame" and item.frame == below else at
                x += item.weight * slot

    def side(self, size: QSizeF) -> float:
        return SIDE if self.boards.are_drawn and size.width() > 620 else 10.0

    def _y(self, ply: int) -> float:
        return TOP + ply * self.pitch - self.scroll


def widest_fan(rows: Rows) -> int:
    """The most children and moves left out that any frame has."""
    widest = 0
    for row in rows.rows:
        fans = np.diff(row.first_child)
        widest = max(widest, int((fans if row.stubs is None else fans + row.stubs).max()))
    return widest

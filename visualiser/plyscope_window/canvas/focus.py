"""The focus view: the path to the cursor, its siblings, and nothing else. What lies below a sibling is a lantern.

A few dozen nodes stand for any number of frames. The window of each open frame stands beside its ply: the
margin is the call stack. From step to step most plies stay as they are, and only the others are painted anew.

Which of a frame's children the focus view draws one by one, and which as a counted bundle.

Up to a certain number all of them are drawn. In a wider fan it is the first, the best, the current one and
its neighbours; the rest are bundles between them, so that a hundred moves stay legible.

What of a picture made of strips has to be painted anew: where a strip looks otherwise than it did.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Literal

import numpy as np
from plyscope.layout.rows import Rows
from plyscope.model.trace import Trace
from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter, QRegion

from plyscope_window.canvas.focus_drawing import Drawing
from plyscope_window.canvas.focus_margin import SIDE
from plyscope_window.canvas.focus_nodes import GLYPH
from plyscope_window.canvas.focus_plies import HIGHEST_PITCH, TOP, heights, pitch_for
from plyscope_window.canvas.near import Boards
from plyscope_window.canvas.stamps import Stamps
from plyscope_window.look.theme import Theme
from plyscope_window.session.session import Session

NEIGHBOURS = 3
MOST_BUNDLED = 2 * NEIGHBOURS + 9
"""Things that a wide fan is drawn as, at the most: four and the neighbours of one, bundles between them, a stub."""


@dataclass(frozen=True)
class Item:
    """One thing beside others under their caller."""

    what: Literal["frame", "stub", "bundle", "above"]
    frame: int
    """Of a frame itself; of a stub or a bundle the caller; of a note for the plies above, the lowest of them."""
    move: str = ""
    count: int = 1
    """How many it stands for."""
    first: int = -1
    """Of a bundle, the first frame in it."""

    @property
    def weight(self) -> float:
        """How much room it takes, in slots."""
        return {"frame": 1.0, "stub": 0.62, "bundle": 0.9, "above": 1.0}[self.what]


def fan(trace: Trace, parent: int, current: int, best: int, children: list[int], room: int) -> list[Item]:
    """Children and left-out moves of a frame, as they are to be drawn; `room` is for how many."""
    stubs = trace.left_out(parent)
    if len(children) + len(stubs) <= room:
        items = [Item("frame", child, trace.move_text(child)) for child in children]
        return items + [Item("stub", parent, move) for move in stubs]
    chosen = {0, len(children) - 1}
    for frame in (current, best):
        if frame in children:
            place = children.index(frame)
            reach = NEIGHBOURS if frame == current else 0
            chosen |= set(range(max(0, place - reach), min(len(children), place + reach + 1)))
    items = []
    bundled: list[int] = []
    for place, child in enumerate(children):
        if place in chosen:
            items += bundle(parent, bundled)
            bundled = []
            items.append(Item("frame", child, trace.move_text(child)))
        else:
            bundled.append(child)
    items += bundle(parent, bundled)
    return items + ([Item("stub", parent, count=len(stubs), move="")] if stubs else [])


def bundle(parent: int, frames: list[int]) -> list[Item]:
    return [Item("bundle", parent, count=len(frames), first=frames[0])] if frames else []


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


MARGIN = 84.0
"""Room for the plies by name at the left."""
SLOT, LEAST_SLOT = 70.0, 40.0
LARGEST_SCALE = 1.6
"""How much a small tree is enlarged."""
ALIGNED = 12
"""Plies above those shown that still say where their children stand; from step to step they stay in place."""

KEPT_FANS = 500


@dataclass(frozen=True)
class Node:
    """Something drawn at a place."""

    item: Item
    point: QPointF
    ply: int
    slot: float
    room: float
    """Down to the next ply."""


@dataclass(frozen=True)
class Ply:
    """One ply of the path, with all that is drawn of it."""

    number: int
    y: float
    gap: float
    nodes: tuple[Node, ...]


class FocusPicture:
    """Draws the focus view of one session."""

    def __init__(self, session: Session, boards: Boards) -> None:
        self.session, self.boards = session, boards
        self.plies: list[Ply] = []
        self.siblings = Stamps()
        """What does not lie on the path: it looks the same from step to step."""
        self.calls = Stamps()
        """The open frames in the margin."""
        self.pitch = HIGHEST_PITCH
        self.renewal = Renewal()
        self._rows: Rows | None = None
        self._widest: tuple[Rows, int] | None = None
        self._fans: dict[tuple[int, int], list[Item]] = {}

    @property
    def nodes(self) -> list[Node]:
        return [node for ply in self.plies for node in ply.nodes]

    @property
    def is_finished(self) -> bool:
        """Whether everything that was wanted has been drawn."""
        return self.renewal.is_finished

    def paint(
        self, image: QImage, size: QSizeF, theme: Theme, *, labels: bool, hide_future: bool, anew: bool, new: int
    ) -> None:
        """Brings the picture of the step before up to date, or paints it anew, and makes so many new lanterns at most.

        `size` is what the image measures before it is enlarged.
        """
        self._lay_out(size)
        self.siblings.left_to_make, self.boards.stamps.left_to_make = new, max(1, new)
        if anew:
            self.renewal.forget()
        drawing = Drawing(self, size, theme, labels, hide_future)
        looks = [drawing.look(place) for place in range(len(self.plies))]
        changed, bands = self.renewal.turn_to(looks, self._bands(size))
        if not changed:
            return
        painter = QPainter(image)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = image.width() / image.devicePixelRatio() / size.width()
        painter.scale(scale, scale)
        if not anew:
            painter.setClipRegion(region_of(bands, size))
        # Beyond the edge, which lies between two pixels where the picture is enlarged.
        painter.fillRect(QRectF(QPointF(0, 0), size).adjusted(-1, -1, 1, 1), theme.paper)
        drawing.paint(painter, {place + beside for place in changed for beside in (-1, 0, 1)})
        painter.end()

    def node_at(self, point: QPointF) -> Node | None:
        """The node under a point; its whole column down to the lantern is the target."""
        near = [
            node
            for node in self.nodes
            if abs(point.x() - node.point.x()) <= max(GLYPH, node.slot) / 2
            and -16 <= point.y() - node.point.y() <= min(44, node.room - 17)
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

    def side(self, size: QSizeF) -> float:
        return SIDE if self.boards.are_drawn and size.width() > 620 else 10.0

    def _lay_out(self, size: QSizeF) -> None:
        """Each group of siblings is centred under its caller, and moved into the window."""
        session, trace, rows = self.session, self.session.trace, self.session.rows
        assert rows is not None
        if self._rows is not rows:
            self._rows, self.siblings, self._fans = rows, Stamps(), {}
        path = [frame.frame for frame in session.stack]
        plies = len(path) + (trace.sizes[path[-1]] > 1 or trace.skips[path[-1]] > 0)
        self.pitch = pitch_for(size.height(), len(rows))
        high = heights(plies, len(path) - 1, size.height(), self.pitch)
        left, right = MARGIN, size.width() - self.side(size)
        at = (left + right) / 2
        self.plies = []
        for ply in range(max(0, high.first - ALIGNED), plies):
            below = path[ply] if ply < len(path) else session.cursor.now.child
            items = self._fan(path[ply - 1], below, int((right - left) / LEAST_SLOT)) if ply else [Item("frame", 0)]
            spread = spread_out(items, at, left, right)
            at = next((x for item, x, _ in spread if item.what == "frame" and item.frame == below), at)
            if ply < high.first:
                continue
            if ply == high.first and ply:
                spread = [(Item("above", path[ply], count=ply + 1), at, SLOT)]
            y, gap = high.tops[ply - high.first], high.gaps[ply - high.first]
            self.plies.append(
                Ply(ply, y, gap, tuple(Node(item, QPointF(x, y), ply, slot, gap) for item, x, slot in spread))
            )

    def _fan(self, parent: int, below: int, room: int) -> list[Item]:
        """What is drawn of a frame's children; nothing where a person has put them, or itself, away."""
        rows, trace = self._rows, self.session.trace
        assert rows is not None
        found = self._fans.get((parent, room))
        if found is not None:
            return found
        if rows.nearest_shown(parent) != parent or parent in rows.collapsed:
            return []
        items = fan(trace, parent, below, trace.best_child(parent), rows.children(parent), room)
        is_whole = len(items) <= room and all(item.what != "bundle" and item.count == 1 for item in items)
        if is_whole:
            if len(self._fans) >= KEPT_FANS:
                self._fans.clear()
            self._fans[parent, room] = items
        return items

    def _bands(self, size: QSizeF) -> list[Band]:
        """From where to where each ply can be seen: up to the middle of the one above, and of the one below."""
        tops = [ply.y for ply in self.plies]
        return list(zip([0.0, *tops[:-1]], [*tops[1:], size.height()], strict=True))


def spread_out(items: list[Item], at: float, left: float, right: float) -> list[tuple[Item, float, float]]:
    """Siblings side by side round a place, but inside the window: their middles and the room of each."""
    weight = sum(item.weight for item in items) or 1.0
    slot = min(SLOT, (right - left) / weight)
    x = min(max(at - weight * slot / 2, left), right - weight * slot)
    spread = []
    for item in items:
        spread.append((item, x + item.weight * slot / 2, item.weight * slot))
        x += item.weight * slot
    return spread


def region_of(bands: list[Band], size: QSizeF) -> QRegion:
    """Bands across the whole picture."""
    region = QRegion()
    for top, bottom in bands:
        region += QRect(0, floor(top), ceil(size.width()), ceil(bottom) - floor(top))
    return region


def widest_fan(rows: Rows) -> int:
    """The most children and moves left out that any frame has."""
    widest = 0
    for row in rows.rows:
        fans = np.diff(row.first_child)
        widest = max(widest, int((fans if row.stubs is None else fans + row.stubs).max()))
    return widest

"""Where everything of the focus view lies: the path to the cursor, its siblings, and nothing else.

A few dozen nodes stand for any number of frames. Up to a certain number, all children of a frame are drawn. In a
wider fan these are the first, the best, the current one and its neighbours; the rest are bundles between them, so
that a hundred moves stay legible.

As long as there is room, every ply is as high as the others. Where the path is longer, as many of the upper plies as
necessary move closer together; and where that is not enough, the uppermost become one note that says how many they
are. No node is ever cut in two by an edge of the window.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from math import ceil, floor
from typing import Literal

import numpy as np
from plyscope.layout.rows import Rows
from plyscope.model.trace import Trace
from PySide6.QtCore import QPointF, QSizeF

from plyscope_window.canvas.near import Boards
from plyscope_window.session.session import Session

GLYPH_WIDTH = 27.0
"""The width of a glyph, in pixels."""
BOARDS_WIDTH = 62.0
"""The width of the boards at the right."""
LEFT_MARGIN = 84.0
"""Room at the left for the names of the plies."""
MAX_SLOT, MIN_SLOT = 70.0, 40.0
"""The largest and the smallest width of a node's slot, in pixels."""
NAME_ROOM = 12.0
"""How far a name beside the last node of a ply may reach out of the node's slot."""
ROOT_HALF_ROOM = 62.0
"""Room that the root, or the note that stands for the plies above, takes at each side of its middle."""
MAX_SCALE = 1.6
"""How much a small tree is enlarged."""
MAX_ALIGNED = 12
"""Plies above the visible ones that are still laid out, so that their children stay in place from step to step."""
MAX_PITCH, MIN_PITCH, CLOSE_PITCH = 112.0, 74.0, 48.0
"""Height of a ply in pixels: in a small tree, the least with lanterns, and where plies lie close together."""
TOP_MARGIN = 26.0
"""Pixels above the middle of the first ply."""
MAX_LANTERN, MIN_LANTERN = 26.0, 9.0
"""The greatest and the least height of a lantern."""
SHOWN_NEIGHBOURS = 3
"""The frames at each side of the current one that are shown in a wide fan."""
MAX_BUNDLED = 2 * SHOWN_NEIGHBOURS + 9
"""The most items in a wide fan: first, last, best and current with its neighbours, bundles between them, a stub."""


@dataclass(frozen=True)
class Item:
    """One of the things that stand side by side under a caller."""

    kind: Literal["frame", "stub", "bundle", "above"]
    frame: int
    """The frame itself; for a stub or a bundle the caller; for a note that stands for the plies above, the lowest of
    them.
    """
    move: str = ""
    count: int = 1
    """How many frames or moves it stands for."""
    first: int = -1
    """The first frame of a bundle."""

    @property
    def width_in_slots(self) -> float:
        """The width that it needs in slots: less for pruned moves and bundles than for frames."""
        return {"frame": 1.0, "stub": 0.62, "bundle": 0.9, "above": 1.0}[self.kind]


@dataclass(frozen=True)
class Node:
    """One item at its place."""

    item: Item
    point: QPointF
    ply: int
    slot: float
    room: float
    """The height down to the next ply."""


Spread = list[tuple[Item, float, float]]
"""Items, each with its middle and its width."""


@dataclass(frozen=True)
class Ply:
    """One ply of the path with its nodes."""

    number: int
    y: float
    gap: float
    nodes: tuple[Node, ...]


class FocusLayout:
    """Where the nodes of one session's focus view lie at its cursor's step."""

    def __init__(self, session: Session, boards: Boards) -> None:
        self.session, self.boards = session, boards
        self.plies: list[Ply] = []
        self.pitch = MAX_PITCH
        self.covered = 0.0
        """The width at the right end of the first visible ply that is covered by other things."""
        self._widest: tuple[Rows, int] | None = None

    @property
    def nodes(self) -> list[Node]:
        """The nodes of all visible plies."""
        return [node for ply in self.plies for node in ply.nodes]

    def node_at(self, point: QPointF) -> Node | None:
        """The node under a point; its whole column down to the lantern is the target."""
        near = [
            node
            for node in self.nodes
            if abs(point.x() - node.point.x()) <= max(GLYPH_WIDTH, node.slot) / 2
            and -16 <= point.y() - node.point.y() <= min(44, node.room - 17)
        ]
        return min(near, key=lambda node: abs(point.x() - node.point.x()), default=None)

    def fitting_scale(self, size: QSizeF) -> float:
        """How much a small tree is enlarged to fill the canvas; the same at every step."""
        rows = self.session.rows
        if rows is None:
            return 1.0
        fitting = size.height() / (rows.depth * MAX_PITCH + 2 * TOP_MARGIN)
        if fitting <= 1:
            return 1.0
        if self._widest is None or self._widest[0] is not rows:
            self._widest = (rows, max_fan_size(rows))
        widest = self._widest[1]
        is_bundled = widest * MIN_SLOT > size.width() - LEFT_MARGIN - BOARDS_WIDTH
        side_by_side = min(widest, MAX_BUNDLED) if is_bundled else widest
        return max(1.0, min(MAX_SCALE, fitting, size.width() / (LEFT_MARGIN + BOARDS_WIDTH + MAX_SLOT * side_by_side)))

    def side(self, size: QSizeF) -> float:
        """The width at the right of the window that the boards take, if there are any."""
        return BOARDS_WIDTH if self.boards.are_drawn and size.width() > 620 else 10.0

    def lay_out(self, size: QSizeF) -> None:
        """Place the path and its siblings: each group under its caller, moved into the window."""
        session, trace, rows = self.session, self.session.trace, self.session.rows
        assert rows is not None
        path = list(session.open_frames)
        plies = len(path) + (trace.sizes[path[-1]] > 1 or trace.skips[path[-1]] > 0)
        self.pitch = ply_height(size.height(), rows.depth)
        heights = ply_heights(plies, len(path) - 1, size.height(), self.pitch)
        left, right = LEFT_MARGIN, size.width() - self.side(size) - NAME_ROOM
        at = (left + right) / 2
        self.plies = []
        for ply in range(max(0, heights.first - MAX_ALIGNED), plies):
            below = path[ply] if ply < len(path) else session.cursor.now.child
            items = self._fan(path[ply - 1], below, int((right - left) / MIN_SLOT)) if ply else [Item("frame", 0)]
            spread = spread_out(items, at, left, right)
            at = next((x for item, x, _ in spread if item.kind == "frame" and item.frame == below), at)
            if ply < heights.first:
                continue
            if ply == heights.first:
                x = floor(max(left + MAX_SLOT / 2, min(at, size.width() - self.covered - ROOT_HALF_ROOM)))
                spread = [(Item("above", path[ply], count=ply + 1) if ply else Item("frame", 0), x, MAX_SLOT)]
            y, gap = heights.tops[ply - heights.first], heights.gaps[ply - heights.first]
            nodes = tuple(Node(item, QPointF(x, y), ply, slot, gap) for item, x, slot in spread)
            self.plies.append(Ply(ply, y, gap, nodes))

    def _fan(self, parent: int, below: int, room: int) -> list[Item]:
        """The items below a frame of the path; none where the user has hidden or collapsed them."""
        rows, trace = self.session.rows, self.session.trace
        assert rows is not None
        if rows.nearest_shown(parent) != parent or parent in rows.collapsed:
            return []
        return fan_items(trace, parent, below, trace.best_child(parent), rows.children(parent), room)


def fan_items(trace: Trace, parent: int, current: int, best: int, children: list[int], room: int) -> list[Item]:
    """The items that stand for a frame's children and pruned moves; at most `room` fit side by side."""
    stubs = trace.pruned_texts(parent)
    if len(children) + len(stubs) <= room:
        items = [Item("frame", child, trace.edge_text(child)) for child in children]
        return items + [Item("stub", parent, move) for move in stubs]
    chosen = {0, len(children) - 1}
    for frame in (current, best):
        if frame in children:
            place = children.index(frame)
            reach = SHOWN_NEIGHBOURS if frame == current else 0
            chosen |= set(range(max(0, place - reach), min(len(children), place + reach + 1)))
    items = []
    bundled: list[int] = []
    for place, child in enumerate(children):
        if place in chosen:
            items += bundle_items(parent, bundled)
            bundled = []
            items.append(Item("frame", child, trace.edge_text(child)))
        else:
            bundled.append(child)
    items += bundle_items(parent, bundled)
    return items + ([Item("stub", parent, count=len(stubs), move="")] if stubs else [])


def bundle_items(parent: int, frames: list[int]) -> list[Item]:
    """One item that stands for several frames; none for no frames."""
    return [Item("bundle", parent, count=len(frames), first=frames[0])] if frames else []


def spread_out(items: list[Item], at: float, left: float, right: float) -> Spread:
    """Place siblings side by side about a point, inside the window.

    Both are whole pixels, where a node looks like any other one that shows the same.
    """
    slot = min(MAX_SLOT, (right - left) / (sum(item.width_in_slots for item in items) or 1.0))
    widths = [floor(item.width_in_slots * slot) for item in items]
    x = floor(min(max(at - sum(widths) / 2, left), right - sum(widths)))
    spread = []
    for item, width in zip(items, widths, strict=True):
        spread.append((item, float(x + width // 2), float(width)))
        x += width
    return spread


def max_fan_size(rows: Rows) -> int:
    """The largest number of children and pruned moves of any frame."""
    widest = 0
    for row in rows.rows:
        fans = np.diff(row.first_child)
        widest = max(widest, int((fans if row.stubs is None else fans + row.stubs).max()))
    return widest


@dataclass(frozen=True)
class Heights:
    """Where the visible plies of a path lie."""

    first: int
    """The first ply that is shown. If it is not the root, it is a note that stands for itself and all above."""
    tops: list[float]
    """The middle of each ply, beginning with the first one shown."""
    gaps: list[float]
    """The distance from each ply to the next."""


def ply_height(height: float, plies: int) -> float:
    """The height of each ply in a window of a height, if there is room for all plies of the recording."""
    return min(MAX_PITCH, max(MIN_PITCH, float(floor((height - 2 * TOP_MARGIN) / plies))))


def ply_heights(plies: int, running: int, height: float, pitch: float) -> Heights:
    """Where the plies of a path lie; the running frame's ply and those below it have their full height."""
    room = height - TOP_MARGIN - room_below_middle(pitch)
    close = CLOSE_PITCH
    below = (plies - 1 - running) * pitch
    first = 0
    if running * close + below > room:
        first = min(max(0, running - 1), max(1, ceil(running - (room - below) / close)))
    over = (plies - 1 - first) * pitch - room
    closer = min(running - first, max(1 if first else 0, ceil(over / (pitch - close))))
    gaps = [close] * closer + [pitch] * (plies - first - closer)
    return Heights(first, list(accumulate(gaps[:-1], initial=TOP_MARGIN)), gaps)


def room_below_middle(gap: float) -> float:
    """The height that nodes need below the middle of their ply."""
    return 28 + lantern_height(gap)


def lantern_height(gap: float) -> float:
    """The height of lanterns, the roofs over subtrees that are not shown, in a ply of this height; 0 without room."""
    height = min(MAX_LANTERN, gap - 55)
    return height if height >= MIN_LANTERN else 0.0


def trunk(gap: float) -> float:
    """The distance from a glyph down to where the edges to its children branch."""
    return min(66.0, max(20.0, gap - 42))

"""Links: from a node that a table has answered to the one whose frame had stored the answer.

A link is a flat dashed curve with a head, which leaves one node at its bottom and reaches the other there, on the side
that faces the first. It is as thin as an edge and lies under everything else: there may be many.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

import numpy as np

from plyscope.export.selection import Node, Selection

END_SHIFT, END_DROP = 9.0, 3.0
"""How far its ends are from the middles of the nodes, and below their bottoms, where edges and names are in the way."""
SAG, MIN_SAG = 0.25, 20.0
"""How far its bend is below its lower end: as a share of its width, and at least."""
CURVE_LINES = 24
"""The lines that a curve becomes."""
HEAD_LENGTH, HALF_HEAD_WIDTH = 7.0, 3.5
"""The length of the head, and half of its width."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Link:
    """An arrow from a node that a table answered to the one that stored the answer."""

    number: int
    """Of the node that the table has answered."""
    source: int
    """Of the node that had stored the answer."""
    start: Point
    bend: Point
    """The control point of a quadratic curve."""
    end: Point

    @property
    def bottom(self) -> float:
        """The lowest y that the curve reaches at most."""
        return max(self.start[1], self.end[1]) + (self.bend[1] - max(self.start[1], self.end[1])) / 2

    @property
    def cubic(self) -> tuple[Point, Point]:
        """The two control points of the curve as a cubic one."""
        (x, y), (bend_x, bend_y), (to_x, to_y) = self.start, self.bend, self.end
        first = x + (bend_x - x) * 2 / 3, y + (bend_y - y) * 2 / 3
        return first, (to_x + (bend_x - to_x) * 2 / 3, to_y + (bend_y - to_y) * 2 / 3)

    @property
    def points(self) -> tuple[Point, ...]:
        """The curve as a chain of short lines."""
        (x, y), (bend_x, bend_y), (to_x, to_y) = self.start, self.bend, self.end
        shares = [
            ((1 - t) ** 2, 2 * t * (1 - t), t * t) for t in (place / CURVE_LINES for place in range(CURVE_LINES + 1))
        ]
        return tuple((a * x + b * bend_x + c * to_x, a * y + b * bend_y + c * to_y) for a, b, c in shares)

    @property
    def head(self) -> tuple[Point, Point, Point]:
        """The corners of the arrowhead, its tip first."""
        (x, y), (to_x, to_y) = self.bend, self.end
        length = hypot(to_x - x, to_y - y)
        along, across = (to_x - x) / length, (to_y - y) / length
        base_x, base_y = to_x - along * HEAD_LENGTH, to_y - across * HEAD_LENGTH
        right, down = -across * HALF_HEAD_WIDTH, along * HALF_HEAD_WIDTH
        return self.end, (base_x + right, base_y + down), (base_x - right, base_y - down)


def link(number: int, bottom: Point, source: int, source_bottom: Point, gap: float) -> Link:
    """Return the link between two nodes, each given by its number and the middle of its bottom.

    `gap` is what is free between two plies. A curve goes half as far down as its bend, and so stays above the moves of
    the next ply.
    """
    side = END_SHIFT if source_bottom[0] > bottom[0] else -END_SHIFT
    (x, y), (to_x, to_y) = bottom, source_bottom
    start, end = (x + side, y + END_DROP), (to_x - side, to_y + END_DROP)
    sag = min(gap, max(MIN_SAG, SAG * abs(end[0] - start[0])))
    return Link(number, source, start, ((start[0] + end[0]) / 2, max(start[1], end[1]) + sag), end)


class Sources:
    """The numbers of the nodes that stored what a table answered.

    It is asked about all nodes in their order, and so keeps no more than the numbers of those that are such sources:
    what is stored is stored before it is found.
    """

    def __init__(self, selection: Selection) -> None:
        self._hits = selection.trace.origin.hits
        self._frames = np.unique(self._hits.sources)
        self._numbers = np.full(len(self._frames), -1, np.int32)
        self._next = 0

    def number(self, node: Node) -> int:
        """Return the number of the node that stored a node's answer, -1 for none; every node is asked for, in order."""
        if node.is_stub or node.ghost is not None or not len(self._frames):
            return -1
        frames, at = self._frames, self._next
        while at < len(frames) and frames[at] < node.frame:
            at += 1
        if at < len(frames) and frames[at] == node.frame:
            self._numbers[at] = node.number
        self._next = at
        source = self._hits.source(node.frame)
        return -1 if source < 0 else int(self._numbers[np.searchsorted(frames, source)])

"""Where frames and pruned moves are drawn, with the same questions for every view.

Whatever is drawn over the picture finds its place here, independently of how the view below is laid out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np
from plyscope.layout.rows import STUB
from PySide6.QtCore import QPointF, QRectF, QSizeF

from plyscope_window.canvas.focus_layout import GLYPH_WIDTH as FOCUS_GLYPH
from plyscope_window.canvas.focus_layout import FocusLayout, Node
from plyscope_window.canvas.geometry import block_edges, seen_blocks
from plyscope_window.canvas.tree import stubs_of

if TYPE_CHECKING:
    from plyscope.layout.rows import Row, Rows
    from plyscope.layout.viewport import View
    from plyscope.model.trace import Trace

    from plyscope_window.canvas.tree import TreePicture

LETTER_ROOM = 24.0
"""The width of a block from which a letter is written on it."""


@dataclass(frozen=True)
class Place:
    """Where a frame is drawn."""

    point: QPointF
    reach: float
    """Half the width of its glyph, with the ground that it stands on."""
    is_itself: bool = True
    """False where something else stands for it: a caller, a bundle, the note that stands for the plies above."""
    glyph: float = 0.0
    """Half the width of its glyph alone; 0 where it stands on no ground."""
    name: QRectF = field(default_factory=QRectF)
    """Where its name stands beside it; empty where that is in no arrow's way."""
    ground: QRectF = field(default_factory=QRectF)
    """The ground that it stands on, where that is wider than it reaches."""
    is_pale: bool = False
    """Whether only its outline is drawn."""


@dataclass(frozen=True)
class StubPlace:
    """Where a pruned move is drawn."""

    frame: int
    move: int
    point: QPointF
    width: float
    """The width that it has."""
    room: float
    """The height below it."""
    ghost_view: View | None = None
    """The view of its ghost, where that has room of its own."""
    glyph: float = 0.0
    """The width of its glyph where the tree is shown whole, with what is below it; 0 where it follows from its room."""
    mark: QRectF = field(default_factory=QRectF)
    """The strokes across its edge; empty where they are in no label's way."""


class Places(Protocol):
    """Where things are in one view."""

    area: QRectF
    """The visible area."""
    links_owner: bool
    """Whether the owner of a bound is linked to the child that set it: it is not plain from edges or blocks."""

    def of(self, frame: int) -> Place | None:
        """Where a frame or what stands for it is; perhaps outside the area."""

    def drawn(self) -> Iterator[tuple[int, Place]]:
        """The frames that are drawn one by one."""

    def stubs(self) -> Iterator[StubPlace]:
        """The pruned moves that are drawn one by one."""


class FocusPlaces:
    """The places of the focus view."""

    links_owner = True

    def __init__(self, focus: FocusLayout, size: QSizeF) -> None:
        self.nodes, self.trace, self._has_entered = focus.nodes, focus.session.trace, focus.session.has_entered
        self.area = QRectF(QPointF(0, 0), size)

    @cached_property
    def _by_frame(self) -> dict[int, Node]:
        """The nodes that are frames, by frame."""
        return {node.item.frame: node for node in self.nodes if node.item.kind == "frame"}

    @cached_property
    def _above(self) -> Node | None:
        """The note that stands for the plies above, if there is one."""
        return next((node for node in self.nodes if node.item.kind == "above"), None)

    def of(self, frame: int) -> Place | None:
        """Where a frame is drawn, or the bundle, caller or note that stands for it."""
        above, is_itself = frame, True
        while above >= 0:
            if above in self._by_frame:
                return Place(self._by_frame[above].point, FOCUS_GLYPH / 2, is_itself)
            bundles = [
                node
                for node in self.nodes
                if node.item.kind == "bundle" and node.item.frame == self.trace.parents[above]
                and node.item.first <= above
            ]  # fmt: skip
            if bundles:
                return Place(bundles[-1].point, FOCUS_GLYPH / 2, False)
            above, is_itself = self.trace.parents[above], False
        return None if self._above is None else Place(self._above.point, FOCUS_GLYPH, False)

    def drawn(self) -> Iterator[tuple[int, Place]]:
        """The frames of the view, with their places."""
        for frame, node in self._by_frame.items():
            yield frame, Place(node.point, FOCUS_GLYPH / 2, is_pale=not self._has_entered(frame))

    def stubs(self) -> Iterator[StubPlace]:
        """The pruned moves of the view that stand alone, with their places."""
        names: dict[int, dict[str, int]] = {}
        for node in self.nodes:
            item = node.item
            if item.kind == "stub" and item.count == 1:
                if item.frame not in names:
                    names[item.frame] = pruned_moves_by_text(self.trace, item.frame)
                if item.move in names[item.frame]:
                    yield StubPlace(item.frame, names[item.frame][item.move], node.point, node.slot, node.room)


class TreePlaces:
    """The places of the tree view."""

    links_owner = True

    def __init__(self, tree: TreePicture, rows: Rows, view: View, *, labels: bool) -> None:
        self.rows, self.view, self.levels = rows, view, tree.levels
        self.style = tree.style(view, labels)
        self.area = QRectF(0, 0, view.width, view.height)

    def of(self, frame: int) -> Place | None:
        """Where a frame is drawn, or the nearest one above it that is shown."""
        shown = self.rows.nearest_shown(frame)
        span = self.rows.span(shown)
        if span is None:
            return None
        left, right = self.view.x_of(span[0]), self.view.x_of(span[1])
        is_seen = right > 0 and left < self.view.width
        x = self.style.centre(self.view, left, right) if is_seen else (left + right) / 2
        reach = min(self.style.glyph, max(6.0, (right - left) * 0.82)) / 2
        return Place(QPointF(x, self.style.y(self.view, self.rows.trace.plies[shown])), reach, shown == frame)

    def drawn(self) -> Iterator[tuple[int, Place]]:
        """The frames with glyphs large enough for a letter, with their places."""
        for level in self.levels:
            widths, y = self.style.widths(level), self.style.y(self.view, level.ply)
            for place in np.flatnonzero(widths >= LETTER_ROOM * 0.6).tolist():
                point = QPointF(float(level.centre[place]), y)
                yield int(level.frames[place]), Place(point, float(widths[place]) / 2)

    def stubs(self) -> Iterator[StubPlace]:
        """The pruned moves that are drawn one by one, with their places."""
        trace, moves = self.rows.trace, dict[int, list[int]]()
        for level in self.levels:
            y = self.style.y(self.view, level.ply + 1)
            for place, number, x, width in stubs_of(level, self.view):
                frame = int(level.frames[place])
                if frame not in moves:
                    moves[frame] = trace.pruned_moves(frame)
                ghost_view = view_of_ghost(level.row, int(level.places[place]), number, self.view)
                yield StubPlace(frame, moves[frame][number], QPointF(x, y), width, self.view.pitch, ghost_view)


class IciclePlaces:
    """The places of the icicle view, in which only pruned moves with room for their ghosts have one."""

    links_owner = False

    def __init__(self, rows: Rows, view: View) -> None:
        self.rows, self.view = rows, view
        self.area = QRectF(0, 0, view.width, view.height)

    def of(self, frame: int) -> Place | None:
        """Where the block of a frame is, or of the nearest one above it that is shown."""
        shown = self.rows.nearest_shown(frame)
        span = self.rows.span(shown)
        if span is None:
            return None
        left, right = self.view.x_of(span[0]), self.view.x_of(span[1])
        if right > 0 and left < self.view.width:
            left, right = max(left, 0.0), min(right, self.view.width)
        top, bottom = block_edges(self.view, self.rows.trace.plies[shown])
        reach = min(10.0, (right - left) / 2, (bottom - top) / 2)
        return Place(QPointF((left + right) / 2, (top + bottom) / 2), reach, shown == frame)

    def drawn(self) -> Iterator[tuple[int, Place]]:
        """The frames with blocks large enough for a letter, with the place of the letter."""
        for ply, frames, _, left, right in seen_blocks(self.rows, self.view):
            top, bottom = block_edges(self.view, ply)
            if bottom - top < LETTER_ROOM * 0.6:
                continue
            for place in np.flatnonzero(right - left >= 2 * LETTER_ROOM).tolist():
                # The letter stands at the left end of the block and leaves the middle to text.
                yield int(frames[place]), Place(QPointF(max(0.0, float(left[place])) + 14, (top + bottom) / 2), 0)

    def stubs(self) -> Iterator[StubPlace]:
        """The pruned moves whose ghosts have room of their own, with their places."""
        for ply, row in enumerate(self.rows.rows):
            top, bottom = block_edges(self.view, ply + 1)
            for place in row.rooms:
                frame = int(row.frames[place])
                for number, move in enumerate(self.rows.trace.pruned_moves(frame)):
                    ghost_view = view_of_ghost(row, place, number, self.view)
                    if ghost_view is not None:
                        left, width = -ghost_view.x * ghost_view.scale, ghost_view.units * ghost_view.scale
                        point = QPointF(left + width / 2, (top + bottom) / 2)
                        yield StubPlace(frame, move, point, width, bottom - top, ghost_view)


def view_of_ghost(row: Row, place: int, number: int, view: View) -> View | None:
    """The view in which a ghost lies in the tree around it; None where it has no room of its own."""
    widths = row.rooms.get(place)
    if widths is None or widths[number] == STUB:
        return None
    begin = int(row.ends[place]) - sum(widths[number:])
    return replace(view, units=widths[number], x=view.x - begin, given_pitch=view.pitch)


def pruned_moves_by_text(trace: Trace, frame: int) -> dict[str, int]:
    """The pruned moves of a frame by their texts, in order; none in the union of two recordings."""
    texts, moves = trace.pruned_texts(frame), trace.pruned_moves(frame)
    return dict(zip(texts, moves, strict=True)) if len(texts) == len(moves) else {}

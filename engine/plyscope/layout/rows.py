"""The row index: every ply of a recording as one sorted row of spans, with sums that make any zoom equally cheap.

Frames lie in the order of their leaves, so that a subtree owns one span of x at every ply below it, and x
grows with time. A leaf is two units wide, a pruned move is one, at the end of its frame. To see
which frames a point or a pixel covers is a binary search in a row; what a pixel shows on average is the
difference of two running sums, from a thousand frames a pixel to a thousand pixels a frame.

A pruned move may be given more room, for its ghost. Subtrees that are omitted because they are equal to others are
counted by parent, so that a note can be drawn there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from plyscope.layout.shades import Shades
from plyscope.model.preorder import blocks
from plyscope.model.trace import Trace


@dataclass(frozen=True)
class Omitted:
    """How many frames are omitted under which parent."""

    parents: NDArray[np.int32]
    """The frames with omitted subtrees, ascending."""
    sums: NDArray[np.int64]
    """How many frames are omitted under each of them."""

    @staticmethod
    def of(trace: Trace, tops: NDArray[np.int32]) -> Omitted:
        """Count omitted subtrees; `tops` are their top frames."""
        parents, places = np.unique(trace.column("parent")[tops], return_inverse=True)
        sums = np.bincount(places, weights=trace.column("size")[tops], minlength=len(parents))
        return Omitted(parents.astype(np.int32), sums.astype(np.int64))

    def under(self, frame: int) -> int:
        """How many frames are omitted under a frame."""
        place = int(np.searchsorted(self.parents, np.int32(frame)))
        is_there = place < len(self.parents) and self.parents[place] == frame
        return int(self.sums[place]) if is_there else 0

    def among(self, frames: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Which of these frames have omitted subtrees."""
        if not len(self.parents):
            return np.zeros(len(frames), np.bool_)
        places = np.minimum(np.searchsorted(self.parents, frames), len(self.parents) - 1)
        return np.asarray(self.parents[places] == frames)


MAX_SPANS = 100_000
"""Cached spans: walking through a tree needs those of the same open frames again and again."""
LEAF, STUB = 2, 1
"""Widths in units."""

Ints = NDArray[np.int32]
NONE: Ints = np.empty(0, np.int32)
Rooms = Mapping[int, tuple[int, ...]]
"""The widths of all pruned moves of some frames, where they are wider than usual."""
Number = TypeVar("Number", bound=np.generic)


@dataclass(frozen=True)
class Row:
    """The frames of one ply, left to right, which is also their order in time."""

    frames: Ints
    starts: Ints
    """Where each span begins, in units."""
    ends: Ints
    widths_before: Ints
    """Running sum of widths; one longer than the row."""
    shades_before: Ints
    """Running sum of width times shade. It may wrap round: differences stay exact."""
    shades: NDArray[np.int8]
    """Each frame's value as a shade from -127, best for MIN, to 127, best for MAX."""
    first_child: Ints
    """Where in the next row each frame's children begin; one longer than the row."""
    stubs: NDArray[np.uint16] | None
    """How many moves each frame pruned; None where none did."""
    stubs_before: Ints | None
    """The running sum of their widths; one longer than the row."""
    rooms: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """By places in the row."""

    def __len__(self) -> int:
        return len(self.frames)

    def shaded(self, shades: NDArray[np.int8]) -> Row:
        """The same row in other shades."""
        widths = self.ends - self.starts
        return replace(self, shades=shades, shades_before=running_sum(widths * shades.astype(np.int32)))

    def place(self, frame: int) -> int:
        """Where in the row a frame stands; -1 where it does not."""
        place = int(np.searchsorted(self.frames, np.int32(frame)))
        return place if place < len(self.frames) and self.frames[place] == frame else -1

    def place_at(self, x: float) -> int:
        """Which span covers a point; -1 where none does."""
        if x < 0:
            return -1
        place = int(np.searchsorted(self.starts, np.int32(min(x, 2**31 - 1)), "right")) - 1
        return place if place >= 0 and x < self.ends[place] else -1

    def stub_widths(self, place: int) -> tuple[int, ...]:
        """How wide each pruned move of a frame is, in the order in which they would have been tried."""
        number = 0 if self.stubs is None else int(self.stubs[place])
        return self.rooms.get(place) or (STUB,) * number

    def stub_at(self, place: int, x: float) -> int:
        """The pruned move of a frame that a point belongs to; -1 where it belongs to none."""
        if self.stubs is None or not self.stubs[place]:
            return -1
        widths = self.stub_widths(place)
        begin = int(self.ends[place]) - sum(widths)
        for number, width in enumerate(widths):
            if begin <= x < begin + width:
                return number
            begin += width
        return -1

    def averages(self, edges: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Between each two edges, which ascend: the width that is covered, and its mean shade."""
        place = self._places(edges)
        starts = self.starts[place]
        part = np.clip(edges - starts, 0, self.ends[place] - starts)
        covered = np.diff(self.widths_before[place]) + np.diff(part)
        shaded = np.diff(self.shades_before[place]) + np.diff(part * self.shades[place])
        return covered, shaded / np.maximum(covered, 1e-9)

    def pruned_share(self, edges: NDArray[np.float64]) -> NDArray[np.float64] | None:
        """Between each two edges, which ascend: the width of pruned moves, which would be in the next row."""
        if self.stubs is None or self.stubs_before is None:
            return None
        place = self._places(edges)
        widths = self.stubs_before[place + 1] - self.stubs_before[place]
        part = np.clip(edges - (self.ends[place] - widths), 0, widths)
        return np.asarray(np.diff(self.stubs_before[place]) + np.diff(part))

    def _places(self, edges: NDArray[np.float64]) -> NDArray[np.int64]:
        """The last span that begins at or before each point. The points get the row's own type: mixing is slow."""
        whole = np.clip(np.floor(edges), -1, 2**31 - 1).astype(np.int32)
        return np.maximum(np.searchsorted(self.starts, whole, "right") - 1, 0)


class Rows:
    """The row index of one recording, as far as it is shown."""

    def __init__(
        self,
        trace: Trace,
        collapsed: Collection[int] = (),
        hidden: Collection[int] = (),
        shades: Shades | None = None,
        *,
        unneeded: Ints = NONE,
        strong: NDArray[np.bool_] | None = None,
        same: Ints = NONE,
        are_equal: bool = True,
        rooms: Rooms | None = None,
        plies: int = 0,
    ) -> None:
        """`collapsed` frames are shown without what lies below them, `hidden` ones not at all.

        `unneeded` frames are hidden too, possibly very many, and no note is drawn in their place.
        Frames that are the `same` as others elsewhere are hidden and counted in a note under each parent; `are_equal`
        is whether they really are.
        Where only some frames are `strong`, by an entry for each, all others are pale.
        `rooms` widen pruned moves of some frames, for ghosts that reach down to so many `plies`.
        """
        self.rooms = rooms or {}
        self.trace = trace
        self.collapsed, self.noted = frozenset(collapsed), frozenset(hidden)
        self.same, self.are_equal = Omitted.of(trace, same), are_equal
        self.shades = shades or Shades.of(trace)
        tops = np.concatenate([np.array([*self.noted], np.int32), unneeded, same])
        shown = frames_shown(trace, np.array([*collapsed], np.int32), tops)
        self.hidden_count = 0 if shown is None else len(trace) - len(shown)
        """Frames that are not shown."""
        size: Ints = pick(trace.column("size"), shown)
        ply: NDArray[np.uint16] = pick(trace.column("ply"), shown)
        skipped: NDArray[np.uint16] = pick(trace.column("skipped"), shown)
        if shown is not None:
            size = sizes_of_shown(size, shown)
            skipped[np.isin(shown, np.array(list(collapsed), np.int32))] = 0
        units = units_of(skipped, shown, self.rooms)
        starts, widths = spans(size, units)
        self.width = int(widths[0])
        self.rows = rows_of(ply, skipped, units, starts, widths, self.shades.of_frames(trace, shown), shown)
        self._widen_stubs()
        self.strong = None if strong is None else Shares(self.rows, strong)
        """The frames that are not pale; None where none is."""
        self._spans: dict[int, tuple[int, int] | None] = {}
        self.plies = max(len(self.rows), plies)
        """The number of plies to be drawn."""

    def _widen_stubs(self) -> None:
        """Give pruned moves the rooms that they have, where their frames are shown."""
        for frame, widths in self.rooms.items():
            ply = self.trace.plies[frame]
            row = self.rows[ply] if ply < len(self.rows) else None
            place = -1 if row is None else row.place(frame)
            if row is not None and place >= 0 and row.stubs is not None and row.stubs[place]:
                row.rooms[place] = widths

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, ply: int) -> Row:
        return self.rows[ply]

    @property
    def bytes(self) -> int:
        """The memory that the index uses."""
        columns = (column for row in self.rows for column in vars(row).values())
        return sum(column.nbytes for column in columns if isinstance(column, np.ndarray))

    def span(self, frame: int) -> tuple[int, int] | None:
        """Where a frame begins and ends, in units; None where it is not shown."""
        if frame in self._spans:
            return self._spans[frame]
        if len(self._spans) > MAX_SPANS:
            self._spans.clear()
        ply = self.trace.plies[frame]
        row, place = (self.rows[ply], self.rows[ply].place(frame)) if ply < len(self.rows) else (None, -1)
        found = None if row is None or place < 0 else (int(row.starts[place]), int(row.ends[place]))
        self._spans[frame] = found
        return found

    def children(self, frame: int) -> list[int]:
        """The visible children of a visible frame."""
        row, below = self.rows[self.trace.plies[frame]], self.rows[self.trace.plies[frame] + 1 :][:1]
        place = row.place(frame)
        here = slice(row.first_child[place], row.first_child[place + 1])
        return [child for ply in below for child in ply.frames[here].tolist()]

    def is_pale(self, frame: int) -> bool:
        return self.strong is not None and not self.strong.marked[frame]

    def nearest_shown(self, frame: int) -> int:
        """The frame itself, or the nearest one above it that is shown."""
        while frame > 0 and self.span(frame) is None:
            frame = self.trace.parents[frame]
        return frame


def pick(column: NDArray[Number], shown: Ints | None) -> NDArray[Number]:
    return column if shown is None else column[shown]


def frames_shown(trace: Trace, collapsed: Ints, hidden: Ints) -> Ints | None:
    """The frames that are shown; None for all of them. The root always is."""
    hidden = hidden[hidden > 0]
    if not len(collapsed) and not len(hidden):
        return None
    size = trace.column("size")
    # How many hidden subtrees each frame lies in: one more where a subtree begins, one less where it ends.
    within = np.zeros(len(trace) + 1, np.int32)
    np.add.at(within, np.concatenate([collapsed + 1, hidden]), 1)
    np.subtract.at(within, np.concatenate([collapsed + size[collapsed], hidden + size[hidden]]), 1)
    return np.flatnonzero(np.cumsum(within[:-1], dtype=np.int32) == 0).astype(np.int32)


def sizes_of_shown(size: NDArray[np.int32], shown: NDArray[np.int32]) -> NDArray[np.int32]:
    """The number of visible frames in each subtree."""
    ends = np.searchsorted(shown, shown + size)
    return np.asarray(ends - np.arange(len(shown)), np.int32)


def units_of(skipped: NDArray[np.uint16], shown: Ints | None, rooms: Rooms) -> NDArray[np.uint16] | Ints:
    """How wide the pruned moves of each frame are together."""
    if not rooms:
        return skipped * np.uint16(STUB)
    units = skipped.astype(np.int32) * STUB
    for frame, widths in rooms.items():
        place = frame if shown is None else int(np.searchsorted(shown, frame))
        if place < len(units) and (shown is None or shown[place] == frame) and units[place]:
            units[place] = sum(widths)
    return units


def spans(size: NDArray[np.int32], units: NDArray[np.uint16] | Ints) -> tuple[Ints, Ints]:
    """Where each frame begins, and how wide it is.

    A frame is as wide as the leaves and the pruned moves in its slice. It begins after all leaves before it
    and the moves pruned in the frames that have ended before it: those come at the end of their frames.
    """
    count = len(size)
    leaves = np.zeros(count + 1, np.int32)
    np.cumsum(size == 1, dtype=np.int32, out=leaves[1:])
    leaves *= LEAF
    if not units.any():
        return leaves[:-1], np.asarray(leaves.take(np.arange(count, dtype=np.int32) + size) - leaves[:-1], np.int32)
    pruned = np.zeros(count + 1, np.int32)
    np.cumsum(units, dtype=np.int32, out=pruned[1:])
    ended = np.zeros(count + 1, np.int32)
    for frames in blocks(count):
        here = slice(frames[0], frames[-1] + 1)
        some = frames[units[here] > 0]
        np.add.at(ended, some + size[some], units[some].astype(np.int32))
    np.cumsum(ended, dtype=np.int32, out=ended)
    ends = np.arange(count, dtype=np.int32) + size
    widths = leaves.take(ends) - leaves[:-1]
    widths += pruned.take(ends)
    widths -= pruned[:-1]
    return leaves[:-1] + ended[:-1], widths


def rows_of(
    ply: NDArray[np.uint16],
    skipped: NDArray[np.uint16],
    units: NDArray[np.uint16] | Ints,
    starts: Ints,
    widths: Ints,
    shades: NDArray[np.int8],
    shown: NDArray[np.int32] | None,
) -> list[Row]:
    """The frames sorted by ply. Within a ply they keep their order, so every row is sorted already."""
    order = np.argsort(ply, kind="stable").astype(np.int32)
    counts = np.bincount(ply)
    bounds = np.concatenate([[0], np.cumsum(counts)])
    made: list[Row] = []
    for number in range(len(counts)):
        here = order[bounds[number] : bounds[number + 1]]
        below = order[bounds[number + 1] : bounds[number + 2]] if number + 1 < len(counts) else order[:0]
        # Unlike an index in brackets, `take` lets other threads run, such as that of the interface.
        places = here.astype(np.intp)
        width, shade, stubs = widths.take(places), shades.take(places), skipped.take(places)
        start = starts.take(places)
        made.append(
            Row(
                frames=here if shown is None else shown[here],
                starts=start,
                ends=start + width,
                widths_before=running_sum(width),
                shades_before=running_sum(width * shade.astype(np.int32)),
                shades=shade,
                first_child=first_children(here, below),
                stubs=stubs if stubs.any() else None,
                stubs_before=running_sum(units.take(places).astype(np.int32)) if stubs.any() else None,
            )
        )
    return made


def first_children(here: Ints, below: Ints) -> Ints:
    """Where in the next row each frame's children begin; one longer than the row."""
    places = np.full(len(here) + 1, len(below), np.int32)
    places[:-1] = np.searchsorted(below, here)
    return places


def running_sum(numbers: Ints) -> Ints:
    sums = np.zeros(len(numbers) + 1, np.int32)
    np.cumsum(numbers, dtype=np.int32, out=sums[1:])
    return sums


FULL = 127


class Shares:
    """The marked frames among those of one row index."""

    def __init__(self, rows: Sequence[Row], marked: NDArray[np.bool_]) -> None:
        self.rows = rows
        self.marked = marked
        """One entry for each frame of the recording."""
        self._summed: dict[int, Row] = {}

    def between(self, ply: int, edges: NDArray[np.float64]) -> NDArray[np.float64]:
        """Between each two edges, which ascend, how much of what lies there is marked, from 0 to 1."""
        if ply not in self._summed:
            row = self.rows[ply]
            self._summed[ply] = row.shaded(self.marked[row.frames].astype(np.int8) * np.int8(FULL))
        covered, shade = self._summed[ply].averages(edges)
        return np.where(covered > 0, np.clip(shade / FULL, 0, 1), 0.0)

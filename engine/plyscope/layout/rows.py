"""The row index: every ply of a recording as one sorted row of spans, with sums that make any zoom equally cheap.

Frames lie in the order of their leaves, so that a subtree owns one span of x at every ply below it, and x
grows with time. A leaf is two units wide, a pruned move is one, at the end of its frame. To see
which frames a point or a pixel covers is a binary search in a row; what a pixel shows on average is the
difference of two running sums, from a thousand frames a pixel to a thousand pixels a frame.

Where a frame lies follows from sums over the whole recording, which are fast; its row takes longer. So a large
recording is laid out in stages: first the places of all frames and the upper plies, then the plies below, which have
most of the frames.

A pruned move may be given more room, for its ghost. Subtrees that are omitted because they are equal to others are
counted by parent, so that a note can be drawn there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from plyscope.layout.shades import Shades
from plyscope.model.preorder import parts
from plyscope.model.trace import Trace


@dataclass(frozen=True)
class Omitted:
    """The numbers of frames that are omitted, by the frame that they were under."""

    parents: NDArray[np.int32]
    """The frames with omitted subtrees, ascending."""
    sums: NDArray[np.int64]
    """How many frames are omitted under each of them."""

    @staticmethod
    def of(trace: Trace, tops: NDArray[np.int32]) -> Omitted:
        """Return the counts of omitted subtrees; `tops` are their top frames."""
        parents, places = np.unique(trace.column("parent")[tops], return_inverse=True)
        sums = np.bincount(places, weights=trace.column("size")[tops], minlength=len(parents))
        return Omitted(parents.astype(np.int32), sums.astype(np.int64))

    def under(self, frame: int) -> int:
        """Return how many frames are omitted under a frame."""
        place = int(np.searchsorted(self.parents, np.int32(frame)))
        is_there = place < len(self.parents) and self.parents[place] == frame
        return int(self.sums[place]) if is_there else 0

    def among(self, frames: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Return which of these frames have omitted subtrees."""
        if not len(self.parents):
            return np.zeros(len(frames), np.bool_)
        places = np.minimum(np.searchsorted(self.parents, frames), len(self.parents) - 1)
        return np.asarray(self.parents[places] == frames)


MAX_SPANS = 100_000
"""The most spans that are kept: walking through a tree needs those of the same open frames again and again."""
LEAF, STUB = 2, 1
"""Widths of a leaf and of a pruned move in units."""
STAGE = 400_000
"""Frames of a stage of the layout, or an eighth of all where that is more."""

Ints = NDArray[np.int32]
NO_FRAMES: Ints = np.empty(0, np.int32)
Rooms = Mapping[int, tuple[int, ...]]
"""Frame -> the widths of all its pruned moves, where they are wider than usual."""
Number = TypeVar("Number", bound=np.generic)


@dataclass(frozen=True)
class Row:
    """The frames of one ply, left to right, which is also their order in time."""

    frames: Ints
    starts: Ints
    """The units at which the spans begin."""
    ends: Ints
    widths_before: Ints
    """Running sum of widths; one longer than the row."""
    shades_before: Ints
    """Running sum of width times shade. It may wrap round: differences stay exact."""
    shades: NDArray[np.int8]
    """Each frame's value as a shade from -127, best for MIN, to 127, best for MAX."""
    first_child: Ints
    """The place of each frame's first child in the next row; one longer than the row."""
    stubs: NDArray[np.uint16] | None
    """The number of moves that each frame pruned; None where none did."""
    stubs_before: Ints | None
    """Running sum of the widths of pruned moves; one longer than the row."""
    rooms: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Place in the row -> the widths of the frame's pruned moves, where they are wider than usual."""

    def __len__(self) -> int:
        return len(self.frames)

    def shaded(self, shades: NDArray[np.int8]) -> Row:
        """Return the row in other shades."""
        widths = self.ends - self.starts
        return replace(self, shades=shades, shades_before=running_sum(widths * shades.astype(np.int32)))

    def place(self, frame: int) -> int:
        """Return the place of a frame in the row; -1 where it is not in it."""
        place = int(np.searchsorted(self.frames, np.int32(frame)))
        return place if place < len(self.frames) and self.frames[place] == frame else -1

    def place_at(self, x: float) -> int:
        """Return the place of the span that covers a unit; -1 where none does."""
        if x < 0:
            return -1
        place = int(np.searchsorted(self.starts, np.int32(min(x, 2**31 - 1)), "right")) - 1
        return place if place >= 0 and x < self.ends[place] else -1

    def stub_widths(self, place: int) -> tuple[int, ...]:
        """Return the widths of a frame's pruned moves, in the order in which they would have been tried."""
        number = 0 if self.stubs is None else int(self.stubs[place])
        return self.rooms.get(place) or (STUB,) * number

    def stub_at(self, place: int, x: float) -> int:
        """Return which of a frame's pruned moves, from 0, stands at a unit; -1 where none does."""
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
        """Return the width that is covered between each two ascending edges, and its mean shade."""
        place = self._places(edges)
        starts = self.starts[place]
        part = within(edges - starts, self.ends[place] - starts)
        covered = gaps(self.widths_before[place]) + gaps(part)
        shaded = gaps(self.shades_before[place]) + gaps(part * self.shades[place])
        return covered, shaded / np.maximum(covered, 1e-9)

    def pruned_widths(self, edges: NDArray[np.float64]) -> NDArray[np.float64] | None:
        """Return the width of pruned moves between each two ascending edges; None where nothing was pruned."""
        if self.stubs is None or self.stubs_before is None:
            return None
        place = self._places(edges)
        widths = self.stubs_before[place + 1] - self.stubs_before[place]
        part = within(edges - (self.ends[place] - widths), widths)
        return np.asarray(gaps(self.stubs_before[place]) + gaps(part))

    def _places(self, edges: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return the place of the last span that begins at or before each unit; 0 where none does."""
        # The units get the row's own type: mixing is slow.
        whole = np.minimum(np.maximum(np.floor(edges), -1), 2**31 - 1).astype(np.int32)
        return np.maximum(self.starts.searchsorted(whole, "right") - 1, 0)


# Pictures ask for a few dozen points at a time, where numpy's own functions for these take twice as long.


def within(values: NDArray[Any], most: NDArray[Any]) -> NDArray[Any]:
    """Return values between 0 and a limit each."""
    return np.asarray(np.minimum(np.maximum(values, 0), most))


def gaps(values: NDArray[Any]) -> NDArray[Any]:
    """Return the difference of each value from the one before."""
    return np.asarray(values[1:] - values[:-1])


class Rows:
    """The row index of a recording, as far as its frames are shown."""

    def __init__(
        self,
        trace: Trace,
        collapsed: Collection[int] = (),
        hidden: Collection[int] = (),
        shades: Shades | None = None,
        *,
        unneeded: Ints = NO_FRAMES,
        strong: NDArray[np.bool_] | None = None,
        same: Ints = NO_FRAMES,
        are_equal: bool = True,
        rooms: Rooms | None = None,
        plies: int = 0,
        in_stages: bool = False,
    ) -> None:
        """`collapsed` frames are shown without what lies below them, `hidden` ones not at all.

        `unneeded` frames are hidden too, possibly very many, and no note is drawn in their place.
        Frames that are the `same` as others elsewhere are hidden and counted in a note under each parent; `are_equal`
        is whether they really are.
        Where only some frames are `strong`, by an entry for each, all others are pale.
        `rooms` widen pruned moves of some frames, for ghosts that reach down to so many `plies`.
        With `in_stages` there are no rows yet: `stages` makes them.
        """
        self.trace, self.rooms = trace, rooms or {}
        self.collapsed, self.noted = frozenset(collapsed), frozenset(hidden)
        self.same, self.are_equal = Omitted.of(trace, same), are_equal
        self.shades = shades or Shades.of(trace)
        shown = frames_shown(trace, collapsed, self.noted, unneeded, same)
        self.hidden_count = 0 if shown is None else len(trace) - len(shown)
        self._places: Places | None = places_of(trace, shown, collapsed, self.rooms)
        """The spans of all frames; None once every ply has its row, which has them, too."""
        self.width = int(self._places.ends(np.zeros(1, np.intp))[0])
        self._ply: NDArray[np.uint16] | None = pick(trace.column("ply"), shown)
        """The ply of every frame, as long as there are plies without a row."""
        self._counts = counts_by_ply(self._ply)
        """The number of frames of each ply."""
        self.depth = len(self._counts)
        """The number of plies with frames that are shown."""
        self.plies = max(self.depth, plies)
        """The number of plies to be drawn."""
        self._marked, self.strong = strong, None if strong is None else Shares((), strong)
        """The frames that are not pale; None where none is."""
        self._spans: dict[int, tuple[int, int] | None] = {}
        self.rows: list[Row] = []
        """The plies from the root down that have a row."""
        self._by_ply: list[Ints] = []
        """The places of the frames of the upper plies, or of all; empty once every ply has its row."""
        if not in_stages:
            self._add_rows(range(self.depth))

    def stages(self) -> Iterator[Rows]:
        """Yield the layout with the rows of the upper plies, with more of them, and at last with all of them."""
        least = max(STAGE, len(self.trace) // 8)
        made, first, frames = self, 0, 0
        for ply, count in enumerate(self._counts):
            if frames and frames + count > least:
                yield (made := made._longer(range(first, ply)))
                first, frames = ply, 0
            frames += count
        yield made._longer(range(first, self.depth))

    def _longer(self, plies: range) -> Rows:
        """Return the same layout with the rows of more plies."""
        longer = copy(self)
        longer.rows = [*self.rows]
        longer._add_rows(plies)
        return longer

    def _add_rows(self, plies: range) -> None:
        """Make the rows of some plies, the next ones; after the last ones forget what they were made from."""
        assert self._places is not None
        self._find_places(plies)
        for ply in plies:
            below = self._by_ply[ply + 1] if ply + 1 < self.depth else NO_FRAMES
            self.rows.append(row_of(self._places, self._by_ply[ply], below, self.shades, self.trace))
        if self.is_complete:
            self._places, self._ply, self._by_ply = None, None, []
        self._widen_stubs(plies)
        self.strong = None if self._marked is None else Shares(self.rows, self._marked)

    def _find_places(self, plies: range) -> None:
        """Find the frames of some plies and of the one below them.

        At first only of those: a picture of the upper plies does not wait for the many frames of the lower ones.
        """
        assert self._ply is not None
        found = len(self._by_ply)
        end = min(plies.stop + 1, self.depth) if not found else self.depth
        if found < end:
            self._by_ply = [*self._by_ply, *places_by_ply(self._ply, self._counts, range(found, end))]

    @property
    def is_complete(self) -> bool:
        """Whether every ply has its row."""
        return len(self.rows) == self.depth

    def is_of_same_layout(self, other: Rows | None) -> bool:
        """Whether another row index is another stage of this layout."""
        return other is not None and other._spans is self._spans

    def _widen_stubs(self, plies: range) -> None:
        """Give pruned moves in the rows of some plies the rooms that they have, where their frames are shown."""
        for frame, widths in self.rooms.items():
            ply = self.trace.plies[frame]
            row = self.rows[ply] if ply in plies else None
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
        columns = (column for row in self.rows for column in vars(row).values() if isinstance(column, np.ndarray))
        return sum(column.nbytes for column in columns if 0 not in column.strides)

    def span(self, frame: int) -> tuple[int, int] | None:
        """Return the units at which a frame begins and ends; None where it is not shown."""
        if frame in self._spans:
            return self._spans[frame]
        if len(self._spans) > MAX_SPANS:
            self._spans.clear()
        ply = self.trace.plies[frame]
        found = None
        if ply < len(self.rows):
            row = self.rows[ply]
            if (place := row.place(frame)) >= 0:
                found = int(row.starts[place]), int(row.ends[place])
        elif self._places is not None:
            found = self._places.span(frame)
        self._spans[frame] = found
        return found

    def children(self, frame: int) -> list[int]:
        """Return the visible children of a visible frame."""
        ply = self.trace.plies[frame]
        if self._places is not None and ply + 1 >= len(self.rows):
            return self._places.children(frame)
        row, below = self.rows[ply], self.rows[ply + 1 :][:1]
        place = row.place(frame)
        here = slice(row.first_child[place], row.first_child[place + 1])
        return [child for ply in below for child in ply.frames[here].tolist()]

    def is_pale(self, frame: int) -> bool:
        """Whether a frame is drawn pale, as only others are marked."""
        return self.strong is not None and not self.strong.marked[frame]

    def nearest_shown(self, frame: int) -> int:
        """Return the frame itself, or the nearest one above it that is shown."""
        while frame > 0 and self.span(frame) is None:
            frame = self.trace.parents[frame]
        return frame


def places_of(trace: Trace, shown: Ints | None, collapsed: Collection[int], rooms: Rooms) -> Places:
    """Return the spans of the visible frames."""
    size: Ints = pick(trace.column("size"), shown)
    skipped: NDArray[np.uint16] = pick(trace.column("skipped"), shown)
    if shown is not None:
        size = sizes_of_shown(size, shown)
        skipped[np.isin(shown, np.array(list(collapsed), np.int32))] = 0
    return Places(size, skipped, units_of(skipped, shown, rooms), shown)


def pick(column: NDArray[Number], shown: Ints | None) -> NDArray[Number]:
    """Return the entries of the shown frames in a column."""
    return column if shown is None else column[shown]


def frames_shown(
    trace: Trace, closed: Collection[int], noted: Collection[int], unneeded: Ints, same: Ints
) -> Ints | None:
    """Return the frames that are shown; None for all of them. The root always is."""
    collapsed = np.array([*closed], np.int32)
    hidden = np.concatenate([np.array([*noted], np.int32), unneeded, same])
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
    """Return the number of visible frames in each subtree."""
    ends = np.searchsorted(shown, shown + size)
    return np.asarray(ends - np.arange(len(shown)), np.int32)


def units_of(skipped: NDArray[np.uint16], shown: Ints | None, rooms: Rooms) -> NDArray[np.uint16] | Ints:
    """Return the width of the pruned moves of each frame together."""
    if not rooms:
        return skipped * np.uint16(STUB) if skipped.any() else skipped
    units = skipped.astype(np.int32) * STUB
    for frame, widths in rooms.items():
        place = frame if shown is None else int(np.searchsorted(shown, frame))
        if place < len(units) and (shown is None or shown[place] == frame) and units[place]:
            units[place] = sum(widths)
    return units


class Places:
    """The spans of all visible frames, by their places among the visible ones.

    A frame is as wide as the leaves and the pruned moves in its slice. It begins after all leaves before it
    and the moves pruned in the frames that have ended before it: those come at the end of their frames.
    """

    def __init__(
        self, size: Ints, skipped: NDArray[np.uint16], units: NDArray[np.uint16] | Ints, shown: Ints | None
    ) -> None:
        self.size, self.skipped, self.units, self.shown = size, skipped, units, shown
        count = len(size)
        self._leaves = np.zeros(count + 1, np.int32)
        np.cumsum(size == 1, dtype=np.int32, out=self._leaves[1:])
        self._leaves *= LEAF
        self.has_stubs = bool(units.any())
        self._pruned = self._ended = NO_FRAMES
        """The widths of moves pruned in all frames before one, and in all that have ended before it."""
        if self.has_stubs:
            self._pruned, self._ended = np.zeros(count + 1, np.int32), np.zeros(count + 1, np.int32)
            np.cumsum(units, dtype=np.int32, out=self._pruned[1:])
            for here in parts(count):
                some = here.start + np.flatnonzero(units[here])
                np.add.at(self._ended, some + size[some], units[some].astype(np.int32))
            np.cumsum(self._ended, dtype=np.int32, out=self._ended)

    # Unlike an index in brackets, `take` lets other threads run, such as that of the interface.

    def starts(self, places: NDArray[np.intp]) -> Ints:
        """Return the units at which frames begin, by their places."""
        starts: Ints = self._leaves.take(places)
        if self.has_stubs:
            starts += self._ended.take(places)
        return starts

    def ends(self, places: NDArray[np.intp]) -> Ints:
        """Return the units at which frames end, by their places."""
        after = places + self.size.take(places)
        ends: Ints = self._leaves.take(after)
        if self.has_stubs:
            ends += self._ended.take(places) + self._pruned.take(after) - self._pruned.take(places)
        return ends

    def span(self, frame: int) -> tuple[int, int] | None:
        """Return the units at which a frame begins and ends; None where it is not shown."""
        place = self._place(frame)
        if place < 0:
            return None
        here = np.array([place], np.intp)
        return int(self.starts(here)[0]), int(self.ends(here)[0])

    def children(self, frame: int) -> list[int]:
        """Return the visible children of a visible frame."""
        place = self._place(frame)
        child, end, found = place + 1, place + int(self.size[place]), []
        while child < end:
            found.append(child if self.shown is None else int(self.shown[child]))
            child += int(self.size[child])
        return found

    def _place(self, frame: int) -> int:
        """Return the place of a frame among the visible ones; -1 where it is none."""
        if self.shown is None:
            return frame
        place = int(np.searchsorted(self.shown, np.int32(frame)))
        return place if place < len(self.shown) and self.shown[place] == frame else -1


def counts_by_ply(ply: NDArray[np.uint16]) -> list[int]:
    """Return the number of frames of each ply."""
    counts = np.zeros(int(ply.max()) + 1, np.int64)
    for part in parts(len(ply)):
        found = np.bincount(ply[part])
        counts[: len(found)] += found
    return counts.tolist()


def places_by_ply(ply: NDArray[np.uint16], counts: Sequence[int], plies: range) -> list[Ints]:
    """Return the places of the frames of each of some plies. They ascend, so every row is sorted."""
    by_ply, filled = [np.empty(counts[one], np.int32) for one in plies], [0] * len(plies)
    for part in parts(len(ply)):
        here = np.flatnonzero((ply[part] >= plies.start) & (ply[part] < plies.stop)).astype(np.int32)
        plies_here = ply[part].take(here) - np.uint16(plies.start)
        order = here if len(plies) == 1 else here.take(np.argsort(plies_here, kind="stable"))
        order += part.start
        found, first = np.bincount(plies_here), 0
        for one in np.flatnonzero(found).tolist():
            count = int(found[one])
            by_ply[one][filled[one] : filled[one] + count] = order[first : first + count]
            filled[one] += count
            first += count
    return by_ply


def row_of(places: Places, here: Ints, below: Ints, shades: Shades, trace: Trace) -> Row:
    """Return the row of a ply, by the places of its frames and of those of the next ply."""
    count, has_stubs = len(here), places.has_stubs
    frames = here if places.shown is None else places.shown[here]
    starts, ends, shade = np.empty(count, np.int32), np.empty(count, np.int32), np.empty(count, np.int8)
    stubs = np.empty(count if has_stubs else 0, np.uint16)
    units = np.empty(len(stubs), np.int32)
    for part in parts(count):
        some = here[part].astype(np.intp)
        starts[part], ends[part] = places.starts(some), places.ends(some)
        shade[part] = shades.of_frames(trace, frames[part])
        if has_stubs:
            stubs[part], units[part] = places.skipped.take(some), places.units.take(some)
    has_stubs = has_stubs and bool(stubs.any())
    return Row(
        frames=frames,
        starts=starts,
        ends=ends,
        widths_before=running_sum(ends - starts),
        shades_before=running_sum((ends - starts) * shade),
        shades=shade,
        first_child=first_children(here, below),
        stubs=stubs if has_stubs else None,
        stubs_before=running_sum(units) if has_stubs else None,
    )


def first_children(here: Ints, below: Ints) -> Ints:
    """Return the place of each frame's first child in the next row; one longer than the row."""
    if not len(below):
        return np.broadcast_to(np.zeros(1, np.int32), len(here) + 1)
    places = np.full(len(here) + 1, len(below), np.int32)
    for part in parts(len(here)):
        places[part] = np.searchsorted(below, here[part])
    return places


def running_sum(numbers: Ints) -> Ints:
    """Return running sums that begin with 0, one longer than the numbers."""
    sums = np.zeros(len(numbers) + 1, np.int32)
    np.cumsum(numbers, dtype=np.int32, out=sums[1:])
    return sums


FULL = 127


class Shares:
    """The shares of marked frames, for the rows of a row index."""

    def __init__(self, rows: Sequence[Row], marked: NDArray[np.bool_]) -> None:
        self.rows = rows
        self.marked = marked
        """One entry for each frame of the recording."""
        self._summed: dict[int, Row] = {}

    def between(self, ply: int, edges: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the share that is marked between each two ascending edges, from 0 to 1."""
        if ply not in self._summed:
            row = self.rows[ply]
            self._summed[ply] = row.shaded(self.marked[row.frames].astype(np.int8) * np.int8(FULL))
        covered, shade = self._summed[ply].averages(edges)
        return np.where(covered > 0, np.clip(shade / FULL, 0, 1), 0.0)

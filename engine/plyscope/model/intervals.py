"""What a recording proves of the true value of each frame, at the depth it was searched to: an interval [L, U].

A frame where the search stopped is worth its value; one that a table has answered, what the frame that stored the
answer had proved when it returned. In a MAX frame L is the largest L of the moves entered so far, and U the largest U
if every legal move was entered, else the top of the scale; MIN mirrors this. A start value that the search declares is
one more child. A frame that has returned keeps its interval, so that at a step only the open frames on the stack have
to be computed. Values are seen from MAX's side.

A move that is searched again counts once, by its last frame. Where the probe before it had the same depth, the second
search adds to what the probe has proved. A move that was searched less or more deeply than is usual proves nothing of
its parent, unless the game is over there; nor does a null move or any other call whose value is no value of its parent,
and nothing is proved of a frame that returns because of one.

Nothing declares what user code and other programs do. There a cutoff without a list of pruned moves leaves moves over,
and nothing is proved by an answer of a table, by a result that was stored before, by a frame whose side is not known,
and by a value that the values of its children do not explain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, reduce
from itertools import pairwise
from math import inf, isnan
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.model import preorder
from plyscope.model.columns import AT_LEAST, AT_MOST, BOUND_SIGNS, EXACT, INNER, LEAVES, OPEN, TERMINAL
from plyscope.model.declaration import CHANCE, FOLDS, MAX, Fold, Windows
from plyscope.model.distinct_numbers import distinct_numbers
from plyscope.model.facts import Facts, Mask
from plyscope.model.frames import Frames
from plyscope.model.means import MIN_CERTAIN_DISTANCE, Units, in_units

Interval = tuple[float, float]
Bounds = NDArray[np.float64]
Numbers = NDArray[np.signedinteger[Any]]

BOUNDS = (EXACT, AT_LEAST, AT_MOST, None)
"""The ways to read a value; None where nothing is proved of it."""
UNBOUNDED_INTERVAL: Interval = (-inf, inf)
"""The interval of a frame of which nothing is proved."""
MAX_CHILDREN_AT_ONCE = 1 << 16
"""Frames that are folded into their parents at a time, so that little memory is needed; siblings stay together."""
MAX_FRAMES_FOR_ONE_INTERVAL = 2000
"""The time to derive one frame's interval by itself, in frames of a derivation of the whole recording."""
MAX_SHARE_DERIVED_ALONE = 0.25
"""The share of that of all frames that may be spent on single frames, before all are derived together."""
MAX_KEPT_WAITS = 16_000
"""The most waits for a child that are kept for later steps."""


def bound(value: float, interval: Interval) -> str | None:
    """Return how a value is to be read: `exact`, `at least`, `at most`; None where its interval says nothing of it."""
    low, high = interval
    if low == high == value:
        return EXACT
    if low >= value and low > -inf:
        return AT_LEAST
    return AT_MOST if high <= value and high < inf else None


class Wait(NamedTuple):
    """An open frame that waits for a child: what it has from its other moves."""

    is_max: bool | None
    """Whether the largest of its ends and the child's count, or the smallest; None if it does not choose."""
    low: float
    high: float
    others: Sequence[Interval] | None
    """What its other moves have proved, if it does not choose; None where the child says nothing before it returns."""
    is_again: bool
    """Whether the child searches its move in full after a probe."""


class Intervals:
    """The intervals of the true values of all frames of a recording, derived when they are asked for."""

    def __init__(self, frames: Frames, facts: Facts) -> None:
        self.frames, self.facts = frames, facts
        self.bottom, self.top = frames.plan.extremes
        self.known_bounds: dict[int, str | None] = {}
        """How the values of some frames are to be read, set from outside so that nothing is derived for them."""
        self._known_alone: dict[int, Interval] = {}
        self._spent_alone = 0
        """Frames that were looked at to derive single ones."""

    # Of one frame

    def of(self, frame: int) -> Interval:
        """Return the interval of a frame at the end of the recording, or when it returned."""
        if self._every_value_is_exact:
            value = self.frames.values[frame]
            return self._open[frame] if self.frames.statuses[frame] == OPEN else (value, value)
        if "columns" not in self.__dict__ and (found := self._alone(frame)) is not None:
            return found
        low, high = self._data
        return low[frame], high[frame]

    def _alone(self, frame: int) -> Interval | None:
        """Return the interval of a frame, derived from the frames below it alone; None where that is not enough.

        None, too, where so much was asked for by now that all frames together are no more work.
        """
        if frame in self._known_alone:
            return self._known_alone[frame]
        size = self.frames.sizes[frame]
        self._spent_alone += size + MAX_FRAMES_FOR_ONE_INTERVAL
        if self._spent_alone > len(self.frames) * MAX_SHARE_DERIVED_ALONE or not self._stand_alone:
            return None
        if self.frames.statuses[frame] == OPEN:
            return None
        low, high = np.empty(len(self.frames)), np.empty(len(self.frames))
        self._derive(slice(frame, frame + size), low, high)
        found = self._known_alone[frame] = float(low[frame]), float(high[frame])
        return found

    @cached_property
    def _stand_alone(self) -> bool:
        """Whether what is proved of a frame that has returned depends on the frames below it alone."""
        search, hits = self.frames.search, self.frames.origin.hits
        has_others = self.frames.searches_again or len(hits.frames) > 0
        return not search.is_imported and not has_others

    def prepare(self) -> None:
        """Compute ahead what `of` looks up; in a large recording this takes a moment."""
        _ = self._open if self._every_value_is_exact else self._data

    def bound_of(self, frame: int) -> str | None:
        """Return how the frame's value is to be read; None where it has not returned, or nothing proves its value."""
        if frame in self.known_bounds:
            return self.known_bounds[frame]
        return bound(self.frames.values[frame], self.of(frame))

    def bounds_of(self, frames: Numbers) -> list[str | None]:
        """Return how the values of these frames are to be read, as `bound` says it; None where nothing is proved."""
        value = self.frames.column("value")[frames]
        low, high = (value, value) if self._every_value_is_exact else (column[frames] for column in self.columns)
        is_least, is_most = (low >= value) & (low > -inf), (high <= value) & (high < inf)
        places = np.select([(low == high) & (low == value), is_least, is_most], [0, 1, 2], 3)
        return [BOUNDS[place] for place in places.tolist()]

    # Of all frames

    def has_bound(self, name: str) -> Mask:
        """Return for each frame whether its value is to be read as `name`: `exact`, `at least` or `at most`."""
        value, (low, high) = self.frames.column("value"), self.columns
        exact = (low == high) & (low == value)
        at_least = (low >= value) & ~exact & (low > -inf)
        found = {EXACT: exact, AT_LEAST: at_least, AT_MOST: (high <= value) & ~exact & ~at_least & (high < inf)}
        return np.asarray(found[name], np.bool_)

    @cached_property
    def columns(self) -> tuple[Bounds, Bounds]:
        """L and U of every frame, read-only."""
        frames, value = self.frames, self.frames.column("value")
        low, high = np.empty(len(frames)), np.empty(len(frames))
        if self._every_value_is_exact:
            returned = frames.column("status") != OPEN
            low[:], high[:] = np.where(returned, value, -inf), np.where(returned, value, inf)
        else:
            self._derive(slice(0, len(frames)), low, high)
        for frame, interval in self._fold_open(lambda child: (low[child], high[child])).items():
            low[frame], high[frame] = interval
        low.flags.writeable = high.flags.writeable = False
        return low, high

    @cached_property
    def _open(self) -> dict[int, Interval]:
        """The intervals of the frames that were open when the recording was cut short."""
        return self._fold_open(self.of)

    def _fold_open(self, of: Callable[[int], Interval]) -> dict[int, Interval]:
        """Return the intervals of the frames that were open at the end, by those of the frames that have returned."""
        frames, found = self.frames, dict[int, Interval]()

        def known(frame: int) -> Interval:
            return found[frame] if frame in found else of(frame)

        for frame in np.flatnonzero(frames.column("status") == OPEN)[::-1].tolist():
            interval = self.folded(frame, *self.others_of(frame, list(frames.children(frame)), known))
            found[frame] = (
                meet(interval, known(frames.sibling_before(frame))) if self.adds_to_probe(frame) else interval
            )
        return found

    @cached_property
    def _data(self) -> tuple[Sequence[float], Sequence[float]]:
        """L and U of every frame as memoryviews, from which a single number is read several times faster."""
        low, high = self.columns
        return low.data, high.data

    @cached_property
    def _every_value_is_exact(self) -> bool:
        """Whether every frame that has returned is worth its value: a search of ours that leaves no move untried."""
        search = self.frames.search
        return (
            not search.is_imported
            and not self._is_rounded.any()
            and search.windows is Windows.NONE
            and all(calls.fold.proves for calls in search.calls)
            and not self.frames.column("skipped").any()
            and not self._is_unusual
        )

    @cached_property
    def _is_rounded(self) -> Mask:
        """Whether each frame is one of chance whose value may not be the mean, as floats were summed up."""
        units, means, frames = self.frames.units, self.frames.means, self.frames
        if units is None or means is None:
            return np.zeros(len(frames), np.bool_)
        differs = (means.total != frames.column("value")) & ~means.fails_low & ~means.fails_high
        differs &= frames.column("status") == INNER
        return np.asarray((frames.column("kind") == CHANCE) & (~units.is_exact | differs), np.bool_)

    @cached_property
    def _is_unusual(self) -> bool:
        """Whether calls of a search of ours were given other depths than usual, or have values that do not count."""
        return not self.frames.search.is_imported and (self.frames.origin.depths is not None or self.frames.has_asides)

    def _derive(self, part: slice, low: Bounds, high: Bounds) -> None:
        """Fill in L and U of a frame that has returned and of all frames below it, as far as these have."""
        value = self.frames.column("value")[part]
        known = self.facts.is_proved_leaf[part] & ~np.isnan(value)
        low[part], high[part] = UNBOUNDED_INTERVAL
        np.copyto(low[part], value, where=known)
        np.copyto(high[part], value, where=known)
        self._open_where_stood_pat(part, low, high)
        self._fold_levels(part, low, high)

    def _open_where_stood_pat(self, part: slice, low: Bounds, high: Bounds) -> None:
        """Let the value of a frame that stood pat be any better one for its side: no move was tried."""
        stood_pat = part.start + np.flatnonzero(self.facts.stood_pat[part])
        is_max = self.frames.column("kind")[stood_pat] == MAX
        of_max, of_min = stood_pat[is_max], stood_pat[~is_max]
        high[of_max], low[of_min] = np.maximum(high[of_max], self.top), np.minimum(low[of_min], self.bottom)

    def _fold_levels(self, part: slice, low: Bounds, high: Bounds) -> None:
        """Fill in L and U of the frames that have returned, from the deepest ply upwards."""
        superseded, ply = self.superseded, self.frames.column("ply")[part]
        for children in preorder.levels(ply if part.start == 0 else ply - ply[0], from_deepest=True):
            children += part.start
            if children[0] == part.start:
                break  # the first frame is above all others
            self._take_from_table(children, low, high)
            self._meet_probes(children, low, high)
            if superseded is not None:
                children = children[~superseded[children]]
            for some in self._families(children):
                self._fold_families(some, low, high)

    def _families(self, children: Numbers) -> Iterator[Numbers]:
        """Yield the frames of a ply, so many at a time that little memory is needed; those of one parent stay together.

        In the order of entering, the children of a frame are neighbours.
        """
        parent, size = self.frames.column("parent"), self.frames.column("size")
        start = 0
        while start < len(children):
            last = parent[children[min(start + MAX_CHILDREN_AT_ONCE, len(children)) - 1]]
            end = int(np.searchsorted(children, last + size[last]))
            yield children[start:end]
            start = end

    def _fold_families(self, children: Numbers, low: Bounds, high: Bounds) -> None:
        """Fill in L and U of the parents of these frames."""
        parent, kind = self.frames.column("parent"), self.frames.column("kind")
        starts = np.flatnonzero(np.diff(parent[children], prepend=-2))
        above = parent[children[starts]]
        is_max = kind[above] == MAX
        found = [best_of_groups(ends, starts, is_max) for ends in self._lent(children, low, high)]
        begin = self._start_values(above, is_max)
        found = [np.where(is_max, np.maximum(one, begin), np.minimum(one, begin)) for one in found]
        # A move that was not tried may be worth anything.
        missing = ~self._every_move_was_tried[above]
        low[above] = np.where(missing & ~is_max, np.minimum(begin, self.bottom), found[0])
        high[above] = np.where(missing & is_max, np.maximum(begin, self.top), found[1])
        self._settle(above, children, starts, low, high)
        self._take_means(above, children, starts, low, high)
        if self.frames.has_rounds(int(above[0])) and self.frames.search.calls[0].fold.proves:
            low[0], high[0] = self.of_rounds([(low[child], high[child]) for child in self.standing(children.tolist())])

    @cached_property
    def _is_unlike(self) -> Mask | None:
        """Whether a call was given another depth than is usual, where the game is not over; None where none was."""
        step = self.facts.depth_step
        return None if step is None else (step != 0) & (self.frames.column("status") != TERMINAL)

    def _lent(self, children: Numbers, low: Bounds, high: Bounds) -> tuple[Bounds, Bounds]:
        """Return L and U that these frames prove for their parents."""
        if not (self._is_unusual or self._is_unlike is not None):
            return low[children], high[children]
        lows, highs = np.maximum(low[children], self.bottom), np.minimum(high[children], self.top)
        if self._is_unlike is not None:
            unlike = self._is_unlike[children]
            lows[unlike], highs[unlike] = self.bottom, self.top
        return lows, highs

    def lent(self, child: int, interval: Interval) -> Interval:
        """Return the interval that a frame proves for its parent, by the frame's own interval."""
        if self._is_unlike is not None and self._is_unlike[child]:
            return self.bottom, self.top
        return meet(interval, (self.bottom, self.top)) if self._is_unusual else interval

    def _take_means(self, above: Numbers, children: Numbers, starts: Numbers, low: Bounds, high: Bounds) -> None:
        """Fill in L and U of frames of chance: the means of their outcomes; those not tried may be worth anything."""
        units = self.frames.units
        if units is None:
            return
        of_mean = self._folds[self.facts.function[above]] == Fold.MEAN.place
        weight, unit = units.weight[children], units.unit[above]
        unit_of_child = np.repeat(unit, np.diff(starts, append=len(children)))
        rest = units.whole[above] - np.add.reduceat(weight, starts)
        rest = np.where(self._every_move_was_tried[above], 0.0, np.maximum(rest, 0.0))
        with np.errstate(invalid="ignore"):
            for ends, end, sign in ((low, self.bottom, -1), (high, self.top, 1)):
                shares = weight * in_units(ends[children], unit_of_child)
                found = np.add.reduceat(shares, starts)
                found = np.where(rest > 0, found + rest * in_units(end, unit), found) / (units.whole[above] * unit)
                slack = MIN_CERTAIN_DISTANCE * (
                    np.add.reduceat(np.abs(shares), starts) + np.where(rest > 0, rest * abs(end), 0)
                )
                found = np.where(self._is_rounded[above], found + sign * slack, found)
                ends[above[of_mean]] = np.where(np.isnan(found), sign * inf, found)[of_mean]  # ∞ and -∞ together

    def _take_from_table(self, children: Numbers, low: Bounds, high: Bounds) -> None:
        """Give frames that a table has answered the L and U of the frame that stored the answer.

        That frame had as much depth left, so that it is of the same ply and its interval is known by now.
        """
        hits = self.frames.origin.hits
        if not len(hits.frames):
            return
        first, last = np.searchsorted(hits.frames, (children.min(), children.max() + 1))
        is_here = self.frames.column("ply")[hits.frames[first:last]] == self.frames.plies[children[0]]
        answered, sources = hits.frames[first:last][is_here], hits.sources[first:last][is_here]
        low[answered], high[answered] = low[sources], high[sources]

    def _meet_probes(self, children: Numbers, low: Bounds, high: Bounds) -> None:
        """Add what a probe has proved to the search after it, where that is of the same move and depth."""
        if self.frames.search.is_imported or self.facts.probe is None:
            return
        probes = children[self.facts.probe[children]]
        again = probes + self.frames.column("size")[probes]
        if (depths := self.frames.origin.depths) is not None:
            probes, again = (frames[depths[probes] == depths[again]] for frames in (probes, again))
        low[again] = np.maximum(low[probes], low[again])
        high[again] = np.minimum(high[probes], high[again])

    def _settle(
        self,
        above: Numbers,
        children: Numbers,
        starts: Numbers,
        low: Bounds,
        high: Bounds,
    ) -> None:
        """Set sums to their values, and frames of which nothing is proved to all numbers."""
        value, kind = self.frames.column("value")[above], self.frames.column("kind")[above]
        unknown = np.isnan(value)
        if any(calls.fold is not Fold.BEST for calls in self.frames.search.calls):
            folds = self._folds[self.facts.function[above]]
            sums = folds == Fold.SUM.place
            low[above], high[above] = np.where(sums, value, low[above]), np.where(sums, value, high[above])
            unknown |= np.array([not fold.proves for fold in FOLDS])[folds]
        if self.facts.cut_by_passing is not None:
            unknown |= self.facts.cut_by_passing[above]
        if self.frames.search.is_imported or self._is_unusual:
            best_value = best_of_groups(self.frames.column("value")[children], starts, kind == MAX)
            alpha, beta = self.frames.column("alpha")[above], self.frames.column("beta")[above]
            # A hard search returns the end of its window in place of a value beyond it.
            if self._is_unusual:
                begin = self._start_values(above, kind == MAX)
                best_value = np.where(kind == MAX, np.maximum(best_value, begin), np.minimum(best_value, begin))
            is_end = value == np.minimum(np.maximum(best_value, alpha), beta)
            if (returns_bound := self.frames.origin.returns_bound) is not None:
                is_end &= returns_bound[above]
            explained = (value == best_value) | is_end
            explained |= self._folds[self.facts.function[above]] != Fold.BEST.place
            unknown |= ~explained
            if self._root_is_caller:
                unknown |= above == 0
        low[above[unknown]], high[above[unknown]] = UNBOUNDED_INTERVAL

    @cached_property
    def _folds(self) -> NDArray[np.int8]:
        """The fold of each function of the search, as a place in `FOLDS`."""
        return np.array([calls.fold.place for calls in self.frames.search.calls], np.int8)

    def _start_values(self, above: Numbers, is_max: Mask) -> Bounds:
        """Return what frames have before their first child: the declared start, or the end that any child beats."""
        nothing = np.where(is_max, -inf, inf)
        start = self.facts.start_values(above, self.facts.function[above])
        return np.where(np.isnan(start), nothing, start)

    @cached_property
    def superseded(self) -> Mask | None:
        """Whether each frame does not count for its parent, as one aside or searched again later; None where all do."""
        if not self.frames.search.is_imported:
            return self.facts.uncounted
        parent, move = (self.frames.column(name).astype(np.int64) for name in ("parent", "move"))
        keys = parent * (int(move.max()) + 2) + move
        order = np.argsort(keys, kind="stable")
        again = keys[order[1:]] == keys[order[:-1]]
        if not again.any():
            return self.facts.aside
        superseded = np.zeros(len(keys), np.bool_)
        superseded[order[:-1][again]] = True
        return superseded if self.facts.aside is None else superseded | self.facts.aside

    @property
    def _root_is_caller(self) -> bool:
        """Whether the first frame stands for what called user code, so that only a game can say what its moves are."""
        return bool(self.frames.origin.callers) and not self._knows_moves

    @cached_property
    def _knows_moves(self) -> bool:
        """Whether the legal moves are known, and not only those of the recording."""
        return bool(self.frames.position.game.rules.knows_all)

    @cached_property
    def _counts_untried(self) -> bool:
        """Whether a frame that has returned says how many of its legal moves were never tried."""
        return self._knows_moves and not self.frames.search.is_imported

    @property
    def knows_every_move(self) -> Mask:
        """Whether all legal moves of each frame are known, tried or pruned; of an open frame this says nothing."""
        return np.ones(len(self.frames), np.bool_) if self._counts_untried else self._every_move_was_tried

    @cached_property
    def _every_move_was_tried(self) -> Mask:
        """Whether each frame has tried every legal move; of an open frame this says nothing."""
        tried: Mask = self.frames.column("skipped") == 0
        if self.frames.search.is_imported:
            recorded = self.frames.recorded_bounds
            tried = tried & ~(self.facts.cutoff if recorded is None else recorded.may_leave_moves)
            tried &= ~self.facts.has_passed_over
            if self.frames.origin.searches_elsewhere is not None:
                tried &= ~self.frames.origin.searches_elsewhere
            if self._knows_moves:
                tried &= self._tries_all_legal
            elif self.frames.search.windows is Windows.NONE and self.frames.origin.may_leave_moves(self.frames.text):
                tried &= False
        return tried

    @cached_property
    def _tries_all_legal(self) -> Mask:
        """Whether each frame tried as many moves as are legal there, in a recording by others."""
        frames, table = self.frames, self.facts.position_table
        counts = self.superseded
        is_move = np.ones(len(frames), np.bool_) if counts is None else ~counts
        moves = np.bincount(frames.column("parent")[1:][is_move[1:]], minlength=len(frames))
        inner = frames.column("status") == INNER
        legal = np.zeros(len(table.states), np.int64)
        rules = frames.position.game.rules
        for number in distinct_numbers(table.of_frame[inner]).tolist():
            legal[number] = sum(1 for _ in rules.moves(list(table.states[number])))
        return np.asarray(moves >= legal[table.of_frame], np.bool_)

    # Of the open frames

    def of_running(self, frame: int, child: int, *, leaves: bool) -> Interval:
        """Return the interval of the running frame, which is back from a child, has tried none, or leaves."""
        if leaves:
            return self.of(frame)
        if self.frames.statuses[frame] in LEAVES:
            return self.bottom, self.top
        return self.folded(frame, *self.others_of(frame, self.entered(frame, child), self.of))

    def after_each(self, frame: int) -> Iterator[Interval]:
        """Yield the intervals of a frame after each of its children, as they stand where it is back from that child."""
        offered = set(self.frames.offered(frame)) if self._knows_moves else None
        known: dict[int, int] = {}
        for child in self.frames.children(frame):
            if self.frames.has_rounds(frame):
                yield self.folded(frame, *self.others_of(frame, self.entered(frame, child), self.of))
                continue
            if self.frames.is_aside(child):
                yield self.folded(frame, *self._weighed(frame, list(known.values()), self.of, False))
                continue
            known[self.frames.moves[child]] = child
            every = offered is not None and known.keys() >= offered
            yield self.folded(frame, *self._weighed(frame, list(known.values()), self.of, every))

    def entered(self, frame: int, last: int) -> list[int]:
        """Return the children of a frame up to and with one of them; none for -1."""
        sizes, found, child = self.frames.sizes, [], frame + 1
        end = min(last + 1, frame + sizes[frame])
        while child < end:
            found.append(child)
            child += sizes[child]
        return found

    def others_of(
        self, frame: int, entered: Sequence[int], of: Callable[[int], Interval], but: int = -1
    ) -> tuple[list[Interval], bool]:
        """Return the intervals of the moves entered in an open frame, all `but` one, and whether these are all.

        A move that is searched again counts by its last frame. Only the rules of a game know all legal moves: a
        recording shows those that were tried until it ended.
        """
        moves, sizes = self.frames.moves, self.frames.sizes
        if self.frames.has_rounds(frame):
            return [of(child) for child in self.standing(entered, but) if child != but], False
        last = {moves[child]: child for child in entered if not self.frames.is_aside(child)}
        following = entered[-1] + sizes[entered[-1]] if entered else frame + 1
        # Most often the next child shows that a move is missing, and the rules need not be asked.
        if following >= frame + sizes[frame] and self._counts_untried and self.frames.statuses[frame] == INNER:
            every = self.frames.skips[frame] == 0
        else:
            is_last = following >= frame + sizes[frame] or moves[following] in last
            every = is_last and self._knows_moves and last.keys() >= set(self.frames.offered(frame))
        return self._weighed(frame, list(last.values()), of, every, but)

    def _weighed(
        self, frame: int, children: Sequence[int], of: Callable[[int], Interval], every: bool, but: int = -1
    ) -> tuple[list[Interval], bool]:
        """Return the intervals of the moves entered in a frame, all `but` one; of chance, their shares of the sum."""
        if not (units := self._units_at(frame)):
            return [self.lent(child, of(child)) for child in children if child != but], every
        shares = [self.contribution(child, of(child)) for child in children if child != but]
        if not every:
            rest = max(0.0, float(units.whole[frame]) - sum(float(units.weight[child]) for child in children))
            shares.append(times(rest, (self.bottom, self.top), float(units.unit[frame])))
        return shares, True

    def contribution(self, child: int, interval: Interval) -> Interval:
        """Return what a child adds to its parent: its interval, or its share of the sum of a mean."""
        parent = self.frames.parents[child]
        if not (units := self._units_at(parent)):
            return self.lent(child, interval)
        return times(float(units.weight[child]), interval, float(units.unit[parent]))

    def _units_at(self, frame: int) -> Units | None:
        """Return the units in which a frame sums its outcomes; None if it takes no mean of outcomes of chance."""
        return self.frames.units if self.frames.calls(frame).fold is Fold.MEAN else None

    def folded(self, frame: int, children: Sequence[Interval], every: bool) -> Interval:
        """Return the interval of an open frame by those of its moves, and whether these are all moves."""
        if not self.chooses(frame):
            return self._folded_without_choice(frame, children)
        return self.best_ends(frame, children, every and bool(children))

    def chooses(self, frame: int) -> bool:
        """Whether a frame is worth its best move."""
        is_of_side = self.frames.kinds[frame] <= MAX and not (frame == 0 and self._root_is_caller)
        return is_of_side and self.frames.calls(frame).fold is Fold.BEST

    def best_ends(self, frame: int, children: Sequence[Interval], every: bool) -> Interval:
        """Return the interval of a frame that chooses. If these are all of its moves, there is nothing else to beat."""
        kind, start = self.frames.kinds[frame], self.frames.start_value(frame)
        low, high = (self.bottom, self.top) if not every else (-inf, -inf) if kind == MAX else (inf, inf)
        if start is not None:
            low, high = (max(low, start), max(high, start)) if kind == MAX else (min(low, start), min(high, start))
        if kind == MAX:
            for one_low, one_high in children:
                if one_low > low:
                    low = one_low
                if one_high > high:
                    high = one_high
        else:
            for one_low, one_high in children:
                if one_low < low:
                    low = one_low
                if one_high < high:
                    high = one_high
        return low, high

    def _folded_without_choice(self, frame: int, children: Sequence[Interval]) -> Interval:
        """Return the interval of a frame that takes a mean, or stands for its rounds; else nothing is proved."""
        if units := self._units_at(frame):
            in_all = float(units.whole[frame] * units.unit[frame])
            lows, highs = zip(*children, strict=True)
            low, high = sum(lows) / in_all, sum(highs) / in_all
            if self._is_rounded[frame]:
                low, high = (
                    low - MIN_CERTAIN_DISTANCE * sum(map(abs, lows)),
                    high + MIN_CERTAIN_DISTANCE * sum(map(abs, highs)),
                )
            return -inf if isnan(low) else low, inf if isnan(high) else high
        return self.of_rounds(children) if self.frames.calls(frame).fold is Fold.LAST else UNBOUNDED_INTERVAL

    def of_rounds(self, found: Sequence[Interval]) -> Interval:
        """Return the interval of a root by those of its rounds of one depth: what they have proved together."""
        return reduce(meet, found) if found else (self.bottom, self.top)

    def standing(self, rounds: Sequence[int], pending: int = -1) -> Sequence[int]:
        """Return the rounds that say something of the root: those of the depth of the last that has returned.

        Before any has returned they are those of the root's own depth. The `pending` one has not.
        """
        if not self.frames.calls(0).fold.proves:
            return ()
        returned = (one for one in reversed(rounds) if one != pending and self.frames.statuses[one] != OPEN)
        depth = self.frames.depth_left(next(returned, 0))
        return [one for one in rounds if self.frames.depth_left(one) == depth]

    def adds_to_probe(self, frame: int) -> bool:
        """Whether the frame searches a move in full after a probe of the same depth."""
        if self.frames.search.is_imported or not self.frames.is_again(frame):
            return False
        return self.frames.depth_left(frame) == self.frames.depth_left(self.frames.sibling_before(frame))


def best_so_far(text: str, value: float, interval: Interval) -> str:
    """Return the text of an open frame's best value: with ≥ or ≤ where it is a proved bound, `3 …` without a proof."""
    read_as = bound(value, interval)
    return f"{text} …" if read_as is None else BOUND_SIGNS.get(read_as, "") + text


def common_length(one: Sequence[Any], other: Sequence[Any]) -> int:
    """Return how many items two lists have in common at their beginning: nearly always one of them is all of it."""
    shorter = min(len(one), len(other))
    if one[:shorter] == other[:shorter]:
        return shorter
    return next(place for place in range(shorter) if one[place] != other[place])


def times(weight: float, interval: Interval, unit: float) -> Interval:
    """Return a weight times an interval in units; a weight of 0 leaves nothing, not even of what is infinite."""
    if not weight:
        return 0.0, 0.0
    low, high = in_units(interval, unit)
    return weight * float(low), weight * float(high)


def meet(one: Interval, other: Interval) -> Interval:
    """Return what both intervals prove together."""
    return max(one[0], other[0]), min(one[1], other[1])


class OpenIntervals:
    """The intervals of the open frames, for one cursor. Those of its last step are kept."""

    def __init__(self, known: Intervals) -> None:
        self.known = known
        self._smallest_kept = len(known.frames) / MAX_KEPT_WAITS
        """The size of a child from which on a frame that waits for it is kept."""
        self._waiting: list[Wait] = []
        """The frames of the last stack that waited for a child."""
        self._path: list[int] = []
        """All frames of the last stack."""
        self._last: list[Interval] = []
        """The intervals of the last stack."""
        self._known_waits: dict[tuple[int, int], Wait] = {}
        """How frames have looked while they waited for a child: far jumps have the upper ones in common."""

    def at(self, path: Sequence[int], child: int, *, leaves: bool) -> list[Interval]:
        """Return the intervals of the open frames at a step, by the path from the root to the running frame.

        That frame is back from a child, or has tried none (-1), or `leaves` with its value. The frames above it wait,
        and look the same until their children have returned: what they have from other moves is kept from step to step,
        and so is everything above a frame that has the interval it had.
        """
        waiting, kept = self._waiting, max(0, common_length(self._path, path) - 1)
        self._path = [*path]
        del waiting[kept:]
        waiting += [self._known_waits.get(wait) or self._wait(*wait) for wait in pairwise(path[kept:])]
        found = [self.known.of_running(path[-1], child, leaves=leaves)]
        for place in range(len(waiting) - 1, -1, -1):
            wait = waiting[place]
            if wait.is_again:
                found[-1] = meet(found[-1], self.known.of(self.known.frames.sibling_before(path[place + 1])))
            if place < kept and self._last[place + 1] == found[-1]:
                found += self._last[place::-1]
                break
            low, high = self.known.lent(path[place + 1], found[-1])
            if wait.is_max:
                found.append((max(wait.low, low), max(wait.high, high)))
            elif wait.is_max is not None:
                found.append((min(wait.low, low), min(wait.high, high)))
            elif wait.others is None:
                found.append((wait.low, wait.high))
            else:
                share = self.known.contribution(path[place + 1], found[-1])
                found.append(self.known.folded(path[place], [*wait.others, share], False))
        self._last = found[::-1]
        return list(self._last)

    def _wait(self, frame: int, pending: int) -> Wait:
        """Return what an open frame has from its other moves while it waits for the child `pending`."""
        known = self.known
        entered = known.entered(frame, pending)
        others, every = known.others_of(frame, entered, known.of, but=pending)
        is_again = known.adds_to_probe(pending)
        is_replaced = known.frames.is_round(pending) and pending not in known.standing(entered, pending)
        if known.frames.is_aside(pending) or is_replaced:
            wait = Wait(None, *known.folded(frame, others, every), None, is_again)
        elif known.chooses(frame):
            wait = Wait(known.frames.kinds[frame] == MAX, *known.best_ends(frame, others, every), None, is_again)
        else:
            wait = Wait(None, *UNBOUNDED_INTERVAL, others, is_again)
        if known.frames.sizes[pending] >= self._smallest_kept:
            if len(self._known_waits) >= 2 * MAX_KEPT_WAITS:
                self._known_waits.clear()
            self._known_waits[frame, pending] = wait
        return wait


def best_of_groups(values: Bounds, starts: Numbers, is_max: Mask) -> Bounds:
    """Return the largest value of each group where that is for MAX, the smallest where it is for MIN."""
    if is_max.all():
        return np.maximum.reduceat(values, starts)
    if not is_max.any():
        return np.minimum.reduceat(values, starts)
    sign = np.where(is_max, 1.0, -1.0)
    counts = np.diff(np.append(starts, len(values)))
    found: Bounds = np.maximum.reduceat(values * np.repeat(sign, counts), starts) * sign
    return found

"""Many calls entered and left at once: the rows of a batch are checked and added as columns, not one by one.

A batch is added as a whole or not at all. It is not added where anything in it may be wrong, or where chance makes
moves: then its calls are added one after the other, which says what is wrong and at which of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.files.draft import MAX_CHILDREN, MAX_PLIES, UNSAID, Draft
from plyscope.model.columns import INNER, MAX_FRAMES, OPEN
from plyscope.model.declaration import CHANCE
from plyscope.model.distinct_positions import DENSE

Numbers = NDArray[Any]

SMALLEST = 100
"""Calls entered or left: fewer are read faster one by one."""


@dataclass(frozen=True, slots=True)
class Nesting:
    """Which frames a row of calls that are entered or left is about. Frames already open are continued."""

    is_enter: NDArray[np.bool_]
    base: int
    """The number of the first new frame."""
    parent: Numbers
    """The parent of each new frame, -1 of the root."""
    left: Numbers
    """The frame that each leaving is about."""
    size: Numbers
    """The number of frames below and with it."""
    level: Numbers
    """Of each event the number of open calls with the one that it is about."""
    times: Numbers
    """When calls were entered, sorted by level and time: for finding the innermost open call."""
    frames: Numbers
    """The frames entered then."""
    stack: Numbers

    def close_numbers(self, frames: Numbers) -> Numbers:
        """Numbers from 0 up for these frames, those open before and new ones; -1 stays where no call is above."""
        found = frames - self.base + len(self.stack)
        old = np.flatnonzero((frames < self.base) & (frames >= 0))
        found[old] = np.searchsorted(self.stack, frames[old])
        return found

    def innermost(self, level: Numbers, time: Numbers) -> Numbers:
        """The frame that is open at a level just before a time, of those that have that many calls open."""
        count = len(self.is_enter)
        of_enters = self.level[self.times] * count + self.times
        found = np.searchsorted(of_enters, level * count + time) - 1
        is_new = found >= 0
        is_new[is_new] = of_enters[found[is_new]] // count == level[is_new]
        result = np.full(len(level), -1, np.int64)
        result[is_new] = self.frames[found[is_new]]
        is_old = ~is_new & (level > 0)
        result[is_old] = self.stack[level[is_old] - 1]
        return result


def nesting_of(draft: Draft, is_enter: NDArray[np.bool_]) -> Nesting | None:
    """The frames of a row of events; None where they cannot be nested so.

    On its level, what follows a call that is entered is its return.
    """
    stack = np.array(draft.stack, np.int64)
    base = len(draft)
    entered = np.cumsum(is_enter, dtype=np.int64)
    level = 2 * entered - np.arange(len(is_enter)) + (len(stack) - is_enter)
    roots = np.flatnonzero(is_enter & (level == 1))
    if level.min() < 1 or level.max() > MAX_PLIES or base + len(is_enter) > MAX_FRAMES:
        return None
    if len(roots) != (base == 0) or (base == 0 and roots[0] != 0):
        return None
    order = np.argsort(level.astype(np.uint16), kind="stable")
    sorted_level, sorted_enter = level[order], is_enter[order]
    entered += base - 1
    places = np.flatnonzero(~sorted_enter)
    callers = places - 1
    is_old = (callers < 0) | (sorted_level[callers] != sorted_level[places])
    left_at = order[places]
    frames_left = entered[order[callers]]
    frames_left[is_old] = stack[sorted_level[places[is_old]] - 1]
    ends = entered[left_at]
    # By the number of returns before it, a return finds its place among them.
    turn = left_at - (ends - (base - 1))
    left, size = np.empty(len(turn), np.int64), np.empty(len(turn), np.int64)
    left[turn], size[turn] = frames_left, ends - frames_left + 1
    times = order[sorted_enter]
    frames = entered[times]
    parent = np.empty(len(times), np.int64)
    parent[frames - base] = parents_of(is_enter, entered, times, sorted_level[sorted_enter], stack)
    return Nesting(is_enter, base, parent, left, size, level, times, frames, stack)


def parents_of(
    is_enter: NDArray[np.bool_], entered: Numbers, times: Numbers, level: Numbers, stack: Numbers
) -> Numbers:
    """The parents of calls in the order of level and time; `entered` is the last call entered at each event.

    A call entered right after another one is its child; any other has the parent of the call before it on its level.
    The first on a level that is no such child is called by a frame that was open before, or is the root.
    """
    is_child = is_enter[times - 1] & (times > 0)
    is_first = np.ones(len(times), np.bool_)
    is_first[1:] = level[1:] != level[:-1]
    parent = np.where(is_child, entered[times - 1], -1)
    is_old = is_first & ~is_child & (level > 1)
    parent[is_old] = stack[level[is_old] - 2]
    known = np.where(is_first | is_child, np.arange(len(times)), 0)
    return parent[np.maximum.accumulate(known)]


@dataclass(frozen=True, slots=True)
class Batch:
    """What is said of calls entered or left, in columns. Texts of moves have their numbers already."""

    entered_at: Numbers
    left_at: Numbers
    """The places in the file of calls entered and of calls left."""
    move: Numbers
    kind: Numbers
    alpha: Numbers
    beta: Numbers
    """Of each call entered."""
    value: Numbers
    status: Numbers
    """Of each call left; `UNSAID` where the file does not say."""
    skipped: Numbers
    pruned: Numbers
    """The number of pruned moves of each call left, and these moves one after the other."""


def add(draft: Draft, nesting: Nesting, batch: Batch) -> bool:
    """Add a batch to a draft if it is right, and return whether it is."""
    if (batch.alpha > batch.beta).any() or np.isnan(batch.alpha).any() or np.isnan(batch.beta).any():
        return False
    if (batch.kind == CHANCE).any() or draft.has_open_chance():
        return False
    tries, old_tries = tries_of(nesting, len(batch.move))
    of_left = np.zeros(len(nesting.left), np.int64)
    is_new = nesting.left >= nesting.base
    of_left[is_new] = tries[nesting.left[is_new] - nesting.base]
    old = np.flatnonzero(~is_new)
    of_left[old] = draft.tries(nesting.left[old]) + old_tries[draft.places(nesting.left[old])]
    said = batch.status
    status = np.where(said == UNSAID, np.where(of_left > 0, INNER, UNSAID), said)
    if ((status == INNER) != (of_left > 0)).any() or (of_left + batch.skipped).max(initial=0) > MAX_CHILDREN:
        return False
    if tries.max(initial=0) > MAX_CHILDREN or draft.most_tries(old_tries) > MAX_CHILDREN:
        return False
    if not are_well_pruned(draft, nesting, batch, of_left):
        return False
    commit(draft, nesting, batch, status.astype(np.uint8), tries, old_tries)
    return True


def tries_of(nesting: Nesting, count: int) -> tuple[Numbers, Numbers]:
    """How many calls of the batch were made by each new frame, and by each frame that was open before."""
    parent, base = nesting.parent, nesting.base
    tries = np.bincount(parent[parent >= base] - base, minlength=count)
    old = parent[(parent >= 0) & (parent < base)]
    return tries, np.bincount(np.searchsorted(nesting.stack, old), minlength=len(nesting.stack) + 1)


def are_well_pruned(draft: Draft, nesting: Nesting, batch: Batch, tries: Numbers) -> bool:
    """Whether pruned moves are different, were not tried, and stand at calls that have tried others."""
    if not len(batch.pruned):
        return True
    leavers = np.flatnonzero(batch.skipped)
    if not tries[leavers].all():
        return False
    span = len(draft.texts) + 1
    pruned = np.repeat(np.arange(len(leavers)) * span, batch.skipped[leavers]) + batch.pruned
    parents, moves = nesting.parent, batch.move
    for frame in nesting.left[leavers[nesting.left[leavers] < nesting.base]].tolist():
        before = np.array(draft.moves_tried(frame), np.int64)
        parents = np.concatenate((parents, np.full(len(before), frame)))
        moves = np.concatenate((moves, before))
    place_of = np.full(len(nesting.stack) + len(batch.move) + 1, -1)
    place_of[nesting.close_numbers(nesting.left[leavers])] = np.arange(len(leavers))
    places = place_of[nesting.close_numbers(parents)]
    tried = places >= 0
    return are_different(pruned, places[tried] * span + moves[tried], len(leavers) * span)


def are_different(keys: Numbers, others: Numbers, count: int) -> bool:
    """Whether each of the keys, which are below a count, occurs once, and none of them among the others."""
    if count > DENSE * (len(keys) + len(others) + SMALLEST):
        return len(np.unique(keys)) == len(keys) and not np.isin(others, keys).any()
    is_key = np.zeros(count, np.bool_)
    is_key[keys] = True
    return np.count_nonzero(is_key) == len(keys) and not is_key[others].any()


def commit(draft: Draft, nesting: Nesting, batch: Batch, status: Numbers, tries: Numbers, old_tries: Numbers) -> None:
    """Add the rows of a batch that has been checked."""
    rows = draft.extend(len(batch.move))
    entered = {
        "parent": nesting.parent,
        "move": batch.move,
        "kind": batch.kind,
        "alpha": batch.alpha,
        "beta": batch.beta,
        "entered_at": batch.entered_at,
    }
    for name, column in entered.items():
        rows[name][nesting.base :] = column
    left = {
        "value": batch.value,
        "status": status,
        "size": nesting.size,
        "skipped": batch.skipped,
        "left_at": batch.left_at,
    }
    for name, column in left.items():
        rows[name][nesting.left] = column
    opened = np.flatnonzero(rows["status"][nesting.base :] == OPEN)
    draft.restack((opened + nesting.base).tolist(), old_tries, tries[opened])
    leavers = np.flatnonzero(batch.skipped)
    draft.extend_pruned(nesting.left[leavers], batch.pruned)

"""Calls that are entered and left, as columns: what every reader of a recording hands to the draft."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.model.further_facts import Fact

Numbers = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Events:
    """Calls entered and left, in the order of the file, as columns."""

    place: Numbers
    """The place of each event in the file, as the reader counts places."""
    is_enter: NDArray[np.bool_]
    entered: Mapping[str, Numbers]
    """Of each call entered: `move` (the number of its text, -1 where there is none), `kind`, `alpha`, `beta`,
    `probability` (of the move, NaN where chance makes none), `depth` (NaN where none is given), and `tags` as bits."""
    left: Mapping[str, Numbers]
    """Of each call left: `value`, `status` (`STATUS_NOT_GIVEN` where it is not), how many moves are `skipped`,
    further `tags`, and how many `calls` below it are left out."""
    pruned: Numbers
    """The numbers of the pruned moves, one call after the other."""
    facts: Sequence[tuple[int, int, str, Fact]] = ()
    """Further facts: the event with or after which the file gives it, how many events precede the moment at which its
    frame is the innermost open one, the name, and the fact."""
    parents: Sequence[object] | None = None
    """The frame that the file says has made each call, None of the root; None where the file says nothing of that."""
    frames: Sequence[object] | None = None
    """The frame that the file says each leaving is about."""

    def __len__(self) -> int:
        return len(self.place)

    def up_to(self, count: int) -> Events:
        """Return the first events, with the facts that stand before the next one."""
        if count == len(self):
            return self
        enters = int(np.count_nonzero(self.is_enter[:count]))
        left = {name: column[: count - enters] for name, column in self.left.items()}
        return Events(
            self.place[:count],
            self.is_enter[:count],
            {name: column[:enters] for name, column in self.entered.items()},
            left,
            self.pruned[: left["skipped"].sum()],
            [fact for fact in self.facts if fact[0] < count],
            None if self.parents is None else self.parents[:enters],
            None if self.frames is None else self.frames[: count - enters],
        )


def first_fault(count: int, is_right: Callable[[int], object]) -> int:
    """Return how many items precede the first fault, by bisection: `is_right` tells whether so many have none."""
    right, wrong = 0, count
    while wrong - right > 1:
        middle = (right + wrong) // 2
        right, wrong = (middle, wrong) if is_right(middle) else (right, middle)
    return right


@dataclass(frozen=True, slots=True)
class Nesting:
    """The calls of some events, by spots: the calls open before, from the root on, then the new ones."""

    is_enter: NDArray[np.bool_]
    opened: int
    """How many calls were open before."""
    level: Numbers
    """Of each event the number of open calls, with the one that it is about."""
    parent: Numbers
    """The spot of each new call's parent, -1 of the root."""
    left: Numbers
    """The spot that each leaving is about."""

    def innermost(self) -> Numbers:
        """Return the spot of the innermost open call before each event and after the last; -1 for none."""
        parents = np.concatenate((np.arange(self.opened) - 1, self.parent))
        after = np.empty(len(self.is_enter), np.int64)
        after[self.is_enter] = np.arange(self.opened, len(parents))
        after[~self.is_enter] = parents[self.left]
        return np.concatenate(([self.opened - 1], after))


def nested(is_enter: NDArray[np.bool_], opened: int, most: int) -> Nesting | None:
    """Return the calls of some events after `opened` open ones; None where a closed call is left, or more than `most`
    are open.

    On its level, what follows a call that is entered is its return.
    """
    entered = np.cumsum(is_enter, dtype=np.int64)
    level = 2 * entered - np.arange(len(is_enter)) + (opened - is_enter)
    if level.min(initial=1) < 1 or level.max(initial=1) > most:
        return None
    order = np.argsort(level.astype(np.uint16), kind="stable")
    sorted_level, sorted_enter = level[order], is_enter[order]
    entered += opened - 1
    places = np.flatnonzero(~sorted_enter)
    callers = places - 1
    is_old = (callers < 0) | (sorted_level[callers] != sorted_level[places])
    left = np.empty(len(is_enter), np.int64)
    left[order[places]] = np.where(is_old, sorted_level[places] - 1, entered[order[callers]])
    times = order[sorted_enter]
    parent = np.empty(len(times), np.int64)
    parent[entered[times] - opened] = parents_of(is_enter, entered, times, sorted_level[sorted_enter])
    return Nesting(is_enter, opened, level, parent, left[~is_enter])


def parents_of(is_enter: NDArray[np.bool_], entered: Numbers, times: Numbers, level: Numbers) -> Numbers:
    """Return the parents of calls in the order of level and time; `entered` is the last call entered at each event.

    A call entered right after another one is its child; any other has the parent of the call before it on its level.
    The first on a level that is no such child is called by a frame that was open before, or is the root.
    """
    is_child = is_enter[times - 1] & (times > 0)
    is_first = np.ones(len(times), np.bool_)
    is_first[1:] = level[1:] != level[:-1]
    parent = np.where(is_child, entered[times - 1], level - 2)
    known = np.where(is_first | is_child, np.arange(len(times)), 0)
    return parent[np.maximum.accumulate(known)]

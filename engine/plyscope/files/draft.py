"""A recording while it is read: the one builder of columns, which every reader hands its calls as they come.

Calls are checked and added as columns, many at once. Only where something is wrong the first fault is looked for, and
explained. What needs the whole recording is checked when everything has been read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isnan, nan
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from plyscope.files.events import Events, Nesting, Numbers, first_fault, nested
from plyscope.files.growing_table import GrowingTable
from plyscope.files.json_values import placed
from plyscope.messages import InputError, Message
from plyscope.model import preorder
from plyscope.model.columns import COLUMNS, DEPTHS, HORIZON, INNER, MAX_FRAMES, OPEN, STATUS_NOT_GIVEN
from plyscope.model.declaration import CHANCE, NO_SIDE
from plyscope.model.distinct_positions import MAX_KEY_SPAN_PER_KEY
from plyscope.model.further_facts import CALLS, MAX_FACTS, NO_FURTHER_FACTS, Fact, FurtherFacts, facts_in_columns

MAX_PLIES = 20_000
"""Plies. A column of plies could hold three times as many, but paths are read frame by frame."""
MAX_CHILDREN = 65_535
"""Of one frame, pruned moves included: the most that the column of pruned moves can count."""
SUM_TOLERANCE = 1e-9
"""How far probabilities that are written in decimals may miss a sum of 1."""

ROWS = {
    **{name: kind for name, kind in COLUMNS.items() if name != "ply"},
    "skipped": "i4",
    "probability": "f8",
    "depth": DEPTHS,
    "tags": "u2",
    "entered_at": "i8",
    "left_at": "i8",
    "calls": "f8",
}
"""The columns of the rows: plies follow from sizes, and pruned moves may be more than a recording can have."""
OPENED = {"value": nan, "status": OPEN, "size": 0, "skipped": 0, "left_at": 0, "calls": 0}
"""What the rows of frames hold that have not returned yet."""

TOO_MANY_NAMES = InputError("a recording has at most {most} different names in x", most=MAX_FACTS)

Place = Callable[[int], Message]
"""The place in the file for a number that the reader has given."""


class Draft:
    """The calls read so far, as rows numbered in the order of entering."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.may_stand_pat = False
        """Whether a leaf at the horizon may have pruned moves: the noisy moves of a search that goes on there."""
        self.stack = np.zeros(0, np.int64)
        """The open frames, the root first."""
        self._numbers: dict[str, int] = {}
        """The texts of moves, with their numbers."""
        self._tried = {"above": self.stack, "move": self.stack, "probability": np.zeros(0)}
        """The calls that the open frames have made: the place of this frame on the stack, the move, and its chance."""
        self._rows = GrowingTable(ROWS)
        self._pruned = GrowingTable({"frame": "i4", "move": "i4"})
        """Pruned moves with their frames, in the order in which these have returned."""
        self._facts: dict[str, dict[int, Fact]] = {}
        """Further facts by name and frame."""

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def entered_at(self) -> Sequence[int]:
        """For each frame the place in the file at which it was entered."""
        return cast(Sequence[int], self._rows.columns["entered_at"].data)

    @property
    def left_at(self) -> Sequence[int]:
        """For each frame the place in the file at which it returned; 0 where it has not."""
        return cast(Sequence[int], self._rows.columns["left_at"].data)

    def text_number(self, text: str) -> int:
        """Return the number of a move's text; texts are numbered in the order of the file."""
        return self._numbers.setdefault(text, len(self._numbers))

    def add(self, events: Events) -> int:
        """Add events up to the first that is wrong, and return how many were added."""
        count = len(events)
        nesting = self._checked(events)
        if nesting is None:
            count = first_fault(count, lambda some: self._checked(events.up_to(some)) is not None)
            events = events.up_to(count)
            nesting = self._checked(events)
        assert nesting is not None
        self._commit(events, nesting)
        return count

    def _checked(self, events: Events) -> Nesting | None:
        """Return the calls of some events, or None if anything is wrong with these."""
        nesting = nested(events.is_enter, len(self.stack), MAX_PLIES + 1)
        if nesting is None or not self._are_named(events, nesting):
            return None
        entered = events.entered
        if len(self) + len(entered["move"]) > MAX_FRAMES or not (entered["alpha"] <= entered["beta"]).all():
            return None
        above, moves, chances = self._calls_of(events, nesting)
        tries = tries_of(above, nesting)
        of_left = tries[nesting.left]
        has_tried = of_left > 0
        if ((status_of(events, has_tried) == INNER) != has_tried).any():
            return None
        if max(tries.max(initial=0), (of_left + events.left["skipped"]).max(initial=0)) > MAX_CHILDREN:
            return None
        if not self._are_likely(entered, nesting, above, chances):
            return None
        if len(events.pruned) and not self._are_well_pruned(events, nesting, above, moves, has_tried):
            return None
        names = {*self._facts, *(name for _, _, name, _ in events.facts)}
        if events.left["calls"].any():
            names.add(CALLS)
        if len(names) > MAX_FACTS:
            return None
        return nesting

    def _are_named(self, events: Events, nesting: Nesting) -> bool:
        """Whether there is one root, and calls and parents are those that the file names."""
        is_first = len(self) == 0
        if np.count_nonzero(nesting.level[events.is_enter] == 1) > is_first:
            return False
        if events.parents is None or events.frames is None:
            return True
        frames = self._frames(nesting)
        parents: list[object] = frames[nesting.parent].tolist()
        if is_first:
            parents[:1] = [None] * len(parents[:1])
        return parents == list(events.parents) and frames[nesting.left].tolist() == list(events.frames)

    def _frames(self, nesting: Nesting) -> Numbers:
        """Return the frame numbers of calls by their spots."""
        return np.concatenate((self.stack, np.arange(len(self), len(self) + len(nesting.parent))))

    def _calls_of(self, events: Events, nesting: Nesting) -> tuple[Numbers, Numbers, Numbers]:
        """Return the spots of the parents of all calls made so far, their moves and probabilities."""
        tried, entered = self._tried, events.entered
        return (
            np.concatenate((tried["above"], nesting.parent)),
            np.concatenate((tried["move"], entered["move"])),
            np.concatenate((tried["probability"], entered["probability"])),
        )

    def _are_likely(self, entered: Any, nesting: Nesting, above: Numbers, chances: Numbers) -> bool:
        """Whether moves of chance, and no others, have probabilities, with a sum of 1 at most."""
        kinds = np.concatenate((self._rows.columns["kind"][self.stack], entered["kind"], [NO_SIDE]))
        is_of_chance = (kinds[nesting.parent] == CHANCE) & (entered["move"] >= 0)
        if (np.isnan(entered["probability"]) == is_of_chance).any():
            return False
        known = np.flatnonzero(~np.isnan(chances))
        return bool(np.bincount(above[known], chances[known]).max(initial=0) <= 1 + SUM_TOLERANCE)

    def _are_well_pruned(
        self, events: Events, nesting: Nesting, above: Numbers, moves: Numbers, has_tried: NDArray[np.bool_]
    ) -> bool:
        """Whether pruned moves are different, untried, and of calls that have tried others."""
        skipped = events.left["skipped"]
        leavers = np.flatnonzero(skipped)
        may_prune = has_tried[leavers]
        if self.may_stand_pat:
            may_prune |= events.left["status"][leavers] == HORIZON
        if not may_prune.all():
            return False
        span = len(self._numbers) + 1
        pruned = np.repeat(np.arange(len(leavers)) * span, skipped[leavers]) + events.pruned
        turns = np.full(len(self.stack) + len(nesting.parent) + 1, -1)
        turns[nesting.left[leavers]] = np.arange(len(leavers))
        of_calls = turns[above]
        is_tried = of_calls >= 0
        return are_different(pruned, of_calls[is_tried] * span + moves[is_tried], len(leavers) * span)

    def _commit(self, events: Events, nesting: Nesting) -> None:
        """Add events that were checked to the columns, and note which calls are still open."""
        base = len(self)
        above, moves, chances = self._calls_of(events, nesting)
        frames = self._frames(nesting)
        if events.facts:
            innermost = frames[nesting.innermost()].tolist()
            for _, moment, name, fact in events.facts:
                self._facts.setdefault(name, {})[innermost[moment]] = fact
        new = self._rows.extend(len(nesting.parent))
        new["parent"][:] = np.where(nesting.parent < 0, -1, frames[nesting.parent])
        new["entered_at"][:] = events.place[events.is_enter]
        for name, column in {**events.entered, **OPENED}.items():
            new[name][:] = column
        left, rows = frames[nesting.left], self._rows.columns
        rows["value"][left] = events.left["value"]
        rows["tags"][left] |= events.left["tags"]
        rows["skipped"][left] = events.left["skipped"]
        rows["status"][left] = status_of(events, tries_of(above, nesting)[nesting.left] > 0)
        rows["size"][left] = base + np.cumsum(events.is_enter)[~events.is_enter] - left
        rows["left_at"][left] = events.place[~events.is_enter]
        rows["calls"][left] = events.left["calls"]
        if events.left["calls"].any():
            self._facts.setdefault(CALLS, {})
        pruned = self._pruned.extend(len(events.pruned))
        pruned["frame"][:] = np.repeat(left, events.left["skipped"])
        pruned["move"][:] = events.pruned
        is_open = np.ones(len(frames) + 1, np.bool_)
        is_open[nesting.left] = is_open[-1] = False
        kept = is_open[above]
        places = np.cumsum(is_open) - 1
        self._tried = {"above": places[above[kept]], "move": moves[kept], "probability": chances[kept]}
        self.stack = frames[is_open[:-1]]

    # What is wrong with one event, where all those before it have been added

    def complaint(self, events: Events, at: int) -> InputError:
        """Return the error for the event `at`, with its place in the file."""
        rank = int(np.count_nonzero(events.is_enter[:at]))
        if events.is_enter[at]:
            alpha, beta, probability = (float(events.entered[name][rank]) for name in ("alpha", "beta", "probability"))
            found = self._complaint_of_call(alpha, beta, probability, has_move=bool(events.entered["move"][rank] >= 0))
        else:
            skipped = events.left["skipped"]
            start = int(skipped[: at - rank].sum())
            pruned = events.pruned[start : start + skipped[at - rank]].tolist()
            found = self._complaint_of_return(events.left["status"][at - rank], pruned)
        return placed(self.place(int(events.place[at])), found)

    def _complaint_of_call(self, alpha: float, beta: float, probability: float, *, has_move: bool) -> InputError:
        """Return the error for the call that would be entered next."""
        is_call = self._tried["above"] == len(self.stack) - 1
        if np.count_nonzero(is_call) >= MAX_CHILDREN:
            return InputError("a frame has more than {most} children", most=MAX_CHILDREN)
        if len(self.stack) > MAX_PLIES:
            return InputError("the recording is more than {deepest} plies deep", deepest=MAX_PLIES)
        if len(self) >= MAX_FRAMES:
            return InputError("a recording has {most} frames at most", most=MAX_FRAMES)
        if alpha > beta:
            return InputError("α = {alpha} is larger than β = {beta}", alpha=alpha, beta=beta)
        is_of_chance = has_move and len(self.stack) > 0 and self._rows.columns["kind"][self.stack[-1]] == CHANCE
        if not is_of_chance and not isnan(probability):
            return InputError("the move has a probability, and its parent is no frame of chance")
        if is_of_chance and isnan(probability):
            return InputError("probability is missing: the parent is a frame of chance")
        total = float(np.cumsum([*self._tried["probability"][is_call], probability])[-1])
        if total > 1 + SUM_TOLERANCE:
            return InputError("the probabilities of a frame of chance add up to {sum}", sum=total)
        return TOO_MANY_NAMES

    def _complaint_of_return(self, status: int, pruned: Sequence[int]) -> InputError:
        """Return the error for the return of the innermost call."""
        tried = self._tried["move"][self._tried["above"] == len(self.stack) - 1]
        if status == INNER and not len(tried):
            return InputError("the frame is inner, and has tried no move")
        if status not in (INNER, STATUS_NOT_GIVEN) and len(tried):
            return InputError("the frame is a leaf, and has tried moves")
        if pruned and not len(tried) and not (self.may_stand_pat and status == HORIZON):
            return InputError("moves are pruned, and none was tried")
        if len(tried) + len(pruned) > MAX_CHILDREN:
            return InputError("a frame has more than {most} children", most=MAX_CHILDREN)
        texts, seen = list(self._numbers), set(tried.tolist())
        for place, move in enumerate(pruned):
            if move in seen:
                return InputError("the move {move} is pruned, and was tried", move=texts[move])
            if move in pruned[:place]:
                return InputError("the move {move} is pruned twice", move=texts[move])
        return TOO_MANY_NAMES

    # What has been read

    @property
    def is_complete(self) -> bool:
        """Whether the root has returned."""
        return len(self) > 0 and not len(self.stack)

    @property
    def innermost(self) -> int:
        """The innermost open frame; the root where none is open."""
        return int(self.stack[-1]) if len(self.stack) else 0

    @property
    def texts(self) -> list[str]:
        """The texts of the moves that occur, by their numbers."""
        occurring = (self._rows.columns["move"], self._pruned.columns["move"])
        return list(self._numbers)[: max(int(moves.max(initial=-1)) for moves in occurring) + 1]

    def columns(self) -> dict[str, NDArray[Any]]:
        """Return the columns of a trace, in which a move is the number of its text."""
        read = dict(self._rows.columns)
        size = read["size"] = read["size"].copy()
        size[self.stack] = len(size) - self.stack
        for name in ("alpha", "beta", "value"):
            read[name] = read[name] + 0.0  # so that -0.0 becomes 0.0
        for name in ("parent", "move", "kind", "status"):
            read[name] = read[name].copy()
        read["ply"] = preorder.plies(size)
        return {name: read[name].astype(kind, copy=False) for name, kind in COLUMNS.items()}

    def further_facts(self) -> FurtherFacts:
        """Return the further facts of all frames, the numbers of calls left out among them."""
        counts = self._rows.columns["calls"]
        frames = np.flatnonzero(counts)
        facts = self._facts
        if len(frames):
            calls = dict(zip(frames.tolist(), map(int, counts[frames].tolist()), strict=True))
            facts = {**facts, CALLS: {**facts.get(CALLS, {}), **calls}}
        return facts_in_columns(facts, len(self)) if facts else NO_FURTHER_FACTS

    def chances(self) -> NDArray[np.float64] | None:
        """Return the probability of each frame's move; None without moves of chance."""
        chances = self._rows.columns["probability"]
        is_missing = np.isnan(chances)
        return None if is_missing.all() else np.where(is_missing, nan, chances)

    def depths(self) -> NDArray[np.float32] | None:
        """Return the depth that each frame was given; None where none was."""
        depths = self._rows.columns["depth"]
        return None if np.isnan(depths).all() else depths.copy()

    def tags(self) -> NDArray[np.uint16] | None:
        """Return the tags of each frame as bits; None where no frame has any."""
        tags = self._rows.columns["tags"]
        return tags.copy() if tags.any() else None

    def pruned(self) -> NDArray[np.int32]:
        """Return the numbers of the texts of pruned moves, frame by frame."""
        pruned = self._pruned.columns
        return np.asarray(pruned["move"][np.argsort(pruned["frame"], kind="stable")])


def tries_of(above: Numbers, nesting: Nesting) -> Numbers:
    """Return the number of calls made by the call at each spot, from the spots of all parents."""
    return np.bincount(above[above >= 0], minlength=nesting.opened + len(nesting.parent))


def status_of(events: Events, has_tried: NDArray[np.bool_]) -> Numbers:
    """Return the statuses of calls that return; one not given is inner where the call tried moves."""
    said = events.left["status"]
    return np.where((said == STATUS_NOT_GIVEN) & has_tried, INNER, said).astype(np.uint8)


def are_different(keys: Numbers, others: Numbers, count: int) -> bool:
    """Whether each key, below `count`, occurs once, and not among the others."""
    if count > MAX_KEY_SPAN_PER_KEY * (len(keys) + len(others) + 100):
        return len(np.unique(keys)) == len(keys) and not np.isin(others, keys).any()
    is_key = np.zeros(count, np.bool_)
    is_key[keys] = True
    return np.count_nonzero(is_key) == len(keys) and not is_key[others].any()

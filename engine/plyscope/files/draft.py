"""A recording while it is read: a row is added when a call is entered, and contradictions are refused.

Only the open calls are checked here; whole columns are checked when everything has been read.
Complaints get their place from the reader.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf, isnan, nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.files.growing_table import GrowingTable
from plyscope.messages import InputError, Message
from plyscope.model import preorder
from plyscope.model.columns import COLUMNS, HORIZON, INNER, MAX_FRAMES, OPEN
from plyscope.model.declaration import CHANCE
from plyscope.model.distinct_positions import pieces
from plyscope.model.further_facts import MAX_FACTS, NO_FURTHER_FACTS, Fact, FurtherFacts, gathered

MAX_PLIES = 20_000
"""Plies. A column of plies could hold three times as many, but paths are read frame by frame."""
MAX_CHILDREN = 65_535
"""Of one frame, pruned moves included: the most that the column of pruned moves can count."""
SUM_TOLERANCE = 1e-9
"""How far probabilities that are written in decimals may miss a sum of 1."""
UNSAID = 255
"""The status of a leaf of which the recording does not say why the search stopped there."""

ROWS = {
    **{name: kind for name, kind in COLUMNS.items() if name != "ply"},
    "skipped": "i4",
    "entered_at": "i8",
    "left_at": "i8",
}
"""The columns of the rows: plies follow from sizes, and pruned moves may be more than a recording can have."""
OPENED: Mapping[str, float] = {"value": nan, "status": OPEN, "size": 0, "skipped": 0, "left_at": 0}
"""What the rows of frames hold that have not returned yet."""

Place = Callable[[int], Message]
"""The place in the file for a number that the reader has given."""


class Draft:
    """The rows read so far. Frames have numbers in the order of entering."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.texts: dict[str, int] = {}
        """The texts of moves, with their numbers."""
        self.may_stand_pat = False
        """Whether a leaf at the horizon may have pruned moves: the noisy moves of a search that goes on there."""
        self.stack: list[int] = []
        """The open frames, the root first."""
        self._tries: list[int] = []
        self._certainty: list[float] = []
        """Of each open frame the sum of its children's probabilities."""
        self._rows = GrowingTable(ROWS)
        self._pruned, self._leavers = GrowingTable({"move": "i4"}), GrowingTable({"frame": "i4"})
        """Pruned moves in the order in which their frames have returned, and these frames."""
        self._chances = array("d")
        """The probability of each frame's move, NaN without one; empty as long as no frame has one."""
        self._facts: dict[str, dict[int, Fact]] = {}
        """Further facts by name and frame."""

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def entered_at(self) -> Sequence[int]:
        """The place at which each frame was entered."""
        places: Sequence[int] = self._rows.items["entered_at"][: len(self)]
        return places

    @property
    def left_at(self) -> Sequence[int]:
        """The place at which each frame has returned, 0 where it has not."""
        places: Sequence[int] = self._rows.items["left_at"][: len(self)]
        return places

    def text_number(self, text: str) -> int:
        return self.texts.setdefault(text, len(self.texts))

    def enter(
        self, at: int, move: int, kind: int, alpha: float = -inf, beta: float = inf, probability: float = nan
    ) -> int:
        """Enter a call below the innermost open one; return its number."""
        stack, frame = self.stack, len(self._rows)
        if stack:
            self._tries[-1] += 1
            if self._tries[-1] > MAX_CHILDREN:
                raise InputError("a frame has more than {most} children", most=MAX_CHILDREN)
            if len(stack) > MAX_PLIES:
                raise InputError("the recording is more than {deepest} plies deep", deepest=MAX_PLIES)
        if frame >= MAX_FRAMES:
            raise InputError("a recording has {most} frames at most", most=MAX_FRAMES)
        if alpha > beta:
            raise InputError("α = {alpha} is larger than β = {beta}", alpha=alpha, beta=beta)
        self._add_chance(frame, probability)
        self._rows.extend(1)
        row = self._rows.items
        row["parent"][frame] = stack[-1] if stack else -1
        row["move"][frame] = move
        row["kind"][frame] = kind
        row["alpha"][frame] = alpha
        row["beta"][frame] = beta
        row["entered_at"][frame] = at
        row["value"][frame] = nan
        row["status"][frame] = OPEN
        row["size"][frame] = row["skipped"][frame] = row["left_at"][frame] = 0
        stack.append(frame)
        self._tries.append(0)
        self._certainty.append(0.0)
        return frame

    def _add_chance(self, frame: int, probability: float) -> None:
        """The probability with which chance makes the move that leads to a new frame, NaN where it makes none."""
        is_of_chance = bool(self.stack) and self._rows.items["kind"][self.stack[-1]] == CHANCE
        if not is_of_chance and isnan(probability):
            return
        if not is_of_chance:
            raise InputError("the move has a probability, and its parent is no frame of chance")
        if isnan(probability):
            raise InputError("probability is missing: the parent is a frame of chance")
        self._certainty[-1] += probability
        if self._certainty[-1] > 1 + SUM_TOLERANCE:
            raise InputError("the probabilities of a frame of chance add up to {sum}", sum=self._certainty[-1])
        self._chances.extend([nan] * (frame - len(self._chances)))
        self._chances.append(probability)

    def add_facts(self, frame: int, facts: Mapping[str, Fact]) -> None:
        """Further facts of a frame; one that it has already is replaced."""
        for name, fact in facts.items():
            if name not in self._facts:
                if len(self._facts) >= MAX_FACTS:
                    raise InputError("a recording has at most {most} different names in x", most=MAX_FACTS)
                self._facts[name] = {}
            self._facts[name][frame] = fact

    def leave(self, at: int, value: float, status: int | None = None, pruned: Sequence[str] = ()) -> None:
        """Leave the innermost open call."""
        frame, tries = self.stack[-1], self._tries[-1]
        if status is None:
            status = INNER if tries else UNSAID
        elif status == INNER and not tries:
            raise InputError("the frame is inner, and has tried no move")
        elif status != INNER and tries:
            raise InputError("the frame is a leaf, and has tried moves")
        if pruned:
            if not tries and not (self.may_stand_pat and status == HORIZON):
                raise InputError("moves are pruned, and none was tried")
            self._note_pruned(frame, tries, pruned)
        self.stack.pop()
        self._tries.pop()
        self._certainty.pop()
        row = self._rows.items
        row["value"][frame] = value
        row["status"][frame] = status
        row["size"][frame] = len(self._rows) - frame
        row["left_at"][frame] = at

    def _note_pruned(self, frame: int, tries: int, pruned: Sequence[str]) -> None:
        if tries + len(pruned) > MAX_CHILDREN:
            raise InputError("a frame has more than {most} children", most=MAX_CHILDREN)
        seen = set()
        row, count = self._rows.items, len(self)
        child = frame + 1
        while child < count:
            seen.add(row["move"][child])
            child += row["size"][child]
        tried = frozenset(seen)
        numbers = []
        for text in pruned:
            number = self.text_number(text)
            if number in tried:
                raise InputError("the move {move} is pruned, and was tried", move=text)
            if number in seen:
                raise InputError("the move {move} is pruned twice", move=text)
            seen.add(number)
            numbers.append(number)
        row["skipped"][frame] = len(pruned)
        leaver, first = self._leavers.extend(1), self._pruned.extend(len(numbers))
        self._leavers.items["frame"][leaver] = frame
        moves = self._pruned.items["move"]
        for place, number in enumerate(numbers, first):
            moves[place] = number

    # Many calls at once, which `batches` has checked

    def has_open_chance(self) -> bool:
        """Whether chance makes a move in an open frame."""
        return any(self._rows.items["kind"][frame] == CHANCE for frame in self.stack)

    def places(self, frames: NDArray[np.int64]) -> NDArray[np.int64]:
        """The places of open frames on the stack."""
        return np.searchsorted(np.array(self.stack, np.int64), frames)

    def tries(self, frames: NDArray[np.int64]) -> NDArray[np.int64]:
        """How many calls open frames have made."""
        return np.array(self._tries, np.int64)[self.places(frames)]

    def most_tries(self, more: NDArray[np.int64]) -> int:
        """The largest number of calls that an open frame has made when `more` are added to them."""
        return int((np.array(self._tries, np.int64) + more[: len(self._tries)]).max(initial=0))

    def moves_tried(self, frame: int) -> list[int]:
        """The numbers of the moves that an open frame has tried."""
        moves = []
        row = self._rows.items
        child = frame + 1
        while 0 < child < len(self._rows):
            moves.append(row["move"][child])
            child = child + row["size"][child] if row["size"][child] else len(self._rows)
        return moves

    def extend(self, count: int) -> dict[str, NDArray[Any]]:
        """Make rows of new frames that have not returned, and return the columns with these, to write in."""
        first = self._rows.extend(count)
        columns = self._rows.columns
        for name, unknown in OPENED.items():
            columns[name][first:] = unknown
        return columns

    def restack(self, opened: Sequence[int], tries: NDArray[np.int64], tries_of_opened: NDArray[np.int64]) -> None:
        """Take the frames that have returned off the stack, and put `opened` on it, which have not.

        `tries` says how many calls each frame on the stack has made since, `tries_of_opened` how many the others have.
        """
        status = self._rows.items["status"]
        kept = sum(status[frame] == OPEN for frame in self.stack)
        self._tries[:] = [before + more for before, more in zip(self._tries[:kept], tries.tolist(), strict=False)]
        del self.stack[kept:], self._certainty[kept:]
        self.stack.extend(opened)
        self._tries.extend(tries_of_opened.tolist())
        self._certainty.extend([0.0] * len(opened))

    def extend_pruned(self, leavers: NDArray[np.int64], pruned: NDArray[np.int64]) -> None:
        """Add pruned moves, frame by frame in the order in which the frames have returned."""
        for table, name, numbers in ((self._leavers, "frame", leavers), (self._pruned, "move", pruned)):
            first = table.extend(len(numbers))
            table.columns[name][first:] = numbers

    def extend_facts(self, name: str, frames: Sequence[int], facts: Sequence[Fact]) -> None:
        """Add a further fact of many frames."""
        self._facts.setdefault(name, {}).update(zip(frames, facts, strict=True))

    def has_room_for_facts(self, names: Iterable[str]) -> bool:
        """Whether a recording can have facts of these names too."""
        return len(self._facts.keys() | set(names)) <= MAX_FACTS

    def go_back(self, at: int) -> None:
        """Drop what was read from a place on: the frames that were entered there, and the returns."""
        columns = self._rows.columns
        count = int(np.searchsorted(columns["entered_at"], at))
        is_left = np.zeros(len(self), np.bool_)
        is_left[:count] = (columns["left_at"][:count] > 0) & (columns["left_at"][:count] < at)
        leavers = self._leavers.columns["frame"]
        kept = is_left[leavers]
        self._pruned.keep(np.repeat(kept, columns["skipped"][leavers]))
        self._leavers.keep(kept)
        self._rows.keep(np.arange(len(self)) < count)
        del self._chances[count:]
        self.stack[:] = np.flatnonzero(~is_left[:count]).tolist()
        for name, unknown in OPENED.items():
            self._rows.columns[name][self.stack] = unknown
        self._facts = {
            name: {frame: fact for frame, fact in facts.items() if frame < count}
            for name, facts in self._facts.items()
            if any(frame < count for frame in facts)
        }

    # What has been read

    @property
    def is_complete(self) -> bool:
        return len(self) > 0 and not self.stack

    def columns(self) -> dict[str, NDArray[Any]]:
        """The columns; a move is the number of its text."""
        read = dict(self._rows.columns)
        size = read["size"] = read["size"].copy()
        size[self.stack] = len(size) - np.array(self.stack, np.int32)
        for name in ("alpha", "beta", "value"):
            read[name] = read[name] + 0.0  # so that -0.0 becomes 0.0
        for name in ("parent", "move", "kind", "status"):
            read[name] = read[name].copy()
        read["ply"] = preorder.plies(size)
        return {name: read[name].astype(kind, copy=False) for name, kind in COLUMNS.items()}

    def further_facts(self) -> FurtherFacts:
        return gathered(self._facts, len(self)) if self._facts else NO_FURTHER_FACTS

    def chances(self) -> NDArray[np.float64] | None:
        """The probability of each frame's move; None where chance makes none."""
        if not self._chances:
            return None
        chances = np.full(len(self), nan)
        chances[: len(self._chances)] = self._chances
        return chances

    def pruned(self) -> NDArray[np.int32]:
        """The numbers of the texts of pruned moves, frame by frame; they were added as frames returned."""
        leavers, skipped = self._leavers.columns["frame"], self._rows.columns["skipped"]
        start_of = np.zeros(len(skipped), np.int32)
        counts = skipped[leavers]
        start_of[leavers] = np.cumsum(counts, dtype=np.int32) - counts
        ascending = np.flatnonzero(skipped)
        found, pruned, end = np.empty(counts.sum(), np.int32), self._pruned.columns["move"], 0
        for some in pieces(len(ascending)):
            counts, starts = skipped[ascending[some]], start_of[ascending[some]]
            ends = np.cumsum(counts)
            places = np.arange(ends[-1]) + np.repeat(starts - (ends - counts), counts)
            found[end : end + len(places)] = pruned[places]
            end += len(places)
        return found

"""A recording while it is read: a row is added when a call is entered, and contradictions are refused.

Only the open calls are checked here; whole columns are checked when everything has been read.
Complaints get their place from the reader.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf, isnan, nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
        self.entered_at = array("q")
        self.left_at = array("q")
        self._tries: list[int] = []
        self._certainty: list[float] = []
        """Of each open frame the sum of its children's probabilities."""
        self._parent, self._move, self._size, self._skipped = (array("i") for _ in range(4))
        self._alpha, self._beta, self._value = (array("d") for _ in range(3))
        self._kind, self._status = bytearray(), bytearray()
        self._pruned, self._leavers = array("i"), array("i")
        self._chances = array("d")
        """The probability of each frame's move, NaN without one; empty as long as no frame has one."""
        self._facts: dict[str, dict[int, Fact]] = {}
        """Further facts by name and frame."""

    def __len__(self) -> int:
        return len(self._parent)

    def text_number(self, text: str) -> int:
        return self.texts.setdefault(text, len(self.texts))

    def enter(
        self, at: int, move: int, kind: int, alpha: float = -inf, beta: float = inf, probability: float = nan
    ) -> int:
        """Enter a call below the innermost open one; return its number."""
        stack, frame = self.stack, len(self._parent)
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
        self._parent.append(stack[-1] if stack else -1)
        self._move.append(move)
        self._kind.append(kind)
        self._alpha.append(alpha)
        self._beta.append(beta)
        self._value.append(nan)
        self._status.append(OPEN)
        self._size.append(0)
        self._skipped.append(0)
        self.entered_at.append(at)
        self.left_at.append(0)
        stack.append(frame)
        self._tries.append(0)
        self._certainty.append(0.0)
        return frame

    def _add_chance(self, frame: int, probability: float) -> None:
        """The probability with which chance makes the move that leads to a new frame, NaN where it makes none."""
        is_of_chance = bool(self.stack) and self._kind[self.stack[-1]] == CHANCE
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
        self._value[frame] = value
        self._status[frame] = status
        self._size[frame] = len(self._parent) - frame
        self.left_at[frame] = at

    def _note_pruned(self, frame: int, tries: int, pruned: Sequence[str]) -> None:
        if tries + len(pruned) > MAX_CHILDREN:
            raise InputError("a frame has more than {most} children", most=MAX_CHILDREN)
        seen = set()
        child = frame + 1
        while child < len(self._parent):
            seen.add(self._move[child])
            child += self._size[child]
        tried = frozenset(seen)
        for text in pruned:
            number = self.text_number(text)
            if number in tried:
                raise InputError("the move {move} is pruned, and was tried", move=text)
            if number in seen:
                raise InputError("the move {move} is pruned twice", move=text)
            seen.add(number)
            self._pruned.append(number)
        self._skipped[frame] = len(pruned)
        self._leavers.append(frame)

    # Many calls at once, which `batches` has checked

    def has_open_chance(self) -> bool:
        """Whether chance makes a move in an open frame."""
        return any(self._kind[frame] == CHANCE for frame in self.stack)

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
        child = frame + 1
        while 0 < child < len(self._parent):
            moves.append(self._move[child])
            child = child + self._size[child] if self._size[child] else len(self._parent)
        return moves

    def extend(
        self,
        rows: Mapping[str, NDArray[Any]],
        left: Sequence[int],
        ends: Mapping[str, Sequence[Any]],
        tries: Sequence[int],
        opened: Sequence[int],
        tries_of_opened: NDArray[np.int64],
    ) -> None:
        """Add rows; `left` are frames that were open and have returned, `opened` new ones that have not.

        `ends` says how the frames in `left` have ended, `tries` how many calls each frame on the stack has made since.
        """
        for name, column in rows.items():
            target = getattr(self, name if name.endswith("_at") else f"_{name}")
            if isinstance(target, bytearray):
                target.extend(column.astype(np.uint8, copy=False).data)
            else:
                target.frombytes(np.ascontiguousarray(column, target.typecode).data.cast("B"))
        for name, values in ends.items():
            target = getattr(self, name if name.endswith("_at") else f"_{name}")
            for frame, value in zip(left, values, strict=True):
                target[frame] = value
        kept = len(self.stack) - len(left)
        self._tries[:] = [before + more for before, more in zip(self._tries[:kept], tries, strict=False)]
        del self.stack[kept:], self._certainty[kept:]
        self.stack.extend(opened)
        self._tries.extend(tries_of_opened.tolist())
        self._certainty.extend([0.0] * len(opened))

    def extend_pruned(self, leavers: NDArray[np.int64], pruned: NDArray[np.int64]) -> None:
        """Add pruned moves, frame by frame in the order in which the frames have returned."""
        self._leavers.frombytes(leavers.astype("i").tobytes())
        self._pruned.frombytes(pruned.astype("i").tobytes())

    def extend_facts(self, name: str, frames: Sequence[int], facts: Sequence[Fact]) -> None:
        """Add a further fact of many frames."""
        self._facts.setdefault(name, {}).update(zip(frames, facts, strict=True))

    def has_room_for_facts(self, names: Iterable[str]) -> bool:
        """Whether a recording can have facts of these names too."""
        return len(self._facts.keys() | set(names)) <= MAX_FACTS

    def go_back(self, at: int) -> None:
        """Drop what was read from a place on: the frames that were entered there, and the returns."""
        count = bisect_left(self.entered_at, at)
        is_left = [0 < place < at for place in self.left_at[:count]]
        starts, kept = 0, array("i")
        leavers = array("i")
        for frame in self._leavers:
            end = starts + self._skipped[frame]
            if frame < count and is_left[frame]:
                kept.extend(self._pruned[starts:end])
                leavers.append(frame)
            starts = end
        self._pruned, self._leavers = kept, leavers
        columns = (self._parent, self._move, self._size, self._skipped, self._alpha, self._beta, self._value)
        for column in (*columns, self._kind, self._status, self.entered_at, self.left_at, self._chances):
            del column[count:]
        self.stack[:] = [frame for frame in range(count) if not is_left[frame]]
        for frame in self.stack:
            self._value[frame], self._status[frame] = nan, OPEN
            self._size[frame] = self._skipped[frame] = self.left_at[frame] = 0
        self._facts = {
            name: {frame: fact for frame, fact in facts.items() if frame < count}
            for name, facts in self._facts.items()
            if any(frame < count for frame in facts)
        }

    # What has been read

    @property
    def is_complete(self) -> bool:
        return bool(self._parent) and not self.stack

    def columns(self) -> dict[str, NDArray[Any]]:
        """The columns; a move is the number of its text."""
        size = np.array(self._size, np.int32)
        for frame in self.stack:
            size[frame] = len(size) - frame
        read: dict[str, NDArray[Any]] = {
            "parent": np.array(self._parent),
            "move": np.array(self._move),
            "kind": np.frombuffer(bytes(self._kind), np.uint8),
            "status": np.frombuffer(bytes(self._status), np.uint8).copy(),
            "alpha": np.asarray(self._alpha) + 0.0,  # so that -0.0 becomes 0.0
            "beta": np.asarray(self._beta) + 0.0,
            "value": np.asarray(self._value) + 0.0,
            "size": size,
            "skipped": np.array(self._skipped),
        }
        read["ply"] = preorder.plies(size)
        return {name: np.ascontiguousarray(read[name], kind) for name, kind in COLUMNS.items()}

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
        leavers, skipped = np.array(self._leavers), np.array(self._skipped)
        start_of = np.zeros(len(skipped), np.int32)
        counts = skipped[leavers]
        start_of[leavers] = np.cumsum(counts, dtype=np.int32) - counts
        ascending = np.flatnonzero(skipped)
        found, pruned, end = np.empty(counts.sum(), np.int32), np.array(self._pruned), 0
        for some in pieces(len(ascending)):
            counts, starts = skipped[ascending[some]], start_of[ascending[some]]
            ends = np.cumsum(counts)
            places = np.arange(ends[-1]) + np.repeat(starts - (ends - counts), counts)
            found[end : end + len(places)] = pruned[places]
            end += len(places)
        return found

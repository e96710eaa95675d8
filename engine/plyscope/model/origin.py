"""Where a recording comes from, and what stands beside its columns.

A search of ours, a recording made by another program, or user code that was traced: each trace has one of these
three, given to it when it is made. Whatever a frame can have beside its columns (the answer of a table, a probability,
a static score, a depth, tags) is here for all three, so that readers ask for the fact and not for the origin.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.model.columns import HORIZON, INNER
from plyscope.model.further_facts import NO_FURTHER_FACTS, FurtherFacts
from plyscope.model.user_code import MAX_LABEL_CHARS, CodeFile, UserCode, leaves_loop_early

NO_FRAMES = np.zeros(0, np.int32)
NO_STEPS = np.zeros(0, np.int64)


class Hits:
    """The frames that a table has answered, and for each the frame that had stored the answer."""

    def __init__(self, pairs: NDArray[np.int32]) -> None:
        """`pairs` are frame and source in turn, by frames."""
        self.pairs = pairs
        self.frames, self.sources = pairs[::2], pairs[1::2]

    def source(self, frame: int) -> int:
        """Return the frame that had stored the answer that a frame got; -1 where that is not known."""
        place = int(np.searchsorted(self.frames, frame))
        return int(self.sources[place]) if place < len(self.frames) and self.frames[place] == frame else -1


NO_HITS = Hits(NO_FRAMES)


@dataclass(frozen=True, eq=False)
class Origin:
    """The origin of a recording by a search of ours: game, moves and text are known, and every value is a number."""

    hits: Hits = field(default=NO_HITS, kw_only=True)
    """Which frames a table has answered, where it is known from where."""
    probabilities: NDArray[np.float64] | None = field(default=None, kw_only=True)
    """For each frame the probability of its move, NaN where no chance led to it; None where there is no chance."""
    static_scores: NDArray[np.float64] | None = field(default=None, kw_only=True)
    """For each frame what its side has by standing pat, NaN where it must move; None where no side may."""
    depths: NDArray[np.float32] | None = field(default=None, kw_only=True)
    """For each frame the depth that it was called with, NaN where it was given none; None where depths follow from
    the search's declaration, or are not known."""
    tags: NDArray[np.uint16] | None = field(default=None, kw_only=True)
    """For each frame what is unusual about its call, as bits by `TAGS`; None where no frame has a tag."""

    is_user_code = False

    @property
    def is_search(self) -> bool:
        """Whether it searches a game; user code may be any recursion."""
        return True

    @property
    def move_texts(self) -> Sequence[str] | None:
        """The texts of the moves; None where the game knows them, so that positions can be searched again."""
        return None

    @property
    def further_facts(self) -> FurtherFacts:
        """What the program that made the recording has added to its frames."""
        return NO_FURTHER_FACTS

    @property
    def traced_call(self) -> str:
        """The call of user code that was traced, as text; empty for everything else."""
        return ""

    @property
    def files(self) -> Sequence[CodeFile]:
        """The files of user code, where there are several; none where it is one."""
        return ()

    @property
    def callers(self) -> int:
        """The number of frames that are no calls: 1 where the first one stands for the caller of user code."""
        return 0

    @property
    def digest(self) -> bytes:
        """The bytes of all that stands beside the columns, for the signature.

        Which frame had stored a table's answer follows from the rest.
        """
        beside = (self.probabilities, self.static_scores, self.depths, self.tags)
        return b"".join(bytes(np.ascontiguousarray(column).data) for column in beside if column is not None)

    @property
    def line_steps(self) -> NDArray[np.int64]:
        """For each executed line the step before it."""
        return NO_STEPS

    @property
    def saved_frames(self) -> NDArray[np.int32]:
        """The frames whose results a cache or a table had saved."""
        return self.hits.frames

    def is_saved(self, frame: int) -> bool:
        """Whether a cache or a table had saved the result of a frame."""
        return self.hits.source(frame) >= 0

    def stored_values(self, columns: Mapping[str, NDArray[Any]]) -> NDArray[np.bool_] | None:
        """Return for each frame whether it is a leaf whose value may have been stored before; None without any."""
        return None

    @property
    def searches_elsewhere(self) -> NDArray[np.bool_] | None:
        """For each frame whether its moves may be searched by calls of another recording; None where there is none."""
        return None

    @property
    def returns_bound(self) -> NDArray[np.bool_] | None:
        """For each frame whether it may return an end of its window; None where any frame may."""
        return None

    def may_leave_moves(self, text: str) -> bool:
        """Whether frames may leave moves untried without a window that says so."""
        return False

    def times_called(self, frame: int, frames: int) -> int:
        """Return how often the call of a frame is made among the first `frames` frames."""
        return 1

    def function_name(self, frame: int) -> str | None:
        """Return the name of the function that a frame is a call of; None where the search declares it."""
        return None

    def label(self, frame: int, longest: int = MAX_LABEL_CHARS) -> str | None:
        """Return the call as it stands in a text; None where a frame is named by its position."""
        return None

    def result_text(self, frame: int) -> str | None:
        """Return the text of a frame's result; empty where it returned nothing, None where its value says it."""
        return None


OUR_SEARCH = Origin()


@dataclass(frozen=True, eq=False)
class Imported(Origin):
    """A recording made by another program: what stands beside its columns."""

    pruned_moves: NDArray[np.int32]
    """The pruned moves, frame by frame; `skipped` says how many of them are each frame's."""
    texts: Sequence[str] | None
    """The texts of the moves; None where the game knows them."""
    further: FurtherFacts = field(default=NO_FURTHER_FACTS, kw_only=True)

    @property
    def move_texts(self) -> Sequence[str] | None:
        return self.texts

    @property
    def further_facts(self) -> FurtherFacts:
        return self.further

    @property
    def digest(self) -> bytes:
        texts = json.dumps(self.texts, ensure_ascii=False).encode()
        return bytes(self.pruned_moves.data) + texts + super().digest + self.further.digest


@dataclass(frozen=True, eq=False)
class TracedUserCode(Imported):
    """User code that was traced while it ran."""

    user_code: UserCode

    is_user_code = True

    @property
    def is_search(self) -> bool:
        return self.user_code.proposal is not None

    @property
    def traced_call(self) -> str:
        return self.user_code.call

    @property
    def files(self) -> Sequence[CodeFile]:
        return self.user_code.files

    @property
    def callers(self) -> int:
        return int(self.user_code.has_caller)

    @property
    def digest(self) -> bytes:
        return bytes(self.pruned_moves.data) + self.user_code.digest

    @property
    def line_steps(self) -> NDArray[np.int64]:
        return self.user_code.tables.line_step

    @property
    def saved_frames(self) -> NDArray[np.int32]:
        return self.user_code.tables.saved

    def is_saved(self, frame: int) -> bool:
        return self.user_code.is_saved(frame)

    def stored_values(self, columns: Mapping[str, NDArray[Any]]) -> NDArray[np.bool_] | None:
        """Return for each frame whether it is a leaf that a cache answered, or perhaps a table of its own.

        A table holds what an earlier call has found on the same position: it is read by the `return` that ran, as far
        as the text says, or the earlier call went deeper. On a game that is known, a leaf that is not over comes from
        a table, or from a rule of the program's own, if an earlier call went deeper than that.
        """
        status, ply = columns["status"], columns["ply"].astype(np.int32)
        frames = np.arange(len(status))
        inner = status == INNER
        keys, at_horizon = self.user_code.position_keys, self.user_code.has_no_depth_left
        first = np.full(int(keys.max()) + 1, len(keys))
        np.minimum.at(first, keys[inner], frames[inner])
        stored = (first[keys] < frames) & ~at_horizon
        if self.texts is None:
            deepest = np.maximum.accumulate(np.where(inner, ply, -1))
            stored |= (status == HORIZON) & (deepest >= ply) & ~at_horizon
        proposal = self.user_code.proposal or {}
        stored |= self.searches_elsewhere | self.returns_bound
        stored |= self.user_code.may_return_stored(proposal.get("stored", {}))
        stored[self.saved_frames] = True
        stored[self.user_code.tables.judged] = False
        if not proposal.get("kinds"):  # what returns an end of its window has only found a bound
            stored |= self.user_code.has_null_window(proposal.get("places", {}))
        return np.asarray(stored & ~inner, np.bool_)

    @cached_property
    def searches_elsewhere(self) -> NDArray[np.bool_]:
        proposal = self.user_code.proposal or {}
        return self.user_code.searches_elsewhere(proposal.get("places", {}))

    @cached_property
    def returns_bound(self) -> NDArray[np.bool_]:
        return self.user_code.returns_bound((self.user_code.proposal or {}).get("places", {}))

    def may_leave_moves(self, text: str) -> bool:
        return leaves_loop_early(text, self.user_code)

    def times_called(self, frame: int, frames: int) -> int:
        return self.user_code.times_made(self.user_code.call_number(frame), frames)

    def function_name(self, frame: int) -> str | None:
        return self.user_code.function_of(frame).name

    def label(self, frame: int, longest: int = MAX_LABEL_CHARS) -> str | None:
        return self.user_code.label(frame, longest)

    def result_text(self, frame: int) -> str | None:
        return self.user_code.result(frame) or ""

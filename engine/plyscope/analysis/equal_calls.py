"""Equal calls: the graph of distinct calls into which a tree of calls folds, and how often each call is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.model.trace import Trace
from plyscope.model.user_code import CallTexts, ResultTexts


@dataclass(frozen=True)
class CallGraph:
    """The distinct calls of a recording, and which of them make which, in columns."""

    first: NDArray[Any]
    """For each distinct call the frame that makes it first."""
    caller: NDArray[Any]
    """For each edge the caller."""
    called: NDArray[Any]
    frames: NDArray[Any]
    """The frames that make calls along the edges, edge by edge, those of one edge ascending."""
    ends: NDArray[Any]
    """For each edge where its frames end."""
    labels: Sequence[str]
    results: Sequence[str]
    """The text of each call's result; empty where there is none."""

    def __len__(self) -> int:
        return len(self.first)

    def calls_by(self, edge: int, frames: int) -> int:
        """How often a call is made along an edge among the first frames of the recording."""
        begin = int(self.ends[edge - 1]) if edge else 0
        return int(np.searchsorted(self.frames[begin : self.ends[edge]], frames))


def fold(trace: Trace) -> CallGraph:
    """The graph of the tree's distinct calls."""
    user_code = trace.user_code
    call, parent = user_code.tables.call.astype(np.int64), trace.column("parent")[1:]
    pairs = call[parent] * user_code.distinct + call[1:]
    distinct, counts = np.unique(pairs, return_counts=True)
    caller, called = np.divmod(distinct, user_code.distinct)
    return CallGraph(
        user_code.first_of_call,
        caller,
        called,
        np.argsort(pairs, kind="stable") + 1,
        np.cumsum(counts),
        CallTexts(user_code),
        ResultTexts(user_code),
    )


def is_repeated(trace: Trace) -> NDArray[np.bool_]:
    """For each frame whether an equal call was made before."""
    user_code = trace.user_code
    repeated = np.ones(len(trace), np.bool_)
    repeated[user_code.first_of_call] = False
    return repeated

"""Equal calls: how often each is made, and the graph of distinct calls into which a tree of calls folds."""

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
    times: NDArray[Any]
    """How often it is made."""
    caller: NDArray[Any]
    """For each edge the caller."""
    called: NDArray[Any]
    calls: NDArray[Any]
    """For each edge how often the call is made."""
    labels: Sequence[str]
    results: Sequence[str]
    """The text of each call's result; empty where there is none."""

    def __len__(self) -> int:
        return len(self.first)


def fold(trace: Trace) -> CallGraph:
    """The graph of the tree's distinct calls."""
    user_code = trace.user_code
    call, parent = user_code.tables.call.astype(np.int64), trace.column("parent")[1:]
    pairs = call[parent] * user_code.distinct + call[1:]
    distinct, counts = np.unique(pairs, return_counts=True)
    caller, called = np.divmod(distinct, user_code.distinct)
    first = user_code.first_of_call
    return CallGraph(
        first,
        user_code.times_called,
        caller,
        called,
        counts,
        CallTexts(user_code),
        ResultTexts(user_code),
    )


def is_repeated(trace: Trace) -> NDArray[np.bool_]:
    """For each frame whether an equal call was made before."""
    user_code = trace.user_code
    repeated = np.ones(len(trace), np.bool_)
    repeated[user_code.first_of_call] = False
    return repeated

"""Equal calls: the graph of distinct calls into which a tree of calls folds, and how often each call is made.

Of simulations, the calls on one position of the tree that they grow are one call; what was only rolled out belongs to
the last position above it that is in the tree.
"""

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
    """For each edge the place behind its frames."""
    call: NDArray[Any]
    """For each frame its distinct call."""
    labels: Sequence[str]
    results: Sequence[str]
    """The text of each call's result; empty where there is none."""

    def __len__(self) -> int:
        return len(self.first)

    def calls_by(self, edge: int, frames: int) -> int:
        """Return how often a call is made along an edge among the first frames of the recording."""
        begin = int(self.ends[edge - 1]) if edge else 0
        return int(np.searchsorted(self.frames[begin : self.ends[edge]], frames))


def fold(trace: Trace) -> CallGraph:
    """Return the graph of the distinct calls of user code."""
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
        user_code.tables.call,
        CallTexts(user_code),
        ResultTexts(user_code),
    )


def fold_simulations(trace: Trace) -> CallGraph:
    """Return the tree that simulations have grown as a graph of calls: a call is a position."""
    tree = trace.simulations
    call = np.zeros(len(trace), np.int64)
    for frame in range(1, len(trace)):
        call[frame] = tree.node_of.get(frame, call[frame - 1])
    nodes = tree.nodes
    return CallGraph(
        np.array([0, *(node.frames[0] for node in nodes[1:])], np.int64),
        np.array([node.parent for node in nodes[1:]], np.int64),
        np.arange(1, len(nodes), dtype=np.int64),
        np.array([frame for node in nodes[1:] for frame in node.frames], np.int64),
        np.cumsum([len(node.frames) for node in nodes[1:]]),
        call,
        [trace.short_name(0), *(trace.short_name(node.frames[0]) for node in nodes[1:])],
        [""] * len(nodes),
    )


def is_repeated(trace: Trace) -> NDArray[np.bool_]:
    """Return for each frame whether an equal call was made before."""
    user_code = trace.user_code
    repeated = np.ones(len(trace), np.bool_)
    repeated[user_code.first_of_call] = False
    return repeated

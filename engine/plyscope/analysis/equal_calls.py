"""Equal calls: how often each is made, and the graph into which a tree of calls folds when equal ones become one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from plyscope.model.trace import Trace
from plyscope.model.user_code import CallTexts, ResultTexts

if TYPE_CHECKING:
    import networkx


@dataclass(frozen=True)
class CallGraph:
    """The distinct calls of a recording, and which of them make which, in columns."""

    first: NDArray[Any]
    """For each distinct call the frame that makes it first."""
    times: NDArray[Any]
    """How often it is made."""
    caller: NDArray[Any]
    """For each edge the call that makes another."""
    called: NDArray[Any]
    calls: NDArray[Any]
    """For each edge how often."""
    labels: Sequence[str]
    results: Sequence[str]
    """Of what a call gives the text; empty where it gives nothing."""

    def __len__(self) -> int:
        return len(self.first)

    @property
    def has_circle(self) -> bool:
        """Whether a call leads back to itself, as in a recursion that never ends."""
        import networkx

        return not networkx.is_directed_acyclic_graph(self.as_networkx())

    def as_networkx(self) -> networkx.DiGraph[int]:
        """The same as a graph of networkx: a node for each distinct call, with its label, result and count."""
        import networkx

        graph: networkx.DiGraph[int] = networkx.DiGraph()
        for number, (label, result) in enumerate(zip(self.labels, self.results, strict=True)):
            graph.add_node(number, label=label, result=result, times=int(self.times[number]))
        edges = zip(self.caller.tolist(), self.called.tolist(), self.calls.tolist(), strict=True)
        graph.add_weighted_edges_from(edges, weight="calls")
        return graph


def fold(trace: Trace) -> CallGraph:
    """The tree of calls with equal calls as one."""
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

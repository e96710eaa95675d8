"""Where distinct calls lie when equal calls are folded into one: a graph in layers, callers above what they call.

A call lies one layer below the lowest of its callers, so that every edge leads down; where calls lead back to
themselves, layers are plies, and some edges lead up. Edges that pass by layers bend there, as if they met a call.
Within layers, calls move towards the middle of their neighbours, and then apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from plyscope.analysis.equal_calls import CallGraph
from plyscope.model.trace import Trace

MAX_CALLS, MAX_BENDS = 1_200, 12_000
"""The most distinct calls that are laid out, and the most bends of their edges; other edges are straight."""
SWEEPS = 12
"""How often each layer is moved towards its neighbours, to find the order, and then the distances."""

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Edge:
    """An edge: the caller, the call, its place among the graph's edges, and its route."""

    caller: int
    called: int
    number: int
    bends: tuple[tuple[float, int], ...]
    """x and layer of its bends."""


@dataclass(frozen=True)
class Folded:
    """The layout of distinct calls: the layer and the x of each, and the edges between them."""

    calls: tuple[int, ...]
    layers: dict[int, int]
    xs: dict[int, float]
    """The x of each call in widths of a call, from the leftmost call."""
    edges: tuple[Edge, ...]
    omitted: int
    """The number of calls that are too far from the first one to be drawn."""

    @property
    def width(self) -> float:
        """The x of the rightmost call, in widths of a call."""
        return max(self.xs.values(), default=0.0)

    @property
    def depth(self) -> int:
        """The lowest layer."""
        return max(self.layers.values(), default=0)


def lay_out(trace: Trace, graph: CallGraph, most: int = MAX_CALLS) -> Folded:
    """Return the layout of the calls nearest to the first one."""
    nearest = np.asarray(trace.column("ply")[graph.first], np.int64)
    chosen = np.sort(np.argsort(nearest, kind="stable")[:most])
    is_chosen = np.zeros(len(graph), np.bool_)
    is_chosen[chosen] = True
    kept = is_chosen[graph.caller] & is_chosen[graph.called]
    columns = (graph.caller[kept], graph.called[kept], np.flatnonzero(kept))
    edges = list(zip(*(column.tolist() for column in columns), strict=True))
    layers = layers_of(chosen.tolist(), [(caller, called) for caller, called, _ in edges], nearest)
    grid = Grid(chosen.tolist(), layers)
    bends = [grid.connect(caller, called) for caller, called, _ in edges]
    xs = grid.settle()
    return Folded(
        tuple(chosen.tolist()),
        layers,
        {call: xs[call] for call in chosen.tolist()},
        tuple(
            Edge(caller, called, number, tuple((xs[bend], grid.layers[bend]) for bend in passed))
            for (caller, called, number), passed in zip(edges, bends, strict=True)
        ),
        len(graph) - len(chosen),
    )


def layers_of(calls: Sequence[int], edges: Sequence[tuple[int, int]], plies: Numbers) -> dict[int, int]:
    """Return the layer of each call, one below its lowest caller; plies where some call leads back to itself."""
    below: dict[int, list[int]] = {call: [] for call in calls}
    callers = dict.fromkeys(calls, 0)
    for caller, called in edges:
        below[caller].append(called)
        callers[called] += 1
    layers = dict.fromkeys(calls, 0)
    ready = [call for call in calls if not callers[call]]
    done = 0
    while ready:
        call = ready.pop()
        done += 1
        for called in below[call]:
            layers[called] = max(layers[called], layers[call] + 1)
            callers[called] -= 1
            if not callers[called]:
                ready.append(called)
    return layers if done == len(calls) else {call: int(plies[call]) for call in calls}


class Grid:
    """Calls and bends layer by layer. Bends are numbered on from the calls."""

    def __init__(self, calls: Sequence[int], layers: dict[int, int]) -> None:
        self.layers = dict(layers)
        self.rows: list[list[int]] = [[] for _ in range(max(layers.values(), default=0) + 1)]
        for call in calls:
            self.rows[layers[call]].append(call)
        self.above: dict[int, list[int]] = {call: [] for call in calls}
        self.below: dict[int, list[int]] = {call: [] for call in calls}
        self._next = max(calls, default=0) + 1
        self._bends = 0

    def connect(self, caller: int, called: int) -> list[int]:
        """Join two calls; return the bends of the edge, if it has any."""
        first, last = self.layers[caller], self.layers[called]
        bends: list[int] = []
        if last - first > 1 and self._bends + last - first <= MAX_BENDS:
            for layer in range(first + 1, last):
                self.layers[self._next] = layer
                self.rows[layer].append(self._next)
                self.above[self._next], self.below[self._next] = [], []
                bends.append(self._next)
                self._next += 1
            self._bends += len(bends)
        if last > first:
            chain = [caller, *bends, called]
            for upper, lower in pairwise(chain):
                self.below[upper].append(lower)
                self.above[lower].append(upper)
        return bends

    def settle(self) -> dict[int, float]:
        """Return the x of every call and bend: first the order in the layers is found, then the distances."""
        xs = {item: float(place) for row in self.rows for place, item in enumerate(row)}
        for sweep in range(SWEEPS):
            beside = self.above if sweep % 2 == 0 else self.below
            for row in self.rows if sweep % 2 == 0 else self.rows[::-1]:
                ideal = {item: middle(xs, beside[item], xs[item]) for item in row}
                row.sort(key=ideal.__getitem__)
                xs.update(spread(row, ideal))
        for sweep in range(SWEEPS):
            for row in self.rows if sweep % 2 else self.rows[::-1]:
                ideal = {item: middle(xs, [*self.above[item], *self.below[item]], xs[item]) for item in row}
                xs.update(spread(row, ideal))
        least = min(xs.values(), default=0.0)
        return {item: x - least for item, x in xs.items()}


def middle(xs: dict[int, float], items: Sequence[int], otherwise: float) -> float:
    """Return the mean x of some items; `otherwise` without any."""
    return sum(xs[item] for item in items) / len(items) if items else otherwise


def spread(row: Sequence[int], ideal: dict[int, float]) -> dict[int, float]:
    """Return an x for each item of a layer, as near as possible to its ideal one, in order and at least one apart."""
    right, left, reach = list[float](), list[float](), -np.inf
    for item in row:
        reach = max(ideal[item], reach + 1)
        right.append(reach)
    reach = np.inf
    for item in reversed(row):
        reach = min(ideal[item], reach - 1)
        left.append(reach)
    return {item: (one + other) / 2 for item, one, other in zip(row, right, reversed(left), strict=True)}

"""The tree that simulations have grown, as a recording of its own: a frame is a node, and its value is the mean.

So it is compared with searches that try every move once. What was only rolled out is not in it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from plyscope.model.columns import COLUMNS, HORIZON, INNER, TERMINAL
from plyscope.model.declaration import Fold, Place, Search
from plyscope.model.trace import Trace


class GrownTree(Trace):
    """The tree at the end of a recording of simulations."""

    def __init__(self, whole: Trace) -> None:
        self.whole, tree = whole, whole.simulations
        self.numbers = [number for number in tree.preorder() if tree.nodes[number].visits()]
        """Frame -> the number of its node."""
        # Nothing declares how the nodes make their values.
        search = beginning_below_root(whole.search, fold=Fold.NONE)
        root = search.root_calls(whole.kinds[0]).function
        plan = replace(whole.plan, search=search, root=root)
        super().__init__(columns_of(whole, self.numbers), plan, made_by=whole.made_by, text=whole.text)
        self.coordinates = whole.coordinates

    @property
    def best_move(self) -> str | None:
        return self.whole.best_move

    @property
    def pv(self) -> list[str]:
        return self.whole.pv

    def visits(self, frame: int) -> int:
        """Return how many simulations went through a frame."""
        return self.whole.simulations.nodes[self.numbers[frame]].visits()


def beginning_below_root(search: Search, **declared: Any) -> Search:
    """Return the search that the rounds of another one call; its functions may be declared otherwise."""
    below = (calls for calls in search.calls if calls.place is not Place.ROOT)
    return replace(search, calls=tuple(calls._replace(place=Place.ANYWHERE, **declared) for calls in below))


def columns_of(whole: Trace, numbers: list[int]) -> dict[str, np.ndarray]:
    """Return the columns of a recording whose frames are these nodes."""
    nodes = whole.simulations.nodes
    place = {number: frame for frame, number in enumerate(numbers)}
    columns = {name: np.zeros(len(numbers), kind) for name, kind in COLUMNS.items()}
    columns["alpha"][:], columns["beta"][:], columns["size"][:] = -np.inf, np.inf, 1
    for frame, number in enumerate(numbers):
        node = nodes[number]
        columns["parent"][frame] = above = place.get(node.parent, -1)
        columns["move"][frame] = node.move
        columns["ply"][frame] = columns["ply"][above] + 1 if above >= 0 else 0
        columns["kind"][frame] = whole.kinds[node.frames[0]]
        columns["value"][frame] = node.mean()
        is_over = whole.statuses[node.frames[0]] == TERMINAL
        columns["status"][frame] = INNER if node.children else TERMINAL if is_over else HORIZON
    for frame in range(len(numbers) - 1, 0, -1):
        columns["size"][columns["parent"][frame]] += columns["size"][frame]
    # A node whose children were only begun when the recording was cut short has none here.
    columns["status"][(columns["status"] == INNER) & (columns["size"] == 1)] = HORIZON
    return columns

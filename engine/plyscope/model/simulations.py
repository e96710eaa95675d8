"""The tree that simulations grow: what a search by UCT knows at a step of how often it tried a move, and how it went.

Simulations that begin with the same moves are folded by these. Each adds one node to the tree, the first of its
positions that was not there; what it rolls out below is in no tree. A node counts a simulation at the step at which
the position above it is back with the result, as the search does. Values are seen from MAX's side.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from math import inf, log, sqrt

from plyscope.messages import Message
from plyscope.model.columns import OPEN
from plyscope.model.declaration import CHANCE, MAX
from plyscope.model.frames import Frames


class Phase(Enum):
    """How a frame of a simulation came by its move: drawn by chance, selected, expanded or rolled out."""

    DRAW = Message("draw")
    SELECT = Message("select")
    EXPAND = Message("expand")
    ROLL_OUT = Message("roll out")


@dataclass
class Node:
    """A node of the tree that simulations grow: the frames of all simulations that have gone through its position."""

    parent: int
    """The number of the node above it; -1 for the root."""
    move: int
    frames: list[int] = field(default_factory=list)
    children: dict[int, int] = field(default_factory=dict)
    """Move -> number of the node that it leads to, in the order of expansion."""
    counted: list[int] = field(default_factory=list)
    """The steps at which results were counted, which ascend."""
    totals: list[float] = field(default_factory=list)
    """The sum of the results after each of them, added up in their order as the search does."""

    def visits(self, step: int | None = None) -> int:
        """Return how many results are counted by a step; all, if none is given."""
        return len(self.counted) if step is None else bisect_right(self.counted, step)

    def mean(self, step: int | None = None) -> float | None:
        """Return the mean of the results that are counted by a step; None before the first one."""
        visits = self.visits(step)
        return self.totals[visits - 1] / visits if visits else None


def upper_bound(mean: float, visits: int, of_parent: int, exploration: float, *, maximizing: bool) -> float:
    """Return the upper confidence bound of a move for its side: the mean, and more the less it was tried."""
    return (mean if maximizing else -mean) + exploration * sqrt(log(of_parent) / visits)


class Simulations:
    """The tree of one recording. Nodes are numbered in the order in which they were expanded; 0 is the root."""

    def __init__(self, frames: Frames) -> None:
        self.frames = frames
        self.nodes = [Node(-1, -1)]
        self.node_of: dict[int, int] = {}
        """Frame -> the number of its node; frames that were rolled out have none."""
        self.exploration: float = frames.options["exploration"]
        for simulation in frames.rounds:
            self._add(simulation)

    def _add(self, frame: int) -> None:
        """Add a simulation to the tree: count it in the nodes on its way, and expand one."""
        number, is_new = 0, False
        while True:
            self._count(number, frame)
            if is_new or self.frames.sizes[frame] == 1:
                return
            frame += 1
            move, children = self.frames.moves[frame], self.nodes[number].children
            is_new = move not in children
            if is_new:
                children[move] = len(self.nodes)
                self.nodes.append(Node(number, move))
            number = children[move]

    def _count(self, number: int, frame: int) -> None:
        """Count a frame, and its result if it has returned, in a node."""
        node, frames = self.nodes[number], self.frames
        node.frames.append(frame)
        self.node_of[frame] = number
        if frames.statuses[frame] != OPEN:
            node.counted.append(frames.back_of_call(frame))
            node.totals.append((node.totals[-1] if node.totals else 0.0) + frames.values[frame])

    # Of one node

    def is_max(self, number: int) -> bool:
        """Whether MAX moves in the position of a node."""
        return self.frames.kinds[self.nodes[number].frames[0]] == MAX

    def is_chance(self, number: int) -> bool:
        """Whether chance moves in the position of a node: it draws, and chooses by no bound."""
        return self.frames.kinds[self.nodes[number].frames[0]] == CHANCE

    def children(self, number: int, step: int | None = None) -> list[int]:
        """Return the nodes below a node that are in the tree by a step, in the order of expansion."""
        found = self.nodes[number].children.values()
        if step is None:
            return list(found)
        return [child for child in found if self.entered(child) <= step]

    def entered(self, number: int) -> int:
        """Return the step at which a node was expanded."""
        return self.frames.enter_of_call(self.nodes[number].frames[0])

    def upper_bound(self, number: int, step: int | None = None) -> float | None:
        """Return the upper confidence bound of a node's move at a step; None where it has none.

        The root has none, nor has an outcome of chance, or any move before its first result.
        """
        node = self.nodes[number]
        mean = node.mean(step)
        if node.parent < 0 or mean is None or self.is_chance(node.parent):
            return None
        # In the step at which a first result is counted, the node above has not yet counted it.
        above = max(1, self.nodes[node.parent].visits(step))
        maximizing = self.is_max(node.parent)
        return upper_bound(mean, node.visits(step), above, self.exploration, maximizing=maximizing)

    def most_visited(self, number: int, step: int | None = None) -> int:
        """Return the child visited most by a step, among equals the one with the better mean, then the first; -1: none.

        Where chance moves, nobody plays the move that was visited most.
        """
        if self.is_chance(number):
            return -1
        sign = 1 if self.is_max(number) else -1
        best, found = (0, -inf), -1
        for child in self.children(number, step):
            mean = self.nodes[child].mean(step)
            key = self.nodes[child].visits(step), -inf if mean is None else sign * mean
            if mean is not None and key > best:
                best, found = key, child
        return found

    def line(self, step: int | None = None) -> list[int]:
        """Return the nodes that were visited most, from the move to play downwards."""
        found, number = list[int](), self.most_visited(0, step) if self.nodes[0].frames else -1
        while number >= 0:
            found.append(number)
            number = self.most_visited(number, step)
        return found

    def path(self, number: int) -> list[int]:
        """Return the first frames of the nodes on the way to a node, without that of the root."""
        frames = list[int]()
        while number > 0:
            frames.append(self.nodes[number].frames[0])
            number = self.nodes[number].parent
        return frames[::-1]

    def preorder(self, number: int = 0, step: int | None = None) -> Iterator[int]:
        """Yield a node and all below it that are in the tree by a step."""
        waiting = [number]
        while waiting:
            number = waiting.pop()
            yield number
            waiting += reversed(self.children(number, step))

    # Of one frame

    def phase(self, frame: int) -> Phase:
        """Return how a frame of a simulation comes by its move, which its child has made."""
        if self.frames.kinds[frame] == CHANCE:
            return Phase.DRAW
        if (number := self.node_of.get(frame)) is None or frame + 1 not in self.node_of:
            return Phase.ROLL_OUT
        below = self.nodes[self.node_of[frame + 1]]
        assert below.parent == number
        return Phase.EXPAND if below.frames[0] == frame + 1 else Phase.SELECT

    def choices(self, frame: int) -> list[tuple[int, int, float, float]]:
        """Return what a frame has chosen from: move, visits, mean and upper bound of each move, as they were then."""
        step = self.frames.enter_of_call(frame)
        rows = list[tuple[int, int, float, float]]()
        for child in self.children(self.node_of[frame], step) if frame in self.node_of else ():
            node = self.nodes[child]
            mean, bound = node.mean(step), self.upper_bound(child, step)
            if mean is not None and bound is not None:
                rows.append((node.move, node.visits(step), mean, bound))
        return rows

    def frame_at(self, number: int, step: int) -> int:
        """Return the last frame of a node that was entered by a step."""
        frames = self.nodes[number].frames
        place = bisect_right(frames, step, key=self.frames.enter_of_call)
        return frames[max(0, place - 1)]

"""Two layouts of a small tree: all leaves equally far apart, or compact, nodes close together; parents over children.

In the compact one each subtree is pushed to the left until it touches the nodes placed before, ply by ply. For that a
subtree is known by its two outlines. An outline lies deepest ply first, so that its root is appended, and is moved as a
whole by one number; two subtrees are compared down to the shallower one only. So the work grows with the number of
nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


def evenly(children: Sequence[Sequence[int]]) -> tuple[list[float], int]:
    """Return the middle of each node, with leaves at 0, 1, 2 …, and how many leaves there are.

    A parent, over the middle between its first and its last child, has a smaller number than these.
    """
    places, leaves, waiting = [0.0] * len(children), 0, [0]
    while waiting:
        node = waiting.pop()
        if not children[node]:
            places[node] = leaves
            leaves += 1
        waiting.extend(reversed(children[node]))
    for node in range(len(children) - 1, -1, -1):
        if below := children[node]:
            places[node] = (places[below[0]] + places[below[-1]]) / 2
    return places, leaves


@dataclass(slots=True)
class Outline:
    """One side of a subtree: how far it reaches on each ply, the deepest first."""

    reach: list[float]
    shift: float = 0.0

    def at(self, down: int) -> float:
        """Return how far it reaches so many plies below its top."""
        return self.reach[-1 - down] + self.shift


@dataclass(slots=True)
class Block:
    """Subtrees that stand side by side."""

    left: Outline
    right: Outline

    @property
    def height(self) -> int:
        """The number of plies of the block."""
        return len(self.left.reach)


def tidy(
    parents: Sequence[int], widths: Sequence[float], gap: float = 0.0, beside: Sequence[float] | None = None
) -> list[float]:
    """Return the middle of each node in the compact layout, from the left edge.

    Parents come before their children; children stand in the order given. Content `beside` a node widens it to the
    right only.
    """
    children: list[list[int]] = [[] for _ in parents]
    for node, parent in enumerate(parents):
        if parent >= 0:
            children[parent].append(node)
    offsets = [0.0] * len(parents)
    blocks: dict[int, Block] = {}
    for node in range(len(parents) - 1, -1, -1):
        blocks[node] = put_above([blocks.pop(child) for child in children[node]], children[node], offsets, gap)
        add_top(blocks[node], widths[node], beside[node] if beside else 0.0)
    places = [0.0] * len(parents)
    for node, parent in enumerate(parents):
        places[node] = offsets[node] + (places[parent] if parent >= 0 else 0.0)
    leftmost = min((place - width / 2 for place, width in zip(places, widths, strict=True)), default=0.0)
    return [place - leftmost for place in places]


def put_above(subtrees: list[Block], children: list[int], offsets: list[float], gap: float) -> Block:
    """Return subtrees as one block, the middle of its first and last root at 0; set their `offsets` from there."""
    if not subtrees:
        return Block(Outline([]), Outline([]))
    standing = subtrees[0]
    for child, subtree in zip(children[1:], subtrees[1:], strict=True):
        common = min(standing.height, subtree.height)
        offsets[child] = max(standing.right.at(down) - subtree.left.at(down) for down in range(common)) + gap
        subtree.left.shift += offsets[child]
        subtree.right.shift += offsets[child]
        standing = side_by_side(standing, subtree)
    middle = offsets[children[-1]] / 2
    for child in children:
        offsets[child] -= middle
    standing.left.shift -= middle
    standing.right.shift -= middle
    return standing


def side_by_side(first: Block, second: Block) -> Block:
    """Return two blocks as one: the upper part of the taller one's outline may come from the other."""
    if first.height >= second.height:
        return Block(first.left, covered(first.right, second.right))
    return Block(covered(second.left, first.left), second.right)


def covered(taller: Outline, by: Outline) -> Outline:
    """Return the taller outline itself, after replacing its upper part by the other one."""
    for down in range(len(by.reach)):
        taller.reach[-1 - down] = by.at(down) - taller.shift
    return taller


def add_top(block: Block, width: float, beside: float) -> None:
    """Add the node itself above its children, centred at 0 but for what is `beside` it, at its right."""
    block.left.reach.append(-width / 2 - block.left.shift)
    block.right.reach.append(width / 2 + beside - block.right.shift)

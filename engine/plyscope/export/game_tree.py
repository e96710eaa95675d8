"""The tree that a search explored, as an extensive game: every move that was tried, once, with values at the leaves.

A pruned move has no value, and so it is not in the game, which is worth the same wherever a frame's value is its best
child's. Nor is a call whose value is no value of its parent, such as a null move. Of a move that was probed and then
searched in full, the full search counts. Frames at the depth that is written are leaves with the values that they
returned.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from math import isnan

from plyscope.export.progress import BATCH
from plyscope.export.selection import Node, Selection
from plyscope.messages import InputError
from plyscope.model.columns import OPEN


@dataclass(frozen=True, slots=True)
class GameTree:
    """A tree of nodes, parents first, and the children of each by their places in the list."""

    nodes: list[Node]
    children: list[list[int]]

    def walk(self) -> Iterator[tuple[int, bool]]:
        """Iterate over the places, each when it is entered (True) and after all below it (False)."""
        stack = [(0, True)]
        while stack:
            place, enters = stack.pop()
            yield place, enters
            if enters:
                stack.append((place, False))
                stack.extend((child, True) for child in reversed(self.children[place]))


def game_tree(selection: Selection, form: str) -> Generator[str, None, GameTree]:
    """Yield empty pieces while collecting; return the game of a selection. `form` is its name in messages."""
    nodes: list[Node] = []
    children: list[list[int]] = []
    places: dict[int, int] = {}
    for node in game_nodes(selection, form):
        if len(nodes) % BATCH == 0:
            yield ""
        places[node.number] = len(nodes)
        if node.parent >= 0:
            children[places[node.parent]].append(len(nodes))
        nodes.append(node)
        children.append([])
    return GameTree(nodes, children)


def game_nodes(selection: Selection, form: str) -> Iterator[Node]:
    """Iterate over the nodes of that game in the order searched; raise InputError for one without a value."""
    trace, omitted_to = selection.trace, 0
    for node in selection:
        if node.is_stub or node.frame < omitted_to:
            continue
        if not trace.counts(node.frame):
            omitted_to = node.frame + trace.sizes[node.frame]
            continue
        if node.status == OPEN or isnan(trace.values[node.frame]):
            raise InputError("{form} cannot hold frame {frame}, which has no value", form=form, frame=node.frame)
        yield node

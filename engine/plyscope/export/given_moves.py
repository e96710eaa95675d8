"""What a position gives of pruned moves, where the whole tree is given with it, as a tree of numbers is.

Pictures show the number of a pruned leaf, and of a small tree all that lies below a pruned move: no search is needed
to know it, and textbooks print it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from plyscope.layout.whole_tree import WholeNode, is_end_of_search, whole_tree
from plyscope.model.trace import Trace


class Given(NamedTuple):
    """What a position gives of one node that the search did not call."""

    name: str | None
    number: float | None
    is_leaf: bool
    is_cut: bool
    """Whether it is the pruned move itself; the others lie below one."""
    chance: float | None = None
    """The probability of the move that leads to it, where chance makes it."""


class GivenNode(NamedTuple):
    """Such a node with its place below a pruned move, which is node 0."""

    parent: int
    move: int
    ply: int
    kind: int
    given: Given


class GivenMoves:
    """The pruned moves of a recording, with what its position gives of them."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.game = trace.position.game
        self.exists = self.game.is_given and not trace.search.moves_unplayed

    def below(self, frame: int, move: int) -> Iterator[GivenNode]:
        """Iterate over a pruned move of a frame and, in a small tree, all nodes below it, parents first."""
        if not self.exists:
            return
        nodes = self._small.get((frame, move))
        if nodes is None:
            yield self._alone(frame, move)
            return
        places = {node.path: place for place, node in enumerate(nodes)}
        for node in nodes:
            given = Given(node.name, node.given, node.is_leaf, len(node.path) == 1, node.chance)
            yield GivenNode(places.get(node.path[:-1], -1), node.path[-1], node.ply, node.kind, given)

    @cached_property
    def _small(self) -> dict[tuple[int, int], list[WholeNode]]:
        """The nodes below each pruned move of a small tree; empty for a larger one."""
        found: dict[tuple[int, int], list[WholeNode]] = {}
        tree = whole_tree(self.trace)
        for node in () if tree is None else tree.nodes:
            if node.frame < 0:
                found.setdefault((node.owner, node.move), []).append(node)
        return found

    def _alone(self, frame: int, move: int) -> GivenNode:
        """Return a pruned move without what is below it."""
        trace, rules = self.trace, self.game.rules
        state, ply = list(trace.state(frame)), trace.plies[frame] + 1
        rules.play(state, move)
        is_leaf = is_end_of_search(trace, state, ply)
        number = self.game.given_number(state) if is_leaf else None
        chance = trace.chance_after(frame, move)
        given = Given(self.game.name_of(state), number, is_leaf, is_cut=True, chance=chance)
        return GivenNode(-1, move, ply, trace.kind_after(frame, move, trace.kind_below(frame)), given)

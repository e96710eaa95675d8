"""Small trees are laid out whole: every node has its place from the first step on, pruned ones included.

Where a game is given with its position, as a tree of numbers is, its nodes are laid out as they are given, in their
order there, so that the picture does not tell what will be searched. Elsewhere a pruned move is one more leaf behind
the moves that were tried. All leaves are equally wide, and a node stands over the middle of its children.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from plyscope.layout.tidy import evenly
from plyscope.model.columns import HORIZON, LEAVES, OPEN
from plyscope.model.declaration import CHANCE, MAX, MIN, NO_SIDE
from plyscope.model.position import State
from plyscope.model.trace import Trace

MAX_NODES = 64
"""The most nodes of a tree that is laid out whole: its text stays legible in a usual window."""


@dataclass
class WholeNode:
    """A node of a small tree: a frame, or a move that the search did not try."""

    frame: int
    """-1 where there is none."""
    parent: int
    """The number of the parent's node; -1 for the root."""
    ply: int
    kind: int
    is_leaf: bool
    """Whether the game or the search ends here."""
    owner: int
    """The frame itself; without one, the frame that did not try the move on the way here."""
    path: tuple[int, ...] = ()
    """The moves from the owner to here."""
    given: float | None = None
    """The number that was given with the position."""
    name: str | None = None
    """The name of the node, if the game gives names."""
    chance: float | None = None
    """The probability of the move that leads here, where chance makes it."""
    children: list[int] = field(default_factory=list)
    x: float = 0.0
    """The middle, in widths of a leaf."""

    @property
    def move(self) -> int:
        """The untried move of the owner through which the node is reached."""
        return self.path[0]


def given_moves(trace: Trace, state: State, ply: int) -> list[int]:
    """Return the moves of a given tree that a search tries in a state: below its horizon only noisy ones."""
    rules, depth = trace.position.game.rules, trace.options.get("depth")
    goes_on = trace.search.stands_pat and depth is not None and ply >= depth
    return list(rules.noisy(state) if goes_on else rules.moves(state))


def is_end_of_search(trace: Trace, state: State, ply: int) -> bool:
    """Whether a search goes no deeper than a state of a given tree."""
    if trace.position.game.rules.is_over(state):
        return True
    if trace.search.stands_pat:
        return not given_moves(trace, state, ply)
    return bool(ply == trace.options.get("depth"))


class WholeTree:
    """The nodes of a small tree, in the order of their drawing: every parent before its children."""

    def __init__(self, trace: Trace, shown: Collection[int] | None = None, most: int = MAX_NODES) -> None:
        """`shown` are the frames that are not hidden; None for all. `most` nodes are laid out at most."""
        self.trace, self.most = trace, most
        self.shown = shown
        self.nodes: list[WholeNode] = []
        self.by_frame: dict[int, int] = {}
        self._add_frame(0, -1)
        places, self.leaves = evenly([node.children for node in self.nodes])
        for node, x in zip(self.nodes, places, strict=True):
            node.x = x + 0.5
        self.plies = 1 + max(node.ply for node in self.nodes)

    @property
    def is_given(self) -> bool:
        """Whether all of the tree is given with the position."""
        return self.trace.position.game.is_given

    @property
    def has_chance(self) -> bool:
        """Whether chance moves at some node."""
        return any(node.kind == CHANCE for node in self.nodes)

    # Making it

    def _add(self, node: WholeNode) -> int:
        """Add a node below its parent and return its number; raise TooManyNodesError beyond the limit."""
        number = len(self.nodes)
        self.nodes.append(node)
        if node.parent >= 0:
            self.nodes[node.parent].children.append(number)
        if node.frame >= 0:
            self.by_frame[node.frame] = number
        if number >= self.most:
            raise TooManyNodesError
        return number

    def _add_frame(self, frame: int, parent: int) -> None:
        """Add a frame and all that lies below it, tried moves and others."""
        trace = self.trace
        state = trace.state(frame)
        is_leaf = trace.statuses[frame] in LEAVES
        game = trace.position.game
        given = game.given_number(state) if is_leaf else None
        number = self._add(
            WholeNode(frame, parent, trace.plies[frame], trace.kinds[frame], is_leaf, frame, given=given,
                      name=trace.name_of(frame), chance=trace.chance_of(frame))
        )  # fmt: skip
        if trace.statuses[frame] == HORIZON and not trace.stood_pat(frame):
            return
        tried: dict[int, list[int]] = {}
        for child in trace.children(frame):
            shown = tried.setdefault(trace.moves[child], [])
            if self.shown is None or child in self.shown:
                shown.append(child)
        for move in self._order(frame, state, tried):
            for child in tried.get(move, ()):
                self._add_frame(child, number)
            if move not in tried:
                self._add_untried(frame, number, (move,), state)

    def _order(self, frame: int, state: State, tried: dict[int, list[int]]) -> list[int]:
        """Return the moves of a frame from left to right: those it tried, and those known not to have been tried."""
        trace = self.trace
        if trace.has_rounds(frame):
            return [*tried]
        if self.is_given:
            is_leaf = trace.statuses[frame] in LEAVES and not trace.stood_pat(frame)
            without_move = [move for move in tried if move < 0]
            given = given_moves(trace, state, trace.plies[frame])
            return [] if is_leaf or self._is_collapsed(frame) else [*without_move, *given]
        return [*tried] if trace.statuses[frame] == OPEN else [*tried, *trace.pruned_moves(frame)]

    def _is_collapsed(self, frame: int) -> bool:
        """Whether a frame's children are hidden, all of them."""
        return self.shown is not None and not any(child in self.shown for child in self.trace.children(frame))

    def _add_untried(self, owner: int, parent: int, path: tuple[int, ...], state: State) -> None:
        """Add an untried move; where the game is given, with all that lies below it as far as the search looks."""
        game, ply = self.trace.position.game, self.nodes[parent].ply + 1
        kind = {MAX: MIN, MIN: MAX}.get(self.nodes[parent].kind, NO_SIDE)
        if not self.is_given:
            kind = self.trace.kind_after(owner, path[-1], kind)
            chance = self.trace.chance_after(owner, path[-1])
            self._add(WholeNode(-1, parent, ply, kind, False, owner, path, chance=chance))
            return
        rules = game.rules
        chance = dict(rules.outcomes(state)).get(path[-1])
        rules.play(state, path[-1])
        if not rules.alternates:
            kind = self.trace.plan.kind_of(state)
        is_leaf = is_end_of_search(self.trace, state, ply)
        number = self._add(
            WholeNode(-1, parent, ply, kind, is_leaf, owner, path, game.given_number(state) if is_leaf else None,
                      game.name_of(state), chance)
        )  # fmt: skip
        if not is_leaf:
            for move in given_moves(self.trace, state, ply):
                self._add_untried(owner, number, (*path, move), state)
        rules.undo(state, path[-1])


class TooManyNodesError(Exception):
    """The tree has more nodes than are laid out whole."""


def whole_tree(trace: Trace, shown: Collection[int] | None = None, most: int = MAX_NODES) -> WholeTree | None:
    """Return the layout of a tree that is small enough to be shown whole; None for larger ones."""
    if (len(trace) if shown is None else len(shown)) > most:
        return None
    try:
        return WholeTree(trace, shown, most)
    except TooManyNodesError:
        return None

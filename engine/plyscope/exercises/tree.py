"""The nodes of an exercise: a small tree, whole, with the names of textbooks and a number for every leaf.

Names follow the order in which moves are given, whatever the order in which the search tries them. So they are the same
for an exercise from left to right and for one from right to left, and say nothing about what is pruned.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from plyscope.games.tree_names import names_of_nodes
from plyscope.messages import InputError
from plyscope.model.declaration import NO_SIDE
from plyscope.model.plan import Plan
from plyscope.model.position import State
from plyscope.model.trace import Trace

MAX_NODES = 200
"""Nodes of an exercise: nobody works through more by hand."""


@dataclass
class Node:
    """A node of the tree."""

    parent: int
    """The number of its parent; -1 for the root."""
    kind: int
    """MAX, MIN, or NO_SIDE in a recursion that is no game."""
    ply: int
    move: int
    """The move that leads to it; for a call, the number of its frame."""
    label: str = ""
    """The move as text, or the call."""
    name: str = ""
    given: float | None = None
    """The number of a leaf."""
    children: list[int] = field(default_factory=list)
    """In the order as given."""
    tried: list[int] = field(default_factory=list)
    """The children in the order in which the search tries them."""


class ExerciseTree:
    """The nodes of an exercise, level by level from the root, which is node 0."""

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = nodes
        self.by_name = {node.name: number for number, node in enumerate(nodes)}

    def below(self, number: int) -> list[int]:
        """Return a node and all nodes below it."""
        found = [number]
        for node in found:
            found.extend(self.nodes[node].children)
        return found

    def covered_by(self, listed: set[int]) -> set[int]:
        """Return the listed nodes with their subtrees; a node all of whose children are listed counts too.

        The root has no edge that could be struck: where it is listed, all that lies below it is.
        """
        covered = {node for number in listed for node in self.below(number)}
        for number in range(len(self.nodes) - 1, 0, -1):
            children = self.nodes[number].children
            if children and all(child in covered for child in children):
                covered.add(number)
        return covered - {0}

    def tops_of(self, covered: set[int]) -> list[int]:
        """Return the nodes of a set whose parents are not in it."""
        return sorted(number for number in covered if self.nodes[number].parent not in covered)

    def minimax(self, number: int) -> float:
        """Return the value of a node by plain minimax."""
        node = self.nodes[number]
        if node.given is not None:
            return node.given
        return (max if node.kind else min)(map(self.minimax, node.children))


def tree_of_game(plan: Plan) -> ExerciseTree:
    """Return the whole tree of a position, as deep as the plan looks; raise InputError if it is too large."""
    game, rules = plan.position.game, plan.position.game.rules
    root = Node(-1, plan.root_kind, 0, -1)
    nodes, states = [root], [list(plan.position.state)]
    for number, node in enumerate(nodes):
        state = states[number]
        if rules.is_over(state) or node.ply == plan.depth:
            node.given = plan.judge(state, plan.depth_left(node.ply))
            continue
        of_move, here = {}, game.at(state)
        for move in rules.moves(state):
            of_move[move] = len(nodes)
            label = here.shown_move(move, plan.position.coordinates) or here.move_text(move)
            nodes.append(Node(number, 1 - node.kind, node.ply + 1, move, label))
            states.append(state_after(plan, state, move))
            if len(nodes) > MAX_NODES:
                raise too_large()
        node.children = list(of_move.values())
        node.tried = [of_move[move] for move in plan.offer(state)]
    own = [game.name_of(state) for state in states]
    give_names(nodes, [name or "" for name in own] if own[0] is not None else [""] * len(nodes))
    return ExerciseTree(nodes)


def state_after(plan: Plan, state: State, move: int) -> State:
    """Return the state after a move."""
    state = list(state)
    plan.position.game.rules.play(state, move)
    return state


def tree_of_calls(trace: Trace) -> ExerciseTree:
    """Return the calls of a recorded recursion as a tree, a call without calls as a leaf; refuse too large ones."""
    if len(trace) > MAX_NODES:
        raise too_large()
    numbers, order = {0: 0}, [0]
    nodes = [Node(-1, NO_SIDE, 0, 0, trace.origin.label(0) or "")]
    for frame in order:
        node = nodes[numbers[frame]]
        for child in trace.children(frame):
            numbers[child] = len(nodes)
            node.children.append(len(nodes))
            nodes.append(Node(numbers[frame], NO_SIDE, node.ply + 1, child, trace.origin.label(child) or ""))
            order.append(child)
        node.tried = list(node.children)
        if not node.children:
            node.given = trace.values[frame]
    give_names(nodes, [""] * len(nodes))
    return ExerciseTree(nodes)


def give_names(nodes: list[Node], own: list[str]) -> None:
    """Name the nodes as textbooks do, or by their own names."""
    names = names_of_nodes(own, [node.parent for node in nodes], [len(node.children) for node in nodes])
    for node, name in zip(nodes, names, strict=True):
        node.name = name


def too_large() -> InputError:
    """Return the error for a tree with too many nodes."""
    return InputError("an exercise has {most} nodes at most; a smaller depth makes the tree smaller", most=MAX_NODES)

"""Verification of simulations: every move is chosen or drawn again, every result is passed up and counted again.

The tree is grown anew from the recording alone, frame by frame, so that a frame that does not follow from those before
it is found. Positions, sides, statuses of finished positions and scores are verified with those of other searches.
"""

from __future__ import annotations

from math import inf

from plyscope.messages import InputError, Message
from plyscope.model.columns import HORIZON, INNER, OPEN, TERMINAL
from plyscope.model.declaration import CHANCE, MAX
from plyscope.model.simulations import upper_bound
from plyscope.model.trace import Trace


class Node:
    """A position in the tree that simulations have grown: its visits, the sum of their results, its children."""

    def __init__(self) -> None:
        self.visits, self.total = 0, 0.0
        self.children: dict[int, Node] = {}

    def count(self, value: float) -> None:
        """Add the result of one simulation."""
        self.visits += 1
        self.total += value


def verify_simulations(trace: Trace) -> None:
    """Check the moves, values, windows and statuses of all frames of a search that simulates."""
    windows = (trace.column("alpha") == -inf) & (trace.column("beta") == inf)
    for frame, law in enumerate(windows & (trace.column("skipped") == 0)):
        refuse(frame, bool(law), Message("a simulation has no window, and prunes nothing"))
    for frame, status in enumerate(trace.statuses):
        if status not in (TERMINAL, OPEN):
            law = (status == HORIZON) == (trace.depth_left(frame) == 0)
            refuse(frame, law, Message("its status does not fit the depth that is left"))
    if trace.statuses[0] not in (INNER, OPEN):
        return
    root, draw = Node(), trace.plan.names_of_run["random_move"]
    for number, frame in enumerate(trace.rounds, 1):
        refuse(frame, number <= trace.options["simulations"], Message("the search had its answer before it"))
        verify_simulation(trace, frame, root, draw)
    if trace.statuses[0] == INNER:
        is_done = root.visits == trace.options["simulations"]
        refuse(0, is_done, Message("it returns before the search has its answer"))
        law = trace.values[0] == root.total / root.visits
        refuse(0, law, Message("its value does not follow from its children"))


def verify_simulation(trace: Trace, frame: int, root: Node, draw: object) -> None:
    """Check one simulation against the tree, and add its result to it."""
    assert callable(draw)
    state, end, node = list(trace.position.state), frame + trace.sizes[frame], root
    passed: list[Node] = [root]
    is_in_tree = True
    while frame + 1 < end:
        child = frame + 1
        refuse(child, trace.sizes[child] == end - child, Message("a simulation plays more than one line"))
        if is_in_tree and trace.kinds[frame] != CHANCE:
            move = move_of_simulation(trace, frame, state, node)
        else:
            move = draw(state)
        law = trace.moves[child] == move
        refuse(child, law, Message("its move is not the one that the tree or the random numbers lead to"))
        if trace.statuses[frame] == INNER:
            law = trace.values[child] == trace.values[frame]
            refuse(frame, law, Message("its value does not follow from its children"))
        if is_in_tree:
            is_in_tree = move in node.children
            node = node.children.setdefault(move, Node())
            passed.append(node)
        trace.position.game.rules.play(state, move)
        frame = child
    # What a recording that was cut short leaves open is counted nowhere that still matters.
    if trace.statuses[frame] != OPEN:
        for node in passed:
            node.count(trace.values[frame])


def move_of_simulation(trace: Trace, frame: int, state: list[int], node: Node) -> int:
    """Return the move due in a frame: the first one not in the tree, else the one with the largest upper bound."""
    untried = [move for move in trace.plan.offer(state) if move not in node.children]
    if untried:
        return untried[0]

    def bound(move: int) -> float:
        child, maximizing = node.children[move], trace.kinds[frame] == MAX
        mean, exploration = child.total / child.visits, trace.options["exploration"]
        return upper_bound(mean, child.visits, node.visits, exploration, maximizing=maximizing)

    return max(node.children, key=bound)


def refuse(frame: int, law: bool, broken: Message) -> None:
    """Raise InputError for a frame unless a law holds there."""
    if not law:
        raise InputError("damaged: frame {frame}: {reason}", frame=frame, reason=broken)

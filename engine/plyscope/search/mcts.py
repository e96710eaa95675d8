"""Monte Carlo tree search by UCT: many games are played out, and a tree grows where they go well (Kocsis and
Szepesvári, 2006).

A simulation goes down from the root. Where every move is in the tree, the one with the largest upper confidence bound
is selected; else the tree is expanded by one move, and from there the game is rolled out at random. The result is
backed up along the moves of the tree. The value is the mean of all simulations, and the move visited most is played.
"""

from math import log, sqrt

from plyscope.model.position import State
from plyscope.search.names import (
    exploration,
    is_chance,
    is_over,
    max_to_move,
    moves,
    play,
    random_move,
    score,
    simulations,
    undo,
)


class Node:
    def __init__(self) -> None:
        self.visits, self.total = 0, 0.0
        self.children: dict[int, Node] = {}


def mcts(s: State, depth: float, maximizing: bool) -> float:
    if is_over(s) or depth == 0:
        return score(s, depth)
    root = Node()
    for _ in range(simulations):
        back_up(root, simulate(s, depth, maximizing, root))
    return root.total / root.visits


def simulate(s: State, depth: float, maximizing: bool, node: Node | None) -> float:
    if is_over(s) or depth == 0:
        return score(s, depth)
    if node is None or is_chance(s):
        move = random_move(s)  # roll out
    elif untried := [move for move in moves(s) if move not in node.children]:
        move = untried[0]  # expand
    else:
        move = select(node, maximizing)
    below = None if node is None else node.children.get(move)
    play(s, move)
    value = simulate(s, depth - 1, max_to_move(s), below)
    undo(s, move)
    if node is not None:
        back_up(node.children.setdefault(move, Node()), value)
    return value


def select(node: Node, maximizing: bool) -> int:
    def upper_bound(move: int) -> float:
        child = node.children[move]
        mean = child.total / child.visits
        return (mean if maximizing else -mean) + exploration * sqrt(log(node.visits) / child.visits)

    return max(node.children, key=upper_bound)


def back_up(node: Node, value: float) -> None:
    node.visits += 1
    node.total += value

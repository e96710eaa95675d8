"""A search of random trees for the tests, in the style of notebooks: one function for MAX, one for MIN.

A node is a number or a tuple of nodes behind the name of its side; a side may move twice in a row. Values are MAX's.
"""

from __future__ import annotations

import random
from math import inf
from typing import Literal, NamedTuple

from tests.engine.audit.search_log import Call, SearchLog

Style = Literal["no windows", "textbook", "best in the call", "early", "hard", "null windows"]
STYLES: tuple[Style, ...] = ("no windows", "textbook", "best in the call", "early", "hard", "null windows")


class Node(NamedTuple):
    """A node with its side to move; without moves it has a value."""

    is_max: bool
    moves: tuple[Node, ...]
    value: int

    @property
    def count(self) -> int:
        """The nodes of its tree."""
        return 1 + sum(node.count for node in self.moves)

    @property
    def minimax(self) -> int:
        """The value by its definition."""
        choose = max if self.is_max else min
        return choose(node.minimax for node in self.moves) if self.moves else self.value


def random_tree(draw: random.Random, depth: int, is_max: bool = True) -> Node:
    """A tree of which some branches end early."""
    if depth == 0 or draw.random() < 0.05:
        return Node(is_max, (), draw.randrange(-30, 31))
    moves = (random_tree(draw, depth - 1, draw.random() < 0.15 or not is_max) for _ in range(draw.randrange(1, 5)))
    return Node(is_max, tuple(moves), 0)


class TreeEngine:
    """One search of one tree."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.log = SearchLog("a tree of my own", "drawn at random", "")

    def solve(self, root: Node) -> float:
        if self.style != "null windows":
            return self.visit(root, None, -inf, inf)
        call = self.log.enter(None, root.is_max, (-inf, inf))
        lower, upper, guess = -inf, inf, 0.0
        while lower < upper:
            end = guess + 1 if guess == lower else guess
            call.effect.append((-inf, inf))
            guess = self.visit(root, None, end - 1, end)
            lower, upper = (lower, guess) if guess < end else (guess, upper)
        self.log.leave(call, guess)
        return guess

    def visit(self, node: Node, move: str | None, alpha: float, beta: float) -> float:
        window = (-inf, inf) if self.style == "no windows" else (alpha, beta)
        call = self.log.enter(move, node.is_max, window)
        if not node.moves:
            self.log.leave(call, node.value, "terminal")
            return node.value
        value = self.max_value(node, call, alpha, beta) if node.is_max else self.min_value(node, call, alpha, beta)
        self.log.leave(call, value, "inner")
        return value

    def max_value(self, node: Node, call: Call, alpha: float, beta: float) -> float:
        best = alpha if self.style == "hard" else -inf
        for at, below in enumerate(node.moves):
            call.effect.append((max(alpha, best), beta))
            value = self.visit(below, str(at), max(alpha, best) if self.style == "best in the call" else alpha, beta)
            best = max(best, value)
            if best >= beta and self.style != "no windows":
                call.has_cut, call.pruned = True, [str(left) for left in range(at + 1, len(node.moves))]
                return beta if self.style == "hard" else value if self.style == "early" else best
            if self.style not in ("best in the call", "no windows"):
                alpha = max(alpha, best)
        return best

    def min_value(self, node: Node, call: Call, alpha: float, beta: float) -> float:
        best = beta if self.style == "hard" else inf
        for at, below in enumerate(node.moves):
            call.effect.append((alpha, min(beta, best)))
            value = self.visit(below, str(at), alpha, min(beta, best) if self.style == "best in the call" else beta)
            best = min(best, value)
            if best <= alpha and self.style != "no windows":
                call.has_cut, call.pruned = True, [str(left) for left in range(at + 1, len(node.moves))]
                return alpha if self.style == "hard" else value if self.style == "early" else best
            if self.style not in ("best in the call", "no windows"):
                beta = min(beta, best)
        return best

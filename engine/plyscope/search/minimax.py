"""Minimax: MAX takes the largest of the values below, MIN the smallest (von Neumann, 1928)."""

from math import inf

from plyscope.model.position import State
from plyscope.search.names import is_over, moves, play, score, undo


def minimax(s: State, depth: float, maximizing: bool) -> float:
    if is_over(s) or depth == 0:
        return score(s, depth)
    best = -inf if maximizing else inf
    for move in moves(s):
        play(s, move)
        value = minimax(s, depth - 1, not maximizing)
        undo(s, move)
        best = max(best, value) if maximizing else min(best, value)
    return best

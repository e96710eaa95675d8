"""Quiescence without a window: minimax that goes on with noisy moves below depth 0, and tries all of them."""

from math import inf

from plyscope.model.position import State
from plyscope.search.names import is_over, moves, noisy, play, score, undo


def minimax(s: State, depth: float, maximizing: bool) -> float:
    if is_over(s):
        return score(s, max(depth, 0))
    if depth > 0:
        offered, best = moves(s), -inf if maximizing else inf
    else:
        offered, best = noisy(s), score(s, 0)
    for move in offered:
        play(s, move)
        value = minimax(s, depth - 1, not maximizing)
        undo(s, move)
        best = max(best, value) if maximizing else min(best, value)
    return best

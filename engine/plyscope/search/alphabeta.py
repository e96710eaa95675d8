"""Alpha-beta: minimax that leaves a node as soon as its value can no longer matter (Knuth and Moore, 1975).

alpha is what MAX is already sure of on the way from the root, beta what MIN is sure of.
"""

from math import inf

from plyscope.model.position import State
from plyscope.search.names import is_over, moves, play, score, undo


def alphabeta(s: State, depth: float, alpha: float, beta: float, maximizing: bool) -> float:
    if is_over(s) or depth == 0:
        return score(s, depth)
    best = -inf if maximizing else inf
    for move in moves(s):
        play(s, move)
        value = alphabeta(s, depth - 1, alpha, beta, not maximizing)
        undo(s, move)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best

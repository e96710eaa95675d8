"""Alpha-beta as Russell and Norvig print it: two functions that call each other."""

from math import inf

from plyscope.model.position import State
from plyscope.search.names import is_over, moves, play, score, undo


def max_value(s: State, depth: float, alpha: float, beta: float) -> float:
    if is_over(s) or depth == 0:
        return score(s, depth)
    v = -inf
    for move in moves(s):
        play(s, move)
        v = max(v, min_value(s, depth - 1, alpha, beta))
        undo(s, move)
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return v


def min_value(s: State, depth: float, alpha: float, beta: float) -> float:
    if is_over(s) or depth == 0:
        return score(s, depth)
    v = inf
    for move in moves(s):
        play(s, move)
        v = min(v, max_value(s, depth - 1, alpha, beta))
        undo(s, move)
        beta = min(beta, v)
        if alpha >= beta:
            break
    return v

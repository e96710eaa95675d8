"""Quiescence: alpha-beta that does not stop amid an exchange, but goes on until the position is quiet.

Below depth 0 only noisy moves are tried, such as captures, and nobody has to make one: the side to move may stand pat,
and then has what the position is worth as it stands (Harris, 1975).
"""

from math import inf

from plyscope.model.position import State
from plyscope.search.names import is_over, moves, noisy, play, score, undo


def quiescence(s: State, depth: float, alpha: float, beta: float, maximizing: bool) -> float:
    if is_over(s):
        return score(s, max(depth, 0))
    if depth > 0:
        offered, best = moves(s), -inf if maximizing else inf
    else:
        offered, best = noisy(s), score(s, 0)
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            return best
    for move in offered:
        play(s, move)
        value = quiescence(s, depth - 1, alpha, beta, not maximizing)
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

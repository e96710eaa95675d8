"""Negamax: alpha-beta written once for both sides; every value is seen by the side to move.

What is good for one side is as bad for the other, so a child's value and window change sign.
"""

from math import inf

from plyscope.model.position import State
from plyscope.search.names import is_over, moves, play, score, undo


def negamax(s: State, depth: float, alpha: float, beta: float, side: int) -> float:
    if is_over(s) or depth == 0:
        return side * score(s, depth)
    best = -inf
    for move in moves(s):
        play(s, move)
        value = -negamax(s, depth - 1, -beta, -alpha, -side)
        undo(s, move)
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best

"""Principal variation search: the first move in full, the others only asked whether they beat it.

The question is a probe with a window that has no number inside. Where the answer is yes, the move is
searched again in full (Marsland and Campbell, 1982). Values are seen by the side to move, as in negamax.
"""

from math import inf, nextafter

from plyscope.model.position import State
from plyscope.search.names import is_over, moves, play, score, undo


def pvs(s: State, depth: float, alpha: float, beta: float, side: int) -> float:
    if is_over(s) or depth == 0:
        return side * score(s, depth)
    best = -inf
    first = True
    for move in moves(s):
        play(s, move)
        if first:
            value = -pvs(s, depth - 1, -beta, -alpha, -side)
        else:
            value = -pvs(s, depth - 1, -nextafter(alpha, inf), -alpha, -side)
            if alpha < value < beta:
                value = -pvs(s, depth - 1, -beta, -alpha, -side)
        undo(s, move)
        first = False
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best

"""Principal variation search with late move reductions: from the third move on, less depth is tried first."""

from math import inf, nextafter

from plyscope.model.position import State
from plyscope.search.names import is_over, moves, play, score, undo


def reductions(s: State, depth: float, alpha: float, beta: float, side: int) -> float:
    if is_over(s) or depth <= 0:
        return side * score(s, depth)
    best = -inf
    for tried, move in enumerate(moves(s)):
        play(s, move)
        if tried == 0:
            value = -reductions(s, depth - 1, -beta, -alpha, -side)
        else:
            less = 1 if tried >= 2 and depth >= 3 else 0
            value = -reductions(s, depth - 1 - less, -nextafter(alpha, inf), -alpha, -side)
            if less and value > alpha:
                value = -reductions(s, depth - 1, -nextafter(alpha, inf), -alpha, -side)
            if alpha < value < beta:
                value = -reductions(s, depth - 1, -beta, -alpha, -side)
        undo(s, move)
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best

"""Alpha-beta that looks at its position with less depth before it tries a move, and once more before the second."""

from math import inf

from plyscope.model.position import State
from plyscope.search.names import is_over, moves, play, score, undo


def internal_deepening(s: State, depth: float, alpha: float, beta: float, side: int) -> float:
    if is_over(s) or depth <= 0:
        return side * score(s, depth)
    if depth >= 3:
        internal_deepening(s, depth - 2, alpha, beta, side)
    best = -inf
    for tried, move in enumerate(moves(s)):
        if tried == 1 and depth >= 3:
            internal_deepening(s, depth - 3, alpha, beta, side)
        play(s, move)
        value = -internal_deepening(s, depth - 1, -beta, -alpha, -side)
        undo(s, move)
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best

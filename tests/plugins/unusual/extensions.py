"""Alpha-beta with extensions: after the third move of a position half a ply is added."""

from math import inf

from plyscope.model.position import State
from plyscope.search.names import is_over, moves, play, score, undo


def extensions(s: State, depth: float, alpha: float, beta: float, side: int) -> float:
    if is_over(s) or depth < 1:
        return side * score(s, depth)
    best = -inf
    for move in moves(s):
        play(s, move)
        value = -extensions(s, depth - 1 + (0.5 if move == 3 else 0), -beta, -alpha, -side)
        undo(s, move)
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best

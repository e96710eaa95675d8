"""Alpha-beta with null moves that also prunes forward: with little depth left only the first two moves are tried."""

from math import inf, nextafter

from plyscope.model.position import State
from plyscope.search.names import is_over, may_pass, moves, pass_turn, play, score, undo, undo_pass


def null_move_pruning(s: State, depth: float, alpha: float, beta: float, side: int) -> float:
    if is_over(s) or depth <= 0:
        return side * score(s, depth)
    if depth >= 2 and beta < inf and may_pass(s):
        pass_turn(s)
        value = -null_move_pruning(s, depth - 3, -beta, -nextafter(beta, -inf), -side)
        undo_pass(s)
        if value >= beta:
            return beta
    best = -inf
    for tried, move in enumerate(moves(s)):
        if tried >= 2 and depth < 2:
            continue
        play(s, move)
        value = -null_move_pruning(s, depth - 1, -beta, -alpha, -side)
        undo(s, move)
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best

"""Alpha-beta with a transposition table: what was searched before is not searched again at the same depth.

The table keeps for a position what its last search has shown: its value, or a lower or an upper bound of it where the
search was cut or found nothing in its window. An entry is used only where it ends the call.
"""

from math import inf

from plyscope.model.position import State
from plyscope.search.names import is_over, look_up, moves, play, score, store, undo


def table(s: State, depth: float, alpha: float, beta: float, maximizing: bool) -> float:
    if is_over(s) or depth == 0:
        return score(s, depth)
    entry = look_up(s, depth)
    if entry is not None:
        value, shown = entry
        if shown == "exact" or (shown == "lower" and value >= beta) or (shown == "upper" and value <= alpha):
            return value
    low, high = alpha, beta
    best = -inf if maximizing else inf
    for move in moves(s):
        play(s, move)
        value = table(s, depth - 1, alpha, beta, not maximizing)
        undo(s, move)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    store(s, depth, best, "upper" if best <= low else "lower" if best >= high else "exact")
    return best

"""MTD(f): alpha-beta with a table, asked again and again whether the value is at least some number (Plaat, 1996).

Each question is a probe with a window that has no number inside, so that it is answered quickly: by a lower bound of
the value, or by an upper one. The next one asks about the bound just found, until both have met. What the probes have
in common is answered by the table.
"""

from math import inf, nextafter

from plyscope.model.position import State
from plyscope.search.names import is_over, look_up, moves, play, score, store, undo


def mtdf(s: State, depth: float, maximizing: bool) -> float:
    if is_over(s) or depth == 0:
        return score(s, depth)
    low, high, value = -inf, inf, 0.0
    while low < high:
        asked = nextafter(value, inf) if value == low else value
        value = table(s, depth, nextafter(asked, -inf), asked, maximizing)
        if value < asked:
            high = value
        else:
            low = value
    return value


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

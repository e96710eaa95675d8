"""SSS* as alpha-beta with a table: the bound falls from above until the value reaches it."""

from math import inf, nextafter

from plyscope.search.names import is_over, look_up, moves, play, score, store, undo


def sss_star(s, depth, maximizing):
    if is_over(s) or depth == 0:
        return score(s, depth)
    bound, is_known = inf, False
    while not is_known:
        value = table(s, depth, nextafter(bound, -inf), bound, maximizing)
        bound, is_known = value, value >= bound
    return bound


def table(s, depth, alpha, beta, maximizing):
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

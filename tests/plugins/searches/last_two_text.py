"""Forward pruning of the moves that come first: only the last two of each position are tried."""

from math import inf

from plyscope.search.names import is_over, moves, play, score, undo


def last_two(s, depth, alpha, beta, maximizing):
    if is_over(s) or depth == 0:
        return score(s, depth)
    best = -inf if maximizing else inf
    for move in list(moves(s))[-2:]:
        play(s, move)
        value = last_two(s, depth - 1, alpha, beta, not maximizing)
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

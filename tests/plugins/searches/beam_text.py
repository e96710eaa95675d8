"""A beam search of width 2: of each position only the moves are tried after which it is scored best."""

from math import inf

from plyscope.search.names import is_over, moves, play, score, undo

WIDTH = 2


def beam(s, depth, alpha, beta, maximizing):
    if is_over(s) or depth == 0:
        return score(s, depth)

    def looks(move):
        play(s, move)
        value = score(s, depth - 1)
        undo(s, move)
        return value

    best = -inf if maximizing else inf
    for move in sorted(moves(s), key=looks, reverse=maximizing)[:WIDTH]:
        play(s, move)
        value = beam(s, depth - 1, alpha, beta, not maximizing)
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

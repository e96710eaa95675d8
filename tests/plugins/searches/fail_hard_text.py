"""Negamax that returns an end of its window in place of a value beyond it, asked again where it has done so."""

from math import inf

from plyscope.search.names import is_over, moves, play, score, undo


def fail_hard(s, depth, side):
    if is_over(s) or depth == 0:
        return side * score(s, depth)
    # The windows lie symmetrically, so that they are the same for both sides.
    value = negamax(s, depth, -0.5, 0.5, side)
    if value <= -0.5:
        value = negamax(s, depth, -inf, -0.5, side)
    elif value >= 0.5:
        value = negamax(s, depth, 0.5, inf, side)
    return value


def negamax(s, depth, alpha, beta, side):
    if is_over(s) or depth == 0:
        return side * score(s, depth)
    best = -inf
    for move in moves(s):
        play(s, move)
        best = max(best, -negamax(s, depth - 1, -beta, -alpha, -side))
        undo(s, move)
        if best >= beta:
            return beta
        alpha = max(alpha, best)
    return alpha

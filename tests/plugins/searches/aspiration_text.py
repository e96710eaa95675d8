"""Iterative deepening in aspiration windows: where the value lies outside, the search is made again on that side."""

from math import inf

from plyscope.search.names import is_over, moves, play, score, undo

MARGIN = 0.5


def aspiration(s, depth, maximizing):
    if is_over(s) or depth == 0:
        return score(s, depth)
    alpha, beta, value = -inf, inf, 0.0
    for depth_now in range(1, int(depth) + 1):
        value = alphabeta(s, depth_now, alpha, beta, maximizing)
        if value <= alpha and alpha > -inf:
            value = alphabeta(s, depth_now, -inf, alpha + MARGIN, maximizing)
        elif value >= beta and beta < inf:
            value = alphabeta(s, depth_now, beta - MARGIN, inf, maximizing)
        alpha, beta = value - MARGIN, value + MARGIN
    return value


def alphabeta(s, depth, alpha, beta, maximizing):
    if is_over(s) or depth == 0:
        return score(s, depth)
    best = -inf if maximizing else inf
    for move in moves(s):
        play(s, move)
        value = alphabeta(s, depth - 1, alpha, beta, not maximizing)
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

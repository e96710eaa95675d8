"""Iterative deepening by two plies at a time, with plain minimax."""

from plyscope.search.names import is_over, moves, play, score, undo


def by_twos(s, depth, maximizing):
    if is_over(s) or depth == 0:
        return score(s, depth)
    value = 0.0
    for depth_now in range(int(depth) % 2 or 2, int(depth) + 1, 2):
        value = minimax(s, depth_now, maximizing)
    return value


def minimax(s, depth, maximizing):
    if is_over(s) or depth == 0:
        return score(s, depth)
    values = []
    for move in moves(s):
        play(s, move)
        values.append(minimax(s, depth - 1, not maximizing))
        undo(s, move)
    return max(values) if maximizing else min(values)

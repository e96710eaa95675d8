"""Alpha-beta, the best move first: a shallow search, of which nothing is recorded, says what each is worth."""

from math import inf

from plyscope.search.names import is_over, moves, play, score, undo

SHALLOW = 1


def best_first(s, depth, alpha, beta, maximizing):
    if is_over(s) or depth == 0:
        return score(s, depth)
    worth = {}
    for move in moves(s):
        play(s, move)
        worth[move] = shallow(s, min(SHALLOW, depth - 1), not maximizing)
        undo(s, move)
    best = -inf if maximizing else inf
    for move in sorted(worth, key=worth.get, reverse=maximizing):
        play(s, move)
        value = best_first(s, depth - 1, alpha, beta, not maximizing)
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


def shallow(s, depth, maximizing):
    if is_over(s) or depth == 0:
        return score(s, depth)
    values = []
    for move in moves(s):
        play(s, move)
        values.append(shallow(s, depth - 1, not maximizing))
        undo(s, move)
    return max(values) if maximizing else min(values)

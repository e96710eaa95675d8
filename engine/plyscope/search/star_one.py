"""Expectimax with the cuts of Star1: alpha-beta, and at chance a window for each outcome (Ballard, 1983).

Every value lies between `bottom` and `top`. An outcome so good or so bad that the mean must leave the window, whatever
the outcomes after it are worth, ends the search of them.
"""

from math import inf

from plyscope.model.position import State
from plyscope.search.names import bottom, chance, is_chance, is_over, max_to_move, moves, play, score, top, undo


def expectimax(s: State, depth: float, alpha: float, beta: float, maximizing: bool) -> float:
    if is_over(s) or depth == 0:
        return score(s, depth)
    if is_chance(s):
        total: float = 0
        rest: float = 1
        for outcome, probability in chance(s):
            rest -= probability
            low = (alpha - total - rest * top) / probability
            high = (beta - total - rest * bottom) / probability
            play(s, outcome)
            value = expectimax(s, depth - 1, max(low, bottom), min(high, top), max_to_move(s))
            undo(s, outcome)
            if value <= low:
                return alpha
            if value >= high:
                return beta
            total += probability * value
        return total
    best = -inf if maximizing else inf
    for move in moves(s):
        play(s, move)
        value = expectimax(s, depth - 1, alpha, beta, max_to_move(s))
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

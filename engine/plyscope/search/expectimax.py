"""Expectimax: MAX takes the largest value, MIN the smallest, chance the mean (Michie, 1966)."""

from math import inf

from plyscope.model.position import State
from plyscope.search.names import chance, is_chance, is_over, max_to_move, moves, play, score, undo


def expectimax(s: State, depth: float, maximizing: bool) -> float:
    if is_over(s) or depth == 0:
        return score(s, depth)
    if is_chance(s):
        total: float = 0
        for outcome, probability in chance(s):
            play(s, outcome)
            value = expectimax(s, depth - 1, max_to_move(s))
            undo(s, outcome)
            total += probability * value
        return total
    best = -inf if maximizing else inf
    for move in moves(s):
        play(s, move)
        value = expectimax(s, depth - 1, max_to_move(s))
        undo(s, move)
        best = max(best, value) if maximizing else min(best, value)
    return best

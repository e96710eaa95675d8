"""Accumulate: the values below are added up, for both sides.

Not a sound search: a quick win is one number, while a longer line is a sum of many. That is what it is
here to show.
"""

from plyscope.model.position import State
from plyscope.search.names import is_over, moves, play, score, undo


def accumulate(s: State, depth: float, maximizing: bool) -> float:
    if is_over(s) or depth == 0:
        return score(s, depth)
    total = 0.0
    for move in moves(s):
        play(s, move)
        total += accumulate(s, depth - 1, not maximizing)
        undo(s, move)
    return total

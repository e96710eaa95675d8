"""Two functions that call each other: max() moves for MAX, min() for MIN, and each returns score and square.

Each starts from a score that is worse for it than any result, tries its mark on every empty square, asks
the other function what that is worth, and wipes the mark away again. A finished board has no square to give.
"""

from plyscope.model.position import State
from plyscope.search.names import highest, is_over, lowest, moves, play, undo
from plyscope.search.names import score as result

Answer = tuple[float, int | None]


def max(s: State, depth: float) -> Answer:
    score, square = lowest, None
    if is_over(s) or depth == 0:
        return result(s, depth), None
    for empty in moves(s):
        play(s, empty)
        min_score, _ = min(s, depth - 1)
        if min_score > score:
            score, square = min_score, empty
        undo(s, empty)
    return score, square


def min(s: State, depth: float) -> Answer:
    score, square = highest, None
    if is_over(s) or depth == 0:
        return result(s, depth), None
    for empty in moves(s):
        play(s, empty)
        max_score, _ = max(s, depth - 1)
        if max_score < score:
            score, square = max_score, empty
        undo(s, empty)
    return score, square

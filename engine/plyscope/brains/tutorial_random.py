"""Chapter 2: every free column is worth 1, so that the first of the shuffled list is played.

minimax() does not look at anything yet, and no move is played before it is asked.
"""

from math import inf

from plyscope.model.position import State
from plyscope.search.names import moves

Choice = tuple[float, int | None]


def autoPlay(s: State, depth: int) -> Choice:
    best_score, best_move = -inf, None
    for move in moves(s):
        score = minimax(s, depth, False)
        if score > best_score:
            best_score, best_move = score, move
    return best_score, best_move


def minimax(s: State, depth: int, maximizing: bool) -> float:
    return 1

"""Chapter 3: looks one move ahead and sees nothing but its own win.

A board that is not decided gives None, which in Python 2 is less than every number, and even than -∞. Then
no column is ever better than what one starts with, and the random column stays.
"""

from math import inf

from plyscope.model.position import State
from plyscope.search.names import fallback, moves, play, undo
from plyscope.search.names import score as score_of_winner

Choice = tuple[float, int]


def autoPlay(s: State, depth: int) -> Choice:
    best_score, best_move = -inf, fallback(s)
    for move in moves(s):
        play(s, move)
        score = minimax(s, depth, False)
        undo(s, move)
        if score > best_score:
            best_score, best_move = score, move
    return best_score, best_move


def minimax(s: State, depth: int, maximizing: bool) -> float:
    return score_of_winner(s, depth)

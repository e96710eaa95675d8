"""Chapter 4: minimax at last, but with the root the wrong way round.

R is counted positive and Y moves, so the root should take the smallest score. It takes the largest. A leaf
that is not decided gives None, which in Python 2 is less than every number.
"""

from math import inf

from plyscope.model.position import State
from plyscope.search.names import fallback, is_over, moves, play, undo
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
    if is_over(s) or depth == 0:
        return score_of_winner(s, depth)
    if maximizing:
        best_score = -inf
        for move in moves(s):
            play(s, move)
            score = minimax(s, depth - 1, False)
            undo(s, move)
            best_score = max(score, best_score)
        return best_score
    else:
        best_score = inf
        for move in moves(s):
            play(s, move)
            score = minimax(s, depth - 1, True)
            undo(s, move)
            best_score = min(score, best_score)
        return best_score

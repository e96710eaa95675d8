"""Chapter 6: an undecided leaf counts 0, and scores are added up instead of chosen.

At depth 1 it blocks and wins. Deeper down a win at once is one score of -10, while a longer line is a sum
of many, and the win is passed over.
"""

from math import inf

from plyscope.model.position import State
from plyscope.search.names import fallback, is_over, moves, play, undo
from plyscope.search.names import score as score_of_winner

Choice = tuple[float, int]


def autoPlay(s: State, depth: int) -> Choice:
    best_score, best_move = inf, fallback(s)
    for move in moves(s):
        play(s, move)
        score = minimax(s, depth, True)
        undo(s, move)
        if score < best_score:
            best_score, best_move = score, move
    return best_score, best_move


def minimax(s: State, depth: int, maximizing: bool) -> float:
    if is_over(s) or depth == 0:
        return score_of_winner(s, depth)
    if maximizing:
        total = 0.0
        for move in moves(s):
            play(s, move)
            total += minimax(s, depth - 1, False)
            undo(s, move)
        return total
    else:
        total = 0.0
        for move in moves(s):
            play(s, move)
            total += minimax(s, depth - 1, True)
            undo(s, move)
        return total

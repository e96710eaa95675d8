"""The hexline project: alpha-beta that returns score and move, three plies deep and near the end five.

Player 1 is MAX and player 2 is MIN. The depth is fixed at the root, by the number of free cells.
"""

from math import inf

from plyscope.model.position import State
from plyscope.search.names import is_over, moves, play, undo
from plyscope.search.names import score as evaluate

Choice = tuple[float, int | None]


def minimax(s: State, depth: int, alpha: float, beta: float, maximizing: bool) -> Choice:
    if depth == 0 or is_over(s):
        return evaluate(s, depth), None
    best_move = None
    if maximizing:
        best_score = -inf
        for move in moves(s):
            play(s, move)
            score, _ = minimax(s, depth - 1, alpha, beta, False)
            undo(s, move)
            if score > best_score:
                best_score, best_move = score, move
            alpha = max(alpha, score)
            if beta <= alpha:
                break
    else:
        best_score = inf
        for move in moves(s):
            play(s, move)
            score, _ = minimax(s, depth - 1, alpha, beta, True)
            undo(s, move)
            if score < best_score:
                best_score, best_move = score, move
            beta = min(beta, score)
            if beta <= alpha:
                break
    return best_score, best_move

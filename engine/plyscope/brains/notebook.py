"""The tic-tac-toe notebook: the computer is X and MAX, even as second player, and reads the game to its end.

It counts its calls of minimax(), which leaves the root out of the count.
"""

from plyscope.model.position import State
from plyscope.search.names import is_over, moves, play, undo
from plyscope.search.names import score as result

Choice = tuple[float, int | None]


def ai_turn(s: State) -> Choice:
    max_value, best_square = -2.0, None
    for square in moves(s):
        play(s, square)
        value = minimax(s, -1)
        undo(s, square)
        if value > max_value:
            max_value, best_square = value, square
    return max_value, best_square


def minimax(s: State, player: int) -> float:
    if is_over(s):
        return result(s, 0)
    values = []
    for square in moves(s):
        play(s, square)
        values.append(minimax(s, -player))
        undo(s, square)
    return max(values) if player == 1 else min(values)

"""Searches of others on tic-tac-toe, written with holes for what goes wrong."""

from __future__ import annotations

from pathlib import Path

from plyscope.tracer.running import debug
from plyscope.usercode.reading import with_proposal
from plyscope.usercode.role_recognition import recognise

from tests.full_traces import Trace

WINNER = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def winner(b):
    for x, y, z in LINES:
        if b[x] and b[x] == b[y] == b[z]:
            return b[x]
    return 0
"""
NEGAMAX = (
    WINNER
    + """
class Player:
    def negamax(self, grid, depth, alpha, beta, color):
        if winner(grid):
            return color * winner(grid)
        if 0 not in grid or depth == 0:
            return 0
        value = -99
        for i in range(9):
            if grid[i] == 0:
                grid[i] = color
                score = -self.negamax(grid, depth - 1, WINDOW, SIDE)
                UNDO
                value = max(value, score)
                alpha = max(alpha, value)
                if alpha CUT beta:
                    break
        return value
"""
)
MINIMAX = (
    WINNER
    + """
def minimax(board, player, alpha=-9, beta=9):
    if winner(board):
        return winner(board)
    if 0 not in board:
        return 0
    best = -9 * player
    for i in [i for i in range(9) if not board[i]]:
        tried = [*board[:i], player, *board[i + 1:]]
        value = minimax(tried, -player, WINDOW)
        if player == 1:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if CUT:
            break
    return best
"""
)


def searched(tmp_path: Path, text: str, call: str, *, lines: bool | None = None) -> Trace:
    """The recording of a call, as it is read by itself."""
    path = tmp_path / "own.py"
    path.write_text(text, encoding="utf-8")
    trace = debug(path, call, lines=lines)
    proposal = recognise(trace)
    assert proposal is not None
    return with_proposal(trace, proposal)


def negamax(window: str = "-beta, -alpha", side: str = "-color", undo: str = "grid[i] = 0", cut: str = ">=") -> str:
    made = NEGAMAX.replace("WINDOW", window).replace("SIDE", side)
    return made.replace("UNDO", undo).replace("CUT", cut)


def minimax(window: str = "alpha, beta", cut: str = "alpha >= beta") -> str:
    return MINIMAX.replace("WINDOW", window).replace("CUT", cut)

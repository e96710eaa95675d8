"""Negamax with alpha-beta, fail-soft; the sides are 1 and -1, an empty cell is 0."""

import sys
from math import inf

POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def negamax(board, alpha, beta, colour):
    for x, y, z in LINES:
        if board[x] + board[y] + board[z] == -3 * colour:
            return -1  # leaf
    if 0 not in board:
        return 0  # leaf
    best = -inf
    for cell in range(9):
        if board[cell] == 0:
            board[cell] = colour
            score = -negamax(board, -beta, -alpha, -colour)
            board[cell] = 0  # undo
            if score > best:
                best = score
            if best > alpha:
                alpha = best
            if alpha >= beta:  # cut
                break
    return best


def run(position):
    board = [{"X": 1, "O": -1, ".": 0}[mark] for mark in position]
    return negamax(board, -inf, inf, 1 if sum(board) == 0 else -1)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

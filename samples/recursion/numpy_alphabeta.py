"""Alpha-beta on an array of numpy: cells are taken in lines of one to three, and who takes the last one loses.

Try:  plyscope debug numpy_alphabeta.py 'start(2, 3)'
"""

import numpy as np


def lines(board):
    rows, columns = board.shape
    for y in range(rows):
        for x in range(columns):
            for down, right in ((0, 1), (1, 0)):
                cells = []
                for length in range(3):
                    at = y + down * length, x + right * length
                    if at[0] >= rows or at[1] >= columns or board[at] != 0:
                        break
                    cells.append(at)
                    if length or not down:
                        yield tuple(cells)


def alphabeta(board, depth, alpha, beta, player):
    if not (board == 0).any():
        return 1 if player == 1 else -1
    if depth == 0:
        return 0
    best = -np.inf if player == 1 else np.inf
    for cells in lines(board):
        for cell in cells:
            board[cell] = player
        value = alphabeta(board, depth - 1, alpha, beta, 3 - player)
        for cell in cells:
            board[cell] = 0
        if player == 1:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


def start(rows, columns):
    return alphabeta(np.zeros((rows, columns), int), rows * columns, -np.inf, np.inf, 1)

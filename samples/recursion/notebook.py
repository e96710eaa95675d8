"""Tic-tac-toe on a list of nine numbers, as one writes it into a notebook: 0 is free, 1 is X, -1 is O.

Try:  plyscope debug notebook.py 'minimax([0, -1, -1, 1, 1, -1, 0, 1, 0], -1)'
      plyscope debug notebook.py 'minimax([0] * 9, 1)'        549,946 calls
"""

LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
UNFINISHED = 2


def result(board):
    for a, b, c in LINES:
        if board[a] != 0 and board[a] == board[b] == board[c]:
            return board[a]
    return UNFINISHED if 0 in board else 0


def minimax(board, player):
    value = result(board)
    if value != UNFINISHED:
        return value
    best = -2 if player == 1 else 2
    for square in range(9):
        if board[square] == 0:
            board[square] = player
            value = minimax(board, -player)
            board[square] = 0
            if (player == 1 and value > best) or (player == -1 and value < best):
                best = value
    return best


def best_move(board):
    scores = {}
    for square in range(9):
        if board[square] == 0:
            board[square] = 1
            scores[square] = minimax(board, -1)
            board[square] = 0
    return max(scores, key=scores.get)

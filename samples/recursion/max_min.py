"""Tic-tac-toe as two functions that call each other; each gives a score and the square to play.

Try:  plyscope debug max_min.py 'max_value([[" ", "O", "O"], ["X", "X", "O"], [" ", "X", " "]])'
"""


def winner(board):
    lines = [*board, *zip(*board, strict=True), [board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in lines:
        if line[0] != " " and line[0] == line[1] == line[2]:
            return line[0]
    return None


def finished(board):
    if winner(board):
        return 1 if winner(board) == "O" else -1
    return None if any(" " in row for row in board) else 0


def max_value(board):
    score = finished(board)
    if score is not None:
        return [score, None, None]
    best = [-2, None, None]
    for y in range(3):
        for x in range(3):
            if board[y][x] == " ":
                board[y][x] = "O"
                value = min_value(board)[0]
                board[y][x] = " "
                if value > best[0]:
                    best = [value, x, y]
    return best


def min_value(board):
    score = finished(board)
    if score is not None:
        return [score, None, None]
    best = [2, None, None]
    for y in range(3):
        for x in range(3):
            if board[y][x] == " ":
                board[y][x] = "X"
                value = max_value(board)[0]
                board[y][x] = " "
                if value < best[0]:
                    best = [value, x, y]
    return best

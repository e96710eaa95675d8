"""Alpha-beta for tic-tac-toe without a bug; the files in bugs/ differ from it in one place each.

Try:  plyscope debug alphabeta.py "alphabeta(list('.OOXXO.X.'), 9, -2, 2, False)"
"""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def score(board):
    for a, b, c in LINES:
        if board[a] != "." and board[a] == board[b] == board[c]:
            return 1 if board[a] == "X" else -1
    return None if "." in board else 0


def alphabeta(board, depth, alpha, beta, maximizing):
    value = score(board)
    if value is not None:
        return value
    if depth == 0:
        return 0
    best = -2 if maximizing else 2
    for square in range(9):
        if board[square] != ".":
            continue
        board[square] = "X" if maximizing else "O"
        value = alphabeta(board, depth - 1, alpha, beta, not maximizing)
        board[square] = "."
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def best_move(board, depth=9):
    values = {}
    for square in range(9):
        if board[square] == ".":
            board[square] = "O"
            values[square] = alphabeta(board, depth, -2, 2, True)
            board[square] = "."
    return min(values, key=values.get)

"""Five correct ways to search tic-tac-toe."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def won(board, player):
    return any(all(board[square] == player for square in line) for line in LINES)


def free(board):
    return [square for square in range(9) if board[square] == " "]


def negamax(board, player, alpha, beta):
    other = "O" if player == "X" else "X"
    if won(board, other):
        return -1
    if not free(board):
        return 0
    best = -2
    for square in free(board):
        board[square] = player
        best = max(best, -negamax(board, other, -beta, -alpha))
        board[square] = " "
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def principal(board, alpha, beta, color):
    me, you = ("X", "O") if color == 1 else ("O", "X")
    if won(board, you):
        return -1
    if not free(board):
        return 0
    for count, square in enumerate(free(board)):
        board[square] = me
        if count == 0:
            score = -principal(board, -beta, -alpha, -color)
        else:
            score = -principal(board, -alpha - 1, -alpha, -color)
            if alpha < score < beta:
                score = -principal(board, -beta, -score, -color)
        board[square] = " "
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return alpha


def minimax(board, max_depth, depth, is_max):
    if won(board, "X"):
        return 1
    if won(board, "O"):
        return -1
    if not free(board) or depth == max_depth:
        return 0
    best = -9 if is_max else 9
    for square in free(board):
        board[square] = "X" if is_max else "O"
        value = minimax(board, max_depth, depth + 1, not is_max)
        board[square] = " "
        best = max(best, value) if is_max else min(best, value)
    return best


def search(board, me, alpha=-99, beta=99):
    if won(board, "X"):
        return 1, None
    if won(board, "O"):
        return -1, None
    if not free(board):
        return 0, None
    best, move = (-99, None) if me == "X" else (99, None)
    for square in free(board):
        value, _ = search([*board[:square], me, *board[square + 1 :]], "OX"[me == "O"], alpha, beta)
        if me == "X" and value > best:
            best, move, alpha = value, square, max(alpha, value)
        if me == "O" and value < best:
            best, move, beta = value, square, min(beta, value)
        if beta <= alpha:
            break
    return best, move


def best(board, player):
    moves = []
    for square in free(board):
        board[square] = player
        if won(board, player):
            score = 1 if player == "X" else -1
        else:
            score = best(board, "OX"[player == "O"])["score"] if free(board) else 0
        board[square] = " "
        moves.append({"square": square, "score": score})
    choose = max if player == "X" else min
    return choose(moves, key=lambda move: move["score"])

board = list("X.OXO....")
nodes = 0
WINS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def won(p):
    return any(all(board[i] == p for i in w) for w in WINS)


def mini_max(player):
    global nodes
    nodes += 1
    if won("X"):
        return 1
    if won("O"):
        return -1
    if "." not in board:
        return 0
    values = []
    for i in range(9):
        if board[i] == ".":
            board[i] = player
            values.append(mini_max("O" if player == "X" else "X"))
            board[i] = "."
    return max(values) if player == "X" else min(values)

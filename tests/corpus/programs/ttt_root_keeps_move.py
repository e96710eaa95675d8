"""The best move is kept at the root alone, which gives each move the whole window."""

import sys

POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()


def three(board, mark):
    return any(
        all(board[i] == mark for i in line)
        for line in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
    )


def minimax(board, turn, alpha, beta):
    if three(board, "X"):
        return 1  # leaf
    if three(board, "O"):
        return -1  # leaf
    if "." not in board:
        return 0  # leaf
    value = float("-inf") if turn == "X" else float("inf")
    for i in range(9):
        if board[i] == ".":
            board[i] = turn
            if turn == "X":
                value = max(value, minimax(board, "O", alpha, beta))
                alpha = max(alpha, value)
            else:
                value = min(value, minimax(board, "X", alpha, beta))
                beta = min(beta, value)
            board[i] = "."  # undo
            if alpha >= beta:  # cut
                return value
    return value


def choose(board, turn):
    best_score = float("-inf") if turn == "X" else float("inf")
    best_move = None
    for i in range(9):
        if board[i] == ".":
            board[i] = turn
            score = minimax(board, "O" if turn == "X" else "X", float("-inf"), float("inf"))
            board[i] = "."
            if (turn == "X" and score > best_score) or (turn == "O" and score < best_score):
                best_score = score
                best_move = i
    return best_move


def run(position):
    return choose(list(position), "X" if position.count("X") == position.count("O") else "O")


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

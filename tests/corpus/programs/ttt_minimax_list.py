"""Tic-tac-toe, solved by plain minimax on a list of nine cells."""

import sys

POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()
ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(board):
    for a, b, c in ROWS:
        if board[a] != "." and board[a] == board[b] == board[c]:
            return board[a]
    return None


def minimax(board, is_max):
    won = winner(board)
    if won == "X":
        return 1  # leaf
    if won == "O":
        return -1  # leaf
    if "." not in board:
        return 0  # leaf
    if is_max:
        best = -100
        for i in range(9):
            if board[i] == ".":
                board[i] = "X"
                best = max(best, minimax(board, not is_max))
                board[i] = "."  # undo
    else:
        best = 100
        for i in range(9):
            if board[i] == ".":
                board[i] = "O"
                best = min(best, minimax(board, not is_max))
                board[i] = "."  # undo
    return best


def run(position):
    board = list(position)
    return minimax(board, board.count("X") == board.count("O"))


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

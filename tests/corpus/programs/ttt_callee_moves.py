"""A call is given the board before its move, and makes the move itself, on a copy."""

import sys

POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def free(board):
    return [cell for cell in range(9) if board[cell] == "."]


def after(board, cell, mark, alpha, beta):
    board = list(board)
    board[cell] = mark
    if any(all(board[place] == mark for place in line) for line in LINES):
        return 1 if mark == "X" else -1  # leaf
    if not free(board):
        return 0  # leaf
    best = 2 if mark == "X" else -2
    for other in free(board):
        if mark == "O":
            best = max(best, after(board, other, "X", alpha, beta))
            alpha = max(alpha, best)
        else:
            best = min(best, after(board, other, "O", alpha, beta))
            beta = min(beta, best)
        if alpha >= beta:  # cut
            break
    return best


def run(position):
    board = list(position)
    if position.count("X") == position.count("O"):
        return max(after(board, cell, "X", -2, 2) for cell in free(board))
    return min(after(board, cell, "O", -2, 2) for cell in free(board))


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

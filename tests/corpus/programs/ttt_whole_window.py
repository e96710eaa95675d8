"""X's replies are searched with the whole window, so that only O's loops can end early."""

import sys

POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def row(board, side):
    return any(board[a] == board[b] == board[c] == side for a, b, c in ROWS)


def best_for_x(board, alpha, beta):
    if row(board, "O"):
        return -1  # leaf
    if "." not in board:
        return 0  # leaf
    best = -2
    for cell in range(9):
        if board[cell] == ".":
            board[cell] = "X"
            best = max(best, best_for_o(board, alpha, beta))
            board[cell] = "."  # undo
            alpha = max(alpha, best)
            if alpha >= beta:  # cut
                break
    return best


def best_for_o(board, alpha, beta):
    if row(board, "X"):
        return 1  # leaf
    if "." not in board:
        return 0  # leaf
    best = 2
    for cell in range(9):
        if board[cell] == ".":
            board[cell] = "O"
            best = min(best, best_for_x(board, -2, 2))  # waste pass
            board[cell] = "."  # undo
            beta = min(beta, best)
            if alpha >= beta:  # cut
                break
    return best


def run(position):
    board = list(position)
    return best_for_x(board, -2, 2) if board.count("X") == board.count("O") else best_for_o(board, -2, 2)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

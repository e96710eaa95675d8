"""A move is taken back in `finally`, whatever happens."""

import sys

POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def is_row(board, mark):
    return any(all(board[i] == mark for i in row) for row in ROWS)


def search(board, mark, alpha, beta):
    if is_row(board, "X"):
        return 1  # leaf
    if is_row(board, "O"):
        return -1  # leaf
    moves = [i for i in range(9) if board[i] == "."]
    if not moves:
        return 0  # leaf
    best = -2 if mark == "X" else 2
    for i in moves:
        board[i] = mark
        try:
            if mark == "X":
                best = max(best, search(board, "O", alpha, beta))
                alpha = max(alpha, best)
            else:
                best = min(best, search(board, "X", alpha, beta))
                beta = min(beta, best)
            if alpha >= beta:  # cut
                break
        finally:
            board[i] = "."  # undo
    return best


def run(position):
    board = list(position)
    return search(board, "X" if board.count("X") == board.count("O") else "O", -2, 2)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

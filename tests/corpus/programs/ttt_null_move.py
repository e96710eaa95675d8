"""Negamax that first lets the side pass, and leaves if even that is good enough."""

import sys

POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()
ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
OTHER = {"X": "O", "O": "X"}


def row_of(board, side):
    return any(board[a] == board[b] == board[c] == side for a, b, c in ROWS)


def search(board, side, depth, alpha, beta, may_pass=True):
    if row_of(board, OTHER[side]):
        return -1  # leaf
    if "." not in board or depth <= 0:
        return 0  # leaf
    if may_pass and depth >= 3 and beta < 2:
        passed = -search(board, OTHER[side], depth - 2, -beta, -beta + 1, False)  # aside
        if passed >= beta:  # early, null
            return beta
    best = -2
    for cell in range(9):
        if board[cell] == ".":
            board[cell] = side
            value = -search(board, OTHER[side], depth - 1, -beta, -alpha)
            board[cell] = "."  # undo
            best = max(best, value)
            alpha = max(alpha, best)
            if alpha >= beta:  # cut
                break
    return best


def run(position):
    board = list(position)
    side = "X" if board.count("X") == board.count("O") else "O"
    return search(board, side, board.count("."), -2, 2)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

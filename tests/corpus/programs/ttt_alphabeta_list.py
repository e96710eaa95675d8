"""Alpha-beta with one function for both players, as most tutorials write it."""

import sys

INF = float("inf")
POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()


def wins(board, mark):
    for i in range(3):
        if board[3 * i] == board[3 * i + 1] == board[3 * i + 2] == mark:
            return True
        if board[i] == board[i + 3] == board[i + 6] == mark:
            return True
    return board[4] == mark and (board[0] == board[8] == mark or board[2] == board[6] == mark)


def alphabeta(board, depth, alpha, beta, maximizing):
    if wins(board, "X"):
        return 10  # leaf
    if wins(board, "O"):
        return -10  # leaf
    if depth == 0:
        return 0  # leaf
    if maximizing:
        best = -INF
        for cell in range(9):
            if board[cell] != ".":
                continue
            board[cell] = "X"
            value = alphabeta(board, depth - 1, alpha, beta, False)
            board[cell] = "."  # undo
            best = max(best, value)
            alpha = max(alpha, best)
            if beta <= alpha:  # cut
                break
        return best
    else:
        best = INF
        for cell in range(9):
            if board[cell] != ".":
                continue
            board[cell] = "O"
            value = alphabeta(board, depth - 1, alpha, beta, True)
            board[cell] = "."  # undo
            best = min(best, value)
            beta = min(beta, best)
            if beta <= alpha:  # cut
                break
        return best


def run(position):
    board = list(position)
    empty = board.count(".")
    return alphabeta(board, empty, -INF, INF, empty % 2 == 1)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

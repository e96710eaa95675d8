"""Negamax that never returns a value outside its window."""

import sys

POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()
TRIPLES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def complete(board, mark):
    return any(board[i] == board[j] == board[k] == mark for i, j, k in TRIPLES)


def free(board):
    return [i for i in range(9) if board[i] == "."]


def search(board, alpha, beta, me, you):
    if complete(board, you):
        return max(alpha, min(beta, -1))
    moves = free(board)
    if not moves:
        return max(alpha, min(beta, 0))
    for move in moves:
        board[move] = me
        value = -search(board, -beta, -alpha, you, me)
        board[move] = "."  # undo
        if value >= beta:  # cut
            return beta
        if value > alpha:
            alpha = value
    return alpha


def run(position):
    board = list(position)
    me, you = ("X", "O") if position.count("X") == position.count("O") else ("O", "X")
    return search(board, -2, 2, me, you)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

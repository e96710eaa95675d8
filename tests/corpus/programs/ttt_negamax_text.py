"""Negamax on a text of nine characters."""

import sys

POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()
LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]


def other(side):
    return "O" if side == "X" else "X"


def won(board, side):
    return any(all(board[int(i)] == side for i in line) for line in LINES)


def negamax(board, side):
    if won(board, other(side)):
        return -1  # leaf
    if "." not in board:
        return 0  # leaf
    best = -2
    for i, cell in enumerate(board):
        if cell == ".":
            value = -negamax(board[:i] + side + board[i + 1 :], other(side))
            if value > best:
                best = value
    return best


def run(position):
    side = "X" if position.count("X") == position.count("O") else "O"
    return negamax(position, side)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

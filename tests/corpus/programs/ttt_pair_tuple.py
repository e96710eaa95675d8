"""Two functions that call each other; a board is a tuple and is never changed."""

import math
import sys

POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()


def lines(board):
    yield from (board[i : i + 3] for i in (0, 3, 6))
    yield from (board[i::3] for i in range(3))
    yield board[0::4]
    yield board[2:7:2]


def has_won(board, side):
    return any(line == (side, side, side) for line in lines(board))


def successors(board, side):
    return [board[:i] + (side,) + board[i + 1 :] for i, cell in enumerate(board) if cell == "."]


def max_value(board):
    if has_won(board, "O"):
        return -1  # leaf
    children = successors(board, "X")
    if not children:
        return 0  # leaf
    v = -math.inf
    for child in children:
        v = max(v, min_value(child))
    return v


def min_value(board):
    if has_won(board, "X"):
        return 1  # leaf
    children = successors(board, "O")
    if not children:
        return 0  # leaf
    v = math.inf
    for child in children:
        v = min(v, max_value(child))
    return v


def run(position):
    board = tuple(position)
    return max_value(board) if board.count("X") == board.count("O") else min_value(board)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

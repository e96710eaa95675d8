"""The whole search is one expression."""

import sys

POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()


def rows(b):
    return [b[0:3], b[3:6], b[6:9], b[0::3], b[1::3], b[2::3], b[0::4], b[2:8:2]]


def value(board, me="X", you="O"):
    if you * 3 in rows(board):
        return -1  # leaf
    if "." not in board:
        return 0  # leaf
    return max(-value(board[:i] + me + board[i + 1 :], you, me) for i in range(9) if board[i] == ".")


def run(position):
    if position.count("X") == position.count("O"):
        return value(position)
    return value(position, "O", "X")


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

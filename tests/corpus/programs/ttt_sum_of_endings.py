"""Counts how games can end: those that X wins less those that O wins. Nobody chooses here."""

import sys

POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()
ROWS = ["012", "345", "678", "036", "147", "258", "048", "246"]


def count(board, side, other):
    if any(all(board[int(i)] == other for i in row) for row in ROWS):
        return 1 if other == "X" else -1  # leaf
    total = 0
    for i in range(9):
        if board[i] == ".":
            total += count(board[:i] + side + board[i + 1 :], other, side)
    return total


def run(position):
    side, other = "XO" if position.count("X") == position.count("O") else "OX"
    return count(position, side, other)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

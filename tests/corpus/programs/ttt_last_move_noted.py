"""The board notes the last move, and taking a move back leaves that note as it is."""

import sys

POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()


class Board:
    def __init__(self, text):
        self.cells = list(text)
        self.last = None

    def put(self, cell, mark):
        self.cells[cell] = mark
        self.last = cell

    def take(self, cell):
        self.cells[cell] = "."

    def has_line(self, mark):
        rows = [self.cells[0:3], self.cells[3:6], self.cells[6:9]]
        rows += [self.cells[i::3] for i in range(3)]
        rows += [self.cells[0::4], self.cells[2:7:2]]
        return [mark] * 3 in rows


def search(board, mark, alpha, beta):
    other = "O" if mark == "X" else "X"
    if board.has_line(other):
        return -1  # leaf
    if "." not in board.cells:
        return 0  # leaf
    for cell in range(9):
        if board.cells[cell] == ".":
            board.put(cell, mark)
            value = -search(board, other, -beta, -alpha)
            board.take(cell)  # undo
            if value >= beta:  # cut
                return beta
            alpha = max(alpha, value)
    return alpha


def run(position):
    return search(Board(position), "X" if position.count("X") == position.count("O") else "O", -1, 1)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

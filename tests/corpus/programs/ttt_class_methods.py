"""A player class; its two methods call each other on the board that the object holds."""

import sys

BIG = 1000
POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()


class Player:
    rows = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def __init__(self, text):
        self.cells = list(text)
        self.chosen = None

    def has_row(self, mark):
        return any(all(self.cells[i] == mark for i in row) for row in self.rows)

    def empty(self):
        return [i for i, mark in enumerate(self.cells) if mark == "."]

    def maximize(self, alpha, beta):
        if self.has_row("O"):
            return -1  # leaf
        if not self.empty():
            return 0  # leaf
        best = -BIG
        for cell in self.empty():
            self.cells[cell] = "X"
            value = self.minimize(alpha, beta)
            self.cells[cell] = "."  # undo
            best = max(best, value)
            if best >= beta:  # cut
                return best
            alpha = max(alpha, best)
        return best

    def minimize(self, alpha, beta):
        if self.has_row("X"):
            return 1  # leaf
        if not self.empty():
            return 0  # leaf
        best = BIG
        for cell in self.empty():
            self.cells[cell] = "O"
            value = self.maximize(alpha, beta)
            self.cells[cell] = "."  # undo
            best = min(best, value)
            if best <= alpha:  # cut
                return best
            beta = min(beta, best)
        return best

    def choose(self):
        x_moves = self.cells.count("X") == self.cells.count("O")
        values = {}
        for cell in self.empty():
            self.cells[cell] = "X" if x_moves else "O"
            values[cell] = self.minimize(-BIG, BIG) if x_moves else -self.maximize(-BIG, BIG)
            self.cells[cell] = "."
        return max(values, key=values.get)


def run(position):
    return Player(position).choose()


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

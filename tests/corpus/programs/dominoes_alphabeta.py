"""Domineering with alpha-beta in a class that places and lifts dominoes."""

import sys

POSITIONS = """
#.....##...# V / #...#....... H / ........##.. V / ..##.#...... V / #...#..#.... H
###.#....... V / .......###.. V / #........... V / #....#.....# H / #..#.#.....# H
.#...#...... V / ............ V / ..##....##.. V / .........### V / ...#...#.... H
......#..##. V / .......#.... H / .#.......### H / ###......#.. V / #.#.#....... H
"""
POSITIONS = [text.strip() for text in POSITIONS.replace("\n", "/").split("/") if text.strip()]


class Game:
    def __init__(self, text):
        self.board = [mark == "#" for mark in text]
        self.calls = 0

    def moves(self, side):
        if side == "V":
            return [(i, i + 4) for i in range(8) if not self.board[i] and not self.board[i + 4]]
        return [(i, i + 1) for i in range(12) if i % 4 != 3 and not self.board[i] and not self.board[i + 1]]

    def place(self, move):
        for cell in move:
            self.board[cell] = True

    def lift(self, move):
        for cell in move:
            self.board[cell] = False

    def search(self, side, alpha, beta):
        self.calls += 1
        moves = self.moves(side)
        if not moves:
            return -1 if side == "V" else 1  # leaf
        best = -2 if side == "V" else 2
        for move in moves:
            self.place(move)
            if side == "V":
                best = max(best, self.search("H", alpha, beta))
                alpha = max(alpha, best)
            else:
                best = min(best, self.search("V", alpha, beta))
                beta = min(beta, best)
            self.lift(move)  # undo
            if alpha >= beta:  # cut
                break
        return best


def run(position):
    board, side = position.split()
    return Game(board).search(side, -2, 2)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

"""Scores and moves go into two lists; the choice is kept in the object."""

import sys

POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()


class Game:
    def __init__(self, board):
        self.board = board

    def turn(self):
        return "X" if self.board.count("X") == self.board.count("O") else "O"

    def win(self, side):
        b = self.board
        return side * 3 in (b[:3], b[3:6], b[6:], b[::3], b[1::3], b[2::3], b[::4], b[2:7:2])

    def over(self):
        return self.win("X") or self.win("O") or "." not in self.board

    def with_move(self, i):
        return Game(self.board[:i] + self.turn() + self.board[i + 1 :])


class Player:
    choice = None

    def score(self, game):
        return 10 if game.win("X") else -10 if game.win("O") else 0

    def minimax(self, game):
        if game.over():
            return self.score(game)
        scores = []
        moves = []
        for i in range(9):
            if game.board[i] == ".":
                scores.append(self.minimax(game.with_move(i)))
                moves.append(i)
        pick = max(scores) if game.turn() == "X" else min(scores)
        self.choice = moves[scores.index(pick)]
        return pick


def run(position):
    return Player().minimax(Game(position))


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

"""Connect four as a class whose minimax copies the whole game before each try, and looks a few plies ahead.

Try:  plyscope debug deep_copy.py 'Game().drop(3).drop(3).minimax(3, True)'
"""

from copy import deepcopy


class Game:
    def __init__(self):
        self.board = [[""] * 7 for _ in range(6)]
        self.turn = "R"

    def drop(self, column):
        row = max(row for row in range(6) if self.board[row][column] == "")
        self.board[row][column] = self.turn
        self.turn = "Y" if self.turn == "R" else "R"
        return self

    def columns(self):
        return [column for column in range(7) if self.board[0][column] == ""]

    def winner(self):
        board = self.board
        for row in range(6):
            for column in range(7):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    ends = row + 3 * down, column + 3 * right
                    if 0 <= ends[0] < 6 and 0 <= ends[1] < 7:
                        four = {board[row + i * down][column + i * right] for i in range(4)}
                        if len(four) == 1 and four != {""}:
                            return board[row][column]
        return None

    def minimax(self, depth, maximizing):
        winner = self.winner()
        if winner:
            return 10 if winner == "R" else -10
        if depth == 0 or not self.columns():
            return 0
        values = []
        for column in self.columns():
            game = deepcopy(self)
            game.drop(column)
            values.append(game.minimax(depth - 1, not maximizing))
        return max(values) if maximizing else min(values)

from brain import Brain
from spot import Spot

ROWS, COLUMNS, WIDTH, HEIGHT = 6, 7, 700, 600


class GameBoard:
    """Connect four on a grid of objects, with heights, a current player and the brain that plays on it."""

    def __init__(self):
        self.grids = []
        for i in range(ROWS):
            self.grids.append([Spot(i, j, WIDTH / 7 * (j + 0.5), HEIGHT / 6 * (i + 0.5)) for j in range(COLUMNS)])
        self.currentRow = 0
        self.currentCol = 0
        self.colHeight = [0] * COLUMNS
        self.currentPlayer = "R"
        self.gameOver = False
        self.winner = None
        self.brain = Brain(self)

    def trigger(self, column):
        if not self.gameOver and self.colHeight[column] < ROWS:
            self.colHeight[column] += 1
            self.currentCol = column
            self.currentRow = ROWS - self.colHeight[column]
            self.grids[self.currentRow][column].value = self.currentPlayer
            self.winner = self.checkWin()
            if self.winner is not None:
                self.gameOver = True
                return
            self.currentPlayer = "Y" if self.currentPlayer == "R" else "R"

    def checkWin(self):
        for i in range(ROWS):
            for j in range(COLUMNS):
                for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    places = [(i + k * di, j + k * dj) for k in range(4)]
                    if all(0 <= a < ROWS and 0 <= b < COLUMNS for a, b in places):
                        found = {self.grids[a][b].value for a, b in places}
                        if len(found) == 1 and found != {""}:
                            return found.pop()
        return "O" if min(self.colHeight) == ROWS else None

import copy


class Brain:
    """The search of the third to the sixth step takes the best; that of the last adds up all that may follow."""

    def __init__(self, gameBoard):
        self.gameBoard = gameBoard

    def score(self, winner):
        return {"R": 10, "Y": -10}.get(winner, 0)

    def minimax(self, gameBoard, depth, isMaximizing):
        winner = gameBoard.checkWin()
        if winner is not None or depth == 0:
            return self.score(winner)
        bestScore = float("-inf") if isMaximizing else float("inf")
        for move in range(7):
            if gameBoard.grids[0][move].value == "":
                possible = copy.deepcopy(gameBoard)
                possible.trigger(move)
                score = self.minimax(possible, depth - 1, not isMaximizing)
                bestScore = max(score, bestScore) if isMaximizing else min(score, bestScore)
        return bestScore

    def weigh(self, gameBoard, depth, isMaximizing):
        winner = gameBoard.checkWin()
        if winner is not None or depth == 0:
            return self.score(winner) * (10**depth)
        bestScore = 0
        for move in range(7):
            if gameBoard.grids[0][move].value == "":
                possible = copy.deepcopy(gameBoard)
                possible.trigger(move)
                bestScore += self.weigh(possible, depth - 1, not isMaximizing)
        return bestScore

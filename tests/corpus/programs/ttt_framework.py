"""A solver for any game, and a game for it."""

import sys
from abc import ABC, abstractmethod

POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()


class Game(ABC):
    @abstractmethod
    def moves(self, state): ...

    @abstractmethod
    def apply(self, state, move): ...

    @abstractmethod
    def outcome(self, state):
        """For the side to move: 1, 0, -1, or None while the game goes on."""


class TicTacToe(Game):
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def moves(self, state):
        return [i for i, mark in enumerate(state[0]) if mark == "."]

    def apply(self, state, move):
        board, side = state
        return board[:move] + side + board[move + 1 :], "O" if side == "X" else "X"

    def outcome(self, state):
        board, side = state
        if any(board[a] == board[b] == board[c] not in (".", side) for a, b, c in self.lines):
            return -1
        return 0 if "." not in board else None


class Solver:
    def __init__(self, game):
        self.game = game

    def negamax(self, state, alpha, beta):
        outcome = self.game.outcome(state)
        if outcome is not None:
            return outcome
        best = -10
        for move in self.game.moves(state):
            score = -self.negamax(self.game.apply(state, move), -beta, -alpha)
            if score > best:
                best = score
            alpha = max(alpha, best)
            if alpha >= beta:  # cut
                break
        return best

    def best_move(self, state):
        return max(self.game.moves(state), key=lambda move: -self.negamax(self.game.apply(state, move), -10, 10))


def run(position):
    side = "X" if position.count("X") == position.count("O") else "O"
    return Solver(TicTacToe()).best_move((position, side))


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

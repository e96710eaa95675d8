"""The textbook's alpha-beta search with its two inner functions; each returns before it moves its bound."""

import sys

POSITIONS = list(range(20))
INFINITY = float("inf")


class Tree:
    """Three moves at each node, five plies; the leaves' numbers are scattered."""

    def __init__(self, seed):
        self.seed = seed

    def actions(self, state):
        return range(3)

    def result(self, state, action):
        return state[0] * 3 + 1 + action, state[1] + 1

    def terminal_test(self, state):
        return state[1] == 5

    def utility(self, state):
        node = state[0]
        return (node * node * 31 + node * (self.seed * 37 + 11)) % 41 - 20


def alpha_beta_search(state, game):
    def max_value(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state)
        v = -INFINITY
        for a in game.actions(state):
            v = max(v, min_value(game.result(state, a), alpha, beta))
            if v >= beta:  # cut
                return v
            alpha = max(alpha, v)
        return v

    def min_value(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state)
        v = INFINITY
        for a in game.actions(state):
            v = min(v, max_value(game.result(state, a), alpha, beta))
            if v <= alpha:  # cut
                return v
            beta = min(beta, v)
        return v

    best_score = -INFINITY
    beta = INFINITY
    best_action = None
    for a in game.actions(state):
        v = min_value(game.result(state, a), best_score, beta)
        if v > best_score:
            best_score = v
            best_action = a
    return best_action


def run(position):
    return alpha_beta_search((0, 0), Tree(position))


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

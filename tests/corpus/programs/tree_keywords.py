"""Arguments go by their names, and the window has defaults."""

import sys
from math import inf

POSITIONS = list(range(20))


def leaf_value(node, seed):
    return (node * node * 31 + node * (seed * 37 + 11)) % 41 - 20


def alphabeta(node, *, seed, depth, alpha=-inf, beta=inf, maximizing=True):
    if depth == 0:
        return leaf_value(node, seed)
    best = -inf if maximizing else inf
    for number in range(3):
        value = alphabeta(
            3 * node + 1 + number,
            seed=seed,
            depth=depth - 1,
            alpha=alpha,
            beta=beta,
            maximizing=not maximizing,
        )
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, value)
        else:
            best = min(best, value)
            beta = min(beta, value)
        if beta <= alpha:  # cut
            break
    return best


def run(position):
    return alphabeta(0, seed=position, depth=5)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

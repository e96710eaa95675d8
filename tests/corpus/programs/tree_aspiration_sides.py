"""Aspiration that opens only the side on which it failed."""

import sys
from math import inf

POSITIONS = list(range(20))


def guess_of(seed, node):
    return (node * node * 31 + node * (seed * 37 + 11)) % 41 - 20


def ab(seed, node, depth, alpha, beta, maximizing):
    if depth == 0:
        return guess_of(seed, node)
    best = -inf if maximizing else inf
    for child in range(3 * node + 1, 3 * node + 4):
        value = ab(seed, child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:  # cut
            break
    return best


def aspire(seed, depth, middle, width):
    alpha, beta = middle - width, middle + width
    while True:
        value = ab(seed, 0, depth, alpha, beta, True)
        if value <= alpha:  # research
            alpha = -inf
        elif value >= beta:  # research
            beta = inf
        else:
            return value


def run(position):
    value = 0
    for depth in (1, 3, 5):
        value = aspire(position, depth, value, 4)
    return value


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

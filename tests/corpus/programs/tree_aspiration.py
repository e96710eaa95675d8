"""Iterative deepening with a narrow window around the last value; opened where the value lies outside."""

import sys

POSITIONS = list(range(20))
INF = 1000
WIDTH = 6


def static(seed, node):
    return (node * node * 31 + node * (seed * 37 + 11)) % 41 - 20


def search(seed, node, depth, alpha, beta, side):
    if depth == 0:
        return min(max(side * static(seed, node), alpha), beta)
    for i in (1, 2, 3):
        value = -search(seed, 3 * node + i, depth - 1, -beta, -alpha, -side)
        if value >= beta:  # cut
            return beta
        alpha = max(alpha, value)
    return alpha


def deepen(seed, limit):
    guess = static(seed, 0)
    for depth in range(1, limit + 1):
        low, high = guess - WIDTH, guess + WIDTH
        value = search(seed, 0, depth, low, high, 1)
        if value <= low or value >= high:  # research
            value = search(seed, 0, depth, -INF, INF, 1)
        guess = value
    return guess


def run(position):
    return deepen(position, 5)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

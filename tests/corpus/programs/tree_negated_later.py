"""Negamax that returns a pair: the value is taken out of it first, and turned on a line of its own."""

import sys

POSITIONS = list(range(20))


def evaluate(seed, node):
    return (node * node * 31 + node * (seed * 37 + 11)) % 41 - 20


def negamax(seed, node, depth, alpha, beta, colour):
    if depth == 0:
        return colour * evaluate(seed, node), None
    best, choice = -99, None
    for child in (3 * node + 1, 3 * node + 2, 3 * node + 3):
        value, _ = negamax(seed, child, depth - 1, -beta, -alpha, -colour)
        value = -value
        if value > best:
            best = value
            choice = child
        alpha = max(alpha, best)
        if alpha >= beta:  # cut
            break
    return best, choice


def run(position):
    return negamax(position, 0, 5, -99, 99, 1)[0]


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

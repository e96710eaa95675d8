"""NegaScout: the upper end that is passed moves with the best value, and opens where a test fails high."""

import sys

POSITIONS = list(range(20))


def heuristic(seed, node):
    return (node * node * 31 + node * (seed * 37 + 11)) % 41 - 20


def negascout(seed, node, depth, alpha, beta, colour):
    if depth == 0:
        return colour * heuristic(seed, node)
    a, b = alpha, beta
    for i in range(1, 4):
        t = -negascout(seed, 3 * node + i, depth - 1, -b, -a, -colour)
        if a < t < beta and i > 1:  # research
            t = -negascout(seed, 3 * node + i, depth - 1, -beta, -t, -colour)
        a = max(a, t)
        if a >= beta:  # cut
            return a
        b = a + 1
    return a


def run(position):
    return negascout(position, 0, 5, -500, 500, 1)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

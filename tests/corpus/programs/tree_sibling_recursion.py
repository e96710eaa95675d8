"""No loops: one function searches a node, the other the rest of its children."""

import sys

POSITIONS = list(range(20))


def value(seed, node, depth, sign, alpha, beta):
    if depth == 0:
        return sign * ((node * node * 31 + node * (seed * 37 + 11)) % 41 - 20)
    children = [3 * node + 1, 3 * node + 2, 3 * node + 3]
    return siblings(seed, children, depth, sign, alpha, beta, -100)


def siblings(seed, children, depth, sign, alpha, beta, best):
    if not children or best >= beta:  # early
        return best
    first, *rest = children
    found = -value(seed, first, depth - 1, -sign, -beta, -max(alpha, best))
    return siblings(seed, rest, depth, sign, alpha, beta, max(best, found))


def run(position):
    return value(position, 0, 5, 1, -100, 100)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

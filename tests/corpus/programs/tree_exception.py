"""A refuted node is left by an exception."""

import sys

POSITIONS = list(range(20))


class Refuted(Exception):
    pass


def search(seed, node, depth, sign, alpha, beta):
    if depth == 0:
        return sign * ((node * node * 31 + node * (seed * 37 + 11)) % 41 - 20)
    best = -1000
    try:
        for child in range(3 * node + 1, 3 * node + 4):
            value = -search(seed, child, depth - 1, -sign, -beta, -alpha)
            best = max(best, value)
            if best >= beta:  # cut
                raise Refuted
            alpha = max(alpha, best)
    except Refuted:
        return best
    return best


def run(position):
    return search(position, 0, 5, 1, -1000, 1000)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

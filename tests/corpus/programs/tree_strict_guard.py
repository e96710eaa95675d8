"""A value that only equals beta does not end the loop, although nothing better can matter."""

import sys

POSITIONS = list(range(20))


def search(seed, node, depth, sign, alpha, beta):
    if depth == 0:
        return sign * ((node * node * 31 + node * (seed * 37 + 11)) % 41 - 20)
    best = -100
    for child in range(3 * node + 1, 3 * node + 4):
        best = max(best, -search(seed, child, depth - 1, -sign, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha > beta:  # cut, waste stay
            return best
    return best


def run(position):
    return search(position, 0, 5, 1, -100, 100)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

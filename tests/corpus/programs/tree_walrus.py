"""The value is named within the test, and the guard is nested in it."""

import sys

POSITIONS = list(range(20))


def search(seed, node, depth, sign, alpha, beta):
    if not depth:
        return sign * ((node * node * 31 + node * (seed * 37 + 11)) % 41 - 20)
    best, i = -100, 0
    while (i := i + 1) <= 3:
        if (value := -search(seed, 3 * node + i, depth - 1, -sign, -beta, -alpha)) > best:
            if (best := value) >= beta:  # cut
                return best
            alpha = max(alpha, best)
    return best


def run(position):
    return search(position, 0, 5, 1, -100, 100)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

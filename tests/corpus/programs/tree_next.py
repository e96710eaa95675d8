"""The first value that reaches beta is found by `next`; values come from a generator that moves alpha."""

import sys

POSITIONS = list(range(20))


def leaf(seed, node):
    return (node * node * 31 + node * (seed * 37 + 11)) % 41 - 20


def search(seed, node, depth, sign, alpha, beta):
    if depth == 0:
        return sign * leaf(seed, node)
    best = -77

    def values():
        nonlocal alpha, best
        for child in range(3 * node + 1, 3 * node + 4):
            value = -search(seed, child, depth - 1, -sign, -beta, -alpha)
            best = max(best, value)
            alpha = max(alpha, value)
            yield value

    refutation = next((value for value in values() if value >= beta), None)  # cut
    return best if refutation is None else refutation


def run(position):
    return search(position, 0, 5, 1, -77, 77)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

"""`any` ends at the first move that reaches beta."""

import sys

POSITIONS = list(range(20))


def search(seed, node, depth, sign, alpha, beta):
    if depth == 0:
        leaf = (node * node * 31 + node * (seed * 37 + 11)) % 41 - 20
        return max(alpha, min(beta, sign * leaf))
    best = [alpha]

    def raised_by(child):
        best[0] = max(best[0], -search(seed, child, depth - 1, -sign, -beta, -best[0]))
        return best[0]

    if any(raised_by(3 * node + i) >= beta for i in (1, 2, 3)):  # cut
        return beta
    return best[0]


def run(position):
    return search(position, 0, 5, 1, -60, 60)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

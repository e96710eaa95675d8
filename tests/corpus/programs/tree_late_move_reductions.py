"""The last move is searched less deep, and again in full where it turns out well."""

import sys

POSITIONS = list(range(20))


def static(seed, node):
    return (node * node * 31 + node * (seed * 37 + 11)) % 41 - 20


def search(seed, node, depth, alpha, beta, sign):
    if depth <= 0:
        return sign * static(seed, node)
    best = -1000
    for i in range(3):
        child = 3 * node + 1 + i
        if i == 2 and depth >= 3:
            value = -search(seed, child, depth - 2, -alpha - 1, -alpha, -sign)
            if value > alpha:  # research
                value = -search(seed, child, depth - 1, -beta, -alpha, -sign)
        else:
            value = -search(seed, child, depth - 1, -beta, -alpha, -sign)
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:  # cut
            break
    return best


def run(position):
    return search(position, 0, 5, -1000, 1000, 1)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

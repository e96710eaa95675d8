"""Forward pruning: one ply before the end, moves that look hopeless are not searched."""

import sys

POSITIONS = list(range(20))
MARGIN = 12


def static(seed, node, sign):
    return sign * ((node * node * 31 + node * (seed * 37 + 11)) % 41 - 20)


def search(seed, node, depth, alpha, beta, sign):
    now = static(seed, node, sign)
    if depth == 0:
        return now
    best = -50
    for i in (1, 2, 3):
        if depth == 1 and i > 1 and now + MARGIN <= alpha:
            continue
        value = -search(seed, 3 * node + i, depth - 1, -beta, -alpha, -sign)
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:  # cut
            break
    return best


def run(position):
    return search(position, 0, 5, -50, 50, 1)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

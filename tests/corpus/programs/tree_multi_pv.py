"""The two best moves of the root, each with its exact value: a move must beat the second best so far."""

import sys

POSITIONS = list(range(20))
INF = 100


def leaf(seed, node):
    return (node * node * 31 + node * (seed * 37 + 11)) % 41 - 20


def search(seed, node, depth, alpha, beta, sign):
    if depth == 0:
        return sign * leaf(seed, node)
    best = -INF
    for i in range(3):
        best = max(best, -search(seed, 3 * node + 1 + i, depth - 1, -beta, -alpha, -sign))
        alpha = max(alpha, best)
        if alpha >= beta:  # cut
            break
    return best


def two_best(seed, depth):
    lines = []
    for move in range(3):
        bound = lines[1][0] if len(lines) == 2 else -INF
        value = -search(seed, 1 + move, depth - 1, -INF, -bound, -1)
        if value > bound:
            lines.append((value, move))
            lines.sort(key=lambda line: -line[0])
            del lines[2:]
    return lines


def run(position):
    return two_best(position, 5)[0]


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

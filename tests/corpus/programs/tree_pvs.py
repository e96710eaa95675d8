"""Principal variation search: all but the first move are first only tested with an empty window."""

import sys

POSITIONS = list(range(20))
INF = 10**6


def pvs(seed, node, depth, alpha, beta, color):
    if depth == 0:
        return color * ((node * node * 31 + node * (seed * 37 + 11)) % 41 - 20)
    best = -INF
    for number in range(3):
        child = 3 * node + 1 + number
        if number == 0:
            score = -pvs(seed, child, depth - 1, -beta, -alpha, -color)
        else:
            score = -pvs(seed, child, depth - 1, -alpha - 1, -alpha, -color)
            if alpha < score < beta:  # research
                score = -pvs(seed, child, depth - 1, -beta, -score, -color)
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:  # cut
            break
    return best


def run(position):
    return pvs(position, 0, 5, -INF, INF, 1)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

"""Each call returns its value as its caller sees it, so that the minus stands in the return."""

import sys

POSITIONS = list(range(20))


def gain(seed, node, depth, turn, alpha, beta):
    if depth == 0:
        return -turn * ((node * node * 31 + node * (seed * 37 + 11)) % 41 - 20)
    best = -50
    for i in (1, 2, 3):
        score = gain(seed, 3 * node + i, depth - 1, -turn, -beta, -alpha)
        if score > best:
            best = score
        if best > alpha:
            alpha = best
        if alpha >= beta:  # cut
            break
    return -best


def run(position):
    return -gain(position, 0, 5, 1, -50, 50)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

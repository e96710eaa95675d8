"""Minimax in one lambda."""

import sys

POSITIONS = list(range(20))

score = lambda seed, node: (node * node * 31 + node * (seed * 37 + 11)) % 41 - 20
children = lambda node: (3 * node + 1, 3 * node + 2, 3 * node + 3)
minimax = lambda seed, node, depth, pick, other: (
    score(seed, node) if depth == 0 else pick(minimax(seed, c, depth - 1, other, pick) for c in children(node))
)


def run(position):
    return minimax(position, 0, 5, max, min)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

"""Negamax by `map`."""

import sys
from functools import partial

POSITIONS = list(range(20))
BRANCHES = 1, 2, 3


def value(seed, to_move, plies, node):
    if not plies:
        return to_move * ((node * node * 31 + node * (seed * 37 + 11)) % 41 - 20)
    below = partial(value, seed, -to_move, plies - 1)
    return max(map(lambda branch: -below(3 * node + branch), BRANCHES))


def run(position):
    return value(position, 1, 5, 0)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

"""A side wins if not all of the other's positions are won: a product of zeros and ones."""

import sys
from math import prod

POSITIONS = list(range(1, 11)) * 2


def win(n):
    return 1 - prod(win(n - take) for take in (1, 2, 3) if take <= n)


def run(position):
    return win(position)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

"""A decorator counts the calls of the search."""

import functools
import sys

POSITIONS = list(range(20))


def counted(function):
    @functools.wraps(function)
    def wrapper(*args):
        wrapper.calls += 1
        return function(*args)

    wrapper.calls = 0
    return wrapper


@counted
def search(seed, node, depth, alpha, beta, sign):
    if depth == 0:
        return max(alpha, min(beta, sign * ((node * node * 31 + node * (seed * 37 + 11)) % 41 - 20)))
    for child in range(3 * node + 1, 3 * node + 4):
        score = -search(seed, child, depth - 1, -beta, -alpha, -sign)
        if score >= beta:  # cut
            return beta
        if score > alpha:
            alpha = score
    return alpha


def run(position):
    return search(position, 0, 5, -1000, 1000, 1)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

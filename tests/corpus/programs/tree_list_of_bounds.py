"""Both bounds stand in a list, of which each call gets a copy."""

import sys

POSITIONS = list(range(20))


def search(seed, node, depth, is_max, bounds):
    if depth == 0:
        return (node * node * 31 + node * (seed * 37 + 11)) % 41 - 20
    best = -99 if is_max else 99
    for i in (1, 2, 3):
        value = search(seed, 3 * node + i, depth - 1, not is_max, bounds[:])
        if is_max:
            best = max(best, value)
            bounds[0] = max(bounds[0], best)
        else:
            best = min(best, value)
            bounds[1] = min(bounds[1], best)
        if bounds[0] >= bounds[1]:  # cut
            break
    return best


def run(position):
    return search(position, 0, 5, True, [-99, 99])


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

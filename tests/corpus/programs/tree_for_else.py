"""What is returned is decided by the loop's `else`."""

import sys

POSITIONS = list(range(20))


def search(seed, node, depth, lo, hi, side):
    if depth == 0:
        value = side * ((node * node * 31 + node * (seed * 37 + 11)) % 41 - 20)
        return lo if value < lo else hi if value > hi else value
    for child in range(3 * node + 1, 3 * node + 4):
        value = -search(seed, child, depth - 1, -hi, -lo, -side)
        if value > lo:
            lo = value
        if lo >= hi:  # cut
            result = hi
            break
    else:
        result = lo
    return result


def run(position):
    return search(position, 0, 5, -50, 50, 1)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

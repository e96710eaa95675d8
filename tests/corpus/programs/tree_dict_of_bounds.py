"""The window is a dictionary, copied for each call."""

import sys

POSITIONS = list(range(20))


def leaf(seed, node):
    return (node * node * 31 + node * (seed * 37 + 11)) % 41 - 20


def high_turn(seed, node, depth, window):
    if depth == 0:
        return leaf(seed, node)
    best = -500
    for child in (3 * node + 1, 3 * node + 2, 3 * node + 3):
        value = low_turn(seed, child, depth - 1, dict(window))
        if value > best:
            best = value
        window["alpha"] = max(window["alpha"], best)
        if window["alpha"] >= window["beta"]:  # cut
            break
    return best


def low_turn(seed, node, depth, window):
    if depth == 0:
        return leaf(seed, node)
    best = 500
    for child in (3 * node + 1, 3 * node + 2, 3 * node + 3):
        value = high_turn(seed, child, depth - 1, dict(window))
        if value < best:
            best = value
        window["beta"] = min(window["beta"], best)
        if window["alpha"] >= window["beta"]:  # cut
            break
    return best


def run(position):
    return high_turn(position, 0, 5, {"alpha": -500, "beta": 500})


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

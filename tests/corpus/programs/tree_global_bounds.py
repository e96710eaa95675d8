"""The bounds are global; each call leaves them as it found them."""

import sys

POSITIONS = list(range(20))
ALPHA, BETA, SEED = -100, 100, 0


def search(node, ply):
    global ALPHA, BETA
    if ply == 5:
        return (node * node * 31 + node * (SEED * 37 + 11)) % 41 - 20
    entry = ALPHA, BETA
    best = -100 if ply % 2 == 0 else 100
    for child in range(3 * node + 1, 3 * node + 4):
        value = search(child, ply + 1)
        if ply % 2 == 0:
            best = max(best, value)
            ALPHA = max(ALPHA, best)
        else:
            best = min(best, value)
            BETA = min(BETA, best)
        if ALPHA >= BETA:  # cut
            break
    ALPHA, BETA = entry  # undo
    return best


def run(position):
    global SEED
    SEED = position
    return search(0, 0)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

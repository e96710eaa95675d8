"""The loop's own condition ends it: there are moves left, and the window is open."""

import sys

POSITIONS = list(range(20))
seed = 0


def evaluate(node):
    return (node * node * 31 + node * (seed * 37 + 11)) % 41 - 20


def alphabeta(node, depth, alpha, beta, is_max):
    if depth == 0:
        return evaluate(node)
    children = [3 * node + 1, 3 * node + 2, 3 * node + 3]
    i = 0
    if is_max:
        value = -999
        while i < len(children) and alpha < beta:  # cut
            value = max(value, alphabeta(children[i], depth - 1, alpha, beta, False))
            alpha = max(alpha, value)
            i += 1
    else:
        value = 999
        while i < len(children) and alpha < beta:  # cut
            value = min(value, alphabeta(children[i], depth - 1, alpha, beta, True))
            beta = min(beta, value)
            i += 1
    return value


def run(position):
    global seed
    seed = position
    return alphabeta(0, 5, -999, 999, True)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

"""Alpha stays as it came; what is passed on is the larger of it and the best value so far."""

import sys

POSITIONS = list(range(20))


def leaf(seed, node):
    return (node * node * 31 + node * (seed * 37 + 11)) % 41 - 20


def negamax(seed, node, depth, sign, alpha, beta):
    if depth == 0:
        return sign * leaf(seed, node)
    best = -1000
    for i in range(3):
        value = -negamax(seed, 3 * node + 1 + i, depth - 1, -sign, -beta, -max(alpha, best))
        if value > best:
            best = value
            if best >= beta:  # cut
                break
    return best


def run(position):
    return negamax(position, 0, 5, 1, -1000, 1000)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

"""A shallower search of the same node says which move is tried first."""

import sys

POSITIONS = list(range(20))


def number(seed, node):
    return (node * node * 31 + node * (seed * 37 + 11)) % 41 - 20


def search(seed, node, depth, alpha, beta, sign):
    if depth == 0:
        return sign * number(seed, node), None
    moves = [0, 1, 2]
    if depth >= 3:
        _, hint = search(seed, node, depth - 2, alpha, beta, sign)  # aside
        moves.remove(hint)
        moves.insert(0, hint)
    best, best_move = -100, None
    for move in moves:
        value = -search(seed, 3 * node + 1 + move, depth - 1, -beta, -alpha, -sign)[0]
        if value > best:
            best, best_move = value, move
        alpha = max(alpha, best)
        if alpha >= beta:  # cut
            break
    return best, best_move


def run(position):
    return search(position, 0, 5, -100, 100, 1)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

"""Alpha-beta on nested lists, as an encyclopaedia has it."""

import sys

POSITIONS = [
    [[[-6, 9, 9], [4, 7]], [[-1, -4], [1, -8], [-1, 6, -2]]],
    [[[0, 4, 2], -4], [7, [0, 9]], [[6, -8, 9], [-4, 0]]],
    [[[6, -4], [-4, -2], [2, -2]], [[9, -8, 9], [-2, -9]]],
    [-9, [-3, [-4, 4], [-7, 7]], [9, [9, 5]]],
    [[[-8, -9, -7], [-7, 9]], [[-6, 1, -9], [0, 1], [-9, 2]]],
    [[[-7, 8, -4], [7, 0, -3]], [[9, 4, -5], [6, 3]], 2],
    [[[-6, -1], [3, -2]], [[3, -9, -7], -2], [[-2, -1, 2], [-4, -2, -2]]],
    [[[9, 5, -4], [-6, 9]], [[2, 5, -7], [5, 2]]],
    [6, [[8, -8, -6], [-6, 2, 3]], [[-1, 6], [-7, 1], [-1, -4]]],
    [[[6, 8, -3], [-9, 3]], [[8, 5, 7], [0, 3]]],
    [[[9, 7], [-8, -1, 4], [-5, 4]], [[4, -5, -1], [5, -7], [4, 7, -6]]],
    [[6, [-8, -9], [-1, 6, 2]], [8, [-8, -6], [-9, -3]], [-9, [0, -5]]],
    [[[5, 0, -9], [4, -1], [-3, 1]], [[-4, -9], [-4, 2, -5]]],
    [[-7, -4], [[-9, 4], -3, [9, 6]], [[-9, 8], [8, -2, -9], [-9, 4]]],
    [[[6, -3], [6, -1]], [[3, 8], [-1, -7, 2]], [[-6, 0], [3, 5, -4]]],
    [[-5, [-6, 5, 8], [1, -8]], [[5, -2], [-6, 8, 4]], [[-1, -5], [-5, -3]]],
    [[[5, 3], [1, 9]], [[2, -6], [-5, 2], [4, -7]]],
    [[-1, [7, 8], [-7, 5]], [[7, -7], [-1, -5]]],
    [[[-5, -8], [-3, -6, 2], [-9, -8]], [[-9, -1], 8]],
    [-1, [[9, 3], [7, 9], [4, 1]], [[-9, -7], [-3, 0, -5], [7, 2]]],
]


def is_terminal(node):
    return isinstance(node, int)


def alphabeta(node, alpha, beta, maximizing_player):
    if is_terminal(node):
        return node
    if maximizing_player:
        value = float("-inf")
        for child in node:
            value = max(value, alphabeta(child, alpha, beta, False))
            alpha = max(alpha, value)
            if alpha >= beta: break  # cut
        return value
    else:
        value = float("inf")
        for child in node:
            value = min(value, alphabeta(child, alpha, beta, True))
            beta = min(beta, value)
            if beta <= alpha: break  # cut
        return value


def run(position):
    return alphabeta(position, float("-inf"), float("inf"), True)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

"""Two functions: one for the principal variation, one for empty windows, which may pass first."""

import sys

POSITIONS = """
03023 021000 30232 332001 01312 12233 310000 101101 003303 211002 2302300 01302 33313
30332 333110 0110021 301233320 1013230 230101331 033202
""".split()


def winner(state):
    board, _ = state
    for (x, y), who in board.items():
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if who == board.get((x + dx, y + dy)) == board.get((x + 2 * dx, y + 2 * dy)):
                return who
    return 0


def after(state, x):
    board, side = state
    y = sum(place[0] == x for place in board)
    return ({**board, (x, y): side}, -side)


def moves(state):
    filled = [sum(place[0] == x for place in state[0]) for x in range(4)]
    return [x for x in (1, 2, 0, 3) if filled[x] < 4]


def leaf(state, depth):
    board, side = state
    if winner(state):
        return -100
    if len(board) == 16:
        return 0
    if depth <= 0:
        return side * sum(who for (x, _), who in board.items() if x in (1, 2))
    return None


def zw(state, depth, beta, may_pass):
    value = leaf(state, depth)
    if value is not None:
        return beta if value >= beta else beta - 1
    if may_pass and depth >= 2:
        passed = -zw((state[0], -state[1]), depth - 2, 1 - beta, False)  # aside
        if passed >= beta:  # early, null
            return beta
    for x in moves(state):
        value = -zw(after(state, x), depth - 1, 1 - beta, True)
        if value >= beta:  # cut
            return beta
    return beta - 1


def pvs(state, depth, alpha, beta):
    value = leaf(state, depth)
    if value is not None:
        return value
    first = True
    for x in moves(state):
        if first:
            value = -pvs(after(state, x), depth - 1, -beta, -alpha)
        else:
            value = -zw(after(state, x), depth - 1, -alpha, True)
            if value > alpha:  # research
                value = -pvs(after(state, x), depth - 1, -beta, -alpha)
        if value >= beta:  # cut
            return beta
        if value > alpha:
            alpha = value
            first = False
    return alpha


def run(position):
    state = ({}, 1)
    for letter in position:
        state = after(state, int(letter))
    return pvs(state, 4, -1000, 1000)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

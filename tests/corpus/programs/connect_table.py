"""Negamax with a transposition table that holds bounds; each iteration goes one ply deeper."""

import sys

POSITIONS = """
03023 021000 30232 332001 01312 12233 310000 101101 003303 211002 2302300 01302 33313
30332 333110 0110021 301233320 1013230 230101331 033202
""".split()
EXACT, LOWER, UPPER = 0, 1, 2


def has_three(board, side):
    own = {cell for cell, mark in board.items() if mark == side}
    for x, y in own:
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if (x + dx, y + dy) in own and (x + 2 * dx, y + 2 * dy) in own:
                return True
    return False


class Search:
    def __init__(self):
        self.table = {}

    def negamax(self, board, heights, side, depth, alpha, beta):
        if has_three(board, -side):
            return -100  # leaf
        moves = [x for x in range(4) if heights[x] < 4]
        if not moves:
            return 0  # leaf
        if depth == 0:
            return side * sum(mark for (x, _), mark in board.items() if x in (1, 2))
        key = frozenset(board.items())
        first_alpha = alpha
        if key in self.table:
            stored_depth, kind, value = self.table[key]
            if stored_depth >= depth:  # hit
                if kind == EXACT:  # hit kind
                    return value
                if kind == LOWER:
                    alpha = max(alpha, value)
                else:
                    beta = min(beta, value)
                if alpha >= beta:  # early
                    return value
        best = -1000
        for x in moves:
            board[x, heights[x]] = side
            heights[x] += 1
            value = -self.negamax(board, heights, -side, depth - 1, -beta, -alpha)
            heights[x] -= 1
            del board[x, heights[x]]
            best = max(best, value)
            alpha = max(alpha, best)
            if alpha >= beta:  # cut
                break
        kind = UPPER if best <= first_alpha else LOWER if best >= beta else EXACT  # store
        self.table[key] = depth, kind, best
        return best


def run(position):
    board, heights = {}, [0, 0, 0, 0]
    for number, letter in enumerate(position):
        board[int(letter), heights[int(letter)]] = -1 if number % 2 else 1
        heights[int(letter)] += 1
    search, value = Search(), 0
    for depth in range(1, 6):
        value = search.negamax(board, heights, -1 if len(position) % 2 else 1, depth, -1000, 1000)
    return value


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

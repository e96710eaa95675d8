"""MTD(f): empty windows that close in on the value, with a table of bounds."""

import sys

POSITIONS = list(range(20))
INF = 9999


class Solver:
    def __init__(self, seed):
        self.seed = seed
        self.bounds = {}

    def value(self, node):
        return (node * node * 31 + node * (self.seed * 37 + 11)) % 41 - 20

    def with_memory(self, node, alpha, beta, d, is_max):
        low, high = self.bounds.get(node, (-INF, INF))
        if low >= beta:  # early
            return low
        if high <= alpha:  # early
            return high
        alpha, beta = max(alpha, low), min(beta, high)
        if d == 0:
            g = self.value(node)
        elif is_max:
            g, a = -INF, alpha
            for child in range(3 * node + 1, 3 * node + 4):
                if g >= beta:  # cut
                    break
                g = max(g, self.with_memory(child, a, beta, d - 1, False))
                a = max(a, g)
        else:
            g, b = INF, beta
            for child in range(3 * node + 1, 3 * node + 4):
                if g <= alpha:  # cut
                    break
                g = min(g, self.with_memory(child, alpha, b, d - 1, True))
                b = min(b, g)
        if g <= alpha:
            high = g
        elif g >= beta:
            low = g
        else:
            low = high = g
        self.bounds[node] = low, high
        return g

    def mtdf(self, first_guess, depth):
        g, low, high = first_guess, -INF, INF
        while low < high:
            beta = g + 1 if g == low else g
            g = self.with_memory(0, beta - 1, beta, depth, True)
            if g < beta:
                high = g
            else:
                low = g
        return g


def run(position):
    return Solver(position).mtdf(0, 5)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

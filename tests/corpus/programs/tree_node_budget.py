"""Deepens until a number of nodes is used up; what was begun then is thrown away."""

import sys

POSITIONS = list(range(20))


class OutOfNodes(Exception):
    pass


class Searcher:
    def __init__(self, seed, budget):
        self.seed = seed
        self.left = budget

    def search(self, node, depth, alpha, beta, sign):
        self.left -= 1
        if self.left < 0:
            raise OutOfNodes
        if depth == 0:
            return sign * ((node * node * 31 + node * (self.seed * 37 + 11)) % 41 - 20)
        best = -1000
        for child in range(3 * node + 1, 3 * node + 4):
            value = -self.search(child, depth - 1, -beta, -alpha, -sign)
            best = max(best, value)
            if best >= beta:  # cut
                break
            alpha = max(alpha, best)
        return best

    def deepen(self):
        value, depth = None, 0
        try:
            while True:
                depth += 1
                value = self.search(0, depth, -1000, 1000, 1)
                if depth == 5:
                    self.left = min(self.left, 40)
        except OutOfNodes:
            return value


def run(position):
    return Searcher(position, 2500).deepen()


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))

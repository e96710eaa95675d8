"""Two functions that keep their bounds and pass `max(a, best)` and `min(b, best)`."""

import sys

POSITIONS = list(range(20))


class Search:
    def __init__(self, seed, height):
        self.seed, self.height = seed, height

    def number(self, node):
        return (node * node * 31 + node * (self.seed * 37 + 11)) % 41 - 20

    def upper(self, node, ply, a, b):
        if ply == self.height:
            return self.number(node)
        best = -100
        for child in (3 * node + 1, 3 * node + 2, 3 * node + 3):
            best = max(best, self.lower(child, ply + 1, max(a, best), b))
            if best >= b:  # cut
                return best
        return best

    def lower(self, node, ply, a, b):
        if ply == self.height:
            return self.number(node)
        best = 100
        for child in (3 * node + 1, 3 * node + 2, 3 * node + 3):
            best = min(best, self.upper(child, ply + 1, a, min(b, best)))
            if best <= a:  # cut
                return best
        return best


def run(position):
    return Search(position, 5).upper(0, 0, -100, 100)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
